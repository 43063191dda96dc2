// @ts-check
// The page of a puzzle: sends an answer without leaving the page, and shows what comes of it.
import "./copy.js";
import { byId, swap } from "./html.js";
import { startKeys } from "./keys.js";
import { announce } from "./news.js";

let waiting = false; // for what comes of the last answer

document.addEventListener("submit", async (event) => {
  const form = /** @type {HTMLFormElement} */ (event.target);
  if (!("live" in form.dataset)) return;
  event.preventDefault();
  if (waiting) return;
  waiting = true;
  const answer = await send(form, event.submitter);
  waiting = false;
  if (!answer.regions) return announce(refuse(answer.error));
  const line = /** @type {HTMLInputElement | null} */ (byId("line"));
  if (line && answer.status === 200) line.value = "";
  swap(answer.regions);
  if (byId("next")) byId("next")?.focus({ preventScroll: true });
  const told = [...document.querySelectorAll("#said .said > p, #came-of-it > p")].map((each) => each.textContent);
  announce(told.join(" ").replace(/\s+/g, " "));
});

/** What the server makes of a form. @param {HTMLFormElement} form @param {HTMLElement | null} pressed */
async function send(form, pressed) {
  const body = new URLSearchParams(/** @type {any} */ (new FormData(form)));
  if (pressed instanceof HTMLButtonElement && pressed.name) body.append(pressed.name, pressed.value);
  try {
    const response = await fetch(form.action, { method: "POST", headers: { Accept: "application/json" }, body });
    return await response.json();
  } catch {
    return { error: "The server cannot be reached just now." };
  }
}

/** Show what went wrong. @param {string} sentence */
function refuse(sentence) {
  const place = document.createElement("p");
  place.className = "said is-refused";
  place.textContent = sentence;
  byId("said")?.replaceChildren(place);
  return sentence;
}

startKeys((button) => button.click());

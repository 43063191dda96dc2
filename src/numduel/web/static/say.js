// @ts-check
// Typing a move in the terminal's words. There, a forbidden attempt loses; so here it is asked about once.
import { byId } from "./html.js";
import { ask, show } from "./news.js";
import { ourSeat } from "./seats.js";

/** The buttons that other words of the terminal stand for, by how their ids begin. */
const ACTIONS = { back: "undo-", draw: "draw-", hint: "hint-", resign: "resign-", undo: "undo-", why: "why-" };

/**
 * @param {string} room
 * @param {(command: import("./socket.js").Command) => void} send
 * @param {(button: HTMLElement) => void} press
 */
export function startSaying(room, send, press) {
  const form = /** @type {HTMLFormElement} */ (byId("say"));
  const line = /** @type {HTMLInputElement} */ (byId("line"));
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    const words = line.value.trim();
    if (!words) return;
    const prefix = ACTIONS[/** @type {keyof ACTIONS} */ (words.toLowerCase())];
    const button = prefix && document.querySelector(`#actions [data-set]:not([hidden]) [id^=${prefix}]`);
    if (button instanceof HTMLElement) {
      line.value = "";
      return press(button);
    }
    const answer = await meaning(room, words);
    if (await say(words, answer, send)) line.value = "";
    else if (answer.means === "unfinished") line.value = `${words} `;
    line.focus();
  });
}

/**
 * Say words whose meaning is known; whether anything was sent.
 * @param {string} words @param {any} answer
 * @param {(command: import("./socket.js").Command) => void} send
 */
async function say(words, answer, send) {
  if (answer.seat && ourSeat() !== answer.seat) show("It is not your turn.", "refused");
  else if (answer.means === "move") {
    send({ command: "play", seat: answer.seat, move: answer.move, ply: answer.ply });
    return true;
  } else if (answer.means !== "forbidden") show(answer.sentence, answer.means === "unfinished" ? "words" : "refused");
  else if (await ask(answer.sentence, "Say it anyway")) {
    send({ command: "say", seat: answer.seat, line: words });
    return true;
  }
  return false;
}

/** What words mean at a table just now. @param {string} room @param {string} line */
async function meaning(room, line) {
  try {
    const response = await fetch(`/g/${room}/words?${new URLSearchParams({ line })}`);
    return await response.json();
  } catch {
    return { means: "nothing", sentence: "The server cannot be reached just now." };
  }
}

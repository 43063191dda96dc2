// @ts-check
// The form that starts a game: shows at once what follows from the rules chosen, and remembers a name.
import { swap } from "./html.js";

const form = /** @type {HTMLFormElement} */ (document.getElementById("setup"));
const verdict = /** @type {HTMLElement} */ (document.getElementById("verdict"));
const name = /** @type {HTMLInputElement} */ (document.getElementById("name"));
const NAME = "numduel-name";
const TOO_LONG = 431; // the status of an address beyond what the server reads
/** @type {number | undefined} */
let timer;
/** @type {AbortController | undefined} */
let asking;

document.getElementById("check")?.parentElement?.remove(); // it is for browsers without scripts
if (!name.value) name.value = localStorage.getItem(NAME) ?? "";
form.addEventListener("submit", () => localStorage.setItem(NAME, name.value));
form.addEventListener("input", (event) => {
  if (!isRule(/** @type {HTMLInputElement} */ (event.target).name)) return;
  clearTimeout(timer);
  timer = setTimeout(follow, 250);
});

/** Whether a field says by which rules is played. @param {string} field */
function isRule(field) {
  return field === "rules" || field.startsWith("set-");
}

/** Show what follows from the rules chosen: what is wrong with them, how the game goes, who wins. */
async function follow() {
  asking?.abort();
  asking = new AbortController();
  const { signal } = asking;
  const rules = [...new FormData(form)].filter(([field]) => isRule(field));
  try {
    const chosen = await ask(form.action, /** @type {any} */ (rules), signal);
    mark(chosen.field ?? "rules", chosen.error ?? "");
    verdict.textContent = "";
    if (chosen.error) return;
    swap(chosen.regions);
    const answer = await ask("/api/verdict", [["spec", chosen.spec]], signal);
    verdict.textContent = answer.sentence ?? answer.error ?? "";
  } catch (error) {
    if (/** @type {Error} */ (error).name === "AbortError") return;
    verdict.textContent = "The server does not answer just now, so that these settings cannot be checked.";
  }
}

/** @param {string} address @param {string[][]} query @param {AbortSignal} signal */
async function ask(address, query, signal) {
  const headers = { Accept: "application/json" };
  const answer = await fetch(`${address}?${new URLSearchParams(query)}`, { headers, signal });
  if (answer.status === TOO_LONG) return { error: `This is too long: a setting may have at most ${form.dataset.longest} characters.` };
  return answer.json();
}

/** Say at a field what is wrong with it, and nothing at the others. @param {string} field @param {string} sentence */
function mark(field, sentence) {
  for (const place of /** @type {NodeListOf<HTMLElement>} */ (form.querySelectorAll("[data-problem]"))) {
    const input = form.elements.namedItem(place.dataset.problem ?? "");
    const wrong = sentence !== "" && place.dataset.problem === field;
    const said = wrong ? sentence : "";
    if (place.textContent !== said) place.textContent = said;
    if (!(input instanceof Element)) continue;
    if (wrong) input.setAttribute("aria-invalid", "true");
    else input.removeAttribute("aria-invalid");
    if (wrong && input === document.activeElement) place.scrollIntoView({ block: "nearest" });
  }
}

follow();

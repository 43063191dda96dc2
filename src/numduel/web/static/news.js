// @ts-check
// Says what has happened: to screen readers through the page's one live region, to eyes in a line of its own.
import { byId } from "./html.js";

let turn = 0;

/**
 * Announce a text. Two paragraphs take turns, so that the same news twice is read twice.
 * @param {string} text
 */
export function announce(text) {
  const lines = byId("news")?.children;
  if (!lines || !text) return;
  lines[turn].textContent = "";
  turn = 1 - turn;
  lines[turn].textContent = text;
}

/**
 * Show a text above the choices and announce it; it stays until the next one, or a move.
 * @param {string} text @param {"words" | "refused"} kind
 */
export function show(text, kind = "words") {
  const box = byId("words");
  if (box) {
    box.textContent = text;
    box.className = kind;
    box.hidden = !text;
  }
  announce(text);
}

/** Take away what was shown. */
export function hush() {
  const box = byId("words");
  if (box) box.hidden = true;
}

/**
 * Ask before something that cannot be undone.
 * @param {string} words @param {string} yes what the button says
 * @returns {Promise<boolean>}
 */
export function ask(words, yes) {
  const dialog = /** @type {HTMLDialogElement} */ (byId("ask"));
  /** @type {HTMLElement} */ (byId("ask-words")).textContent = words;
  /** @type {HTMLElement} */ (byId("ask-yes")).textContent = yes;
  dialog.returnValue = "no";
  dialog.showModal();
  return new Promise((resolve) =>
    dialog.addEventListener("close", () => resolve(dialog.returnValue === "yes"), { once: true }));
}

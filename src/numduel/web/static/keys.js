// @ts-check
// Keys that play: each choice says which. They can be switched off, for people whose tools send keys of their own.
import { byId } from "./html.js";

const OFF = "numduel-keys-off";

/** @param {(button: HTMLElement) => void} press */
export function startKeys(press) {
  const help = /** @type {HTMLDialogElement} */ (byId("help"));
  const on = /** @type {HTMLInputElement} */ (byId("keys-on"));
  on.checked = localStorage.getItem(OFF) === null;
  on.addEventListener("change", () => on.checked ? localStorage.removeItem(OFF) : localStorage.setItem(OFF, "yes"));
  byId("help-open")?.addEventListener("click", () => open(help));
  document.addEventListener("keydown", (event) => {
    const target = /** @type {Element} */ (event.target);
    if (event.ctrlKey || event.altKey || event.metaKey || event.isComposing) return;
    // A key that is held down too long must not make another move.
    if (event.repeat && event.key === "Enter" && target.closest("[data-command]")) event.preventDefault();
    if (target.closest("input:not([readonly]), select, textarea, dialog")) return;
    if (!on.checked) return;
    if (event.key === "?") open(help);
    else if (event.key === "/" ) byId("line")?.focus();
    else {
      const button = [...document.querySelectorAll("[data-key]")].find(
        (each) => /** @type {HTMLElement} */ (each).dataset.key === event.key.toLowerCase());
      if (!(button instanceof HTMLElement)) return;
      button.focus({ preventScroll: true });
      if (!event.repeat) press(button);
    }
    event.preventDefault();
  });
}

/** Show which key plays what, now. @param {HTMLDialogElement} help */
function open(help) {
  const list = /** @type {HTMLElement} */ (byId("help-keys"));
  list.replaceChildren();
  /** @param {string} key @param {string} what */
  const add = (key, what) => {
    const term = document.createElement("dt");
    const sign = term.appendChild(document.createElement("kbd"));
    sign.textContent = key;
    const meaning = document.createElement("dd");
    meaning.textContent = what;
    list.append(term, meaning);
  };
  for (const each of document.querySelectorAll("[data-key]")) {
    const { dataset } = /** @type {HTMLElement} */ (each);
    add(dataset.key ?? "", `play ${each.querySelector(".name")?.textContent ?? each.getAttribute("aria-label") ?? ""}`);
  }
  add("/", "type a move");
  add("?", "show these keys");
  help.showModal();
}

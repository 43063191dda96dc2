// @ts-check
// Which contestants this browser plays, and what the page therefore shows and lets be pressed.

/** The contestants (0, 1) whose keys this browser holds. @type {Set<number>} */
let mine = new Set();
/** Whether what is shown is how things stand: as the page came it was, so nobody needs to wait for a socket. */
let current = true;

/** @param {Iterable<number>} contestants */
export function setMine(contestants) {
  mine = new Set(contestants);
  update();
}

/** @param {boolean} live whether what is shown is known to be as things stand */
export function setCurrent(live) {
  current = live;
  update();
}

/** Whether something may be pressed by us, now. @param {HTMLElement} element */
export const mayPress = (element) => current && mine.has(Number(element.dataset.who));

/** The seat that is ours to speak for: the one to move, or our only one. @returns {number | null} */
export function ourSeat() {
  for (const button of document.querySelectorAll("[data-command*='\"play\"']")) {
    const { dataset } = /** @type {HTMLElement} */ (button);
    if (mine.has(Number(dataset.who))) return JSON.parse(dataset.command ?? "{}").seat;
  }
  return null;
}

/** What addresses for others begin with: they may not reach the server by the name that this page has. */
export const othersBase = () => document.getElementById("main")?.dataset.base ?? location.origin;

/** Show, hide and enable everything according to whose it is. */
export function update() {
  const both = mine.size > 1; // side by side at one screen: nobody in particular is "you"
  for (const element of each("[data-for]")) element.hidden = both || !mine.has(Number(element.dataset.for));
  for (const element of each("[data-unless]")) element.hidden = !both && mine.has(Number(element.dataset.unless));
  for (const element of each("[data-for-any]")) element.hidden = mine.size === 0;
  for (const element of each("[data-for-none]")) element.hidden = mine.size > 0;
  for (const element of each("[data-answer]")) element.hidden = !mine.has(Number(element.dataset.answer));
  for (const element of each("[data-set]"))
    element.hidden = !mine.has(Number(element.dataset.set)) || (both && !("turn" in element.dataset));
  for (const element of each("[data-sit]")) element.hidden = mine.size > 0;
  for (const button of each("[data-command]"))
    if (mayPress(button)) button.removeAttribute("aria-disabled");
    else button.setAttribute("aria-disabled", "true");
  for (const input of each("[data-address]"))
    /** @type {HTMLInputElement} */ (input).value = `${othersBase()}${location.pathname}`;
}

/** @param {string} selector @returns {NodeListOf<HTMLElement>} */
const each = (selector) => document.querySelectorAll(selector);

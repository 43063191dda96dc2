// @ts-check
// Puts the server's HTML into the page. The one place that does, under the one policy that the page allows.

/** @type {{createHTML(html: string): any}} */
const policy = /** @type {any} */ (window).trustedTypes?.createPolicy("numduel", {
  createHTML: (/** @type {string} */ html) => html,
}) ?? { createHTML: (html) => html };

/** What is shown in each region, to leave alone what has not changed. @type {Map<string, string>} */
const shown = new Map();

/** The element with an id. @param {string} id @returns {HTMLElement | null} */
export const byId = (id) => document.getElementById(id);

/**
 * Show regions that have changed, and leave the focus, what is typed and what is open where they were.
 * @param {Record<string, string>} regions HTML by id
 */
export function swap(regions) {
  const focus = document.activeElement?.id;
  for (const [id, html] of Object.entries(regions)) {
    const region = byId(id);
    if (!region || shown.get(id) === html) continue;
    const kept = keep(region);
    region.innerHTML = policy.createHTML(html);
    shown.set(id, html);
    for (const put of kept) put();
  }
  if (focus && document.activeElement?.id !== focus) refocus(focus);
}

/** What a person has typed or opened in a region, each to be put back. @param {HTMLElement} region */
function keep(region) {
  /** @type {(() => void)[]} */
  const kept = [];
  for (const input of region.querySelectorAll("input[id]:not([readonly])")) {
    const { id, value } = /** @type {HTMLInputElement} */ (input);
    if (value) kept.push(() => { const now = byId(id); if (now instanceof HTMLInputElement) now.value = value; });
  }
  for (const { id } of region.querySelectorAll("details[id][open]"))
    kept.push(() => byId(id)?.setAttribute("open", ""));
  return kept;
}

/** Give the focus back, or to the choices where what had it is gone. @param {string} id */
function refocus(id) {
  const wanted = byId(id);
  if (wanted && wanted.matches("button, a, input, summary, [tabindex]") && wanted.getClientRects().length) {
    wanted.focus({ preventScroll: true });
    return;
  }
  const places = ["#choices button", "#board button", "#actions [data-set]:not([hidden]) button", "#choices-heading"];
  const next = places.map((each) => document.querySelector(each)).find(Boolean);
  /** @type {HTMLElement | null} */ (next)?.focus({ preventScroll: true });
}

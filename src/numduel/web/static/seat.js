// @ts-check
// Seat links: the key stands behind the # of the address, which browsers send to nobody; the page hands it in.
import { byId } from "./html.js";
import { show } from "./news.js";
import { othersBase } from "./seats.js";

/** @param {string} room @param {() => void} reconnect */
export async function startSeatLinks(room, reconnect) {
  byId("seat-link")?.addEventListener("click", () => make(room));
  const key = new URLSearchParams(location.hash.slice(1)).get("seat");
  if (!key) return;
  history.replaceState(null, "", location.pathname); // so that it is neither shared nor used twice
  const answer = await post(`/g/${room}/claim`, { key });
  if (answer.error) return show(answer.error, "refused");
  show("You have the seat on this device now.");
  reconnect();
}

/** @param {string} room */
async function make(room) {
  const answer = await post(`/g/${room}/link`, {});
  if (answer.error) return show(answer.error, "refused");
  const input = /** @type {HTMLInputElement} */ (byId("seat-address"));
  input.value = new URL(answer.link, othersBase()).href;
  /** @type {HTMLElement} */ (byId("seat-made")).hidden = false;
  input.focus();
  input.select();
}

/** @param {string} address @param {Record<string, string>} fields */
async function post(address, fields) {
  try {
    const response = await fetch(address, {
      method: "POST",
      headers: { Accept: "application/json" },
      body: new URLSearchParams(fields),
    });
    return await response.json();
  } catch {
    return { error: "The server cannot be reached just now." };
  }
}

// @ts-check
// Typing a move in the terminal's words. There, a forbidden attempt loses; so it is asked about once.
import { byId } from "./html.js";
import { ask, show } from "./news.js";
import { ourSeat } from "./seats.js";

/** @typedef {import("./socket.js").Message} Message */

/** @param {(command: import("./socket.js").Command, answered: (message: Message) => void) => void} send */
export function startSaying(send) {
  const form = /** @type {HTMLFormElement} */ (byId("say"));
  const line = /** @type {HTMLInputElement} */ (byId("line"));
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    say(false);
  });

  /** @param {boolean} sure whether a forbidden attempt is meant */
  function say(sure) {
    const seat = ourSeat();
    const words = line.value.trim();
    if (!words) return;
    if (seat === null) return show("It is not your turn.", "refused");
    send({ command: "say", seat, line: words, ...(sure ? { sure } : {}) }, answered);
  }

  /** @param {Message} message */
  async function answered(message) {
    if (message.type === "done") line.value = "";
    else if (message.code === "unfinished") {
      line.value = `${line.value.trim()} `;
      show(message.sentence, "words");
    } else if (message.code === "forbidden") {
      if (await ask(message.sentence, "Say it anyway")) say(true);
    } else if (message.sentence) show(message.sentence, "refused");
    line.focus();
  }
}

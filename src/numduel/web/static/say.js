// @ts-check
// Typing a move in the terminal's words. There, a forbidden attempt loses; so here it is asked about once.
import { byId } from "./html.js";
import { ask, show } from "./news.js";
import { ourSeat } from "./seats.js";

/** The buttons that other words of the terminal stand for, by how their ids begin. */
const ACTIONS = { back: "undo-", draw: "draw-", hint: "hint-", resign: "resign-", undo: "undo-", why: "why-" };

/**
 * @param {string} room
 * @param {import("./socket.js").Connection} connection
 * @param {(button: HTMLElement) => void} press
 */
export function startSaying(room, connection, press) {
  const form = /** @type {HTMLFormElement} */ (byId("say"));
  const line = /** @type {HTMLInputElement} */ (byId("line"));
  let said = Promise.resolve(); // when all that was typed before has been dealt with
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const words = line.value.trim();
    if (!words) return;
    line.value = ""; // the next line can be typed while this one is on its way
    said = said.then(async () => {
      line.value = (await tell(words)) + line.value;
      line.focus();
    });
  });

  /** Do what words say; what of them is left to be mended or gone on with. @param {string} words */
  async function tell(words) {
    const prefix = ACTIONS[/** @type {keyof ACTIONS} */ (words.toLowerCase())];
    const button = prefix && document.querySelector(`#actions [data-set]:not([hidden]) [id^=${prefix}]`);
    if (button instanceof HTMLElement) {
      press(button);
      return "";
    }
    await connection.answered(); // or the words would be held against the position before the last move
    const answer = await meaning(room, words);
    if (await say(words, answer, connection)) return "";
    if (answer.means === "unfinished") return `${words} `;
    return line.value ? "" : words; // what is typed now counts for more than what was refused
  }
}

/**
 * Say words whose meaning is known; whether anything was sent.
 * @param {string} words @param {any} answer @param {import("./socket.js").Connection} connection
 */
async function say(words, answer, connection) {
  if (answer.seat && ourSeat() !== answer.seat) show("It is not your turn.", "refused");
  else if (answer.means === "move") {
    connection.send({ command: "play", seat: answer.seat, move: answer.move, ply: answer.ply });
    return true;
  } else if (answer.means !== "forbidden") show(answer.sentence, answer.means === "unfinished" ? "words" : "refused");
  else if (await ask(answer.sentence, "Say it anyway")) {
    connection.send({ command: "say", seat: answer.seat, line: words });
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

// @ts-check
// The page of a table: shows what the server sends, and sends what is pressed.
import "./copy.js";
import { byId, swap } from "./html.js";
import { startKeys } from "./keys.js";
import { announce, ask, hush, show } from "./news.js";
import { startSaying } from "./say.js";
import { startSeatLinks } from "./seat.js";
import { mayPress, setCurrent, setMine, update } from "./seats.js";
import { Connection } from "./socket.js";

const table = /** @type {HTMLElement} */ (document.querySelector("main[data-room]"));
const room = table.dataset.room ?? "";
const { title } = document;
let number = -1; // of the view that is shown
let missed = false; // whether things may have happened that this page was not told
let over = 0; // when the game of someone who is away may be claimed

setMine((table.dataset.you ?? "").split(" ").filter(Boolean).map(Number));

const connection = new Connection(room, {
  message(message) {
    if (message.type === "you") setMine(message.contestants);
    else if (message.type === "view") showView(message);
    else if (message.type === "refused") show(message.sentence, "refused");
    else if (message.type === "words") show(message.text);
  },
  state(live, words) {
    const banner = /** @type {HTMLElement} */ (byId("connection"));
    banner.hidden = live;
    const said = live ? "" : `${words} ${connection?.ended ? "" : "What you see may be old. Trying again …"}`;
    if (banner.textContent !== said) banner.textContent = said; // or it would be read out at every try
    table.classList.toggle("stale", !live);
    table.toggleAttribute("data-current", live);
    if (!live) {
      number = -1; // whatever comes next is how things stand
      missed = true;
    }
    setCurrent(live);
  },
});

/** @param {import("./socket.js").Message} message */
function showView(message) {
  if (message.number < number) return;
  if (message.number > number) hush();
  number = message.number;
  swap(message.html);
  update();
  document.title = document.querySelector("#status [data-for]:not([hidden])") ? `Your move · ${title}` : title;
  announce(missed ? `Connected again. ${message.state ?? message.news} ${turn()}` : asOurs(message.news));
  missed = false;
  startCountdown();
}

/** Whose turn it is or who has won, as this page shows it. */
function turn() {
  const shown = document.querySelector("#status .turn > span:not([hidden], .mark)") ?? document.querySelector("#status .turn");
  return shown ? `${shown.textContent}.` : "";
}

/** News, which are the same for everyone, ending with "Your move." where it is ours. @param {string} news */
function asOurs(news) {
  const told = `${document.querySelector("#status .turn [data-unless]")?.textContent}.`;
  return news.endsWith(told) ? news.slice(0, -told.length) + turn() : news;
}

/** Press a button that carries a command, if it is ours to press. @param {HTMLElement} button */
async function press(button) {
  if (!mayPress(button)) {
    const turn = document.querySelector("#status .turn [data-unless]")?.textContent;
    show(table.classList.contains("stale") ? "Not connected just now." : `${turn ?? "You only watch this game"}.`, "refused");
    return;
  }
  const { command, ask: question, yes } = button.dataset;
  if (question && !(await ask(question, yes ?? "Yes"))) return;
  connection.send(JSON.parse(command ?? "{}"));
}

document.addEventListener("click", (event) => {
  const target = /** @type {Element} */ (event.target);
  const button = target.closest("[data-command]");
  if (button instanceof HTMLElement) press(button);
});

/** Count down to when a game may be claimed. */
function startCountdown() {
  const counter = document.querySelector("[data-seconds]");
  over = counter instanceof HTMLElement ? performance.now() + 1000 * Number(counter.dataset.seconds) : 0;
  countDown();
}

function countDown() {
  const counter = document.querySelector("[data-seconds]");
  if (!(counter instanceof HTMLElement)) return;
  const left = Math.max(0, Math.ceil((over - performance.now()) / 1000));
  counter.textContent = `${left} s`;
  const later = /** @type {HTMLElement} */ (counter.closest(".later"));
  later.hidden = left === 0;
  const now = /** @type {HTMLElement | null} */ (later.parentElement?.querySelector(".now"));
  if (now) now.hidden = left > 0;
}

setInterval(countDown, 500);
startCountdown();
startKeys(press);
startSaying(room, connection, press);
startSeatLinks(room, () => connection.again());

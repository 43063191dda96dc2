// @ts-check
// The connection to a table: commands are answered or sent again, and a dead connection is noticed soon.

const QUIET = 3500; // milliseconds of silence, after which we ask whether anybody is there
const PATIENCE = 3000; // milliseconds that the answer may take
const TICK = 500;
const LONGEST_WAIT = 15000;

/** @typedef {{command: string, [name: string]: unknown}} Command */
/** @typedef {{type: string, [name: string]: any}} Message */

export class Connection {
  /**
   * @param {string} room
   * @param {{message(message: Message): void, state(live: boolean, words: string): void}} listener
   */
  constructor(room, listener) {
    this.address = `${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/live/${room}`;
    this.listener = listener;
    /** Commands that nobody has answered yet, by id. @type {Map<string, Command>} */
    this.waiting = new Map();
    /** Called once no answer is to be waited for. @type {(() => void)[]} */
    this.whenAnswered = [];
    this.prefix = crypto.getRandomValues(new Uint32Array(2)).join("-");
    this.count = 0;
    this.tries = 0; // how often it has failed since it last worked; -1: it works
    this.heard = 0; // when we last heard from the server
    this.why = ""; // it was lost
    this.ended = false; // the table is gone
    /** @type {WebSocket | null} */
    this.socket = null;
    /** @type {number | undefined} */
    this.timer = undefined;
    setInterval(() => this.probe(), TICK);
    addEventListener("online", () => this.hurry());
    document.addEventListener("visibilitychange", () => document.hidden || this.hurry());
    this.open();
  }

  open() {
    clearTimeout(this.timer);
    const socket = new WebSocket(this.address);
    this.socket = socket;
    this.heard = performance.now();
    this.asked = 0; // when we last asked whether anybody is there
    socket.onmessage = ({ data }) => {
      if (socket !== this.socket) return;
      this.heard = performance.now();
      for (const message of [JSON.parse(data)].flat(2)) this.receive(message); // it may be several at once
    };
    socket.onclose = ({ code }) => socket === this.socket && this.lost(code);
  }

  /** @param {Message} message */
  receive(message) {
    if (message.type === "view" && this.tries >= 0) {
      this.tries = -1; // connected, and what is shown from now on is current
      this.listener.state(true, "");
      this.resend();
    }
    if (message.id !== undefined && message.id !== null) this.waiting.delete(String(message.id));
    if (message.type === "bye") {
      this.ended = message.code === "gone";
      this.listener.state(false, message.sentence);
    }
    this.listener.message(message);
    if (this.waiting.size === 0) this.release();
  }

  /** Wait until every command is answered and its answer shown, or until the connection is lost. */
  async answered() {
    if (this.waiting.size > 0 && this.tries === -1) await new Promise((go) => this.whenAnswered.push(() => go(null)));
  }

  release() {
    for (const go of this.whenAnswered.splice(0)) go();
  }

  /** Send again what was not answered; the same ids, so that nothing is done twice. */
  resend() {
    for (const [id, command] of this.waiting) this.socket?.send(JSON.stringify({ id, ...command }));
  }

  /** @param {Command} command @returns {string} the id by which it is answered */
  send(command) {
    const id = `${this.prefix}-${(this.count += 1)}`;
    this.waiting.set(id, command);
    if (this.tries === -1) this.socket?.send(JSON.stringify({ id, ...command }));
    return id;
  }

  /**
   * Ask whether anybody is there when it has been quiet, and give up when nobody answers. Silence alone proves
   * nothing: in a page that nobody looks at, hardly any time is given to this.
   */
  probe() {
    const now = performance.now();
    if (this.socket === null || now - this.heard < QUIET) return;
    if (this.tries !== -1) {
      if (now - this.heard > QUIET + PATIENCE) this.lost(1006); // it does not even open
    } else if (this.asked <= this.heard) this.ask();
    else if (now - this.asked > PATIENCE) this.lost(1006);
  }

  ask() {
    this.asked = performance.now();
    this.socket?.send(JSON.stringify({ id: `${this.prefix}-here`, command: "here" }));
  }

  /** @param {number} code */
  lost(code) {
    const old = this.socket;
    this.socket = null;
    old?.close();
    if (this.tries <= 0) this.why = code === 1012 ? "The server is starting again." : "The connection is lost.";
    this.tries = Math.max(this.tries, 0) + 1;
    this.release();
    if (this.ended) return;
    this.listener.state(false, this.why);
    const wait = Math.min(250 * 2 ** this.tries, LONGEST_WAIT);
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.open(), wait * (0.5 + Math.random() / 2));
  }

  /** Do not wait where there is reason to think that it works again. */
  hurry() {
    if (this.ended) return;
    if (this.socket === null) this.open();
    else if (this.tries === -1) this.ask();
  }

  /** Connect anew, as whoever this browser now is. */
  again() {
    const old = this.socket;
    this.socket = null;
    old?.close();
    this.tries = 0;
    this.release();
    this.open();
  }
}

// A game that is kept in this browser, on its board. The rules and the computer are part of the
// page, so that no network is needed.

import { mount } from "./board.js";
import { handIn } from "./hand-in.js";
import * as kept from "./kept.js";
import { markAim } from "./parts.js";
import { position, stop, think } from "./rules.js";

/** @typedef {import("./kept.js").Kept} Kept */
/** @typedef {import("./types.js").Position} Position */

const root = /** @type {HTMLElement} */ (document.querySelector("#board"));
const form = /** @type {HTMLFormElement} */ (document.querySelector("#turn-form"));
const status = /** @type {HTMLElement} */ (document.querySelector("#players"));
const trouble = /** @type {HTMLElement} */ (document.querySelector("#trouble"));
const again = /** @type {HTMLButtonElement} */ (document.querySelector("[data-again]"));

/** The parameters of the position endpoint for a game. @param {Kept} game */
const queryOf = ({ game, options, turns }) => ({ game, options, turns: turns.join(" ") });

/** A game on this page, and what can be done with it now. */
class Table {
  /** @param {Kept} game */
  constructor(game) {
    this.game = game;
    /** Number of the last question to the computer; an answer to an earlier one is dropped. */
    this.round = 0;
  }

  /** Shows the game, and asks the computer if it is its turn. */
  async open() {
    this.name(await position(queryOf(this.game)));
    mount(root);
    void this.answer();
  }

  /**
   * Tells the board which position it shows, and what can be done there.
   * @param {Position} now
   */
  name(now) {
    const { game } = this;
    this.now = now;
    root.dataset.positionUrl = `/position?${new URLSearchParams(queryOf(game))}`;
    root.dataset.mode = !this.over && this.mine ? "play" : "watch";
    for (const control of document.querySelectorAll("[data-needs-turns]")) {
      if (control instanceof HTMLElement) control.hidden = game.turns.length === 0 && !game.resigned;
    }
    for (const control of document.querySelectorAll("[data-needs-play]")) {
      if (!(control instanceof HTMLDetailsElement)) continue;
      control.hidden = this.over;
      if (this.over) control.open = false;
    }
    markAim(now);
    this.say();
  }

  /** Whether the game has ended. */
  get over() {
    return Boolean(this.now?.ending) || this.game.resigned !== undefined;
  }

  /** Whether a person is to move. */
  get mine() {
    return !this.game.level || this.now?.to_move?.seat === this.game.seat;
  }

  /** @param {string} [text] */
  say(text) {
    const colour = this.now?.to_move && this.game.level ? ` You play ${this.colour()}.` : "";
    const resigned = this.game.resigned ? ` ${this.game.state}` : "";
    status.textContent = text ?? `${capital(kept.playersOf(this.game))}.${colour}${resigned}`;
  }

  /** The names of both colours. @returns {{ light: string, dark: string }} */
  names() {
    return JSON.parse(root.dataset.colours ?? "{}");
  }

  /** The person's colour while the game lasts. */
  colour() {
    const mover = this.now?.to_move;
    if (!mover) return "";
    const mine = this.mine ? mover.colour : mover.colour === "light" ? "dark" : "light";
    return this.names()[mine];
  }

  /**
   * Replaces the turns of the game. If another window has changed it, that change is shown instead.
   * @param {string[]} turns
   * @param {{ resigned: 1 | 2, state: string }} [resigned] the seat that resigns, and the end in words
   * @returns {Promise<boolean>} whether the turns were replaced
   */
  async write(turns, resigned) {
    const now = await position({ ...queryOf(this.game), turns: turns.join(" ") });
    const written = kept.play(this.game, now.turns, { state: now.said, over: Boolean(now.ending ?? resigned), ...resigned });
    if (!written) {
      const other = kept.find(this.game.id);
      if (!other) throw new Error("This game was deleted in another window, so nothing was done.");
      this.game = other;
      this.name(await position(queryOf(other)));
      document.dispatchEvent(new CustomEvent("carrick:changed"));
      void this.answer();
      return false;
    }
    this.game = written;
    this.name(now);
    return true;
  }

  /** Plays a turn of a person. @param {string} typed */
  async play(typed) {
    trouble.textContent = "";
    const turn = typed.replace(/\s+/g, "");
    const text = await this.write([...this.game.turns, turn]).then(
      (done) => (done ? "" : "The game has moved on in another window, so nothing was done."),
      (error) => sentence(error),
    );
    if (text) {
      document.dispatchEvent(new CustomEvent("carrick:unsent", { cancelable: true, detail: { form, text, lost: false } }));
      return;
    }
    form.reset();
    document.dispatchEvent(new CustomEvent("carrick:sent", { detail: { form } }));
    document.dispatchEvent(new CustomEvent("carrick:changed"));
    await this.answer();
  }

  /**
   * Asks the computer to play, if it is to move. A page that was closed in the meantime asks again.
   */
  async answer() {
    const { game, now } = this;
    again.hidden = true;
    if (!now || this.over || this.mine || !game.level) return;
    const round = ++this.round;
    this.say(`The computer (${kept.levelOf(game.level)}) is thinking…`);
    try {
      const turn = await think(queryOf(game), game.level, game.seed + game.turns.length);
      if (round !== this.round) return;
      await this.write([...game.turns, turn]);
      document.dispatchEvent(new CustomEvent("carrick:changed"));
    } catch (error) {
      if (round !== this.round) return;
      this.say();
      trouble.textContent = `The computer did not move: ${sentence(error)} The game is kept as it is.`;
      again.hidden = false;
    }
  }

  /** Resigns for the person or, with two at one screen, for the side that is to move. */
  async resign() {
    const { game, now } = this;
    if (!now?.to_move || this.over) return;
    this.round += 1;
    stop();
    const names = this.names();
    const loser = game.level ? this.colour() : names[now.to_move.colour];
    const winner = Object.values(names).find((name) => name !== loser);
    await this.write(game.turns, { resigned: game.seat ?? now.to_move.seat, state: `${winner} wins: ${loser} resigned.` });
    const back = document.querySelector("[data-back]");
    if (back instanceof HTMLElement) back.focus({ preventScroll: true });
    document.dispatchEvent(new CustomEvent("carrick:changed"));
  }

  /** Takes back a resignation, or the person's last turn together with the computer's reply. */
  async back() {
    const { game } = this;
    this.round += 1;
    stop();
    if (game.resigned) {
      await this.write(game.turns);
      document.dispatchEvent(new CustomEvent("carrick:changed"));
      await this.answer();
      return;
    }
    let turns = game.turns;
    do {
      turns = turns.slice(0, -1);
      const before = await position({ ...queryOf(game), turns: turns.join(" ") });
      if (!game.level || before.to_move?.seat === game.seat) break;
    } while (turns.length);
    await this.write(turns);
    document.dispatchEvent(new CustomEvent("carrick:changed"));
    // If the computer moves first, only its first turn is left, which cannot be taken back.
    await this.answer();
  }
}

/** @param {string} text */
const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1);

/** An error as a sentence. @param {unknown} error */
function sentence(error) {
  const text = error instanceof Error ? error.message : String(error);
  return /[.!?]$/.test(text) ? text : `${text}.`;
}

/** @param {unknown} error */
const report = (error) => (trouble.textContent = sentence(error));

/** @param {Kept} game */
async function begin(game) {
  const table = new Table(game);
  form.addEventListener("submit", (event) => {
    // Runs before the script that would send it.
    event.preventDefault();
    const field = form.elements.namedItem("turn");
    if (field instanceof HTMLInputElement) void table.play(field.value).catch(report);
  });
  /** @type {[string, () => void][]} */
  const ways = [
    ["back", () => void table.back().catch(report)],
    ["again", () => void table.answer()],
    ["resign", () => void table.resign().catch(report)],
    ["hand-in", () => void handIn(table.game, trouble)],
    ["drop", () => {
      kept.drop(game.id);
      location.assign("/offline");
    }],
  ];
  for (const [name, act] of ways) {
    for (const button of document.querySelectorAll(`[data-${name}]`)) button.addEventListener("click", act);
  }
  document.querySelector("[data-game-controls]")?.removeAttribute("hidden");
  // Another window may have played more turns.
  addEventListener("storage", ({ key }) => {
    const other = key?.endsWith(game.id) ? kept.find(game.id) : undefined;
    if (!other || (other.turns.join(" ") === table.game.turns.join(" ") && other.resigned === table.game.resigned)) return;
    table.game = other;
    void position(queryOf(other)).then((now) => {
      table.name(now);
      document.dispatchEvent(new CustomEvent("carrick:changed"));
    });
  });
  await table.open();
}

const game = kept.find(new URLSearchParams(location.search).get("game") ?? "");
if (game && game.game === root.dataset.game) void begin(game).catch(report);
else trouble.textContent = "This game is not in this browser; it may have been deleted or handed in.";

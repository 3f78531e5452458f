// Puzzles of the last week, solved on this page: the page's engine judges turns and plays the best
// defence, so that no network is needed.

import { mount } from "./board.js";
import { loadEngine } from "./engine.js";
import * as tries from "./tries.js";

/** @typedef {import("./engine.js").Solving} Solving */

/**
 * A puzzle of the list, as the server describes it.
 * @typedef {{ day: string, number: number, ownTurns: number, colour: string, options: string, certainty: string, grade: string, source: string, title: string, line: { options: string, turns: string, solution: string } }} Puzzle
 */

/** @template {HTMLElement} E @param {string} selector */
const part = (selector) => /** @type {E} */ (document.querySelector(selector));

const root = part("#board");
const form = /** @type {HTMLFormElement} */ (part("#turn-form"));
const [ask, answer, record, trouble] = [part("#ask"), part("#answer"), part("#record"), part("#trouble")];
const [facts, giveUp] = [part("#facts"), part("#give-up")];
const game = root.dataset.game ?? "";
const items = /** @type {HTMLElement[]} */ ([...document.querySelectorAll("#week [data-day]")]);

/** @param {HTMLElement} item @returns {Puzzle} */
function puzzleOf(item) {
  const { day = "", number, ownTurns, colour = "", options = "", puzzle = "", certainty = "", grade = "", source = "" } = item.dataset;
  const title = item.querySelector("a")?.textContent ?? "";
  return { day, number: Number(number), ownTurns: Number(ownTurns), colour, options, certainty, grade, source, title, line: JSON.parse(puzzle) };
}

/** @param {string} tag @param {string} text @param {Record<string, string>} [more] attributes */
function made(tag, text, more = {}) {
  const one = document.createElement(tag);
  one.textContent = text;
  for (const [name, value] of Object.entries(more)) one.setAttribute(name, value);
  return one;
}

/** @param {unknown} error */
const sentence = (error) => (error instanceof Error ? error.message : String(error));

/** A puzzle on the board. */
class Table {
  /** @param {Puzzle} puzzle */
  constructor(puzzle) {
    this.puzzle = puzzle;
    /** @type {{ game: string, number: number, day: string }} */
    this.key = { game, number: puzzle.number, day: puzzle.day };
    const kept = tries.find(this.key);
    this.found = kept?.end ? 0 : (kept?.found ?? 0);
    /** The position in which the reader looks for a turn. @type {Solving | undefined} */
    this.now = undefined;
  }

  async open() {
    this.show(await this.ask(this.found));
    mount(root);
    this.tell();
  }

  /**
   * Asks the engine about a turn, or for the position after this many found turns.
   * @param {number} found
   * @param {string} [turn]
   */
  async ask(found, turn = "") {
    const { options, turns, solution } = this.puzzle.line;
    return (await loadEngine()).solve({ game, options, turns, solution, found, turn });
  }

  /**
   * Shows a position, and the reply that led there.
   * @param {Solving} now
   * @param {string} [solved]
   */
  show(now, solved) {
    this.now = now;
    this.found = now.found;
    const { options } = this.puzzle.line;
    const over = now.found === this.puzzle.ownTurns;
    root.dataset.positionUrl = `/position?${new URLSearchParams({ game, options, turns: now.turns })}`;
    root.dataset.mode = over ? "watch" : "play";
    giveUp.hidden = over;
    this.request(over);
    this.answer(now, "", solved);
    const { grade, source, certainty } = this.puzzle;
    facts.replaceChildren(...[grade, source, ...(over ? [certainty] : [])].map((fact) => made("li", fact)));
  }

  /** Shows the task. @param {boolean} over */
  request(over) {
    const { colour, ownTurns, number, options, title } = this.puzzle;
    part("#which").textContent = `${title}: puzzle ${number}${options && `, ${options}`}`;
    const found = this.found > 0 ? `, and ${this.found} found` : "";
    const wanted = ownTurns === 1 ? "Exactly one turn wins. Which?"
      : `Exactly one turn wins. Find it, and the next one after each defence: ${ownTurns} turns in all${found}.`;
    ask.hidden = false;
    ask.replaceChildren(made("span", `You play ${colour}.`, { class: "you-play" }), ` ${over ? "This was the only way to win." : wanted}`);
  }

  /** Shows the verdict on the last try. @param {Solving} now @param {string} [turn] @param {string} [solved] */
  answer({ verdict, said }, turn = "", solved = "Solved.") {
    const begins = {
      untried: "", right: "Right.", solved, wrong: "Not this one.", refused: `The rules do not allow ${turn}.`,
    }[verdict];
    if (!begins) {
      answer.replaceChildren();
      return;
    }
    const right = verdict === "right" || verdict === "solved";
    const told = made("p", "", { class: right ? "said right" : "said" });
    told.append(made("b", begins), ` ${said}${verdict === "right" ? " And now?" : ""}`);
    answer.replaceChildren(told);
    if (verdict !== "solved") return;
    const more = made("p", "", { class: "actions" });
    const again = made("button", "Try again", { type: "button" });
    again.addEventListener("click", () => void this.again().catch(report));
    const next = this.next();
    const onward = next ? made("a", "Next puzzle", { class: "button main", href: pathOf(next), "data-onward": "" })
      : made("a", "Everything that works offline", { class: "button main", href: "/offline", "data-onward": "" });
    more.append(onward, " ", again);
    answer.append(more);
  }

  /** A day of the week whose puzzle is not solved. */
  next() {
    return items.map(puzzleOf).find(({ day, number }) => day !== this.puzzle.day && !tries.find({ game, number })?.end);
  }

  /** @param {string} typed */
  async play(typed) {
    trouble.textContent = "";
    const turn = typed.replace(/\s+/g, "");
    if (!turn) return;
    const before = this.found;
    const judged = await this.judge(turn);
    if (!judged) return;
    if (judged.verdict === "refused" || judged.verdict === "wrong") {
      this.answer(judged, turn);
      dispatch("carrick:unsent", { form, text: "", lost: false });
    } else {
      this.show(judged);
      form.reset();
      dispatch("carrick:sent", { form });
    }
    document.dispatchEvent(new CustomEvent("carrick:changed"));
    if (judged.verdict === "solved") focusOnward();
    if (judged.verdict !== "refused") this.note(before, turn, judged.verdict === "solved" ? "solved" : "");
  }

  /** Shows the end of the solution. */
  async giveUp() {
    const before = this.found;
    this.show(await this.ask(this.puzzle.ownTurns), "The solution.");
    document.dispatchEvent(new CustomEvent("carrick:changed"));
    focusOnward();
    this.note(before, "", "shown");
  }

  /** Starts again; from now on tries do not count. */
  async again() {
    this.show(await this.ask(0));
    document.dispatchEvent(new CustomEvent("carrick:changed"));
  }

  /** @param {string} turn */
  async judge(turn) {
    try {
      return await this.ask(this.found, turn);
    } catch (error) {
      // Nothing was judged, so nothing is recorded.
      dispatch("carrick:unsent", { form, text: sentence(error), lost: false });
      return undefined;
    }
  }

  /**
   * Keeps an answer, and hands it in if that is possible now.
   * @param {number} before
   * @param {string} turn
   * @param {"" | "solved" | "shown"} end
   */
  note(before, turn, end) {
    try {
      tries.note(this.key, before, turn, { found: this.found, end });
    } catch (error) {
      record.textContent = sentence(error);
      return;
    }
    this.tell();
  }

  /** Shows the state of each puzzle in this browser, and hands in what is waiting. */
  tell() {
    list();
    const said = () => tries.find(this.key)?.said ?? "";
    record.textContent = said();
    void tries.send().then((why) => {
      record.textContent = why ?? said();
    }).catch(report);
  }
}

/** @param {string} name @param {object} detail */
const dispatch = (name, detail) => document.dispatchEvent(new CustomEvent(name, { cancelable: true, detail }));

/** Moves the focus to the link that leads on. */
function focusOnward() {
  const onward = document.querySelector("[data-onward]");
  if (onward instanceof HTMLElement) onward.focus({ preventScroll: true });
}

/** @param {unknown} error */
function report(error) {
  trouble.textContent = sentence(error);
}

/** @param {Puzzle} puzzle */
const pathOf = ({ day }) => `/offline/puzzles/${game}?day=${day}`;

/** The days, each with a link to its puzzle on this page and the state of that. */
function list() {
  for (const item of items) {
    const puzzle = puzzleOf(item);
    const link = item.querySelector("a");
    if (link) link.href = pathOf(puzzle);
    const state = item.querySelector("[data-state]");
    const kept = tries.find({ game, number: puzzle.number });
    if (state) state.textContent = kept ? { solved: ", solved", shown: ", given up", "": ", begun" }[kept.end] : "";
  }
}

/** Today's date, as days are named; they begin at midnight UTC. */
const today = () => new Date().toISOString().slice(0, 10);

/** The puzzle that the address asks for; if there is none, the latest one, with an explanation. */
function chosen() {
  const puzzles = items.map(puzzleOf);
  const [latest, first] = [puzzles.at(0), puzzles.at(-1)];
  const asked = new URLSearchParams(location.search).get("day") ?? "";
  const day = asked === "today" ? today() : asked;
  const found = day ? puzzles.find((one) => one.day === day) : latest;
  if (found || !latest || !first) return found;
  trouble.textContent = `The puzzle of ${day} is not on this page, which has those from ${first.title} to ${latest.title}. You see the latest.`;
  return latest;
}

const puzzle = chosen();
list();
tries.tidy(items.map((item) => item.dataset.day ?? ""));
if (puzzle) {
  const table = new Table(puzzle);
  form.addEventListener("submit", (event) => {
    // Runs before the script that would send it.
    event.preventDefault();
    const field = form.elements.namedItem("turn");
    if (field instanceof HTMLInputElement) void table.play(field.value).catch(report);
  });
  part("[data-show]").addEventListener("click", () => void table.giveUp().catch(report));
  addEventListener("online", () => table.tell());
  document.addEventListener("carrick:back", () => table.tell());
  addEventListener("storage", list);
  void table.open().catch(report);
}

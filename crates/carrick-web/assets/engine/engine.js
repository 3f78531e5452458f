// The engine in the page: rules, levels and analyses in a worker, without asking the server.
//
//   import { hasEngine, loadEngine } from "./engine.js";
//   if (hasEngine()) {
//     const engine = await loadEngine();
//     const here = { game: "antipod", options: "-radius=6", turns: "f14 f9" };
//     const view = await engine.position({ ...here, then: "g7" });
//     const { turn } = await engine.turn(here, "level3", 7);
//     const { verdict, said } = await engine.judge({ game: "ankor", step: 1, turn: "c2" });
//     await engine.analyse(here, { lines: 3, nodes: 10_000, onReport: show, signal });
//   }
//
// If the browser cannot run it, `hasEngine()` is false, and pages ask the server. Nothing is loaded
// before the first question. A question that cannot be answered rejects with an `Error` whose
// message is a sentence; one that `signal` aborts rejects with the signal's reason, as `fetch`
// does.

/** @typedef {import("./types.js").Position} Position */

/**
 * A position, given by the parameters of the position endpoint, with the same names and syntax.
 * @typedef {{ game: string, options?: string, turns?: string, ply?: string, then?: string, select?: string, show?: string, theme?: string }} PositionQuestion
 */

/**
 * A turn of the computer. `thought.value` is the position's value to the player to move, 0 to 1.
 * @typedef {{ turn: string, thought: { value: number, nodes: number, proved: string | null } }} Played
 */

/** @typedef {{ verdict: "right" | "wrong" | "refused", said: string, last: boolean }} Judged */

/**
 * A judgement on a turn at a puzzle: `found` turns have been found now, and `turns` lead to the
 * position from which the puzzle continues.
 * @typedef {{ verdict: "untried" | "right" | "solved" | "wrong" | "refused", said: string, found: number, turns: string }} Solving
 */

/**
 * A report of an analysis, as `carrick_coach::Analysis` describes it. The last one has `done`.
 * @typedef {object} Analysis
 * @property {number} ply
 * @property {{ colour: "light" | "dark", name: string }} to_move
 * @property {{ colour: "light" | "dark", name: string, value: number }[]} values Light first
 * @property {{ kind: "fills" | "search" | "counted" | "proved", result?: string }} how
 * @property {boolean} swap
 * @property {string} said
 * @property {{ turn: string, value: number, proved?: string, margin?: number, visits: number, continuation: string[], said: string }[]} lines
 * @property {number} nodes
 * @property {number} [depth]
 * @property {{ map: string, values: Record<string, number> }} [map]
 * @property {boolean} done
 */

/**
 * A question in the form that the worker understands.
 * @typedef {{ id: number, what: "position" | "judge" | "solve" | "turn" | "analyse" | "stop", asked: string, milliseconds?: number }} Question
 */

/**
 * A question that waits for its answer.
 * @typedef {object} Waiting
 * @property {Question} question
 * @property {number} tries how many more times it may be asked
 * @property {(answer: any) => void} hear is called with each answer
 * @property {() => void} end is called after the last answer
 * @property {(reason: unknown) => void} fail
 */

/** How often a question is asked: again if the worker died while answering it. */
const TRIES = 2;

/** Time that the strongest level takes for a turn, in milliseconds, the same as in the program. */
const FULL_TIME_MS = 3000;

const DIED = "The engine in this page stopped unexpectedly. Please try again.";
const UNLOADED = "The engine for this page could not be loaded. Please try again.";

/**
 * The page's Trusted Types policy for workers. It allows only the engine's script.
 */
const policy = /** @type {any} */ (globalThis).trustedTypes?.createPolicy("carrick-engine", {
  createScriptURL: () => new URL("worker.js", import.meta.url).href,
});

/** Whether this browser can run the engine. */
export function hasEngine() {
  return "Worker" in globalThis && "WebAssembly" in globalThis;
}

/** A worker, and what it was asked. A worker that died is replaced at the next question. */
export class Engine {
  constructor() {
    /** @type {Map<number, Waiting>} */
    this.waiting = new Map();
    this.last = 0;
    this.begun = 0;
    /** @type {Worker | undefined} */
    this.worker = undefined;
  }

  /**
   * A position, as the position endpoint describes it.
   * @param {PositionQuestion} query
   * @param {{ signal?: AbortSignal }} [how]
   * @returns {Promise<Position>}
   */
  position(query, how = {}) {
    return this.one("position", query, how);
  }

  /**
   * A judgement on a try in a lesson.
   * @param {{ game: string, step: number, turn: string }} tried
   * @returns {Promise<Judged>}
   */
  judge(tried) {
    return this.one("judge", tried, {});
  }

  /**
   * A judgement on a turn at a puzzle, with the best defence; without a turn, the position after
   * `found` turns.
   * @param {{ game: string, options: string, turns: string, solution: string, found: number, turn?:
   * string }} tried as in a line of the collection
   * @returns {Promise<Solving>}
   */
  solve(tried) {
    return this.one("solve", tried, {});
  }

  /**
   * The turn of a level, as the program would choose it with this seed and as many nodes. The
   * strongest level thinks for three seconds unless `nodes` or `milliseconds` set another limit.
   * @param {PositionQuestion} position
   * @param {string} level such as `level3` or `novice1`
   * @param {number} seed a whole number
   * @param {{ nodes?: number, milliseconds?: number, signal?: AbortSignal }} [how]
   * @returns {Promise<Played>}
   */
  turn(position, level, seed, { nodes, milliseconds, signal } = {}) {
    const timed = milliseconds ?? (level === "level9" && nodes === undefined ? FULL_TIME_MS : undefined);
    return this.one("turn", { ...position, level, seed, nodes }, { milliseconds: timed, signal });
  }

  /**
   * Analyses a position, and reports progress; resolves to the last report.
   * @param {PositionQuestion} position
   * @param {{ lines?: number, nodes?: number, seed?: number, map?: boolean, onReport?: (report: Analysis) => void, signal?: AbortSignal }} [how]
   * @returns {Promise<Analysis>}
   */
  async analyse(position, { lines, nodes, seed, map, onReport, signal } = {}) {
    /** @type {Analysis | undefined} */
    let last;
    await this.ask("analyse", { ...position, lines, nodes, seed, map }, { signal }, (report) => {
      last = report;
      onReport?.(report);
    });
    if (!last) throw new Error(DIED);
    return last;
  }

  /** Ends the worker; open questions fail. */
  close() {
    this.worker?.terminate();
    this.worker = undefined;
    for (const { fail } of this.waiting.values()) fail(new Error(DIED));
    this.waiting.clear();
  }

  /**
   * Asks a question that has one answer.
   * @param {Question["what"]} what
   * @param {object} asked
   * @param {{ milliseconds?: number | undefined, signal?: AbortSignal | undefined }} how
   * @returns {Promise<any>}
   */
  async one(what, asked, how) {
    let heard;
    await this.ask(what, asked, how, (answer) => {
      heard = answer;
    });
    return heard;
  }

  /**
   * @param {Question["what"]} what
   * @param {object} asked
   * @param {{ milliseconds?: number | undefined, signal?: AbortSignal | undefined }} how
   * @param {(answer: any) => void} hear
   * @returns {Promise<void>}
   */
  ask(what, asked, { milliseconds, signal }, hear) {
    signal?.throwIfAborted();
    const id = ++this.last;
    /** @type {Question} */
    const question = { id, what, asked: JSON.stringify(asked), ...(milliseconds !== undefined && { milliseconds }) };
    /** @type {Promise<void>} */
    const answered = new Promise((resolve, reject) => {
      this.waiting.set(id, { question, tries: TRIES, hear, end: () => resolve(undefined), fail: reject });
    });
    const stop = () => {
      this.waiting.get(id)?.fail(signal?.reason);
      this.waiting.delete(id);
      this.worker?.postMessage({ id, what: "stop", asked: "" });
    };
    signal?.addEventListener("abort", stop, { once: true });
    this.send(id);
    return answered.finally(() => signal?.removeEventListener("abort", stop));
  }

  /** Sends a waiting question. @param {number} id */
  send(id) {
    const asked = this.waiting.get(id);
    if (!asked) return;
    asked.tries -= 1;
    this.worker ??= this.begin();
    this.worker.postMessage(asked.question);
  }

  /** A new worker. */
  begin() {
    const url = new URL("worker.js", import.meta.url).href;
    const name = `carrick-engine-${crypto.getRandomValues(new Uint32Array(2)).join("-")}`;
    const worker = new Worker(policy ? policy.createScriptURL(url) : url, { type: "module", name });
    worker.onmessage = ({ data }) => {
      if (data.held) void globalThis.navigator.locks.request(name, () => this.dies(worker));
      else if (data.failed !== undefined) this.dies(worker, data.unloaded ? UNLOADED : DIED);
      else this.hears(data);
    };
    worker.onerror = (event) => {
      event.preventDefault();
      this.dies(worker, UNLOADED);
    };
    return worker;
  }

  /** @param {{ id: number, answer?: string, done: boolean }} heard */
  hears({ id, answer, done }) {
    const waiting = this.waiting.get(id);
    if (!waiting) return;
    const told = answer === undefined ? undefined : JSON.parse(answer);
    if (typeof told?.error === "string") {
      this.waiting.delete(id);
      waiting.fail(new Error(told.error));
      return;
    }
    if (told) waiting.hear(told);
    if (!done) return;
    this.waiting.delete(id);
    waiting.end();
  }

  /**
   * Handles the end of a worker: a new one gets its open questions, except those that were asked
   * before, which fail.
   * @param {Worker} worker
   * @param {string} [why]
   */
  dies(worker, why = DIED) {
    if (this.worker !== worker) return;
    worker.terminate();
    this.worker = undefined;
    for (const [id, { tries, fail }] of [...this.waiting]) {
      if (tries > 0) {
        this.send(id);
      } else {
        this.waiting.delete(id);
        fail(new Error(why));
      }
    }
  }
}

/** @type {Engine | undefined} */
let engine;

/**
 * The page's engine. It is loaded once, with the first question.
 * @returns {Promise<Engine>}
 */
export async function loadEngine() {
  if (!hasEngine()) throw new Error("This browser cannot run the engine.");
  engine ??= new Engine();
  return engine;
}

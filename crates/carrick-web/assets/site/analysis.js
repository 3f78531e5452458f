// Panel of an analysis next to a board: a win bar, the best lines, a map, depth and nodes.
//
// The analysis starts when the reader asks for it, follows the position that the board shows, and
// stops when the reader leaves. It uses the server's engine, unless the page has one.

import { analyse as onPage } from "./analysis-own.js";
import { analyse as onServer, Refused } from "./analysis-server.js";
import { boards, button, element, make, turnsOf } from "./board.js";
import { percent } from "./percent.js";
import { hasEngine } from "./engine.js";

/** @typedef {import("./types.js").Position} Position */

/**
 * A report, as the crate carrick-coach describes it.
 * @typedef {{ colour: "light" | "dark", name: string }} Side
 * @typedef {{ turn: string, value: number, said: string, continuation: string[] }} Line
 * @typedef {object} Report
 * @property {Side} to_move
 * @property {[Side & { value: number }, Side & { value: number }]} values
 * @property {{ kind: string, result?: "win" | "draw" | "loss" }} how
 * @property {string} said
 * @property {Line[]} lines
 * @property {number} nodes
 * @property {number} [depth]
 * @property {{ map: string, values: Record<string, number> }} [map]
 * @property {boolean} done
 */

/**
 * The position to analyse.
 * @typedef {{ game: string, options: string, turns: string[] }} Asked
 */

/**
 * How to analyse, and where to report.
 * @typedef {object} Ways
 * @property {number} lines
 * @property {number} nodes positions that an engine in this page searches; the server has a
 * separate limit
 * @property {(report: Report) => void} onReport
 * @property {(place: number) => void} [onWait] its place in the queue, from 1
 * @property {AbortSignal} signal
 */

/** An engine. @typedef {(position: Asked, ways: Ways) => Promise<Report>} Analyse */

/** Number of lines. */
const LINES = 3;
/** Maximum number of turns shown in a line after its first. */
const AHEAD = 7;
/** How long the position must stay the same before it is analysed, in milliseconds. */
const PAUSE_MS = 350;

/** The panel in a section of the page. */
class Panel {
  /**
   * @param {HTMLElement} section
   * @param {import("./board.js").Board} board
   * @param {Analyse} analyse
   */
  constructor(section, board, analyse) {
    this.board = board;
    this.analyse = analyse;
    this.nodes = Number(section.dataset.nodes) || 10_000;
    this.on = false;
    this.searching = false;
    /** @type {AbortController | undefined} */
    this.running = undefined;
    /** @type {Report | undefined} */
    this.report = undefined;
    this.timer = 0;
    /** The position under analysis, identified by its turns. */
    this.about = "";
    this.shows = { lines: true, map: false };
    this.start = button("Analyse", () => this.toggle(), { "data-analyse": true });
    const toggle = (/** @type {"lines" | "map"} */ what, /** @type {string} */ label, /** @type {string} */ title) =>
      button(label, () => this.show(what), { "data-analysis-show": what, title });
    this.switches = {
      lines: toggle("lines", "Best turns", "numbers on the board: 1 in a circle, 2 in a square, 3 in a diamond"),
      map: toggle("map", "Map", "what a turn at each place is worth"),
    };
    this.status = make("p", { class: "analysis-status", role: "status" });
    this.found = make("div", { class: "analysis-found", hidden: true });
    const help = make("small", {}, "Fair play: ", make("a", { href: "/fair-play" }, "when an engine may help"));
    const tools = make("div", { class: "analysis-tools", role: "group", "aria-label": "Analysis" }, this.start, this.switches.lines, this.switches.map);
    const title = section.querySelector("h2") ?? make("h2", {}, "Analysis");
    section.replaceChildren(title, tools, this.status, this.found, make("p", {}, help));
    this.press();
    document.addEventListener("carrick:shown", () => this.moved());
    // A newer version of the page has this section without the panel.
    document.addEventListener("carrick:changed", () => document.querySelector("#analysis:not([data-panel])")?.replaceWith(section));
    section.dataset.panel = "";
    addEventListener("pagehide", () => this.running?.abort());
  }

  /** The position that the board shows, without a preview. */
  get asked() {
    const { base } = this.board;
    return base && { game: base.game, options: base.options, turns: turnsOf(base) };
  }

  toggle() {
    this.on = !this.on;
    this.about = "";
    this.searching = this.on;
    this.press();
    if (this.on) void this.begin();
    else this.end("Stopped.");
  }

  /** @param {"lines" | "map"} what */
  show(what) {
    this.shows[what] = !this.shows[what];
    this.press();
    this.draw();
  }

  press() {
    // After a search is finished, the panel still follows the board.
    this.start.textContent = !this.on ? "Analyse" : this.searching ? "Stop analysis" : "Stop following";
    for (const what of /** @type {const} */ (["lines", "map"])) {
      this.switches[what].setAttribute("aria-pressed", String(this.shows[what]));
      this.switches[what].hidden = !this.on && !this.report;
    }
  }

  /** Another position is shown: it is analysed as soon as the reader stays there. */
  moved() {
    if (!this.on || this.asked?.turns.join(" ") === this.about) return;
    this.running?.abort();
    clearTimeout(this.timer);
    this.timer = setTimeout(() => void this.begin(), PAUSE_MS);
  }

  async begin() {
    this.running?.abort();
    const asked = this.asked;
    if (!asked || !this.on) return;
    const running = new AbortController();
    [this.running, this.about, this.report] = [running, asked.turns.join(" "), undefined];
    this.found.hidden = true;
    this.board.annotate(undefined);
    this.search(!this.board.base?.ending?.by_rules);
    if (this.board.base?.ending?.by_rules) {
      this.say(`The game is over here: ${this.board.base.ending.said}`);
      return;
    }
    this.say("The computer is thinking…");
    const { signal } = running;
    const onWait = (/** @type {number} */ place) =>
      this.say(place === 1 ? "The server is busy; yours is next." : `The server is busy; yours is number ${place} in the queue.`);
    const onReport = (/** @type {Report} */ report) => {
      if (signal.aborted) return;
      const first = !this.report;
      this.report = tried(report);
      if (first) this.say("The computer is thinking; the values below become more reliable.");
      this.draw();
    };
    try {
      const report = await this.analyse(asked, { lines: LINES, nodes: this.nodes, onReport, onWait, signal });
      if (signal.aborted) return;
      const best = tried(report).lines.map(({ turn, said }) => `${turn}, ${said}`).join("; ");
      this.search(false);
      // The rest is visible on the page.
      this.status.replaceChildren("Finished.", make("span", { class: "unseen" }, ` ${report.said} Best: ${best}.`));
    } catch (error) {
      if (signal.aborted) return;
      this.on = false;
      this.press();
      this.say(error instanceof Refused ? error.message : "The connection is lost. Analyse again when it is back.");
    }
  }

  /** @param {boolean} searching */
  search(searching) {
    this.searching = searching;
    this.press();
  }

  /** @param {string} why */
  end(why) {
    clearTimeout(this.timer);
    this.running?.abort();
    this.running = undefined;
    this.say(why);
  }

  /** @param {string} text */
  say(text) {
    if (this.status.textContent !== text) this.status.textContent = text;
  }

  /** Shows the report, in the panel and on the board. */
  draw() {
    const { report } = this;
    if (!report) return;
    this.press();
    const focused = this.found.contains(document.activeElement) ? document.activeElement?.getAttribute("data-line") : undefined;
    const parts = [bar(report), make("p", { class: "analysis-said" }, report.said), this.lines(report)];
    if (this.shows.map) parts.push(legend(report));
    this.found.replaceChildren(...parts);
    this.found.hidden = false;
    const again = focused && this.found.querySelector(`[data-line="${focused}"]`);
    if (again instanceof HTMLElement) again.focus({ preventScroll: true });
    const lines = this.shows.lines ? report.lines.map(({ turn }, index) => ({ rank: index + 1, turn })) : [];
    const best = report.lines[0]?.turn.split(/[-:]/).at(-1);
    const worth = this.shows.map && report.map ? { ...(best ? { best } : {}), values: report.map.values } : undefined;
    this.board.annotate({ turns: this.about, lines, ...(worth ? { worth } : {}) });
  }

  /** The best lines; each turn leads to its position. @param {Report} report */
  lines(report) {
    const items = report.lines.map(({ turn, said, continuation }, index) => {
      const all = [turn, ...continuation.slice(0, AHEAD)];
      const steps = all.map((step, ahead) =>
        button(step, () => this.board.walk(all.slice(0, ahead + 1)), {
          "data-line": `${index}-${ahead}`,
          "aria-label": ahead ? `${step}, ${ahead + 1} turns on in line ${index + 1}` : `${step}, line ${index + 1}, ${said}`,
        }),
      );
      return make("li", {}, make("span", { class: `rank rank-${index + 1}`, "aria-hidden": "true" }, String(index + 1)), make("span", { class: "value" }, said), ...steps);
    });
    return make("ol", { class: "analysis-lines", "aria-label": `Best turns for ${report.to_move.name}, who is to move` }, ...items);
  }
}

/**
 * A report without the turns that were not searched because another one wins.
 * @param {Report} report
 */
const tried = (report) => ({ ...report, lines: report.lines.filter(({ said }, index) => index === 0 || said !== "not searched") });

/** The shares of both colours. @param {Report} report */
function bar({ how, values: [light, dark] }) {
  const share = 100 * light.value;
  const said = [light, dark].map(({ name, value }) => `${name} ${how.kind === "proved" ? `${100 * value} %` : percent(value)}`);
  const svg = element("svg", { class: "win-bar", viewBox: "0 0 100 6", preserveAspectRatio: "none", role: "img", "aria-label": said.join(", ") });
  svg.append(element("rect", { class: "light", width: share, height: 6 }), element("rect", { class: "dark", x: share, width: 100 - share, height: 6 }));
  const names = make("p", { class: "win-names", "aria-hidden": "true" }, ...said.map((words) => make("span", {}, words)));
  return make("div", {}, svg, names);
}

/** Legend of the map, and its values as a list. @param {Report} report */
function legend({ map, to_move }) {
  if (!map) return make("p", { class: "analysis-legend" }, "The map appears at the end of the search.");
  const sorted = Object.entries(map.values).sort(([, one], [, other]) => other - one);
  const values = sorted.map(([place, value]) => `${place} ${percent(value)}`).join(", ");
  const means = `Map: what a turn at each place is worth to ${to_move.name}, in %. Stronger colours are better, and a ring marks the best.`;
  return make("div", { class: "analysis-legend" }, make("p", {}, means), make("details", {}, make("summary", {}, "All values"), make("p", {}, values)));
}

const section = document.querySelector("#analysis");
const [board] = boards;
if (section instanceof HTMLElement && board) new Panel(section, board, hasEngine() ? onPage : onServer);

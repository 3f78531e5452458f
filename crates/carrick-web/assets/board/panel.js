// The panel next to the picture: possible actions, status, overlays, the list of turns.

import * as lines from "./lines.js";
import * as parts from "./parts.js";
import { prefer, preferences } from "./preferences.js";
import * as sound from "./sound.js";
import { spinner } from "./spin.js";
import { LARGER } from "./zoom.js";

/** @typedef {import("./board.js").Board} Board */
/** @typedef {import("./types.js").Position} Position */

/** The panel next to the picture of a board. */
export class Panel {
  /** @param {Board} board */
  constructor(board) {
    const { make } = parts;
    this.board = board;
    this.status = make("p", { class: "board-said", role: "status" });
    this.warning = make("p", { class: "said board-warning", role: "alert", hidden: true });
    this.teacher = make("p", { class: "said board-teacher", role: "alert", hidden: true });
    this.hint = make("p", { class: "board-hint", hidden: true });
    this.note = make("p", { class: "board-note" });
    this.ways = make("div", { class: "board-panel", role: "group", "aria-label": "Your turn" });
    this.tools = make("div", { class: "board-tools", role: "group", "aria-label": "Show on the board" });
    this.steps = make("div", { class: "steps", role: "group", "aria-label": "Turn by turn" });
    this.legend = make("div", { class: "board-legend" });
    this.line = make("nav", { class: "board-line", "aria-label": "Turns of this game" });
    this.now = make("div", { class: "board-now" }, this.status, this.warning, this.teacher, this.ways);
    this.away = make("div", { class: "board-away", hidden: true });
    board.root.prepend(this.away);
    /** @type {(() => void) | undefined} */
    this.place = () => {
      board.root.append(make("div", { class: "board-bar" }, this.tools, this.steps));
      const side = document.querySelector("[data-board-side]") ?? make("div", { class: "board-side" });
      side.append(this.now);
      if (!side.isConnected) board.root.append(side);
      const more = document.querySelector("[data-board-more]") ?? side;
      more.append(make("div", { class: "board-remarks" }, this.hint, this.note), this.legend);
      const turns = document.querySelector("[data-board-turns]") ?? more;
      turns.append(this.line);
    };
  }

  /** Puts the panel into the page once it has contents, so that the page moves at most once. */
  appear() {
    this.place?.();
    this.place = undefined;
  }

  /**
   * Updates the panel.
   * @param {Position} base
   * @param {Position} seen
   */
  renew(base, seen) {
    const { board } = this;
    this.change(this.controls(base));
    const change = (/** @type {Set<string>} */ shown) => {
      board.shown = shown;
      prefer({ bare: shown.has("no-labels") });
      void board.show();
    };
    const look = (/** @type {"flat" | "solid"} */ view) => void board.prefer(view);
    const views = board.hasDepth ? parts.views(board.solid ? "solid" : "flat", look) : [];
    const hints = board.hasRemarks ? [this.hints()] : [];
    rewrite(this.tools, [...views, ...parts.switches(seen, board.shown, change), ...hints, this.sounder(), ...this.magnifier(), ...this.explorer(base)]);
    this.explain(seen);
    this.teach(seen);
    this.legend.replaceChildren(parts.legend(seen, board.shown));
    const course = parts.course(base, board.branch);
    rewrite(this.steps, parts.steps(course, (at) => board.go(at)));
    rewrite(this.line, [parts.turns(course, (at) => board.go(at))]);
    this.leaver(course);
    this.appear();
    const current = this.line.querySelector("[aria-current]");
    const list = current?.closest("ol");
    if (list && current instanceof HTMLElement) list.scrollTop = current.offsetTop - list.offsetTop - list.clientHeight / 2;
  }

  /**
   * Replaces the controls. The focus stays on the same control. If that has disappeared, it moves
   * to the next step: to the confirmation of a preview, or else to the board.
   * @param {Node[]} controls
   */
  change(controls) {
    const had = this.ways.contains(document.activeElement) ? nameOf(document.activeElement) : undefined;
    this.ways.replaceChildren(...controls);
    if (had === undefined) return;
    const buttons = [...this.ways.querySelectorAll("button")];
    const next = buttons.find((button) => nameOf(button) === had) ?? buttons.find((button) => "confirm" in button.dataset);
    if (next) next.focus({ preventScroll: true });
    else this.board.cells.focus(this.board.cells.home ?? "");
  }

  /** @param {Position} base */
  controls(base) {
    /** @type {Node[]} */
    const controls = [];
    if (base.selection?.choices?.length) {
      const does = { choose: (/** @type {string} */ turn) => this.board.preview(turn), spin: (/** @type {1 | -1} */ by) => this.board.spin(by) };
      controls.push(spinner(base.selection, this.board.pending, does));
    }
    if (this.board.pending) {
      // Next to a game in progress, a turn that only this page sees is a try.
      const tries = this.board.exploring && this.board.pageMode !== "explore";
      const word = this.board.mode === "line" ? "Add" : tries ? "Try" : "Play";
      const does = { confirm: () => this.board.confirm(), cancel: () => this.board.cancel() };
      controls.push(parts.confirmation(this.board.pending, word, does));
    } else if (this.board.choosing && !base.selection) {
      for (const { turn, label, why } of base.others) {
        if (!why) controls.push(parts.button(label, () => this.board.preview(turn), { "data-turn": turn }));
      }
    } else if (base.selection) {
      controls.push(parts.button("Cancel", () => this.board.cancel(), { "data-cancel": true }));
    }
    if (!this.board.pending) controls.push(...this.waysOn(base));
    return controls;
  }

  /**
   * Buttons for conditional turns.
   * @param {Position} base
   */
  waysOn(base) {
    /** @type {Node[]} */
    const controls = [];
    const { then } = this.board.branch;
    if (this.board.mode === "line" && then.length > 0 && then.length % 2 === 0) {
      controls.push(parts.button("Save reply", () => this.board.keep(), { class: "primary", "data-keep": true }));
    }
    if (this.board.mode === "watch" && lines.field() && !base.ending) {
      controls.push(parts.button("Conditional move", () => this.board.foresee(), { "data-foresee": true }));
    }
    return controls;
  }

  /**
   * The button that starts exploring, where turns are viewed or played.
   * @param {Position} base
   */
  explorer(base) {
    const { board } = this;
    const over = base.ending?.by_rules ?? false;
    if (board.pageMode === "explore" || !board.hasRemarks || over) return [];
    const can = board.mode === "watch" || (board.mode === "play" && !board.exploring && !base.selection && !board.pending);
    return [parts.iconButton("explore", "Explore from here", () => board.explore(), { disabled: !can, "data-explore": true })];
  }

  /**
   * The banner over a board that does not show the present position of the game, with the way back.
   * @param {ReturnType<typeof parts.course>} course
   */
  leaver({ line, here, given }) {
    const { board } = this;
    const explores = board.pageMode === "explore";
    const away = board.begins ? false : explores ? here < line.length : board.branch.away || board.mode !== board.pageMode;
    const tries = !explores && (board.mode === "explore" || given < line.length);
    board.root.classList.toggle("is-past", away && !tries);
    board.root.classList.toggle("is-tried", away && tries);
    const focused = this.away.contains(document.activeElement);
    this.away.hidden = !away;
    if (!away) {
      this.away.replaceChildren();
      if (focused) board.cells.focus(board.cells.home ?? "");
      return;
    }
    const where = `Turn ${here} of ${line.length}`;
    const said = board.mode === "line" ? "Conditional move" : tries ? `Exploring: turn ${here}` : where;
    const back = () => (explores ? board.go(line.length) : board.leave({ announce: true, animate: true }));
    const label = board.mode === "line" ? "Discard" : "Return";
    rewrite(this.away, [parts.make("span", {}, said), parts.button(label, back, { "data-return": true })]);
  }

  /** The switch for sounds. */
  sounder() {
    const on = sound.isOn();
    const change = () => {
      sound.turn(!on);
      this.board.dress();
    };
    const title = "Sound: one for every turn, and another when it is your turn";
    return parts.iconButton(on ? "sound" : "silence", "Sound", change, { "aria-pressed": String(on), title, "data-sound": true });
  }

  /**
   * Explains what the last turn, or the previewed one, has changed, unless remarks are switched
   * off.
   * @param {Position} seen
   */
  explain(seen) {
    const remarks = this.board.remarks ? (seen.last?.remarks ?? []) : [];
    this.hint.textContent = remarks.join(" ");
    this.hint.hidden = remarks.length === 0;
  }

  /** Shows what the computer threatens in a teaching game. @param {Position} seen */
  teach({ teaching }) {
    const said = teaching?.said ?? "";
    // Only new text is announced.
    if (this.teacher.textContent !== said) this.teacher.textContent = said;
    this.teacher.hidden = !said;
  }

  /** Switch for the aims and the remarks on turns. */
  hints() {
    const { hints } = preferences();
    const change = () => {
      prefer({ hints: !hints });
      this.board.dress();
    };
    const title = "Remarks: what each side aims for, and what each turn has changed";
    return parts.iconButton("remarks", "Remarks", change, { "aria-pressed": String(hints), title, "data-hints": true });
  }

  magnifier() {
    if (this.board.wantsDepth) return [];
    const { active } = this.board.zoom;
    const middle = this.board.base?.spots.find(({ id }) => id === this.board.cells.home);
    const change = () => {
      this.board.zoom.about(active ? undefined : middle, LARGER);
      this.board.dress();
      if (this.board.zoom.active) this.say("Magnified: drag to see the rest of the board.");
    };
    return [parts.iconButton(active ? "whole" : "magnify", active ? "Whole board" : "Magnify", change, { "data-magnify": true })];
  }

  /**
   * Shows the lit group where sizes are shown, why the game ended, cubes in hand, why a chosen cube
   * cannot go to a spot, and whether the reader is exploring.
   * @param {string} [pointed]
   */
  remark(pointed) {
    if (!this.board.base || !this.board.seen) return;
    const { ending, hands } = this.board.seen;
    const { phase } = this.board.base;
    const refused = this.board.pending ? undefined : this.board.base.selection?.refused?.find(({ id }) => id === pointed);
    const why = refused ? `${parts.capital(refused.why)}.` : "";
    // The status has just said this.
    const remarks = why && why !== this.status.textContent ? [why] : [];
    const named = this.board.begins && !this.board.pending && !why && this.board.seen.spots.find(({ id }) => id === pointed);
    if (named) remarks.push(`${named.label}.`);
    const group = this.board.shown.has("sizes") ? this.board.group : undefined;
    if (group) remarks.push(`${group.said}.`);
    if (phase && !this.board.pending) remarks.push(phase);
    if (ending) remarks.push(ending.explained);
    if (this.board.hasRemarks && this.board.choosing && !this.board.exploring && !this.board.base.selection && !this.board.pending && this.board.base.ply < TAUGHT) {
      remarks.push(`${this.board.input.touches ? "Tap" : "Click"} a place on the board to preview your turn, then confirm it.`);
    }
    if (hands) remarks.push(`In hand: O ${hands[0]}, X ${hands[1]}.`);
    if (this.board.mode === "line") remarks.push(this.foreseen());
    else if (this.board.pageMode !== "explore" && (this.board.mode === "explore" || this.board.branch.line.length > 0)) {
      remarks.push("You are exploring: only you can see this.");
    }
    this.note.textContent = remarks.join(" ");
    this.note.hidden = remarks.length === 0;
  }

  /** The next step in composing conditional turns. */
  foreseen() {
    const { then } = this.board.branch;
    if (then.length % 2) return `If ${then.join(", ")}: choose your reply.`;
    return then.length
      ? `If ${then.join(", ")}. Save it, or continue with what your opponent may play next.`
      : "Only you can see your conditional moves.";
  }

  /** @param {string} text */
  say(text) {
    this.appear();
    this.status.textContent = text;
  }

  /** Shows a warning, or removes it. @param {string} text */
  warn(text) {
    this.warning.textContent = text;
    this.warning.hidden = !text;
  }

  /** Sets the status if it is empty. @param {string} text */
  sayFirst(text) {
    if (!this.status.textContent) this.say(text);
  }

  /**
   * Announces the position that is now shown.
   * @param {boolean} back whether turns were taken back
   */
  announce(back) {
    const { base, seen } = this.board;
    if (!base || !seen) return;
    if (this.board.pending) {
      const last = seen.last?.said ?? "";
      const end = seen.ending ? ` ${seen.ending.said}` : "";
      this.say(`Preview: ${last}${end} ${this.board.spins ? SPINNING : CONFIRMING(this.board.input.touches, base.others.some(({ turn }) => turn === this.board.pending))}`);
    } else if (base.selection) {
      this.say(base.selection.said);
    } else {
      this.say(this.told(base, back));
    }
  }

  /**
   * The last turn, and who is to move.
   * @param {Position} base
   * @param {boolean} [back] whether turns were taken back
   */
  told(base, back = false) {
    if (this.board.begins) return `${BEGINNING(this.board.input.touches)}${this.board.wantsDepth ? " Drag to turn it." : ""}`;
    if (!this.board.hasRemarks) return [base.last?.said, base.ending?.said].filter(Boolean).join(" ");
    return [back ? "A turn was taken back." : base.last?.said, base.said].filter(Boolean).join(" ");
  }
}

/** Number of turns during which the page explains how to play one. */
const TAUGHT = 4;

/** How a turn is played in a step of a lesson. @param {boolean} touches */
const BEGINNING = (touches) =>
  touches
    ? "Tap a place on the board to see your turn there, then confirm it."
    : "Click a place on the board to see your turn there, then confirm it.";

/**
 * How to confirm a previewed turn.
 * @param {boolean} touches whether the reader points with a finger
 * @param {boolean} placeless whether the turn has no place on the board, as with a swap
 */
const CONFIRMING = (touches, placeless) =>
  touches
    ? `Tap ${placeless ? "" : "it again or "}the button to confirm.`
    : `${placeless ? "Click the button" : "Click it again"} or press Enter to confirm, Escape to cancel.`;

/** How to confirm a turn whose cube can still be turned. */
const SPINNING = "Turn the cube by dragging it, or with the arrow keys or the buttons; press Enter or Play to confirm.";

/** Key by which a control is found again. @param {Element | null} control */
const nameOf = (control) => (control instanceof HTMLElement ? JSON.stringify(control.dataset) : "");

/**
 * Replaces the contents of a part, and keeps the focus on the control that had it.
 * @param {HTMLElement} part
 * @param {Node[]} contents
 */
function rewrite(part, contents) {
  const controls = () => [...part.querySelectorAll("button, select")];
  const index = document.activeElement ? controls().indexOf(document.activeElement) : -1;
  part.replaceChildren(...contents);
  const control = controls()[index];
  if (control instanceof HTMLElement) control.focus({ preventScroll: true });
}

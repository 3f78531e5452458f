// A board on a page: choosing, previewing and confirming turns, looking back, exploring.
//
// The page says where positions come from (`data-position-url`) and what confirming a turn does
// (`data-mode`):
//
//   play      a confirmed turn goes into `input[name=turn]` of `#turn-form`, which is sent
//   explore   it is played in this page only; so it is in `play` when an earlier position is shown
//   line      like explore; the composed line goes into `input[name=line]`, whose form keeps it
//   watch     nothing can be chosen until the reader begins to explore, or to answer in advance
//             where the page has such a field
//
// `data-ply` is the number of turns shown at first, and `data-show` names the overlays.
// `data-remarks` turns remarks on turns off (`no`), or shows them only to readers who want them
// (`asked`). `data-rules` says that the rules are in this browser (`here`), or replace a server
// that cannot be reached (`also`). Switches and steps go under the board; the chosen turn, remarks
// and the list of turns go into the page's `[data-board-side]`, `[data-board-more]` and
// `[data-board-turns]`, if there are such parts. Elements marked `data-without-board`, for readers
// without scripts, are hidden.
//
// Events on the document: `carrick:changed` says that the game may have changed, and `carrick:back`
// that the server can be reached again. Where a script sends the form, `carrick:sent` and
// `carrick:unsent` report the result: a turn that was not sent stays previewed and can be sent
// again. `carrick:branch` announces every change of the branch with `{ ply, then }`, and
// `carrick:shown` announces every position in which turns are chosen with `{ base }`.

import { Branch } from "./branch.js";
import { Cells } from "./cells.js";
import * as groups from "./groups.js";
import { Input } from "./input.js";
import * as lines from "./lines.js";
import { element, Marks } from "./marks.js";
import * as motion from "./motion.js";
import { Panel } from "./panel.js";
import { button, capital, make, markAim } from "./parts.js";
import { picture, Positions } from "./position.js";
import { prefer, preferences } from "./preferences.js";
import { review } from "./review.js";
import { sketch } from "./sketch.js";
import * as sound from "./sound.js";
import { next } from "./spin.js";
import { note, turnsOf } from "./notes.js";
import { tabs } from "./tabs.js";
import { Zoom } from "./zoom.js";

/** @typedef {import("./types.js").Position} Position */
/** @typedef {import("./types.js").Spot} Spot */
/** @typedef {"play" | "explore" | "line" | "watch"} Mode */

/**
 * How to show a position: whether it is announced to screen readers, whether it is animated, and
 * whether it follows turns that were taken back.
 * @typedef {{ announce?: boolean, animate?: boolean, back?: boolean }} How
 */

/** Windows in which Antipod's discs are one above the other. Must match the style sheet. */
const STACKED = matchMedia("(max-width: 40rem) and (orientation: portrait)");

/**
 * Turns an element into a board.
 * @param {HTMLElement} root
 */
export function mount(root) {
  const board = new Board(root);
  void board.show();
  return board;
}

/** A board and the state of its page. */
export class Board {
  /** @param {HTMLElement} root */
  constructor(root) {
    this.root = root;
    this.positions = new Positions(root.dataset.positionUrl ?? "", root.dataset.rules);
    this.mode = /** @type {Mode} */ (root.dataset.mode ?? "explore");
    this.branch = new Branch();
    if (root.dataset.ply) this.branch.at = Number(root.dataset.ply);
    /**
     * The lines that the form contained before one was composed here.
     * @type {string | undefined}
     */
    this.kept = undefined;
    /** The chosen cube or spot. @type {string | undefined} */
    this.select = undefined;
    /** The previewed turn. @type {string | undefined} */
    this.pending = undefined;
    /** @type {Set<string>} */
    this.shown = new Set((root.dataset.show ?? "").split(" ").filter(Boolean));
    /** The position in which turns are chosen. @type {Position | undefined} */
    this.base = undefined;
    /** The position that is shown: the base, or a preview. @type {Position | undefined} */
    this.seen = undefined;
    /** @type {Marks | undefined} */
    this.marks = undefined;
    this.zoom = new Zoom();
    /**
     * The board in three dimensions, while the reader wants it.
     * @type {import("./solid.js").Solid | undefined}
     */
    this.solid = undefined;
    /** Whether the board in three dimensions is shown or being loaded. */
    this.wantsDepth = false;
    this.round = 0;
    /** Whether a request is under way. */
    this.waiting = false;
    /**
     * Whether the next position must be announced: on request, or because the last announcement is
     * outdated.
     */
    this.untold = false;
    /** The turn to confirm as soon as its preview is shown. @type {string | undefined} */
    this.meant = undefined;
    /**
     * The spot chosen before the position of the reader's turn was here.
     * @type {string | undefined}
     */
    this.early = undefined;
    /**
     * The computer's lines and the values of places, drawn over the position they belong to.
     * @type {import("./notes.js").Notes | undefined}
     */
    this.notes = undefined;
    /** The previewed turn, as long as only this page has drawn it. @type {string | undefined} */
    this.sketched = undefined;
    /** The turn that is being sent. @type {string | undefined} */
    this.sending = undefined;
    /** The turn that was not sent because the connection was lost. @type {string | undefined} */
    this.unplayed = undefined;
    /**
     * The turn that was sent after its preview had already animated it.
     * @type {string | undefined}
     */
    this.moved = undefined;
    if (preferences().bare) this.shown.add("no-labels");
    this.cells = new Cells(this);
    this.view = this.build();
    this.panel = new Panel(this);
    this.fit();
    this.input = new Input(this);
    const { view } = preferences();
    if (this.hasDepth && (view ?? root.dataset.view) === "solid") void this.look("solid", view ? undefined : "");
  }

  /** Whether the game can be shown in three dimensions. */
  get hasDepth() {
    return ["ankor", "boche", "antipod"].includes(this.root.dataset.game ?? "");
  }

  /**
   * Shows the flat board, or the one in three dimensions, whose scripts are loaded first. A browser
   * that cannot show that keeps the flat board, and a message explains it unless `why` is empty.
   * @param {"flat" | "solid"} view
   * @param {string} [why] the message if it cannot be shown
   */
  async look(view, why) {
    this.wantsDepth = view === "solid";
    if (view === "flat") {
      this.solid?.leave();
      this.solid = undefined;
    } else if (!this.solid) {
      const failed = await this.rise();
      why ??= failed;
    }
    this.wantsDepth = Boolean(this.solid);
    // The page reserves no room for a board that will not appear.
    this.root.classList.toggle("stays-flat", !this.solid);
    if (why) this.panel.say(why);
    this.zoom.about(undefined);
    // How to play in a lesson depends on the view.
    await this.show({ announce: this.begins && !why });
  }

  /** Creates the board in three dimensions; returns why that failed, if it did. */
  async rise() {
    const loaded = await import("./solid.js").catch(() => undefined);
    if (!loaded) return "The 3D board could not be loaded, so you still see the flat one. Please try again later.";
    try {
      this.solid ??= new loaded.Solid(this);
      return undefined;
    } catch {
      return "This browser cannot show the board in 3D, because WebGL is missing or switched off.";
    }
  }

  /** Changes how the board is shown, and remembers it. @param {"flat" | "solid"} view */
  async prefer(view) {
    prefer({ view });
    await this.look(view);
  }

  /** Wraps the server's picture, which stays until there is a newer one. */
  build() {
    const drawn = this.root.querySelector("svg");
    const view = make("div", { class: "board-view" }, ...(drawn ? [drawn] : []));
    this.root.classList.add("board");
    document.documentElement.classList.add("with-board");
    this.root.replaceChildren(view);
    return view;
  }

  /** Reloads a board whose discs change places, and adjusts a magnified one. */
  fit() {
    STACKED.addEventListener("change", () => void this.show());
    new ResizeObserver(() => this.zoom.show()).observe(this.root);
  }

  /** Overlays, as words of the server's parameter `show`. */
  get wordsShown() {
    const stacked = this.root.dataset.game === "antipod" && STACKED.matches;
    return [...this.shown, ...(stacked ? ["stacked"] : []), ...(this.solid ? ["solid"] : [])].sort();
  }

  /**
   * Whether the page makes remarks on turns, unless the reader prefers not to see them. A lesson
   * has its own text instead.
   */
  get hasRemarks() {
    return this.root.dataset.remarks !== "no";
  }

  /**
   * Whether a step of a lesson is just starting: its position counts, and the turn before it does
   * not.
   */
  get begins() {
    return !this.hasRemarks && this.mode === "play";
  }

  /**
   * Whether a group lights up when the reader points at it. In a lesson it does so while sizes are
   * shown, because the note with its size names it.
   */
  get lightsGroups() {
    return this.hasRemarks || this.shown.has("sizes");
  }

  /** Whether remarks on turns are shown. */
  get remarks() {
    return this.hasRemarks && preferences().hints;
  }

  /** The group that is lit. */
  get group() {
    return this.solid ? this.solid.group : this.marks?.group;
  }

  /** Whether turns can be chosen in the position that is shown. */
  get choosing() {
    return this.mode !== "watch" && this.base !== undefined && !this.base.ending;
  }

  /** Whether a confirmed turn stays in this page. */
  get exploring() {
    const behind = this.base !== undefined && this.base.ply < this.base.turns.length;
    return this.mode !== "play" || behind || this.branch.then.length > 0;
  }

  /**
   * Reloads the position after a change on the server. Readers who are exploring stay where they
   * are, and get a message. A half-chosen turn also stays, unless there is a new turn or the game
   * is over.
   */
  async refresh() {
    // The page may show another game now, as with the next step of a lesson.
    this.positions.name(this.root.dataset.positionUrl ?? "");
    const known = this.base?.turns.join();
    const now = await this.positions.ask({ show: this.wordsShown }).catch(() => undefined);
    const over = Boolean(now?.ending) && !this.base?.ending;
    const back = now !== undefined && now.turns.length < (this.base?.turns.length ?? 0);
    if (!now || (now.turns.join() === known && !over)) {
      // A conditional move that has just been started has no turns yet, and continues.
      if (!this.branch.away && this.mode !== "line") this.mode = this.pageMode;
      void this.show();
    } else if (this.branch.line.length && this.mode !== "line") {
      await this.show();
      this.panel.say(over ? `The game is over: ${now.said}` : `The game has moved on: ${this.panel.told(now, back)}`);
    } else {
      // The preview has already animated the reader's own turn.
      const shown = now.turns.length === (this.base?.turns.length ?? 0) + 1 && now.turns.at(-1) === this.moved;
      this.leave({ announce: true, animate: !back && !shown, back });
    }
    this.moved = undefined;
  }

  /** The mode that the page allows. */
  get pageMode() {
    return /** @type {Mode} */ (this.root.dataset.mode ?? "explore");
  }

  /** Returns to the present position of the game. @param {How} how */
  leave(how) {
    this.branch.leave();
    // The line is dropped, and the one that the form contained before it comes back.
    this.branched();
    [this.mode, this.pending, this.select, this.meant] = [this.pageMode, undefined, undefined, undefined];
    if (this.unplayed) this.panel.warn("");
    this.unplayed = undefined;
    void this.show(how);
  }

  /**
   * Fetches the position to show, and shows it. If answers overtake each other, the one to the last
   * request counts.
   * @param {How} [how]
   */
  async show(how = {}) {
    const round = ++this.round;
    this.waiting = true;
    this.untold ||= how.announce ?? false;
    this.sketched = sketch(this) ? this.pending : undefined;
    const { select, pending } = this;
    const { ply, then } = this.branch;
    const show = this.wordsShown;
    try {
      const [base, seen] = await Promise.all([
        this.positions.ask({ ply, then, select, show: this.begins ? [...show, "no-marks"].sort() : show }),
        pending ? this.positions.ask({ ply, then: [...then, pending], show }) : undefined,
      ]);
      if (round !== this.round) return;
      // A turn that is being sent has already been announced.
      const announce = this.untold && !this.sending;
      [this.waiting, this.untold] = [false, false];
      this.display(base, seen ?? base, { ...how, announce });
      this.chooseEarly();
    } catch (error) {
      if (round !== this.round) return;
      [this.waiting, this.untold, this.meant, this.early] = [false, true, undefined, undefined];
      this.panel.say(error instanceof Error ? error.message : String(error));
      return;
    }
    // The reader must see a warning before the turn is confirmed.
    if (!this.meant || this.meant !== this.pending) return;
    if (this.seen?.teaching?.warns) this.meant = undefined;
    else this.confirm();
  }

  /**
   * @param {Position} base
   * @param {Position} seen
   * @param {How} how
   */
  display(base, seen, { announce = false, animate = false, back = false }) {
    const focused = this.cells.focused();
    const before = new Map((this.seen ?? base).spots.map((spot) => [spot.id, spot]));
    [this.base, this.seen, this.sketched] = [base, seen, undefined];
    this.root.dataset.game = base.game;
    const svg = this.draw(seen, before);
    if (animate && !this.solid) motion.play(seen, svg, before);
    if (focused) this.cells.focus(focused, svg);
    if (animate && !back) sound.play(...sound.sounds(seen, !this.pending && this.pageMode === "play" && !this.exploring));
    this.dress();
    this.solid?.show(seen, animate);
    this.cells.reveal();
    // Next to the long text of a lesson, the next choices may be out of sight.
    if (announce && !this.hasRemarks && base.selection) this.panel.now.scrollIntoView({ block: "nearest" });
    if (announce) this.panel.announce(back);
    else this.panel.sayFirst(this.panel.told(base));
    if (this.pageMode === "explore") markAim(base);
    this.root.dispatchEvent(new CustomEvent("carrick:shown", { bubbles: true, detail: { base } }));
  }

  /**
   * @param {Position} seen
   * @param {Map<string, Spot>} before
   */
  draw(seen, before) {
    const svg = picture(seen.svg);
    svg.setAttribute("role", "group");
    svg.setAttribute("aria-label", `${seen.title} board`);
    const old = this.view.querySelector(":scope > svg");
    if (old) old.replaceWith(svg);
    else this.view.prepend(svg);
    this.cells.take(svg, seen);
    this.marks = new Marks(svg, seen);
    this.marks.before = before;
    this.zoom.take(svg, seen.unit * seen.reach);
    return svg;
  }

  /**
   * The marks of the position in which turns are chosen, with nothing chosen.
   * @param {Position} base
   */
  blank(base) {
    if (this.seen !== base || !this.marks) {
      const focused = this.cells.focused();
      this.seen = base;
      this.draw(base, new Map());
      if (focused) this.cells.focus(focused);
    }
    const marks = /** @type {Marks} */ (this.marks);
    marks.clear("chosen");
    return marks;
  }

  /** Updates the marks and everything around the picture. */
  dress() {
    const { base, seen, marks } = this;
    if (!base || !seen || !marks) return;
    if (!this.begins || this.pending) motion.trace(seen, marks);
    for (const layer of ["enclosed", "pending"]) marks.clear(layer);
    if (this.remarks) groups.enclose(marks, seen);
    if (base.selection) {
      // A ring would cover the painted cube of a preview.
      const seesCube = this.pending && base.game === "boche";
      if (!seesCube) marks.rings("chosen", "selected", [base.selection.id], this.around(base.selection.id));
      if (!this.pending) {
        marks.rings("chosen", "target", (base.selection.to ?? []).map(({ id }) => id));
        marks.crosses("chosen", "refused", (base.selection.refused ?? []).map(({ id }) => id));
      }
    }
    if (this.pending) marks.rings("pending", "pending", seen.last?.landed ?? [], seen.game === "boche" ? 1.04 : 0.56);
    const threats = seen.teaching?.ids ?? [];
    marks.rings("chosen", "threat", threats, 0.56);
    marks.rings("chosen", "threat inner", threats, 0.36);
    // The flat picture already contains them.
    if (this.solid) marks.rings("chosen", "noted", seen.noted ?? []);
    note(this);
    this.input.light();
    this.panel.renew(base, seen);
  }

  /**
   * Radius of a ring round a spot, in units: the name of a nest in Boche is close below it.
   * @param {string} id
   */
  around(id) {
    const level = this.seen?.spots.find((spot) => spot.id === id)?.level ?? 0;
    return this.root.dataset.game === "boche" && level > 0 ? 0.32 : 0.5;
  }

  /**
   * Draws notes over the position for which they were made, or removes them.
   * @param {import("./notes.js").Notes | undefined} notes
   */
  annotate(notes) {
    this.notes = notes;
    note(this);
    if (this.seen) this.solid?.show(this.seen, false);
  }

  // ---- choosing ----

  /** Makes the choice that came before its position did. */
  chooseEarly() {
    const { early } = this;
    if (!early || !this.choosing) return;
    this.early = undefined;
    this.choose(early);
  }

  /**
   * Chooses a spot: plays it, starts or completes a turn of two steps, or explains why neither is
   * possible.
   * @param {string} id
   */
  choose(id) {
    const { base } = this;
    const spot = base?.spots.find((spot) => spot.id === id);
    if (!base || this.sending) return;
    if (!this.choosing) {
      // The page may know that it is the reader's turn before it has the position.
      if (this.pageMode === "play" && !this.branch.away) this.early = id;
      this.panel.say(base.ending ? base.ending.said : `${spot?.label ?? ""}.`);
      return;
    }
    if (this.pending && this.seen?.last?.landed.includes(id)) {
      this.confirm();
      return;
    }
    const target = base.selection?.to?.find((target) => target.id === id);
    const refused = base.selection?.refused?.find((refused) => refused.id === id);
    if (target) this.preview(target.turn);
    else if (base.selection && spot?.id === base.selection.id) this.cancel();
    else if (spot?.to?.length || spot?.rotations) this.begin(spot);
    else if (refused) {
      this.panel.say(`${capital(refused.why)}.`);
      this.panel.remark(id);
    }
    else if (spot?.turn) this.preview(spot.turn);
    else if (spot?.why) this.panel.say(`${capital(spot.why)}.`);
  }

  /** @param {Spot} spot */
  begin(spot) {
    [this.select, this.pending, this.meant] = [spot.place, undefined, undefined];
    // In three dimensions a cube appears there immediately and can then be turned.
    if (this.solid && spot.rotations) this.pending = `${spot.rotations[0]}:${spot.place}`;
    void this.show({ announce: true, animate: this.pending !== undefined });
  }

  /** Whether the preview is a cube that can be turned where it is. */
  get spins() {
    return this.solid !== undefined && this.pending !== undefined && (this.base?.selection?.choices?.length ?? 0) > 1;
  }

  /**
   * Turns the cube on the chosen spot to the next or previous rotation that fits.
   * @param {1 | -1} by
   */
  spin(by) {
    const choice = next(this.base?.selection, this.pending, by);
    if (!choice || this.sending) return;
    [this.pending, this.meant, this.unplayed] = [choice.turn, undefined, undefined];
    this.panel.warn("");
    void this.show({ announce: true, animate: true });
  }

  /**
   * Whether a chosen turn is played without a preview: because no one else sees it, or because the
   * reader wants that.
   */
  get isQuick() {
    if (this.mode === "line" || !this.hasRemarks) return false;
    return this.exploring || (preferences().quick && !this.base?.teaching);
  }

  /**
   * Previews a turn, or plays it if no preview is wanted.
   * @param {string} turn
   */
  preview(turn) {
    if (this.sending) return;
    if (this.isQuick && this.base && !this.base.others.some((other) => other.turn === turn)) {
      this.pending = turn;
      this.confirm();
      return;
    }
    const shown = this.pending === turn && (this.sketched === turn || this.seen?.then.at(-1) === turn);
    if (shown) {
      this.confirm();
      return;
    }
    if (this.pending === turn && this.waiting) {
      // A second choice before the preview is shown confirms the turn.
      this.meant = turn;
      return;
    }
    [this.pending, this.meant, this.unplayed] = [turn, undefined, undefined];
    this.panel.warn("");
    void this.show({ announce: true, animate: true });
  }

  cancel() {
    if (this.sending) return;
    this.meant = undefined;
    if (this.pending) this.pending = undefined;
    else this.select = undefined;
    if (!this.base?.selection?.to?.length && !this.base?.selection?.choices?.length) this.select = undefined;
    void this.show({ announce: true });
  }

  confirm() {
    const { pending, base } = this;
    this.meant = undefined;
    if (!pending || !base || this.sending) return;
    this.panel.warn("");
    this.unplayed = undefined;
    if (!this.exploring) {
      // A turn that cannot be sent must not look as if it had been.
      if (!this.submit(pending)) this.panel.say("This page cannot send turns. Please reload it.");
      return;
    }
    // Its preview has already been animated.
    const animate = this.seen?.then.at(-1) !== pending || this.seen === base;
    this.branch.play(pending, base.turns.length);
    [this.pending, this.select] = [undefined, undefined];
    this.branched();
    void this.show({ announce: true, animate });
  }

  /**
   * Sends a turn with the page's form; returns whether there is one.
   * @param {string} turn
   */
  submit(turn) {
    const form = document.querySelector("#turn-form");
    const input = form?.querySelector("input[name=turn]");
    if (!(form instanceof HTMLFormElement) || !(input instanceof HTMLInputElement)) return false;
    input.value = turn;
    // The turn is meant for the position shown here.
    const { generation, turns } = this.base ?? {};
    const ply = turns?.length;
    // The preview has shown the warning, if there is one.
    for (const [name, value] of Object.entries({ generation, ply, number: turns && turns.length + 1, warned: turn })) {
      const field = form.querySelector(`input[name=${name}]`);
      if (field instanceof HTMLInputElement && value !== undefined) field.value = String(value);
    }
    this.root.dispatchEvent(new CustomEvent("carrick:turn", { bubbles: true, detail: { turn } }));
    form.requestSubmit();
    this.moved = this.seen !== this.base && this.seen?.then.at(-1) === turn ? turn : undefined;
    // A form without a script leaves the page.
    if ("sent" in form.dataset) {
      this.sending = turn;
      this.panel.say(`Playing ${turn}…`);
    }
    return true;
  }

  /** The turn has arrived: shows the new position. */
  sent() {
    [this.sending, this.pending, this.select] = [undefined, undefined, undefined];
    this.panel.warn("");
    this.input.rest();
    // The reply may be anywhere on the board.
    this.zoom.about(undefined);
  }

  /**
   * The turn was refused, or seems not to have arrived; in the second case it stays previewed. It
   * carries its number, so that it is not played twice if it is sent again.
   * @param {string} why
   * @param {boolean} lost
   */
  unsent(why, lost) {
    const turn = this.sending;
    this.sending = undefined;
    if (lost && turn) {
      this.unplayed = turn;
      this.panel.warn(`${turn} was not sent because the connection is lost. It is kept here; press Play when the connection is back.`);
      void this.show({ announce: true });
    } else {
      this.pending = undefined;
      // A step of a lesson starts again, without a chosen place.
      if (this.begins) this.select = undefined;
      this.panel.warn(why);
      this.panel.say("");
      void this.refresh();
    }
  }

  /** The server can be reached again. */
  back() {
    if (this.unplayed && this.unplayed === this.pending) {
      this.panel.warn(`The connection is back. ${this.unplayed} has not been played yet; press Play to send it.`);
    }
    void this.refresh();
  }

  explore() {
    this.mode = "explore";
    // A resignation or an agreed draw belongs to no position. From the last one, readers can
    // explore how the game might have continued.
    if (this.base?.ending) this.branch.at = this.base.turns.length;
    this.cells.focus(this.cells.home ?? "");
    void this.show({ announce: true });
  }

  /** Starts a line of conditional turns. */
  foresee() {
    this.branch.leave();
    [this.mode, this.kept] = ["line", lines.field()?.value ?? ""];
    void this.show();
    this.panel.say("Choose a turn that your opponent may play, and then your reply.");
  }

  /** Sends the lines with the page's form. */
  keep() {
    lines.field()?.form?.requestSubmit();
  }

  /**
   * Goes to a position of the game or of the line.
   * @param {number} at number of turns to follow
   */
  go(at) {
    if (this.sending) return;
    this.branch.go(at, this.base?.turns.length ?? 0);
    [this.pending, this.select, this.meant] = [undefined, undefined, undefined];
    this.branched();
    void this.show({ announce: true, animate: true });
  }

  /**
   * Plays turns one after another from the position that is shown, in this page only.
   * @param {string[]} turns
   */
  walk(turns) {
    const { base } = this;
    if (!base || this.sending) return;
    if (this.mode === "watch") this.mode = "explore";
    for (const turn of turns) this.branch.play(turn, base.turns.length);
    [this.pending, this.select, this.meant] = [undefined, undefined, undefined];
    this.branched();
    void this.show({ announce: true, animate: true });
  }

  /** Announces a change of the line to the page. */
  branched() {
    const { ply = this.base?.turns.length ?? 0, then } = this.branch;
    const detail = { ply, then };
    this.root.dispatchEvent(new CustomEvent("carrick:branch", { bubbles: true, detail }));
    const field = lines.field();
    if (this.mode !== "line" || !field) return;
    const whole = then.slice(0, then.length - (then.length % 2));
    field.value = whole.length ? lines.joined(this.kept ?? "", whole) : this.kept ?? "";
  }

}

// For other scripts of a board's page, so that they load nothing else.
export { button, element, make, turnsOf };

/** The boards of this page. @type {Board[]} */
export const boards = [];

for (const root of document.querySelectorAll("[data-position-url]")) {
  if (root instanceof HTMLElement) boards.push(mount(root));
}
tabs();
if (boards[0] && document.body.dataset.pageUrl) review(boards[0]);

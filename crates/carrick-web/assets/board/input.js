// Mouse, touch and keyboard input of a board.

import * as groups from "./groups.js";
import { CROSS } from "./marks.js";
import { isArrow, step } from "./walk.js";
import { FINGER } from "./zoom.js";

/** @typedef {import("./types.js").Spot} Spot */
/** @typedef {import("./board.js").Board} Board */

/** Event handlers of a board. */
export class Input {
  /** @param {Board} board */
  constructor(board) {
    this.board = board;
    /** Whether the pointer has dragged the board, so that the click that follows is ignored. */
    this.dragged = false;
    /** The spot that the pointer was at last. @type {string | undefined} */
    this.pointed = undefined;
    /** Whether the keyboard was used last; a cursor is shown only then. */
    this.byKeys = true;
    /** Whether the reader points with a finger. */
    this.touches = matchMedia("(pointer: coarse)").matches;
    /** Where the pointer was last, and whether it has rested there since a turn was played. */
    this.pointer = { x: -1, y: -1, rests: false };
    this.listen();
  }

  listen() {
    const { view } = this.board;
    if (!view) return;
    view.addEventListener("click", (event) => this.clicked(event));
    view.addEventListener("keydown", (event) => this.pressed(event));
    view.addEventListener("focusin", () => this.light());
    view.addEventListener("focusout", () => this.light());
    view.addEventListener("pointerover", (event) => this.rests(event) || this.light(this.spotOf(event), event));
    view.addEventListener("pointermove", (event) => this.moved(event));
    view.addEventListener("pointerleave", () => this.light());
    view.addEventListener("pointerdown", (event) => this.board.zoom.down(event));
    view.addEventListener("pointermove", (event) => this.board.zoom.move(event));
    view.addEventListener("pointerup", () => (this.dragged = this.board.zoom.up()));
    view.addEventListener("pointercancel", () => this.board.zoom.up());
    document.addEventListener("pointerdown", ({ pointerType }) => ([this.byKeys, this.touches] = [false, pointerType === "touch"]), { capture: true });
    document.addEventListener("keydown", () => this.typed(), { capture: true });
    document.addEventListener("keydown", (event) => this.turned(event));
    document.addEventListener("carrick:changed", () => void this.board.refresh());
    document.addEventListener("carrick:back", () => this.board.back());
    document.addEventListener("carrick:focus-lost", (event) => this.enter(event));
    document.querySelector(".skip[href='#board']")?.addEventListener("click", (event) => this.enter(event));
    document.addEventListener("carrick:sent", (event) => {
      const { form } = /** @type {CustomEvent<{ form: HTMLFormElement }>} */ (event).detail;
      if (form.id === "turn-form") this.board.sent();
      // The form now contains the line that was composed.
      else if (form.querySelector("input[name=line]") && this.board.mode === "line") this.board.leave({ announce: true });
    });
    document.addEventListener("carrick:unsent", (event) => {
      const { form, text, lost } = /** @type {CustomEvent<{ form: HTMLFormElement, text: string, lost: boolean }>} */ (event).detail;
      if (form.id !== "turn-form") return;
      event.preventDefault();
      this.board.unsent(text, lost);
    });
    for (const kind of ["pointerover", "focusin", "click"]) {
      document.addEventListener(kind, (event) => this.pointedTo(event));
    }
  }

  /**
   * Moves the focus to the board, to the place where it was last.
   * @param {Event} event which then has no other effect
   */
  enter(event) {
    this.board.cells.focus(this.board.cells.home ?? "");
    if (!this.board.cells.focused()) return;
    event.preventDefault();
    this.board.view.scrollIntoView({ block: "nearest" });
  }

  /** A key was pressed: the cursor shows again. */
  typed() {
    if (this.byKeys) return;
    this.byKeys = true;
    this.light();
  }

  /** A turn was played: nothing lights up under the pointer until it moves. */
  rest() {
    this.pointer.rests = true;
    this.light();
  }

  /** Records where a pointer is, and returns whether it rests there. @param {PointerEvent} event */
  rests({ clientX: x, clientY: y }) {
    const { pointer } = this;
    const still = pointer.rests && Math.hypot(x - pointer.x, y - pointer.y) < 3;
    if (!still) this.pointer = { x, y, rests: false };
    return still;
  }

  /**
   * The pointer can move to another place within one element: in three dimensions, and from group
   * to group on a cube of Boche.
   * @param {PointerEvent} event
   */
  moved(event) {
    const { solid } = this.board;
    if (this.rests(event) || event.pointerType === "touch" || event.buttons) return;
    if (!solid) {
      const [before, last] = [this.board.group, this.pointed];
      this.pointed = this.spotOf(event);
      this.gather(this.pointed, event);
      if (this.board.group !== before || this.pointed !== last) this.board.panel.remark(this.pointed ?? this.board.cells.focused());
    }
    if (!solid || event.target !== solid.stage.canvas) return;
    this.light(solid.placeAt(event), event);
  }

  /** @param {Event} event */
  spotOf(event) {
    const { solid } = this.board;
    if (solid) return event instanceof MouseEvent && event.target === solid.stage.canvas ? solid.placeAt(event) : undefined;
    const target = event.target instanceof Element ? event.target.closest("[data-place]") : null;
    return this.crossed(event) ?? target?.id;
  }

  /**
   * The spot whose cross is under a pointer: it is drawn on the spot below. @param {Event} event
   */
  crossed(event) {
    const { base, pending, seen, zoom } = this.board;
    const refused = pending ? [] : (base?.selection?.refused ?? []);
    if (!(event instanceof MouseEvent) || !seen || !refused.length) return undefined;
    const at = zoom.at(event);
    const under = (/** @type {Spot} */ { x, y }) => distance({ x, y: y + CROSS.below * seen.unit }, at) < 1.8 * CROSS.half * seen.unit;
    return seen.spots.find((spot) => refused.some(({ id }) => id === spot.id) && under(spot))?.id;
  }

  /** @param {MouseEvent} event */
  clicked(event) {
    if (this.dragged) {
      this.dragged = false;
      return;
    }
    const { solid } = this.board;
    if (solid && event.target === solid.stage.canvas && solid.dragged) return;
    const at = this.board.zoom.at(event);
    // A click by Enter on an element has no pointer.
    const touched = !solid && event.detail > 0 && coarse(event);
    if (touched && !this.board.zoom.active && this.board.zoom.needed() && this.cramped(at)) {
      this.board.zoom.about(at);
      this.board.dress();
      this.board.panel.say("Magnified: now choose a place, or drag to move.");
      return;
    }
    const id = (touched ? this.underFinger(at)?.id : undefined) ?? this.spotOf(event) ?? (solid ? undefined : this.nearest(at)?.id);
    // The second half of a double click confirms nothing.
    if (!id || (event.detail > 1 && this.board.pending)) return;
    this.board.cells.focus(id);
    if (this.board.spins && this.board.seen?.last?.landed.includes(id)) this.board.spin(1);
    else this.board.choose(id);
  }

  /**
   * The spots at which something can be chosen, the nearest to a point first.
   * @param {{ x: number, y: number }} at
   */
  choosable(at) {
    const { base, cells, choosing, pending, seen } = this.board;
    if (!base || !choosing) return [];
    const landed = pending ? (seen?.last?.landed ?? []) : [];
    const spots = cells.reachable(base).filter((spot) => cells.ways(spot) || landed.includes(spot.id));
    return spots.sort((one, other) => distance(one, at) - distance(other, at));
  }

  /**
   * Whether the choices at a point are too close together for a finger.
   * @param {{ x: number, y: number }} at
   */
  cramped(at) {
    const [hit] = this.choosable(at);
    if (!hit) return false;
    const [, next] = this.choosable(hit);
    return next !== undefined && distance(hit, next) * this.board.zoom.scale < FINGER - 2;
  }

  /**
   * The choice that a finger means: the nearest one that it covers.
   * @param {{ x: number, y: number }} at
   */
  underFinger(at) {
    const [hit] = this.choosable(at);
    return hit && distance(hit, at) * this.board.zoom.scale < FINGER / 2 ? hit : undefined;
  }

  /**
   * The spot that a pointer just missed.
   * @param {{ x: number, y: number }} at
   */
  nearest(at) {
    const { seen } = this.board;
    if (!seen) return undefined;
    const near = this.board.cells.reachable(seen).filter((spot) => distance(spot, at) < 0.6 * seen.unit);
    return near.sort((one, other) => distance(one, at) - distance(other, at))[0];
  }

  /**
   * Highlights the focused spot if the keyboard was used last, the one under the pointer, and the
   * twins of both.
   * @param {string} [pointed]
   * @param {PointerEvent} [event]
   */
  light(pointed, event) {
    const { marks, seen } = this.board;
    if (!marks || !seen) return;
    marks.clear("focus");
    const focused = this.board.cells.focused();
    const cursor = this.byKeys ? focused : undefined;
    if (cursor) marks.rings("focus", "focus", [cursor], this.board.around(cursor));
    for (const id of new Set([pointed, cursor])) {
      const twin = seen.spots.find((spot) => spot.id === id)?.twin;
      if (twin && id) {
        marks.rings("focus", "twin", [twin], 0.54);
        if (id !== cursor) marks.rings("focus", "twin", [id], 0.54);
      }
    }
    this.gather(pointed, event);
    this.board.solid?.point(pointed, event);
    this.board.panel.remark(pointed ?? focused);
  }

  /**
   * Lights up the group under the pointer, or else the one that has the keyboard's focus.
   * @param {string} [pointed]
   * @param {PointerEvent} [event]
   */
  gather(pointed, event) {
    const { marks, seen, solid } = this.board;
    if (!marks || !seen || solid) return;
    // The rings of a whole group would drown the path, ring or group that decided the game.
    if (seen.ending?.proof || !this.board.lightsGroups) {
      groups.light(marks, undefined);
      return;
    }
    const focused = document.activeElement?.matches(":focus-visible") ? this.board.cells.focused() : undefined;
    const at = event ? this.board.zoom.at(event) : seen.spots.find(({ id }) => id === focused);
    groups.light(marks, groups.groupAt(seen, pointed ?? focused, at));
  }

  /**
   * Highlights a point that is named elsewhere on the page, by `data-light`.
   * @param {Event} event
   */
  pointedTo(event) {
    const link = event.target instanceof Element ? event.target.closest("[data-light]") : null;
    if (!(link instanceof HTMLElement) || !this.board.marks || !this.board.seen) return;
    const named = plain(link.dataset.light ?? "");
    const spots = this.board.seen.spots.filter((spot) => !spot.hidden);
    const place = spots.find((spot) => [spot.place, spot.id.slice(2)].some((name) => plain(name) === named))?.place;
    const ids = spots.filter((spot) => spot.place === place).map(({ id }) => id);
    this.board.marks.clear("lit");
    this.board.marks.rings("lit", "lit", ids, 0.56);
    this.board.solid?.mark();
  }

  /** @param {KeyboardEvent} event */
  pressed(event) {
    const id = this.board.cells.focused();
    const { solid } = this.board;
    if (!id || !this.board.seen || event.ctrlKey || event.metaKey || event.altKey) return;
    const spots = solid ? solid.walked(id) : this.board.cells.reachable(this.board.seen);
    const spot = spots.find((spot) => spot.id === id);
    const sideways = { ArrowLeft: /** @type {const} */ (-1), ArrowRight: /** @type {const} */ (1) }[event.key];
    if (solid?.orbit?.pressed(event)) {
      // The key has turned the board.
    } else if (sideways && this.board.spins && this.board.seen.last?.landed.includes(id)) {
      this.board.spin(sideways);
    } else if (isArrow(event.key) && spot) {
      const next = step(spots, spot, event.key);
      if (next) {
        solid?.reveal(next.id);
        if (this.board.zoom.active) this.board.zoom.about(next);
        this.board.cells.focus(next.id);
      }
    } else if (event.key === "Enter" || event.key === " ") {
      // Holding a key down confirms nothing.
      if (!event.repeat) this.board.choose(id);
    } else if (event.key === "Escape") {
      this.board.cancel();
    } else {
      return;
    }
    event.preventDefault();
    event.stopPropagation();
  }

  /**
   * Outside the board and outside fields, the left and right arrows step through the turns, and
   * Escape cancels.
   * @param {KeyboardEvent} event
   */
  turned(event) {
    const target = event.target instanceof Element ? event.target : null;
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
    if (target?.closest("input, textarea, select, [contenteditable], .board-view")) return;
    if (event.key === "Escape" && (this.board.pending || this.board.select)) this.board.cancel();
    const step = { ArrowLeft: "Back", ArrowRight: "Forward" }[event.key];
    const button = step && this.board.panel.steps.querySelector(`[data-step=${step}]`);
    if (button instanceof HTMLButtonElement && !button.disabled) {
      event.preventDefault();
      button.click();
    }
  }
}

/** @param {{ x: number, y: number }} one @param {{ x: number, y: number }} other */
const distance = (one, other) => Math.hypot(one.x - other.x, one.y - other.y);

/** The name of a place as people type it; a rim point of Antipod has two. @param {string} name */
const plain = (name) => name.toLowerCase().replace("+", "");

/** Whether an event comes from a finger. @param {MouseEvent} event */
function coarse(event) {
  const kind = event instanceof PointerEvent ? event.pointerType : "";
  return kind ? kind === "touch" : matchMedia("(pointer: coarse)").matches;
}

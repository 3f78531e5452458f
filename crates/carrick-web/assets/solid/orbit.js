// Turns a model: by dragging and pinching, by keys and buttons; with easing and a little momentum.

import { moves } from "./preferences.js";

/** @typedef {import("./scene.js").Stage} Stage */
/** @typedef {import("./scene.js").View} View */

/** Radians per CSS pixel of a drag. */
const DRAG = 0.0085;

/** Radians that a key or a button turns. */
const STEP = Math.PI / 12;

/** A pointer that has moved this many CSS pixels drags, and does not click. */
const STILL = 6;

/** Share of the remaining distance that a view moves in a sixtieth of a second. */
const EASE = 0.2;

/** Share of the momentum that is left after a sixtieth of a second. */
const SWING = 0.9;

const NEAREST = 3;

/** Keys that turn the model together with Shift, and what they do; other keys do not need Shift. */
const TURNS = /** @type {const} */ ({
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, 1],
  ArrowDown: [0, -1],
});

/** Controls that turn a model. */
export class Orbit {
  /**
   * @param {Stage} stage
   * @param {{ home: View, tilts: [number, number], holds: (event: { clientX: number, clientY:
   * number }) => boolean }} model its first view, its flattest and steepest tilt, and what can be
   * dragged
   */
  constructor(stage, { home, tilts, holds }) {
    this.stage = stage;
    this.home = home;
    this.tilts = tilts;
    this.holds = holds;
    stage.view = { ...home };
    /** @type {View} */
    this.aim = { ...home };
    this.swing = { yaw: 0, tilt: 0 };
    /** Pointers that are down, by id. @type {Map<number, { x: number, y: number }>} */
    this.pointers = new Map();
    /** Whether the pointer has moved since it was pressed. */
    this.dragged = false;
    /**
     * Handles drags that turn something other than the view.
     * @type {((right: number, down: number) => void) | undefined}
     */
    this.other = undefined;
    this.held = false;
    this.moving = false;
    this.listen(stage.canvas);
  }

  /** Replaces the first view. @param {{ yaw: number, tilt: number }} facing */
  start(facing) {
    this.home = { ...this.home, ...facing };
    this.aim = { ...this.home };
    this.stage.view = { ...this.home };
  }

  /** @param {HTMLCanvasElement} canvas */
  listen(canvas) {
    canvas.addEventListener("pointerdown", (event) => this.down(event));
    canvas.addEventListener("pointermove", (event) => this.move(event));
    for (const kind of /** @type {const} */ (["pointerup", "pointercancel"])) {
      canvas.addEventListener(kind, (event) => this.up(event));
    }
    // A finger next to the model scrolls the page; one on it turns the model.
    canvas.addEventListener("touchstart", (event) => this.touched(event), { passive: false });
    canvas.addEventListener("touchmove", (event) => this.held && event.preventDefault(), { passive: false });
    canvas.addEventListener("wheel", (event) => this.wheeled(event), { passive: false });
  }

  /** @param {TouchEvent} event */
  touched(event) {
    const [finger] = event.touches;
    this.held = event.touches.length > 1 || (finger !== undefined && this.holds(finger));
    if (event.touches.length > 1) event.preventDefault();
  }

  /** @param {PointerEvent} event */
  down(event) {
    if (this.pointers.size === 0) this.dragged = false;
    if (event.pointerType !== "touch" && event.button !== 0) return;
    this.pointers.set(event.pointerId, { x: event.clientX, y: event.clientY });
    this.swing = { yaw: 0, tilt: 0 };
  }

  /** @param {PointerEvent} event */
  move(event) {
    const before = this.pointers.get(event.pointerId);
    if (!before) return;
    const [right, down] = [event.clientX - before.x, event.clientY - before.y];
    if (!this.dragged && Math.hypot(right, down) < STILL) return;
    if (!this.dragged) this.stage.canvas.setPointerCapture(event.pointerId);
    this.dragged = true;
    const apart = this.spread();
    this.pointers.set(event.pointerId, { x: event.clientX, y: event.clientY });
    if (this.pointers.size > 1) {
      if (apart) this.aim.near *= this.spread() / apart;
      this.turn(-right * DRAG * 0.5, down * DRAG * 0.5, true);
    } else if (this.other) {
      this.other(right, down);
    } else {
      this.swing = { yaw: -right * DRAG, tilt: down * DRAG };
      this.turn(this.swing.yaw, this.swing.tilt, true);
    }
  }

  /** Distance between two fingers. */
  spread() {
    const [one, other] = [...this.pointers.values()];
    return one && other ? Math.hypot(one.x - other.x, one.y - other.y) : 0;
  }

  /** @param {PointerEvent} event */
  up(event) {
    this.pointers.delete(event.pointerId);
    if (this.pointers.size || !this.dragged || !moves()) return;
    this.go();
  }

  /**
   * Pinching on a touchpad arrives as a wheel event with Ctrl; a wheel event without it scrolls the
   * page.
   * @param {WheelEvent} event
   */
  wheeled(event) {
    if (!event.ctrlKey) return;
    event.preventDefault();
    this.zoom(Math.exp(-event.deltaY * 0.01));
  }

  /**
   * Handles a key; returns whether it turned anything.
   * @param {KeyboardEvent} event
   */
  pressed(event) {
    if (event.shiftKey && event.key in TURNS) {
      const [right, up] = TURNS[/** @type {keyof typeof TURNS} */ (event.key)];
      this.turn(-right * STEP, up * STEP);
    } else if (event.key === "+" || event.key === "=") this.zoom(1.25);
    else if (event.key === "-") this.zoom(0.8);
    else if (event.key === "Home") this.reset();
    else return false;
    return true;
  }

  /**
   * Turns the view by angles in radians.
   * @param {number} yaw
   * @param {number} tilt
   * @param {boolean} [now] without easing
   */
  turn(yaw, tilt, now = false) {
    this.aim.yaw += yaw;
    this.aim.tilt += tilt;
    this.settle();
    if (now) this.stage.view = { ...this.aim };
    this.go();
  }

  /** @param {number} factor */
  zoom(factor) {
    this.aim.near *= factor;
    this.settle();
    this.go();
  }

  reset() {
    this.aim.near = this.home.near;
    this.face(this.home.yaw, this.home.tilt);
  }

  /**
   * Looks from a direction, taking the shorter turn.
   * @param {number} yaw
   * @param {number} tilt
   */
  face(yaw, tilt) {
    const round = 2 * Math.PI;
    const { yaw: now } = this.stage.view;
    this.aim.yaw = now + ((((yaw - now) % round) + 1.5 * round) % round) - 0.5 * round;
    this.aim.tilt = tilt;
    this.swing = { yaw: 0, tilt: 0 };
    this.settle();
    this.go();
  }

  settle() {
    const [flattest, steepest] = this.tilts;
    this.aim.tilt = Math.min(steepest, Math.max(flattest, this.aim.tilt));
    this.aim.near = Math.min(NEAREST, Math.max(1, this.aim.near));
  }

  /** Continues until the view has reached its aim. */
  go() {
    if (!moves()) this.stage.view = { ...this.aim };
    if (!moves() || this.moving) {
      this.stage.draw();
      return;
    }
    this.moving = true;
    let before = performance.now();
    this.stage.run((now) => {
      const beats = Math.min(4, Math.max(0, (now - before) / (1000 / 60)));
      before = now;
      return (this.moving = this.step(beats));
    });
  }

  /** @param {number} beats sixtieths of a second */
  step(beats) {
    const { view } = this.stage;
    if (!this.pointers.size) {
      this.aim.yaw += this.swing.yaw * beats;
      this.aim.tilt += this.swing.tilt * beats;
      this.settle();
      const left = SWING ** beats;
      this.swing = { yaw: this.swing.yaw * left, tilt: this.swing.tilt * left };
    }
    const part = 1 - (1 - EASE) ** beats;
    let rest = Math.abs(this.swing.yaw) + Math.abs(this.swing.tilt);
    for (const key of /** @type {const} */ (["yaw", "tilt", "near"])) {
      const gap = this.aim[key] - view[key];
      view[key] += gap * part;
      rest += Math.abs(gap);
    }
    if (rest > 0.0006) return true;
    this.stage.view = { ...this.aim };
    return false;
  }
}

// Magnifies a board whose places are too small for a finger, and pans it.

/** Size of a touch target, in CSS pixels. */
export const FINGER = 44;

/** How far to magnify if readers ask for it but fingers do not need it. */
export const LARGER = 1.6;

/** The part of a board that is visible. It outlives the pictures shown in it. */
export class Zoom {
  constructor() {
    /**
     * Middle of the visible part; `undefined` while the whole board is shown.
     * @type {{ x: number, y: number } | undefined}
     */
    this.middle = undefined;
    /** Minimum magnification. */
    this.least = 1;
    /** @type {SVGSVGElement | undefined} */
    this.svg = undefined;
    /** Size of a touch target in the picture's units. */
    this.reach = 1;
    this.whole = { x: 0, y: 0, width: 1, height: 1 };
    /** @type {{ id: number, x: number, y: number, moved: boolean } | undefined} */
    this.drag = undefined;
  }

  /**
   * Takes a new picture.
   * @param {SVGSVGElement} svg
   * @param {number} reach the size of the smallest place, in the picture's units
   */
  take(svg, reach) {
    const [x = 0, y = 0, width = 1, height = 1] = (svg.getAttribute("viewBox") ?? "").split(" ").map(Number);
    this.whole = { x, y, width, height };
    [this.svg, this.reach] = [svg, reach];
    this.show();
  }

  /** Size of a place on the whole board, in CSS pixels. */
  size() {
    const box = this.svg?.getBoundingClientRect();
    return box ? this.reach * Math.min(box.width / this.whole.width, box.height / this.whole.height) : FINGER;
  }

  /** CSS pixels per unit of the picture, as it is shown. */
  get scale() {
    return this.svg?.getScreenCTM()?.a ?? 1;
  }

  /** Whether the places of the whole board are too small for fingers. */
  needed() {
    return this.size() < FINGER - 2;
  }

  get active() {
    return this.middle !== undefined;
  }

  /**
   * Magnifies around a place.
   * @param {{ x: number, y: number } | undefined} middle the whole board if `undefined`
   * @param {number} [least] factor to use if fingers do not need a larger one
   */
  about(middle, least = this.least) {
    this.middle = middle && { x: middle.x, y: middle.y };
    this.least = middle ? least : 1;
    this.show();
  }

  show() {
    if (!this.svg) return;
    const { x, y, width, height } = this.whole;
    const share = Math.min(1 / this.least, this.size() / FINGER);
    if (!this.middle || share === 1) {
      this.svg.setAttribute("viewBox", `${x} ${y} ${width} ${height}`);
    } else {
      const [w, h] = [width * share, height * share];
      const left = clamp(this.middle.x - w / 2, x, x + width - w);
      const top = clamp(this.middle.y - h / 2, y, y + height - h);
      this.middle = { x: left + w / 2, y: top + h / 2 };
      this.svg.setAttribute("viewBox", `${left} ${top} ${w} ${h}`);
    }
    this.svg.classList.toggle("magnified", this.active);
  }

  /**
   * Position of a pointer on the board.
   * @param {{ clientX: number, clientY: number }} event
   */
  at(event) {
    const matrix = this.svg?.getScreenCTM();
    if (!matrix) return { x: 0, y: 0 };
    const point = new DOMPoint(event.clientX, event.clientY).matrixTransform(matrix.inverse());
    return { x: point.x, y: point.y };
  }

  /** @param {PointerEvent} event */
  down(event) {
    if (this.active) this.drag = { id: event.pointerId, x: event.clientX, y: event.clientY, moved: false };
  }

  /** @param {PointerEvent} event */
  move(event) {
    const scale = this.svg?.getScreenCTM()?.a;
    if (!this.drag || this.drag.id !== event.pointerId || !this.middle || !scale) return;
    const [dx, dy] = [event.clientX - this.drag.x, event.clientY - this.drag.y];
    if (!this.drag.moved && Math.hypot(dx, dy) < 8) return;
    this.drag = { id: event.pointerId, x: event.clientX, y: event.clientY, moved: true };
    this.about({ x: this.middle.x - dx / scale, y: this.middle.y - dy / scale });
  }

  /** Ends a drag; returns whether there was one, because then it was not a tap. */
  up() {
    const moved = this.drag?.moved ?? false;
    this.drag = undefined;
    return moved;
  }
}

/**
 * @param {number} value
 * @param {number} low
 * @param {number} high
 */
const clamp = (value, low, high) => Math.max(low, Math.min(high, value));

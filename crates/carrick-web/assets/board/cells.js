// Cells of the picture as buttons: their accessible names, and which of them has the focus.

/** @typedef {import("./board.js").Board} Board */
/** @typedef {import("./types.js").Position} Position */
/** @typedef {import("./types.js").Spot} Spot */

/** The cells of a board. */
export class Cells {
  /** @param {Board} board */
  constructor(board) {
    this.board = board;
    /** The element in the tab order (roving tabindex). @type {string | undefined} */
    this.home = undefined;
    /** Its place, because another element may be there after a turn. @type {Spot | undefined} */
    this.spot = undefined;
  }

  /**
   * Turns elements of the picture into buttons, one of which is in the tab order.
   * @param {SVGSVGElement} svg
   * @param {Position} seen
   */
  take(svg, seen) {
    const spots = this.reachable(seen);
    const same = spots.find((spot) => spot.id === this.home) ?? this.nearest(spots);
    // The focus starts at the last turn.
    this.spot = same ?? spots.find((spot) => spot.id === seen.last?.landed[0]) ?? spots[0];
    this.home = this.spot?.id;
    for (const spot of seen.spots) this.name(svg, spot);
  }

  /** The spot nearest to the place in the tab order. @param {Spot[]} spots */
  nearest(spots) {
    const { spot } = this;
    if (!spot) return undefined;
    const far = (/** @type {Spot} */ other) => (other.place === spot.place ? -1 : Math.hypot(other.x - spot.x, other.y - spot.y));
    return [...spots].sort((one, other) => far(one) - far(other))[0];
  }

  /**
   * Turns an element of the picture into a button with a name.
   * @param {SVGSVGElement} svg
   * @param {Spot} spot
   */
  name(svg, spot) {
    const element = svg.getElementById(spot.id);
    if (!element || spot.hidden) return;
    const choosable = this.board.choosing && this.ways(this.board.base?.spots.find(({ id }) => id === spot.id));
    element.setAttribute("role", "button");
    element.setAttribute("tabindex", spot.id === this.home ? "0" : "-1");
    const label = this.label(spot);
    element.setAttribute("aria-label", label);
    // A pointer that rests on it shows the same text.
    const title = element.querySelector(":scope > title");
    if (title) title.textContent = label;
    if (!choosable) element.setAttribute("aria-disabled", "true");
  }

  /**
   * Accessible name of a spot; if a cube is chosen, it says whether the cube can go there.
   * @param {Spot} spot
   */
  label(spot) {
    const { to, refused } = this.board.base?.selection ?? {};
    if (to?.some(({ id }) => id === spot.id)) return `${spot.label}, the cube can go here`;
    const why = this.board.pending ? undefined : refused?.find(({ id }) => id === spot.id)?.why;
    return why ? `${spot.label}; ${why}` : spot.label;
  }

  /** Whether anything can be chosen at a spot. @param {Spot | undefined} spot */
  ways(spot) {
    if (!spot) return false;
    const target = this.board.base?.selection?.to?.some(({ id }) => id === spot.id);
    return Boolean(spot.turn || spot.to?.length || spot.rotations || target);
  }

  /** @param {Position} position */
  reachable(position) {
    return position.spots.filter((spot) => !spot.hidden);
  }

  /** Scrolls until the controls below the board do not hide the focus. */
  reveal() {
    const id = this.focused();
    const spot = id && document.getElementById(id)?.getBoundingClientRect();
    const { now: controls } = this.board.panel;
    const now = (controls.closest(".state") ?? controls).getBoundingClientRect();
    if (!spot || spot.right < now.left || spot.left > now.right) return;
    if (spot.bottom > now.top) scrollBy(0, spot.bottom - now.top + 24);
  }

  focused() {
    const active = document.activeElement;
    return active && this.board.view?.contains(active) ? active.id : undefined;
  }

  /**
   * @param {string} id
   * @param {SVGSVGElement | null} [svg]
   */
  focus(id, svg = this.board.view?.querySelector("svg") ?? null) {
    const spot = this.board.seen?.spots.find((spot) => spot.id === id && !spot.hidden);
    if (spot) this.spot = spot;
    const element = svg?.getElementById(spot?.id ?? this.home ?? "");
    if (!(element instanceof SVGElement)) return;
    if (this.home) svg?.getElementById(this.home)?.setAttribute("tabindex", "-1");
    this.home = element.id;
    element.setAttribute("tabindex", "0");
    element.focus({ preventScroll: true });
  }
}

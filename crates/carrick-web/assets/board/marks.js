// Marks that the page draws over a board: focus, the chosen cube, its targets, the last turn. Each
// kind has a shape of its own.

/** @typedef {import("./types.js").Mark} Mark */
/** @typedef {import("./types.js").Spot} Spot */
/** @typedef {import("./types.js").Position} Position */

const SVG = "http://www.w3.org/2000/svg";

/**
 * An SVG element.
 * @param {string} name
 * @param {Record<string, string | number>} attributes
 */
export function element(name, attributes) {
  const made = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, String(value));
  return made;
}

const LAYERS = ["worth", "group", "moved", "lines", "chosen", "lit", "focus"];

/** The marks over one picture. */
export class Marks {
  /**
   * @param {SVGSVGElement} svg
   * @param {Position} position
   */
  constructor(svg, position) {
    this.unit = position.unit;
    /**
     * Places of spots in the position before, which may be gone.
     * @type {Map<string, Spot> | undefined}
     */
    this.before = undefined;
    /** Marks on each layer, for drawing them elsewhere. @type {Map<string, Mark[]>} */
    this.drawn = new Map(LAYERS.map((name) => [name, []]));
    /** The group that is lit. @type {import("./types.js").Group | undefined} */
    this.group = undefined;
    this.spots = new Map(position.spots.map((spot) => [spot.id, spot]));
    this.layers = new Map(
      LAYERS.map((name) => {
        const layer = element("g", { class: `mark-${name}`, "aria-hidden": "true" });
        svg.append(layer);
        return [name, layer];
      }),
    );
  }

  /** @param {string} layer */
  clear(layer) {
    this.layers.get(layer)?.replaceChildren();
    this.drawn.set(layer, []);
  }

  /**
   * A ring round spots: `kind` is a class of the style sheet.
   * @param {string} layer
   * @param {string} kind
   * @param {Iterable<string>} ids
   * @param {number} [size] its radius, in distances between neighbours
   */
  rings(layer, kind, ids, size = 0.46) {
    for (const id of ids) {
      this.drawn.get(layer)?.push({ shape: "ring", kind, id });
      const spot = this.spots.get(id);
      if (!spot) continue;
      const at = { cx: spot.x, cy: spot.y, r: size * this.unit };
      this.layers.get(layer)?.append(
        element("circle", { ...at, class: `casing ${kind}` }),
        element("circle", { ...at, class: `core ${kind}` }),
      );
    }
  }

  /**
   * The ghost of a stone, or of a cube seen from above, on a spot.
   * @param {string} layer
   * @param {import("./types.js").Colour} colour
   * @param {boolean} isCube
   * @param {string} id
   */
  ghost(layer, colour, isCube, id) {
    const spot = this.spots.get(id);
    if (!spot) return;
    const radius = this.unit * (isCube ? 1 / Math.sqrt(3) : 0.42);
    const corners = Array.from({ length: 6 }, (_, corner) => {
      const angle = ((corner + 0.5) * Math.PI) / 3;
      return `${spot.x + radius * Math.cos(angle)},${spot.y + radius * Math.sin(angle)}`;
    });
    const shape = isCube ? element("polygon", { points: corners.join(" ") }) : element("circle", { cx: spot.x, cy: spot.y, r: radius });
    shape.setAttribute("class", `ghost ${isCube ? "cube" : "stone"} ${colour}`);
    this.layers.get(layer)?.append(shape);
  }

  /**
   * An outline round places.
   * @param {string} layer
   * @param {string} kind
   * @param {string} d data of its path
   */
  outline(layer, kind, d) {
    this.layers.get(layer)?.append(element("path", { d, class: `casing ${kind}` }), element("path", { d, class: `core ${kind}` }));
  }

  /**
   * A small cross under the middle of spots, beside their names.
   * @param {string} layer
   * @param {string} kind
   * @param {Iterable<string>} ids
   */
  crosses(layer, kind, ids) {
    const half = 0.09 * this.unit;
    for (const id of ids) {
      this.drawn.get(layer)?.push({ shape: "cross", kind, id });
      const spot = this.spots.get(id);
      if (!spot) continue;
      const [x, y] = [spot.x, spot.y + 0.42 * this.unit];
      const d = `M${x - half} ${y - half}L${x + half} ${y + half}M${x - half} ${y + half}L${x + half} ${y - half}`;
      this.layers.get(layer)?.append(
        element("path", { d, class: `casing ${kind}` }),
        element("path", { d, class: `core ${kind}` }),
      );
    }
  }

  /**
   * An arrow from one spot to another.
   * @param {Spot} from
   * @param {Spot} to
   * @param {string} [layer]
   */
  arrow(from, to, layer = "moved") {
    this.drawn.get(layer)?.push({ shape: "arrow", from: from.id, to: to.id });
    const length = Math.hypot(to.x - from.x, to.y - from.y) || 1;
    const [ax, ay] = [(to.x - from.x) / length, (to.y - from.y) / length];
    const back = 0.3 * this.unit;
    const tip = { x: to.x - ax * 0.15 * this.unit, y: to.y - ay * 0.15 * this.unit };
    /** @param {number} side */
    const wing = (side) =>
      `${tip.x - ax * back - ay * side * back * 0.6} ${tip.y - ay * back + ax * side * back * 0.6}`;
    const d = `M${from.x} ${from.y}L${tip.x} ${tip.y}M${wing(1)}L${tip.x} ${tip.y}L${wing(-1)}`;
    this.layers.get(layer)?.append(
      element("path", { d, class: "casing moved" }),
      element("path", { d, class: "core moved" }),
    );
  }
}

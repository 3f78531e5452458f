// Marks that the page draws over a board: focus, the chosen cube, its targets, the last turn. Each
// kind has a different shape.

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

/** @typedef {{ x: number, y: number }} At */

/**
 * How far arrows may curve sideways, in units; the first that stays clear of other marks is used.
 */
const BOWS = [0, 0.4, -0.4, 0.8, -0.8];

/** Distances that arrows keep from the middles of names and of other arrows, in units. */
const CLEAR = { name: 0.46, arrow: 0.3 };

/** How far the cross is below the middle of its place, and half its size, in units. */
export const CROSS = { below: 0.42, half: 0.09 };

const LAYERS = ["pending", "worth", "enclosed", "group", "moved", "lines", "chosen", "lit", "focus"];

/** The marks over one picture. */
export class Marks {
  /**
   * @param {SVGSVGElement} svg
   * @param {Position} position
   */
  constructor(svg, position) {
    this.unit = position.unit;
    /**
     * Places of spots in the previous position, which may no longer exist.
     * @type {Map<string, Spot> | undefined}
     */
    this.before = undefined;
    /** Marks on each layer, for drawing them elsewhere. @type {Map<string, Mark[]>} */
    this.drawn = new Map(LAYERS.map((name) => [name, []]));
    /** The group that is lit. @type {import("./types.js").Group | undefined} */
    this.group = undefined;
    this.spots = new Map(position.spots.map((spot) => [spot.id, spot]));
    /**
     * Layers, the lowest first. The pending turn's ring is below the nests, whose names it would
     * cover.
     */
    this.layers = new Map(
      LAYERS.map((name) => {
        const layer = element("g", { class: `mark-${name}`, "aria-hidden": "true" });
        svg.append(layer);
        return [name, layer];
      }),
    );
    const nest = position.spots.find(({ level, rotations }) => level && rotations);
    const nests = nest && svg.getElementById(nest.id)?.parentElement;
    nests?.before(/** @type {Element} */ (this.layers.get("pending")));
  }

  /** @param {string} layer */
  clear(layer) {
    this.layers.get(layer)?.replaceChildren();
    this.drawn.set(layer, []);
  }

  /**
   * A ring round spots; `kind` is a class of the style sheet.
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
    const shape = isCube ? element("polygon", { points: hexagon(spot, radius).join(" ") }) : element("circle", { cx: spot.x, cy: spot.y, r: radius });
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
   * A hexagon inside holes, where a ring would look like one of the others.
   * @param {string} layer
   * @param {string} kind
   * @param {Iterable<string>} ids
   */
  hexagons(layer, kind, ids) {
    for (const id of ids) {
      this.drawn.get(layer)?.push({ shape: "ring", kind, id });
      const spot = this.spots.get(id);
      if (spot) this.outline(layer, kind, `M${hexagon(spot, 0.62 * this.unit).join("L")}Z`);
    }
  }

  /**
   * A small cross below the middle of spots, next to their names.
   * @param {string} layer
   * @param {string} kind
   * @param {Iterable<string>} ids
   */
  crosses(layer, kind, ids) {
    const half = CROSS.half * this.unit;
    for (const id of ids) {
      this.drawn.get(layer)?.push({ shape: "cross", kind, id });
      const spot = this.spots.get(id);
      if (!spot) continue;
      const [x, y] = [spot.x, spot.y + CROSS.below * this.unit];
      const d = `M${x - half} ${y - half}L${x + half} ${y + half}M${x - half} ${y + half}L${x + half} ${y - half}`;
      this.layers.get(layer)?.append(
        element("path", { d, class: `casing ${kind}` }),
        element("path", { d, class: `core ${kind}` }),
      );
    }
  }

  /**
   * An arrow from one spot to another. It leaves the names of empty places visible, and curves
   * aside if other arrows are in its way.
   * @param {Spot} from
   * @param {Spot} to
   * @param {string} [layer]
   * @param {At[]} [others] middles of arrows to stay clear of
   */
  arrow(from, to, layer = "moved", others = []) {
    this.drawn.get(layer)?.push({ shape: "arrow", from: from.id, to: to.id });
    const names = [...this.spots.values()].filter((spot) => !spot.holds && !spot.hidden && spot.id !== from.id && spot.id !== to.id);
    const line = bowed(from, to, names, others, this.unit);
    const tip = /** @type {At} */ (line.at(-1));
    const before = line.at(-4) ?? from;
    const length = Math.hypot(tip.x - before.x, tip.y - before.y) || 1;
    const [ax, ay] = [(tip.x - before.x) / length, (tip.y - before.y) / length];
    const back = 0.3 * this.unit;
    /** @param {number} side */
    const wing = (side) =>
      `${tip.x - ax * back - ay * side * back * 0.6} ${tip.y - ay * back + ax * side * back * 0.6}`;
    const d = `M${line.map(({ x, y }) => `${x} ${y}`).join("L")}M${wing(1)}L${tip.x} ${tip.y}L${wing(-1)}`;
    this.layers.get(layer)?.append(
      element("path", { d, class: "casing moved" }),
      element("path", { d, class: "core moved" }),
    );
  }
}

/**
 * The corners of a hexagon round a place, one of them at the top.
 * @param {At} middle
 * @param {number} radius
 */
const hexagon = ({ x, y }, radius) =>
  Array.from({ length: 6 }, (_, corner) => {
    const angle = ((corner + 0.5) * Math.PI) / 3;
    return `${x + radius * Math.cos(angle)},${y + radius * Math.sin(angle)}`;
  });

/**
 * The path of an arrow between two spots, without the names of empty ones at its ends.
 * @param {Spot} from
 * @param {Spot} to
 * @param {At[]} names
 * @param {At[]} others
 * @param {number} unit
 */
function bowed(from, to, names, others, unit) {
  const length = Math.hypot(to.x - from.x, to.y - from.y) || 1;
  const [ax, ay] = [(to.x - from.x) / length, (to.y - from.y) / length];
  // On a short path, something is left between the ends.
  const gap = (/** @type {number} */ size) => Math.min(size * unit, 0.42 * length) / length;
  const [start, end] = [gap(from.holds ? 0.05 : CLEAR.name), 1 - gap(to.holds ? 0.15 : CLEAR.name)];
  const ways = BOWS.map((bow) =>
    Array.from({ length: 17 }, (_, at) => {
      const share = start + ((end - start) * at) / 16;
      const aside = 4 * share * (1 - share) * bow * unit;
      return { x: from.x + ax * share * length - ay * aside, y: from.y + ay * share * length + ax * aside };
    }),
  );
  const room = (/** @type {At[]} */ way) => {
    const far = (/** @type {At} */ one, /** @type {number} */ least) => Math.min(...way.map(({ x, y }) => Math.hypot(x - one.x, y - one.y))) - least * unit;
    return Math.min(0, ...names.map((name) => far(name, CLEAR.name)), ...others.map((other) => far(other, CLEAR.arrow)));
  };
  return ways.reduce((best, way) => (room(way) > room(best) ? way : best));
}

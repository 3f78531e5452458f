// Marks on a model's surface: those of the flat board, the last turn, the proof of the end, and
// overlays.

import { Group, Matrix4, Quaternion, Vector3 } from "./three.js";
import { CUBES, LAST, LINKS, NUMBERS, STONES, WON } from "./paint.js";
import { arrow, cased, clear, cross, label, merged, ring, tube } from "./shapes.js";

/** @typedef {import("./types.js").Position} Position */
/** @typedef {import("./types.js").Mark} Mark */
/** @typedef {import("./marks.js").Marks} Marks */
/** @typedef {import("./paint.js").Theme} Theme */
/** @typedef {import("./pile.js").Anchor} Anchor */
/** @typedef {import("./types.js").Group} Sized */
/** @typedef {import("./pile.js").Pile | import("./globe.js").Globe} Model */

const LAYERS = ["glow", "still", "pending", "worth", "moved", "lines", "chosen", "lit", "focus"];

/** Looks of rings by kind: thickness, radius around a place, and share of a cube's outline. */
const RINGS = /** @type {Record<string, { thick: number, radius: number, share: number, dashes?: number, dots?: number }>} */ ({
  selected: { thick: 0.05, radius: 0.4, share: 0.93 },
  pending: { thick: 0.036, radius: 0.4, share: 0.93, dashes: 7 },
  target: { thick: 0.04, radius: 0.42, share: 0.9, dots: 14 },
  "line-1": { thick: 0.06, radius: 0.3, share: 0.8 },
  "line-2": { thick: 0.04, radius: 0.3, share: 0.8, dashes: 6 },
  "line-3": { thick: 0.04, radius: 0.3, share: 0.8, dots: 10 },
  threat: { thick: 0.03, radius: 0.46, share: 0.9 },
  "threat inner": { thick: 0.03, radius: 0.3, share: 0.58 },
  noted: { thick: 0.055, radius: 0.36, share: 0.85 },
  left: { thick: 0.028, radius: 0.36, share: 0.9, dashes: 12 },
  lit: { thick: 0.055, radius: 0.46, share: 0.86 },
  twin: { thick: 0.04, radius: 0.46, share: 0.8, dots: 14 },
  focus: { thick: 0.03, radius: 0.5, share: 0.7 },
});

/** Marks on the surface of a model. */
export class Signs {
  /**
   * @param {Group} root
   * @param {Model} model
   * @param {Theme} theme
   */
  constructor(root, model, theme) {
    this.model = model;
    this.colours = { core: theme.mark, casing: theme.casing };
    this.layers = new Map(LAYERS.map((name) => [name, new Group()]));
    root.add(...this.layers.values());
  }

  /**
   * Shows the marks that belong to a position.
   * @param {Position} seen
   * @param {Set<string>} shown overlays of the board
   * @param {{ previewed: boolean, remarked: boolean }} how whether the last turn is a preview,
   * which has a different mark, or does not matter; and whether remarks on turns are shown
   */
  still(seen, shown, { previewed, remarked }) {
    const layer = this.layer("still");
    clear(layer);
    const enclosed = remarked ? (seen.last?.enclosed ?? []) : [];
    if (enclosed.length) layer.add(this.model.lit(seen, seen.groups.filter(({ ids }) => ids.some((id) => enclosed.includes(id)))));
    if (!previewed) for (const id of seen.last?.landed ?? []) this.last(layer, id);
    const [proved] = seen.ending?.proof?.ids ?? [];
    if (proved && seen.game === "boche") layer.add(this.model.lit(seen, seen.groups.filter(({ ids }) => ids.includes(proved))));
    const paths = this.model.proof(seen);
    if (paths.length) {
      const shape = (/** @type {number} */ wider) => merged(paths.flatMap((path) => beaded(path, 0.055 + wider, 0.12 + wider)));
      layer.add(cased(shape, WON, { width: 0.035, veiled: true }));
    }
    for (const kind of /** @type {const} */ (["connected", "adjacent", "tips"])) {
      const lines = shown.has(kind) ? this.model.links(seen, kind) : [];
      if (lines.length) layer.add(cased((wider) => merged(lines.map((line) => tube(line, 0.045 + wider))), LINKS[kind], { width: 0.025, veiled: true }));
    }
    if (shown.has("sizes")) this.sizes(layer, seen);
  }

  /** Marks the last piece that was placed. @param {Group} layer @param {string} id */
  last(layer, id) {
    const anchor = this.model.anchor(id);
    if (!anchor) return;
    const at = this.spot(anchor, { thick: 0.045, radius: 0.5, share: 0.93 });
    layer.add(cased(at, LAST, { width: 0.028 }));
  }

  /** @param {Group} layer @param {Position} seen */
  sizes(layer, seen) {
    for (const group of seen.groups) if (group.size > 1) this.size(layer, group, seen.game);
  }

  /** @param {Group} layer @param {Sized} group @param {string} game */
  size(layer, { ids, size, colour }, game) {
    const at = this.model.middleOfGroup(ids);
    if (!at) return;
    const plate = (game === "antipod" ? STONES : CUBES)[colour].face;
    const ink = NUMBERS[colour];
    const sprite = label(String(size), 0.5, { ink, plate, rim: ink, bold: true });
    sprite.position.copy(at);
    layer.add(sprite);
  }

  /**
   * Lights groups up, and shows their sizes.
   * @param {Group} light
   * @param {Sized[]} groups
   * @param {string} game
   */
  glow(light, groups, game) {
    const layer = this.layer("glow");
    clear(layer);
    layer.add(light);
    for (const group of groups) this.size(layer, group, game);
  }

  /**
   * Shows the marks of the flat board.
   * @param {Marks} marks
   */
  mirror(marks) {
    for (const [name, drawn] of marks.drawn) {
      // The model already lights groups up.
      if (name === "group" || name === "enclosed") continue;
      const layer = this.layer(name);
      clear(layer);
      const seen = new Set();
      for (const mark of drawn) {
        if (mark.shape === "arrow") this.arrow(layer, mark);
        else {
          const anchor = this.model.anchor(mark.id);
          // A rim point has two elements, but one place.
          const key = anchor && `${mark.kind} ${anchor.at.toArray()}`;
          if (!anchor || seen.has(key)) continue;
          seen.add(key);
          layer.add(this.mark(mark, anchor));
        }
      }
    }
  }

  /** @param {Extract<Mark, { id: string }>} mark @param {Anchor} anchor */
  mark({ shape, kind }, anchor) {
    if (shape === "cross") {
      const put = standing(anchor);
      return cased((wider) => cross(0.1 * anchor.size, (0.025 + wider) * anchor.size).applyMatrix4(put), this.colours, { width: 0.02 });
    }
    return cased(this.spot(anchor, RINGS[kind] ?? { thick: 0.03, radius: 0.46, share: 0.8 }), this.colours, { width: 0.022 });
  }

  /**
   * The shape around a place: the outline of a cube, or a ring.
   * @param {Anchor} anchor
   * @param {{ thick: number, radius: number, share: number, dashes?: number, dots?: number }} looks
   */
  spot(anchor, { thick, radius, share, dashes, dots }) {
    const { outline, size } = anchor;
    if (!outline?.length) {
      const put = standing(anchor);
      return (/** @type {number} */ wider) => ring(radius * size, (thick + wider) * size, { dashes: dashes ?? 0, dots: dots ?? 0 }).applyMatrix4(put);
    }
    const loop = within(outline, share);
    if (!dashes && !dots) return (/** @type {number} */ wider) => tube(loop, thick + wider, true);
    const lines = dashed(loop, dots ? 0.09 : 0.2, dots ? 0.09 : 0.1);
    return (/** @type {number} */ wider) => merged(lines.map((line) => tube(line, thick + wider)));
  }

  /** @param {Group} layer @param {Extract<Mark, { from: string }>} mark */
  arrow(layer, { from, to }) {
    const path = this.model.way(from, to, 0.3);
    if (path.length > 1) layer.add(cased((wider) => arrow(path, 0.035, wider), this.colours, { width: 0.022, veiled: true }));
  }

  /** @param {string} name */
  layer(name) {
    const known = this.layers.get(name);
    if (known) return known;
    throw new Error(`There is no layer ${name}.`);
  }
}

/** Placement of a flat shape on an anchor. @param {Anchor} anchor */
function standing({ at, up }) {
  return new Matrix4().compose(at, new Quaternion().setFromUnitVectors(new Vector3(0, 1, 0), up), new Vector3(1, 1, 1));
}

/**
 * A loop drawn closer to its middle, and slightly above the surface.
 * @param {Vector3[]} loop
 * @param {number} share
 */
function within(loop, share) {
  const middle = loop.reduce((all, point) => all.add(point), new Vector3()).multiplyScalar(1 / loop.length);
  return loop.map((point) => {
    const at = middle.clone().lerp(point, share);
    at.y += 0.035 + (1 - share) * 0.3;
    return at;
  });
}

/**
 * A line with a bead on each of its ends.
 * @param {Vector3[]} path
 * @param {number} thick
 * @param {number} bead
 */
const beaded = (path, thick, bead) => [tube(path, thick), ...[path[0], path.at(-1)].map((end) => tube(end ? [end] : [], bead))];

/**
 * Cuts a loop into dashes.
 * @param {Vector3[]} loop
 * @param {number} dash
 * @param {number} gap
 */
function dashed(loop, dash, gap) {
  /** @type {Vector3[][]} */
  const lines = [];
  loop.forEach((from, index) => {
    const to = /** @type {Vector3} */ (loop[(index + 1) % loop.length]);
    const length = from.distanceTo(to);
    const count = Math.max(1, Math.round(length / (dash + gap)));
    for (let at = 0; at < count; at++) {
      const [start, end] = [at / count, (at + dash / (dash + gap)) / count];
      lines.push([from.clone().lerp(to, start), from.clone().lerp(to, end)]);
    }
  });
  return lines;
}

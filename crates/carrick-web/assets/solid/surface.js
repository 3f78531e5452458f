// The surface of a pile: its faces, their paint, and the lines along them.

import { BufferAttribute, BufferGeometry, DoubleSide, Group, Mesh, MeshBasicMaterial, Vector3 } from "./three.js";
import { along, corners } from "./lattice.js";
import { CUBES } from "./paint.js";

/** @typedef {import("./types.js").Position} Position */
/** @typedef {import("./types.js").Paint} Paint */
/** @typedef {import("./types.js").Pile} PileForm */
/** @typedef {import("./types.js").Colour} Colour */
/** @typedef {import("./lattice.js").Triple} Triple */
/** @typedef {import("./pile.js").Pile} Pile */

/** Distance between a face and its light. */
const ABOVE = 0.012;

/** The number of pieces of a quarter circle. */
const ARC = 10;

/** @typedef {[number, number]} Pair */

/**
 * A quarter circle round a corner of the square, as points.
 * @param {number} corner
 * @returns {Pair[]}
 */
function arc(corner) {
  const [x = 0, y = 0] = [[0, 0], [1, 0], [1, 1], [0, 1]][corner] ?? [];
  return Array.from({ length: ARC + 1 }, (_, at) => {
    const angle = ((corner + at / ARC) * Math.PI) / 2;
    return [x + 0.5 * Math.cos(angle), y + 0.5 * Math.sin(angle)];
  });
}

/**
 * The paint round a corner of a face: a quarter circle, or the band to the opposite corner. The
 * points are in the unit square whose corners are the face's, and form triangles.
 * @param {number} corner
 * @param {boolean} band
 * @returns {Pair[]}
 */
function patch(corner, band) {
  if (!band) {
    const points = arc(corner);
    const middle = /** @type {Pair} */ ([[0, 0], [1, 0], [1, 1], [0, 1]][corner]);
    return points.slice(1).flatMap((to, at) => [middle, /** @type {Pair} */ (points[at]), to]);
  }
  // Between the arcs round the two other corners, strip by strip.
  const [one, other] = [arc((corner + 1) % 4), arc((corner + 3) % 4).reverse()];
  const ends = /** @type {Pair[]} */ ([[0, 0], [1, 0], [1, 1], [0, 1]]);
  const [from, to] = /** @type {[Pair, Pair]} */ ([ends[corner], ends[(corner + 2) % 4]]);
  const [left, right] = [[...one].reverse(), [...other].reverse()];
  const strip = left.slice(1).flatMap((next, at) => {
    const [a, b, d] = /** @type {[Pair, Pair, Pair]} */ ([left[at], right[at], right[at + 1]]);
    return [a, next, b, next, d, b];
  });
  const [a, b, c, d] = /** @type {[Pair, Pair, Pair, Pair]} */ ([left[0], right[0], left.at(-1), right.at(-1)]);
  return [from, a, b, ...strip, to, d, c];
}

/**
 * A visible face of a cube: its axis, and its corners as lattice points.
 * @typedef {{ id: string, cell: Triple, axis: number, points: Triple[], paint?: Paint | undefined }} Face
 */

/** Every visible face. @param {Pile} pile @param {Position} seen @returns {Face[]} */
export function faces(pile, seen) {
  const form = /** @type {PileForm} */ (seen.solid);
  return form.cells.filter(({ id }) => pile.isCube(id)).flatMap(({ id, cell, paint }) =>
    pile.faces(cell).map((axis) => ({ id, cell, axis, points: corners(cell, axis), paint })),
  );
}

/** The element of a lattice point. @param {Readonly<Triple>} point */
export const pointId = (point) => `v-${point.join("-")}`;

/** Whether the band of a face starts at its nearest corner. @param {Face} face */
const joined = ({ paint, axis }) => paint?.joins[axis] ?? false;

/** The ends of a face's band. @param {Face} face @returns {[Triple, Triple]} */
export function band(face) {
  const [near, one, far, other] = /** @type {[Triple, Triple, Triple, Triple]} */ (face.points);
  return joined(face) ? [near, far] : [one, other];
}

/**
 * Lights groups up: the paint on their faces, or whole cubes if cubes belong to a player.
 * @param {Pile} pile
 * @param {Position} seen
 * @param {{ colour: Colour, ids: string[] }[]} groups
 */
export function light(pile, seen, groups) {
  const all = faces(pile, seen);
  const layer = new Group();
  for (const { colour, ids } of groups) {
    const own = new Set(ids);
    /** @type {Vector3[]} */
    const triangles = all.flatMap((face) => {
      const place = placed(pile, face);
      if (!face.paint) return own.has(face.id) ? [[0, 0], [1, 0], [1, 1], [0, 0], [1, 1], [0, 1]].map(([a = 0, b = 0]) => place([a, b])) : [];
      const bands = joined(face) ? [0, 2] : [1, 3];
      return face.points.flatMap((point, corner) => {
        // A band is one piece, although it has two ends.
        const isBand = bands.includes(corner);
        if (!own.has(pointId(point)) || (isBand && corner > 1)) return [];
        return patch(corner, isBand).map(place);
      });
    });
    if (triangles.length) layer.add(glow(triangles, colour, all.some(({ paint }) => paint)));
  }
  return layer;
}

/**
 * Places a point of a face's square where it is visible.
 * @param {Pile} pile
 * @param {Face} face
 * @returns {(pair: Pair) => Vector3}
 */
function placed(pile, { cell, axis, points }) {
  const [near, one, , other] = /** @type {[Triple, Triple, Triple, Triple]} */ (points);
  const origin = pile.lattice.at(near);
  const [right, up] = [pile.lattice.at(one).sub(origin), pile.lattice.at(other).sub(origin)];
  const off = pile.lattice.at(along(axis, -ABOVE)).sub(pile.lattice.at([0, 0, 0]));
  origin.add(off).addScaledVector(off, cell[axis] ? 0 : 0.01);
  return ([a, b]) => origin.clone().addScaledVector(right, a).addScaledVector(up, b);
}

/** @param {Vector3[]} triangles @param {Colour} colour @param {boolean} painted */
function glow(triangles, colour, painted) {
  const geometry = new BufferGeometry();
  geometry.setAttribute("position", new BufferAttribute(new Float32Array(triangles.flatMap(({ x, y, z }) => [x, y, z])), 3));
  const looks = { color: CUBES[colour].lit, transparent: true, opacity: painted ? 0.62 : 0.5, depthWrite: false, side: DoubleSide };
  return new Mesh(geometry, new MeshBasicMaterial({ ...looks, toneMapped: false }));
}

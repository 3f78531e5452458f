// The cubic lattice standing on its corner: where cells and points are. The tip of the board points
// away from the viewer, and the upper corners of the holes form notches at ground level.
//
//          level 1     a cube stands on its corner (x+1, y+1, z+1); its nearest one is (x, y, z),
//        /\  /\        and the sum of the coordinates grows downwards
//       /  \/  \
//       \  /\  /       level 0

import { Matrix4, Quaternion, Vector3 } from "./three.js";

/** @typedef {[number, number, number]} Triple */

const [ROOT2, ROOT3, ROOT6] = [Math.SQRT2, Math.sqrt(3), Math.sqrt(6)];

/** A step along each axis of the lattice: to the right, up and to the front. */
export const STEPS = /** @type {const} */ ([
  new Vector3(0, -1 / ROOT3, -2 / ROOT6),
  new Vector3(1 / ROOT2, -1 / ROOT3, 1 / ROOT6),
  new Vector3(-1 / ROOT2, -1 / ROOT3, 1 / ROOT6),
]);

/** Turn from the lattice's axes to those of space. */
export const TURN = new Quaternion().setFromRotationMatrix(new Matrix4().makeBasis(...STEPS));

/** Height between points whose sums of coordinates differ by one. */
export const RISE = 1 / ROOT3;

/** The lattice of a board. */
export class Lattice {
  /** @param {number} size holes along a side */
  constructor(size) {
    this.size = size;
  }

  /** Position of a lattice point in space. @param {Readonly<Triple>} point */
  at([x, y, z]) {
    const [one, two, three] = STEPS;
    const at = new Vector3(0, this.size * RISE, 0);
    return at.addScaledVector(one, x).addScaledVector(two, y).addScaledVector(three, z);
  }

  /** The middle of the cube in a cell. @param {Readonly<Triple>} cell */
  middle([x, y, z]) {
    return this.at([x + 0.5, y + 0.5, z + 0.5]);
  }

  /** The cells of level 0. @returns {Triple[]} */
  holes() {
    const rows = Array.from({ length: this.size }, (_, at) => at);
    return rows.flatMap((x) =>
      rows.slice(0, this.size - x).map((y) => /** @type {Triple} */ ([x, y, this.size - 1 - x - y])),
    );
  }

  /** The level of a cell. @param {Readonly<Triple>} cell */
  level([x, y, z]) {
    return this.size - 1 - x - y - z;
  }
}

/**
 * @param {Readonly<Triple>} one
 * @param {Readonly<Triple>} other
 * @returns {Triple}
 */
export const sum = (one, other) => [one[0] + other[0], one[1] + other[1], one[2] + other[2]];

/** A step along an axis. @param {number} axis @param {number} [by] @returns {Triple} */
export const along = (axis, by = 1) => [axis === 0 ? by : 0, axis === 1 ? by : 0, axis === 2 ? by : 0];

/**
 * The corners of an upper face of a cube, starting with the nearest one.
 * @param {Readonly<Triple>} cell
 * @param {number} axis
 * @returns {[Triple, Triple, Triple, Triple]}
 */
export function corners(cell, axis) {
  const [one, other] = [along((axis + 1) % 3), along((axis + 2) % 3)];
  return [[...cell], sum(cell, one), sum(sum(cell, one), other), sum(cell, other)];
}

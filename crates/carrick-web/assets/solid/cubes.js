// The cubes: their shape and paint, and the orientations that a cube of Boche can have.

import {
  InstancedBufferAttribute,
  InstancedMesh,
  Matrix4,
  Quaternion,
  RoundedBoxGeometry,
  Vector3,
} from "./three.js";
import { along, sum } from "./lattice.js";
import { ankorFace, bocheFaces, levelTint, shaded } from "./paint.js";

/** @typedef {import("./types.js").Colour} Colour */
/** @typedef {import("./types.js").Paint} Paint */
/** @typedef {import("./lattice.js").Triple} Triple */

/** Edge of a cube, a little less than that of its cell, and the radius of its rounded edges. */
const EDGE = 0.972;
const ROUND = 0.07;

/**
 * A cube on the board.
 * @typedef {{ id: string, cell: Triple, level: number, turn: Quaternion }} Cube
 */

/** All cubes with the same look, drawn together. */
export class Cubes {
  /**
   * @param {number} most maximum number of cubes
   * @param {Colour | "painted"} look
   * @param {number} size of the board
   */
  constructor(most, look, size) {
    const box = new RoundedBoxGeometry(EDGE, EDGE, EDGE, 2, ROUND);
    if (look === "painted") unfold(box);
    const map = look === "painted" ? bocheFaces() : ankorFace(look);
    this.size = size;
    this.mesh = new InstancedMesh(box, shaded({ map, roughness: 0.42, metalness: 0 }), most);
    this.mesh.castShadow = this.mesh.receiveShadow = true;
    this.mesh.frustumCulled = false;
    for (const name of SHADES) box.setAttribute(name, new InstancedBufferAttribute(new Float32Array(most * 3), 3));
    /** @type {Cube[]} */
    this.cubes = [];
  }

  /**
   * Shows cubes.
   * @param {Cube[]} cubes
   * @param {(cell: Triple) => boolean} taken whether there is a cube in a cell
   */
  take(cubes, taken) {
    this.cubes = cubes;
    this.mesh.count = cubes.length;
    cubes.forEach((cube, at) => {
      this.mesh.setColorAt(at, levelTint(cube.level, this.size));
      SHADES.forEach((name, axis) => {
        const [one, other, corner] = inner(cube.cell, axis).map((cell) => Number(taken(cell)));
        this.mesh.geometry.getAttribute(name).setXYZ(at, one ?? 0, other ?? 0, corner ?? 0);
      });
      this.place(at, middle(cube.cell), cube.turn);
    });
    for (const name of SHADES) this.mesh.geometry.getAttribute(name).needsUpdate = true;
    if (this.mesh.instanceColor) this.mesh.instanceColor.needsUpdate = true;
    this.mesh.computeBoundingSphere();
  }

  /**
   * Puts a cube somewhere, in coordinates of the lattice.
   * @param {number} at
   * @param {Vector3} where its middle
   * @param {Quaternion} turn
   */
  place(at, where, turn) {
    this.mesh.setMatrixAt(at, new Matrix4().compose(where, turn, new Vector3(1, 1, 1)));
    this.mesh.instanceMatrix.needsUpdate = true;
  }
}

const SHADES = ["shadeX", "shadeY", "shadeZ"];

/** The middle of a cell, in coordinates of the lattice. @param {Readonly<Triple>} cell */
export const middle = ([x, y, z]) => new Vector3(x + 0.5, y + 0.5, z + 0.5);

/**
 * The cells whose cubes rise above the plane of an upper face, along its two inner edges and in
 * their corner.
 * @param {Triple} cell
 * @param {number} axis
 */
function inner(cell, axis) {
  const [one = 0, other = 0] = [0, 1, 2].filter((each) => each !== axis);
  const over = sum(cell, along(axis, -1));
  const beside = sum(over, along(one));
  return [beside, sum(over, along(other)), sum(beside, along(other))];
}

/** Every turn of a cube onto itself. @type {Quaternion[]} */
const TURNS = [0, 1, 2].flatMap((first) =>
  [0, 1, 2].filter((second) => second !== first).flatMap((second) =>
    [1, -1].flatMap((one) =>
      [1, -1].map((other) => {
        const x = new Vector3().setComponent(first, one);
        const y = new Vector3().setComponent(second, other);
        const z = new Vector3().crossVectors(x, y);
        return new Quaternion().setFromRotationMatrix(new Matrix4().makeBasis(x, y, z));
      }),
    ),
  ),
);

/**
 * Paint on the upper faces of a cube after a turn. There is one physical cube: three bands of Dark
 * meet at its Dark corner (-,-,-), and three bands of Light at the opposite one. So each corner
 * that a turn brings to the top gives one of the eight rotations.
 * @param {Quaternion} turn
 * @returns {Paint}
 */
function shown(turn) {
  const back = turn.clone().invert();
  const near = new Vector3(-1, -1, -1).applyQuaternion(back);
  const nearest = near.x * near.y * near.z < 0 ? "dark" : "light";
  const joins = [0, 1, 2].map((axis) => {
    const { x, y, z } = new Vector3().setComponent(axis, -1).applyQuaternion(back);
    const band = x + y + z < 0 ? "dark" : "light";
    return band === nearest;
  });
  return { nearest, joins: /** @type {[boolean, boolean, boolean]} */ (joins) };
}

/** @param {Paint} paint */
const key = ({ nearest, joins }) => `${nearest} ${joins}`;

/** @type {Map<string, Quaternion[]>} */
const BY_PAINT = new Map();
for (const turn of TURNS) {
  const paint = key(shown(turn));
  BY_PAINT.set(paint, [...(BY_PAINT.get(paint) ?? []), turn]);
}

/**
 * The turn that shows a painting; if there are several, the one nearest to a given turn.
 * @param {Paint} paint
 * @param {Quaternion} [from]
 */
export function turnOf(paint, from = new Quaternion()) {
  const turns = BY_PAINT.get(key(paint)) ?? TURNS;
  const [nearest = from] = [...turns].sort((one, other) => from.angleTo(one) - from.angleTo(other));
  return nearest;
}

/**
 * Maps the picture with both kinds of face onto the cube of Boche: the bands of Dark on the sides
 * towards smaller coordinates, those of Light on the others.
 * @param {RoundedBoxGeometry} box
 */
function unfold(box) {
  const [positions, uv] = [box.getAttribute("position"), box.getAttribute("uv")];
  const sides = [[0, 1], [0, -1], [1, 1], [1, -1], [2, 1], [2, -1]];
  const count = positions.count / sides.length;
  for (let at = 0; at < positions.count; at++) {
    const [axis = 0, sign = 1] = sides[Math.floor(at / count)] ?? [];
    const [one, other] = [(axis + 1) % 3, (axis + 2) % 3].map((each) => positions.getComponent(at, each) / EDGE + 0.5);
    // Half a pixel inside, so that the two pictures do not blend at their border.
    const u = 0.002 + 0.496 * Math.min(1, Math.max(0, one ?? 0));
    uv.setXY(at, sign < 0 ? u : 0.5 + u, Math.min(1, Math.max(0, other ?? 0)));
  }
}

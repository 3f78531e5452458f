// The board of the cube games: a wooden plinth with a notched hole for each cube of level 0.

import {
  BufferAttribute,
  BufferGeometry,
  InstancedMesh,
  Matrix4,
  Mesh,
  MeshStandardMaterial,
  PlaneGeometry,
  ShadowMaterial,
  ShapeUtils,
  Vector2,
  Vector3,
} from "./three.js";
import { RISE, sum } from "./lattice.js";
import { wood } from "./paint.js";
import { merged } from "./shapes.js";

/** @typedef {import("./lattice.js").Lattice} Lattice */
/** @typedef {import("./lattice.js").Triple} Triple */
/** @typedef {import("./paint.js").Theme} Theme */

/** Distance from the outermost corner of a hole to the edge of the plinth. */
const MARGIN = 0.95;

/** The plinth's upper side: where the upper faces of cubes in holes end. */
export const TOP = -RISE;

/** Its lower side, below the bottom of the holes. */
const BOTTOM = -2.5 * RISE;

const BEVEL = 0.16;

/** The open share of a hole. Narrow bars are left between holes that meet at a corner. */
const OPEN = 0.955;

/** Points of the plinth that must be visible. @param {Lattice} lattice */
export function rimOf(lattice) {
  const loop = widened(hull(plan(lattice)), MARGIN);
  return [TOP, BOTTOM].flatMap((y) => loop.filter((_, at) => at % 4 === 0).map(({ x, y: z }) => new Vector3(x, y, z)));
}

/**
 * The plinth, its holes, and the ground that receives its shadow.
 * @param {Lattice} lattice
 * @param {Theme} theme
 */
export function plinth(lattice, theme) {
  const grain = wood();
  const frame = new Mesh(frameOf(lattice), new MeshStandardMaterial({ color: theme.frame, map: grain, roughness: 0.72 }));
  const pits = pitsOf(lattice, new MeshStandardMaterial({ color: theme.ground, vertexColors: true, roughness: 0.9 }));
  for (const part of [frame, pits]) part.receiveShadow = true;
  frame.castShadow = true;
  const ground = new Mesh(new PlaneGeometry(80, 80).rotateX(-Math.PI / 2), new ShadowMaterial({ opacity: 0.28 }));
  ground.position.y = BOTTOM;
  ground.receiveShadow = true;
  return { frame, pits, ground };
}

/**
 * The corners of a hole on the plinth's upper side.
 * @param {Lattice} lattice
 * @param {Triple} hole
 */
function mouth(lattice, hole) {
  const corners = /** @type {Triple[]} */ ([[1, 1, 0], [0, 1, 1], [1, 0, 1]]).map((step) => lattice.at(sum(hole, step)));
  const middle = corners.reduce((all, at) => all.add(at), new Vector3()).multiplyScalar(1 / 3);
  return corners.map((corner) => middle.clone().lerp(corner, OPEN));
}

/**
 * Holes: three sides that meet where a cube's lowest corner would rest, and are dark there.
 * @param {Lattice} lattice
 * @param {MeshStandardMaterial} material
 */
function pitsOf(lattice, material) {
  const holes = lattice.holes();
  const rim = mouth(lattice, holes[0] ?? [0, 0, 0]);
  const middle = lattice.middle(holes[0] ?? [0, 0, 0]);
  const deepest = lattice.at(sum(holes[0] ?? [0, 0, 0], [1, 1, 1]));
  const sides = rim.map((from, at) => [from, deepest, /** @type {Vector3} */ (rim[(at + 1) % 3])].map((point) => point.clone().sub(middle)));
  const geometry = new BufferGeometry();
  geometry.setAttribute("position", new BufferAttribute(new Float32Array(sides.flat().flatMap((point) => point.toArray())), 3));
  const dark = sides.flat().flatMap((_, at) => (at % 3 === 1 ? [0.2, 0.19, 0.17] : [0.78, 0.77, 0.75]));
  geometry.setAttribute("color", new BufferAttribute(new Float32Array(dark), 3));
  geometry.computeVertexNormals();
  const pits = new InstancedMesh(geometry, material, holes.length);
  holes.forEach((hole, at) => {
    const { x, y, z } = lattice.middle(hole);
    pits.setMatrixAt(at, new Matrix4().makeTranslation(x, y, z));
  });
  return pits;
}

/** @param {Lattice} lattice */
function frameOf(lattice) {
  const edge = hull(plan(lattice));
  const loops = [
    [MARGIN - BEVEL, TOP],
    [MARGIN - BEVEL * 0.3, TOP - BEVEL * 0.25],
    [MARGIN, TOP - BEVEL],
    [MARGIN, BOTTOM],
  ].map(([width = 0, y = 0]) => widened(edge, width).map((at) => new Vector3(at.x, y, at.y)));
  const [top = []] = loops;
  const parts = [surface(top, lattice.holes().map((hole) => mouth(lattice, hole)))];
  loops.slice(1).forEach((loop, at) => parts.push(band(/** @type {Vector3[]} */ (loops[at]), loop)));
  return merged(parts);
}

/** A level surface with holes. @param {Vector3[]} outer @param {Vector3[][]} holes */
function surface(outer, holes) {
  const flat = (/** @type {Vector3[]} */ loop) => loop.map(({ x, z }) => new Vector2(x, z));
  const faces = ShapeUtils.triangulateShape(flat(outer), holes.map(flat));
  return geometryOf([...outer, ...holes.flat()], faces);
}

/**
 * A strip from one loop to another with the same number of points.
 * @param {Vector3[]} upper
 * @param {Vector3[]} lower
 */
function band(upper, lower) {
  const count = upper.length;
  const faces = upper.flatMap((_, at) => {
    const next = (at + 1) % count;
    return [[at, next, count + at], [next, count + next, count + at]];
  });
  return geometryOf([...upper, ...lower], faces);
}

/** Triangles that face upwards and outwards. @param {Vector3[]} points @param {number[][]} faces */
function geometryOf(points, faces) {
  const turned = faces.map(([a = 0, b = 0, c = 0]) => {
    const [one, two, three] = /** @type {[Vector3, Vector3, Vector3]} */ ([points[a], points[b], points[c]]);
    const normal = two.clone().sub(one).cross(three.clone().sub(one));
    const outwards = Math.abs(normal.y) > 1e-9 ? normal.y : normal.x * one.x + normal.z * one.z;
    return outwards < 0 ? [a, c, b] : [a, b, c];
  });
  const geometry = new BufferGeometry();
  geometry.setAttribute("position", new BufferAttribute(new Float32Array(points.flatMap(({ x, y, z }) => [x, y, z])), 3));
  geometry.setAttribute("uv", new BufferAttribute(new Float32Array(points.flatMap(({ x, y, z }) => [x * 0.13, (z + y) * 0.13])), 2));
  geometry.setIndex(turned.flat());
  geometry.computeVertexNormals();
  return geometry;
}

/** The corners of all holes, seen from above. @param {Lattice} lattice */
const plan = (lattice) => lattice.holes().flatMap((hole) => mouth(lattice, hole)).map(({ x, z }) => new Vector2(x, z));

/** The convex hull of points, anticlockwise (Andrew's monotone chain). @param {Vector2[]} points */
function hull(points) {
  const sorted = [...points].sort((one, other) => one.x - other.x || one.y - other.y);
  const half = (/** @type {Vector2[]} */ from) => {
    /** @type {Vector2[]} */
    const chain = [];
    for (const point of from) {
      for (;;) {
        const [before, last] = chain.slice(-2);
        if (!before || !last) break;
        if ((last.x - before.x) * (point.y - before.y) - (last.y - before.y) * (point.x - before.x) > 1e-9) break;
        chain.pop();
      }
      chain.push(point);
    }
    return chain.slice(0, -1);
  };
  return [...half(sorted), ...half(sorted.reverse())];
}

/**
 * A convex loop, wider by a margin and rounded at its corners.
 * @param {Vector2[]} loop
 * @param {number} margin
 */
function widened(loop, margin) {
  const count = loop.length;
  const corner = (/** @type {number} */ at) => /** @type {Vector2} */ (loop[(at + count) % count]);
  const outward = (/** @type {number} */ at) => {
    const step = corner(at + 1).clone().sub(corner(at));
    return Math.atan2(-step.x, step.y);
  };
  const ARC = 9;
  return loop.flatMap((point, at) => {
    const [from, to] = [outward(at - 1), outward(at)];
    const bend = (((to - from) % (2 * Math.PI)) + 2 * Math.PI) % (2 * Math.PI);
    return Array.from({ length: ARC }, (_, step) => {
      const angle = from + (bend * step) / (ARC - 1);
      return new Vector2(point.x + margin * Math.cos(angle), point.y + margin * Math.sin(angle));
    });
  });
}

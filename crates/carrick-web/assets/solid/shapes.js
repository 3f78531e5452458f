// Shapes that marks are made of: cased tubes along lines, rings of several kinds, arrows, texts.

import {
  BackSide,
  CircleGeometry,
  ConeGeometry,
  CylinderGeometry,
  Group,
  Matrix4,
  Mesh,
  MeshBasicMaterial,
  Quaternion,
  SphereGeometry,
  Sprite,
  SpriteMaterial,
  TorusGeometry,
  Vector3,
  mergeGeometries,
} from "./three.js";
import { drawn } from "./paint.js";

/** @typedef {import("./three.js").BufferGeometry} BufferGeometry */
/**
 * @typedef {{ core: string, casing: string }} Cased a pale core in a dark casing, or the other way
 * round
 */

const UP = new Vector3(0, 1, 0);

/**
 * How far a text is drawn in front of its place, in steps of depth, so that walls next to it do not
 * cut into it.
 */
const ABOVE = -20000;

/**
 * A tube along straight pieces, with round joints.
 * @param {Vector3[]} points
 * @param {number} radius
 * @param {boolean} [closed]
 */
export function tube(points, radius, closed = false) {
  const ends = closed ? [...points, /** @type {Vector3} */ (points[0])] : points;
  const parts = ends.map((end) => new SphereGeometry(radius, 8, 6).translate(end.x, end.y, end.z));
  /** @type {BufferGeometry[]} */
  const pieces = [...parts];
  ends.slice(1).forEach((to, index) => pieces.push(rod(/** @type {Vector3} */ (ends[index]), to, radius)));
  return merged(pieces);
}

/**
 * @param {Vector3} from
 * @param {Vector3} to
 * @param {number} radius
 */
function rod(from, to, radius) {
  const step = new Vector3().subVectors(to, from);
  const length = step.length();
  const turn = new Quaternion().setFromUnitVectors(UP, step.normalize());
  const middle = new Vector3().addVectors(from, to).multiplyScalar(0.5);
  return new CylinderGeometry(radius, radius, length, 8, 1, true).applyMatrix4(
    new Matrix4().compose(middle, turn, new Vector3(1, 1, 1)),
  );
}

/** @param {BufferGeometry[]} parts */
export function merged(parts) {
  const whole = mergeGeometries(parts);
  for (const part of parts) part.dispose();
  return whole;
}

/**
 * A mesh with a casing, which is drawn behind it and is somewhat wider.
 * @param {(wider: number) => BufferGeometry} shape makes the shape, widened by a distance
 * @param {Cased} colours
 * @param {{ width: number, veiled?: boolean }} looks the casing's width, and whether it shows
 * through cubes
 */
export function cased(shape, { core, casing }, { width, veiled = false }) {
  const group = new Group();
  const [inner, outer] = [shape(0), shape(width)];
  const add = (/** @type {BufferGeometry} */ geometry, /** @type {ConstructorParameters<typeof MeshBasicMaterial>[0]} */ looks, /** @type {number} */ order) => {
    const mesh = new Mesh(geometry, new MeshBasicMaterial({ toneMapped: false, ...looks }));
    mesh.renderOrder = order;
    group.add(mesh);
  };
  if (veiled) add(inner, { color: core, transparent: true, opacity: 0.4, depthTest: false, depthWrite: false }, 3);
  add(outer, { color: casing, side: BackSide }, 1);
  add(inner, { color: core }, 2);
  return group;
}

/**
 * A ring in the plane whose normal is up: whole, dashed or dotted.
 * @param {number} radius
 * @param {number} thick
 * @param {{ dashes?: number, dots?: number }} [pattern]
 */
export function ring(radius, thick, { dashes = 0, dots = 0 } = {}) {
  const flat = new Matrix4().makeRotationX(-Math.PI / 2);
  if (!dashes && !dots) return new TorusGeometry(radius, thick, 8, 40).applyMatrix4(flat);
  const count = dashes || dots;
  const step = (2 * Math.PI) / count;
  const parts = Array.from({ length: count }, (_, at) =>
    dashes
      ? new TorusGeometry(radius, thick, 8, 8, step * 0.62).rotateZ(step * at).applyMatrix4(flat)
      : new SphereGeometry(thick * 1.35, 8, 6).translate(radius * Math.cos(step * at), 0, radius * Math.sin(step * at)),
  );
  return merged(parts);
}

/**
 * A cross in the plane whose normal is up.
 * @param {number} half
 * @param {number} thick
 */
export function cross(half, thick) {
  const arm = (/** @type {number} */ sign) => tube([new Vector3(-half, 0, -half * sign), new Vector3(half, 0, half * sign)], thick);
  return merged([arm(1), arm(-1)]);
}

/**
 * An arrow along a curve through points. The head of a wider one, which is a casing, extends by no
 * more than its shaft does.
 * @param {Vector3[]} points
 * @param {number} thick
 * @param {number} [wider]
 */
export function arrow(points, thick, wider = 0) {
  const [before, tip] = points.slice(-2);
  if (!before || !tip) return tube(points, thick + wider);
  const way = new Vector3().subVectors(tip, before).normalize();
  const [long, ahead] = [thick * 7, wider * 1.5];
  const head = new ConeGeometry(thick * 3.2 + wider * 1.1, wider + long + ahead, 12);
  const foot = tip.clone().addScaledVector(way, -long);
  const middle = tip.clone().addScaledVector(way, (ahead - wider - long) / 2);
  const turn = new Quaternion().setFromUnitVectors(UP, way);
  head.applyMatrix4(new Matrix4().compose(middle, turn, new Vector3(1, 1, 1)));
  // The shaft ends where the head starts, even if its last pieces are shorter than the head.
  const shaft = points.filter((point) => way.dot(new Vector3().subVectors(foot, point)) > 0 || point.distanceTo(tip) > long);
  return merged([tube([...shaft, foot], thick + wider), head]);
}

/**
 * Points of the curve from one point to another that is pulled towards a third.
 * @param {Vector3} from
 * @param {Vector3} towards
 * @param {Vector3} to
 */
export function curve(from, towards, to) {
  return Array.from({ length: 17 }, (_, at) => {
    const share = at / 16;
    const [one, other] = [from.clone().lerp(towards, share), towards.clone().lerp(to, share)];
    return one.lerp(other, share);
  });
}

/**
 * A disc in the plane whose normal is up.
 * @param {number} radius
 */
export const disc = (radius) => new CircleGeometry(radius, 32).rotateX(-Math.PI / 2);

/** @type {Map<string, SpriteMaterial>} */
const texts = new Map();

/**
 * A short text that always faces the viewer.
 * @param {string} text
 * @param {number} height of the sprite
 * @param {{ ink: string, plate?: string, rim?: string, bold?: boolean }} looks
 */
export function label(text, height, { ink, plate, rim, bold = false }) {
  const key = [text, ink, plate, rim, bold].join("|");
  let material = texts.get(key);
  if (!material) {
    const map = drawn(128, (pen) => {
      if (plate) {
        pen.beginPath();
        pen.arc(0.5, 0.5, 0.46, 0, 2 * Math.PI);
        pen.fillStyle = plate;
        pen.fill();
        pen.strokeStyle = rim ?? ink;
        pen.lineWidth = 0.05;
        pen.stroke();
      }
      pen.fillStyle = ink;
      const size = plate ? (text.length > 3 ? 0.32 : 0.4) : text.length > 3 ? 0.4 : 0.52;
      pen.font = `${bold ? "700 " : "500 "}${size}px system-ui, sans-serif`;
      pen.textAlign = "center";
      pen.textBaseline = "middle";
      pen.fillText(text, 0.5, 0.53);
    });
    const above = { polygonOffset: true, polygonOffsetFactor: 0, polygonOffsetUnits: ABOVE };
    material = new SpriteMaterial({ map, transparent: true, depthWrite: false, toneMapped: false, ...above });
    texts.set(key, material);
  }
  const sprite = new Sprite(material);
  sprite.scale.setScalar(height);
  sprite.renderOrder = 4;
  return sprite;
}

/** Frees what a group shows, and empties it. @param {Group} group */
export function clear(group) {
  group.traverse((part) => {
    if (!(part instanceof Mesh)) return;
    part.geometry.dispose();
    if (part.material instanceof MeshBasicMaterial) part.material.dispose();
  });
  group.clear();
}

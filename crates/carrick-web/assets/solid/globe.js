// Antipod: stones on a globe, whose poles are the centres and whose equator is the rim.

import {
  BufferAttribute,
  BufferGeometry,
  Color,
  Group,
  InstancedMesh,
  Matrix4,
  Mesh,
  MeshBasicMaterial,
  MeshStandardMaterial,
  Quaternion,
  SphereGeometry,
  Vector3,
} from "./three.js";
import { drawn, stoneTop, wood } from "./paint.js";
import { disc } from "./shapes.js";

/** @typedef {import("./types.js").Position} Position */
/** @typedef {import("./types.js").Globe} GlobeForm */
/** @typedef {import("./types.js").Colour} Colour */
/** @typedef {import("./paint.js").Theme} Theme */
/** @typedef {import("./pile.js").Anchor} Anchor */
/** @typedef {import("./scene.js").Stage} Stage */
/** @typedef {import("./scene.js").View} View */
/** @typedef {import("./three.js").Raycaster} Raycaster */

const RADIUS = 3;

/** Heights of lines and marks above the globe. */
const LINE = 0.008;
const MARK = 0.05;

/**
 * Columns and rows of the picture that contains the names of all points, and its edge in pixels.
 */
const SHEET = { columns: 16, rows: 32, edge: 1024 };

/** Half the width of a name, and half its height, in distances between points of the equator. */
const NAME = { wide: 0.44, high: 0.22 };

/** A stone's radius and half its height, in distances between points of the equator. */
const STONE = { wide: 0.46, high: 0.24 };

const UP = new Vector3(0, 1, 0);

/** A globe with stones. */
export class Globe {
  static home = { yaw: 0.32, tilt: 0.7, near: 1 };
  static tilts = /** @type {[number, number]} */ ([-1.5, 1.5]);
  static lampsTilt = true;

  /**
   * @param {Position} seen
   * @param {Theme} theme
   */
  constructor(seen, theme) {
    const form = /** @type {GlobeForm} */ (seen.solid);
    this.theme = theme;
    this.ways = form.points.map(({ at }) => new Vector3(...at));
    /** The number of each element's point. @type {Map<string, number>} */
    this.points = new Map(form.points.flatMap(({ ids }, at) => ids.map((id) => [id, at])));
    this.firsts = new Set(form.points.map(({ ids: [first] }) => first));
    this.ids = form.points.map(({ ids: [first = ""] }) => first);
    /** The distance between points of the equator, which are the closest ones. */
    this.step = (RADIUS * Math.PI) / (3 * (form.radius - 1));
    this.group = new Group();
    const grain = wood();
    this.ball = new Mesh(new SphereGeometry(RADIUS, 96, 64), new MeshStandardMaterial({ color: new Color(theme.ground).lerp(new Color(theme.frame), 0.45), map: grain, roughness: 0.6 }));
    this.ball.receiveShadow = true;
    this.group.add(this.ball, this.grid(form), this.dots());
    this.stones = /** @type {const} */ (["light", "dark"]).map((colour) => this.stonesOf(colour));
    this.group.add(...this.stones.map(({ mesh }) => mesh));
    /** Names of empty points, all in one mesh, so that they cost a single draw call. */
    this.names = new Mesh(new BufferGeometry(), new MeshBasicMaterial({ transparent: true, depthWrite: false, toneMapped: false }));
    this.names.renderOrder = 1;
    this.names.visible = false;
    this.group.add(this.names);
  }

  /** Lines between neighbours, with wider ones on the equator. @param {GlobeForm} form */
  grid({ lines, points }) {
    const rim = (/** @type {number} */ at) => (points[at]?.ids.length ?? 0) > 1;
    const ribbons = lines.flatMap(([from, to]) => {
      const [one, other] = [this.ways[from], this.ways[to]];
      return one && other ? ribbon(one, other, rim(from) && rim(to) ? 0.032 : 0.012) : [];
    });
    for (const pole of this.ways.filter(isPole)) ribbons.push(...this.circle(pole));
    const geometry = new BufferGeometry();
    geometry.setAttribute("position", new BufferAttribute(new Float32Array(ribbons.flatMap(({ x, y, z }) => [x, y, z])), 3));
    geometry.setAttribute("normal", new BufferAttribute(new Float32Array(ribbons.flatMap((at) => at.clone().normalize().toArray())), 3));
    const mesh = new Mesh(geometry, new MeshStandardMaterial({ color: this.theme.line, roughness: 0.8 }));
    mesh.receiveShadow = true;
    return mesh;
  }

  /** A wide line round a pole. @param {Vector3} pole */
  circle(pole) {
    const [count, far] = [24, (0.62 * this.step) / RADIUS];
    const corner = (/** @type {number} */ at) => new Vector3().setFromSphericalCoords(1, pole.y > 0 ? far : Math.PI - far, (at * 2 * Math.PI) / count);
    return Array.from({ length: count }, (_, at) => ribbon(corner(at), corner(at + 1), 0.032)).flat();
  }

  /** A dot on every point. */
  dots() {
    const mesh = new InstancedMesh(disc(0.11 * this.step), new MeshStandardMaterial({ color: this.theme.line, roughness: 0.8 }), this.ways.length);
    this.ways.forEach((way, at) => mesh.setMatrixAt(at, standing(way, RADIUS + LINE * 1.5)));
    return mesh;
  }

  /** @param {Colour} colour @returns {{ colour: Colour, mesh: InstancedMesh, at: number[] }} */
  stonesOf(colour) {
    const shape = new SphereGeometry(1, 22, 12);
    const [positions, uv] = [shape.getAttribute("position"), shape.getAttribute("uv")];
    for (let at = 0; at < positions.count; at++) {
      // From the top, which is the middle of the picture, the distance is measured along the stone.
      const [x, y, z] = [positions.getX(at), positions.getY(at), positions.getZ(at)];
      const share = Math.acos(Math.min(1, Math.abs(y))) / Math.PI / (Math.hypot(x, z) || 1);
      uv.setXY(at, 0.5 + x * share, 0.5 + z * share);
    }
    shape.scale(STONE.wide * this.step, STONE.high * this.step, STONE.wide * this.step);
    const material = new MeshStandardMaterial({ map: stoneTop(colour, this.theme.edges[colour]), roughness: colour === "light" ? 0.35 : 0.3 });
    const mesh = new InstancedMesh(shape, material, this.ways.length);
    mesh.castShadow = mesh.receiveShadow = true;
    mesh.frustumCulled = false;
    return { colour, mesh, at: [] };
  }

  /** Points that must be visible, spread evenly over the globe (Fibonacci's spiral). */
  hull() {
    const [count, golden] = [160, 2.4];
    const radius = RADIUS + STONE.high * this.step * 2;
    return Array.from({ length: count }, (_, at) =>
      new Vector3().setFromSphericalCoords(radius, Math.acos(1 - (2 * at + 1) / count), at * golden),
    );
  }

  /**
   * Shows a position.
   * @param {Position} seen
   * @param {Set<string>} shown
   */
  take(seen, shown) {
    const held = new Map(seen.spots.flatMap(({ id, holds }) => (holds ? [[this.points.get(id), holds]] : [])));
    for (const kind of this.stones) {
      kind.at = this.ways.flatMap((_, at) => (held.get(at) === kind.colour ? [at] : []));
      kind.mesh.count = kind.at.length;
      kind.at.forEach((point, at) => kind.mesh.setMatrixAt(at, this.stone(point, 0)));
      kind.mesh.instanceMatrix.needsUpdate = true;
    }
    this.held = held;
    this.write(seen, shown);
  }

  /**
   * Writes the names of empty points south of them.
   * @param {Position} seen
   * @param {Set<string>} shown
   */
  write(seen, shown) {
    const { names } = this;
    names.visible = !shown.has("no-labels");
    if (!names.visible) return;
    names.material.map ??= this.sheet(seen);
    /** @type {number[]} */
    const positions = [];
    /** @type {number[]} */
    const uv = [];
    // A name is flat, so its middle must not sink into the globe.
    const sunk = (Math.hypot(NAME.wide, NAME.high) * this.step) ** 2 / (2 * RADIUS);
    this.ways.forEach((way, at) => {
      if (this.held?.has(at)) return;
      const north = UP.clone().addScaledVector(way, -way.y);
      if (north.lengthSq() < 1e-4) north.set(0, 0, -Math.sign(way.y));
      north.normalize();
      const east = new Vector3().crossVectors(north, way);
      const corner = (/** @type {number} */ right, /** @type {number} */ up) =>
        way.clone().multiplyScalar(RADIUS).addScaledVector(east, NAME.wide * right * this.step).addScaledVector(north, (NAME.high * up - 0.33) * this.step).setLength(RADIUS + LINE * 2 + sunk);
      const [column, row] = [at % SHEET.columns, Math.floor(at / SHEET.columns)];
      for (const [right, up] of /** @type {[number, number][]} */ ([[-1, -1], [1, -1], [1, 1], [-1, -1], [1, 1], [-1, 1]])) {
        positions.push(...corner(right, up).toArray());
        uv.push((column + (right + 1) / 2) / SHEET.columns, 1 - (row + (1 - up) / 2) / SHEET.rows);
      }
    });
    names.geometry.dispose();
    names.geometry = new BufferGeometry();
    names.geometry.setAttribute("position", new BufferAttribute(new Float32Array(positions), 3));
    names.geometry.setAttribute("uv", new BufferAttribute(new Float32Array(uv), 2));
  }

  /** The names of all points as one picture. @param {Position} seen */
  sheet(seen) {
    const { ink, ground } = this.theme;
    const places = new Map(seen.spots.map(({ id, place }) => [id, place]));
    return drawn(SHEET.edge, (pen) => {
      const { columns, rows } = SHEET;
      pen.font = `600 ${0.78 / rows}px system-ui, sans-serif`;
      pen.textAlign = "center";
      pen.textBaseline = "middle";
      pen.lineJoin = "round";
      [pen.fillStyle, pen.strokeStyle, pen.lineWidth] = [ink, ground, 0.2 / rows];
      this.ids.forEach((id, at) => {
        const [x, y] = [((at % columns) + 0.5) / columns, (Math.floor(at / columns) + 0.53) / rows];
        const name = places.get(id) ?? "";
        pen.strokeText(name, x, y, 0.96 / columns);
        pen.fillText(name, x, y, 0.96 / columns);
      });
    });
  }

  /**
   * Placement of a stone on a point, or above it.
   * @param {number} point
   * @param {number} above
   */
  stone(point, above) {
    return standing(this.ways[point] ?? UP, RADIUS + STONE.high * this.step * 0.72 + above);
  }

  /** @param {string} id @returns {Anchor | undefined} */
  anchor(id) {
    const point = this.points.get(id);
    const way = point === undefined ? undefined : this.ways[point];
    if (!way || point === undefined) return undefined;
    const high = this.held?.has(point) ? STONE.high * this.step * 0.9 : MARK * 0.5;
    return { at: way.clone().multiplyScalar(RADIUS + high), up: way, size: this.step * 1.12, first: this.firsts.has(id) };
  }

  /** The point that a ray hits. @param {Raycaster} ray */
  hit(ray) {
    const [first] = ray.intersectObject(this.ball, false);
    if (!first) return undefined;
    const way = first.point.clone().normalize();
    let [nearest, least] = [0, Infinity];
    this.ways.forEach((other, at) => {
      const far = other.distanceTo(way) * RADIUS;
      if (far < least) [nearest, least] = [at, far];
    });
    return least < 0.75 * this.step ? this.ids[nearest] : undefined;
  }

  /** @param {Raycaster} ray */
  holds(ray) {
    return ray.intersectObject(this.ball, false).length > 0;
  }

  /** @param {string} id @param {Vector3} where */
  move(id, where) {
    const point = this.points.get(id);
    for (const { mesh, at } of this.stones) {
      const index = at.indexOf(point ?? -1);
      if (index < 0) continue;
      mesh.setMatrixAt(index, this.stone(point ?? 0, where.length() - RADIUS));
      mesh.instanceMatrix.needsUpdate = true;
    }
  }

  /** Position on the globe under an element's stone. @param {string} id */
  middleOf(id) {
    const point = this.points.get(id);
    return point === undefined ? undefined : this.ways[point]?.clone().multiplyScalar(RADIUS);
  }

  /** @param {string} id */
  upAt(id) {
    return this.ways[this.points.get(id) ?? 0] ?? UP;
  }

  /** @param {string} _ @returns {[Quaternion, Quaternion] | undefined} */
  turned(_) {
    return undefined;
  }

  /** The path or ring that won, as one line. @param {Position} seen @returns {Vector3[][]} */
  proof(seen) {
    const { kind, ids = [] } = seen.ending?.proof ?? {};
    const points = ids.map((id) => this.points.get(id)).filter((point, at, all) => point !== all[at - 1]);
    const unique = [...new Set(points)].map((point) => this.ways[point ?? 0] ?? UP);
    const ends = kind === "ring" ? [...unique, ...unique.slice(0, 1)] : unique;
    return ends.slice(1).map((to, at) => arcOf(ends[at] ?? UP, to, RADIUS + STONE.high * this.step * 1.75));
  }

  /** @returns {Vector3[][]} */
  links() {
    return [];
  }

  /** Above the middle of a group, on one of its members. @param {string[]} ids */
  middleOfGroup(ids) {
    const members = ids.map((id) => this.upAt(id));
    const middle = members.reduce((all, way) => all.add(way), new Vector3()).normalize();
    const [nearest] = members.sort((one, other) => one.distanceTo(middle) - other.distanceTo(middle));
    return nearest?.clone().multiplyScalar(RADIUS + STONE.high * this.step * 2.2);
  }

  /**
   * The path from one point to another.
   * @param {string} from
   * @param {string} to
   * @param {number} lift
   */
  way(from, to, lift) {
    return arcOf(this.upAt(from), this.upAt(to), RADIUS + lift);
  }

  /** @param {Position} seen @param {string} id */
  groupsAt(seen, id) {
    return seen.groups.filter(({ ids }) => ids.includes(id));
  }

  /** The group whose stone a ray hits. @param {Raycaster} ray @param {Position} seen */
  groupUnder(ray, seen) {
    const id = this.hit(ray);
    return id ? this.groupsAt(seen, id)[0] : undefined;
  }

  /**
   * Light on the stones of groups.
   * @param {Position} _
   * @param {import("./types.js").Group[]} groups
   */
  lit(_, groups) {
    const layer = new Group();
    for (const { ids, colour } of groups) {
      const points = [...new Set(ids.map((id) => this.points.get(id) ?? 0))];
      const looks = { color: new Color(colour === "light" ? "#ffd479" : "#58b4ff"), transparent: true, opacity: 0.75, depthWrite: false };
      const mesh = new InstancedMesh(disc(0.62 * this.step), new MeshBasicMaterial({ ...looks, toneMapped: false }), points.length);
      points.forEach((point, at) => mesh.setMatrixAt(at, standing(this.ways[point] ?? UP, RADIUS + 0.03)));
      layer.add(mesh);
    }
    return layer;
  }

  /**
   * Names on the globe are small, so the name of the place under the pointer is written next to it.
   */
  named() {
    return true;
  }

  /**
   * Position of a point for moving with the arrow keys: around the point that has the focus, at its
   * distance along the globe.
   * @param {Stage} stage
   * @param {Anchor} here
   * @param {Anchor} there
   */
  walk(stage, here, there) {
    const { up } = stage.camera;
    const back = here.up;
    const right = new Vector3().crossVectors(up, back);
    // When the camera looks straight down or up, right is where the camera has it.
    if (right.lengthSq() < 1e-4) right.set(1, 0, 0).applyQuaternion(stage.camera.quaternion);
    right.normalize();
    const north = new Vector3().crossVectors(back, right);
    const far = back.angleTo(there.up);
    const [x, y] = [there.up.dot(right), there.up.dot(north)];
    const length = Math.hypot(x, y) || 1;
    return { x: (400 * far * x) / length, y: (-400 * far * y) / length };
  }

  /**
   * The view that brings a place to the front, if it is not there already.
   * @param {Anchor} anchor
   * @param {View} view
   * @returns {{ yaw: number, tilt: number } | undefined}
   */
  facing({ up }, { yaw, tilt }) {
    const eye = new Vector3(Math.sin(yaw) * Math.cos(tilt), Math.sin(tilt), Math.cos(yaw) * Math.cos(tilt));
    if (eye.dot(up) > 0.35) return undefined;
    return { yaw: isPole(up) ? yaw : Math.atan2(up.x, up.z), tilt: Math.asin(up.y) * 0.85 };
  }
}

/** @param {Vector3} way */
const isPole = ({ x, z }) => Math.hypot(x, z) < 0.05;

/** Placement of something upright on the globe. @param {Vector3} way @param {number} far */
function standing(way, far) {
  const turn = new Quaternion().setFromUnitVectors(UP, way);
  return new Matrix4().compose(way.clone().multiplyScalar(far), turn, new Vector3(1, 1, 1));
}

/**
 * The shorter arc between two directions.
 * @param {Vector3} from
 * @param {Vector3} to
 * @param {number} far
 */
function arcOf(from, to, far) {
  const count = Math.max(2, Math.ceil(from.angleTo(to) / 0.06));
  return Array.from({ length: count + 1 }, (_, at) => from.clone().lerp(to, at / count).normalize().multiplyScalar(far));
}

/**
 * A band along an arc, as triangles.
 * @param {Vector3} from
 * @param {Vector3} to
 * @param {number} half
 */
function ribbon(from, to, half) {
  const points = arcOf(from, to, RADIUS + LINE);
  const aside = new Vector3().crossVectors(from, to).normalize().multiplyScalar(half);
  return points.slice(1).flatMap((end, at) => {
    const start = /** @type {Vector3} */ (points[at]);
    const [a, b, c, d] = [start.clone().sub(aside), start.clone().add(aside), end.clone().sub(aside), end.clone().add(aside)];
    return [a, c, b, b, c, d];
  });
}

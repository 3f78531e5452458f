// Ankor and Boche: a pile of cubes on a plinth.

import { Group, InstancedMesh, Matrix4, MeshBasicMaterial, Quaternion, SphereGeometry, Vector3 } from "./three.js";
import { Cubes, middle, turnOf } from "./cubes.js";
import { Lattice, RISE, TURN, along, corners, sum } from "./lattice.js";
import { TOP, plinth, rimOf } from "./plinth.js";
import { clear, curve, label } from "./shapes.js";
import { band, faces, light, pointId } from "./surface.js";

/** @typedef {import("./types.js").Position} Position */
/** @typedef {import("./types.js").Pile} PileForm */
/** @typedef {import("./types.js").Spot} Spot */
/** @typedef {import("./lattice.js").Triple} Triple */
/** @typedef {import("./paint.js").Theme} Theme */
/** @typedef {import("./cubes.js").Cube} Cube */
/** @typedef {import("./scene.js").Stage} Stage */
/** @typedef {import("./three.js").Raycaster} Raycaster */

/**
 * Position of a mark on a place: its middle, the upward direction, and the outline of the cube, if
 * there is one. An element that shows a place a second time is not its `first`.
 * @typedef {{ at: Vector3, up: Vector3, outline?: Vector3[], size: number, first?: boolean }} Anchor
 */

/** The distance within which a pointer reaches a nest. */
const NEST = 0.34;

const UP = new Vector3(0, 1, 0);

/** A pile of cubes. */
export class Pile {
  /** The first view: three faces of a cube are visible, each in different light. */
  static home = { yaw: -0.42, tilt: 0.92, near: 1 };
  static tilts = /** @type {[number, number]} */ ([0.42, 1.5]);
  static lampsTilt = false;

  /**
   * @param {Position} seen
   * @param {Theme} theme
   */
  constructor(seen, theme) {
    const form = /** @type {PileForm} */ (seen.solid);
    this.size = form.size;
    this.theme = theme;
    this.lattice = new Lattice(form.size);
    this.group = new Group();
    const { frame, pits, ground } = plinth(this.lattice, theme);
    this.pits = pits;
    const most = (form.size * (form.size + 1) * (form.size + 2)) / 6;
    const looks = seen.game === "boche" ? /** @type {const} */ (["painted"]) : /** @type {const} */ (["light", "dark"]);
    this.cubes = looks.map((look) => new Cubes(most, look, form.size));
    this.pile = new Group();
    this.pile.quaternion.copy(TURN);
    this.pile.position.set(0, form.size * RISE, 0);
    this.pile.add(...this.cubes.map(({ mesh }) => mesh));
    this.nests = new InstancedMesh(new SphereGeometry(NEST, 10, 8), new MeshBasicMaterial(), most);
    this.nests.visible = false;
    this.labels = new Group();
    this.group.add(frame, pits, ground, this.pile, this.nests, this.labels);
    this.frame = frame;
    /** The cell of every element that has occurred so far. @type {Map<string, Triple>} */
    this.cells = new Map();
    /** Cubes on the board, by their cells. @type {Map<string, string>} */
    this.standing = new Map();
    /** Turns of the cubes of Boche, by their elements. @type {Map<string, Quaternion>} */
    this.turns = new Map();
    /** @type {string[]} */
    this.nestIds = [];
    /** @type {Map<string, Quaternion>} */
    this.turnsBefore = new Map();
  }

  /** Points that must be visible: the plinth and the tops of cubes. @returns {Vector3[]} */
  hull() {
    const tops = [...this.standing.keys()].map((cell) => this.lattice.at(tripleOf(cell)));
    return [...rimOf(this.lattice), ...tops];
  }

  /**
   * Shows a position.
   * @param {Position} seen
   * @param {Set<string>} shown overlays of the board
   */
  take(seen, shown) {
    const form = /** @type {PileForm} */ (seen.solid);
    for (const { id, cell } of form.cells) this.cells.set(id, cell);
    const spots = new Map(seen.spots.map((spot) => [spot.id, spot]));
    const cubes = form.cells.filter(({ id, paint }) => paint || spots.get(id)?.holds);
    this.standing = new Map(cubes.map(({ id, cell }) => [String(cell), id]));
    const turns = new Map(cubes.flatMap(({ id, paint }) => (paint ? [[id, turnOf(paint, this.turns.get(id))]] : [])));
    this.turnsBefore = this.turns;
    this.turns = turns;
    for (const [at, kind] of this.cubes.entries()) {
      const look = this.cubes.length > 1 ? /** @type {const} */ (["light", "dark"])[at] : undefined;
      const own = cubes.filter(({ id }) => !look || spots.get(id)?.holds === look);
      kind.take(
        own.map(({ id, cell }) => ({ id, cell, level: this.lattice.level(cell), turn: turns.get(id) ?? new Quaternion() })),
        (cell) => this.standing.has(String(cell)),
      );
    }
    this.setNests(seen);
    this.write(seen, shown);
  }

  /** @param {Position} seen */
  setNests(seen) {
    const nests = seen.spots.filter(({ id, level }) => level && !this.isCube(id) && this.cells.has(id));
    this.nestIds = nests.map(({ id }) => id);
    this.nests.count = nests.length;
    nests.forEach(({ id }, at) => {
      const { x, y, z } = this.anchor(id)?.at ?? new Vector3();
      this.nests.setMatrixAt(at, new Matrix4().makeTranslation(x, y, z));
    });
    this.nests.instanceMatrix.needsUpdate = true;
    this.nests.computeBoundingSphere();
  }

  /**
   * The names of holes, nests and lines.
   * @param {Position} seen
   * @param {Set<string>} shown
   */
  write(seen, shown) {
    clear(this.labels);
    if (shown.has("no-labels")) return;
    const { ink, ground, line } = this.theme;
    for (const { id, place, level, hidden } of seen.spots) {
      if (hidden || this.isCube(id) || !this.cells.has(id) || (level && seen.ending)) continue;
      const at = this.anchor(id)?.at;
      if (!at) continue;
      const name = label(place, level ? 0.56 : 0.66, level ? { ink, plate: ground, rim: line } : { ink });
      name.position.copy(at).y += 0.02;
      // What painted faces join at the corner stays visible above the name.
      if (level && seen.game === "boche") name.center.set(0.5, 1.2);
      this.labels.add(name);
    }
    for (const [text, at] of this.borders()) {
      const name = label(text, 0.62, { ink, bold: true });
      name.position.copy(at);
      this.labels.add(name);
    }
  }

  /**
   * Letters at the left ends of rows, numbers at both ends of their lines.
   * @returns {[string, Vector3][]}
   */
  borders() {
    const beside = (/** @type {Triple} */ [x, y, z], /** @type {Triple} */ [a, b, c]) => {
      const at = this.lattice.at([x + 0.5 + a, y + 0.5 + b, z + 0.5 + c]);
      at.y = TOP + 0.18;
      return at;
    };
    return this.lattice.holes().flatMap((hole) => {
      const [x, y, z] = hole;
      /** @type {[string, Vector3][]} */
      const found = [];
      if (y === 0) found.push([String.fromCharCode(97 + z), beside(hole, [0.5, -0.95, 0.5])]);
      if (z === 0) found.push([String(y + 1), beside(hole, [0.5, 0.5, -0.95])]);
      if (x === 0) found.push([String(y + 1), beside(hole, [-0.95, 0.5, 0.5])]);
      return found;
    });
  }

  /** @param {string} id */
  isCube(id) {
    const cell = this.cells.get(id);
    return cell !== undefined && this.standing.get(String(cell)) === id;
  }

  /**
   * Position of marks on a place. On an empty cell, it is above the corner where its cube would be.
   * @param {string} id
   * @returns {Anchor | undefined}
   */
  anchor(id) {
    const cell = this.cells.get(id);
    if (!cell) return undefined;
    if (!this.isCube(id)) return { at: this.hollow(cell), up: UP, size: 1 };
    return { at: this.lattice.at(cell), up: UP, outline: this.outline(cell), size: 1 };
  }

  /** The middle of the opening of a hole, or of a nest. @param {Triple} cell */
  hollow(cell) {
    const share = this.lattice.level(cell) ? 0.72 : 0.64;
    return this.lattice.at([cell[0] + share, cell[1] + share, cell[2] + share]);
  }

  /** The axes along which a cube's upper faces are visible. @param {Readonly<Triple>} cell */
  faces(cell) {
    return [0, 1, 2].filter((axis) => !this.standing.has(String(sum(cell, along(axis, -1)))));
  }

  /**
   * The outline of the visible faces of a cube; where a face is covered, it turns in to the corner.
   * @param {Triple} cell
   */
  outline(cell) {
    const faces = this.faces(cell);
    /** @type {Triple[]} */
    const points = [];
    for (const [axis, before] of /** @type {const} */ ([[2, 1], [0, 2], [1, 0]])) {
      if (faces.includes(axis)) points.push(...corners(cell, axis).slice(1, 3));
      else if (faces.includes(before)) points.push(corners(cell, before)[3], cell);
    }
    return points.map((point) => this.lattice.at(point));
  }

  /**
   * The place that a ray hits first.
   * @param {Raycaster} ray
   */
  hit(ray) {
    const parts = [...this.cubes.map(({ mesh }) => mesh), this.pits, this.nests, this.frame];
    const [first] = ray.intersectObjects(parts, false);
    const at = first?.instanceId;
    if (!first || at === undefined) return undefined;
    if (first.object === this.nests) return this.nestIds[at];
    if (first.object !== this.pits) return this.cubes.find(({ mesh }) => mesh === first.object)?.cubes[at]?.id;
    const hole = this.lattice.holes()[at];
    return hole && [...this.cells].find(([, cell]) => String(cell) === String(hole))?.[0];
  }

  /** Whether a ray hits anything that can be dragged. @param {Raycaster} ray */
  holds(ray) {
    return ray.intersectObjects([...this.cubes.map(({ mesh }) => mesh), this.pits, this.frame], false).length > 0;
  }

  /**
   * Puts a cube in another position or orientation while it moves.
   * @param {string} id
   * @param {Vector3} where its middle
   * @param {Quaternion} [turn] in coordinates of the lattice
   */
  move(id, where, turn) {
    const inside = this.pile.worldToLocal(where.clone());
    for (const kind of this.cubes) {
      const at = kind.cubes.findIndex((cube) => cube.id === id);
      const cube = kind.cubes[at];
      if (cube) kind.place(at, inside, turn ?? cube.turn);
    }
  }

  /**
   * Proof of how the game ended, as lines: through the nearest corners of the cubes of Ankor, along
   * the bands of those of Boche.
   * @param {Position} seen
   * @returns {Vector3[][]}
   */
  proof(seen) {
    const ids = seen.ending?.proof?.ids ?? [];
    if (seen.game === "boche") {
      const own = new Set(ids);
      const bands = faces(this, seen).map(band);
      return bands.filter((ends) => ends.every((end) => own.has(pointId(end)))).map((ends) => ends.map((end) => this.above(end)));
    }
    const linked = new Set((seen.links?.connected ?? []).flatMap(([one, other]) => [`${one} ${other}`, `${other} ${one}`]));
    return ids.flatMap((id, at) => {
      // The third arm of a path starts where it branches off, not where the second ends.
      const before = ids.slice(0, at).reverse().find((other) => linked.has(`${other} ${id}`));
      if (!before) return ids.length === 1 ? [[this.corner(id)]] : [];
      return [[this.corner(before), this.corner(id)]];
    });
  }

  /** The nearest corner of a cube. @param {string} id */
  corner(id) {
    return this.above(this.cells.get(id) ?? [0, 0, 0]);
  }

  /** A lattice point, a little above the surface. @param {Readonly<Triple>} point */
  above([x, y, z]) {
    return this.lattice.at([x - 0.03, y - 0.03, z - 0.03]);
  }

  /**
   * The links of Ankor as lines.
   * @param {Position} seen
   * @param {"connected" | "adjacent" | "tips"} kind
   * @returns {Vector3[][]}
   */
  links(seen, kind) {
    if (kind !== "tips") return (seen.links?.[kind] ?? []).map((ends) => ends.map((id) => this.corner(id)));
    return (seen.links?.tips ?? []).flatMap(({ id }) => {
      const cell = this.cells.get(id) ?? [1, 1, 1];
      const axes = [0, 1, 2].filter((axis) => cell[axis] === 0);
      return axes.map((axis) => [this.corner(id), this.above(sum(cell, along(axis, -0.7)))]);
    });
  }

  /** Above the middle of a group, on one of its members. @param {string[]} ids */
  middleOfGroup(ids) {
    const members = ids.map((id) => (id.startsWith("v") ? this.above(pointOf(id)) : this.corner(id)));
    const middle = members.reduce((all, at) => all.add(at), new Vector3()).divideScalar(members.length || 1);
    const [nearest] = members.sort((one, other) => one.distanceTo(middle) - other.distanceTo(middle));
    return nearest && nearest.clone().add(new Vector3(0, 0.25, 0));
  }

  /**
   * The path of a cube from one place to another, in an arc.
   * @param {string} from
   * @param {string} to
   * @param {number} lift
   */
  way(from, to, lift) {
    const [start, end] = [this.cells.get(from), this.cells.get(to)];
    if (!start || !end) return [];
    const [one, other] = [this.lattice.middle(start), this.anchor(to)?.at ?? this.lattice.middle(end)];
    const high = one.clone().lerp(other, 0.5);
    high.y = Math.max(one.y, other.y) + lift + one.distanceTo(other) * 0.35;
    return curve(one, high, other);
  }

  /**
   * The groups at a place: those that a cube belongs to, or whose paint it has.
   * @param {Position} seen
   * @param {string} id
   */
  groupsAt(seen, id) {
    const cell = this.cells.get(id);
    if (!cell || !this.isCube(id)) return [];
    const own = new Set([id, ...this.faces(cell).flatMap((axis) => corners(cell, axis).map(pointId))]);
    return seen.groups.filter(({ ids }) => ids.some((member) => own.has(member)));
  }

  /**
   * The group whose paint on a cube a ray hits.
   * @param {Raycaster} ray
   * @param {Position} seen
   */
  groupUnder(ray, seen) {
    const [hit] = ray.intersectObjects(this.cubes.map(({ mesh }) => mesh), false);
    if (!hit) return undefined;
    const kind = this.cubes.find(({ mesh }) => mesh === hit.object);
    const id = kind?.cubes[hit.instanceId ?? -1]?.id;
    const cell = id && this.cells.get(id);
    if (!id || !cell) return undefined;
    if (seen.game === "ankor") return seen.groups.find(({ ids }) => ids.includes(id));
    const inside = this.pile.worldToLocal(hit.point.clone()).sub(middle(cell)).addScalar(0.5).toArray();
    const face = faces(this, seen).filter((face) => face.id === id).sort((one, other) => (inside[one.axis] ?? 0) - (inside[other.axis] ?? 0))[0];
    if (!face) return undefined;
    const [a, b] = [inside[(face.axis + 1) % 3] ?? 0, inside[(face.axis + 2) % 3] ?? 0];
    const square = [[0, 0], [1, 0], [1, 1], [0, 1]];
    const ends = band(face);
    const quarter = face.points.find((point, at) => !ends.includes(point) && Math.hypot(a - (square[at]?.[0] ?? 0), b - (square[at]?.[1] ?? 0)) < 0.5);
    const point = pointId(quarter ?? ends[0]);
    return seen.groups.find(({ ids }) => ids.includes(point));
  }

  /** Light on groups. @param {Position} seen @param {import("./types.js").Group[]} groups */
  lit(seen, groups) {
    return light(this, seen, groups);
  }

  /**
   * Whether the name of a place must be written next to it when it is under the pointer, because
   * cubes show no names.
   * @param {string} id
   */
  named(id) {
    return this.isCube(id);
  }

  /** The upward direction at a place. */
  upAt() {
    return UP;
  }

  /**
   * The former and the present turn of a cube of Boche, if they differ.
   * @param {string} id
   * @returns {[Quaternion, Quaternion] | undefined}
   */
  turned(id) {
    const [from, to] = [this.turnsBefore.get(id), this.turns.get(id)];
    return from && to && from.angleTo(to) > 0.01 ? [from, to] : undefined;
  }

  /**
   * Every place of a pile more or less faces the viewer.
   * @returns {{ yaw: number, tilt: number } | undefined}
   */
  facing() {
    return undefined;
  }

  /**
   * Position of a place for moving with the arrow keys.
   * @param {Stage} stage
   * @param {Anchor} _
   * @param {Anchor} there
   */
  walk(stage, _, there) {
    return stage.seenAt(there.at);
  }

  /** The middle of a cube where it is. @param {string} id */
  middleOf(id) {
    const cell = this.cells.get(id);
    return cell && this.pile.localToWorld(middle(cell));
  }
}

/** The coordinates in a lattice point's element. @param {string} id */
const pointOf = (id) => tripleOf(id.slice(2).replaceAll("-", ","));

/** @param {string} text @returns {Triple} */
function tripleOf(text) {
  const [x = 0, y = 0, z = 0] = text.split(",").map(Number);
  return [x, y, z];
}

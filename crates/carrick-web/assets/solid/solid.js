// A board in three dimensions, over the flat one: it shows the same position with the same marks,
// and finds the place under the pointer. The flat board stays in the page, invisible: its cells
// keep the focus, their names and their keys.

import { Raycaster, Vector2, Vector3 } from "./three.js";
import { glide } from "./glide.js";
import { Globe } from "./globe.js";
import { Orbit } from "./orbit.js";
import { theme } from "./paint.js";
import { Pile } from "./pile.js";
import { Stage } from "./scene.js";
import { clear } from "./shapes.js";
import { Signs } from "./signs.js";
import { iconButton, make } from "./parts.js";

/** @typedef {import("./board.js").Board} Board */
/** @typedef {import("./types.js").Position} Position */
/** @typedef {import("./types.js").Spot} Spot */
/** @typedef {import("./pile.js").Anchor} Anchor */

/** Distance in CSS pixels within which a finger or pointer that misses a place still reaches it. */
const NEAR = 26;

/** Number of CSS pixels to drag before a cube turns to its next rotation. */
const SPIN = 44;

/** Buttons that turn the board: icon, name, action. */
const BUTTONS = /** @type {const} */ ([
  ["left", "Turn left", (/** @type {Orbit} */ orbit) => orbit.turn(-Math.PI / 6, 0)],
  ["right", "Turn right", (/** @type {Orbit} */ orbit) => orbit.turn(Math.PI / 6, 0)],
  ["higher", "Look from higher", (/** @type {Orbit} */ orbit) => orbit.turn(0, Math.PI / 10)],
  ["lower", "Look from lower", (/** @type {Orbit} */ orbit) => orbit.turn(0, -Math.PI / 10)],
  ["nearer", "Nearer", (/** @type {Orbit} */ orbit) => orbit.zoom(1.3)],
  ["farther", "Farther", (/** @type {Orbit} */ orbit) => orbit.zoom(1 / 1.3)],
  ["reset", "Reset the view", (/** @type {Orbit} */ orbit) => orbit.reset()],
]);

/** A board in three dimensions. */
export class Solid {
  /**
   * @param {Board} board
   * @throws if the browser has no WebGL
   */
  constructor(board) {
    this.board = board;
    this.place = make("div", { class: "solid-stage" });
    this.tools = make("div", { class: "solid-tools", role: "group", "aria-label": "Turn the board" });
    this.name = make("div", { class: "solid-name", "aria-hidden": "true", hidden: true });
    this.element = make("div", { class: "solid-board" }, this.place, this.tools);
    this.stage = new Stage(this.place);
    this.place.append(this.name);
    this.ray = new Raycaster();
    /** @type {Pile | Globe | undefined} */
    this.model = undefined;
    /** @type {Signs | undefined} */
    this.signs = undefined;
    /** @type {Orbit | undefined} */
    this.orbit = undefined;
    /** The position that is shown. @type {Position | undefined} */
    this.seen = undefined;
    /** Game, size and theme for which the model was made. */
    this.made = "";
    /** The first of the groups that are lit. @type {import("./types.js").Group | undefined} */
    this.group = undefined;
    /** The groups that are lit, identified by their first members. */
    this.lit = "";
    /** Element of the place whose name is written. @type {string | undefined} */
    this.called = undefined;
    /** Element of the place under the pointer. @type {string | undefined} */
    this.pointed = undefined;
    this.scheme = matchMedia("(prefers-color-scheme: dark)");
    this.recoloured = () => this.renew();
    this.scheme.addEventListener("change", this.recoloured);
    // The page's theme counts, whatever the system's is.
    this.themes = new MutationObserver(this.recoloured);
    this.themes.observe(document.documentElement, { attributeFilter: ["data-theme", "data-look"] });
    this.lost = (/** @type {Event} */ event) => {
      event.preventDefault();
      void board.look("flat", "The browser stopped drawing the 3D board, so you see the flat one.");
    };
    this.stage.canvas.addEventListener("webglcontextlost", this.lost);
    this.stage.canvas.addEventListener("pointerdown", (event) => this.grasp(event));
    this.stage.watching.add(() => this.follow());
    board.view.classList.add("is-solid");
    board.view.append(this.element);
    for (const [sign, title, act] of BUTTONS) {
      const button = iconButton(sign, title, () => this.orbit && act(this.orbit));
      // A click on the board chooses a place.
      button.addEventListener("click", (event) => event.stopPropagation());
      this.tools.append(button);
    }
  }

  /**
   * Shows a position with its marks.
   * @param {Position} seen
   * @param {boolean} animate whether to animate what moved
   */
  show(seen, animate) {
    if (!seen.solid) return;
    const before = this.seen;
    this.seen = seen;
    this.stage.round += 1;
    const model = this.modelOf(seen);
    model.take(seen, this.board.shown);
    this.stage.frameHull(model.hull());
    this.mark();
    if (animate) glide(this.stage, model, seen, before);
    if (before || !this.front(seen)) this.present(seen, before);
  }

  /**
   * Opens with the place that the page is about in front; returns whether it is about one.
   * @param {Position} seen
   */
  front(seen) {
    const spot = seen.spots.find(({ place }) => place === this.board.root.dataset.front);
    const anchor = spot && this.model?.anchor(spot.id);
    const facing = anchor && this.orbit && this.model?.facing(anchor, this.orbit.home);
    if (facing) this.orbit?.start(facing);
    return spot !== undefined;
  }

  /**
   * If something new in a position is behind the model, turns it to the viewer: the last turn, or
   * what won.
   * @param {Position} seen
   * @param {Position | undefined} before
   */
  present(seen, before) {
    const proof = seen.ending?.proof?.ids ?? [];
    const news = proof[proof.length >> 1] ?? seen.last?.landed[0];
    const known = before?.ending?.proof?.ids[proof.length >> 1] ?? before?.last?.landed[0];
    if (news && news !== known) this.reveal(news);
  }

  /** Updates all marks. */
  mark() {
    const { seen, signs } = this;
    const { marks, shown, pending } = this.board;
    if (!seen || !signs || !marks) return;
    signs.still(seen, shown, { previewed: Boolean(pending) || this.board.begins, remarked: this.board.remarks });
    signs.mirror(marks);
    this.lit = "again";
    this.light();
    this.stage.draw();
  }

  /** @param {Position} seen */
  modelOf(seen) {
    const size = seen.solid?.form === "pile" ? seen.solid.size : seen.solid?.radius;
    const colours = theme(this.board.root);
    const key = JSON.stringify([seen.game, size, colours]);
    if (this.model && this.made === key) return this.model;
    const { stage } = this;
    clear(stage.root);
    const Model = seen.solid?.form === "globe" ? Globe : Pile;
    this.model = new Model(seen, colours);
    this.made = key;
    stage.lampsTilt = Model.lampsTilt;
    stage.root.add(this.model.group);
    this.signs = new Signs(stage.root, this.model, colours);
    this.orbit ??= new Orbit(stage, { home: Model.home, tilts: Model.tilts, holds: (event) => this.holds(event) });
    return this.model;
  }

  /** Makes the model again in the current colours of the page. */
  renew() {
    if (this.seen) this.show(this.seen, false);
  }

  // ---- pointing ----

  /** Aims the ray at a pointer. @param {{ clientX: number, clientY: number }} event */
  aim({ clientX, clientY }) {
    const { left, top, width, height } = this.stage.canvas.getBoundingClientRect();
    const at = new Vector2(((clientX - left) / width) * 2 - 1, 1 - ((clientY - top) / height) * 2);
    this.stage.aim();
    this.ray.setFromCamera(at, this.stage.camera);
    return this.ray;
  }

  /** @param {{ clientX: number, clientY: number }} event */
  holds(event) {
    return this.model?.holds(this.aim(event)) ?? false;
  }

  /**
   * The place under a pointer, or the one that it has just missed.
   * @param {{ clientX: number, clientY: number }} event
   */
  placeAt(event) {
    const id = this.model?.hit(this.aim(event));
    if (id && this.reachable().some((spot) => spot.id === id)) return id;
    const { left, top } = this.stage.canvas.getBoundingClientRect();
    const far = (/** @type {{ x: number, y: number }} */ spot) => Math.hypot(spot.x - (event.clientX - left), spot.y - (event.clientY - top));
    const [nearest] = this.inSight().filter((spot) => far(spot) < NEAR).sort((one, other) => far(one) - far(other));
    return nearest?.id;
  }

  /**
   * A drag that starts on a cube that can be turned turns the cube instead of the board.
   * @param {PointerEvent} event
   */
  grasp(event) {
    const { orbit, board } = this;
    if (!orbit) return;
    const [landed] = this.seen?.last?.landed ?? [];
    const grasped = board.spins && landed !== undefined && this.model?.hit(this.aim(event)) === landed;
    let way = 0;
    orbit.other = grasped
      ? (right, down) => {
          way += Math.abs(right) > Math.abs(down) ? right : down;
          if (Math.abs(way) < SPIN) return;
          board.spin(way > 0 ? 1 : -1);
          way = 0;
        }
      : undefined;
  }

  /** Spots that can be reached; a rim point counts once. */
  reachable() {
    return this.seen ? this.board.cells.reachable(this.seen).filter(({ id }) => this.model?.anchor(id)?.first !== false) : [];
  }

  /** The spots that face the viewer, where they are visible. @returns {Spot[]} */
  inSight() {
    this.stage.aim();
    const { position } = this.stage.camera;
    return this.reachable().flatMap((spot) => {
      const anchor = this.model?.anchor(spot.id);
      if (!anchor || anchor.up.dot(new Vector3().subVectors(position, anchor.at)) < 0) return [];
      return [{ ...spot, ...this.stage.seenAt(anchor.at) }];
    });
  }

  /**
   * The spots as arrow keys move between them, starting from one, as the viewer sees them.
   * @param {string} id
   */
  walked(id) {
    const here = this.model?.anchor(id);
    if (!here) return [];
    this.stage.aim();
    return this.reachable().flatMap((spot) => {
      const anchor = this.model?.anchor(spot.id);
      if (!anchor) return [];
      const same = anchor.at.distanceTo(here.at) < 1e-6;
      return same && spot.id !== id ? [] : [{ ...spot, ...this.model?.walk(this.stage, here, anchor) }];
    });
  }

  /** Whether the release of a pointer ends a drag and is not a click. */
  get dragged() {
    return this.orbit?.dragged ?? false;
  }

  // ---- light ----

  /**
   * Lights the groups under the pointer, focused or previewed, and shows the name of the place.
   * @param {PointerEvent} [event]
   */
  light(event) {
    const { seen, model } = this;
    if (!seen || !model) return;
    const focused = this.board.cells.focused();
    const landed = this.board.pending ? seen.last?.landed[0] : undefined;
    const under = event && model.groupUnder(this.aim(event), seen);
    const at = landed ?? focused;
    const lights = this.board.lightsGroups;
    const groups = !lights ? [] : under ? [under] : at && seen.game === "boche" ? model.groupsAt(seen, at) : [];
    [this.group] = groups;
    const lit = groups.map(({ ids: [first] }) => first).join();
    if (lit !== this.lit) {
      this.lit = lit;
      this.signs?.glow(model.lit(seen, groups), groups, seen.game);
      this.stage.draw();
    }
    this.call(this.pointed ?? focused);
  }

  /** Position of a place on the stage, in CSS pixels. @param {string} id */
  whereIs(id) {
    const anchor = this.model?.anchor(id);
    this.stage.aim();
    return anchor && this.stage.seenAt(anchor.at);
  }

  /** Writes the name of a place next to it. @param {string | undefined} id */
  call(id) {
    const spot = this.seen?.spots.find((spot) => spot.id === id);
    this.called = id;
    this.name.hidden = !spot || !id || !this.model?.named(id);
    if (spot) this.name.textContent = spot.place;
    this.follow();
  }

  /** Keeps the name of a place next to it. */
  follow() {
    const anchor = this.called && !this.name.hidden && this.model?.anchor(this.called);
    if (!anchor) return;
    const { x, y } = this.stage.seenAt(anchor.at);
    this.name.style.setProperty("translate", `${Math.round(x)}px ${Math.round(y)}px`);
  }

  /**
   * The pointer has reached a place, or left it.
   * @param {string | undefined} id
   * @param {PointerEvent} [event]
   */
  point(id, event) {
    this.pointed = id;
    this.stage.canvas.classList.toggle("on-place", id !== undefined);
    this.light(event);
  }

  /** Turns a place that is behind the model to the viewer. @param {string} id */
  reveal(id) {
    const anchor = this.model?.anchor(id);
    const facing = anchor && this.model?.facing(anchor, this.stage.view);
    if (facing) this.orbit?.face(facing.yaw, facing.tilt);
  }

  leave() {
    this.scheme.removeEventListener("change", this.recoloured);
    this.themes.disconnect();
    this.stage.canvas.removeEventListener("webglcontextlost", this.lost);
    this.stage.leave();
    this.element.remove();
    this.board.view.classList.remove("is-solid");
  }
}

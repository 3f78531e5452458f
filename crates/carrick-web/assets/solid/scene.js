// The stage for a model: renderer, lamps with soft shadows, camera, and frames that are drawn only
// when something has changed.

import {
  Color,
  DirectionalLight,
  Group,
  HemisphereLight,
  PCFShadowMap,
  PerspectiveCamera,
  Scene,
  Vector3,
  WebGLRenderer,
} from "./three.js";

/** The camera's vertical angle of view, in degrees: narrow, so that distant cells stay large. */
const FIELD = 26;

/** Share of the canvas that the model fills. */
const FILLED = 0.97;

/**
 * Maximum number of canvas pixels per CSS pixel: more would be invisible, but make every frame
 * slower.
 */
const SHARPEST = 2;

/**
 * If the mean time between frames is longer than this, the picture becomes coarser. The aim is 50
 * frames a second.
 */
const SLOW_MS = 1000 / 45;

/** The number of frames over which the time is measured. */
const MEASURED = 24;

/** The edge of the square in which shadows are drawn, in pixels. */
const SHADOWS = 1024;

/**
 * A direction of view: its turn around the vertical axis, its tilt from the horizon (both in
 * radians), and how near it is, where 1 shows the whole model.
 * @typedef {{ yaw: number, tilt: number, near: number }} View
 */

/** Renderer, lamps and camera for a model. */
export class Stage {
  /**
   * @param {HTMLElement} host the element that the canvas fills
   * @throws if the browser has no WebGL
   */
  constructor(host) {
    this.host = host;
    this.renderer = new WebGLRenderer({ antialias: true, alpha: true, powerPreference: "low-power" });
    this.canvas = this.renderer.domElement;
    this.canvas.setAttribute("aria-hidden", "true");
    host.append(this.canvas);
    this.renderer.shadowMap.enabled = true;
    this.renderer.shadowMap.type = PCFShadowMap;
    this.scene = new Scene();
    this.camera = new PerspectiveCamera(FIELD, 1, 2, 200);
    /** The model and its marks. */
    this.root = new Group();
    /** The lamps, which stay where the viewer is when the model is turned. */
    this.lamps = new Group();
    this.scene.add(this.root, this.lamps);
    this.light();
    /** Points that must be visible. @type {Vector3[]} */
    this.hull = [new Vector3()];
    /** Whether the lamps also follow the camera up and down. */
    this.lampsTilt = false;
    /** @type {View} */
    this.view = { yaw: 0, tilt: 1, near: 1 };
    /**
     * Animations: each gets the time and returns whether it continues.
     * @type {Set<(now: number) => boolean>}
     */
    this.running = new Set();
    /** Functions called after every frame. @type {Set<() => void>} */
    this.watching = new Set();
    this.frame = 0;
    /** Number of positions shown so far: animations of an earlier position stop. */
    this.round = 0;
    this.sharpness = Math.min(devicePixelRatio, SHARPEST);
    /** @type {number[]} */
    this.times = [];
    this.sizes = new ResizeObserver(() => this.resize());
    this.sizes.observe(host);
    this.resize();
  }

  light() {
    const sky = new HemisphereLight(new Color("#fff6e8"), new Color("#7d6c58"), 1.25);
    const key = new DirectionalLight(new Color("#fff1d6"), 2.7);
    key.position.set(-9, 12.5, 2.5);
    key.castShadow = true;
    key.shadow.mapSize.set(SHADOWS, SHADOWS);
    key.shadow.radius = 3;
    key.shadow.bias = -0.0012;
    key.shadow.normalBias = 0.02;
    const fill = new DirectionalLight(new Color("#cfe0ff"), 0.55);
    fill.position.set(9, 5, 3);
    this.key = key;
    this.lamps.add(sky, key, key.target, fill);
  }

  /**
   * Sets what must be visible, and how far shadows reach.
   * @param {Vector3[]} hull
   */
  frameHull(hull) {
    this.hull = hull;
    const reach = Math.max(...hull.map((point) => point.length())) * 1.05;
    const camera = this.key?.shadow.camera;
    if (!this.key || !camera) return;
    Object.assign(camera, { left: -reach, right: reach, top: reach, bottom: -reach, near: 1, far: 60 });
    camera.updateProjectionMatrix();
    this.key.position.setLength(24);
    this.draw();
  }

  resize() {
    const { clientWidth: width, clientHeight: height } = this.host;
    if (!width || !height) return;
    this.renderer.setPixelRatio(this.sharpness);
    this.renderer.setSize(width, height, false);
    this.camera.aspect = width / height;
    this.camera.updateProjectionMatrix();
    this.draw();
  }

  /** Draws a frame soon. */
  draw() {
    this.frame ||= requestAnimationFrame((now) => this.tick(now));
  }

  /** @param {(now: number) => boolean} step */
  run(step) {
    this.running.add(step);
    this.draw();
  }

  /** @param {number} now */
  tick(now) {
    this.frame = 0;
    for (const step of this.running) if (!step(now)) this.running.delete(step);
    this.measure(now);
    this.aim();
    this.renderer.render(this.scene, this.camera);
    for (const told of this.watching) told();
    if (this.running.size) this.draw();
  }

  /** Makes the picture coarser if frames take too long. @param {number} now */
  measure(now) {
    if (!this.running.size) this.times = [];
    else this.times.push(now);
    if (this.times.length <= MEASURED) return;
    const mean = (now - (this.times[0] ?? now)) / (this.times.length - 1);
    this.times = [];
    if (mean < SLOW_MS || this.sharpness <= 1) return;
    this.sharpness = Math.max(1, this.sharpness * 0.75);
    this.resize();
  }

  /**
   * Moves the camera to where the view is from, as near as possible with the whole hull visible.
   */
  aim() {
    const { yaw, tilt, near } = this.view;
    const back = new Vector3(Math.sin(yaw) * Math.cos(tilt), Math.sin(tilt), Math.cos(yaw) * Math.cos(tilt));
    const right = new Vector3(Math.cos(yaw), 0, -Math.sin(yaw));
    const up = new Vector3().crossVectors(back, right);
    const target = new Vector3();
    const tall = Math.tan(((FIELD / 2) * Math.PI) / 180) * FILLED;
    const wide = tall * this.camera.aspect;
    let distance = 0;
    // The middle of the picture is not the middle of the hull, because nearer things look larger.
    for (let round = 0; round < 5; round++) {
      const [x, y, z] = [right.dot(target), up.dot(target), back.dot(target)];
      let [east, west, north, south] = [0, 0, 0, 0];
      for (const point of this.hull) {
        const across = (point.dot(right) - x) / wide;
        const over = (point.dot(up) - y) / tall;
        const depth = point.dot(back) - z;
        east = Math.max(east, depth + across);
        west = Math.max(west, depth - across);
        north = Math.max(north, depth + over);
        south = Math.max(south, depth - over);
      }
      distance = Math.max(east, west, north, south);
      target.addScaledVector(right, ((east - west) / 2) * wide * 0.8);
      target.addScaledVector(up, ((north - south) / 2) * tall * 0.8);
    }
    target.multiplyScalar(1 / Math.max(1, near * near));
    this.camera.position.copy(target).addScaledVector(back, distance / near);
    this.camera.up.copy(up);
    this.camera.lookAt(target);
    this.camera.updateMatrixWorld();
    this.lamps.rotation.set(this.lampsTilt ? 0.7 - tilt : 0, yaw, 0, "YXZ");
  }

  /**
   * Position of a point on the stage, in CSS pixels from the upper left, and its depth.
   * @param {Vector3} point
   */
  seenAt(point) {
    const { x, y, z } = point.clone().project(this.camera);
    const { clientWidth: width, clientHeight: height } = this.host;
    return { x: ((x + 1) / 2) * width, y: ((1 - y) / 2) * height, far: z };
  }

  leave() {
    cancelAnimationFrame(this.frame);
    this.running.clear();
    this.sizes.disconnect();
    this.scene.traverse((part) => {
      const { geometry } = /** @type {{ geometry?: { dispose(): void } }} */ (part);
      geometry?.dispose();
    });
    this.renderer.dispose();
    this.renderer.forceContextLoss();
    this.canvas.remove();
  }
}

// Movement: a cube slides in an arc from where it was, a column drops, a new cube or stone lands,
// and a cube of Boche spins.

import { moves as moving } from "./preferences.js";
import { Quaternion, Vector3 } from "./three.js";

/** @typedef {import("./types.js").Position} Position */
/** @typedef {import("./scene.js").Stage} Stage */
/** @typedef {import("./signs.js").Model} Model */

/** Durations of movements, in milliseconds. */
const SLIDE_MS = 620;
const DROP_MS = 420;
const LAND_MS = 420;
const SPIN_MS = 380;

/** Height from which a cube or stone lands, in edges of a cube. */
const HIGH = 1.6;

const smooth = (/** @type {number} */ share) => share * share * (3 - 2 * share);

/** Falls faster and faster, and lands softly. */
const falling = (/** @type {number} */ share) => 1 - (1 - share) ** 3;

/**
 * Animates what the last turn of a position did.
 * @param {Stage} stage
 * @param {Model} model
 * @param {Position} seen
 * @param {Position | undefined} before the position shown before
 */
export function glide(stage, model, seen, before) {
  const { last } = seen;
  if (!last || !moving()) return;
  const [landed] = last.landed;
  if (last.left && landed) {
    const path = model.way(last.left, landed, 0.7);
    const home = model.middleOf(landed);
    if (path.length && home) {
      path[path.length - 1] = home;
      run(stage, SLIDE_MS, (share) => model.move(landed, on(path, smooth(share))));
    }
    for (const { from, to } of last.dropped ?? []) drop(stage, model, from, to);
    return;
  }
  if (!landed) return;
  const home = model.middleOf(landed);
  const same = before?.last?.landed[0] === landed && before.ply + before.then.length === seen.ply + seen.then.length;
  if (!home) return;
  if (same) spin(stage, model, landed, home);
  else {
    const high = home.clone().addScaledVector(model.upAt(landed), HIGH);
    run(stage, LAND_MS, (share) => model.move(landed, high.clone().lerp(home, falling(share))));
  }
}

/** @param {Stage} stage @param {Model} model @param {string} from @param {string} to */
function drop(stage, model, from, to) {
  const [high, home] = [model.middleOf(from), model.middleOf(to)];
  if (!high || !home) return;
  // It waits until the cube below has left.
  const wait = SLIDE_MS * 0.35;
  run(stage, wait + DROP_MS, (share) => {
    const own = Math.max(0, (share * (wait + DROP_MS) - wait) / DROP_MS);
    model.move(to, high.clone().lerp(home, smooth(own)));
  });
}

/**
 * Turns a cube from its former to its present orientation.
 * @param {Stage} stage
 * @param {Model} model
 * @param {string} id
 * @param {Vector3} home
 */
function spin(stage, model, id, home) {
  const ends = model.turned(id);
  if (!ends) return;
  const [from, to] = ends;
  run(stage, SPIN_MS, (share) => {
    const lift = Math.sin(Math.PI * share) * 0.55;
    model.move(id, home.clone().addScaledVector(model.upAt(id), lift), new Quaternion().slerpQuaternions(from, to, smooth(share)));
  });
}

/** @param {Vector3[]} path @param {number} share */
function on(path, share) {
  const at = share * (path.length - 1);
  const from = Math.min(Math.floor(at), path.length - 2);
  return /** @type {Vector3} */ (path[from]).clone().lerp(/** @type {Vector3} */ (path[from + 1]), at - from);
}

/** @param {Stage} stage @param {number} long @param {(share: number) => void} show */
function run(stage, long, show) {
  /** The first frame may come late. @type {number | undefined} */
  let began;
  const { round } = stage;
  show(0);
  stage.run((now) => {
    // Another position has been shown in the meantime.
    if (stage.round !== round) return false;
    began ??= now;
    const share = Math.min(1, (now - began) / long);
    show(share);
    return share < 1;
  });
}

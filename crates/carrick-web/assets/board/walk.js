// Moves around a board with the arrow keys, to the nearest place in the direction of the arrow.

/** @typedef {import("./types.js").Spot} Spot */

/** @type {Record<string, [number, number]>} */
const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

/** @param {string} key */
export const isArrow = (key) => key in ARROWS;

/**
 * The spot that an arrow leads to; `undefined` at the edge.
 * @param {Spot[]} spots spots that can be reached
 * @param {Spot} from
 * @param {string} key
 */
export function step(spots, from, key) {
  const [right, down] = ARROWS[key] ?? [0, 0];
  let best;
  let least = Infinity;
  for (const spot of spots) {
    const [dx, dy] = [spot.x - from.x, spot.y - from.y];
    const ahead = dx * right + dy * down;
    const aside = Math.abs(dx * down) + Math.abs(dy * right);
    // Within 64 degrees of the arrow, so that every neighbour in a triangular grid can be reached.
    if (spot.id === from.id || ahead < 1 || aside > 2.05 * ahead) continue;
    const cost = Math.hypot(dx, dy) + aside;
    if (cost < least) [best, least] = [spot, cost];
  }
  return best;
}

// The computer's notes on a board: its best turns, numbered, and the value of every place.

import { element } from "./marks.js";
import { spotted } from "./percent.js";

/** @typedef {import("./types.js").Spot} Spot */

/**
 * A turn with its rank among the best, starting from 1.
 * @typedef {{ rank: number, turn: string }} Ranked
 */

/**
 * Notes on one position, which is identified by its turns.
 * @typedef {object} Notes
 * @property {string} turns
 * @property {Ranked[]} lines
 * @property {{ best?: string, values: Record<string, number> }} [worth] shares of the points, by
 * place
 */

/**
 * The turns that lead to a position. @param {{ turns: string[], ply: number, then: string[] }}
 * position
 */
export const turnsOf = ({ turns, ply, then }) => [...turns.slice(0, ply), ...then];

/**
 * The places in a turn: where a cube comes from, and where something is put. @param {string} turn
 */
export function placesOf(turn) {
  const [first = "", second] = (turn.split(":").at(-1) ?? "").split("-");
  return second ? { from: first, to: second } : { to: first };
}

/**
 * Draws the notes over the position for which they were made.
 * @param {import("./board.js").Board} board
 */
export function note({ marks, seen, base, notes }) {
  if (!marks || !seen) return;
  marks.clear("worth");
  marks.clear("lines");
  if (!notes || seen !== base || turnsOf(seen).join(" ") !== notes.turns) return;
  const at = (/** @type {string} */ place) => seen.spots.filter((spot) => spot.place === place);
  if (notes.worth) spots(marks, notes.worth, at);
  badges(marks, notes.lines, at);
}

/**
 * Colours each place under its name, more strongly for better turns; the best ones show their value
 * in %.
 * @param {import("./marks.js").Marks} marks
 * @param {NonNullable<Notes["worth"]>} worth
 * @param {(place: string) => Spot[]} at
 */
function spots(marks, { best, values }, at) {
  const shares = Object.values(values);
  const [least, most] = [Math.min(...shares), Math.max(...shares)];
  const range = Math.max(most - least, 0.01);
  for (const [place, value] of Object.entries(values)) {
    // Most turns are about equally good; squaring makes the best stand out.
    const share = ((value - least) / range) ** 2;
    for (const { x, y } of at(place)) {
      const strength = Math.round(5 + 55 * share) / 100;
      const parts = [element("circle", { cx: x, cy: y, r: 0.44 * marks.unit, "fill-opacity": strength, class: "worth" })];
      if (share > 0.25) parts.push(text(String(spotted(value)), x, y + 0.3 * marks.unit, 0.2 * marks.unit, "worth-number"));
      if (place === best) parts.push(element("circle", { cx: x, cy: y, r: 0.46 * marks.unit, class: "worth-best" }));
      marks.layers.get("worth")?.append(...parts);
    }
  }
}

/**
 * The numbers of the best turns: each rank has a different shape, and an arrow if a cube moves.
 * @param {import("./marks.js").Marks} marks
 * @param {Ranked[]} lines
 * @param {(place: string) => Spot[]} at
 */
function badges(marks, lines, at) {
  const placed = new Map(/** @type {[string, number[]][]} */ ([]));
  for (const { rank, turn } of lines) {
    const { from, to } = placesOf(turn);
    placed.set(to, [...(placed.get(to) ?? []), rank]);
    const [start] = from ? at(from) : [];
    const [end] = at(to);
    if (start && end) marks.arrow(start, end, "lines");
  }
  for (const [place, ranks] of placed) {
    const [rank = 1] = ranks;
    for (const { id, x, y } of at(place)) {
      marks.drawn.get("lines")?.push({ shape: "ring", kind: `line-${rank}`, id });
      marks.layers.get("lines")?.append(shape(rank, x, y, 0.27 * marks.unit), text(ranks.join(","), x, y, (ranks.length > 1 ? 0.24 : 0.32) * marks.unit, "line-number"));
    }
  }
}

/** A circle for the best turn, a square for the second, a diamond for the third. @param {number} rank @param {number} x @param {number} y @param {number} size */
function shape(rank, x, y, size) {
  const kind = `line-badge rank-${rank}`;
  if (rank === 1) return element("circle", { cx: x, cy: y, r: 1.1 * size, class: kind });
  const side = rank === 2 ? size : 1.05 * size;
  const corners = rank === 2 ? [[-side, -side], [side, -side], [side, side], [-side, side]] : [[0, -1.35 * side], [1.35 * side, 0], [0, 1.35 * side], [-1.35 * side, 0]];
  return element("polygon", { points: corners.map(([dx = 0, dy = 0]) => `${x + dx},${y + dy}`).join(" "), class: kind });
}

/** @param {string} words @param {number} x @param {number} y @param {number} height @param {string} kind */
function text(words, x, y, height, kind) {
  const made = element("text", { x, y: y + 0.35 * height, "font-size": height, "text-anchor": "middle", class: kind });
  made.textContent = words;
  return made;
}

// Shows the effect of a turn: with marks that stay, and with movement unless the reader prefers
// reduced motion.

import { moves as moving } from "./preferences.js";

/** @typedef {import("./types.js").Position} Position */
/** @typedef {import("./marks.js").Marks} Marks */

const DURATION_MS = 350;

/**
 * Marks where a cube came from and which cubes dropped into the gap.
 * @param {Position} position
 * @param {Marks} marks
 */
export function trace(position, marks) {
  const { last } = position;
  if (!last?.left) return;
  const { left, landed, dropped = [] } = last;
  marks.hexagons("moved", "left", [left]);
  const [from, to] = [left, landed[0] ?? ""].map((id) => marks.spots.get(id));
  const drops = dropped.flatMap((drop) => {
    const [high, low] = [place(marks, drop.from), marks.spots.get(drop.to)];
    return high && low ? [{ high, low }] : [];
  });
  for (const { high, low } of drops) marks.arrow(high, low);
  const middles = drops.map(({ high, low }) => ({ x: (high.x + low.x) / 2, y: (high.y + low.y) / 2 }));
  if (from && to) marks.arrow(from, to, "moved", middles);
}

/**
 * The place of a cell, which may be empty now and not shown.
 * @param {Marks} marks
 * @param {string} id
 */
const place = (marks, id) => marks.spots.get(id) ?? marks.before?.get(id);

/**
 * Animates the cube or stone of the last turn from its former place.
 * @param {Position} position
 * @param {SVGSVGElement} svg
 * @param {Map<string, { x: number, y: number }>} before
 */
export function play(position, svg, before) {
  const { last } = position;
  if (!last || !moving()) return;
  const now = new Map(position.spots.map((spot) => [spot.id, spot]));
  const moves = (last.dropped ?? []).map(({ from, to }) => [from, to]);
  if (last.left && last.landed[0]) moves.push([last.left, last.landed[0]]);
  for (const [from = "", to = ""] of moves) {
    const [start, end] = [before.get(from) ?? now.get(from), now.get(to)];
    if (!start || !end) continue;
    const shift = `translate(${start.x - end.x}px, ${start.y - end.y}px)`;
    const easing = "ease-in-out";
    svg.getElementById(to)?.animate([{ transform: shift }, { transform: "none" }], { duration: DURATION_MS, easing });
  }
  if (!moves.length) {
    for (const id of last.landed) {
      const element = svg.getElementById(id);
      if (!(element instanceof SVGElement)) continue;
      element.style.setProperty("transform-box", "fill-box");
      element.style.setProperty("transform-origin", "center");
      const landing = [{ opacity: 0, transform: "scale(1.5)" }, { opacity: 1, transform: "none" }];
      element.animate(landing, { duration: DURATION_MS, easing: "cubic-bezier(0.3, 0, 0.2, 1)" });
    }
  }
}

// Turns a cube of Boche through the rotations that fit on its spot: buttons, small pictures, and a
// line that says what the current rotation joins, starts or closes.

import { button, make } from "./parts.js";
import { picture } from "./position.js";

/** @typedef {import("./types.js").Choice} Choice */
/** @typedef {import("./types.js").Selection} Selection */

/**
 * The next or previous rotation.
 * @param {Selection | undefined} selection
 * @param {string | undefined} turn the previewed turn
 * @param {1 | -1} by
 * @returns {Choice | undefined}
 */
export function next(selection, turn, by) {
  const choices = selection?.choices ?? [];
  const at = choices.findIndex((choice) => choice.turn === turn);
  return at < 0 ? choices.at(by > 0 ? 0 : -1) : choices[(at + by + choices.length) % choices.length];
}

/**
 * The rotations that fit on a chosen spot, one of which may be previewed.
 * @param {Selection} selection
 * @param {string | undefined} pending the previewed turn
 * @param {{ choose: (turn: string) => void, spin: (by: 1 | -1) => void }} does
 */
export function spinner(selection, pending, { choose, spin }) {
  const choices = selection.choices ?? [];
  const told = make("p", { class: "spun" });
  const tell = (/** @type {string | undefined} */ turn) => {
    const { letter, said } = choices.find((choice) => choice.turn === (turn ?? pending)) ?? {};
    told.textContent = letter ? `${letter}: ${said}.` : "";
  };
  const items = choices.map((choice) => make("li", {}, rotation(choice, pending, choose, tell)));
  tell(pending);
  const turn = (/** @type {1 | -1} */ by, /** @type {string} */ sign, /** @type {string} */ name) =>
    button(sign, () => spin(by), { class: "spin", "aria-label": name, title: name, "data-spin": String(by) });
  return make(
    "div",
    { class: "spinner", role: "group", "aria-label": `Turn the cube on ${selection.place}` },
    turn(-1, "↺", "Turn the cube back"),
    make("ul", { class: "rotations", "aria-label": `Rotations on ${selection.place}` }, ...items),
    turn(1, "↻", "Turn the cube forward"),
    told,
  );
}

/**
 * @param {Choice} choice
 * @param {string | undefined} pending
 * @param {(turn: string) => void} choose
 * @param {(turn?: string) => void} tell
 */
function rotation({ turn, letter, said, svg }, pending, choose, tell) {
  const one = button("", () => choose(turn), {
    class: "rotation",
    "aria-pressed": String(turn === pending),
    "aria-label": `Rotation ${letter} ${said}`,
    "data-turn": turn,
  });
  one.append(picture(svg), make("b", {}, letter));
  for (const kind of ["pointerenter", "focus"]) one.addEventListener(kind, () => tell(turn));
  for (const kind of ["pointerleave", "blur"]) one.addEventListener(kind, () => tell());
  return one;
}

// Controls around a board: status, confirmation, switches, turns. They are built only by DOM calls.

import { icon, isIcon } from "./icons.js";

/** @typedef {import("./icons.js").Icon} Icon */
/** @typedef {import("./types.js").Position} Position */

/**
 * An element with attributes and contents.
 * @template {keyof HTMLElementTagNameMap} K
 * @param {K} name
 * @param {Record<string, string | boolean | number | undefined>} [attributes] omitted if
 * `undefined` or `false`
 * @param {(Node | string)[]} contents
 * @returns {HTMLElementTagNameMap[K]}
 */
export function make(name, attributes = {}, ...contents) {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (value !== undefined && value !== false) element.setAttribute(key, value === true ? "" : String(value));
  }
  element.append(...contents);
  return element;
}

/**
 * A button.
 * @param {string} label
 * @param {() => void} act
 * @param {Record<string, string | boolean | undefined>} [attributes]
 */
export function button(label, act, attributes = {}) {
  const element = make("button", { type: "button", ...attributes }, label);
  element.addEventListener("click", act);
  return element;
}

/**
 * A button that shows an icon, or a word of two letters, and is named by its label.
 * @param {Icon | string} sign
 * @param {string} label
 * @param {() => void} act
 * @param {Record<string, string | boolean | undefined>} [attributes]
 */
export function iconButton(sign, label, act, attributes = {}) {
  const element = make(
    "button",
    { type: "button", class: "icon", "aria-label": label, title: label, ...attributes },
    isIcon(sign) ? icon(sign) : sign,
  );
  element.addEventListener("click", act);
  return element;
}

/**
 * Buttons that confirm or cancel the previewed turn.
 * @param {string} turn
 * @param {string} word what confirming does
 * @param {{ confirm: () => void, cancel: () => void }} does
 */
export function confirmation(turn, word, { confirm, cancel }) {
  return make(
    "div",
    { class: "board-confirm" },
    // A pass and a swap are verbs.
    button(word === "Play" && ["pass", "swap"].includes(turn) ? capital(turn) : `${word} ${turn}`, confirm, { class: "primary", "data-confirm": true }),
    button("Cancel", cancel, { "data-cancel": true }),
  );
}

/**
 * The choice between the flat board and the one in three dimensions.
 * @param {"flat" | "solid"} now
 * @param {(view: "flat" | "solid") => void} look
 */
export function views(now, look) {
  const ways = /** @type {const} */ ([
    ["flat", "2D", "Flat board"],
    ["solid", "3D", "Board in 3D: drag it to turn it, or press Shift and an arrow key"],
  ]);
  const buttons = ways.map(([view, sign, title]) =>
    iconButton(sign, sign, () => look(view), { "aria-pressed": String(view === now), title, "data-view": view }),
  );
  return [make("span", { class: "views", role: "group", "aria-label": "View" }, ...buttons)];
}

/**
 * Switches for overlays and for the number of levels shown.
 * @param {Position} position
 * @param {Set<string>} shown
 * @param {(show: Set<string>) => void} change
 */
export function switches(position, shown, change) {
  /** @param {string} word */
  const toggled = (word) => {
    const next = new Set(shown);
    if (!next.delete(word)) next.add(word);
    change(next);
  };
  const overlays = position.overlays.map(({ show, label, means }) =>
    iconButton(show, label, () => toggled(show), {
      "aria-pressed": String(shown.has(show)),
      title: `${label}: ${means}`,
      "data-show": show,
    }),
  );
  const labels = iconButton("coordinates", "Coordinates", () => toggled("no-labels"), {
    "aria-pressed": String(!shown.has("no-labels")),
    "data-show": "no-labels",
  });
  return [...overlays, labels, ...levels(position, shown, change)];
}

/**
 * @param {Position} position
 * @param {Set<string>} shown
 * @param {(show: Set<string>) => void} change
 */
function levels(position, shown, change) {
  const others = [...shown].filter((word) => !word.startsWith("level-"));
  const now = [...shown].find((word) => word.startsWith("level-")) ?? "";
  if (position.levels < 2 && !now) return [];
  const choices = Array.from({ length: Math.max(position.levels - 1, 1) }, (_, level) =>
    make("option", { value: `level-${level}`, selected: now === `level-${level}` }, level ? `Levels 0 to ${level}` : "Level 0"),
  );
  const title = "Levels to show";
  const select = make("select", { "data-levels": true, "aria-label": title, title }, make("option", { value: "", selected: !now }, "All levels"), ...choices.reverse());
  select.addEventListener("change", () => change(new Set(select.value ? [...others, select.value] : others)));
  return [select];
}

/** Legend of the switches that are on. @param {Position} position @param {Set<string>} shown */
export function legend(position, shown) {
  const on = position.overlays.filter(({ show }) => shown.has(show));
  const lines = on.map(({ label, means }) => make("li", {}, make("b", {}, label), `: ${means}.`));
  if (shown.has("territory") && position.count) lines.push(make("li", {}, position.count.said));
  return make("ul", { class: "legend", hidden: lines.length === 0 }, ...lines);
}

/**
 * The turns of the game, or the turns before an explored line together with that line, and how many
 * are shown.
 * @param {Position} position
 * @param {import("./branch.js").Branch} branch
 */
export function course({ turns }, branch) {
  const own = branch.line.length > 0;
  return {
    line: own ? [...turns.slice(0, branch.from), ...branch.line] : turns,
    here: branch.at ?? turns.length,
    /** Number of turns before those that exist only in this page. */
    given: own ? branch.from : turns.length,
  };
}

/**
 * Buttons that step through the turns.
 * @param {ReturnType<typeof course>} course
 * @param {(at: number) => void} go
 */
export function steps({ line, here }, go) {
  const ways = /** @type {const} */ ([
    ["First", "first", 0, here > 0],
    ["Back", "back", here - 1, here > 0],
    ["Forward", "forward", here + 1, here < line.length],
    ["Last", "last", line.length, here < line.length],
  ]);
  return ways.map(([label, sign, at, can]) => iconButton(sign, label, () => go(at), { disabled: !can, "data-step": label }));
}

/**
 * The turns as a list to step through.
 * @param {ReturnType<typeof course>} course
 * @param {(at: number) => void} go
 */
export function turns({ line, here, given }, go) {
  const items = line.map((turn, index) => {
    const entry = button(turn, () => go(index + 1), {
      "aria-current": index + 1 === here ? "step" : undefined,
      class: index >= given ? "branch" : undefined,
    });
    return make("li", {}, entry);
  });
  return make("ol", { class: "line", "aria-label": "Turns" }, ...items);
}

/** A sentence with a capital letter, unless it starts with a place. @param {string} sentence */
export const capital = (sentence) => (/^[a-z]\d/.test(sentence) ? sentence : sentence.charAt(0).toUpperCase() + sentence.slice(1));

/** Marks the aim of the side to move. @param {Position} now */
export function markAim(now) {
  const aims = document.querySelectorAll(".aims li");
  // A single aim always belongs to both colours.
  for (const aim of aims.length > 1 ? aims : []) {
    aim.classList.toggle("tomove", aim.textContent?.trim().startsWith(`${now.to_move?.name}:`) ?? false);
  }
}

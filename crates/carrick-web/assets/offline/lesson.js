// A step of a lesson without the server: the page's engine judges the try, and what was finished is
// told to the server when it is back.

import { hasEngine, loadEngine } from "./engine.js";
import * as learned from "./learned.js";

/**
 * Answers a try as the server would; returns whether that was possible.
 * @param {HTMLFormElement} form
 * @param {string} url of the try
 * @param {(right: boolean) => void} report tells the board before the page changes
 */
export async function answer(form, url, report) {
  if (!hasEngine()) return false;
  const { pathname, searchParams } = new URL(url, document.baseURI);
  const [, , game = "", number = ""] = pathname.split("/");
  const turn = searchParams.get("turn") ?? "";
  const engine = await loadEngine();
  const judged = await engine.judge({ game, step: Number(number), turn }).catch(() => undefined);
  if (!judged) return false;
  const right = judged.verdict === "right";
  report(right);
  const begins = { right: "Right.", wrong: "Not yet.", refused: `The rules do not allow ${turn}.` }[judged.verdict];
  const again = judged.verdict === "wrong" ? ` ${form.dataset.again ?? ""}` : "";
  /** @type {Node[]} */
  const parts = [paragraph(right ? "said right" : "said", begins, `${judged.said}${again}`)];
  if (right) {
    learned.note(`${url}&kept=${form.dataset.kept ?? ""}`);
    play(turn);
    const plays = document.querySelector("[data-swapped]");
    if (turn === "swap" && plays instanceof HTMLElement) plays.textContent = plays.dataset.swapped ?? "";
    parts.push(onward(game, Number(number), judged.last));
  }
  document.querySelector("[data-live=answer]")?.replaceChildren(...parts);
  document.dispatchEvent(new CustomEvent("carrick:changed"));
  if (right) form.hidden = true;
  return true;
}

/** Shows the board after the turn, on which nothing more is to be done. @param {string} turn */
function play(turn) {
  const board = document.querySelector("#board");
  if (!(board instanceof HTMLElement)) return;
  const position = new URL(board.dataset.positionUrl ?? "", document.baseURI);
  const turns = position.searchParams.get("turns") ?? "";
  position.searchParams.set("turns", `${turns} ${turn.replace(/\s+/g, "")}`.trim());
  board.dataset.positionUrl = position.pathname + position.search;
  board.dataset.mode = "watch";
}

/** @param {string} kind @param {string} begins @param {string} said */
function paragraph(kind, begins, said) {
  const made = document.createElement("p");
  made.className = kind;
  const strong = document.createElement("b");
  strong.textContent = begins;
  made.append(strong, ` ${said}`);
  return made;
}

/** The way on: the next step, or what can be played off line. @param {string} game @param {number} step @param {boolean} last */
function onward(game, step, last) {
  const made = document.createElement("p");
  const link = document.createElement("a");
  link.className = "button main";
  link.dataset.onward = "";
  link.href = last ? "/offline" : `/learn/${game}/${step + 1}`;
  link.textContent = last ? "Play off line" : "Next step";
  made.append(...(last ? ["That was the last step. "] : []), link);
  return made;
}

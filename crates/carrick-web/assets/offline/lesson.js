// A step of a lesson without the server: the page's engine judges the try, and the server learns
// what was finished when it can be reached again.

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
    parts.push(...(judged.last ? end(game, left(form, game)) : [link(`/learn/${game}/${Number(number) + 1}`, "Next step", true)]));
  }
  document.querySelector("[data-live=answer]")?.replaceChildren(...parts);
  document.dispatchEvent(new CustomEvent("carrick:changed"));
  if (right) {
    form.hidden = true;
    document.querySelector("[data-skips]")?.remove();
  }
  return true;
}

/** Shows the board after the turn, with nothing left to do on it. @param {string} turn */
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

/**
 * Numbers of the steps that were not finished, here or with the server.
 * @param {HTMLFormElement} form
 * @param {string} game
 */
function left(form, game) {
  const kept = (form.dataset.steps ?? "").split(" ").map(Number);
  return kept.flatMap((step, at) => (learned.has(game, step) ? [] : [at + 1]));
}

/**
 * What the last step offers: the remaining steps, or a game.
 * @param {string} game
 * @param {number[]} left
 */
function end(game, left) {
  const said = document.createElement("p");
  if (left.length === 0) {
    said.textContent = "You have finished all steps.";
    return [said, link("/offline", "Play offline", true)];
  }
  said.textContent = "Go back to the remaining steps, or play a game.";
  return [said, ...left.map((step, at) => link(`/learn/${game}/${step}`, `Step ${step}`, at === 0)), link("/offline", "Play offline", false)];
}

/**
 * A button that leads to the next page; the main one gets the focus.
 * @param {string} path
 * @param {string} text
 * @param {boolean} main
 */
function link(path, text, main) {
  const made = document.createElement("a");
  made.className = main ? "button main" : "button";
  if (main) made.dataset.onward = "";
  made.href = path;
  made.textContent = text;
  return made;
}

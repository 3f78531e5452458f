// Answers a wrong try at a puzzle in place, and plays the line of a solved one on the board.
// Without this script the form shows the next page, and the line is text.

import { boards } from "./board.js";
import { trouble } from "./connection.js";
import { parsed, put } from "./live.js";
import { moves } from "./preferences.js";

/** Timeout of a request, in milliseconds. */
const PATIENCE_MS = 20_000;

/** The last try. An answer to an earlier one is dropped. */
let round = 0;

/** @param {HTMLFormElement} form */
async function attempt(form) {
  const mine = ++round;
  const body = new URLSearchParams(/** @type {[string, string][]} */ ([...new FormData(form)]));
  const signal = AbortSignal.timeout(PATIENCE_MS);
  const sent = { method: "POST", body, headers: { accept: "text/html" }, signal };
  const answer = await fetch(form.getAttribute("action") ?? "", sent).catch(() => undefined);
  if (mine !== round) return;
  if (answer?.ok && !new URL(answer.url).searchParams.has("turn")) {
    // A right turn was answered, and the board continues from there.
    report("carrick:sent", { form, text: "", lost: false });
    location.assign(answer.url);
    return;
  }
  const page = answer?.ok ? parsed(await answer.text()) : undefined;
  if (!page) {
    report("carrick:unsent", { form, text: "The connection is lost. Try again when it is back.", lost: false });
    trouble();
    return;
  }
  report("carrick:unsent", { form, text: "", lost: false });
  put(page);
}

/** @param {string} name @param {object} detail */
function report(name, detail) {
  document.dispatchEvent(new CustomEvent(name, { cancelable: true, detail }));
}

document.addEventListener("submit", (event) => {
  const { target: form } = event;
  if (!(form instanceof HTMLFormElement) || !form.matches("[data-solve]")) return;
  event.preventDefault();
  void attempt(form);
});

/** How long the line shows each turn, in milliseconds. */
const STEP_MS = 1200;

/**
 * Plays the turns of a list on the board, until the reader takes over.
 * @param {HTMLElement} list
 */
async function play(list) {
  let mine = true;
  for (const kind of ["pointerdown", "keydown"]) document.querySelector("article")?.addEventListener(kind, () => (mine = false), { once: true });
  for (const [index, turn] of [...list.children].entries()) {
    await new Promise((resolve) => setTimeout(resolve, STEP_MS));
    if (!mine) return;
    boards[0]?.go(Number(list.dataset.plays) + index + 1);
    list.querySelector("[aria-current]")?.removeAttribute("aria-current");
    turn.setAttribute("aria-current", "step");
  }
}

const list = document.querySelector("[data-plays]");
if (list instanceof HTMLElement && moves()) void play(list);

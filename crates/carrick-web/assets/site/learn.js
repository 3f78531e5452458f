// Answers a try in a lesson in place. Without this script the form shows the next page.

import { trouble } from "./connection.js";
import { parsed, put } from "./live.js";

/** Timeout of a request, in milliseconds. */
const PATIENCE_MS = 20_000;

/** The last try. An answer to an earlier one is dropped. */
let round = 0;

/** @param {HTMLFormElement} form */
async function attempt(form) {
  const mine = ++round;
  const query = new URLSearchParams(/** @type {[string, string][]} */ ([...new FormData(form)]));
  const url = `${form.getAttribute("action")}?${query}`;
  const signal = AbortSignal.timeout(PATIENCE_MS);
  const answer = await fetch(url, { headers: { accept: "text/html" }, signal }).catch(() => undefined);
  const page = answer?.ok ? parsed(await answer.text()) : undefined;
  if (mine !== round) return;
  if (!page) {
    if (await alone(form, url)) return;
    report("carrick:unsent", { form, text: "The connection is lost. Try again when it is back.", lost: false });
    trouble();
    return;
  }
  const right = page.querySelector("[data-onward]") !== null;
  judged(form, right);
  put(page);
  if (!right) return;
  history.replaceState(null, "", url);
  goOn();
}

/**
 * The board forgets the previewed turn; a right one is now on the board.
 * @param {HTMLFormElement} form
 * @param {boolean} right
 */
function judged(form, right) {
  report(right ? "carrick:sent" : "carrick:unsent", { form, text: "", lost: false });
}

/** Moves the focus to the link that leads on. */
function goOn() {
  const onward = document.querySelector("[data-onward]");
  if (onward instanceof HTMLElement) onward.focus({ preventScroll: true });
}

/**
 * Answers without the server, if this browser can; returns whether it could.
 * @param {HTMLFormElement} form
 * @param {string} url
 */
async function alone(form, url) {
  const lesson = await import("./lesson.js").catch(() => undefined);
  if (!(await lesson?.answer(form, url, (right) => judged(form, right)))) return false;
  goOn();
  return true;
}

/** @param {string} name @param {object} detail */
function report(name, detail) {
  document.dispatchEvent(new CustomEvent(name, { cancelable: true, detail }));
}

document.addEventListener("submit", (event) => {
  const { target: form } = event;
  if (!(form instanceof HTMLFormElement) || !form.matches("[data-try]")) return;
  event.preventDefault();
  void attempt(form);
});

// Steps through the figures of a page: fetches the picture of a turn and puts it in place, by
// buttons or arrow keys. Without this script each button requests the page.

import { trouble } from "./connection.js";
import { parsed } from "./live.js";

/** Pictures by URL. @type {Map<string, Promise<Element | null>>} */
const pictures = new Map();

/** @param {string} url */
function picture(url) {
  const fetched = pictures.get(url) ?? fetch(url).then(async (answer) => {
    if (!answer.ok) throw new Error(`${answer.status}`);
    return parsed(await answer.text()).querySelector("svg");
  });
  pictures.set(url, fetched);
  fetched.catch(() => pictures.delete(url));
  return fetched;
}

/** The figure around an element. @param {EventTarget | null} target */
function figureOf(target) {
  const figure = target instanceof Element ? target.closest("[data-figure]") : null;
  return figure instanceof HTMLElement && figure.querySelector("form") ? figure : null;
}

/** @param {HTMLElement} figure */
function turnsOf({ dataset }) {
  const turns = (dataset.turns ?? "").split(" ").filter(Boolean);
  return { turns, from: Number(dataset.from), last: turns.length, at: Number(dataset.turn) };
}

/** Shows a figure after some turns. @param {HTMLElement} figure @param {number} wanted */
async function show(figure, wanted) {
  const { turns, from, last, at } = turnsOf(figure);
  const turn = Math.min(Math.max(wanted, from), last);
  if (turn === at) return;
  // The last picture requested is shown, in whichever order the pictures arrive.
  figure.dataset.turn = String(turn);
  tell(figure, turns, turn, from);
  const url = `${figure.dataset.figure}?turn=`;
  const fetched = await picture(url + turn).catch(() => undefined);
  if (figure.dataset.turn !== String(turn)) return;
  if (!fetched) {
    figure.dataset.turn = String(at);
    tell(figure, turns, at, from);
    return trouble();
  }
  figure.querySelector(".shown")?.replaceChildren(fetched.cloneNode(true));
  const ahead = turn + Math.sign(turn - at);
  if (ahead >= from && ahead <= last) void picture(url + ahead).catch(() => undefined);
}

/**
 * Everything except the picture.
 * @param {HTMLElement} figure
 * @param {string[]} turns
 * @param {number} turn
 * @param {number} from
 */
function tell(figure, turns, turn, from) {
  const ends = { First: from, Back: Math.max(turn - 1, from), Forward: Math.min(turn + 1, turns.length), Last: turns.length };
  for (const [word, to] of Object.entries(ends)) figure.querySelector(`[data-walk="${word}"]`)?.setAttribute("value", String(to));
  for (const button of figure.querySelectorAll(".turns-told button")) {
    const current = button.getAttribute("value") === String(turn);
    if (!current) button.removeAttribute("aria-current");
    else {
      button.setAttribute("aria-current", "step");
      reveal(button);
    }
  }
  const comment = figure.querySelector(".turns-told [aria-current] + span")?.textContent ?? "";
  const said = turn ? `Turn ${turn} of ${turns.length}: ${turns[turn - 1]}` : "Before the first turn";
  figure.querySelector(".at")?.replaceChildren(said, unseen(comment && `. ${comment}`));
  const link = figure.querySelector("[data-try]");
  if (!(link instanceof HTMLAnchorElement)) return;
  const url = new URL(link.href);
  url.searchParams.set("turns", turns.slice(0, turn).join(" "));
  link.href = url.href;
}

/** Text for screen readers only, because the list already shows it. @param {string} text */
function unseen(text) {
  const span = document.createElement("span");
  span.className = "unseen";
  span.textContent = text;
  return span;
}

/** Scrolls the list, and nothing else. @param {Element} button */
function reveal(button) {
  const list = button.closest(".turns-told");
  const item = button.closest("li");
  if (!list || !item || !item.offsetParent) return;
  const { offsetTop: top, offsetHeight: height } = item;
  if (top < list.scrollTop) list.scrollTop = top;
  else if (top + height > list.scrollTop + list.clientHeight) list.scrollTop = top + height - list.clientHeight;
}

document.addEventListener("submit", (event) => {
  const figure = figureOf(event.target);
  if (!figure || !(event.submitter instanceof HTMLButtonElement)) return;
  event.preventDefault();
  void show(figure, Number(event.submitter.value));
});

document.addEventListener("keydown", (event) => {
  const figure = figureOf(event.target);
  const scrolls = event.target instanceof Element && event.target.closest("pre");
  if (!figure || scrolls || event.ctrlKey || event.altKey || event.metaKey || event.shiftKey) return;
  const { from, last, at } = turnsOf(figure);
  const to = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: from, End: last }[event.key];
  if (to === undefined) return;
  event.preventDefault();
  void show(figure, to);
});

for (const figure of document.querySelectorAll("[data-figure]")) {
  const shown = figure.querySelector(".shown");
  if (!(shown instanceof HTMLElement) || !figure.querySelector("form")) continue;
  shown.tabIndex = 0;
  shown.setAttribute("role", "group");
  shown.setAttribute("aria-label", "Figure: the left and right arrow keys step through its turns");
}

// Keeps a page up to date: hears that a board has changed, fetches the page again, and puts in
// place what is marked `data-live`. Boards hear of it by the event `carrick:changed`. What has come
// that is marked `data-told` is told to those who do not see it. What somebody has typed stays, and
// so does the focus.

import { trouble } from "./connection.js";

const { eventsUrl = "", pageUrl = "" } = document.body.dataset;

/** A page from this site as a document; its scripts never run. */
const policy = /** @type {any} */ (globalThis).trustedTypes?.createPolicy("carrick-live", {
  createHTML: (/** @type {string} */ text) => text,
});

/** @param {string} text */
export const parsed = (text) => new DOMParser().parseFromString(policy ? policy.createHTML(text) : text, "text/html");

/** What is told on a page, as one line each. @param {Document} page */
const told = (page) => [...page.querySelectorAll("[data-told]")].map((one) => (one.textContent ?? "").replace(/\s+/g, " ").trim());

/** What was told last. @type {string[]} */
let last = [];

/** The number of the last change that the page shows. */
let seen = Number(document.body.dataset.seen ?? 0);

/**
 * Tells what is new, until it is true no more.
 * @param {string[]} now
 * @param {Set<string>} before
 */
function tell(now, before) {
  const news = now.filter((line) => !before.has(line));
  const stale = last.some((line) => !now.includes(line));
  if (!news.length && !stale) return;
  last = news;
  const region = document.querySelector("#news");
  if (region) region.textContent = news.join(" ");
}

/** @typedef {HTMLInputElement | HTMLTextAreaElement} Field */

/** The fields in which somebody has typed. @param {Element} part @returns {Field[]} */
function typedIn(part) {
  const fields = /** @type {NodeListOf<Field>} */ (part.querySelectorAll("input:not([type=hidden]), textarea"));
  // Fields that are hidden for the board's sake are filled in by the board.
  return [...fields].filter((field) => field.value !== field.defaultValue && !field.closest(".with-board [data-without-board]"));
}

/** The field of another page that stands for this one. @param {Element} part @param {Field} field @returns {Field | undefined} */
function likeField(part, field) {
  const action = field.form?.getAttribute("action");
  const fields = /** @type {NodeListOf<Field>} */ (part.querySelectorAll(`${field.localName}[name="${field.name}"]`));
  return [...fields].find(({ form }) => form?.getAttribute("action") === action);
}

/** By what a control is known again. @param {Element} control */
const nameOf = (control) =>
  JSON.stringify([control.localName, control.textContent?.trim(), ...["name", "value", "href"].map((name) => control.getAttribute(name))]);

/**
 * Renews a part of the page. What was typed is taken along, and the focus stays where it was; when that is gone,
 * `carrick:focus-lost` says so.
 * @param {Element} old
 * @param {Element} now
 */
function renew(old, now) {
  if (now.innerHTML === old.innerHTML) return;
  const active = old.contains(document.activeElement) ? document.activeElement : null;
  // What somebody is typing in is left alone.
  if (active?.matches("input, textarea, select")) return;
  for (const field of typedIn(old)) {
    const same = likeField(now, field);
    if (same) same.value = field.value;
    // Words that have no place on the new page are not thrown away.
    else if (field.localName === "textarea") return;
  }
  const name = active && nameOf(active);
  old.replaceChildren(...document.adoptNode(now).childNodes);
  if (!name) return;
  const controls = /** @type {HTMLElement[]} */ ([...old.querySelectorAll("a, button, summary")]);
  const same = controls.find((control) => nameOf(control) === name);
  if (same) same.focus({ preventScroll: true });
  else if (document.dispatchEvent(new CustomEvent("carrick:focus-lost", { cancelable: true }))) {
    const main = document.querySelector("#main");
    if (main instanceof HTMLElement) main.focus({ preventScroll: true });
  }
}

/** Puts a newer version of this page in place. @param {Document} fresh */
export function put(fresh) {
  const before = new Set(told(document));
  for (const old of document.querySelectorAll("[data-live]")) {
    const now = fresh.querySelector(`[data-live="${old.getAttribute("data-live")}"]`);
    if (now) renew(old, now);
  }
  tell(told(document), before);
  const board = fresh.querySelector("#board[data-mode]");
  const mine = document.querySelector("#board[data-mode]");
  if (board instanceof HTMLElement && mine instanceof HTMLElement) mine.dataset.mode = board.dataset.mode;
  document.title = fresh.title;
  seen = Math.max(seen, Number(fresh.body.dataset.seen ?? 0));
  document.dispatchEvent(new CustomEvent("carrick:changed"));
}

/** Puts the page as it is now in place; says whether it could be had. */
async function refresh() {
  // What was refused is answered under the form's address, which is no page.
  const here = location.pathname === pageUrl ? location.href : pageUrl;
  const answer = await fetch(here, { headers: { accept: "text/html" } });
  if (answer.status === 404) location.assign(pageUrl);
  if (!answer.ok) return answer.status === 404;
  put(parsed(await answer.text()));
  return true;
}

if (eventsUrl) {
  let waiting = false;
  /** Whether something has changed that could not be fetched. */
  let behind = false;
  const soon = async () => {
    if (waiting) return;
    waiting = true;
    // Several changes in a moment are one for the reader.
    await new Promise((resolve) => setTimeout(resolve, 50));
    waiting = false;
    if (await refresh().catch(() => false)) behind = false;
    else {
      behind = true;
      trouble();
    }
  };
  /** @type {EventSource | undefined} */
  let events;
  const open = () => {
    events?.close();
    const stream = new EventSource(eventsUrl);
    events = stream;
    stream.addEventListener("change", ({ lastEventId }) => {
      // What this page did itself it shows already.
      if (!(Number(lastEventId) <= seen)) void soon();
    });
    // What changed before the stream began, or while it was cut, is told by the number of the last
    // change.
    stream.addEventListener("ready", ({ data }) => {
      if (Number(data) !== seen) void soon();
      seen = Math.max(seen, Number(data));
    });
    // A browser opens some streams again by itself, and some not; here all are opened in the same
    // way.
    stream.addEventListener("error", () => {
      stream.close();
      trouble();
    });
  };
  open();
  const again = () => {
    if (!events || events.readyState === EventSource.CLOSED) open();
  };
  document.addEventListener("carrick:back", () => {
    again();
    if (behind) void soon();
  });
  addEventListener("pageshow", (event) => { if (event.persisted) void soon(); });
  document.addEventListener("visibilitychange", () => {
    if (document.visibilityState !== "visible") return;
    again();
    void soon();
  });
}

// Live updates: when a board has changed, fetches the page again and replaces the parts marked
// `data-live`. Boards get the event `carrick:changed`. New parts marked `data-told` are announced
// to screen readers. Typed text and the focus stay. On every page, the bell in the header counts
// what waits for the reader, and a notice announces a game of theirs that starts.

import { trouble } from "./connection.js";

const { eventsUrl = "", pageUrl = "" } = document.body.dataset;

/** Trusted Types policy: parses a page of this site as a document, whose scripts never run. */
const policy = /** @type {any} */ (globalThis).trustedTypes?.createPolicy("carrick-live", {
  createHTML: (/** @type {string} */ text) => text,
});

/** @param {string} text */
export const parsed = (text) => new DOMParser().parseFromString(policy ? policy.createHTML(text) : text, "text/html");

/**
 * An announcement, identified by its key, or else by its text.
 * @typedef {{ key: string, text: string }} Line
 */

/**
 * Announcements of a page. A line of chat has a key, because its text includes how long ago it was
 * written.
 * @param {Document} page
 * @returns {Line[]}
 */
const told = (page) =>
  [...page.querySelectorAll("[data-told]")].map((one) => {
    const text = (one.textContent ?? "").replace(/\s+/g, " ").trim();
    return { key: one.getAttribute("data-told") || text, text };
  });

/** Keys of the last announcements. @type {string[]} */
let last = [];

/** Number of the last change that the page shows. */
let seen = Number(document.body.dataset.seen ?? 0);

/**
 * Announces new lines, until they are outdated.
 * @param {Line[]} now
 * @param {Set<string>} before keys
 */
function tell(now, before) {
  const news = now.filter(({ key }) => !before.has(key));
  const stale = last.some((gone) => !now.some(({ key }) => key === gone));
  if (!news.length && !stale) return;
  last = news.map(({ key }) => key);
  const region = document.querySelector("#news");
  if (region) region.textContent = news.map(({ text }) => text).join(" ");
}

/** @typedef {HTMLInputElement | HTMLTextAreaElement} Field */

/** Fields in which the reader has typed. @param {Element} part @returns {Field[]} */
function typedIn(part) {
  const fields = /** @type {NodeListOf<Field>} */ (part.querySelectorAll("input:not([type=hidden]), textarea"));
  // The board fills in fields that it hides.
  return [...fields].filter((field) => field.value !== field.defaultValue && !field.closest(".with-board [data-without-board]"));
}

/**
 * The field of another page that corresponds to this one.
 * @param {Element} part
 * @param {Field} field
 * @returns {Field | undefined}
 */
function likeField(part, field) {
  const action = field.form?.getAttribute("action");
  const fields = /** @type {NodeListOf<Field>} */ (part.querySelectorAll(`${field.localName}[name="${field.name}"]`));
  return [...fields].find(({ form }) => form?.getAttribute("action") === action);
}

/** Key by which a control is found again. @param {Element} control */
const nameOf = (control) =>
  JSON.stringify([control.localName, control.textContent?.trim(), ...["name", "value", "href"].map((name) => control.getAttribute(name))]);

/**
 * Replaces a part of the page. Typed text is carried over, and the focus stays; if its element has
 * disappeared, the focus moves to the section around it, or else `carrick:focus-lost` reports that.
 * @param {Element} old
 * @param {Element} now
 */
function renew(old, now) {
  // Keys of forms are new on each page; if nothing else changed, nothing has.
  const keys = old.querySelectorAll("input[name=once]");
  now.querySelectorAll("input[name=once]").forEach((key, at) => key.setAttribute("value", keys[at]?.getAttribute("value") ?? key.getAttribute("value") ?? ""));
  if (now.innerHTML === old.innerHTML) return;
  const active = old.contains(document.activeElement) ? document.activeElement : null;
  // A part in which the reader is typing is left alone.
  if (active?.matches("input, textarea, select")) return;
  for (const field of typedIn(old)) {
    const same = likeField(now, field);
    if (same) same.value = field.value;
    // Typed text is not thrown away if the new page has no field for it.
    else if (field.localName === "textarea") return;
  }
  const name = active && nameOf(active);
  const open = new Set([...old.querySelectorAll("details[open] > summary")].map(nameOf));
  for (const summary of now.querySelectorAll("details > summary")) {
    if (open.has(nameOf(summary))) summary.parentElement?.setAttribute("open", "");
  }
  old.replaceChildren(...document.adoptNode(now).childNodes);
  if (!name) return;
  const controls = /** @type {HTMLElement[]} */ ([...old.querySelectorAll("a, button, summary")]);
  const section = old.querySelector("section[tabindex]");
  const same = controls.find((control) => nameOf(control) === name) ?? (section instanceof HTMLElement ? section : undefined);
  if (same) same.focus({ preventScroll: true });
  else if (document.dispatchEvent(new CustomEvent("carrick:focus-lost", { cancelable: true }))) {
    const main = document.querySelector("#main");
    if (main instanceof HTMLElement) main.focus({ preventScroll: true });
  }
}

/** Replaces this page by a newer version. @param {Document} fresh */
export function put(fresh) {
  const before = new Set(told(document).map(({ key }) => key));
  for (const old of document.querySelectorAll("[data-live]")) {
    const now = fresh.querySelector(`[data-live="${old.getAttribute("data-live")}"]`);
    if (now) renew(old, now);
  }
  tell(told(document), before);
  const board = fresh.querySelector("#board[data-mode]");
  const mine = document.querySelector("#board[data-mode]");
  if (board instanceof HTMLElement && mine instanceof HTMLElement) {
    for (const name of ["mode", "positionUrl"]) mine.dataset[name] = board.dataset[name];
  }
  document.title = fresh.title;
  seen = Math.max(seen, Number(fresh.body.dataset.seen ?? 0));
  document.dispatchEvent(new CustomEvent("carrick:changed"));
}

/** Fetches the page and replaces it; returns whether that worked. */
async function refresh() {
  // A refused form is answered under its own URL, which has no page.
  const here = location.pathname === pageUrl ? location.href : pageUrl;
  const answer = await fetch(here, { headers: { accept: "text/html" } });
  if (answer.status === 404) location.assign(pageUrl);
  if (!answer.ok) return answer.status === 404;
  put(parsed(await answer.text()));
  return true;
}

/** Replaces the bell with a newer one, and the number in the title. */
async function ring() {
  const answer = await fetch("/bell", { headers: { accept: "text/html" } });
  const now = answer.ok && parsed(await answer.text()).querySelector("[data-live=waits]");
  const old = document.querySelector("[data-live=waits]");
  if (!now || !old) return;
  const count = now.querySelector(".count")?.textContent ?? "";
  renew(old, now);
  const title = document.title.replace(/^\(\d+\+?\) /, "");
  document.title = count && !title.startsWith("Your turn") ? `(${count}) ${title}` : title;
}

/** How long a message must be shown to count as read, in milliseconds. */
const READING_MS = 2000;

/** Key of the opened games in the browser's storage. */
const OPENED = "opened";

/** Whether a game is opened for the first time in this browser; records it. @param {string} path */
function isFirst(path) {
  try {
    const known = (localStorage.getItem(OPENED) ?? "").split(" ");
    if (known.includes(path)) return false;
    localStorage.setItem(OPENED, [...known.slice(-20), path].join(" "));
  } catch {
    // Without storage it may be opened again.
  }
  return true;
}

/**
 * Announces a game that starts; a page on which the reader waits for it leads there.
 * @param {string} path
 * @param {string} opponent
 */
function opened(path, opponent) {
  if (location.pathname === path || document.querySelector(`.opened a[href="${path}"]`)) return;
  const isHidden = document.visibilityState !== "visible";
  if (!isHidden && !isFirst(path)) return;
  const waits = document.querySelector("[data-live=seeks]") && !typedIn(document.body).length;
  if (!isHidden && waits) {
    location.assign(path);
    return;
  }
  const notice = document.createElement("p");
  notice.className = "notice offer opened";
  notice.setAttribute("role", "status");
  const link = document.createElement("a");
  link.className = "button main";
  link.href = path;
  link.textContent = "Open it";
  notice.append(`Your game with ${opponent} has started. `, link);
  document.body.append(notice);
}

/** Marks the messages on the page as read while the reader looks at them. */
async function markRead() {
  const form = document.querySelector("form[data-reads]");
  if (!(form instanceof HTMLFormElement) || document.visibilityState !== "visible") return;
  const body = new URLSearchParams(/** @type {[string, string][]} */ ([...new FormData(form)]));
  const { ok } = await fetch(form.action, { method: "POST", body, headers: { accept: "text/html" } });
  if (!ok) return;
  form.remove();
  await ring();
}

// A game that is only offered has not started.
if (pageUrl && document.querySelector("#board") && !document.querySelector(".game-offer")) isFirst(pageUrl);

if (eventsUrl) {
  let waiting = false;
  /** Whether a change could not be fetched yet. */
  let behind = false;
  const soon = async () => {
    if (waiting) return;
    waiting = true;
    // Several changes in quick succession are fetched together.
    await new Promise((resolve) => setTimeout(resolve, 50));
    waiting = false;
    const done = pageUrl ? refresh() : ring().then(() => true);
    if (await done.catch(() => false)) behind = false;
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
      // The page already shows its own changes.
      if (!(Number(lastEventId) <= seen)) void soon();
    });
    // The number of the last change reveals changes from before the stream started, or from while
    // it was interrupted.
    stream.addEventListener("ready", ({ data }) => {
      if (Number(data) !== seen && (pageUrl || seen)) void soon();
      seen = Math.max(seen, Number(data));
    });
    stream.addEventListener("bell", () => {
      if (document.querySelector("[data-live=inbox]")) void soon();
      else ring().catch(trouble);
    });
    stream.addEventListener("opened", ({ data }) => {
      const [path = "", ...name] = data.split(" ");
      opened(path, name.join(" "));
    });
    // Browsers reopen some streams automatically but not others; here all are reopened in the same
    // way.
    stream.addEventListener("error", () => {
      stream.close();
      trouble();
    });
  };
  open();
  setTimeout(() => markRead().catch(trouble), READING_MS);
  document.addEventListener("carrick:changed", () => setTimeout(() => markRead().catch(trouble), READING_MS));
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

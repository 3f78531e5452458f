// Keeps a page up to date: hears that a board has changed, fetches the page again, and puts in place
// what is marked `data-live`. Boards hear of it by the event `carrick:changed`. What has come that is
// marked `data-told` is told to those who do not see it. Where the server cannot be heard, it is tried again.

const { eventsUrl = "", pageUrl = "" } = document.body.dataset;

/** A page from this site as a document; its scripts never run. */
const policy = /** @type {any} */ (globalThis).trustedTypes?.createPolicy("carrick-live", {
  createHTML: (/** @type {string} */ text) => text,
});

/** What is told on a page, as one line each. @param {Document} page */
const told = (page) => [...page.querySelectorAll("[data-told]")].map((one) => (one.textContent ?? "").replace(/\s+/g, " ").trim());

/** What was told last. @type {string[]} */
let last = [];

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

/** Puts the page as it is now in place; says whether it could be had. */
async function refresh() {
  // What was refused is answered under the form's address, which is no page.
  const here = location.pathname === pageUrl ? location.href : pageUrl;
  const answer = await fetch(here, { headers: { accept: "text/html" } });
  if (answer.status === 404) location.assign(pageUrl);
  if (!answer.ok) return answer.status === 404;
  const text = await answer.text();
  const fresh = new DOMParser().parseFromString(policy ? policy.createHTML(text) : text, "text/html");
  const before = new Set(told(document));
  for (const old of document.querySelectorAll("[data-live]")) {
    const name = old.getAttribute("data-live");
    const now = fresh.querySelector(`[data-live="${name}"]`);
    // What somebody is typing in is left alone.
    const typing = old.contains(document.activeElement) && document.activeElement?.matches("input, textarea, select");
    if (now && !typing && now.innerHTML !== old.innerHTML) old.replaceChildren(...document.adoptNode(now).childNodes);
  }
  tell(told(document), before);
  const board = fresh.querySelector("#board[data-mode]");
  const mine = document.querySelector("#board[data-mode]");
  if (board instanceof HTMLElement && mine instanceof HTMLElement) mine.dataset.mode = board.dataset.mode;
  document.title = fresh.title;
  document.dispatchEvent(new CustomEvent("carrick:changed"));
  return true;
}

/** Trying again, after pauses that grow from a second to a minute; not all pages at once. */
class Tries {
  constructor() {
    this.pause = 1;
    this.timer = 0;
  }

  /** @param {() => void} action */
  later(action) {
    this.stop();
    this.timer = setTimeout(action, this.pause * 1000 * (0.75 + Math.random() / 2));
    this.pause = Math.min(2 * this.pause, 60);
  }

  stop() {
    clearTimeout(this.timer);
  }

  succeeded() {
    this.pause = 1;
  }
}

if (eventsUrl) {
  let waiting = false;
  const reloads = new Tries();
  const soon = async () => {
    if (waiting) return;
    waiting = true;
    // Several changes in a moment are one for the reader.
    await new Promise((resolve) => setTimeout(resolve, 50));
    waiting = false;
    reloads.stop();
    if (await refresh().catch(() => false)) reloads.succeeded();
    else reloads.later(soon);
  };
  // What changed before a stream began, or while it was cut, is told by the number of the last change.
  let seen = document.body.dataset.seen;
  const tries = new Tries();
  /** @type {EventSource} */
  let events;
  const open = () => {
    tries.stop();
    events = new EventSource(eventsUrl);
    events.addEventListener("change", soon);
    events.addEventListener("ready", (event) => {
      tries.succeeded();
      if (event.data !== seen) void soon();
      seen = event.data;
    });
    // A browser opens a stream that was cut again by itself, but none that was refused.
    events.addEventListener("error", () => {
      if (events.readyState === EventSource.CLOSED) tries.later(open);
    });
  };
  open();
  addEventListener("pageshow", (event) => { if (event.persisted) void soon(); });
  document.addEventListener("visibilitychange", () => {
    if (document.visibilityState !== "visible") return;
    if (events.readyState === EventSource.CLOSED) open();
    void soon();
  });
}

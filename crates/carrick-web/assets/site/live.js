// Keeps a page up to date: hears that a board has changed, fetches the page again, and puts in place
// what is marked `data-live`. Boards hear of it by the event `carrick:changed`. What has come that is
// marked `data-told` is told to those who do not see it.

const { eventsUrl = "", pageUrl = "" } = document.body.dataset;

/** A page from this site as a document; its scripts never run. */
const policy = /** @type {any} */ (globalThis).trustedTypes?.createPolicy("carrick-live", {
  createHTML: (/** @type {string} */ text) => text,
});

/** What is told on a page, as one line each. @param {Document} page */
const told = (page) => [...page.querySelectorAll("[data-told]")].map((one) => (one.textContent ?? "").replace(/\s+/g, " ").trim());

async function refresh() {
  // What was refused is answered under the form's address, which is no page.
  const here = location.pathname === pageUrl ? location.href : pageUrl;
  const answer = await fetch(here, { headers: { accept: "text/html" } });
  if (answer.status === 404) location.assign(pageUrl);
  if (!answer.ok) return;
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
  const news = told(document).filter((line) => !before.has(line));
  const region = document.querySelector("#news");
  if (region && news.length) region.textContent = news.join(" ");
  const board = fresh.querySelector("#board[data-mode]");
  const mine = document.querySelector("#board[data-mode]");
  if (board instanceof HTMLElement && mine instanceof HTMLElement) mine.dataset.mode = board.dataset.mode;
  document.title = fresh.title;
  document.dispatchEvent(new CustomEvent("carrick:changed"));
}

if (eventsUrl) {
  let waiting = false;
  const soon = async () => {
    if (waiting) return;
    waiting = true;
    // Several changes in a moment are one for the reader.
    await new Promise((resolve) => setTimeout(resolve, 50));
    waiting = false;
    await refresh().catch(() => {});
  };
  const events = new EventSource(eventsUrl);
  events.addEventListener("change", soon);
  // What changed before this stream began, or while it was cut, is told by the number of the last change.
  let seen = document.body.dataset.seen;
  events.addEventListener("ready", (event) => {
    if (event.data !== seen) void soon();
    seen = event.data;
  });
  addEventListener("pageshow", (event) => { if (event.persisted) void soon(); });
}

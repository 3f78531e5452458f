// Keeps a page up to date: hears that a board has changed, fetches the page again, and puts in place
// what is marked `data-live`. Boards hear of it by the event `carrick:changed`.

const address = document.body.dataset.eventsUrl;

/** A page from this site as a document; its scripts never run. */
const policy = /** @type {any} */ (globalThis).trustedTypes?.createPolicy("carrick-live", {
  createHTML: (/** @type {string} */ text) => text,
});

async function refresh() {
  const answer = await fetch(location.href, { headers: { accept: "text/html" } });
  if (!answer.ok) return;
  const text = await answer.text();
  const fresh = new DOMParser().parseFromString(policy ? policy.createHTML(text) : text, "text/html");
  for (const old of document.querySelectorAll("[data-live]")) {
    const name = old.getAttribute("data-live");
    const now = fresh.querySelector(`[data-live="${name}"]`);
    // What somebody is typing in is left alone.
    const typing = old.contains(document.activeElement) && document.activeElement?.matches("input, textarea, select");
    if (now && !typing && now.innerHTML !== old.innerHTML) old.replaceChildren(...document.adoptNode(now).childNodes);
  }
  const board = fresh.querySelector("#board[data-mode]");
  const here = document.querySelector("#board[data-mode]");
  if (board instanceof HTMLElement && here instanceof HTMLElement) here.dataset.mode = board.dataset.mode;
  document.title = fresh.title;
  document.dispatchEvent(new CustomEvent("carrick:changed"));
}

if (address) {
  let waiting = false;
  const soon = async () => {
    if (waiting) return;
    waiting = true;
    // Several changes in a moment are one for the reader.
    await new Promise((resolve) => setTimeout(resolve, 50));
    waiting = false;
    await refresh().catch(() => {});
  };
  const events = new EventSource(address);
  events.addEventListener("change", soon);
  // What changed before this stream began, or while it was cut, is told by the number of the last change.
  let seen = document.body.dataset.seen;
  events.addEventListener("ready", (event) => {
    if (event.data !== seen) void soon();
    seen = event.data;
  });
  addEventListener("pageshow", (event) => { if (event.persisted) void soon(); });
}

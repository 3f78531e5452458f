// Whether the server can be reached: a banner says when it cannot, and goes when it can again.
//
// Whoever could not send or fetch something calls `trouble`, or dispatches `carrick:unreachable` on
// the document. The server is then asked whether it is there, with exponential backoff, until it
// answers; then `carrick:back` is dispatched on the document, and whatever failed is tried again.

/** The longest pause between two tries, in seconds. */
const LONGEST = 30;
/** So long the connection must have held for the pauses to begin anew, in milliseconds. */
const STEADY_MS = 10_000;
/** How long the server may take to say that it is there, in milliseconds. */
const PATIENCE_MS = 8000;

let lost = false;
let trying = false;
let pause = 1;
let timer = 0;
/** When the server was last found there, as `performance.now` counts. */
let back = -Infinity;

/** Whether the server answers. */
async function reachable() {
  const asked = fetch("/healthz", { cache: "no-store", signal: AbortSignal.timeout(PATIENCE_MS) });
  return asked.then(({ ok }) => ok).catch(() => false);
}

async function attempt() {
  if (trying) return;
  clearTimeout(timer);
  trying = true;
  const there = await reachable();
  trying = false;
  say(there ? "" : "Connection lost. Trying again…");
  if (!there) {
    later();
    return;
  }
  [lost, back] = [false, performance.now()];
  document.dispatchEvent(new CustomEvent("carrick:back"));
}

/** Tries again after a pause; not all pages at once. */
function later() {
  clearTimeout(timer);
  timer = setTimeout(attempt, pause * 1000 * (0.75 + Math.random() / 2));
  pause = Math.min(2 * pause, LONGEST);
}

/** @param {string} text */
function say(text) {
  const banner = document.querySelector("#connection");
  if (banner && banner.textContent !== text) banner.textContent = text;
}

/** Something did not come through. */
export function trouble() {
  if (lost) return;
  lost = true;
  if (performance.now() - back > STEADY_MS) {
    pause = 1;
    void attempt();
  } else {
    // The server is there, and yet something fails: that is tried ever more rarely.
    later();
  }
}

document.addEventListener("carrick:unreachable", trouble);
addEventListener("offline", trouble);
const now = () => {
  if (lost) void attempt();
};
addEventListener("online", now);
document.addEventListener("visibilitychange", () => {
  if (document.visibilityState === "visible") now();
});

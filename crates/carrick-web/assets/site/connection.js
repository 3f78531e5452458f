// Connection banner: appears when the server cannot be reached, and disappears when it can again.
//
// Scripts that cannot send or fetch call `trouble`, or dispatch `carrick:unreachable` on the
// document. The server is then probed with exponential backoff until it answers. Then
// `carrick:back` is dispatched on the document, and scripts try again.

/** Maximum pause between two tries, in seconds. */
const LONGEST = 30;
/** How long the connection must have held to reset the backoff, in milliseconds. */
const STEADY_MS = 10_000;
/** Timeout of a probe, in milliseconds. */
const PATIENCE_MS = 8000;

let lost = false;
let trying = false;
let pause = 1;
let timer = 0;
/** When the server last answered, as `performance.now`. */
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
  if (there && lost) {
    [lost, back] = [false, performance.now()];
    document.dispatchEvent(new CustomEvent("carrick:back"));
  }
  lost = !there;
  // The server may be on this machine, or this may be the last answer before the network fails.
  if (lost || !navigator.onLine) later();
}

/** Tries again after a pause, with jitter so that not all pages do so at the same time. */
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

/** Reports that a request failed. */
export function trouble() {
  if (lost) return;
  lost = true;
  if (performance.now() - back > STEADY_MS) {
    pause = 1;
    void attempt();
  } else {
    // The server answers, and yet requests fail: they are retried less and less often.
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

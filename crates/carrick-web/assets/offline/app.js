// Makes the site an app that works offline by registering its service worker. Without this script
// everything works as long as there is a network.

const WORKER = "/service-worker.js";

/** Trusted Types policy: the only service worker of this site. */
const policy = /** @type {any} */ (globalThis).trustedTypes?.createPolicy("carrick-app", {
  createScriptURL: (/** @type {string} */ url) => {
    if (url !== WORKER) throw new TypeError("This site has only one service worker.");
    return url;
  },
});

/** Whether the site runs as an installed app. */
const installed = () => matchMedia("(display-mode: standalone)").matches;

/** Pages whose readers probably want what works offline. */
const WANTED = /^\/(learn|rules|findings|offline|puzzles)(\/|$)/;

/** Whether to fetch everything that works offline: about a megabyte, compressed. */
function wanted() {
  const { pathname } = location;
  if (installed() || pathname === "/offline") return true;
  return WANTED.test(pathname) && !(/** @type {any} */ (navigator).connection?.saveData);
}

/**
 * Shows how much works offline; the texts are on the page that explains it.
 * @param {"all" | "some" | "none"} kept
 */
function tell(kept) {
  const said = document.querySelector("#kept");
  if (said instanceof HTMLElement) said.textContent = said.dataset[kept] ?? "";
}

/** Registers the worker, and makes it keep what is wanted. */
async function begin() {
  const url = policy ? policy.createScriptURL(WORKER) : WORKER;
  await navigator.serviceWorker.register(url, { updateViaCache: "none" });
  const { active } = await navigator.serviceWorker.ready;
  if (!wanted() || !active) return;
  const { port1, port2 } = new MessageChannel();
  port1.onmessage = ({ data }) => {
    port1.close();
    tell(data ? "all" : "some");
  };
  active.postMessage("keep", [port2]);
}

/** @param {string} name */
function localStorageHas(name) {
  try {
    return localStorage.getItem(name) !== null;
  } catch {
    // A browser may store nothing at all.
    return false;
  }
}

/** A copy of a page knows nothing about its reader; their choice of colours is in a cookie. */
function dress() {
  const page = document.documentElement;
  if (!("copy" in page.dataset)) return;
  const words = /(?:^|; )appearance=([^;]*)/.exec(document.cookie)?.[1]?.split(".") ?? [];
  page.dataset.appearance = words.join(".");
  /** @type {[string, string[]][]} */
  const choices = [["theme", ["light", "dark", "contrast"]], ["look", ["wood"]], ["size", ["medium", "small"]]];
  for (const [name, of] of choices) {
    const word = words.find((word) => of.includes(word));
    if (word) page.dataset[name] = word;
  }
}

dress();
// Steps of lessons that were finished without the server.
if (localStorageHas("carrick.learned") && !("copy" in document.documentElement.dataset)) {
  void import("./learned.js").then(({ send }) => send());
}
// Answers to puzzles that were given without the server.
if (localStorageHas("carrick.puzzles") && !("copy" in document.documentElement.dataset)) {
  void import("./tries.js").then(({ send }) => send());
}
// The page itself comes first. A browser may refuse to store anything, for example in a private
// window.
const later = () => void begin().catch(() => tell("none"));
if (!("serviceWorker" in navigator)) tell("none");
else if (document.readyState === "complete") later();
else addEventListener("load", later, { once: true });

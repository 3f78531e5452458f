// Service worker: keeps what the site needs offline, and answers with it when there is no network.
//
// The server writes `SITE` before this text: the version, the prefix of this release's assets, and
// what to keep. Pages come from the network whenever possible. If a reader gets a copy instead, the
// page says so and names its date. Copies are fetched without cookies, so they contain no personal
// data. A new version waits until all pages of the old one are closed, so it takes effect at the
// next start and never in the middle of a turn.

/**
 * @typedef {object} Site
 * @property {string} version
 * @property {string} assets prefix of the URLs of this release's assets
 * @property {string[]} essential what is kept immediately
 * @property {string[]} more what is kept for readers who want to be offline
 */

const { version, assets, essential, more } = /** @type {{ SITE: Site }} */ (/** @type {any} */ (self)).SITE;

/** Start of the names of all caches of this worker. */
const CACHES = "carrick-";
const CACHE = CACHES + version;

/** The page that explains what works offline, shown in place of pages that need the network. */
const SHELL = "/offline";

/** The first page that is kept only for readers who want everything. */
const LESSONS = "/learn";

/** Header with the time at which a copy was made. */
const KEPT_AT = "x-kept-at";

/** A day in milliseconds. Days begin at midnight UTC, like those of the puzzles. */
const DAY_MS = 24 * 3600 * 1000;

/** Time after which a copy is shown although the network may still answer, in milliseconds. */
const PATIENCE_MS = 8000;

const kept = new Set([...essential, ...more]);

/** Whether the URL of a file changes with its contents. @param {string} path */
const isAsset = (path) => path.startsWith("/assets/");

/**
 * Fetches something and keeps it; returns whether the server could provide it.
 * @param {Cache} cache
 * @param {string} path
 */
async function keep(cache, path) {
  const answer = await fetch(path, { credentials: "omit", cache: isAsset(path) ? "default" : "no-cache" });
  if (!answer.ok || answer.redirected) return false;
  const body = await answer.blob();
  const isPage = answer.headers.get("content-type")?.startsWith("text/html") ?? false;
  // A page of another release needs assets that this cache does not have.
  if (isPage && !(await body.text()).includes(assets)) return false;
  const headers = new Headers(answer.headers);
  // The body is already decompressed.
  for (const name of ["content-encoding", "content-length"]) headers.delete(name);
  headers.set(KEPT_AT, new Date().toISOString());
  await cache.put(path, new Response(body, { headers }));
  return true;
}

/** Keeps what every page needs. If that fails, the next page tries again. */
async function begin() {
  const cache = await caches.open(CACHE);
  const all = await Promise.all(essential.map((path) => keep(cache, path)));
  const missing = all.includes(false) || ((await wasFilled()) && !(await fill()));
  if (missing) throw new Error("The server did not provide everything that is needed offline.");
}

/** Whether the previous version has everything; an update must then not lose any of it. */
async function wasFilled() {
  const names = (await caches.keys()).filter((name) => name.startsWith(CACHES) && name !== CACHE);
  const found = await Promise.all(names.map(async (name) => (await caches.open(name)).match(LESSONS)));
  return found.some(Boolean);
}

/** @param {number} at in milliseconds */
const dayOf = (at) => Math.floor(at / DAY_MS);

/** @type {Promise<boolean> | undefined} */
let filling;

/**
 * Keeps everything that works offline, and fetches copies of earlier days again. It fetches one
 * thing at a time, so that the server has time for others. Returns whether everything is there.
 */
async function fill() {
  const cache = await caches.open(CACHE);
  for (const path of kept) {
    const copy = await cache.match(path);
    if (copy && (isAsset(path) || dayOf(Date.parse(copy.headers.get(KEPT_AT) ?? "")) === dayOf(Date.now()))) continue;
    // If a reader's requests are refused, the next page continues.
    if (!(await keep(cache, path)) && !copy) return false;
  }
  return true;
}

/** Removes the caches of other versions, whose pages are closed. */
async function tidy() {
  const names = await caches.keys();
  const old = names.filter((name) => name.startsWith(CACHES) && name !== CACHE);
  await Promise.all(old.map((name) => caches.delete(name)));
}

/** @param {string} text */
const escaped = (text) => text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);

/**
 * A copy of a page with a sentence at its top; `undefined` if there is no copy.
 * @param {string} path
 * @param {(time: string) => string} note as HTML
 * @param {number} [status]
 */
async function copy(path, note, status = 200) {
  const found = await caches.match(path, { cacheName: CACHE });
  if (!found) return undefined;
  const at = new Date(found.headers.get(KEPT_AT) ?? "");
  const time = new Intl.DateTimeFormat("en-GB", { dateStyle: "long", timeStyle: "short" }).format(at);
  const page = (await found.text())
    .replace("<html ", "<html data-copy ")
    .replace('<main id="main" tabindex="-1">', (start) => `${start}\n<p class="said copy" role="status">${note(escaped(time))}</p>`);
  return new Response(page, { status, headers: found.headers });
}

/** Settles a promise, or gives up on it. @param {Promise<Response>} answer */
const within = (answer) =>
  new Promise((/** @type {(answer: Response | undefined) => void} */ resolve) => {
    answer.then(resolve, () => resolve(undefined));
    setTimeout(resolve, PATIENCE_MS, undefined);
  });

const AWAY = "There is no connection to the site.";

/** A sentence about a page that needs the network. @param {URL} url */
function lacking({ pathname, search }) {
  const here = escaped(pathname + search);
  const again = `<a href="${here}">Try again</a>, or continue with what works offline.`;
  // An installed app starts at the home page.
  return pathname === "/" ? ` ${again}` : ` The page <b>${here}</b> needs one. ${again}`;
}

/**
 * A page from the network, or else its copy, or else the page that explains what works offline.
 * @param {FetchEvent} event
 * @param {URL} url
 */
async function visit(event, url) {
  const asked = Promise.resolve(event.preloadResponse).then((early) => early ?? fetch(event.request));
  const copied = kept.has(url.pathname);
  const answer = await (copied ? within(asked) : asked.catch(() => undefined));
  // A proxy that cannot reach the server answers 502 or 504.
  if (answer && ![502, 504].includes(answer.status)) return answer;
  const [, game, day] = /^\/puzzles\/(\w+)\/(today|\d{4}-\d\d-\d\d)$/.exec(url.pathname) ?? [];
  const week = `/offline/puzzles/${game}`;
  // The puzzle of a day can also be solved on another page.
  if (day && (await caches.match(week, { cacheName: CACHE }))) return Response.redirect(`${week}?day=${day}`);
  const page = copied
    ? await copy(url.pathname, (time) => AWAY + (url.pathname.startsWith(SHELL) ? "" : ` This is a copy of the page from ${time}.`))
    : undefined;
  return page
    ?? (await copy(SHELL, () => AWAY + lacking(url), 503))
    ?? answer
    ?? Response.error();
}

/** An asset of this release. @param {Request} request */
async function asset(request) {
  return (await caches.match(request, { cacheName: CACHE, ignoreVary: true })) ?? fetch(request);
}

/** A picture from the network, or else its copy. @param {Request} request */
async function picture(request) {
  const answer = await fetch(request).catch(() => undefined);
  return answer ?? (await caches.match(request, { cacheName: CACHE, ignoreVary: true })) ?? Response.error();
}

/** @typedef {Event & { waitUntil: (done: Promise<unknown>) => void }} LifeEvent */
/**
 * @typedef {LifeEvent & {
 *   request: Request, preloadResponse?: Promise<Response | undefined>,
 *   respondWith: (answer: Promise<Response>) => void,
 * }} FetchEvent
 */

const worker = /** @type {any} */ (self);

worker.addEventListener("install", (/** @type {LifeEvent} */ event) => event.waitUntil(begin()));

worker.addEventListener("activate", (/** @type {LifeEvent} */ event) => {
  const ready = async () => {
    await tidy();
    // Lets a page be requested before this worker has started.
    await worker.registration.navigationPreload?.enable();
    await worker.clients.claim();
  };
  event.waitUntil(ready());
});

worker.addEventListener("message", (/** @type {LifeEvent & MessageEvent} */ event) => {
  if (event.data !== "keep") return;
  filling ??= fill().catch(() => false).finally(() => (filling = undefined));
  event.waitUntil(filling.then((all) => event.ports[0]?.postMessage(all)));
});

worker.addEventListener("fetch", (/** @type {FetchEvent} */ event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== "GET" || url.origin !== location.origin) return;
  if (request.mode === "navigate") event.respondWith(visit(event, url));
  else if (url.pathname.startsWith(assets)) event.respondWith(asset(request));
  else if (kept.has(url.pathname) && !url.search) event.respondWith(picture(request));
});

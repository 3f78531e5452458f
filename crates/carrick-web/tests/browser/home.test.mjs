// The front page: three clicks to the first turn, a board that moves unless readers would rather
// not, and little to load.

import assert from "node:assert/strict";
import { DESKTOP, PHONE, Person, withPeople } from "./site.mjs";

/** Maximum size of the page with everything it loads, compressed, in bytes. */
const MOST_BYTES = 60_000;
/** Bytes to spare, whichever game is shown in motion. */
const SPARE_BYTES = 2_000;
/** Maximum layout shift (CLS). */
const MOST_SHIFT = 0.02;

withPeople("three clicks from the front page to the first turn", async () => [await Person.comes()], async (cleo) => {
  const { page } = cleo;
  await page.goto("/");
  let clicks = 0;
  const clicked = async (act) => {
    clicks += 1;
    await act();
  };
  await clicked(() => page.locator("li", { hasText: "Antipod" }).getByRole("button", { name: /^Play the computer/ }).click());
  await page.waitForURL(/\/antipod\/\d+$/);
  await cleo.board();
  await page.locator("#status", { hasText: "yours." }).waitFor();
  const path = new URL(page.url()).pathname;
  const { spots, turns } = await cleo.position(path);
  await clicked(() => cleo.hits(spots.find((spot) => spot.turn).id));
  await cleo.hears(/^Preview: /);
  await cleo.confirms(() => clicked(() => page.click("[data-confirm]")));
  assert.equal(clicks, 3);
  assert.ok((await cleo.position(path)).turns.length > turns.length);
});

/** Whether two pictures of the board, some turns apart, differ. */
async function moves(person) {
  const film = person.page.locator(".film picture:visible");
  const shows = async () => (await film.screenshot({ animations: "allow" })).toString("base64");
  await person.page.evaluate(() => Promise.all([...document.images].map((image) => image.complete || image.loading === "lazy" || image.decode())));
  const before = await shows();
  // The film has a new turn every second or faster.
  await person.page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 2500)));
  return before !== (await shows());
}

const restless = async () => [await Person.comes({ ...DESKTOP, reducedMotion: "no-preference" }), await Person.comes()];

withPeople("the board moves until it is held, and never for those who wish for less movement", restless, async (cleo, calm) => {
  await cleo.page.goto("/");
  await calm.page.goto("/");
  assert.ok(await moves(cleo));
  await cleo.page.getByLabel("Hold still").check();
  assert.ok(!(await moves(cleo)));
  await cleo.page.getByLabel("Hold still").uncheck();
  assert.ok(await moves(cleo));
  assert.ok(!(await moves(calm)));
  // The choice on the appearance page counts, too.
  await cleo.context.addCookies([{ name: "appearance", value: "still", url: cleo.page.url() }]);
  await cleo.page.reload();
  assert.equal(await cleo.page.locator(".film .moving").count(), 0);
  assert.ok(!(await moves(cleo)));
});

withPeople("a film begins again as it began", restless, async (cleo) => {
  const { page } = cleo;
  for (const game of ["ankor", "boche", "antipod", "anchor"]) {
    await page.goto(`/films/${game}.svg`);
    const whole = await page.evaluate(() => {
      const film = /** @type {SVGSVGElement} */ (/** @type {unknown} */ (document.documentElement));
      film.pauseAnimations();
      return parseFloat(document.querySelector("#clock").getAttribute("dur"));
    });
    /** Opacity of each element that comes or goes, in percent, at a moment. @param {number} seconds */
    const at = (seconds) =>
      page.evaluate((seconds) => {
        /** @type {any} */ (document.documentElement).setCurrentTime(seconds);
        const changing = document.querySelectorAll("[class]");
        return [...changing].map((element) => Math.round(100 * Number(getComputedStyle(element).opacity))).join();
      }, seconds);
    const [beginning, middle, end] = [await at(0.5), await at(whole / 2), await at(whole - 0.5)];
    assert.equal(new Set([beginning, middle, end]).size, 3, game);
    assert.ok((await at(whole + 0.5)) === beginning && (await at(1.5 * whole)) === middle && (await at(2 * whole - 0.5)) === end, game);
  }
});

for (const [screen, profile] of [["a desktop", DESKTOP], ["a phone", PHONE]]) {
  withPeople(`little to load, and nothing shifts, on ${screen}`, async () => [await Person.comes(profile)], async (cleo) => {
    const { page } = cleo;
    const devtools = await cleo.context.newCDPSession(page);
    await devtools.send("Network.enable");
    await devtools.send("Network.setCacheDisabled", { cacheDisabled: true });
    /** Bytes by path. */
    const loaded = new Map();
    const paths = new Map();
    devtools.on("Network.requestWillBeSent", ({ requestId, request }) => paths.set(requestId, new URL(request.url).pathname));
    devtools.on("Network.loadingFinished", ({ requestId, encodedDataLength }) => loaded.set(paths.get(requestId), encodedDataLength));
    await page.addInitScript(() => {
      globalThis.shift = 0;
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) globalThis.shift += entry.value;
      }).observe({ type: "layout-shift", buffered: true });
    });
    // A slow processor has time to show a part of the page before the rest.
    await devtools.send("Emulation.setCPUThrottlingRate", { rate: 6 });
    await page.goto("/", { waitUntil: "networkidle" });
    await devtools.send("Emulation.setCPUThrottlingRate", { rate: 1 });
    const shift = await page.evaluate(() => globalThis.shift);
    assert.ok(shift < MOST_SHIFT, `a layout shift of ${shift}`);
    assert.deepEqual(await cleo.offences(), []);
    // Every day another game is in motion.
    const films = ["ankor", "boche", "antipod", "anchor"].map((game) => `/films/${game}.svg`);
    const besides = [...loaded].filter(([path]) => !films.includes(path)).reduce((sum, [, bytes]) => sum + bytes, 0);
    assert.equal([...loaded.keys()].filter((path) => films.includes(path)).length, 1);
    for (const film of films) {
      await page.goto(film, { waitUntil: "networkidle" });
      const bytes = besides + loaded.get(film);
      assert.ok(besides > 10_000 && bytes <= MOST_BYTES - SPARE_BYTES, `${bytes} bytes with ${film}`);
    }
  });
}

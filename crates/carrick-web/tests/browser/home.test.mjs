// The front page: three clicks to the first turn, a picture if nothing may move, and little to
// load. `turning.test.mjs` tests the moving game.

import assert from "node:assert/strict";
import { DESKTOP, PHONE, Person, address, withPeople } from "./site.mjs";

/** Maximum size of the page with everything it loads, compressed, in bytes. */
const MOST_BYTES = 60_000;
/** Bytes to spare, whichever puzzle is shown. */
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
  await page.locator("#status", { hasText: "Your turn." }).waitFor();
  const path = new URL(page.url()).pathname;
  const { spots, turns } = await cleo.position(path);
  await clicked(() => cleo.hits(spots.find((spot) => spot.turn).id));
  await cleo.hears(/^Preview: /);
  await cleo.confirms(() => clicked(() => page.click("[data-confirm]")));
  assert.equal(clicks, 3);
  assert.ok((await cleo.position(path)).turns.length > turns.length);
});

withPeople("one click starts a game, with the first turn", async () => [await Person.comes()], async (cleo) => {
  const { page } = cleo;
  await page.goto("/");
  await page.getByRole("button", { name: "Play now" }).click();
  await page.waitForURL(/\/antipod\/\d+$/);
  await page.locator("#status", { hasText: "Your turn." }).waitFor();
});

/** Opens the front page and waits until it is idle; returns what it loaded. */
async function settles(person) {
  /** @type {string[]} */
  const loaded = [];
  person.page.on("request", (request) => loaded.push(new URL(request.url()).pathname));
  await person.page.goto("/", { waitUntil: "networkidle" });
  return loaded;
}

const restless = { ...DESKTOP, reducedMotion: /** @type {const} */ ("no-preference") };

withPeople("the picture stays for readers who prefer reduced motion, and without a graphics card", async () => [await Person.comes(), await Person.comes(restless), await Person.comes(restless)], async (calm, still, plain) => {
  await still.context.addCookies([{ name: "appearance", value: "still", url: address }]);
  for (const person of [calm, still, plain]) {
    const loaded = await settles(person);
    assert.ok(!loaded.some((path) => path.endsWith("/three.js")), loaded.join());
    await person.page.getByRole("img", { name: "A finished game of Antipod" }).waitFor();
    assert.equal(await person.page.getByRole("button", { name: "Pause" }).count(), 0);
  }
});

for (const [screen, profile] of [["a desktop", DESKTOP], ["a phone", PHONE]]) {
  withPeople(`the page is small, and nothing shifts, on ${screen}`, async () => [await Person.comes(profile)], async (cleo) => {
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
    // A slow processor has time to show part of the page before the rest.
    await devtools.send("Emulation.setCPUThrottlingRate", { rate: 6 });
    await page.goto("/", { waitUntil: "networkidle" });
    await devtools.send("Emulation.setCPUThrottlingRate", { rate: 1 });
    const shift = await page.evaluate(() => globalThis.shift);
    assert.ok(shift < MOST_SHIFT, `a layout shift of ${shift}`);
    assert.deepEqual(await cleo.offences(), []);
    const bytes = [...loaded.values()].reduce((sum, bytes) => sum + bytes, 0);
    assert.ok(bytes > 10_000 && bytes <= MOST_BYTES - SPARE_BYTES, `${bytes} bytes: ${JSON.stringify([...loaded])}`);
  });
}

// First visit to a board, with an empty cache: bytes, and time and layout shifts on a slow network.

import assert from "node:assert/strict";
import { test } from "node:test";
import { PHONE, Person, challenge } from "./site.mjs";

/** Maximum size of a board's page with everything it loads, compressed, without heads, in bytes. */
const MOST_BYTES = 90_000;
/** Maximum time until the board shows on slow 4G, in milliseconds. */
const MOST_MS = 1500;

/** Maximum time until turns can be chosen on it, in milliseconds. */
const MOST_UNTIL_USABLE_MS = 2500;

/** Maximum cumulative layout shift while it loads. */
const MOST_SHIFT = 0.02;

/** Number of first visits, of which the fastest counts: the machine may be busy. */
const VISITS = 5;

/**
 * Slow 4G as browsers define it: 1.6 Mbit/s and 150 ms at the transport, the way they slow down
 * each request.
 */
const SLOW_4G = {
  offline: false,
  latency: 150 * 3.75,
  downloadThroughput: ((1.6 * 1024 * 1024) / 8) * 0.9,
  uploadThroughput: ((750 * 1024) / 8) * 0.9,
};

/** A first visit by phone: bytes, and milliseconds until the board shows and answers. */
async function visit(path) {
  const cold = await Person.comes(PHONE);
  const devtools = await cold.context.newCDPSession(cold.page);
  await devtools.send("Network.enable");
  await devtools.send("Network.emulateNetworkConditions", SLOW_4G);
  await cold.page.addInitScript(() => {
    window.shifted = 0;
    new PerformanceObserver((list) => list.getEntries().forEach(({ value }) => (window.shifted += value))).observe({ type: "layout-shift", buffered: true });
  });
  let wire = 0;
  devtools.on("Network.loadingFinished", ({ encodedDataLength }) => (wire += encodedDataLength));
  await cold.opens(path);
  const usable = await cold.page.evaluate(() => performance.now());
  const shows = await cold.page.evaluate(() => {
    const [paint] = performance.getEntriesByName("first-contentful-paint");
    const [load] = performance.getEntriesByType("navigation");
    return Math.max(paint?.startTime ?? Infinity, load.domInteractive);
  });
  const bytes = await cold.page.evaluate(() =>
    ["navigation", "resource"].flatMap((type) => performance.getEntriesByType(type)).reduce((all, { encodedBodySize }) => all + encodedBodySize, 0),
  );
  const shifted = await cold.page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve(window.shifted)))));
  await cold.leaves();
  return { bytes, wire, shows, usable, shifted };
}

test("the page of a board loads quickly into an empty cache", async (t) => {
  const [ann, bob] = await Promise.all([Person.named("ann"), Person.named("bob")]);
  for (const game of ["ankor", "boche", "antipod", "anchor"]) {
    const path = await challenge(game, {}, ann, bob);
    let [fastest, soonest] = [Infinity, Infinity];
    for (let visits = 0; visits < VISITS && (fastest > MOST_MS || soonest > MOST_UNTIL_USABLE_MS); visits += 1) {
      const { bytes, wire, shows, usable, shifted } = await visit(path);
      t.diagnostic(`${game}: ${bytes} bytes, ${wire} with the heads of answers; the board shows after ${Math.round(shows)} ms, and answers after ${Math.round(usable)} ms; shifts of ${shifted.toFixed(4)}`);
      assert.ok(shifted < MOST_SHIFT, `${game}: shifts of ${shifted}`);
      assert.ok(bytes > 5000 && bytes <= MOST_BYTES, `${game}: ${bytes} bytes`);
      [fastest, soonest] = [Math.min(fastest, shows), Math.min(soonest, usable)];
    }
    assert.ok(fastest <= MOST_MS, `${game}: ${fastest} ms`);
    assert.ok(soonest <= MOST_UNTIL_USABLE_MS, `${game}: usable after ${soonest} ms`);
  }
  await ann.leaves();
  await bob.leaves();
});

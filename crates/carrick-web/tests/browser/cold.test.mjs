// First visit to a board, with an empty cache: bytes, and time on a slow network.

import assert from "node:assert/strict";
import { test } from "node:test";
import { PHONE, Person, challenge } from "./site.mjs";

/** Maximum size of a board's page with everything it loads, compressed, in bytes. */
const MOST_BYTES = 120_000;
/** Maximum time until the board shows on slow 4G, in milliseconds. */
const MOST_MS = 2000;

/**
 * Slow 4G as browsers define it: 1.6 Mbit/s and 150 ms at the transport, as they slow each request
 * down.
 */
const SLOW_4G = {
  offline: false,
  latency: 150 * 3.75,
  downloadThroughput: ((1.6 * 1024 * 1024) / 8) * 0.9,
  uploadThroughput: ((750 * 1024) / 8) * 0.9,
};

test("a cold board's page", async (t) => {
  const [ann, bob] = await Promise.all([Person.named("ann"), Person.named("bob")]);
  for (const game of ["ankor", "boche", "antipod", "anchor"]) {
    const path = await challenge(game, {}, ann, bob);
    const cold = await Person.comes(PHONE);
    const devtools = await cold.context.newCDPSession(cold.page);
    await devtools.send("Network.enable");
    await devtools.send("Network.emulateNetworkConditions", SLOW_4G);
    let bytes = 0;
    devtools.on("Network.loadingFinished", ({ encodedDataLength }) => (bytes += encodedDataLength));
    await cold.opens(path);
    const usable = await cold.page.evaluate(() => performance.now());
    const shows = await cold.page.evaluate(() => {
      const [paint] = performance.getEntriesByName("first-contentful-paint");
      const [load] = performance.getEntriesByType("navigation");
      return Math.max(paint?.startTime ?? Infinity, load.domInteractive);
    });
    t.diagnostic(`${game}: ${bytes} bytes; the board shows after ${Math.round(shows)} ms, and answers after ${Math.round(usable)} ms`);
    assert.ok(bytes > 5000 && bytes <= MOST_BYTES, `${game}: ${bytes} bytes`);
    assert.ok(shows <= MOST_MS, `${game}: ${shows} ms`);
    await cold.leaves();
  }
  await ann.leaves();
  await bob.leaves();
});

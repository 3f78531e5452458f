// The finished game of the front page in three dimensions: it turns until the reader pauses it.

import "./webgl.mjs";

import assert from "node:assert/strict";
import { DESKTOP, Person, withPeople } from "./site.mjs";

withPeople("the game turns until it is paused", async () => [await Person.comes({ ...DESKTOP, reducedMotion: "no-preference" })], async (cleo) => {
  const { page } = cleo;
  // Here the processor draws, and the page would normally show a picture instead.
  await page.addInitScript(() => {
    const own = WebGL2RenderingContext.prototype.getParameter;
    const RENDERER = 0x9246;
    /** @this {WebGL2RenderingContext} @param {number} name */
    function getParameter(name) {
      return name === RENDERER ? "a card" : own.call(this, name);
    }
    WebGL2RenderingContext.prototype.getParameter = getParameter;
  });
  await page.goto("/");
  const pause = page.getByRole("button", { name: "Pause" });
  await pause.waitFor();
  const turns = async () => {
    const shows = async () => (await page.locator(".scene canvas").screenshot()).toString("base64");
    const before = await shows();
    await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 1500)));
    return before !== (await shows());
  };
  assert.ok(await turns());
  await pause.click();
  assert.equal(await pause.getAttribute("aria-pressed"), "true");
  await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 500)));
  assert.ok(!(await turns()));
  await pause.press("Enter");
  assert.ok(await turns());
  assert.deepEqual(await cleo.offences(), []);
});

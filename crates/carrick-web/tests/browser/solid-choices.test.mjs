// Boards in three dimensions follow their reader's choices, and leave processor time for other
// things.

import "./webgl.mjs";
import assert from "node:assert/strict";
import { test } from "node:test";
import { ask, stands, turnsSolid } from "./solid.mjs";
import { onBoard } from "./support.mjs";

/** Small, because the processor draws each pixel. */
const WINDOW = { viewport: { width: 480, height: 640 } };

const MOVING = { ...WINDOW, reducedMotion: "no-preference" };
const GAMES = [
  { game: "ankor", turns: "b1 c1 b2 c2 c3 d2", mode: "play" },
  { game: "boche", turns: "a:c1 a:c2 a:b1", mode: "play" },
  { game: "antipod", turns: "f14 f9 c4", mode: "play" },
];

/**
 * Maximum time that the page's scripts take for a frame on a processor that is four times as slow,
 * in milliseconds. At 50 frames a second, a frame has 20.
 */
const MOST_SCRIPT_MS = 20;

/** How many times as slow that processor is. */
const SLOWER = 4;

/** Number of frames that are timed. */
const FRAMES = 25;

/** The colours for which the model was made. */
const made = (page) => ask(page, (solid) => JSON.parse(solid.made)[2]);

for (const [colorScheme, theme, ground] of [["light", "dark", "#3a4350"], ["dark", "light", "#efe8d8"], ["dark", "contrast", "#ffffff"]]) {
  test(`a ${colorScheme} system, and a model in the chosen colours: ${theme}`, () =>
    onBoard(GAMES[0], async (page) => {
      await turnsSolid(page);
      assert.notEqual((await made(page)).ground, ground);
      await page.evaluate((chosen) => (document.documentElement.dataset.theme = chosen), theme);
      await stands(page);
      assert.equal((await made(page)).ground, ground);
    }, { ...WINDOW, colorScheme }));
}

test("a dragged model keeps moving, unless the reader prefers no movement", () =>
  onBoard(GAMES[0], async (page) => {
    await turnsSolid(page);
    await page.locator(".solid-stage").evaluate((stage) => stage.scrollIntoView({ block: "center" }));
    const box = await page.locator(".solid-stage").boundingBox();
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
    const drag = async () => {
      await page.mouse.move(x, y);
      await page.mouse.down();
      await page.mouse.move(x + 90, y, { steps: 4 });
      const before = await ask(page, ({ stage, orbit }) => (document.documentElement.dataset.appearance === "still" ? stage.view : orbit.aim).yaw);
      await page.mouse.up();
      await stands(page);
      return (await ask(page, ({ stage }) => stage.view.yaw)) - before;
    };
    assert.ok(Math.abs(await drag()) > 0.01, "it keeps moving");
    await page.evaluate(() => (document.documentElement.dataset.appearance = "still"));
    assert.equal(await drag(), 0, "it stays where it was released");
  }, MOVING));

for (const query of GAMES) {
  test(`scripts leave most of a frame's time: ${query.game}`, (t) =>
    onBoard(query, async (page) => {
      await turnsSolid(page);
      const devtools = await page.context().newCDPSession(page);
      // The processor time of the page's own thread does not depend on what else the machine does.
      // It does not include drawing the pixels: here the processor does that, but on a phone it
      // does not.
      await devtools.send("Performance.enable", { timeDomain: "threadTicks" });
      const spent = async () => {
        const { metrics } = await devtools.send("Performance.getMetrics");
        return 1000 * metrics.find(({ name }) => name === "ScriptDuration").value;
      };
      const before = await spent();
      await ask(page, ({ stage }, frames) => new Promise((resolve) => {
        let drawn = 0;
        stage.run(() => {
          stage.view.yaw += 0.05;
          drawn += 1;
          if (drawn === frames) resolve(undefined);
          return drawn < frames;
        });
      }), FRAMES);
      const slow = (SLOWER * ((await spent()) - before)) / FRAMES;
      t.diagnostic(`${query.game}: ${slow.toFixed(1)} ms of scripts for a frame on a processor that is ${SLOWER} times as slow`);
      assert.ok(slow > 0 && slow < MOST_SCRIPT_MS, `${slow} ms`);
    }, MOVING));
}

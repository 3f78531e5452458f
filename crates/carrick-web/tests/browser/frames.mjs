// Time of the page's own thread for each frame of a board in three dimensions that is being turned,
// on the largest boards, with the processor slowed down four times, as a middling phone's is:
//
//   node frames.mjs
//
// What the graphics processor takes comes on top; here it is done by software, in another process,
// and says nothing about a phone. 50 frames a second leave 20 ms for each.

import "./webgl.mjs";
import { after, test } from "node:test";
import { PHONE, onBoard } from "./support.mjs";

const SLOWDOWN = 4;
const FRAMES = 120;

const BOARDS = [
  { game: "ankor", options: "-size=6", turns: "b1 c1 b2 c2 c3 d2" },
  { game: "boche", options: "-size=8", turns: "a:c1 a:c2 a:b1" },
  { game: "antipod", options: "-radius=8", turns: "c4 d5 e6" },
];

/** @type {Record<string, string>[]} */
const rows = [];
after(() => console.table(rows));

for (const board of BOARDS) {
  test(`frames of ${board.game} ${board.options}`, () =>
    onBoard({ ...board, mode: "play" }, async (page) => {
      await page.click("[data-view=solid]");
      await page.locator(".is-solid canvas").waitFor();
      const devtools = await page.context().newCDPSession(page);
      await devtools.send("Emulation.setCPUThrottlingRate", { rate: SLOWDOWN });
      const times = await page.evaluate(async (frames) => {
        const { stage } = (await import("/board.js")).boards[0].solid;
        const times = [];
        const tick = stage.tick.bind(stage);
        stage.tick = (now) => {
          const begin = performance.now();
          tick(now);
          times.push(performance.now() - begin);
        };
        await new Promise((resolve) => stage.run(() => {
          stage.view.yaw += 0.02;
          if (times.length < frames) return true;
          resolve(undefined);
          return false;
        }));
        return times;
      }, FRAMES);
      times.sort((a, b) => a - b);
      const [middle, late] = [0.5, 0.95].map((share) => times[Math.floor(times.length * share)]);
      rows.push({ board: `${board.game} ${board.options}`, "median ms": middle.toFixed(1), "95 % ms": late.toFixed(1) });
    }, { ...PHONE, reducedMotion: "no-preference" }));
}

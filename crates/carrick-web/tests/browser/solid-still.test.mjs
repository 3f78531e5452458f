// Nothing on a page moves while a board in three dimensions, which the reader chose earlier,
// replaces the flat one.

import "./webgl.mjs";
import assert from "node:assert/strict";
import { Person, address, challenge, withPeople } from "./site.mjs";
import { stands } from "./solid.mjs";

/** Maximum cumulative layout shift while a page loads. */
const MOST = 0.02;

/** Coarse, because the processor draws each pixel; that does not move places. */
const COARSE = { deviceScaleFactor: 0.5 };

const WINDOWS = [
  { ...COARSE, viewport: { width: 360, height: 800 }, hasTouch: true, isMobile: true },
  { ...COARSE, viewport: { width: 820, height: 1180 } },
  { ...COARSE, viewport: { width: 1280, height: 800 } },
];

/** Turns of a game in progress. */
const GAMES = { ankor: "d3 c2 d2", boche: "c:d3 d:c2", antipod: "f14 f9 c4", anchor: "E5 F6 G7" };

/**
 * Records shifts with their heights before and after.
 * @param {import("playwright-core").Page} page
 */
const watch = (page) =>
  page.addInitScript(() => {
    window.shifts = [];
    new PerformanceObserver((list) => {
      for (const { value, sources } of list.getEntries()) {
        const parts = sources.map(({ node, previousRect, currentRect }) => {
          const name = node instanceof Element ? node.cloneNode(false).outerHTML.slice(0, 60) : node?.textContent?.slice(0, 40);
          return `${name} from ${previousRect.y} to ${currentRect.y}`;
        });
        window.shifts.push({ value, parts });
      }
    }).observe({ type: "layout-shift", buffered: true });
  });

for (const profile of WINDOWS) {
  const { width, height } = profile.viewport;
  const arrive = () => Promise.all([Person.named(`ann_${width}`), Person.named(`bob_${width}`), Person.comes(profile)]);
  withPeople(`nothing shifts if three dimensions were chosen before, ${width} x ${height}`, arrive, async (ann, bob, reader) => {
    await reader.context.addCookies([{ name: "appearance", value: "solid", url: address }]);
    await watch(reader.page);
    for (const [game, turns] of Object.entries(GAMES)) {
      // The globe's frame differs most from the flat board's; one window is enough for the others.
      if (game !== "antipod" && width !== 360) continue;
      const board = await challenge(game, {}, ann, bob);
      for (const [index, turn] of turns.split(" ").entries()) {
        await [ann, bob][index % 2].sends(`${board}/turn`, { turn, number: index + 1 });
      }
      for (const path of [board, game === "antipod" ? "/learn/antipod/2" : "", `/explore/${game}`].filter(Boolean)) {
        await reader.opens(path);
        if (game !== "anchor") await stands(reader.page);
        const shifts = await reader.page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve(window.shifts)))));
        const sum = shifts.reduce((all, { value }) => all + value, 0);
        assert.ok(sum < MOST, `${path}: ${sum} ${JSON.stringify(shifts)}`);
      }
    }
  });
}

withPeople("without WebGL, the flat board has its usual room", async () => [await Person.comes()], async (reader) => {
  const { page } = reader;
  const room = () => page.locator("#board").evaluate((board) => [board.getBoundingClientRect().height, getComputedStyle(board).paddingBottom]);
  await reader.opens("/explore/antipod");
  const flat = await room();
  await page.addInitScript(() => (HTMLCanvasElement.prototype.getContext = () => null));
  await reader.context.addCookies([{ name: "appearance", value: "solid", url: address }]);
  await reader.opens("/explore/antipod");
  await page.locator("#board.stays-flat").waitFor();
  assert.deepEqual(await room(), flat);
  reader.complaints = reader.complaints.filter((said) => !/WebGL/.test(said));
});

withPeople("lessons open in three dimensions if that explains the game, until the reader chooses", async () => [await Person.comes()], async (reader) => {
  const { page } = reader;
  for (const game of ["ankor", "antipod"]) {
    await reader.opens(`/learn/${game}/1`);
    await stands(page);
  }
  await page.click("[data-view=flat]");
  await page.locator(".board-view:not(.is-solid)").waitFor();
  await reader.opens("/learn/antipod/2");
  await reader.board();
  assert.equal(await page.locator(".is-solid").count(), 0);
});

withPeople("a lesson without WebGL is flat, and does not mention it", async () => [await Person.comes()], async (reader) => {
  const { page } = reader;
  await page.addInitScript(() => (HTMLCanvasElement.prototype.getContext = () => null));
  await reader.opens("/learn/antipod/1");
  await page.locator("#board.stays-flat").waitFor();
  assert.equal(await page.getByText("WebGL").count(), 0);
  reader.complaints = reader.complaints.filter((said) => !/WebGL/.test(said));
});

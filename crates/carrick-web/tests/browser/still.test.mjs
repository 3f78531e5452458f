// Nothing on a board's page moves unexpectedly: not while it loads, not when the opponent plays,
// and not when a game ends.

import assert from "node:assert/strict";
import { DESKTOP, PHONE, Person, challenge, withPeople } from "./site.mjs";

/** Maximum layout shift in one burst: while the page loads, or for one change of the board. */
const MOST = 0.02;

const WIDTHS = [360, 820, 1280];

/** Small boards, on which games end quickly. */
const GAMES = {
  ankor: { "-size": "3" },
  boche: { "-size": "3" },
  antipod: { "-radius": "4" },
  anchor: { "-size": "3" },
};

/** A random legal turn; the same ones in every run. */
function someTurn({ spots, others }, random) {
  const placed = spots.flatMap(({ place, turn, rotations }) => (turn ? [turn] : rotations ? [`${rotations[0]}:${place}`] : []));
  const moved = spots.flatMap(({ place, to }) => (to ?? []).map((end) => `${place}-${end}`));
  const all = placed.length ? placed : moved.length ? moved : others.filter(({ why }) => !why).map(({ turn }) => turn);
  return all[random() % all.length];
}

/** Pseudorandom whole numbers. @param {number} seed */
function numbers(seed) {
  let state = seed;
  return () => (state = (state * 1103515245 + 12345) % 2147483648) >> 8;
}

/**
 * Records shifts that do not follow input by the reader, and when the board changed: in a real
 * game, changes are seconds apart.
 * @param {import("playwright-core").Page} page
 */
const watch = (page) =>
  page.addInitScript(() => {
    [window.shifts, window.changes] = [[], []];
    document.addEventListener("carrick:changed", () => window.changes.push(performance.now()));
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        if (entry.hadRecentInput) continue;
        const parts = entry.sources.map(({ node, previousRect, currentRect }) => {
          const name = node instanceof Element ? node.cloneNode(false).outerHTML.slice(0, 60) : node?.textContent?.slice(0, 40);
          return `${name} from ${previousRect.y} to ${currentRect.y}`;
        });
        window.shifts.push({ at: entry.startTime, value: entry.value, parts });
      }
    }).observe({ type: "layout-shift", buffered: true });
  });

/** Where the board is, and the height of the page's head. */
const places = (page) =>
  page.evaluate(() => {
    const { top, height } = document.querySelector("#board svg").getBoundingClientRect();
    return { top: top + scrollY, height, site: document.querySelector("header.site").getBoundingClientRect().height };
  });

for (const width of WIDTHS) {
  const profile = width < 600 ? { ...PHONE, viewport: { width, height: 844 } } : { ...DESKTOP, viewport: { width, height: 900 } };
  const arrive = () => Promise.all([Person.named(`alexandra_of_${width}`), Person.named(`bartholomew_${width}`, profile)]);
  withPeople(`nothing shifts at ${width} px while a game continues and ends`, arrive, async (ann, bob) => {
    await watch(bob.page);
    for (const [game, options] of Object.entries(GAMES)) {
      const path = await challenge(game, options, ann, bob);
      await bob.opens(path);
      const before = await places(bob.page);
      const random = numbers(7);
      for (let number = 1; ; number += 1) {
        const position = await ann.position(path);
        if (position.ending) break;
        assert.ok(number < 120, `${game} does not end`);
        await [ann, bob][(number - 1) % 2].sends(`${path}/turn`, { turn: someTurn(position, random), number });
      }
      await bob.page.locator("#status", { hasText: /^You (won|lost)|^Draw/ }).waitFor();
      await bob.page.locator(".board-note", { hasText: /./ }).waitFor();
      const after = await places(bob.page);
      const [shifts, changes] = await bob.page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve([window.shifts, window.changes])))));
      for (let burst = 0; burst <= changes.length; burst += 1) {
        const mine = shifts.filter(({ at }) => changes.filter((change) => change <= at).length === burst);
        const sum = mine.reduce((all, { value }) => all + value, 0);
        assert.ok(sum < MOST, `${game}, burst ${burst} of ${changes.length}: ${sum} ${JSON.stringify(mine)}`);
      }
      assert.deepEqual(after, before, `${game}: the board and the head stay as they are`);
      assert.ok(before.site < 60, `the header is one row: ${before.site} px`);
    }
  });
}

withPeople("the header is one row at every width", async () => [await Person.comes(DESKTOP)], async (cleo) => {
  // A waiting board makes the header's list longest.
  await cleo.page.goto("/");
  await cleo.page.locator("li", { hasText: "Antipod" }).getByRole("button", { name: /^Play the computer/ }).click();
  await cleo.page.waitForURL(/\/antipod\/\d+$/);
  await cleo.page.locator("#status", { hasText: "Your turn." }).waitFor();
  for (let width = 360; width <= 1300; width += 20) {
    await cleo.page.setViewportSize({ width, height: 900 });
    const height = await cleo.page.evaluate(() => document.querySelector("header.site").getBoundingClientRect().height);
    assert.ok(height < 60, `${height} px at ${width} px`);
  }
});

// Accessibility of boards: axe finds no violation of WCAG 2.2 AA.

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { test } from "node:test";
import { DESKTOP, PHONE, onBoard } from "./support.mjs";

const axe = await readFile(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];

const BOARDS = [
  [{ game: "antipod", turns: "f14 f9 c4" }, "#p-d8"],
  [{ game: "anchor", turns: "H8 C3 A1" }, "#p-D4"],
  [{ game: "ankor", turns: "b1 c1 b2 c2 c3 d2" }, "#c-4-0-1"],
  [{ game: "boche", turns: "a:c1 a:c2 a:b1" }, `[data-place="b1'"]`],
];

for (const [query, choice] of BOARDS) {
  for (const colorScheme of ["light", "dark"]) {
    for (const profile of [DESKTOP, PHONE]) {
      test(`${query.game}, ${colorScheme}, ${profile.viewport.width} px`, () =>
        onBoard({ ...query, mode: "play" }, async (page) => {
          await check(page);
          await page.click(choice);
          if (profile === DESKTOP) await page.locator("[data-cancel]").waitFor();
          await check(page);
        }, { ...profile, colorScheme }));
    }
  }
}

async function check(page) {
  await page.evaluate(axe);
  const { violations } = await page.evaluate((tags) => axe.run("#board", { runOnly: tags }), TAGS);
  const told = violations.flatMap(({ id, nodes }) => nodes.slice(0, 2).map((node) => `${id}: ${node.html.slice(0, 160)} ${node.failureSummary}`));
  assert.deepEqual(told, []);
}

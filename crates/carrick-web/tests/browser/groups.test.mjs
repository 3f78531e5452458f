// Groups light up under the pointer and the keyboard's focus, with an outline.

import assert from "node:assert/strict";
import { test } from "node:test";
import { onBoard } from "./support.mjs";

/** The number of closed lines around what is lit, or of rings. */
const lit = (page) =>
  page.locator(".mark-group .core").evaluateAll((marks) => marks.map((mark) => mark.getAttribute("d")?.match(/Z/g)?.length ?? "ring"));

/** Points near the middle of a place. */
async function point(page, place, [dx, dy] = [0, 0]) {
  const box = await page.locator(`[data-place="${place}"]`).first().boundingBox();
  await page.mouse.move(box.x + box.width / 2 + dx, box.y + box.height / 2 + dy);
}

test("a group of cubes is outlined as one", () =>
  onBoard({ game: "ankor", options: "-size=3", turns: "b1 c1 a1 c2 a1-b1'" }, async (page) => {
    assert.deepEqual(await lit(page), []);
    await point(page, "b1'");
    assert.deepEqual(await lit(page), [1]);
    const outline = await page.locator(".mark-group .core").getAttribute("d");
    assert.equal(outline.match(/L/g).length, 8, "two cubes, of which one covers a face of the other");
    await point(page, "a1");
    assert.deepEqual(await lit(page), [], "nothing is lit at an empty hole");
  }));

test("in Boche each colour of one cube lights its own group", () =>
  onBoard({ game: "boche", options: "-size=3", turns: "a:c2" }, async (page) => {
    const cube = await page.locator('[data-place="c2"]').first().boundingBox();
    const outlines = new Set();
    for (const dy of [-0.45, 0, 0.45]) {
      await page.mouse.move(cube.x + cube.width / 2, cube.y + cube.height * (0.5 + dy));
      outlines.add(await page.locator(".mark-group .core").getAttribute("d"));
    }
    assert.ok(outlines.size > 1, [...outlines].join(" and "));
  }));

test("stones get rings, and the keyboard's focus also lights groups", () =>
  onBoard({ game: "anchor", options: "-size=4 -pie=none", turns: "A1 D4 A2" }, async (page) => {
    await point(page, "A1");
    assert.deepEqual(await lit(page), ["ring", "ring"]);
    await point(page, "D4");
    assert.deepEqual(await lit(page), [], "a single stone has no mark");
    await page.mouse.move(0, 0);
    // The first focus is where the last turn was, at A2.
    await page.keyboard.press("Tab");
    while (!(await page.evaluate(() => document.activeElement?.closest("[data-place]")))) await page.keyboard.press("Tab");
    assert.equal(await page.evaluate(() => document.activeElement.getAttribute("data-place")), "A2");
    assert.deepEqual(await lit(page), ["ring", "ring"]);
  }));

test("while sizes are shown, the group under the pointer is named, even a single stone", () =>
  onBoard({ game: "anchor", options: "-size=4 -pie=none", turns: "A1 D4 A2" }, async (page) => {
    const note = page.locator(".board-note");
    await point(page, "D4");
    assert.doesNotMatch(await note.textContent(), /group of/);
    await page.click("[data-show=sizes]");
    await page.locator("svg [data-size]").waitFor();
    assert.deepEqual(await page.locator("svg [data-size]").evaluateAll((all) => all.map((badge) => badge.getAttribute("data-size"))), ["2"]);
    await point(page, "D4");
    await note.filter({ hasText: "group of 1 stone" }).waitFor();
    await point(page, "A1");
    await note.filter({ hasText: "group of 2 stones" }).waitFor();
  }));

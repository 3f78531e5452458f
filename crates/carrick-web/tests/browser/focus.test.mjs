// Keyboard focus: it stays at its place on the board, whatever happens there.

import assert from "node:assert/strict";
import { Person, withPeople } from "./site.mjs";

/** The place that has the focus, and its position: another element may be there after a turn. */
const focused = (page) => page.evaluate(() => {
  const active = document.activeElement;
  if (!active?.closest(".board-view")) return { place: `outside of the board: ${active?.outerHTML.slice(0, 120)}`, at: [0, 0] };
  const { x, y, width, height } = active.getBoundingClientRect();
  return { place: active.getAttribute("data-place"), at: [x + width / 2, y + height / 2] };
});

/** Maximum distance between two places that look the same, in CSS pixels. */
const NEAR = 60;

function assertSame(now, before, what) {
  const far = Math.hypot(now.at[0] - before.at[0], now.at[1] - before.at[1]);
  assert.ok(now.place === before.place || (now.at[0] > 0 && far < NEAR), `${what}: ${before.place}, then ${now.place}`);
}

for (const game of ["ankor", "boche", "antipod", "anchor"]) {
  withPeople(`the focus stays on the board: ${game}`, async () => [await Person.comes()], async (cleo) => {
    const { page } = cleo;
    await cleo.opens(await cleo.sends(`/new/${game}/computer`, { level: "1" }));
    const path = new URL(page.url()).pathname;
    await page.locator("#status", { hasText: "Your turn." }).waitFor();
    let number = (await cleo.position(path)).number;
    await cleo.isToMove(number);
    // Enter the board once with Tab; from there use the arrows.
    await page.locator(".board-view [tabindex='0']").focus();
    for (let round = 0; round < 2; round += 1) {
      for (let step = 0; step < 60; step += 1) {
        const { place } = await focused(page);
        const { spots } = await cleo.position(path);
        const spot = spots.find((spot) => spot.place === place && !spot.hidden);
        if (spot?.turn || spot?.rotations) break;
        await page.keyboard.press(["ArrowRight", "ArrowDown", "ArrowLeft", "ArrowUp"][Math.floor(step / 4) % 4]);
      }
      const chosen = await focused(page);
      await page.keyboard.press("Enter");
      if (game === "boche") {
        await cleo.hears(/a cube can have rotation/);
        await page.locator(".rotation").first().focus();
        await page.keyboard.press("Enter");
      }
      await cleo.hears(/^Preview: /);
      await cleo.confirms(() => page.keyboard.press("Enter"));
      assertSame(await focused(page), chosen, "after one's own turn");
      number += 2;
      await cleo.isToMove(number);
      assertSame(await focused(page), chosen, "after the computer's");
    }
    const undo = page.getByRole("button", { name: "Undo", exact: true });
    await undo.focus();
    await page.keyboard.press("Enter");
    await cleo.isToMove(number - 2);
    assert.ok(await undo.evaluate((button) => button === document.activeElement), "the focus stays on the button");
    await page.locator(".board-view [tabindex='0']").focus();
    // A single key continues from there.
    await page.keyboard.press("ArrowRight");
    assert.doesNotMatch((await focused(page)).place, /^outside/);
  });
}

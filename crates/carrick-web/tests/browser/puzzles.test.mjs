// Puzzles: solved by typing without scripts and on the board with them, with mouse and keyboard.

import assert from "node:assert/strict";
import { DESKTOP, PHONE, Person, withPeople } from "./site.mjs";

const one = (profile) => async () => [await Person.comes(profile)];

for (const profile of [DESKTOP, PHONE]) {
  withPeople(`a puzzle is tried on the board (${profile === PHONE ? "phone" : "desktop"})`, one(profile), async (reader) => {
    const { page } = reader;
    await reader.opens("/puzzles/antipod/1");
    await page.locator(".ask", { hasText: "Exactly one turn wins" }).waitFor();
    // Any empty point is a try; a wrong one is answered in place, and another is possible
    // immediately.
    const empty = page.locator('[data-place][aria-label*="empty"]');
    await empty.nth(3).waitFor();
    await reader.points(await empty.nth(3).getAttribute("id"));
    await reader.hears(/^Preview: /);
    await page.click("[data-confirm]");
    await page.locator(".lesson-answer", { hasText: /Not this one\.|Solved\./ }).waitFor({ timeout: 8000 });
  });
}

withPeople("a puzzle is given up with the keyboard", one(DESKTOP), async (reader) => {
  const { page } = reader;
  await reader.opens("/puzzles/anchor/today");
  await page.locator("summary", { hasText: "Give up" }).focus();
  await page.keyboard.press("Enter");
  await page.getByRole("button", { name: "Show the solution" }).focus();
  await page.keyboard.press("Enter");
  await page.locator(".lesson-answer", { hasText: "The solution." }).waitFor({ timeout: 8000 });
  assert.match(page.url(), /found=\d$/);
  await page.getByRole("link", { name: "Next puzzle" }).waitFor();
});

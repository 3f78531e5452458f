// Hints in practice games: three steps, with scripts, by keys, on a phone, and without scripts.

import assert from "node:assert/strict";
import { DESKTOP, PHONE, Person, withPeople } from "./site.mjs";

/** Longer than the computer takes for a hint on a busy machine. */
const PATIENCE = { timeout: 120_000 };

const one = (profile) => async () => [await Person.comes(profile)];

/** Starts a practice game and opens it when it is the guest's turn; returns its path. */
async function practice(guest, game, options) {
  const path = await guest.sends(`/new/${game}/computer`, { level: "novice1", ...options });
  await guest.opens(path);
  await guest.page.locator("#status", { hasText: /^Your turn\./ }).waitFor();
  return path;
}

for (const [device, profile] of [["a desktop", DESKTOP], ["a phone", PHONE]]) {
  withPeople(`a hint has three steps, on ${device}`, one(profile), async (guest) => {
    const { page } = guest;
    const path = await practice(guest, "anchor", { "-size": "5" });
    const steps = page.locator("#hint li");
    const { y } = await page.locator("#board").boundingBox();
    await page.getByRole("button", { name: "Hint" }).click();
    await steps.filter({ hasText: /^Look / }).waitFor(PATIENCE);
    assert.equal(await steps.count(), 1);
    // The open page shows the mark immediately, also among the terms of the game.
    await page.locator("[data-live=terms]", { hasText: "with a hint at 1 turn" }).waitFor({ state: "attached" });
    assert.equal(await page.getByRole("region", { name: "Hint" }).count(), 1);
    assert.equal((await page.locator("#board").boundingBox()).y, y, "the board stays where it is");
    assert.equal(await page.evaluate(() => document.activeElement?.closest(".board-view")), null, "nor does it get the focus");
    assert.equal(await page.locator("#status").evaluate((one) => one.getBoundingClientRect().bottom <= innerHeight), true);
    const { noted = [] } = await guest.position(path);
    // The marks are in no one's way: places under them can be chosen as before.
    const marks = page.locator("#board svg g[pointer-events=none]");
    if (noted.length) await marks.waitFor();
    assert.deepEqual(await guest.offences(), []);

    const next = page.getByRole("button", { name: "Which turn?" });
    await next.focus();
    await page.keyboard.press("Enter");
    await steps.filter({ hasText: /^The turn is / }).waitFor();
    await page.getByRole("button", { name: "Why?" }).press("Enter");
    await steps.nth(2).filter({ hasText: /before the turn and|proved/ }).waitFor();
    assert.deepEqual(await guest.offences(), []);

    // The turn in the hint can be played, and the next turn has no hint yet.
    const turn = ((await steps.nth(1).textContent()) ?? "").match(/^The turn is ([^,.]+)/)?.[1] ?? "";
    const { number } = await guest.position(path);
    await guest.sends(`${path}/turn`, { turn, number });
    await guest.isToMove(number + 2);
    await page.getByRole("button", { name: "Where should I look?" }).waitFor();
    assert.equal(await steps.count(), 0);
    await page.getByText("with a hint at 1 turn").first().waitFor();
  });
}

const plain = () => async () => [await Person.comes({ ...DESKTOP, javaScriptEnabled: false })];

withPeople("hints work without scripts", plain(), async (guest) => {
  const { page } = guest;
  const path = await guest.sends("/new/boche/computer", { level: "novice1", "-size": "4" });
  const yours = page.locator("#status", { hasText: /^Your turn\./ });
  for (let tries = 0; tries < 200 && !(await yours.count()); tries++) await page.goto(path);
  await page.getByRole("button", { name: "Where should I look?" }).click();
  const steps = page.locator("#hint li");
  const again = page.getByRole("link", { name: "Look again" });
  for (let tries = 0; tries < 400 && !(await steps.count()); tries++) {
    if (await again.count()) await page.reload();
  }
  assert.equal(await steps.count(), 1);
  await page.getByRole("button", { name: "Which turn?" }).click();
  await page.getByRole("button", { name: "Why?" }).click();
  assert.equal(await steps.count(), 3);
  await page.getByText("This game is marked: with a hint at 1 turn.").waitFor();
});

// The aims of both sides beside a board, and the remarks on turns with their switch.

import assert from "node:assert/strict";
import { DESKTOP, PHONE, Person, withPeople } from "./site.mjs";

const one = (profile) => async () => [await Person.comes(profile)];

withPeople("the aim of the side to move comes first", one(DESKTOP), async (guest) => {
  const { page } = guest;
  await guest.opens(await guest.sends("/new/antipod/hotseat", {}));
  const first = page.locator(".aims li").first();
  await first.filter({ hasText: /^White: Part the two poles by a closed ring/ }).waitFor();
  await guest.plays("f14");
  await first.filter({ hasText: /^Black: Join the two poles/ }).waitFor();
  await page.getByText("What the marks mean").click();
  await page.getByText("one point of the rim, drawn on both discs").waitFor();
});

withPeople("a turn is remarked on, until that is switched off", one(DESKTOP), async (guest) => {
  const { page } = guest;
  const hint = page.locator(".board-hint");
  await guest.opens(await guest.sends("/new/anchor/hotseat", { "-size": "4" }));
  await page.locator('[aria-pressed="true"][data-hints]').waitFor();
  await guest.chooses("D4");
  // A preview says what the turn would do.
  await hint.filter({ hasText: "This stone is dead for now" }).waitFor();
  await page.click("[data-cancel]");
  await hint.waitFor({ state: "hidden" });
  await guest.plays("A1");
  await hint.filter({ hasText: "it lives" }).waitFor();
  await page.click("[data-hints]");
  await hint.waitFor({ state: "hidden" });
  assert.equal(await page.evaluate(() => document.activeElement?.getAttribute("aria-pressed")), "false");
  // Another page keeps it so.
  await guest.opens(page.url());
  assert.equal(await page.getAttribute("[data-hints]", "aria-pressed"), "false");
  await hint.waitFor({ state: "hidden" });
});

withPeople("on a phone the aim of the side to move stands below the board", one(PHONE), async (guest) => {
  const { page } = guest;
  await guest.opens(await guest.sends("/new/boche/hotseat", {}));
  assert.equal(await page.locator(".aims li:visible").count(), 1);
  const [board, aim] = await Promise.all([page.locator("#board").boundingBox(), page.locator(".aim").boundingBox()]);
  assert.ok(board && aim && aim.y >= board.y + board.height - 1);
  assert.deepEqual(await guest.offences(), []);
});

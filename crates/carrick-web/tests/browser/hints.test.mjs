// The aims of both sides next to a board, and the remarks on turns with their switch.

import assert from "node:assert/strict";
import { DESKTOP, PHONE, Person, challenge, withPeople } from "./site.mjs";

const one = (profile) => async () => [await Person.comes(profile)];

withPeople("the aims keep their order, and that of the side to move is marked", one(DESKTOP), async (guest) => {
  const { page } = guest;
  await guest.opens(await guest.sends("/new/antipod/hotseat", {}));
  const [white, black] = [page.locator(".aims li").first(), page.locator(".aims li").last()];
  await white.filter({ hasText: /^White: Separate the two poles by a closed ring/ }).and(page.locator(".tomove")).waitFor();
  await guest.plays("f14");
  await black.filter({ hasText: /^Black: Join the two poles/ }).and(page.locator(".tomove")).waitFor();
  assert.match(await white.textContent(), /^White/);
  await page.getByText("What the marks mean").click();
  await page.getByText("one point of the rim, drawn on both discs").waitFor();
  await page.getByText("the size of a group").waitFor();
  // Each has a sample drawn as on the board; what cannot happen in this game has none.
  const signs = page.locator(".signs li");
  assert.equal(await signs.locator("svg").count(), await signs.count());
  assert.notEqual(await signs.locator(".core.twin").evaluate((ring) => getComputedStyle(ring).strokeDasharray), "none");
  assert.equal(await page.getByText("the computer threatens").count(), 0);
});

withPeople("the aim of the side to move is marked while exploring", one(DESKTOP), async (guest) => {
  const { page } = guest;
  const marked = (name) => page.locator(".aims li.tomove", { hasText: new RegExp(`^${name}:`) }).waitFor();
  await guest.opens("/explore/antipod?turns=f14");
  await marked("Black");
  await guest.points("p-c4");
  await marked("White");
  assert.equal(await page.locator(".aims .tomove").count(), 1);
  await page.click("[data-step=Back]");
  await marked("Black");
});

withPeople("turns get remarks until these are switched off", one(DESKTOP), async (guest) => {
  const { page } = guest;
  const hint = page.locator(".board-hint");
  await guest.opens(await guest.sends("/new/anchor/hotseat", { "-size": "4" }));
  await page.locator('[aria-pressed="true"][data-hints]').waitFor();
  await guest.chooses("D4");
  // A preview explains what the turn would do.
  await hint.filter({ hasText: "Black's stone at D4 is dead for now: its group touches no side." }).waitFor();
  await page.click("[data-cancel]");
  await hint.waitFor({ state: "hidden" });
  await guest.plays("A1");
  await hint.filter({ hasText: "it is an anchor" }).waitFor();
  await page.click("[data-hints]");
  await hint.waitFor({ state: "hidden" });
  assert.equal(await page.evaluate(() => document.activeElement?.getAttribute("aria-pressed")), "false");
  // Another page remembers the choice.
  await guest.opens(page.url());
  assert.equal(await page.getAttribute("[data-hints]", "aria-pressed"), "false");
  await hint.waitFor({ state: "hidden" });
});

withPeople("after five games of a kind, remarks appear only where the player wants them", () => Promise.all([Person.named("ann"), Person.named("bob")]), async (ann, bob) => {
  const { page } = ann;
  const pressed = (is) => page.locator(`[data-hints][aria-pressed="${is}"]`).waitFor();
  let path;
  for (let game = 0; game < 5; game += 1) {
    path = await challenge("anchor", { "-size": "4" }, ann, bob);
    await ann.sends(`${path}/turn`, { turn: "A1", number: 1 });
    await bob.sends(`${path}/turn`, { turn: "C3", number: 2 });
    if (game === 4) {
      await ann.opens(path);
      await pressed(true);
    }
    await bob.sends(`${path}/act`, { action: "resign", generation: 2 });
  }
  path = await challenge("anchor", { "-size": "4" }, ann, bob);
  await ann.opens(path);
  await pressed(false);
  await ann.plays("A1");
  assert.equal(await page.locator(".board-hint:visible").count(), 0);
  const kept = page.waitForResponse((answer) => answer.url().endsWith("/appearance") && answer.request().method() === "POST");
  await page.click("[data-hints]");
  await page.locator(".board-hint", { hasText: "it is an anchor" }).waitFor();
  await kept;
  await ann.opens(path);
  await pressed(true);
});

withPeople("a group that the last turn encloses is named, and marked on the board", one(DESKTOP), async (guest) => {
  const { page } = guest;
  await guest.opens("/explore/boche?options=-size%3D3&turns=g%3Ab1+h%3Ac1+f%3Ac2");
  await page.locator(".board-hint", { hasText: "A Light group of 2 points is enclosed now: it touches no side" }).waitFor();
  assert.equal(await page.locator("#board .core.enclosed").count(), 1);
  await page.click("[data-step=Back]");
  await guest.hears(/Turn 3/);
  assert.equal(await page.locator("#board .core.enclosed").count(), 0);
});

withPeople("on a phone the aim of the side to move is below the board", one(PHONE), async (guest) => {
  const { page } = guest;
  await guest.opens(await guest.sends("/new/boche/hotseat", {}));
  assert.equal(await page.locator(".aims li:visible").count(), 1);
  const [board, aim] = await Promise.all([page.locator("#board").boundingBox(), page.locator(".aim").boundingBox()]);
  assert.ok(board && aim && aim.y >= board.y + board.height - 1);
  assert.deepEqual(await guest.offences(), []);
});

// Teaching games: the computer shows what it threatens, warns, and lets the player take turns back.

import assert from "node:assert/strict";
import { DESKTOP, PHONE, Person, withPeople } from "./site.mjs";

const one = (profile) => async () => [await Person.comes(profile)];

/** Plays in a teaching game until the computer threatens to win; returns the position. */
async function threatened(guest) {
  const path = await guest.sends("/new/antipod/computer", { level: "3", "-radius": "4", teaching: "1" });
  await guest.opens(path);
  await guest.page.locator("#status", { hasText: /^Your turn\./ }).waitFor();
  for (;;) {
    const position = await guest.position(path);
    const { spots, number, teaching } = position;
    if (teaching) return teaching.turns.length === 1 ? position : threatened(guest);
    const { turn } = spots.find((spot) => spot.turn);
    await guest.sends(`${path}/turn`, { turn, number, warned: turn });
    await guest.isToMove(number + 2);
  }
}

for (const [device, profile] of [["a desktop", DESKTOP], ["a phone", PHONE]]) {
  withPeople(`a teaching game warns, and turns are taken back, on ${device}`, one(profile), async (guest) => {
    const { page } = guest;
    const { spots, number, turns, teaching } = await threatened(guest);
    const remark = page.locator(".board-teacher");
    await remark.filter({ hasText: "The computer threatens to win with" }).waitFor();
    assert.ok((await page.locator("#board .core.threat").count()) >= 2);
    await page.locator(".signs li", { hasText: "the computer threatens to win with a turn here" }).waitFor({ state: "attached" });
    assert.deepEqual(await guest.offences(), []);

    // The preview of a careless turn warns.
    const careless = spots.find(({ turn }) => turn && !teaching.turns.includes(turn));
    await guest.chooses(careless.turn);
    await remark.filter({ hasText: `Careful: after ${careless.turn} the computer wins immediately` }).waitFor();
    await page.click("[data-cancel]");
    await remark.filter({ hasText: "threatens" }).waitFor();

    const [stop] = teaching.turns;
    await guest.chooses(stop);
    await remark.waitFor({ state: "hidden" });
    await guest.confirms(() => page.click("[data-confirm]"));
    await guest.isToMove(number + 2);
    await page.getByRole("button", { name: "Take back" }).click();
    await guest.isToMove(number);
    await remark.filter({ hasText: "threatens" }).waitFor();
    assert.deepEqual((await guest.position(new URL(page.url()).pathname)).turns, turns);
  });
}

withPeople("a finished practice game continues when the last turn is taken back", one(DESKTOP), async (guest) => {
  const { page } = guest;
  const path = await guest.sends("/new/antipod/computer", { level: "3", "-radius": "4" });
  await guest.opens(path);
  await page.locator("#status", { hasText: /^Your turn\./ }).waitFor();
  const { spots, number } = await guest.position(path);
  const { turn } = spots.find((spot) => spot.turn);
  await guest.sends(`${path}/turn`, { turn, number });
  await guest.isToMove(number + 2);
  const { generation } = await guest.position(path);
  await guest.sends(`${path}/act`, { action: "resign", generation });
  const again = page.getByRole("button", { name: "Take back my last turn" });
  await again.click();
  await guest.isToMove(number);
  await again.waitFor({ state: "detached" });
});

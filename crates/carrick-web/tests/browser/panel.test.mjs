// The panel next to a board: its tabs, its chat, the way back from past positions, and its place in
// windows of several sizes.

import assert from "node:assert/strict";
import { DESKTOP, PHONE, Person, challenge, withPeople } from "./site.mjs";

const two = (profile) => () => Promise.all([Person.named("ann", profile), Person.named("bob")]);

/** A board after these turns, sent as forms. */
async function played(game, turns, ann, bob) {
  const path = await challenge(game, {}, ann, bob);
  for (const [index, turn] of turns.split(" ").entries()) await [ann, bob][index % 2].sends(`${path}/turn`, { turn, number: index + 1 });
  return path;
}

const shown = (page) => page.locator(".tab").evaluateAll((all) => all.filter((one) => one.checkVisibility()).map(({ id }) => id));

withPeople("tabs work with the keyboard, stay open while the game continues, and are opened by links", two(), async (ann, bob) => {
  const path = await played("antipod", "c4 e6", ann, bob);
  await ann.opens(path);
  const { page } = ann;
  assert.deepEqual(await shown(page), ["turns"]);
  await page.getByRole("tab", { name: "Turns" }).focus();
  await page.keyboard.press("ArrowRight");
  assert.deepEqual(await shown(page), ["study"]);
  await page.keyboard.press("End");
  assert.deepEqual(await shown(page), ["info"]);
  await page.keyboard.press("ArrowLeft");
  assert.deepEqual(await shown(page), ["chat"]);
  assert.equal(await page.getByRole("tabpanel", { name: "Chat" }).count(), 1);
  assert.deepEqual(await ann.offences(), []);
  await ann.plays("d8");
  await bob.sends(`${path}/turn`, { turn: "g5", number: 4 });
  await ann.isToMove(5);
  assert.deepEqual(await shown(page), ["chat"]);
  await page.goto("about:blank");
  await ann.opens(`${path}#info`);
  assert.deepEqual(await shown(page), ["info"]);
});

withPeople("without scripts all sections are visible", two({ ...DESKTOP, javaScriptEnabled: false }), async (ann, bob) => {
  await ann.page.goto(await played("antipod", "c4 e6", ann, bob));
  assert.deepEqual(await shown(ann.page), ["turns", "study", "chat", "info"]);
});

withPeople("Enter sends a message, and a mark shows that there is a new one", two(), async (ann, bob) => {
  const path = await played("antipod", "c4 e6", ann, bob);
  await Promise.all([ann.opens(path), bob.opens(path)]);
  await ann.reads("Chat");
  const field = ann.page.getByLabel("Say something");
  await field.fill("First");
  await field.press("Shift+Enter");
  await field.pressSequentially("second");
  await field.press("Enter");
  const tab = bob.page.getByRole("tab", { name: "Chat (new)" });
  await tab.waitFor();
  await tab.click();
  assert.equal(await bob.page.locator("#chat .words").textContent(), "First\nsecond");
  await bob.page.getByRole("tab", { name: "Chat", exact: true }).waitFor();
  // Earlier messages are not announced again.
  await bob.page.evaluate(() => document.querySelector("#news").replaceChildren());
  await ann.plays("d8");
  await bob.isToMove(4);
  assert.doesNotMatch((await bob.page.textContent("#news")) ?? "", /second/);
});

withPeople("a past position and a tried one have a banner, and a way back", two(), async (ann, bob) => {
  const path = await played("antipod", "c4 e6 d8 g5", ann, bob);
  await ann.opens(path);
  const { page } = ann;
  const top = () => page.locator("#board svg").first().evaluate((svg) => svg.getBoundingClientRect().top);
  const before = await top();
  await page.click("[data-step=Back]");
  const banner = page.locator(".board-away");
  await banner.getByText("Turn 3 of 4").waitFor();
  assert.ok(await page.locator("#board.is-past").count());
  assert.equal(await top(), before, "the board stays where it is");
  assert.deepEqual(await ann.offences(), []);
  // One click tries a turn.
  await page.click("#p-b2");
  await banner.getByText("Exploring: turn 4").waitFor();
  assert.ok(await page.locator("#board.is-tried").count());
  await banner.getByRole("button", { name: "Return" }).click();
  await banner.waitFor({ state: "hidden" });
  await ann.hears(/Turn 5: White to move/);
  assert.equal((await ann.position(path)).turns.length, 4);
});

withPeople("players who want to can play with one click", two(), async (ann, bob) => {
  const path = await played("antipod", "c4 e6", ann, bob);
  await ann.opens("/appearance");
  await ann.page.getByLabel("Play a turn with one click").check();
  await ann.page.getByRole("button", { name: "Keep" }).click();
  await ann.page.getByText("Saved.").waitFor();
  await ann.opens(path);
  await ann.page.click("#p-d8");
  await ann.page.locator("#status", { hasText: "bob’s turn." }).waitFor();
  assert.deepEqual((await ann.position(path)).turns, ["c4", "e6", "d8"]);
});

const WINDOWS = [
  ["a desk", DESKTOP],
  ["a low desk", { viewport: { width: 1366, height: 650 } }],
  ["a wide desk", { viewport: { width: 2560, height: 1300 } }],
  ["a phone on its side", { ...PHONE, viewport: { width: 844, height: 390 } }],
];

for (const [what, profile] of WINDOWS) {
  withPeople(`the whole board is visible next to the panel on ${what}`, two(profile), async (ann, bob) => {
    for (const [game, turns] of [["ankor", "d3 c2"], ["boche", "c:d3 d:c2"], ["antipod", "c4 e6"], ["anchor", "E5 F6"]]) {
      await ann.opens(await played(game, turns, ann, bob));
      const { board, bar, state } = await ann.page.evaluate(() => {
        const box = (selector) => document.querySelector(selector).getBoundingClientRect().toJSON();
        return { board: box("#board svg"), bar: box(".board-bar"), state: box(".state") };
      });
      const { width, height } = profile.viewport;
      assert.ok(board.top >= 0 && board.bottom <= height, `${game}: the board from ${board.top} to ${board.bottom} of ${height}`);
      assert.ok(bar.bottom <= height + 1, `${game}: the switches end at ${bar.bottom} of ${height}`);
      assert.ok(state.left >= board.right - 1 && state.right <= width, `${game}: the panel is at the right`);
      assert.ok((await ann.page.evaluate(() => document.documentElement.scrollWidth)) <= width);
    }
  });
}

// Live updates: changes by others appear without a reload, and nothing jumps.

import assert from "node:assert/strict";
import { DESKTOP, PHONE, Person, challenge, withPeople } from "./site.mjs";

const two = () => Promise.all([Person.named("ann"), Person.named("bob")]);

withPeople("open games appear when offered and disappear when accepted", two, async (ann, bob) => {
  await bob.page.goto("/seeks");
  await bob.page.getByText("No one is waiting for an opponent at the moment.").waitFor();
  await ann.sends("/new/boche/seek", { count: "2" });
  const row = bob.page.locator("tr", { hasText: "ann" });
  await row.getByText("2 left").waitFor();
  const cleo = await Person.named("cleo");
  await cleo.sends("/seeks/boche/1/take", {});
  await row.getByText("1 left").waitFor();
  await ann.sends("/seeks/boche/1/cancel", {});
  await bob.page.getByText("No one is waiting for an opponent at the moment.").waitFor();
  await cleo.leaves();
});

withPeople("a game that starts is announced, and opens only where it is awaited", two, async (ann, bob) => {
  await Promise.all([ann.sends("/new/anchor/seek", {}), ann.page.goto("/learn")]);
  await bob.sends("/seeks/anchor/1/take", {});
  await ann.page.getByText("Your game with bob has started.").waitFor();
  assert.equal(new URL(ann.page.url()).pathname, "/learn");
  await ann.page.getByRole("link", { name: "Open it" }).click();
  await ann.page.waitForURL(/\/anchor\/\d+$/);
  await ann.sends("/new/antipod/seek", {});
  await ann.page.goto("/seeks");
  await ann.page.getByRole("button", { name: "Cancel" }).waitFor();
  await bob.sends("/seeks/antipod/1/take", {});
  await ann.page.waitForURL(/\/antipod\/\d+$/);
});

withPeople("an invitation can be copied", two, async (ann) => {
  await ann.context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await ann.page.goto("/new/boche");
  await ann.page.getByLabel(/link/i).check();
  await ann.page.getByRole("button", { name: "Make a link" }).click();
  await ann.page.waitForURL("**/seeks");
  const link = ann.page.getByLabel("Link to this game of Boche");
  await ann.page.getByRole("button", { name: "Copy" }).click();
  await ann.page.getByRole("button", { name: "Copied" }).waitFor();
  assert.equal(await ann.page.evaluate(() => navigator.clipboard.readText()), await link.inputValue());
  assert.ok(await link.evaluate((field) => field.scrollWidth <= field.clientWidth), "the whole link is visible");
});

withPeople("the next game is announced to the other", two, async (ann, bob) => {
  const path = await challenge("antipod", {}, ann, bob);
  for (const [index, turn] of ["c4", "e6"].entries()) await [ann, bob][index].sends(`${path}/turn`, { turn, number: index + 1 });
  await bob.sends(`${path}/act`, { action: "resign", generation: 2 });
  await Promise.all([ann.opens(path), bob.opens(path)]);
  const again = (person) => person.page.getByRole("button", { name: "Play again" });
  await again(bob).waitFor();
  await again(ann).click();
  await ann.page.waitForURL((url) => /^.antipod.\d+$/.test(url.pathname) && url.pathname !== path);
  await ann.board();
  const next = new URL(ann.page.url()).pathname;
  const link = bob.page.locator(`main [data-told] a[href="${next}"]`);
  await link.waitFor();
  assert.match(await bob.page.textContent("#news"), /^ann offers a rematch, with colours exchanged: Antipod board \d+$/);
  await bob.page.locator(".state").getByRole("button", { name: "Accept" }).waitFor();
  assert.equal(await again(bob).count(), 0, "it has already started");
  await link.click();
  await bob.page.waitForURL(`**${next}`);
  await bob.page.locator("#status", { hasText: "offers you this game" }).waitFor();
  // A declined challenge is reported; then another one is possible.
  await Promise.all([ann.opens(path), bob.opens(path)]);
  await bob.sends(`${next}/act`, { action: "resign", generation: 0 });
  await again(bob).waitFor();
});

withPeople("a place chosen before its position has arrived is previewed", two, async (ann, bob) => {
  const path = await challenge("antipod", {}, ann, bob);
  await bob.opens(path);
  let arrives = () => {};
  const arrival = new Promise((resolve) => { arrives = () => resolve(undefined); });
  await bob.context.route("**/position**", async (route) => {
    await arrival;
    await route.continue();
  });
  await ann.sends(`${path}/turn`, { turn: "c4", number: 1 });
  await bob.page.locator("#status", { hasText: "Your turn." }).waitFor();
  await bob.page.locator("[data-place=e6]").focus();
  await bob.page.keyboard.press("Enter");
  await bob.hears(/^e6, empty/);
  arrives();
  await bob.hears(/^Preview: /);
});

withPeople("Enter right after a click plays the turn", two, async (ann, bob) => {
  const path = await challenge("antipod", {}, ann, bob);
  await Promise.all([ann.opens(path), bob.opens(path)]);
  // Slow previews, as if the server were on the other side of the world.
  for (const person of [ann, bob]) {
    await person.context.route("**/position?**then=**", async (route) => {
      const answer = await route.fetch();
      await new Promise((resolve) => setTimeout(resolve, 150));
      await route.fulfill({ response: answer });
    });
  }
  const turns = ["c4", "e6", "d8", "g5", "h5", "b3"];
  for (const [index, turn] of turns.entries()) {
    const person = [ann, bob][index % 2];
    await person.isToMove(index + 1);
    await person.confirms(async () => {
      await person.page.click(`#p-${turn}`);
      await person.page.keyboard.press("Enter");
    });
  }
  assert.equal((await ann.position(path)).turns.join(" "), turns.join(" "));
  // Holding a key down, or a click elsewhere in between, confirms nothing.
  await ann.isToMove(7);
  // A cursor shows where the keyboard is, not where the pointer was.
  await ann.page.mouse.click(2, 2);
  assert.equal(await ann.page.locator("#board .core.focus").count(), 0);
  await ann.page.click("#p-b2");
  await ann.page.evaluate(() => document.activeElement.dispatchEvent(new KeyboardEvent("keydown", { key: "Enter", bubbles: true, repeat: true })));
  await ann.hears(/^Preview: White plays b2\./);
  await ann.page.click("#p-b4");
  await ann.page.click("#p-c3");
  await ann.hears(/^Preview: White plays c3\./);
  assert.equal((await ann.position(path)).turns.length, 6);
});

/** Position and size of a place on the page, in CSS pixels. */
const place = (page, name) => page.evaluate((name) => {
  const { x, y, width, height } = document.querySelector(`.board-view [data-place="${name}"]`).getBoundingClientRect();
  return [x + width / 2, y + scrollY + height / 2].map(Math.round);
}, name);

const ENDS = {
  boche: ["c:c3 b:e5 d:e1 d:c2 a:e2 d:f5 b:f4", "b:b2", {}, ["a1", "f1"]],
  anchor: ["D4 C3 E5 pass", "pass", { "-size": "4" }, ["A1", "G7"]],
  antipod: ["c4 e6 d8 g5", undefined, {}, ["b2", "h5"]],
  ankor: ["d3 c2 d2 e3", undefined, {}, ["a1", "f1"]],
};
for (const [what, profile] of [["a desk", DESKTOP], ["a large desk", { viewport: { width: 1920, height: 1080 } }], ["a phone", PHONE]]) {
  const arrive = () => Promise.all([Person.named("ann", profile), Person.named("bob", profile)]);
  withPeople(`the board stays where it is when the game ends, on ${what}`, arrive, async (ann, bob) => {
    for (const [game, [opening, last, options, corners]] of Object.entries(ENDS)) {
      const path = await challenge(game, options, ann, bob);
      const turns = opening.split(" ");
      for (const [index, turn] of turns.entries()) await [ann, bob][index % 2].sends(`${path}/turn`, { turn, number: index + 1 });
      const mover = [ann, bob][turns.length % 2];
      await Promise.all([ann.opens(path), bob.opens(path)]);
      const places = async () => Promise.all([ann, bob].flatMap(({ page }) => corners.map((corner) => place(page, corner))));
      const before = await places();
      if (last) await mover.sends(`${path}/turn`, { turn: last, number: turns.length + 1 });
      else await mover.sends(`${path}/act`, { action: "resign", generation: turns.length });
      for (const person of [ann, bob]) await person.page.locator("#status", { hasText: /^(You (won|lost)|Draw)/ }).waitFor();
      for (const person of [ann, bob]) await person.hears(/wins|resign|Draw/);
      assert.deepEqual(await places(), before, game);
    }
  });
}

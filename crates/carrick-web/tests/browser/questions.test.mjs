// The question before resigning: asked next to its button, with the board in sight and nothing else
// moved, with and without scripts.

import assert from "node:assert/strict";
import { DESKTOP, PHONE, Person, challenge, withPeople } from "./site.mjs";

const TALL = { ...PHONE, viewport: { width: 390, height: 844 } };

const question = (page) => page.locator(".asks .notice", { hasText: "Resign? You lose this game." });

for (const [device, profile] of [["a phone", TALL], ["a desk", DESKTOP]]) {
  const arrive = () => Promise.all([Person.named("ann", profile), Person.named("bob")]);
  withPeople(`resigning needs a confirmation next to its button, on ${device}`, arrive, async (ann, bob) => {
    for (const [game, turns] of [["ankor", "d3 c2"], ["boche", "c:d3 d:c2"], ["antipod", "c4 e6"], ["anchor", "E5 F6"]]) {
      const path = await challenge(game, {}, ann, bob);
      for (const [index, turn] of turns.split(" ").entries()) await [ann, bob][index].sends(`${path}/turn`, { turn, number: index + 1 });
      await ann.opens(path);
      const button = ann.page.locator(".asks > summary");
      await button.click();
      await question(ann.page).waitFor();
      const [asked, at] = await Promise.all([question(ann.page).boundingBox(), button.boundingBox()]);
      assert.ok(Math.abs(asked.y + asked.height - at.y) < 8, `${game}: the question ends at ${asked.y + asked.height}, its button begins at ${at.y}`);
      assert.ok(asked.x >= 0 && asked.x + asked.width <= profile.viewport.width, `${game}: the question is within the window`);
      assert.deepEqual(await ann.offences(), []);
      assert.equal(await button.innerText(), "No, play on");
      await ann.page.keyboard.press("Enter");
      await question(ann.page).waitFor({ state: "hidden" });
    }
    assert.ok(bob.name);
  });
}

const two = () => Promise.all([Person.named("ann"), Person.named("bob")]);

withPeople("a question stays open until the game ends, and so does an offer", two, async (ann, bob) => {
  const path = await challenge("antipod", {}, ann, bob);
  for (const [index, turn] of ["c4", "e6", "d8"].entries()) await [ann, bob][index % 2].sends(`${path}/turn`, { turn, number: index + 1 });
  await bob.opens(path);
  await ann.sends(`${path}/act`, { action: "undo", generation: 3 });
  const offer = bob.page.locator(".notice.offer", { hasText: "ann asks to take the last turn back." });
  await offer.waitFor();
  await bob.does("Decline");
  await bob.page.locator(".offer", { hasText: "You have rejected taking the turn back." }).waitFor();
  await bob.page.locator(".asks > summary").click();
  await question(bob.page).waitFor();
  await ann.sends(`${path}/act`, { action: "propose", generation: 3 });
  await bob.page.locator(".notice.offer", { hasText: "ann offers a draw." }).waitFor();
  assert.ok(await question(bob.page).isVisible());
  await ann.sends(`${path}/act`, { action: "resign", generation: 3 });
  await bob.page.locator("#status", { hasText: /^You won/ }).waitFor();
  assert.equal(await question(bob.page).count(), 0);
  assert.equal(await bob.page.locator(".notice.offer").count(), 0);
});

withPeople("an offer that has been withdrawn is not answered", two, async (ann, bob) => {
  const path = await challenge("antipod", {}, ann, bob);
  for (const [index, turn] of ["c4", "e6", "d8"].entries()) await [ann, bob][index % 2].sends(`${path}/turn`, { turn, number: index + 1 });
  await ann.sends(`${path}/act`, { action: "propose", generation: 3 });
  await bob.opens(path);
  const accept = bob.page.getByRole("button", { name: "Accept" });
  await accept.waitFor();
  await bob.context.route("**/events", (route) => route.abort());
  await bob.sends(`${path}/turn`, { turn: "g5", number: 4 });
  await accept.click().catch(() => {});
  await bob.page.getByRole("alert").filter({ hasText: /gone on|offer/ }).or(bob.page.locator("#status", { hasText: "ann’s turn." })).first().waitFor();
  assert.equal((await bob.position(path)).ending, undefined);
  bob.mayLoseConnection();
});

withPeople("resigning also needs a confirmation without scripts", async () => Promise.all([Person.named("ann", { ...TALL, javaScriptEnabled: false }), Person.named("bob")]), async (ann, bob) => {
  const path = await challenge("ankor", {}, ann, bob);
  for (const [index, turn] of ["d3", "c2"].entries()) await [ann, bob][index].sends(`${path}/turn`, { turn, number: index + 1 });
  await ann.page.goto(path);
  await ann.resigns();
  await ann.page.locator("#status", { hasText: /^You lost/ }).waitFor();
  assert.ok(bob.name);
});

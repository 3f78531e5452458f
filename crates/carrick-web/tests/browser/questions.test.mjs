// Questions about resigning, offers and the like: asked on the board's page, with the board in
// sight and nothing else moved, with and without scripts.

import assert from "node:assert/strict";
import { DESKTOP, PHONE, Person, challenge, withPeople } from "./site.mjs";

const TALL = { ...PHONE, viewport: { width: 390, height: 844 } };

/** The parts of the window that the board and the question take. */
const boxes = (page, question) =>
  page.evaluate((selector) => {
    const box = (element) => element?.getBoundingClientRect().toJSON();
    const picture = document.querySelector(".solid-stage, #board svg");
    return { board: box(picture), question: box(document.querySelector(selector)), height: innerHeight };
  }, question);

const covers = (one, other) =>
  one.left < other.right - 1 && other.left < one.right - 1 && one.top < other.bottom - 1 && other.top < one.bottom - 1;

function assertInSight({ board, question, height }, what) {
  assert.ok(board && question, `${what}: there is a board and a question`);
  assert.ok(board.top >= -1 && board.bottom <= height + 1, `${what}: the whole board is in sight: ${board.top} to ${board.bottom} of ${height}`);
  assert.ok(question.top >= 0 && question.bottom <= height + 1, `${what}: the question is in sight`);
  assert.ok(!covers(board, question), `${what}: the question covers the board`);
}

for (const [device, profile] of [["a phone", TALL], ["a desk", DESKTOP]]) {
  const arrive = () => Promise.all([Person.named("ann", profile), Person.named("bob")]);
  withPeople(`a question leaves the board in sight on ${device}`, arrive, async (ann, bob) => {
    for (const [game, turns] of [["ankor", "d3 c2"], ["boche", "c:d3 d:c2"], ["antipod", "c4 e6"], ["anchor", "E5 F6"]]) {
      const path = await challenge(game, {}, ann, bob);
      for (const [index, turn] of turns.split(" ").entries()) await [ann, bob][index].sends(`${path}/turn`, { turn, number: index + 1 });
      await ann.opens(path);
      await ann.page.getByRole("button", { name: "Resign" }).click();
      const dialog = ann.page.getByRole("dialog", { name: "Resign? You lose this game." });
      await dialog.waitFor();
      assertInSight(await boxes(ann.page, "dialog"), game);
      assert.deepEqual(await ann.offences(), []);
      // Escape and the second button answer no.
      await ann.page.keyboard.press("Escape");
      await dialog.waitFor({ state: "detached" });
      assert.equal(await ann.page.evaluate(() => document.activeElement.textContent), "Resign");
      await ann.page.keyboard.press("Enter");
      await dialog.getByRole("link", { name: "No, play on" }).click();
      await dialog.waitFor({ state: "detached" });
      assert.equal(new URL(ann.page.url()).pathname, path);
    }
    assert.ok(bob.name);
  });
}

const two = () => Promise.all([Person.named("ann"), Person.named("bob")]);

withPeople("the question about an offer says which", two, async (ann, bob) => {
  const path = await challenge("antipod", {}, ann, bob);
  for (const [index, turn] of ["c4", "e6", "d8"].entries()) await [ann, bob][index % 2].sends(`${path}/turn`, { turn, number: index + 1 });
  await bob.opens(path);
  await ann.sends(`${path}/act`, { action: "undo", generation: 3 });
  const dialog = bob.page.getByRole("dialog");
  await bob.page.getByRole("button", { name: "Accept" }).click();
  await dialog.getByText("Let ann take their last turn back? They move again.").waitFor();
  await bob.page.keyboard.press("Escape");
  await bob.does("Reject", "Refuse");
  await bob.page.locator(".offer", { hasText: "You have rejected taking the turn back." }).waitFor();
  // An offer that is gone meanwhile is not asked about.
  await ann.sends(`${path}/act`, { action: "propose", generation: 3 });
  const accept = bob.page.getByRole("button", { name: "Accept" });
  await accept.waitFor();
  await bob.context.route("**/events", (route) => route.abort());
  const stale = await accept.elementHandle();
  await bob.sends(`${path}/turn`, { turn: "g5", number: 4 });
  await stale.click().catch(() => {});
  await accept.waitFor({ state: "detached" });
  bob.mayLoseConnection();
});

withPeople("without scripts the question stands beside the board", async () => Promise.all([Person.named("ann", { ...TALL, javaScriptEnabled: false }), Person.named("bob")]), async (ann, bob) => {
  const path = await challenge("ankor", {}, ann, bob);
  for (const [index, turn] of ["d3", "c2"].entries()) await [ann, bob][index].sends(`${path}/turn`, { turn, number: index + 1 });
  await ann.page.goto(path);
  await ann.page.getByRole("button", { name: "Resign" }).click();
  const question = ann.page.locator("#question");
  await question.getByText("Resign? You lose this game.").waitFor();
  const [board, asked] = await Promise.all([ann.page.locator("#board svg").boundingBox(), question.boundingBox()]);
  assert.ok(board.y >= 0 && asked.y >= board.y + board.height - 1 && asked.y + asked.height <= 844, `the board from ${board.y}, the question to ${asked.y + asked.height}`);
  await question.getByRole("link", { name: "No, play on" }).click();
  await question.waitFor({ state: "detached" });
  await ann.page.getByRole("button", { name: "Resign" }).click();
  await question.getByRole("button", { name: "Resign" }).click();
  await ann.page.locator("#status", { hasText: /^You have lost\./ }).waitFor();
});

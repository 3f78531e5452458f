// A phone of 360 x 800, by touch.

import assert from "node:assert/strict";
import { PHONE, Person, challenge, withPeople } from "./site.mjs";

const two = () => Promise.all([Person.named("ann", PHONE), Person.named("bob")]);

withPeople("a turn by touch, and nothing wider than the screen", two, async (ann, bob) => {
  for (const game of ["antipod", "anchor"]) {
    const path = await challenge(game, {}, ann, bob);
    const point = { antipod: "d8", anchor: "H8" }[game];
    await ann.opens(path);
    await ann.points(`p-${point}`);
    await ann.hears(new RegExp(`^Preview: .* plays ${point}\\.`));
    const confirm = ann.page.locator("[data-confirm]");
    const box = await confirm.boundingBox();
    assert.ok(box && box.height >= 44 && box.y + box.height <= 800, "the button to confirm is in sight, and large enough");
    const loaded = ann.page.waitForEvent("load");
    await confirm.tap();
    await loaded;
    await ann.page.locator("#status", { hasText: "Turn 2: bob is to move." }).waitFor();
    assert.ok((await ann.page.evaluate(() => document.documentElement.scrollWidth)) <= 360);
  }
});

withPeople("a whole game of Boche by touch", () => Promise.all([Person.named("ann", PHONE), Person.named("bob", PHONE)]), async (ann, bob) => {
  const path = await challenge("boche", {}, ann, bob);
  await Promise.all([ann.opens(path), bob.opens(path)]);
  for (const [index, turn] of "c:c3 b:e5 d:e1 d:c2 a:e2 d:f5 b:f4 b:b2".split(" ").entries()) {
    const mover = [ann, bob][index % 2];
    await mover.isToMove(index + 1);
    await mover.plays(turn);
  }
  await ann.page.locator("#status", { hasText: /^You have won\./ }).waitFor();
  await ann.page.locator(".board-note", { hasText: "decides the game for Light" }).waitFor();
  assert.ok((await bob.page.evaluate(() => document.documentElement.scrollWidth)) <= 360);
});

withPeople("the header is one row, and its menu opens", two, async (ann) => {
  await ann.opens("/boards");
  const header = ann.page.locator("header.site");
  assert.ok((await header.boundingBox()).height < 60);
  await ann.page.getByRole("button", { name: "Menu" }).tap();
  await ann.page.getByRole("link", { name: "New game" }).tap();
  await ann.page.waitForURL("**/new");
});

withPeople("what is touched is large enough", two, async (ann, bob) => {
  const path = await challenge("ankor", {}, ann, bob);
  for (const page of ["/", "/boards", "/new", "/new/ankor", path, "/seeks"]) {
    await ann.opens(page);
    const small = await ann.page.locator("button:visible, .button:visible, header a:visible, select:visible").evaluateAll((all) =>
      all.filter((one) => !one.closest(".board-view, .skip")).flatMap((one) => {
        const { width, height } = one.getBoundingClientRect();
        return Math.min(width, height) < 43.5 ? [`${one.textContent?.trim()} ${width} x ${height}`] : [];
      }),
    );
    assert.deepEqual(small, [], page);
  }
});

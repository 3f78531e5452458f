// A phone of 390 x 844: if a place is large enough for a finger, one tap previews a turn and a
// second one plays it; the whole board is visible, together with the button that plays the turn.

import assert from "node:assert/strict";
import { PHONE, Person, challenge, withPeople } from "./site.mjs";

const TALL = { ...PHONE, viewport: { width: 390, height: 844 } };

const two = () => Promise.all([Person.named("ann", TALL), Person.named("bob")]);

/** Two other people, because no one may start many games at the same time. */
const others = () => Promise.all([Person.named("cleo", TALL), Person.named("dora")]);

/** Taps the middle of a place. */
async function taps(person, id) {
  const box = await person.page.locator(`[id="${id}"]`).boundingBox();
  await person.page.touchscreen.tap(box.x + box.width / 2, box.y + box.height / 2);
}

/** Two taps within this time are a double tap, whose second half plays nothing. */
const DOUBLE_MS = 600;

/** Waits longer than a double tap takes. */
const apart = (page) =>
  page.evaluate((ms) => new Promise((resolve) => {
    const begun = performance.now();
    const look = () => (performance.now() - begun > ms ? resolve(undefined) : requestAnimationFrame(look));
    look();
  }), DOUBLE_MS);

/** Where the board and the controls of a preview are in the window. */
const parts = (page) =>
  page.evaluate(() => {
    const box = (selector) => document.querySelector(selector).getBoundingClientRect().toJSON();
    return { board: box("#board svg"), now: box(".board-now"), confirm: box("[data-confirm]") };
  });

for (const [game, turns, place] of [["ankor", "d3 c2", "d1"], ["boche", "c:d3 d:c2", "e1"]]) {
  withPeople(`two taps play a turn of ${game}`, two, async (ann, bob) => {
    const path = await challenge(game, {}, ann, bob);
    for (const [index, turn] of turns.split(" ").entries()) await [ann, bob][index].sends(`${path}/turn`, { turn, number: index + 1 });
    await ann.opens(path);
    const { spots } = await ann.position(path);
    const { id } = spots.find((spot) => spot.place === place);
    await taps(ann, id);
    if (game === "boche") await ann.page.locator(".rotation").first().tap();
    await ann.hears(/^Preview: /);
    assert.equal(await ann.page.locator("svg.magnified").count(), 0, "nothing is magnified");
    const { board, now, confirm } = await parts(ann.page);
    assert.ok(board.top >= 0 && board.bottom <= now.top + 1, `the board from ${board.top} to ${board.bottom}, the controls from ${now.top}`);
    assert.ok(confirm.height >= 44 && confirm.bottom <= 844, `the button ends at ${confirm.bottom}`);
    await apart(ann.page);
    await ann.confirms(() => taps(ann, id));
    assert.equal((await ann.position(path)).turns.length, 3);
    assert.ok(bob.name);
  });
}

withPeople("the player to move sees the whole board without scrolling", others, async (cleo, dora) => {
  for (const game of ["ankor", "boche", "antipod", "anchor"]) {
    const path = await challenge(game, {}, cleo, dora);
    for (const viewport of [TALL.viewport, { width: 360, height: 740 }]) {
      await cleo.page.setViewportSize(viewport);
      await cleo.opens(path);
      const { top, bottom } = await cleo.page.locator("#board svg").first().evaluate((svg) => svg.getBoundingClientRect().toJSON());
      assert.ok(top >= 0 && bottom <= viewport.height, `${game} at ${viewport.width} px: from ${top} to ${bottom}`);
      if (game !== "boche") continue;
      const { spots } = await cleo.position(path);
      await taps(cleo, spots.find(({ place }) => place === "e1").id);
      await cleo.page.locator(".rotation").nth(7).tap();
      await cleo.hears(/^Preview: /);
      const { board, now } = await parts(cleo.page);
      assert.ok(board.top >= 0 && board.bottom <= now.top + 1, `with a preview from ${board.top} to ${board.bottom}, the controls from ${now.top}`);
    }
  }
  assert.ok(dora.name);
});

withPeople("a tap just beside a place means that place", two, async (ann, bob) => {
  const path = await challenge("ankor", {}, ann, bob);
  await ann.opens(path);
  const { spots } = await ann.position(path);
  const box = await ann.page.locator(`[id="${spots.find(({ place }) => place === "d1").id}"]`).boundingBox();
  // Left of the board's corner cell, on no place at all.
  await ann.page.touchscreen.tap(box.x + box.width / 2 - 19, box.y + box.height / 2);
  await ann.hears(/^Preview: .* d1\./);
  assert.ok(bob.name);
});

withPeople("small points are magnified first, and the whole board fits the window together with its controls", two, async (ann, bob) => {
  for (const game of ["anchor", "antipod"]) {
    const path = await challenge(game, {}, ann, bob);
    await ann.opens(path);
    const point = { anchor: "p-H8", antipod: "p-c4" }[game];
    await taps(ann, point);
    await ann.hears(/^Magnified/);
    await taps(ann, point);
    await ann.hears(/^Preview: /);
    const { board, now } = await parts(ann.page);
    assert.ok(board.height + now.height <= 844, `${game}: the board is ${board.height} px high, the controls ${now.height} px`);
    assert.ok(bob.name);
  }
});

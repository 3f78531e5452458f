// The way to a board with the keyboard: one Tab and Enter from the top of its page.

import assert from "node:assert/strict";
import { Person, challenge, withPeople } from "./site.mjs";

const two = () => Promise.all([Person.named("ann"), Person.named("bob")]);

withPeople("Tab and Enter lead to the board, and to the place of the last turn", two, async (ann, bob) => {
  const board = await challenge("antipod", {}, ann, bob);
  await ann.sends(`${board}/turn`, { turn: "c4", number: 1 });
  const hotseat = await bob.sends("/new/anchor/hotseat", {});
  for (const [path, place] of [[board, "c4"], ["/explore/ankor?turns=d3", "d3"], [hotseat, undefined], ["/learn/boche/1", undefined]]) {
    await bob.opens(path);
    await bob.page.keyboard.press("Tab");
    assert.equal(await bob.page.evaluate(() => document.activeElement.textContent), "Skip to the board", path);
    await bob.page.keyboard.press("Enter");
    const at = await bob.page.evaluate(() => document.activeElement.closest(".board-view") && document.activeElement.getAttribute("data-place"));
    assert.ok(at, `${path}: the focus is on the board`);
    if (place) assert.equal(at, place, path);
    // From there the game can be played with the keyboard.
    await bob.page.keyboard.press("ArrowDown");
    assert.ok(await bob.page.evaluate(() => document.activeElement.closest(".board-view")));
  }
});

withPeople("the link also leads to the board without scripts", async () => [await Person.comes({ javaScriptEnabled: false })], async (cleo) => {
  await cleo.page.goto("/explore/antipod");
  await cleo.page.keyboard.press("Tab");
  await cleo.page.keyboard.press("Enter");
  await cleo.page.waitForURL(/#board$/);
});

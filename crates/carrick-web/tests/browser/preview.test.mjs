// A preview on a slow network: the page immediately draws what it knows, and requests the rest.

import assert from "node:assert/strict";
import { Person, challenge, withPeople } from "./site.mjs";

/** Latency of the network, in milliseconds. */
const SLOW_MS = 400;

/** Maximum time from a click to the ghost of the turn, with its button, in milliseconds. */
const MOST_MS = 150;

const two = () => Promise.all([Person.named("ann"), Person.named("bob")]);

/** Slows down the requests of a page. */
async function slowed(person) {
  const devtools = await person.context.newCDPSession(person.page);
  await devtools.send("Network.enable");
  await devtools.send("Network.emulateNetworkConditions", { offline: false, latency: SLOW_MS, downloadThroughput: 5e6, uploadThroughput: 5e6 });
}

/** Milliseconds from a click on a place to an element on the page. */
const delay = (page, id, selector) =>
  page.evaluate(([place, wanted]) => new Promise((resolve) => {
    const begun = performance.now();
    const look = () => (document.querySelector(wanted) ? resolve(performance.now() - begun) : requestAnimationFrame(look));
    document.getElementById(place).dispatchEvent(new MouseEvent("click", { bubbles: true, detail: 1 }));
    look();
  }), [id, selector]);

for (const [game, turns, id, turn] of [["anchor", "E5 F6", "p-G7", "G7"], ["antipod", "c4 e6", "p-d8", "d8"], ["ankor", "d3 c2", undefined, "e1"]]) {
  withPeople(`a turn of ${game} that is known to be legal can be previewed and played immediately`, two, async (ann, bob) => {
    const path = await challenge(game, {}, ann, bob);
    for (const [index, made] of turns.split(" ").entries()) await [ann, bob][index].sends(`${path}/turn`, { turn: made, number: index + 1 });
    await ann.opens(path);
    const { spots } = await ann.position(path);
    const place = id ?? spots.find((spot) => spot.place === turn).id;
    await slowed(ann);
    const ms = await delay(ann.page, place, ".ghost");
    assert.ok(ms < MOST_MS, `the ghost shows after ${ms} ms`);
    assert.equal(await ann.page.textContent("[data-confirm]"), `Play ${turn}`);
    // Enter right after the click plays, without waiting for the picture.
    await ann.confirms(() => ann.page.keyboard.press("Enter"));
    assert.equal((await ann.position(path)).turns.at(-1), turn);
    await ann.page.locator(".ghost").waitFor({ state: "detached" });
    assert.ok(bob.name);
  });
}

withPeople("the places to which a cube can go are shown immediately", two, async (ann, bob) => {
  const path = await challenge("ankor", {}, ann, bob);
  for (const [index, turn] of ["b1", "c1", "b2", "c2", "c3", "d2"].entries()) await [ann, bob][index % 2].sends(`${path}/turn`, { turn, number: index + 1 });
  await ann.opens(path);
  const { spots } = await ann.position(path);
  const cube = spots.find(({ to }) => to?.length);
  await slowed(ann);
  const ms = await delay(ann.page, cube.id, "#board .core.target");
  assert.ok(ms < MOST_MS, `they show after ${ms} ms`);
  assert.equal(await ann.page.locator("#board .core.target").count(), cube.to.length);
  assert.ok(bob.name);
});

withPeople("a preview that is cancelled before its picture arrives leaves nothing behind", two, async (ann, bob) => {
  const path = await challenge("anchor", {}, ann, bob);
  await ann.opens(path);
  await slowed(ann);
  await ann.page.click("#p-G7");
  await ann.page.locator(".ghost").waitFor();
  await ann.page.keyboard.press("Escape");
  await ann.page.locator(".ghost").waitFor({ state: "detached" });
  await ann.hears(/Turn 1: /);
  assert.equal(await ann.page.locator("[data-confirm]").count(), 0);
  assert.ok(bob.name);
});

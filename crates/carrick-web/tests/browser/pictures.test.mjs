// Screenshots in docs/pictures. CARRICK_PICTURES=1 takes them again; without it, the tests only
// open the pages that they show.

import "./webgl.mjs";
import assert from "node:assert/strict";
import { readFile, writeFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { PHONE, Person, challenge, withPeople } from "./site.mjs";

const folder = new URL("../../../../docs/pictures/", import.meta.url);
const again = process.env.CARRICK_PICTURES === "1";

const DESKTOP = { viewport: { width: 1200, height: 800 }, deviceScaleFactor: 0.6 };
const GAMES = {
  ankor: "d3 c2 d2 e3 c1 d4 c3 b2",
  boche: "c:d3 d:c2 b:d2 a:c1 c:d1 d:e3",
  antipod: "f14 f9 g14 e14 h14 e15 c4 d4 d5 g7",
  anchor: "E5 H8 K11 F9 J6 G5 L9 H11 E8 I5",
};

/** Takes a screenshot of the top of a page, or checks that there is one of its size. */
async function take(person, name) {
  const file = fileURLToPath(new URL(`page-${name}.png`, folder));
  await person.page.evaluate(() => document.fonts.ready);
  // A click may have scrolled the board out of sight.
  await person.page.evaluate(() => scrollTo(0, 0));
  const picture = await person.page.screenshot({ animations: "disabled" });
  if (again) await writeFile(file, picture);
  const known = await readFile(file);
  assert.deepEqual(known.subarray(16, 24), picture.subarray(16, 24), `${name}: take the pictures again`);
  assert.ok(known.length < 180_000, `${name}: ${known.length} bytes`);
}

/** Picks a place on a board in three dimensions, and waits until the board stops moving. */
async function pickInSolid(person, place) {
  const board = await person.page.evaluateHandle(async () => (await import(document.querySelector('script[src*="board.js"]').src)).boards[0]);
  const still = () =>
    board.evaluate(async (board) => {
      while (!board.solid?.seen || board.waiting || board.solid.stage.frame) await new Promise(requestAnimationFrame);
    });
  await still();
  const at = await board.evaluate(({ solid }, place) => {
    const { left, top } = solid.place.getBoundingClientRect();
    const { x, y } = solid.whereIs(solid.reachable().find((spot) => spot.place === place).id);
    return [left + x, top + y];
  }, place);
  await person.page.mouse.click(...at);
  await person.hears(/^Preview: /);
  await still();
}

const people = async () => [
  await Person.named("alice", { ...DESKTOP, colorScheme: "light" }),
  await Person.named("bob", { ...PHONE, colorScheme: "dark" }),
  await Person.comes({ ...DESKTOP, colorScheme: "light" }),
];

withPeople("pictures of pages", people, async (alice, bob, visitor) => {
  const paths = {};
  for (const [game, turns] of Object.entries(GAMES)) {
    const path = (paths[game] = await challenge(game, {}, alice, bob));
    for (const [index, turn] of turns.split(" ").entries()) {
      await [alice, bob][index % 2].sends(`${path}/turn`, { turn, number: index + 1 });
    }
  }
  await visitor.opens("/");
  await take(visitor, "home");
  await alice.opens(paths.antipod);
  await alice.chooses("d8");
  await take(alice, "antipod");
  await alice.opens(paths.ankor);
  await alice.points("c-3-0-2");
  await alice.hears(/^The cube at/);
  await take(alice, "ankor");
  await alice.page.emulateMedia({ colorScheme: "dark" });
  await alice.opens(paths.boche);
  await alice.page.locator("[data-place]").and(alice.page.locator('[aria-label^="e2, "]')).click();
  await alice.page.locator(".rotation").first().waitFor();
  await take(alice, "boche");
  await alice.page.keyboard.press("Escape");
  await alice.page.click("[data-view=solid]");
  await pickInSolid(alice, "e2");
  await take(alice, "boche-solid");
  await alice.page.click("[data-view=flat]");
  await alice.opens("/boards");
  await take(alice, "boards");
  await bob.opens(paths.anchor);
  await bob.page.click("[data-show=territory]");
  await bob.page.locator("[data-mark~=dead]").first().waitFor();
  await take(bob, "phone");
});

// Three dimensions wherever the site has a board: played, watched, stepped through, explored.

import "./webgl.mjs";
import assert from "node:assert/strict";
import { Person, challenge, withPeople } from "./site.mjs";

const people = () => Promise.all([Person.named("ann"), Person.named("bob"), Person.comes()]);

/** The board of a page, as its script knows it. */
const boardOf = ({ page }) =>
  page.evaluateHandle(async () => (await import(document.querySelector('script[src*="board.js"]').src)).boards[0]);

/** Waits until a board in three dimensions shows this many turns and has stopped moving. */
async function stands(person, turns) {
  const board = await boardOf(person);
  await board.evaluate(async (board, turns) => {
    const { solid } = board;
    const shows = () => board.solid?.seen && board.solid.seen.ply + board.solid.seen.then.length === turns;
    while (!shows() || board.waiting || board.solid.stage.frame) await new Promise(requestAnimationFrame);
    return solid;
  }, turns);
  return board;
}

async function turnsSolid(person, turns) {
  await person.page.click("[data-view=solid]");
  return stands(person, turns);
}

/** Clicks where the place of this name is visible. */
async function picks(person, place) {
  const board = await boardOf(person);
  const [x, y] = await board.evaluate(({ solid }, place) => {
    solid.place.scrollIntoView({ block: "center" });
    const { id } = solid.reachable().find((spot) => spot.place === place);
    const { left, top } = solid.place.getBoundingClientRect();
    const at = solid.whereIs(id);
    return [left + at.x, top + at.y];
  }, place);
  await person.page.mouse.click(x, y);
}

withPeople("a game is played, watched and stepped through in three dimensions", people, async (ann, bob, cleo) => {
  const path = await challenge("ankor", { "-size": "3" }, ann, bob);
  await Promise.all([ann.opens(path), cleo.opens(path)]);
  await turnsSolid(ann, 0);
  await turnsSolid(cleo, 0);
  await picks(ann, "a1");
  await ann.hears(/^Preview: O adds a cube at a1\./);
  await picks(ann, "c2");
  await ann.hears(/^Preview: O adds a cube at c2\./);
  await ann.confirms(() => ann.page.click("[data-confirm]"));
  assert.deepEqual((await bob.position(path)).turns, ["c2"]);
  // The other player's turn appears without a reload, for the player and for watchers.
  await bob.sends(`${path}/turn`, { turn: "b1", number: 2 });
  await ann.isToMove(3);
  await stands(ann, 2);
  const board = await stands(cleo, 2);
  assert.equal(await board.evaluate(({ solid }) => solid.model.standing.size), 2);
  await cleo.page.click("[data-step=Back]");
  await stands(cleo, 1);
  assert.equal(await board.evaluate(({ solid }) => solid.model.standing.size), 1);
  await bob.sends(`${path}/act`, { action: "resign", generation: 2 });
  await cleo.page.locator("#status", { hasText: "ann won" }).or(cleo.page.locator("#status", { hasText: "won" })).first().waitFor();
  await cleo.opens("/explore/boche");
  await stands(cleo, 0);
  await picks(cleo, "d3");
  await cleo.hears(/^Preview: Light puts a cube in rotation a on d3\./);
  await cleo.page.click("[data-spin='1']");
  await cleo.hears(/^Preview: Light puts a cube in rotation b on d3\./);
  await cleo.page.click("[data-confirm]");
  await stands(cleo, 1);
  assert.match(new URL(cleo.page.url()).searchParams.get("turns"), /^b:d3$/);
});

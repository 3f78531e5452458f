// A whole game of each kind between two people, each in a separate browser.

import assert from "node:assert/strict";
import { Person, challenge, withPeople } from "./site.mjs";

// Ann plays first; the number is the winner's. In Antipod, Black connects the poles over the rim at
// a3.
const GAMES = [
  ["antipod", {}, "g7 e6 g8 d5 g9 c4 h7 b4 h8 a3+ h9 b15 i7 c15 i8 d16 i9 e17", 1],
  ["anchor", {}, "H8 C3 M13 H11 E5 pass pass", 1],
  ["ankor", { "-size": "3" }, "c3 b2 c2 c1 a1 b1 c3-b1' c3 b1'-b2' c3-a1' c3-b1' c3 b1'-b2' c3-b1'", 1],
  ["boche", {}, "c:c3 b:e5 d:e1 d:c2 a:e2 d:f5 b:f4 b:b2", 0],
];

const two = () => Promise.all([Person.named("ann"), Person.named("bob")]);

for (const [game, options, turns, winner] of GAMES) {
  withPeople(`${game}, from the challenge to its end`, two, async (...people) => {
    const path = await challenge(game, options, ...people);
    await Promise.all(people.map((person) => person.opens(path)));
    const waits = [];
    for (const [index, turn] of turns.split(" ").entries()) {
      const mover = people[index % 2];
      const since = performance.now();
      await mover.isToMove(index + 1);
      waits.push(performance.now() - since);
      assert.match(await mover.page.title(), /^Your turn · /);
      await mover.plays(turn);
    }
    // No status appears before the first turn.
    const wait = Math.min(...waits.slice(1));
    assert.ok(wait < 1000, `the other one sees a turn within a second, not in ${wait} ms`);
    // The player who did not play the last turn sees the end without a reload.
    const ends = people.map((person) => person.page.locator("#status"));
    await ends[winner].filter({ hasText: /^You won/ }).waitFor();
    await ends[1 - winner].filter({ hasText: /^You lost/ }).waitFor();
    for (const person of people) assert.doesNotMatch(await person.page.title(), /^Your turn/);
  });
}

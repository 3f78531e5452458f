// Headings of all pages: one of the first level, before all others, and no level is left out on the
// way down. (axe reports only the second fault, and only if it is sure.)

import assert from "node:assert/strict";
import { Person, challenge, withPeople } from "./site.mjs";

/** Faults in the order of a page's headings, in words. @param {import("playwright-core").Page} page */
const faults = (page) =>
  page.evaluate(() => {
    const all = [...document.querySelectorAll("h1, h2, h3, h4, h5, h6, [role=heading]")].filter((one) => one.checkVisibility());
    const levels = all.map((one) => Number(one.getAttribute("aria-level") ?? one.localName[1]));
    const named = (index) => `h${levels[index]} “${all[index]?.textContent?.trim()}”`;
    const skipped = levels.flatMap((level, index) => {
      const before = levels[index - 1] ?? 0;
      return level > before + 1 ? [`${named(index)} after ${index ? named(index - 1) : "nothing"}`] : [];
    });
    const first = levels.filter((level) => level === 1).length;
    return [...(first === 1 ? [] : [`${first} headings of the first level`]), ...skipped];
  });

const people = () => Promise.all([Person.named("ann"), Person.named("bob"), Person.comes()]);

withPeople("headings of every page are in order", people, async (ann, bob, cleo) => {
  const boards = {};
  for (const [game, turns] of [["antipod", "c4 e6"], ["anchor", "E5 F6 G7"], ["ankor", "d3 c2 d2"], ["boche", "c:d3 d:c2"]]) {
    const path = (boards[game] = await challenge(game, {}, ann, bob));
    for (const [index, turn] of turns.split(" ").entries()) await [ann, bob][index % 2].sends(`${path}/turn`, { turn, number: index + 1 });
  }
  await ann.sends(`${boards.antipod}/chat`, { text: "d8?" });
  await bob.sends("/new/boche/seek", { "-size": "4" });
  await bob.sends(`${boards.anchor}/act`, { action: "resign", generation: 3 });
  const practice = await ann.sends("/new/ankor/computer", { level: "novice1" });
  const screen = await cleo.sends("/new/anchor/hotseat", {});
  await cleo.sends(`${screen}/turn`, { turn: "H8", ply: 0 });
  const games = ["ankor", "boche", "antipod", "anchor"];
  const each = (path) => games.map((game) => path.replace("GAME", game));
  const open = [
    "/", "/games", "/games?game=ankor", "/learn", "/rules", "/puzzles", "/findings", "/findings/anchor-first-move", "/players", "/seeks",
    "/about", "/fair-play", "/offline", "/appearance", "/sign-in", "/sign-up", "/reset", "/search?q=bob", "/commands", "/api", "/no-such-page",
    ...["/learn/GAME", "/learn/GAME/1", "/rules/GAME", "/explore/GAME", "/new/GAME", "/puzzles/GAME", "/puzzles/GAME/today"].flatMap(each),
    "/learn/anchor/4?turn=C2", "/learn/anchor/4?turn=A1",
  ];
  const visits = [
    [cleo, [...open, screen, boards.antipod]],
    [ann, ["/boards", "/games", "/new", "/account", "/account/mail", "/account/security", "/account/data", "/watching", "/studies", "/players/bob", "/players/ann/bob", "/standings/antipod", "/write?to=bob", practice, ...Object.values(boards)]],
    [bob, ["/boards", "/seeks", boards.antipod, boards.anchor]],
  ];
  const found = [];
  for (const [person, pages] of visits) {
    for (const path of pages) {
      await person.opens(path);
      for (const fault of await faults(person.page)) found.push(`${path}: ${fault}`);
    }
  }
  cleo.complaints = cleo.complaints.filter((said) => !said.includes("404"));
  assert.deepEqual(found, []);
});

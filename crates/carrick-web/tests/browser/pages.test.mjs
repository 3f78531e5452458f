// No page offends against WCAG 2.2 AA as far as axe can tell, light or dark, on a desktop, a tablet or a phone.

import assert from "node:assert/strict";
import { DESKTOP, PHONE, TABLET, Person, challenge, passwordOf, withPeople } from "./site.mjs";

const LOOKS = [
  ["light, desktop", { ...DESKTOP, colorScheme: "light" }],
  ["dark, desktop", { ...DESKTOP, colorScheme: "dark" }],
  ["light, tablet", { ...TABLET, colorScheme: "light" }],
  ["dark, tablet", { ...TABLET, colorScheme: "dark" }],
  ["dark, phone", { ...PHONE, colorScheme: "dark" }],
];

for (const [look, profile] of LOOKS) {
  const arrive = () => Promise.all([Person.named("ann", profile), Person.named("bob", profile), Person.comes(profile)]);
  withPeople(`every page, ${look}`, arrive, async (ann, bob, cleo) => {
    const boards = {};
    for (const [game, turns] of [["antipod", "c4 e6"], ["anchor", "E5 F6 G7"], ["ankor", "d3 c2 d2"], ["boche", "c:d3 d:c2"]]) {
      const path = await challenge(game, {}, ann, bob);
      for (const [index, turn] of turns.split(" ").entries()) {
        await [ann, bob][index % 2].sends(`${path}/turn`, { turn, number: index + 1 });
      }
      boards[game] = path;
    }
    await ann.sends(`${boards.antipod}/chat`, { text: "d8?" });
    await ann.sends("/new/boche/seek", { "-size": "4" });
    await bob.sends(`${boards.anchor}/act`, { action: "resign", ply: 3 });
    await ann.sends("/games/boche/watch", {});
    const screen = await cleo.sends("/new/anchor/hotseat", {});
    await cleo.sends(`${screen}/turn`, { turn: "H8", ply: 0 });
    const visits = [
      [cleo, [screen, "/boards", "/", "/new", "/new/antipod", "/sign-up", "/sign-in", "/reset", "/rules", "/rules/ankor", "/explore/boche", "/about", "/players", "/games", "/api", "/no-such-page"]],
      [ann, ["/boards", "/new/ankor", "/seeks", "/commands", "/account", "/watching", "/games?game=ankor", "/players/bob", "/standings/antipod", "/search?q=bob", "/players/ann/bob", "/write?to=bob", ...Object.values(boards), `${boards.ankor}/sure?action=resign`]],
      [bob, ["/seeks", boards.antipod, boards.ankor]],
    ];
    const found = [];
    for (const [person, pages] of visits) {
      for (const page of pages) {
        await person.opens(page);
        for (const offence of await person.offences()) found.push(`${page}: ${offence}`);
        const over = await person.page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
        if (over > 0) found.push(`${page} is ${over} px wider than its window`);
      }
    }
    // What is shown once, as an answer to a form.
    await bob.page.goto("/account");
    await bob.page.locator("form[action='/account/factor']").getByLabel("Present web password").fill(passwordOf("bob"));
    await bob.page.getByRole("button", { name: "Set it up" }).click();
    await bob.page.getByRole("img", { name: "QR code" }).waitFor();
    for (const offence of await bob.offences()) found.push(`setting up codes: ${offence}`);
    cleo.complaints = cleo.complaints.filter((said) => !said.includes("404"));
    assert.deepEqual(found, []);
  });
}

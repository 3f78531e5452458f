// Accessibility of all pages: axe finds no violation of WCAG 2.2 AA, in light, dark and
// high-contrast themes, on a desktop, a tablet or a phone. Elements and names are the same in all
// themes, so they are checked only on a desktop and a phone.

import assert from "node:assert/strict";
import { code } from "./code.mjs";
import { DESKTOP, OF_LOOKS, PHONE, TABLET, Person, address, challenge, comes, mailedLinks, passwordOf, withPeople } from "./site.mjs";

const LOOKS = [
  ["light, desktop", { ...DESKTOP, colorScheme: "light" }],
  ["dark, tablet", { ...TABLET, colorScheme: "dark" }],
  // Chosen against the system's scheme.
  ["high contrast, desktop", { ...DESKTOP, colorScheme: "dark" }, "contrast"],
  ["dark wood, phone", { ...PHONE, colorScheme: "light" }, "dark.wood"],
];

for (const [look, profile, chosen] of LOOKS) {
  const rules = profile.viewport === TABLET.viewport || chosen === "contrast" ? OF_LOOKS : undefined;
  const arrive = () => Promise.all([Person.named("ann", profile), Person.named("bob", profile), Person.comes(profile)]);
  withPeople(`every page, ${look}`, arrive, async (ann, bob, cleo) => {
    for (const person of [ann, bob, cleo]) {
      if (chosen) await person.context.addCookies([{ name: "appearance", value: chosen, url: address }]);
    }
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
    await bob.sends(`${boards.anchor}/act`, { action: "resign", generation: 3 });
    await ann.sends("/games/boche/watch", {});
    const screen = await cleo.sends("/new/anchor/hotseat", {});
    await cleo.sends(`${screen}/turn`, { turn: "H8", ply: 0 });
    const visits = [
      [cleo, [screen, "/boards", "/", "/learn", "/learn/ankor", "/learn/antipod/1", "/appearance", "/new", "/new/antipod", "/sign-up", "/sign-in", "/reset", "/rules", "/rules/ankor", "/rules/anchor", "/findings", "/findings/anchor-first-move", "/explore/boche", "/about", "/players", "/games", "/api", "/no-such-page"]],
      [ann, ["/boards", "/new/ankor", "/seeks", "/commands", "/account", "/account/mail", "/account/security", "/account/data", "/appearance", "/watching", "/games?game=ankor", "/players/bob", "/standings/antipod", "/search?q=bob", "/players/ann/bob", "/write?to=bob", ...Object.values(boards)]],
      [bob, ["/seeks", boards.antipod, boards.ankor]],
    ];
    const found = [];
    for (const [person, pages] of visits) {
      for (const page of pages) {
        await person.opens(page);
        for (const offence of await person.offences(rules)) found.push(`${page}: ${offence}`);
        const over = await person.page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
        if (over > 0) found.push(`${page} is ${over} px wider than its window`);
      }
    }
    const inspect = async (person, name) => {
      for (const offence of await person.offences(rules)) found.push(`${name}: ${offence}`);
    };
    // Refused forms, with the typed text.
    const tries = async (person, path, change) => {
      await person.page.goto(path);
      await change(person.page);
      await person.page.getByRole("alert").waitFor();
      await inspect(person, `${path}, refused`);
    };
    await tries(ann, "/new/ankor", async (page) => {
      await page.getByLabel("A person by name").check();
      await page.getByLabel("Name of your opponent").fill("nosuch");
      await page.getByRole("button", { name: "Offer this game" }).click();
    });
    await tries(cleo, "/sign-in", async (page) => {
      await page.getByLabel("Name").fill("ann");
      await page.getByLabel("Password").fill("a wrong password");
      await page.locator("main").getByRole("button", { name: "Sign in" }).click();
    });
    await ann.page.goto("/commands");
    await ann.page.getByLabel("Command", { exact: true }).fill("ankor games");
    await ann.page.getByRole("button", { name: "Send" }).click();
    await ann.page.getByRole("heading", { level: 2 }).first().waitFor();
    await inspect(ann, "/commands, answered");
    // An address is confirmed once, and codes are set up once.
    const dan = await Person.named(`dan${LOOKS.findIndex(([name]) => name === look)}`, profile);
    // Landing pages of links in emails, before and after their button.
    await dan.sends("/account/addresses", { current: passwordOf(dan.name), addresses: `${dan.name}@example.org` });
    const [confirm] = (await mailedLinks()).filter((link) => link.includes("/confirm/"));
    await cleo.page.goto(confirm);
    await inspect(cleo, "an address to confirm");
    await dan.page.goto(confirm);
    await dan.page.getByRole("button", { name: "Yes, it is mine" }).click();
    await dan.page.getByText("is confirmed").waitFor();
    await inspect(dan, "a confirmed address");
    await dan.sends("/account/command-password", { current: passwordOf(dan.name), command: "tulip7" });
    await comes(`delete ${dan.name} tulip7`);
    await cleo.sends("/reset", { user: dan.name }, 200);
    await ann.sends("/write", { to: dan.name, text: "Shall we play?" }, 200);
    const links = (await mailedLinks()).filter((link) => !link.includes("/confirm/"));
    for (const kind of ["reset", "stop", "change"]) {
      const link = links.find((link) => link.includes(`/${kind}/`));
      assert.ok(link, `a link to ${kind} was mailed: ${links}`);
      await cleo.page.goto(link);
      await inspect(cleo, `a mailed link to ${kind}`);
    }
    // Pages that are shown once, in answer to a form.
    await dan.page.goto("/account/security");
    await dan.page.getByLabel("Current password").fill(passwordOf(dan.name));
    await dan.page.getByRole("button", { name: "Set it up" }).click();
    await dan.page.getByRole("img", { name: "QR code" }).waitFor();
    await inspect(dan, "setting up codes");
    const spelt = await dan.page.locator("main code").textContent();
    await dan.page.getByRole("textbox", { name: /^Code/ }).fill(code(spelt));
    await dan.page.getByRole("button", { name: "Turn it on" }).click();
    await dan.page.getByRole("link", { name: "I have kept them" }).waitFor();
    await inspect(dan, "recovery codes");
    await dan.sends("/sign-out", {});
    await dan.page.goto("/sign-in");
    await dan.page.getByLabel("Name").fill(dan.name);
    await dan.page.getByLabel("Password").fill(passwordOf(dan.name));
    await dan.page.locator("main").getByRole("button", { name: "Sign in" }).click();
    await dan.page.getByRole("textbox", { name: /^Code/ }).waitFor();
    await inspect(dan, "a code at the door");
    await dan.leaves();
    cleo.complaints = cleo.complaints.filter((said) => !said.includes("404"));
    assert.deepEqual(found, []);
  });
}

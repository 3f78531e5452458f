// A phone of 360 x 800, by touch.

import assert from "node:assert/strict";
import { DESKTOP, PHONE, Person, TABLET, challenge, withPeople } from "./site.mjs";

const two = () => Promise.all([Person.named("ann", PHONE), Person.named("bob")]);

withPeople("a turn is played by touch, and nothing is wider than the screen", two, async (ann, bob) => {
  for (const game of ["antipod", "anchor"]) {
    const path = await challenge(game, {}, ann, bob);
    const point = { antipod: "d8", anchor: "H8" }[game];
    await ann.opens(path);
    await ann.points(`p-${point}`);
    await ann.hears(new RegExp(`^Preview: .* plays ${point}\\.`));
    const confirm = ann.page.locator("[data-confirm]");
    const box = await confirm.boundingBox();
    assert.ok(box && box.height >= 44 && box.y + box.height <= 800, "the button to confirm is visible and large enough");
    await ann.confirms(() => confirm.tap());
    await ann.page.locator("#status", { hasText: "bob’s turn." }).waitFor();
    assert.ok((await ann.page.evaluate(() => document.documentElement.scrollWidth)) <= 360);
  }
});

withPeople("a whole game of Boche is played by touch", () => Promise.all([Person.named("ann", PHONE), Person.named("bob", PHONE)]), async (ann, bob) => {
  const path = await challenge("boche", {}, ann, bob);
  await Promise.all([ann.opens(path), bob.opens(path)]);
  for (const [index, turn] of "c:c3 b:e5 d:e1 d:c2 a:e2 d:f5 b:f4 b:b2".split(" ").entries()) {
    const mover = [ann, bob][index % 2];
    await mover.isToMove(index + 1);
    await mover.plays(turn);
  }
  await ann.page.locator("#status", { hasText: /^You won/ }).waitFor();
  await ann.page.locator(".board-note", { hasText: "decides the game for Light" }).waitFor();
  assert.ok((await bob.page.evaluate(() => document.documentElement.scrollWidth)) <= 360);
});

withPeople("the header is one row, and its menu opens", two, async (ann) => {
  await ann.opens("/boards");
  const header = ann.page.locator("header.site");
  assert.ok((await header.boundingBox()).height < 60);
  await ann.page.getByRole("button", { name: "Menu" }).tap();
  await ann.page.getByRole("link", { name: "New game", exact: true }).tap();
  await ann.page.waitForURL("**/new");
});

/** Whether each of these elements is within the window. @param {import("playwright-core").Locator} those */
const inSight = (those) =>
  those.evaluateAll((all) => all.map((one) => one.getBoundingClientRect()).map(({ top, bottom, right }) => top >= 0 && bottom <= innerHeight && right <= innerWidth));

withPeople("a result and what comes next are in sight, also on a page loaded again", two, async (ann, bob) => {
  const { page } = ann;
  const path = await challenge("antipod", {}, ann, bob);
  for (const [index, turn] of ["c4", "e6"].entries()) await [ann, bob][index].sends(`${path}/turn`, { turn, number: index + 1 });
  await ann.opens(path);
  await bob.sends(`${path}/act`, { action: "resign", generation: 2 });
  await page.locator("#status", { hasText: /^You won/ }).waitFor();
  const parts = page.locator("#status, .next :is(button, a)");
  assert.deepEqual(await inSight(parts), [true, true, true, true]);
  await ann.opens(path);
  assert.deepEqual(await inSight(parts), [true, true, true, true]);
  assert.ok((await page.evaluate(() => document.documentElement.scrollWidth)) <= 360);
});

withPeople("the header of a guest cuts nothing off", async () => [await Person.comes(PHONE)], async (guest) => {
  await guest.opens(await guest.sends("/new/boche/computer", { level: "1" }));
  const header = guest.page.locator("header.site");
  assert.ok((await header.locator(".name").boundingBox()).height < 45);
  assert.ok((await header.boundingBox()).height < 60);
  const links = header.locator(".own a:visible");
  assert.deepEqual(await links.evaluateAll((all) => all.map((one) => one.scrollWidth <= one.clientWidth)), [true]);
  await guest.page.getByRole("button", { name: "Menu" }).tap();
  await guest.page.getByRole("link", { name: "Sign in" }).waitFor();
});

withPeople("an offered game is accepted where it is announced", two, async (ann, bob) => {
  const { page } = ann;
  await ann.opens(await bob.sends("/new/antipod/challenge", { opponent: "ann", seat: "second" }));
  const accept = page.getByRole("button", { name: /^Accept/ });
  assert.deepEqual(await inSight(accept), [true]);
  await accept.tap();
  await page.locator("#status", { hasText: "Your turn." }).waitFor();
});

withPeople("tables of findings scroll within themselves", async () => [await Person.comes(PHONE)], async (reader) => {
  await reader.opens("/findings/ankor-draws");
  const cell = reader.page.locator(".finding td", { hasText: "11.2 [6.0, 20.0]" }).first();
  assert.ok((await cell.boundingBox()).height < 60, "a figure and its interval are on one line");
  const table = reader.page.locator(".finding .scroll").first();
  assert.ok(await table.evaluate((box) => box.scrollWidth > box.clientWidth + 20));
  assert.ok(await reader.page.evaluate(() => document.documentElement.scrollWidth <= innerWidth));
});

withPeople("touch targets are large enough", two, async (ann, bob) => {
  const path = await challenge("ankor", {}, ann, bob);
  await bob.sends("/new/boche/seek", { "-size": "4", total: "60", increment: "24" });
  const over = await challenge("antipod", {}, ann, bob);
  for (const [index, turn] of ["c4", "e6"].entries()) await [ann, bob][index].sends(`${over}/turn`, { turn, number: index + 1 });
  await bob.sends(`${over}/act`, { action: "resign", generation: 2 });
  const pages = ["/", "/boards", "/new", "/new/ankor", path, over, "/seeks", "/games", "/players", "/players/bob", "/players/ann/bob", "/standings/antipod", "/watching", "/account", "/account/security", "/rules", "/rules/boche", "/findings/solved", "/search?q=b", "/commands", "/about", "/no-such-page"];
  const found = [];
  for (const page of pages) {
    await ann.opens(page);
    const all = ann.page.locator("button:visible, .button:visible, a:visible, select:visible, summary:visible");
    const small = await all.evaluateAll((all) => {
      // The words next to a link show how large its line is.
      const inSentence = (one) => {
        const around = one.localName === "a" && !one.matches(".button") && one.closest("p, small, label, .remarks li, .prose li, figcaption");
        return around && around.textContent.trim() !== one.textContent.trim();
      };
      const touched = all.filter((one) => !one.closest(".board-view, .skip") && !inSentence(one));
      return touched.flatMap((one) => {
        const { width, height } = one.getBoundingClientRect();
        return Math.min(width, height) < 43.5 ? [`${one.textContent?.trim()} ${width} x ${height}`] : [];
      });
    });
    found.push(...small.map((one) => `${page}: ${one}`));
  }
  assert.deepEqual(found, []);
  // A narrow list of seeks keeps everything that matters.
  await ann.opens("/seeks");
  for (const said of ["Boche", "bob", "4 holes to a side", "21 days a turn, 60 days in all, 24 hours more after each turn, rated", "1 left", "the computer, after a day"]) {
    await ann.page.locator("main tr").getByText(said, { exact: true }).waitFor();
  }
  ann.complaints = ann.complaints.filter((said) => !said.includes("404"));
});

for (const [what, profile] of [["a phone", PHONE], ["a tablet", TABLET], ["a desk", DESKTOP]]) {
  const arrive = () => Promise.all([Person.named("ann", profile), Person.named("bob")]);
  withPeople(`a rotation is chosen and confirmed without scrolling on ${what}`, arrive, async (ann, bob) => {
    const path = await challenge("boche", {}, ann, bob);
    const { page } = ann;
    for (const [mover, place] of [[ann, "c3"], [bob, "d2"], [ann, "e1"]]) {
      const { spots } = await mover.position(path);
      const spot = spots.find((spot) => spot.place === place);
      if (mover === ann) {
        await ann.opens(path);
        await ann.points(spot.id);
        await page.locator(".rotation").last().click();
        await ann.hears(/^Preview: /);
        const inSight = await page.locator("[data-confirm]").evaluate((button) => {
          const { x, y, width, height } = button.getBoundingClientRect();
          return document.elementFromPoint(x + width / 2, y + height / 2) === button && y + height <= innerHeight;
        });
        assert.ok(inSight, `the button to play on ${place} is in sight`);
      }
      const turn = `${spot.rotations[0]}:${place}`;
      const { number } = await mover.position(path);
      await mover.sends(`${path}/turn`, { turn, number });
    }
  });
}

withPeople("the board stays visible while a rotation is chosen", two, async (ann, bob) => {
  const path = await challenge("boche", {}, ann, bob);
  await ann.opens(path);
  const { spots } = await ann.position(path);
  await ann.points(spots.find(({ place }) => place === "c3").id);
  await ann.page.locator(".rotation").first().waitFor();
  const boxes = await ann.page.locator(".rotation").evaluateAll((all) => all.map((one) => one.getBoundingClientRect().toJSON()));
  assert.ok(boxes.length >= 2 && boxes[0].top === boxes[1].top, "two in a row");
  const now = await ann.page.locator(".board-now").boundingBox();
  assert.ok(now.y >= 300, `what is chosen from leaves the board in sight: it begins at ${now.y} of 800 px`);
});

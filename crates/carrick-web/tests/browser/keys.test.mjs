// Keyboard: a game played only with keys, using the names that assistive technology announces.

import assert from "node:assert/strict";
import { Person, challenge, withPeople } from "./site.mjs";

const two = () => Promise.all([Person.named("ann"), Person.named("bob")]);

/** Presses Tab until an element of this role and name has the focus. */
async function tabTo(page, name) {
  for (let pressed = 0; pressed < 80; pressed += 1) {
    await page.keyboard.press("Tab");
    const focused = await page.evaluate(() => {
      const active = document.activeElement;
      return active?.getAttribute("aria-label") ?? active?.textContent?.trim();
    });
    if (name.test(focused ?? "")) return focused;
  }
  throw new Error(`nothing named ${name} can be reached by Tab`);
}

/** Moves to a place with the arrow keys, in as straight a line as possible. */
async function walkTo(page, place) {
  for (let steps = 0; steps < 40; steps += 1) {
    const [here, away] = await page.evaluate((wanted) => {
      const middle = (element) => {
        const box = element.getBoundingClientRect();
        return [box.x + box.width / 2, box.y + box.height / 2];
      };
      const target = document.querySelector(`[data-place="${wanted}"]`);
      const [from, to] = [middle(document.activeElement), middle(target)];
      return [document.activeElement.getAttribute("data-place"), [to[0] - from[0], to[1] - from[1]]];
    }, place);
    if (here === place) return;
    const [dx, dy] = away;
    const key = Math.abs(dy) > 8 ? (dy > 0 ? "ArrowDown" : "ArrowUp") : dx > 0 ? "ArrowRight" : "ArrowLeft";
    await page.keyboard.press(key);
  }
  throw new Error(`${place} was not reached`);
}

withPeople("a game of Anchor is played with the keyboard", two, async (ann, bob) => {
  const path = await challenge("anchor", { "-size": "4" }, ann, bob);
  await Promise.all([ann.opens(path), bob.opens(path)]);
  const turns = ["D4", "C3", "E5", "pass", "pass"];
  for (const [index, turn] of turns.entries()) {
    const { page } = await mover(index);
    if (turn === "pass") {
      await tabTo(page, /^Pass$/);
      await page.keyboard.press("Enter");
      await (index % 2 ? bob : ann).hears(/^Preview: (Black|White) passes\./);
      await page.keyboard.press("Tab");
      await tabTo(page, /^Pass$/);
    } else {
      // The focus is still on the board after a turn.
      const onBoard = await page.evaluate(() => document.activeElement?.closest(".board-view") !== null);
      assert.equal(onBoard, index > 1);
      if (!onBoard) await tabTo(page, /^[A-G]\d/);
      await walkTo(page, turn);
      await page.keyboard.press("Enter");
      await (index % 2 ? bob : ann).hears(new RegExp(`^Preview: (Black|White) plays ${turn}\\.`));
    }
    await (index % 2 ? bob : ann).confirms(() => page.keyboard.press("Enter"));
  }
  await ann.page.locator("#status", { hasText: /^(You (won|lost)|Draw)/ }).waitFor();

  async function mover(index) {
    const person = index % 2 ? bob : ann;
    await person.isToMove(index + 1);
    return person;
  }
});

/** Accessible name of the focused element. */
const named = (page) => page.evaluate(() => document.activeElement?.getAttribute("aria-label") ?? document.activeElement?.textContent?.trim());

withPeople("a game of Boche, with its rotations, is played with the keyboard", two, async (ann, bob) => {
  const path = await challenge("boche", {}, ann, bob);
  await Promise.all([ann.opens(path), bob.opens(path)]);
  for (const [index, turn] of "c:c3 swap b:e5 d:e1 d:c2 a:e2 d:f5 b:f4 b:b2".split(" ").entries()) {
    const person = [ann, bob][index % 2];
    const { page } = person;
    await person.isToMove(index + 1);
    if (turn === "swap") {
      await tabTo(page, /^Swap colours$/);
      await page.keyboard.press("Enter");
      await person.hears(/^Preview: The second player swaps: they play Light from now on/);
    } else {
      const [rotation, place] = turn.split(":");
      await tabTo(page, /^[a-f]\d/);
      await walkTo(page, place);
      await page.keyboard.press("Enter");
      await person.hears(/a cube can have rotation/);
      await tabTo(page, new RegExp(`^Rotation ${rotation} `));
      await page.keyboard.press("Enter");
      await person.hears(new RegExp(`^Preview: \\w+ puts a cube in rotation ${rotation} on ${place}\\.`));
    }
    // Enter confirms at the focus.
    assert.match(await named(page), turn === "swap" ? /^Swap$/ : /^Rotation /);
    await person.confirms(() => page.keyboard.press("Enter"));
  }
  await ann.page.locator("#status", { hasText: /^You (won|lost)/ }).waitFor();
});

withPeople("the focus moves to the next step", two, async (ann, bob) => {
  const path = await challenge("antipod", {}, ann, bob);
  await ann.opens(path);
  const { page } = ann;
  await page.getByRole("button", { name: "Explore from here" }).press("Enter");
  await page.getByRole("button", { name: "Return" }).waitFor();
  assert.match(await named(page), /, empty$/);
  // While exploring, the first press plays a turn.
  await page.keyboard.press("Enter");
  await ann.hears(/^White plays /);
  assert.match(await named(page), /, White, last turn$/);
  await page.getByRole("button", { name: "Return" }).press("Enter");
  await page.getByRole("button", { name: "Return" }).waitFor({ state: "detached" });
  assert.match(await named(page), /, empty$/);
});

withPeople("a screen reader gets names, states and announcements", two, async (ann, bob) => {
  const path = await challenge("antipod", { "-radius": "4" }, ann, bob);
  await ann.opens(path);
  const { page } = ann;
  const board = page.locator("#board");
  assert.match(await board.ariaSnapshot(), /group "Antipod board"/);
  const places = await board.locator(".board-view").getByRole("button").evaluateAll((all) => all.map((one) => one.getAttribute("aria-label")));
  // Every point of both discs, with the rim twice.
  assert.equal(places.length, 2 * 37);
  assert.ok(places.includes("d4, Black"), places.join("; "));
  assert.ok(places.includes("a2+ (a9), empty"), places.join("; "));
  assert.equal(await page.getByRole("status").first().getAttribute("role"), "status");
  assert.match(await page.locator("main").ariaSnapshot(), /heading "Antipod board \d+" \[level=1\]/);
  for (const [role, name] of [["group", "Show on the board"], ["group", "Your turn"], ["navigation", "Turns of this game"], ["group", "Turn by turn"]]) {
    // Without turns their list is empty.
    await page.getByRole(role, { name }).waitFor({ state: "attached" });
  }
  // One place is in the tab order, and arrows lead to the others.
  assert.equal(await board.locator("[tabindex='0']").count(), 1);
  await page.getByRole("button", { name: "c4, empty" }).focus();
  await page.keyboard.press("Enter");
  await ann.hears(/^Preview: White plays c4\./);
  await page.getByRole("button", { name: "Play c4" }).waitFor();
  await page.keyboard.press("Escape");
  await ann.hears(/Turn 1: White to move\./);
  await page.getByRole("button", { name: "Play c4" }).waitFor({ state: "detached" });
});

// Lessons: played with clicks and keys, on a desktop and a phone, with and without scripts.

import assert from "node:assert/strict";
import { DESKTOP, PHONE, Person, address, withPeople } from "./site.mjs";

/** A reader who has chosen flat boards, because the tests click places of the drawing. */
const one = (profile) => async () => {
  const reader = await Person.comes(profile);
  await reader.context.addCookies([{ name: "appearance", value: "flat", url: address }]);
  return [reader];
};

/** Waits for an answer to the last try that contains this text. */
const answered = (person, text) => person.page.locator(".lesson-answer", { hasText: text }).waitFor({ timeout: 8000 });

/** Chooses places one after another, waiting for the board after each. */
async function tries(person, ...ids) {
  for (const id of ids) await person.points(id);
  await person.hears(/^Preview: /);
  await person.page.click("[data-confirm]");
}

withPeople("a lesson of Anchor is played with clicks", one(DESKTOP), async (reader) => {
  const { page } = reader;
  await reader.opens("/learn/anchor/2");
  await tries(reader, "p-D4");
  await answered(reader, /Not yet\. That stone would be dead/);
  // The board is as before, and another try is possible immediately.
  await page.locator('[data-place="D4"][aria-label*="empty"]').waitFor();
  await tries(reader, "p-A1");
  await answered(reader, /Right\. A home corner/);
  await page.locator('[data-place="A1"][aria-label*="Black"]').waitFor();
  assert.equal(await page.evaluate(() => document.activeElement?.textContent), "Next step");
  await page.keyboard.press("Enter");
  await page.waitForURL("**/learn/anchor/3");
  for (const [step, id] of [[3, "p-C6"], [4, "p-A2"], [5, "p-A1"], [6, "p-B2"], [7, "p-B2"]]) {
    await page.locator(".way", { hasText: `step ${step} of 9` }).waitFor();
    await reader.board();
    await tries(reader, id);
    await answered(reader, /Right\./);
    await page.click("[data-onward]");
  }
  for (const [step, turn, plays] of [[8, "pass", "You play Black."], [9, "swap", "You have swapped: you now play Black."]]) {
    await page.locator(".way", { hasText: `step ${step} of 9` }).waitFor();
    await page.locator(`[data-turn="${turn}"]`).click();
    await page.locator("[data-confirm]").click();
    await answered(reader, /Right\./);
    await page.getByText(plays, { exact: true }).waitFor();
    if (step < 9) await page.click("[data-onward]");
  }
  // The end leads back to the skipped step, and then to a game.
  await page.getByText("8 of 9 steps done").waitFor();
  await page.getByRole("link", { name: "Step 1", exact: true }).click();
  await reader.board();
  await tries(reader, "p-D5");
  await answered(reader, /Right\./);
  await reader.opens("/learn/anchor/9");
  await page.locator("[data-turn=swap]").click();
  await page.locator("[data-confirm]").click();
  await answered(reader, /You have done all 9 steps/);
  await page.getByRole("button", { name: "Play a teaching game" }).waitFor();
  await reader.opens("/learn");
  await page.getByText("9 of 9 steps done").waitFor();
});

withPeople("a step of Ankor is played with the keyboard", one(DESKTOP), async (reader) => {
  const { page } = reader;
  await reader.opens("/learn/ankor/4");
  await page.focus('[data-place="c1"]');
  await page.keyboard.press("Enter");
  const target = page.locator(`[data-place="c2'"][aria-label*="can go here"]`);
  await target.waitFor();
  await target.focus();
  await page.keyboard.press("Enter");
  await reader.hears(/^Preview: /);
  await page.keyboard.press("Enter");
  await answered(reader, /Right\./);
  assert.match(page.url(), /turn=c1-c2/);
  // The lesson's text covers everything, and names its marks.
  assert.equal(await page.locator(".board-hint:visible, [data-hints]").count(), 0);
  await page.getByText("What the marks mean").click();
  await page.locator(".signs svg").first().waitFor();
  await page.locator("[data-onward]").focus();
  await page.keyboard.press("Enter");
  await page.waitForURL("**/learn/ankor/5");
});

withPeople("the rules explain their refusals", one(DESKTOP), async (reader) => {
  const { page } = reader;
  await reader.opens("/learn/boche/4");
  await reader.points("c-0-2-1");
  await page.locator(".rotation").first().waitFor();
  // Only rotations that fit are offered.
  assert.equal(await page.locator(".rotation").count(), 4);
  await reader.opens("/learn/ankor/7");
  await page.locator(`[data-place="c2'"]`).waitFor();
  await reader.points("c-0-2-1");
  await reader.hears(/belongs to X, and you play O/);
});

withPeople("a step starts with its position, not with the turn before it", one(DESKTOP), async (reader) => {
  const { page } = reader;
  await reader.opens("/learn/ankor/9");
  await reader.hears(/^Click a place on the board/);
  const marks = page.locator("#board [data-mark], #board .mark-moved path");
  assert.equal(await marks.count(), 0);
  await page.locator("[data-place=d4]").first().hover();
  await page.locator(".board-note", { hasText: /^d4, level 0, O\./ }).waitFor();
  await reader.opens("/learn/ankor/2");
  await tries(reader, "c-1-1-1");
  await answered(reader, /Right\./);
  await page.locator("#board [data-mark=last]").waitFor();
  await reader.hears(/^O adds a cube at c2\.$/);
});

withPeople("a cross under a place explains why a cube cannot go there", one(DESKTOP), async (reader) => {
  const { page } = reader;
  await reader.opens("/learn/ankor/3");
  await reader.points("c-1-0-2");
  await reader.hears(/^The cube at c1 can go to/);
  const cross = await page.locator("#board .mark-chosen .core.refused").first().boundingBox();
  await page.mouse.move(cross.x + cross.width / 2, cross.y + cross.height / 2);
  await page.locator(".board-note", { hasText: /^[bc]1' rests on c1/ }).waitFor();
});

withPeople("a wrong turn is taken back with an explanation", one(DESKTOP), async (reader) => {
  await reader.opens("/learn/antipod/3");
  await tries(reader, "p-c3");
  await answered(reader, /Not yet\..* Your turn is taken back: try another\./);
});

withPeople("in lessons that show sizes, groups light up and are named", one(DESKTOP), async (reader) => {
  const { page } = reader;
  await reader.opens("/learn/anchor/3");
  const lit = page.locator("#board .mark-group .core");
  await page.locator("[data-place=C1]").hover();
  await page.locator(".board-note", { hasText: "C1, Black" }).waitFor();
  assert.equal(await lit.count(), 0);
  await page.click("[data-show=sizes]");
  await page.locator("svg [data-size='5']").first().waitFor();
  await page.locator("[data-place=C1]").hover();
  await page.locator(".board-note", { hasText: "Black group of 5 stones" }).waitFor();
  assert.equal(await lit.count(), 5);
});

for (const profile of [DESKTOP, PHONE]) {
  withPeople(`pictures of rotations can be told apart at ${profile.viewport.width} px`, one(profile), async (reader) => {
    const { page } = reader;
    await reader.opens("/learn/boche/3");
    await page.getByText("More about this").click();
    await page.locator(".lesson .figure svg").waitFor();
    await reader.points("c-1-1-1");
    await page.locator(".rotation").first().waitFor();
    const widths = await page.locator(".rotation svg").evaluateAll((all) => all.map((one) => one.getBoundingClientRect().width));
    assert.equal(widths.length, 8);
    assert.ok(Math.min(...widths) >= 64, String(widths));
    const over = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    assert.ok(over <= 0, `${over} px too wide`);
  });
}

withPeople("the ring round a previewed cube does not cover the name of a nest", one(DESKTOP), async (reader) => {
  const { page } = reader;
  await reader.opens("/learn/boche/4");
  await reader.points("c-0-2-1");
  await page.locator(".rotation").first().click();
  await reader.hears(/^Preview: /);
  const covered = await page.evaluate(() => {
    const ring = document.querySelector("#board .core.pending");
    const name = document.querySelector(`#board svg [data-place="c2'"]`).lastElementChild;
    const [around, middle] = [ring, name].map((one) => one.getBoundingClientRect()).map(({ x, y, width, height }) => ({ x: x + width / 2, y: y + height / 2, width }));
    const off = Math.hypot(around.x - middle.x, around.y - middle.y);
    // It crosses the name, but is drawn below it.
    return [off > 0.6 * around.width / 2, Boolean(ring.compareDocumentPosition(name) & Node.DOCUMENT_POSITION_FOLLOWING)];
  });
  assert.deepEqual(covered, [true, true]);
});

withPeople("a step of Antipod is played on a phone", one(PHONE), async (reader) => {
  await reader.opens("/learn/antipod/7");
  const over = await reader.page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  assert.ok(over <= 0, `${over} px too wide`);
  await tries(reader, "p-b9");
  await answered(reader, /Right\. Joined/);
});

withPeople("lessons work without scripts", one({ ...DESKTOP, javaScriptEnabled: false }), async (reader) => {
  const { page } = reader;
  await page.goto("/learn");
  await page.click('a[href="/learn/boche/1"]');
  await page.goto("/learn/boche/3");
  const play = async (turn) => {
    await page.fill("input[name=turn]", turn);
    await page.getByRole("button", { name: "Play", exact: true }).click();
  };
  await play("a:c2");
  await page.getByText("Not yet.").waitFor();
  await play("c2");
  await page.getByText("The rules do not allow c2.").waitFor();
  await play("e:c2");
  await page.getByText("Right.").waitFor();
  await page.click("[data-onward]");
  await page.waitForURL("**/learn/boche/4");
  await page.goto("/learn/boche");
  await page.locator("li", { hasText: "Turning a cube" }).getByText("done").waitFor();
});

for (const [name, profile] of [
  ["desktop, light", { ...DESKTOP, colorScheme: "light" }],
  ["phone, dark", { ...PHONE, colorScheme: "dark" }],
]) {
  withPeople(`axe finds nothing in lessons: ${name}`, one(profile), async (reader) => {
    const found = [];
    for (const path of ["/learn", "/learn/antipod", "/learn/ankor/4", "/learn/boche/3", "/learn/antipod/6", "/learn/anchor/4?turn=C2", "/learn/anchor/4?turn=A1", "/learn/ankor/10?turn=a1-b1"]) {
      await reader.opens(path);
      for (const offence of await reader.offences()) found.push(`${path}: ${offence}`);
      const over = await reader.page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      if (over > 0) found.push(`${path} is ${over} px wider than its window`);
    }
    assert.deepEqual(found, []);
  });
}

withPeople("the first screen of a phone shows the task and the whole board", one(PHONE), async (reader) => {
  const { page } = reader;
  for (const game of ["ankor", "boche", "anchor"]) {
    await reader.opens(`/learn/${game}/1`);
    const board = await page.locator("#board svg").first().boundingBox();
    assert.ok(board.y + board.height <= page.viewportSize().height, `${game}: ${JSON.stringify(board)}`);
  }
});

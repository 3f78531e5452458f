// Figures of the rules: stepped through with buttons, arrow keys and without scripts, in the
// reader's theme, without layout shifts.

import assert from "node:assert/strict";
import { DESKTOP, PHONE, Person, withPeople } from "./site.mjs";

const alone = (profile) => () => Promise.all([Person.comes(profile)]);

/** The figure of the first game, which ends after ten turns. */
const game = (page) => page.locator("[data-figure='/rules/first-game/3.svg']");

/** Where a figure is on the page, and how large it is. */
const lies = (figure) => figure.evaluate(({ offsetTop, offsetWidth, offsetHeight }) => [offsetTop, offsetWidth, offsetHeight, document.body.scrollHeight]);

const shown = (figure) => figure.locator(".shown svg").getAttribute("aria-label");

withPeople("buttons and arrow keys step through a figure", alone(DESKTOP), async (ann) => {
  const { page } = ann;
  await page.goto("/rules");
  const figure = game(page);
  const box = await lies(figure);
  await figure.getByRole("button", { name: "First" }).click();
  await figure.getByRole("img", { name: "Before the first turn." }).waitFor();
  assert.match(await figure.locator(".at").textContent(), /^Before the first turn. Black has the poles/);
  await figure.getByRole("button", { name: "Forward" }).click();
  await figure.getByRole("img", { name: "After turn 1 of 10, e4." }).waitFor();
  // From the buttons to the picture, and then with arrows.
  await figure.locator(".shown").focus();
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("ArrowRight");
  await figure.getByRole("img", { name: "After turn 3 of 10, f5." }).waitFor();
  await page.keyboard.press("ArrowLeft");
  await figure.getByRole("img", { name: "After turn 2 of 10, c3." }).waitFor();
  assert.equal(await figure.locator("[aria-current]").getAttribute("value"), "2");
  assert.match(await figure.getByRole("link", { name: "Try it" }).getAttribute("href"), /turns=e4(\+|%20)c3$/);
  await page.keyboard.press("End");
  await figure.getByRole("img", { name: /^A line with beads/ }).waitFor();
  assert.deepEqual(await lies(figure), box, "nothing has moved");
  assert.equal(new URL(page.url()).search, "", "the page was not left");
  await figure.getByRole("link", { name: "Try it" }).click();
  await ann.board();
  await page.locator("code", { hasText: "e4 c3 f5 b2 f12 a2+ e12 b9 e11 c10" }).waitFor({ state: "attached" });
});

withPeople("figures can be stepped through without scripts", alone({ ...DESKTOP, javaScriptEnabled: false }), async (ann) => {
  const { page } = ann;
  await page.goto("/rules");
  await game(page).getByRole("button", { name: "Back" }).click();
  await page.waitForURL(/figure=3&turn=9#figure-3$/);
  assert.equal(await shown(game(page)), "After turn 9 of 10, e11.");
  await game(page).getByRole("button", { name: "Forward" }).click();
  await page.waitForURL(/figure=3&turn=10#figure-3$/);
  assert.match(await shown(game(page)), /^A line with beads/);
});

for (const [theme, ground] of [["Dark", "#3a4350"], ["Light", "#efe8d8"], ["High contrast", "#ffffff"]]) {
  withPeople(`figures follow the theme ${theme}`, alone({ ...DESKTOP, colorScheme: theme === "Dark" ? "light" : "dark" }), async (ann) => {
    const { page } = ann;
    await page.goto("/appearance");
    await page.getByLabel(theme, { exact: true }).check();
    await page.getByRole("button", { name: "Keep" }).click();
    await page.waitForLoadState();
    for (const path of ["/rules", "/rules/anchor"]) {
      await page.goto(path);
      const colours = await page.evaluate((wanted) => {
        const sample = document.createElement("i");
        sample.style.color = wanted;
        document.body.append(sample);
        const fills = [...document.querySelectorAll(".shown svg [fill^='var(--board-ground']")].map((one) => getComputedStyle(one).fill);
        return { wanted: getComputedStyle(sample).color, fills: [...new Set(fills)] };
      }, ground);
      assert.deepEqual(colours.fills, [colours.wanted], path);
    }
  });
}

for (const profile of [DESKTOP, PHONE]) {
  withPeople(`pages of rules fit ${profile.viewport.width} px, and axe finds nothing`, alone(profile), async (ann) => {
    for (const path of ["/rules", "/rules/ankor", "/rules/boche", "/rules/antipod", "/rules/anchor"]) {
      await ann.opens(path);
      assert.deepEqual(await ann.offences(), [], path);
      const over = await ann.page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      assert.ok(over <= 0, `${path} is ${over} px wider than its window`);
    }
  });
}

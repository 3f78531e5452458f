// The panel of an analysis: lines on the board, a map, stepping through lines, following the board,
// fair play.

import assert from "node:assert/strict";
import { test } from "node:test";
import { percent, spotted } from "../../assets/board/percent.js";
import { DESKTOP, PHONE, Person, challenge, withPeople } from "./site.mjs";

const EXPLORED = "/explore/antipod?options=-radius%3D4&turns=f4+e3";
const one = (profile) => async () => [await Person.comes(profile)];

/** Waits until the panel's status matches. */
const says = (page, hasText) => page.locator(".analysis-status", { hasText }).waitFor({ timeout: 60_000 });

test("an estimate is never shown as certain", () => {
  assert.deepEqual([0, 0.004, 0.5, 0.9949, 0.9999, 1].map(percent), ["under 1 %", "under 1 %", "50 %", "99 %", "over 99 %", "over 99 %"]);
  assert.deepEqual([0, 0.5, 0.9999].map(spotted), [1, 50, 99]);
});

for (const [device, profile] of [["a desktop", DESKTOP], ["a phone", PHONE], ["a dark phone", { ...PHONE, colorScheme: "dark" }]]) {
  withPeople(`an analysis starts on request and shows lines and a map, on ${device}`, one(profile), async (guest) => {
    const { page } = guest;
    await guest.opens(EXPLORED);
    await page.locator("[data-analyse]").waitFor();
    assert.equal(await page.locator(".win-bar").count(), 0, "nothing starts automatically");
    assert.equal(await page.locator("[data-analysis-show]:visible").count(), 0, "before an analysis, its switches are hidden");
    await page.click("[data-analyse]");
    await page.locator(".analysis-lines li").nth(2).waitFor({ timeout: 60_000 });
    assert.match(await page.locator(".win-bar").getAttribute("aria-label"), /^White (over |under )?\d+ %, Black (over |under )?\d+ %$/);
    await says(page, /^Finished\./);
    assert.match(await page.locator(".analysis-said").textContent(), /^(White|Black) .*(proved\)?\.|\(search, [\d,]+ positions\)\.)$/);
    for (const shape of ["circle.rank-1", "polygon.rank-2", "polygon.rank-3"]) {
      assert.ok((await page.locator(`#board .line-badge:is(${shape})`).count()) >= 1, shape);
    }
    assert.equal(await page.locator("#board .worth").count(), 0);
    await page.click("[data-analysis-show=map]");
    assert.ok((await page.locator("#board .worth").count()) > 20);
    assert.ok((await page.locator("#board .worth-best").count()) >= 1);
    await page.locator(".analysis-legend summary").click();
    assert.match(await page.locator(".analysis-legend details p").textContent(), /^\S+ (over |under )?\d+ %, /);
    assert.deepEqual(await guest.offences(), []);
    await page.click("[data-analysis-show=lines]");
    assert.equal(await page.locator("#board .line-badge").count(), 0);
  });
}

withPeople("the keyboard steps through a line, and the analysis follows", one(), async (guest) => {
  const { page } = guest;
  await guest.opens(EXPLORED);
  await page.locator("[data-analyse]").press("Enter");
  await page.locator('[data-line="0-1"]').waitFor({ timeout: 60_000 });
  await says(page, /^Finished\./);
  const [first, second] = await Promise.all(["0-0", "0-1"].map((line) => page.locator(`[data-line="${line}"]`).textContent()));
  await page.locator('[data-line="0-1"]').press("Enter");
  await page.waitForURL((url) => url.searchParams.get("turns") === `f4 e3 ${first} ${second}`);
  await page.locator('.analysis-lines[aria-label*="White"]').waitFor({ timeout: 60_000 });
  await says(page, /^Finished\./);
  await page.locator("[data-analyse]", { hasText: "Stop following" }).waitFor({ timeout: 60_000 });
  await page.locator("[data-analyse]").press("Enter");
  await says(page, /^Stopped\./);
});

withPeople(
  "a running game lends no engine, and a finished one does",
  () => Promise.all([Person.named("adelaide"), Person.named("benedict")]),
  async (ann, bob) => {
    const path = await challenge("antipod", { "-radius": "4" }, ann, bob);
    for (const [index, turn] of ["f4", "e3", "d5"].entries()) {
      await [ann, bob][index % 2].sends(`${path}/turn`, { turn, number: index + 1 });
    }
    await ann.opens(path);
    await ann.reads("Analysis");
    await ann.page.getByText("No engine help in this game").waitFor();
    assert.equal(await ann.page.locator("#analysis").count(), 0);
    await ann.opens("/explore/antipod?options=-radius%3D4&turns=f4+e3+d5");
    ann.complaints.length = 0;
    await ann.page.click("[data-analyse]");
    await says(ann.page, /^This position belongs to Antipod board \d+, which you are playing\. You can use the engine/);
    assert.ok(ann.complaints.every((complaint) => complaint.includes("status of 403")));
    ann.complaints.length = 0;
    await bob.sends(`${path}/act`, { action: "resign", generation: 3 });
    await ann.opens(path);
    await ann.reads("Analysis");
    await ann.page.click("[data-analyse]");
    await ann.page.locator("#board .line-badge").first().waitFor({ timeout: 60_000 });
    await ann.page.locator('[data-line="0-0"]').click();
    await ann.page.getByRole("button", { name: "Return" }).waitFor();
  },
);

withPeople("the panel stays when the game ends", async () => [await Person.comes()], async (guest) => {
  const { page } = guest;
  await guest.opens(await guest.sends("/new/anchor/computer", { level: "novice1", "-size": "4" }));
  await page.locator("#status", { hasText: "Your turn." }).waitFor();
  const { spots } = await guest.position(new URL(page.url()).pathname);
  await guest.plays(spots.find(({ turn }) => turn).turn);
  await page.locator("#status", { hasText: "Your turn." }).waitFor();
  await guest.resigns();
  await page.locator("#status", { hasText: /^You lost/ }).waitFor();
  await guest.reads("Analysis");
  await page.locator("[data-analyse]").click();
  await page.locator("#analysis button", { hasText: "Stop" }).waitFor();
});

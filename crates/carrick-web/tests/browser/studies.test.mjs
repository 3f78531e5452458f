// Studies: kept, extended by trying and typing, named, promoted, shared, exported, imported,
// deleted.

import assert from "node:assert/strict";
import { DESKTOP, PHONE, Person, withPeople } from "./site.mjs";

const EXPLORED = "/explore/antipod?options=-radius%3D4&turns=f4+e3";

/** The turns of each variation that a page lists, in order. @param {import("playwright-core").Page} page */
const variations = async (page) => {
  const rows = await page.locator(".variations li").allTextContents();
  return rows.map((row) => row.replace(/\d+\.|\*/g, "").replace(/\s+/g, " ").trim());
};

/** Follows the link of a turn in the tree. */
const goes = (page, turn) => page.locator(".variations a", { hasText: new RegExp(`(^|\\s)${turn}\\*?\\s*$`) }).first().click();

/** Changes a study by one of its forms, and waits for the page after it. */
async function changes(page, button) {
  await Promise.all([page.waitForEvent("framenavigated"), page.getByRole("button", { name: button, exact: true }).click()]);
  await page.waitForLoadState();
}

for (const [device, profile] of [["a desktop", DESKTOP], ["a phone", PHONE], ["a browser without scripts", { ...DESKTOP, javaScriptEnabled: false }]]) {
  const scripts = profile.javaScriptEnabled !== false;
  const people = () => Promise.all([Person.named(`ada_${device.length}`, profile), Person.comes(DESKTOP)]);
  withPeople(`a study is kept, extended, shared and deleted, on ${device}`, people, async (ada, stranger) => {
    const { page } = ada;
    await page.goto(EXPLORED);
    await changes(page, "Keep as a study");
    const path = new URL(page.url()).pathname;
    assert.match(path, /^\/studies\/[0-9a-f]+$/);
    await page.getByLabel("Title").fill("Corners");
    await changes(page, "Save");
    await page.getByRole("heading", { level: 1, name: /Corners/ }).waitFor();
    assert.deepEqual(await variations(page), ["f4 e3"]);

    // A turn that is tried on the board, or typed, becomes part of the tree.
    await goes(page, "e3");
    await page.waitForURL(/\?at=1$/);
    const turns = page.locator("#study-add input[name=turns]");
    if (scripts) {
      await ada.board();
      const place = page.locator("#board [data-place=c4]").first();
      await ada.points(await place.getAttribute("id"));
      for (let tries = 0; tries < 500 && (await turns.inputValue()) !== "c4"; tries++);
      assert.equal(await turns.inputValue(), "c4");
    } else await turns.fill("c4");
    await changes(page, "Add as a variation");
    assert.deepEqual(await variations(page), ["f4 e3 c4"]);
    await goes(page, "f4");
    await page.waitForURL(/\?at=0$/);
    await turns.fill("z9");
    await page.getByRole("button", { name: "Add as a variation" }).click();
    await page.getByRole("alert").waitFor();
    assert.equal(await turns.inputValue(), "z9", "the typed text stays");
    await turns.fill("d5 c3");
    await changes(page, "Add as a variation");

    // The variation gets a name and a comment, and becomes the main line.
    await page.getByLabel("Name of the variation").fill("calm");
    await page.getByLabel("Comment").fill("Slow, and sound.");
    await changes(page, "Save");
    await page.locator("h2.variation", { hasText: "calm" }).waitFor();
    await page.locator("p.words", { hasText: "Slow, and sound." }).waitFor();
    const main = (await variations(page))[0] ?? "";
    assert.match(main, /c4/, "the first line is the main one");
    await changes(page, "Make it the main line");
    assert.match((await variations(page))[0] ?? "", /c3/, "now the other one is");
    if (scripts) assert.deepEqual(await ada.offences(), []);

    // Anyone who knows the address can read it, but no one else can change it.
    const { page: theirs } = stranger;
    await theirs.goto(path);
    await theirs.getByRole("heading", { level: 1, name: /Corners/ }).waitFor();
    assert.equal(await theirs.getByRole("heading", { name: "Change it" }).count(), 0);
    assert.deepEqual(await stranger.offences(), []);
    await goes(theirs, "c3");
    await theirs.locator("p.words", { hasText: "Slow, and sound." }).waitFor();

    // An exported study is the same after it is imported.
    const sgf = await (await stranger.context.request.get(`${path}/study.sgf`)).text();
    assert.match(sgf, /^\(;[\s\S]*C\[Slow, and sound\.\]/);
    const json = await (await stranger.context.request.get(`${path}/study.json`)).text();
    assert.equal(JSON.parse(json).title, "Corners");
    for (const text of [sgf, json]) {
      await page.goto("/studies");
      await page.getByLabel("SGF, JSON or a line of turns").fill(text);
      await changes(page, "Keep");
      const copy = new URL(page.url()).pathname;
      const again = await (await ada.context.request.get(`${copy}/study.json`)).text();
      assert.deepEqual(JSON.parse(again).nodes, JSON.parse(json).nodes);
    }

    // First a variation is deleted, and then the whole study, each after its box is ticked.
    await page.goto(path);
    await goes(page, "c3");
    await page.getByRole("button", { name: "Delete from here" }).click();
    await page.getByRole("alert").filter({ hasText: "tick the box" }).waitFor();
    await page.getByLabel(/Yes, delete turn/).check();
    await changes(page, "Delete from here");
    assert.ok(!(await variations(page)).join(" ").includes("c3"));
    await page.goto(path);
    await page.getByLabel("Yes, delete the whole study").check();
    await changes(page, "Delete the study");
    await page.waitForURL(/\/studies$/);
    assert.equal(await page.locator(".studies li").count(), 2, "the copies remain");
    assert.equal((await stranger.context.request.get(path)).status(), 404);
  });
}

// Reviews of finished games: requested on the page, shown when they are done, stepped through with
// the graph.

import assert from "node:assert/strict";
import { DESKTOP, PHONE, Person, challenge, withPeople } from "./site.mjs";

/** Longer than the computer takes for a review on a busy machine. */
const PATIENCE = { timeout: 120_000 };

for (const [device, profile] of [["a desktop", DESKTOP], ["a phone", PHONE]]) {
  const people = () => Promise.all([Person.named(`ann_${device.at(-1)}`, profile), Person.named(`bob_${device.at(-1)}`)]);
  withPeople(`a review appears automatically and leads through the game, on ${device}`, people, async (ann, bob) => {
    const { page } = ann;
    const path = await challenge("anchor", { "-size": "4" }, ann, bob);
    for (const [index, turn] of ["A1", "C2", "pass", "pass"].entries()) {
      await [ann, bob][index % 2].sends(`${path}/turn`, { turn, number: index + 1 });
    }
    await ann.opens(path);
    await page.getByRole("button", { name: "Review this game" }).click();
    await page.locator("#review .summary").waitFor(PATIENCE);
    assert.deepEqual(await ann.offences(), []);

    // Each point of the graph leads to its turn, and so does the table, which the keyboard can
    // reach.
    await page.locator("svg.review-graph a").nth(1).click();
    await page.waitForURL(/\?at=1$/);
    await page.locator("#review summary").press("Enter");
    const here = page.locator("#review td a[aria-current]");
    assert.match((await here.textContent()) ?? "", /^1 A1/);
    await page.locator("#review td a", { hasText: "2 C2" }).press("Enter");
    await page.waitForURL(/\?at=2$/);
  });
}

// Without a network: the server is stopped, and the site goes on with what the browser has kept.

import assert from "node:assert/strict";
import { DESKTOP, Person, whileAway, withPeople } from "./site.mjs";

const reader = async (profile = DESKTOP) => [await Person.comes({ ...profile, serviceWorkers: "allow" })];

/** Opens the page about being off line, and waits until everything is kept. */
async function keeps(person) {
  await person.opens("/offline");
  await person.page.locator("#kept", { hasText: "Everything that works off line is in this browser." }).waitFor({ timeout: 60_000 });
}

/** What the service worker said at the top of a page. */
const note = (person) => person.page.locator(".copy");

withPeople("lessons and rules are read from copies, which say so", reader, async (dora) => {
  const { page } = dora;
  await keeps(dora);
  await dora.opens("/rules/boche");
  assert.equal(await note(dora).count(), 0, "there is a network");
  await whileAway(async () => {
    await page.goto("/rules/boche");
    await note(dora).filter({ hasText: /This is a copy of the page from \d+ \w+ \d{4}/ }).waitFor();
    await page.getByRole("heading", { level: 1 }).waitFor();
    await page.goto("/learn");
    await page.getByRole("link", { name: "Begin" }).first().waitFor();
    assert.deepEqual(await dora.offences(), []);
    // A page of which there is no copy is not replaced by another one without a word.
    await page.goto("/players?from=<b>");
    await note(dora).filter({ hasText: "The page /players?from=%3Cb%3E needs one." }).waitFor();
    assert.equal(await page.getByRole("link", { name: "Try again" }).getAttribute("href"), "/players?from=%3Cb%3E");
    assert.deepEqual(await dora.offences(), []);
  });
  await page.getByRole("link", { name: "Try again" }).click();
  await page.getByRole("heading", { name: "Players" }).waitFor();
  assert.equal(await note(dora).count(), 0);
  dora.mayLoseConnection();
});

withPeople("copies are nobody's, whoever is signed in", reader, async (ann) => {
  await ann.signsUp("ann");
  await keeps(ann);
  await ann.page.getByRole("link", { name: "ann", exact: true }).first().waitFor({ state: "attached" });
  const names = await ann.page.evaluate(async () => {
    const found = [];
    for (const name of await caches.keys()) {
      const cache = await caches.open(name);
      for (const request of await cache.keys()) {
        const text = await (await cache.match(request))?.text();
        if (text?.includes('href="/account"')) found.push(request.url);
      }
    }
    return found;
  });
  assert.deepEqual(names, []);
  await whileAway(async () => {
    await ann.page.goto("/boards");
    await note(ann).filter({ hasText: "The page /boards needs one." }).waitFor();
    await ann.page.getByRole("link", { name: "Sign in" }).first().waitFor({ state: "attached" });
  });
  ann.mayLoseConnection();
});

const updater = async () => [await Person.comes({ ...DESKTOP, serviceWorkers: "allow", bypassCSP: true })];

withPeople("an update waits until the pages of the old version are closed", updater, async (dora) => {
  const { page } = dora;
  await dora.opens("/learn/anchor/1");
  await page.evaluate(() => navigator.serviceWorker.ready);
  await page.evaluate(() => caches.open("carrick-former"));
  const former = (on) => on.evaluate(() => caches.has("carrick-former"));
  await dora.points("p-D4");
  await dora.hears(/^Preview: /);
  // To a browser a script at another address is another version.
  await page.evaluate(() => navigator.serviceWorker.register("/service-worker.js?another"));
  const waits = (on) => on.waitForFunction(async () => (await navigator.serviceWorker.ready).waiting?.state === "installed");
  await waits(page);
  assert.equal(await former(page), true);
  // The turn in the middle of which it came is played as if nothing had happened.
  await page.click("[data-confirm]");
  await page.locator(".lesson-answer", { hasText: "Not yet." }).waitFor();
  await dora.opens("/learn/anchor/2");
  await waits(page);
  assert.equal(await former(page), true, "the next page of the same visit changes nothing either");
  await page.close();
  dora.page = await dora.context.newPage();
  await dora.page.goto("/offline");
  await dora.page.waitForFunction(async () => !(await caches.has("carrick-former")));
});

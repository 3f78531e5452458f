// Without a network: the server is stopped, and the site continues with what the browser has
// stored.

import assert from "node:assert/strict";
import { DESKTOP, Person, address, whileAway, withPeople } from "./site.mjs";

const reader = async (profile = DESKTOP) => [await Person.comes({ ...profile, serviceWorkers: "allow" })];

/** Opens the page about offline use, and waits until everything is stored. */
async function keeps(person) {
  await person.opens("/offline");
  await person.page.locator("#kept", { hasText: "Everything that works offline is stored in this browser." }).waitFor({ timeout: 60_000 });
}

/** The service worker's note at the top of a page. */
const note = (person) => person.page.locator(".copy");

withPeople("lessons and rules are shown from copies, with a note", reader, async (dora) => {
  const { page } = dora;
  await keeps(dora);
  await dora.opens("/rules/boche");
  assert.equal(await note(dora).count(), 0, "there is a network");
  await whileAway(async () => {
    await page.goto("/rules/boche");
    await note(dora).filter({ hasText: /This is a copy of the page from \d+ \w+ \d{4}/ }).waitFor();
    await page.getByRole("heading", { level: 1 }).waitFor();
    await page.goto("/learn");
    await page.getByRole("link", { name: /^Start/ }).first().waitFor();
    assert.deepEqual(await dora.offences(), []);
    // If a page has no copy, another page does not silently replace it.
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

withPeople("copies contain nothing personal, even for a signed-in reader", reader, async (ann) => {
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

/**
 * Waits until a condition holds; the pages' policy forbids Playwright's usual way.
 * @param {() => Promise<boolean>} so
 */
async function until(so) {
  for (let tries = 0; !(await so()); tries++) {
    assert.ok(tries < 100, String(so));
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

/** Starts a game offline, and waits for its board. */
async function begins(person, game, { level = "", seat = "first", ...options } = {}) {
  const { page } = person;
  await page.goto("/offline");
  await page.locator("summary", { hasText: game }).click();
  const form = page.locator(`form[data-begin="${game.toLowerCase()}"]`);
  await form.locator("[name=level]").selectOption(level);
  await form.locator("[name=seat]").selectOption(seat);
  for (const [name, value] of Object.entries(options)) await form.locator(`[name="${name}"]`).selectOption(value);
  await form.getByRole("button", { name: "Start" }).click();
  await page.waitForURL(`**/offline/${game.toLowerCase()}?game=*`);
  await person.board();
}

/** Plays a place, or `p-pass`, and waits until the turn is kept. */
async function places(person, id) {
  if (id === "p-pass") await person.page.getByRole("button", { name: "Pass", exact: true }).click();
  else await person.points(id);
  await person.hears(/^Preview: /);
  await person.confirms(() => person.page.click("[data-confirm]"));
}

/** The games in the browser. */
const kept = (person) =>
  person.page.evaluate(() => Object.entries(localStorage).filter(([name]) => name.startsWith("carrick.game.")).map(([, text]) => JSON.parse(text)));

withPeople("a step of a lesson is finished offline and reported to the site later", reader, async (dora) => {
  const { page } = dora;
  await keeps(dora);
  await whileAway(async () => {
    await dora.opens("/learn/anchor/2");
    await note(dora).waitFor();
    for (const [id, answer] of [["p-D4", /Not yet\. That stone would be dead/], ["p-A1", /Right\. A home corner/]]) {
      await dora.points(id);
      await dora.hears(/^Preview: /);
      await page.click("[data-confirm]");
      await page.locator(".lesson-answer", { hasText: answer }).waitFor({ timeout: 10_000 });
    }
    await page.locator('[data-place="A1"][aria-label*="Black"]').waitFor();
    assert.equal(await page.evaluate(() => document.activeElement?.textContent), "Next step");
    await page.keyboard.press("Enter");
    await page.waitForURL("**/learn/anchor/3");
    await page.locator(".way", { hasText: "step 3 of 9" }).waitFor();
  });
  await page.goto("/learn");
  await until(() => page.evaluate(() => localStorage.getItem("carrick.learned") === null));
  await page.reload();
  await page.getByText("1 of 9 steps done").waitFor();
  dora.mayLoseConnection();
});

withPeople("two players play offline and hand in their game", reader, async (dora) => {
  const { page } = dora;
  await keeps(dora);
  await whileAway(async () => {
    await begins(dora, "Anchor", { "-size": "5" });
    await places(dora, "p-E5");
    await dora.hears(/Turn 2: /);
    await places(dora, "p-C3");
    await places(dora, "p-D4");
    // Everything is there when the page is opened again, and a turn can be taken back.
    await page.reload();
    await dora.board();
    await dora.hears(/Turn 4: /);
    await page.getByRole("button", { name: "Take back" }).click();
    await dora.hears(/Turn 3: /);
    assert.deepEqual(await dora.offences(), []);
    await page.getByRole("button", { name: "Hand in" }).click();
    await page.locator("#trouble", { hasText: "The game is kept here" }).waitFor();
    assert.deepEqual((await kept(dora)).map(({ turns }) => turns.join(" ")), ["E5 C3"]);
    await page.goto("/offline");
    await page.locator("#kept-games", { hasText: "Anchor for two at this screen" }).waitFor();
    assert.deepEqual(await dora.offences(), []);
  });
  await page.locator("#kept-games").getByRole("button", { name: "Hand in" }).click();
  await page.waitForURL("**/hotseat/*");
  await page.getByText("Played offline and handed in.").waitFor();
  await dora.hears(/Turn 3: /);
  assert.deepEqual(await kept(dora), []);
  dora.mayLoseConnection();
});

withPeople("a lost answer does not hand a game in twice, and a refusal loses nothing", async () => [await Person.comes()], async (dora) => {
  const { page } = dora;
  await begins(dora, "Antipod");
  await places(dora, "p-c4");
  // The browser contains data that no game can have.
  const [game] = await kept(dora);
  const write = (turns) => page.evaluate((whole) => localStorage.setItem(`carrick.game.${whole.id}`, JSON.stringify(whole)), { ...game, turns });
  await write(["c4", "c4"]);
  await page.goto("/offline");
  await page.locator("#kept-games").getByRole("button", { name: "Hand in" }).click();
  await page.locator("#games-said", { hasText: /Turn 2.*It is kept here\./ }).waitFor();
  assert.equal((await kept(dora)).length, 1);
  await write(["c4"]);
  let sent = 0;
  await dora.context.route("**/offline/games", async (route) => {
    sent += 1;
    await route.fetch({ maxRedirects: 0 });
    await route.abort("connectionreset");
  });
  await page.locator("#kept-games").getByRole("button", { name: "Hand in" }).click();
  await page.locator("#games-said", { hasText: "The game is kept here" }).waitFor();
  await dora.context.unroute("**/offline/games");
  await page.locator("#kept-games").getByRole("button", { name: "Hand in" }).click();
  await page.waitForURL("**/hotseat/*");
  assert.equal(sent, 1);
  dora.mayLoseConnection();
});

withPeople("the computer plays offline, and is asked again after its page is closed", reader, async (dora) => {
  const { page } = dora;
  await keeps(dora);
  await whileAway(async () => {
    await begins(dora, "Anchor", { level: "novice1", "-size": "5" });
    await page.locator("#players", { hasText: "You play black." }).waitFor();
    await places(dora, "p-E5");
    await dora.hears(/Turn 3: /);
    const [{ turns, seed, ...game }] = await kept(dora);
    assert.equal(turns.length, 2);
    // The page was closed before the computer had played.
    await page.evaluate((whole) => localStorage.setItem(`carrick.game.${whole.id}`, JSON.stringify(whole)), { ...game, seed, turns: ["E5"] });
    await page.reload();
    await dora.board();
    await dora.hears(/Turn 3: /);
    assert.deepEqual((await kept(dora))[0].turns, turns, "with the same seed it plays the same turn");
    await page.getByRole("button", { name: "Take back" }).click();
    await dora.hears(/Turn 1: /);
  });
  dora.mayLoseConnection();
});

withPeople("a game is resigned offline, taken back, resigned again and handed in", reader, async (dora) => {
  const { page } = dora;
  await keeps(dora);
  const resigns = async () => {
    await page.locator("summary", { hasText: "Resign" }).click();
    await page.getByRole("button", { name: "Resign this game" }).click();
    await page.locator("#players", { hasText: "White wins: Black resigned." }).waitFor();
  };
  await whileAway(async () => {
    await begins(dora, "Anchor", { "-size": "5" });
    await places(dora, "p-E5");
    await places(dora, "p-C3");
    await resigns();
    assert.deepEqual(await dora.offences(), []);
    // Nothing can be played until the resignation is taken back; no turn is lost.
    assert.equal(await page.locator("#board").getAttribute("data-mode"), "watch");
    await page.getByRole("button", { name: "Take back" }).click();
    await page.locator('#board[data-mode="play"]').waitFor();
    assert.deepEqual((await kept(dora)).map(({ turns, resigned }) => [turns.join(" "), resigned]), [["E5 C3", undefined]]);
    await resigns();
    await page.goto("/offline");
    await page.locator("#kept-games", { hasText: "White wins: Black resigned." }).waitFor();
  });
  await page.locator("#kept-games").getByRole("button", { name: "Hand in" }).click();
  await page.waitForURL("**/hotseat/*");
  await page.getByText("Played offline and handed in. White wins: Black resigned.").waitFor();
  dora.mayLoseConnection();
});

for (const [level, reply] of [["level2", 10_000], ["level5", 60_000]]) {
  withPeople(`${level} plays offline`, reader, async (dora) => {
    const { page } = dora;
    await keeps(dora);
    await whileAway(async () => {
      await begins(dora, "Anchor", { level, "-size": "5" });
      await places(dora, "p-E5");
      await page.locator(".board-said", { hasText: /Turn 3: / }).waitFor({ timeout: reply });
      assert.equal((await kept(dora))[0].turns.length, 2);
    });
    dora.mayLoseConnection();
  });
}

/** The answers to puzzles that the browser keeps. */
const answers = (person) => person.page.evaluate(() => JSON.parse(localStorage.getItem("carrick.puzzles") ?? "[]"));

withPeople("a puzzle of the week is solved offline, and later its answers count once", reader, async (dora) => {
  const { page } = dora;
  await dora.signsUp("dora");
  await keeps(dora);
  await whileAway(async () => {
    await page.goto("/puzzles/anchor/today");
    await page.waitForURL("**/offline/puzzles/anchor?day=today");
    await dora.board();
    await page.locator(".ask", { hasText: "Exactly one turn wins" }).waitFor();
    assert.equal(await page.locator("#week li").count(), 7);
    assert.deepEqual(await dora.offences(), []);
    const { solution } = JSON.parse(await page.locator("#week li").first().getAttribute("data-puzzle"));
    const turns = solution.split(" ");
    const empty = page.locator(`[data-place][aria-label*="empty"]:not([data-place="${turns[0]}"])`).first();
    await empty.waitFor();
    await dora.points(await empty.getAttribute("id"));
    await dora.hears(/^Preview: /);
    await page.click("[data-confirm]");
    await page.locator(".lesson-answer", { hasText: "Not this one." }).waitFor({ timeout: 10_000 });
    for (const [at, turn] of turns.entries()) {
      // Every second turn is the computer's best defence.
      if (at % 2 === 1) await page.locator(".lesson-answer", { hasText: `defends with ${turn}.` }).waitFor({ timeout: 10_000 });
      else await places(dora, `p-${turn}`);
    }
    await page.locator(".lesson-answer", { hasText: "Solved." }).waitFor({ timeout: 10_000 });
    await page.locator("#record", { hasText: "handed in when the site can be reached" }).waitFor();
    assert.deepEqual(await dora.offences(), []);
    // Everything is there when the page is opened again, and later tries are practice.
    await page.goto("/offline/puzzles/anchor");
    await dora.board();
    await page.locator("#week li", { hasText: ", solved" }).waitFor();
    const [{ tries, end, sent }] = await answers(dora);
    assert.deepEqual([tries.length, end, sent], [1 + (turns.length + 1) / 2, "solved", 0]);
    // It is not mistaken for the puzzle of another day.
    await page.goto("/puzzles/anchor/2008-05-01");
    await page.locator("#trouble", { hasText: "The puzzle of 2008-05-01 is not on this page" }).waitFor();
  });
  await page.goto("/puzzles");
  await until(async () => (await answers(dora)).every(({ tries, sent }) => sent === tries.length));
  const [{ said, ...one }] = await answers(dora);
  assert.match(said, /^Handed in\. You solved it, not at the first try\./);
  // The answer was lost, so it is sent again: nothing changes.
  await page.evaluate((again) => localStorage.setItem("carrick.puzzles", JSON.stringify([again])), { ...one, sent: 0, said: "" });
  await page.reload();
  await until(async () => (await answers(dora))[0].said === said);
  await page.goto(`/puzzles/anchor/${one.number}`);
  await page.getByText("0 of 1 solved it at the first try.").waitFor();
  await page.getByText("You solved it, not at the first try.").waitFor();
  dora.mayLoseConnection();
});

withPeople("a puzzle is given up offline with the keyboard", reader, async (dora) => {
  const { page } = dora;
  await keeps(dora);
  await whileAway(async () => {
    await page.goto("/offline");
    await page.getByRole("link", { name: "Seven puzzles of Boche" }).press("Enter");
    await page.waitForURL("**/offline/puzzles/boche");
    await dora.board();
    await page.locator("summary", { hasText: "Give up" }).press("Enter");
    await page.getByRole("button", { name: "Show the solution" }).press("Enter");
    await page.locator(".lesson-answer", { hasText: "The solution." }).waitFor({ timeout: 10_000 });
    assert.equal(await page.evaluate(() => document.activeElement?.textContent), "Next puzzle");
    await page.locator("#week li", { hasText: ", given up" }).waitFor();
  });
  dora.mayLoseConnection();
});

withPeople("a module that does not load is reported in a sentence", async () => [await Person.comes()], async (dora) => {
  const { page } = dora;
  await dora.context.route("**/*.wasm", (route) => route.abort("connectionreset"));
  await page.goto("/offline/puzzles/antipod");
  await page.locator("#trouble", { hasText: "The engine for this page could not be loaded. Please try again." }).waitFor({ timeout: 20_000 });
  await dora.context.unroute("**/*.wasm");
  await page.reload({ waitUntil: "networkidle" });
  await dora.board();
  dora.mayLoseConnection();
});

const updater = async () => [await Person.comes({ ...DESKTOP, serviceWorkers: "allow", bypassCSP: true })];

withPeople("an update waits until the pages of the old version are closed", updater, async (dora) => {
  const { page } = dora;
  await dora.opens("/learn/anchor/2");
  // A worker that is being activated counts as ready, but still deletes old caches.
  await page.waitForFunction(async () => (await navigator.serviceWorker.ready).active?.state === "activated");
  await page.evaluate(() => caches.open("carrick-former"));
  const former = (on) => on.evaluate(() => caches.has("carrick-former"));
  await dora.points("p-D4");
  await dora.hears(/^Preview: /);
  // For a browser, a script at another address is another version.
  await page.evaluate(() => navigator.serviceWorker.register("/service-worker.js?another"));
  const waits = (on) => on.waitForFunction(async () => (await navigator.serviceWorker.ready).waiting?.state === "installed");
  await waits(page);
  assert.equal(await former(page), true);
  // The turn that was half chosen when the update came is played as usual.
  await page.click("[data-confirm]");
  await page.locator(".lesson-answer", { hasText: "Not yet." }).waitFor();
  await dora.opens("/learn/anchor/3");
  await waits(page);
  assert.equal(await former(page), true, "the next page of the same visit also changes nothing");
  await page.close();
  dora.page = await dora.context.newPage();
  await dora.page.goto("/offline");
  await dora.page.waitForFunction(async () => !(await caches.has("carrick-former")));
});

// Everything other than choosing turns: conditional turns, offers, chat, looking back, exploring,
// open games.

import assert from "node:assert/strict";
import { Person, challenge, withPeople } from "./site.mjs";

const two = () => Promise.all([Person.named("ann"), Person.named("bob")]);

/** A board after these turns, sent as forms. */
async function played(game, turns, ann, bob) {
  const path = await challenge(game, {}, ann, bob);
  for (const [index, turn] of turns.split(" ").entries()) {
    await [ann, bob][index % 2].sends(`${path}/turn`, { turn, number: index + 1 });
  }
  return path;
}

withPeople("conditional turns are composed on the board, and played", two, async (ann, bob) => {
  const path = await played("antipod", "c4", ann, bob);
  await ann.opens(path);
  for (const [theirs, mine] of [["e6", "d5"], ["g6", "h6"]]) {
    await ann.page.click("[data-foresee]");
    await ann.hears(/^Choose a turn that your opponent may play/);
    for (const turn of [theirs, mine]) {
      await ann.chooses(turn);
      await ann.page.getByRole("button", { name: `Add ${turn}` }).click();
      await ann.hears(new RegExp(`plays ${turn}\\. Turn`));
    }
    await ann.page.click("[data-keep]");
    await ann.hears(/^White plays c4/);
  }
  await ann.page.locator("#queue code", { hasText: /^e6 d5, g6 h6$/ }).waitFor();
  await bob.opens(path);
  assert.equal(await bob.page.locator("#queue").count(), 0);
  await bob.plays("g6");
  await bob.isToMove(4);
  assert.equal((await bob.position(path)).turns.join(" "), "c4 g6 h6");
});

withPeople("an abandoned conditional turn is not kept", two, async (ann, bob) => {
  const path = await played("antipod", "c4", ann, bob);
  await ann.opens(path);
  for (const [theirs, mine, done] of [["e6", "d5", "[data-return]"], ["g6", "h6", "[data-keep]"]]) {
    await ann.page.click("[data-foresee]");
    await ann.hears(/^Choose a turn that your opponent may play/);
    for (const turn of [theirs, mine]) {
      await ann.chooses(turn);
      await ann.page.getByRole("button", { name: `Add ${turn}` }).click();
      await ann.hears(new RegExp(`plays ${turn}\\. Turn`));
    }
    await ann.page.click(done);
    if (done === "[data-return]") await ann.hears(/^White plays c4\. Turn 2/);
  }
  await ann.page.locator("#queue code", { hasText: /^g6 h6$/ }).waitFor();
  await bob.opens(path);
  await bob.plays("e6");
  await ann.isToMove(3);
});

withPeople("a swap and a pass are announced to a player who opens the board", two, async (ann, bob) => {
  const swapped = await played("ankor", "d3 swap", ann, bob);
  await ann.opens(swapped);
  await ann.hears(/^The second player swaps: they play O from now on, and the player who started plays X\. .* Turn 3: X to move\.$/);
  await ann.page.locator(".lately", { hasText: "bob has swapped: you are X now." }).waitFor();
  const passed = await played("anchor", "E5 F6 pass", ann, bob);
  await bob.opens(passed);
  await bob.hears(/^Black passes\. Turn 4: White to move\.$/);
  await bob.page.locator(".lately", { hasText: "ann has passed." }).waitFor();
});

/** Makes the first request of a URL fail; returns a count of the requests. */
async function failsOnce(person, address) {
  let asked = 0;
  await person.context.route(address, (route) => {
    asked += 1;
    return asked === 1 ? route.fulfill({ status: 502, body: "Bad Gateway" }) : route.continue();
  });
  return () => asked;
}

/** Checks that bob sees ann's third turn although a request fails. */
async function hearsInSpite(path, ann, bob, asked) {
  await ann.sends(`${path}/turn`, { turn: "d8", number: 3 });
  await bob.isToMove(4);
  assert.equal(asked(), 2);
  bob.complaints = bob.complaints.filter((said) => !said.includes("502"));
}

withPeople("a page whose event stream was refused asks for it again", two, async (ann, bob) => {
  const path = await played("antipod", "c4 e6", ann, bob);
  const asked = await failsOnce(bob, "**/events");
  await bob.opens(path);
  await hearsInSpite(path, ann, bob, asked);
});

withPeople("a page that could not be loaded after a turn is requested again", two, async (ann, bob) => {
  const path = await played("antipod", "c4 e6", ann, bob);
  await bob.opens(path);
  await hearsInSpite(path, ann, bob, await failsOnce(bob, `**${path}`));
});

withPeople("a page that was opened at an earlier turn plays in the present position", two, async (ann, bob) => {
  const path = await played("antipod", "c4 e6 d8 g5", ann, bob);
  const hotseat = await ann.sends("/new/antipod/hotseat", {});
  for (const [ply, turn] of ["c4", "e6"].entries()) await ann.sends(`${hotseat}/turn`, { turn, ply });
  for (const [board, number] of [[path, 5], [hotseat, 3]]) {
    await ann.opens(`${board}?at=1`);
    assert.equal(await ann.page.locator("#queue").count(), 0, "it is her turn, so there are no conditional turns");
    const back = ann.page.getByRole("button", { name: "Return" });
    await back.click();
    await back.waitFor({ state: "detached" });
    await ann.plays("d5");
    await ann.page.waitForURL(`**${board}`);
    const { turns } = await ann.position(board);
    assert.deepEqual([turns.length, turns.at(-1)], [number, "d5"]);
  }
});

withPeople("undo and draw take one click to offer or answer; only resigning needs a confirmation", two, async (ann, bob) => {
  const path = await played("antipod", "c4 e6 d8 g5", ann, bob);
  await Promise.all([ann.opens(path), bob.opens(path)]);
  const does = async (person, button) => {
    await person.does(button);
    assert.equal(new URL(person.page.url()).pathname, path);
  };
  await does(bob, "Undo");
  await ann.page.locator("#news", { hasText: "bob asks to take the last turn back." }).waitFor({ state: "attached" });
  await ann.page.locator(".notice.offer", { hasText: "bob asks to take the last turn back." }).waitFor();
  for (const colorScheme of ["dark", "light"]) {
    await ann.page.emulateMedia({ colorScheme });
    assert.deepEqual(await ann.offences(), []);
  }
  await does(ann, "Accept");
  await bob.isToMove(4);
  await ann.page.locator(".notice.offer").waitFor({ state: "detached" });
  await bob.hears(/^A turn was taken back\. Turn 4/);
  await bob.page.locator("#news", { hasText: /^You have gone back to turn 4\.$/ }).waitFor({ state: "attached" });
  // Both play a second turn with the same number: one with the form of a page that stayed open, the
  // other with that of a new page.
  await bob.plays("h5");
  await ann.isToMove(5);
  await ann.plays("f7");
  await does(ann, "Undo");
  await bob.page.locator(".offer", { hasText: "ann asks to take the last turn back." }).waitFor();
  await does(bob, "Accept");
  await ann.isToMove(5);
  await ann.plays("g6");
  await bob.isToMove(6);
  await bob.plays("b3");
  assert.equal((await bob.position(path)).turns.join(" "), "c4 e6 d8 h5 g6 b3");
  await does(ann, "Offer a draw");
  await bob.page.locator(".offer", { hasText: "ann offers a draw." }).waitFor();
  assert.equal(await bob.page.locator("#news[role=status]").textContent(), "ann offers a draw.");
  await does(bob, "Decline");
  await ann.page.locator(".offer", { hasText: "bob has rejected a draw." }).waitFor();
  await ann.page.locator("#news", { hasText: /^bob has rejected a draw\.$/ }).waitFor({ state: "attached" });
  assert.equal(await ann.page.getByRole("button", { name: "Offer a draw" }).count(), 0);
  await bob.resigns();
  await ann.page.locator("#status", { hasText: /^You won by resignation: \+\d+$/ }).waitFor();
  await bob.page.locator("#status", { hasText: /^You lost by resignation: −\d+$/ }).waitFor();
  for (const next of ["Play again", "Review", "New game"]) await ann.page.locator(".next").getByText(next).waitFor();
});

withPeople("a coordinate in the chat lights its point", two, async (ann, bob) => {
  const path = await played("antipod", "c4 e6", ann, bob);
  await Promise.all([ann.opens(path), bob.opens(path)]);
  for (const person of [ann, bob]) await person.reads("Chat");
  await bob.page.getByLabel("Say something").fill("Why not D8, or a14?");
  await bob.page.getByRole("button", { name: "Send" }).click();
  const words = ann.page.locator("#chat [data-light]");
  await words.first().waitFor();
  assert.deepEqual(await words.allTextContents(), ["D8", "a14"]);
  await words.first().hover();
  assert.equal(await ann.page.locator(".core.lit").count(), 1);
  await words.last().hover();
  assert.equal(await ann.page.locator(".core.lit").count(), 2);
});

withPeople("the keyboard steps through a game, and variations stay private", two, async (ann, bob) => {
  const path = await played("antipod", "c4 e6 d8 g5", ann, bob);
  await Promise.all([ann.opens(path), bob.opens(path)]);
  const { page } = ann;
  const line = page.locator(".line button");
  await page.locator("h1").click();
  for (const [key, said] of [["ArrowLeft", /Turn 4/], ["ArrowLeft", /Turn 3/], ["ArrowRight", /Turn 4/], ["ArrowLeft", /Turn 3/]]) {
    await page.keyboard.press(key);
    await ann.hears(said);
  }
  await ann.page.click("#p-b2");
  await ann.hears(/Turn 4: Black to move/);
  assert.deepEqual(await line.allTextContents(), ["c4", "e6", "b2"]);
  // Back and forth within the variation, which stays.
  await page.locator("[data-step=Back]").click();
  await ann.hears(/Turn 3/);
  await page.locator("[data-step=Forward]").click();
  await ann.hears(/Turn 4/);
  assert.deepEqual(await line.allTextContents(), ["c4", "e6", "b2"]);
  // A reader who explores is told that the game has moved on, and stays where they are.
  await ann.sends(`${path}/turn`, { turn: "h5", number: 5 });
  await ann.hears(/^The game has moved on: White plays h5\./);
  assert.deepEqual(await line.allTextContents(), ["c4", "e6", "b2"]);
  await page.click("[data-return]");
  await ann.hears(/^White plays h5\. Turn 6: Black to move\.$/);
  // The player to move tries one turn, and plays another.
  await bob.isToMove(6);
  await bob.page.click("[data-explore]");
  await bob.page.locator("[data-return]").waitFor();
  await bob.page.click("#p-b2");
  await bob.hears(/^Black plays b2\. Turn 7: White to move\.$/);
  assert.equal((await bob.position(path)).turns.length, 5);
  await bob.page.click("[data-return]");
  await bob.hears(/^White plays h5\. Turn 6/);
  await bob.plays("b3");
  await ann.isToMove(7);
});

withPeople("a turn of the list has an address, and the board opens there", two, async (ann, bob) => {
  const path = await played("ankor", "d3 c2 d2 e3", ann, bob);
  const cleo = await Person.comes();
  await cleo.opens(`${path}?at=2`);
  await cleo.page.locator(".line [aria-current]", { hasText: "c2" }).waitFor();
  await cleo.page.locator("[data-step=Forward]").click();
  await cleo.page.locator(".line [aria-current]", { hasText: "d2" }).waitFor();
  await cleo.page.goto(`/explore?board=${path}&at=3`);
  await cleo.board();
  await cleo.hears(/Turn 4: X to move/);
  assert.equal(new URL(cleo.page.url()).searchParams.get("turns"), "d3 c2 d2");
  await cleo.leaves();
  assert.ok(bob.name);
});

withPeople("one player offers an open game and the other accepts it", two, async (ann, bob) => {
  await ann.page.goto("/new/boche");
  await ann.page.getByLabel("Anyone who accepts").check();
  await ann.page.getByLabel("Size of the board").selectOption("4");
  await ann.page.getByRole("button", { name: "Offer this game" }).click();
  await ann.page.waitForURL("**/seeks");
  await bob.page.goto("/seeks");
  await bob.page.locator("tr", { hasText: "ann" }).getByRole("button", { name: "Accept" }).click();
  await bob.page.waitForURL(/\/boche\/\d+$/);
  await bob.board();
  assert.match(await bob.page.textContent("main"), /4 holes to a side/);
});

withPeople("next board: a player who has moved continues with the next waiting game", two, async (ann, bob) => {
  const [path] = [await played("antipod", "c4", ann, bob), await played("anchor", "E5", ann, bob)];
  await bob.opens(path);
  await bob.plays("d8");
  await bob.page.locator("main").getByRole("link", { name: "Next waiting game" }).click();
  await bob.page.waitForURL((url) => url.pathname !== path);
  await bob.page.locator("#status", { hasText: "Your turn." }).waitFor();
});

withPeople("a game can be downloaded as a file, and has a picture for other sites", two, async (ann, bob) => {
  const path = await played("anchor", "E5 F6 G7", ann, bob);
  await bob.opens(path);
  const picture = await bob.page.getAttribute("meta[property='og:image']", "content");
  const files = await bob.page.locator("a", { hasText: /^(JSON|SGF|SVG|PNG)$/ }).evaluateAll((all) => all.map((one) => one.getAttribute("href")));
  assert.equal(files.length, 4);
  const starts = { json: "{", sgf: "(;", svg: "<svg", png: "\x89PNG" };
  for (const file of [...files, new URL(picture).pathname]) {
    const answer = await bob.context.request.get(file);
    assert.equal(answer.status(), 200);
    const start = starts[file.split(".").pop()];
    assert.ok((await answer.body()).toString("latin1").startsWith(start), file);
  }
});

withPeople("an end without a turn is announced, and cancels a half-chosen turn", two, async (ann, bob) => {
  const path = await played("ankor", "d3 c2 d2 e3", ann, bob);
  await Promise.all([ann.opens(path), bob.opens(path)]);
  const { page } = ann;
  await page.locator("#status", { hasText: "Your turn." }).waitFor();
  await ann.chooses("d4");
  await page.getByRole("button", { name: "Play d4" }).waitFor();
  await bob.sends(`${path}/act`, { action: "resign", generation: 4 });
  await ann.hears(/resigned|resigns|resignation/);
  assert.match(await page.textContent("#news"), /^You won/);
  assert.equal(await page.locator("[data-confirm], [data-cancel]").count(), 0);
  assert.equal(await page.locator("#board").getAttribute("data-mode"), "watch");
  // Exploring is also possible after the end, even from the last position.
  await page.click("[data-explore]");
  await ann.hears(/Turn 5: O to move/);
  await page.locator('[data-place="d4"]').click();
  await ann.hears(/Turn 6: X to move/);
  await page.click("[data-return]");
  await ann.hears(/resigned/);
  // Chat after the end arrives even on a page that was opened after the end.
  await Promise.all([ann.opens(path), bob.opens(path)]);
  for (const person of [ann, bob]) await person.reads("Chat");
  await bob.page.getByLabel("Say something").fill("Well played.");
  await bob.page.getByRole("button", { name: "Send" }).click();
  await page.locator("#chat", { hasText: "Well played." }).waitFor();
  assert.match(await page.textContent("#news"), /Well played\.$/);
});

withPeople("a page that shows a refusal stays live and can be reloaded", two, async (ann, bob) => {
  const path = await challenge("antipod", {}, ann, bob);
  const { page } = ann;
  await ann.opens(path);
  // Another window of hers was faster.
  await ann.sends(`${path}/turn`, { turn: "c4", number: 1 });
  // Like a browser whose script has not loaded yet, and whose form is from the turn before.
  const refused = page.waitForEvent("load");
  await page.evaluate((action) => {
    const form = Object.assign(document.createElement("form"), { method: "post", action });
    form.append(...Object.entries({ turn: "z99", number: "1" }).map(([name, value]) => Object.assign(document.createElement("input"), { type: "hidden", name, value })));
    document.body.append(form);
    form.submit();
  }, `${path}/turn`);
  await refused;
  await page.getByRole("alert").first().waitFor();
  assert.equal(new URL(page.url()).pathname, `${path}/turn`);
  await ann.board();
  await bob.sends(`${path}/turn`, { turn: "e6", number: 2 });
  await ann.isToMove(3);
  await page.goto(page.url());
  await page.waitForURL(`**${path}`);
  await ann.isToMove(3);
});

withPeople("a double click does not play", two, async (ann, bob) => {
  const path = await challenge("antipod", {}, ann, bob);
  await ann.opens(path);
  await ann.page.locator("#p-d8").dblclick();
  await ann.hears(/^Preview: White plays d8\./);
  await ann.page.getByRole("button", { name: "Play d8" }).waitFor();
  assert.equal((await bob.position(path)).turns.length, 0);
});

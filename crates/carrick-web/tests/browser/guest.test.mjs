// Guests: playing before signing up, and keeping the games.

import assert from "node:assert/strict";
import { Person, passwordOf, withPeople } from "./site.mjs";

const visitor = async () => [await Person.comes()];

withPeople("a visitor plays the computer, signs up, and keeps the game", visitor, async (cleo) => {
  const { page } = cleo;
  await page.goto("/");
  await page.locator("li", { hasText: "Antipod" }).getByRole("button", { name: "Play the computer" }).click();
  await page.waitForURL(/\/antipod\/\d+$/);
  await cleo.board();
  const path = new URL(page.url()).pathname;
  // Beginners play Black, who is ahead; the computer plays first.
  const free = async () => (await cleo.position(path)).spots.find((spot) => spot.turn).turn;
  await cleo.isToMove(2);
  await cleo.plays(await free());
  await cleo.isToMove(4);
  await page.getByRole("link", { name: "Sign up to keep this game" }).click();
  await page.getByLabel("Name").fill("cleo");
  await page.getByLabel("Password").fill(passwordOf("cleo"));
  await page.getByRole("button", { name: "Sign up" }).click();
  await page.waitForURL(`**${path}`);
  await cleo.board();
  assert.match(await page.textContent(".players"), /cleo/);
  await cleo.isToMove(4);
  await cleo.plays(await free());
  await cleo.isToMove(6);
  await page.goto("/boards");
  await page.locator(".rows a", { hasText: "your turn" }).waitFor();
});

withPeople("a visitor takes a turn back and plays another", visitor, async (fred) => {
  const { page } = fred;
  await fred.opens(await fred.sends("/new/antipod/computer", { level: "1", "-radius": "4" }));
  const path = new URL(page.url()).pathname;
  const status = page.locator("#status", { hasText: "Your turn." });
  await status.waitFor();
  // Either player may be the first to move.
  const { number, spots } = await fred.position(path);
  const free = spots.filter(({ turn }) => turn).map(({ turn }) => turn);
  await fred.isToMove(number);
  await fred.plays(free[0]);
  await fred.isToMove(number + 2);
  await fred.does("Undo");
  await fred.isToMove(number);
  await fred.plays(free[1]);
  await fred.isToMove(number + 2);
  assert.equal((await fred.position(path)).turns[number - 1], free[1]);
});

withPeople("a visitor plays a whole game against the computer, signs up, and keeps it", visitor, async (emma) => {
  const { page } = emma;
  await page.goto("/new/boche");
  const size = page.getByLabel("Size of the board");
  await page.getByLabel("Level").selectOption("1");
  await size.selectOption("3");
  await page.locator("#picture img[src*='-size%3D3']").waitFor();
  // Options that do not go together are reported immediately, and the last board stays.
  await page.getByText("Change the rules").click();
  await page.getByLabel("Enclosing such a group").selectOption("counts for nothing");
  await page.getByLabel("A path between the three sides").selectOption("wins immediately");
  await page.locator("#picture").getByText("cannot be used together").waitFor();
  await page.locator("#picture img[src*='-size%3D3']").waitFor();
  await page.getByLabel("Enclosing such a group").selectOption("wins immediately");
  await page.getByLabel("A path between the three sides").selectOption("wins on the full board");
  await page.locator("#picture").getByText("cannot be used together").waitFor({ state: "hidden" });
  await page.getByRole("button", { name: "Start the game" }).click();
  await page.waitForURL(/\/boche\/\d+$/);
  await emma.board();
  const path = new URL(page.url()).pathname;
  const status = page.locator("#status");
  let over = false;
  for (let number = 1; !over && number < 20; number += 2) {
    await status.filter({ hasText: /^(Your turn|You won|You lost|Draw)/ }).waitFor();
    over = !/^Your turn/.test((await status.textContent()) ?? "");
    if (over) break;
    await emma.isToMove(number);
    const { spots } = await emma.position(path);
    const spot = spots.find(({ rotations }) => rotations);
    await emma.plays(`${spot.rotations[0]}:${spot.place}`);
    over = /^(You won|You lost|Draw)/.test((await status.textContent()) ?? "");
  }
  assert.ok(over, "a board of fourteen holes is full after as many turns");
  const end = await status.textContent();
  await page.getByRole("link", { name: "Sign up to keep this game" }).click();
  await page.getByLabel("Name").fill("emma");
  await page.getByLabel("Password").fill(passwordOf("emma"));
  await page.getByRole("button", { name: "Sign up" }).click();
  await page.waitForURL(`**${path}`);
  assert.equal(await status.textContent(), end);
  await page.goto("/players/emma");
  await page.locator(`a[href="${path}"]`).waitFor();
});

withPeople("two players at one screen start before signing up and continue their game afterwards", visitor, async (dora) => {
  const { page } = dora;
  await page.goto("/new/anchor");
  await page.getByLabel("Both sides on this screen").check();
  await page.getByRole("button", { name: "Start the game" }).click();
  await page.waitForURL(/\/hotseat\/\d+$/);
  await dora.board();
  const path = new URL(page.url()).pathname;
  for (const [turn, next] of [["H8", "White"], ["C3", "Black"]]) {
    await dora.plays(turn);
    await dora.hears(new RegExp(`${next} to move`));
  }
  await page.getByRole("link", { name: "Sign up to keep this game" }).click();
  await page.getByLabel("Name").fill("dora");
  await page.getByLabel("Password").fill(passwordOf("dora"));
  await page.getByRole("button", { name: "Sign up" }).click();
  await page.waitForURL(`**${path}`);
  await dora.board();
  await dora.plays("K5");
  await page.getByRole("button", { name: "Take back" }).click();
  await dora.board();
  await dora.hears(/Turn 3: Black to move/);
  await page.goto("/boards");
  await page.locator(".rows a", { hasText: "Turn 3: Black to move." }).click();
  await page.waitForURL(`**${path}`);
  await dora.board();
});

// Playing before signing up, and keeping what was played.

import assert from "node:assert/strict";
import { Person, passwordOf, withPeople } from "./site.mjs";

const visitor = async () => [await Person.comes()];

withPeople("a visitor plays the computer, signs up, and the game is his", visitor, async (cleo) => {
  const { page } = cleo;
  await page.goto("/");
  await page.locator("li", { hasText: "Antipod" }).getByRole("button", { name: "Play the computer" }).click();
  await page.waitForURL(/\/antipod\/\d+$/);
  await cleo.board();
  const path = new URL(page.url()).pathname;
  await cleo.plays("c4");
  await cleo.isToMove(3);
  await page.getByRole("link", { name: "Sign up to keep this game" }).click();
  await page.getByLabel("Name").fill("cleo");
  await page.getByLabel("Web password").fill(passwordOf("cleo"));
  await page.getByRole("button", { name: "Sign up" }).click();
  await page.waitForURL(`**${path}`);
  await cleo.board();
  assert.match(await page.textContent(".players"), /cleo/);
  await cleo.isToMove(3);
  const { spots } = await cleo.position(path);
  await cleo.plays(spots.find((spot) => spot.turn).turn);
  await cleo.isToMove(5);
  await page.goto("/boards");
  await page.locator(".card.mine", { hasText: "cleo" }).waitFor();
});

withPeople("two at one screen play before signing up, and go on with their game after it", visitor, async (dora) => {
  const { page } = dora;
  await page.goto("/new/anchor");
  await page.locator("form[action$=hotseat]").getByRole("button", { name: "Begin" }).click();
  await page.waitForURL(/\/hotseat\/\d+$/);
  await dora.board();
  const path = new URL(page.url()).pathname;
  for (const [turn, next] of [["H8", "White"], ["C3", "Black"]]) {
    await dora.plays(turn);
    await dora.hears(new RegExp(`${next} to move`));
  }
  await page.getByRole("link", { name: "Sign up to keep this game" }).click();
  await page.getByLabel("Name").fill("dora");
  await page.getByLabel("Web password").fill(passwordOf("dora"));
  await page.getByRole("button", { name: "Sign up" }).click();
  await page.waitForURL(`**${path}`);
  await dora.board();
  await dora.plays("K5");
  await page.getByRole("button", { name: "Take back" }).click();
  await dora.board();
  await dora.hears(/Turn 3: Black to move/);
  await page.goto("/boards");
  await page.locator(".card", { hasText: "Turn 3: Black to move." }).click();
  await page.waitForURL(`**${path}`);
  await dora.board();
});

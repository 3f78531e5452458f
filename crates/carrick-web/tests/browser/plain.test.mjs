// Without scripts: signing in, previewing a turn, and playing by typing.

import assert from "node:assert/strict";
import { DESKTOP, Person, challenge, passwordOf, withPeople } from "./site.mjs";

const arrive = async () => [await Person.named("ann"), await Person.named("bob"), await Person.comes({ ...DESKTOP, javaScriptEnabled: false })];

withPeople("a browser without scripts signs in and plays by typing", arrive, async (ann, bob, plain) => {
  const path = await challenge("ankor", {}, ann, bob);
  const { page } = plain;
  await page.goto("/");
  await page.getByRole("link", { name: "Sign in" }).first().click();
  await page.getByLabel("Name").fill("ann");
  await page.getByLabel("Password").fill(passwordOf("ann"));
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.locator(`.rows a[href="${path}"]`).click();
  await page.waitForURL(`**${path}`);
  const status = page.locator("#status");
  await status.filter({ hasText: "Your turn." }).waitFor();
  // An illegal turn is refused with a reason, and stays in its field.
  await page.getByLabel("Your turn").fill("d9");
  await page.locator("#turn-form").getByRole("button", { name: "Play" }).click();
  await page.getByRole("alert").waitFor();
  assert.equal(await page.getByLabel("Your turn").inputValue(), "d9");
  // A preview: the picture shows the turn, and nothing is played.
  await page.getByLabel("Look first").selectOption("d3");
  await page.getByRole("button", { name: "Preview" }).click();
  await page.getByText("Preview of d3; nothing is played yet.").waitFor();
  assert.equal((await ann.position(path)).turns.length, 0);
  await page.getByRole("button", { name: "Play d3" }).click();
  await status.filter({ hasText: "bob’s turn." }).waitFor();
  await bob.sends(`${path}/turn`, { turn: "swap", number: 2 });
  await page.reload();
  await page.getByLabel("Your turn").fill("c2");
  await page.getByLabel("Your turn").press("Enter");
  await status.filter({ hasText: "bob’s turn." }).waitFor();
  await page.getByRole("link", { name: "Back", exact: true }).click();
  await page.getByText("After turn 2 of 3.").waitFor();
  await page.getByRole("link", { name: "Explore from here" }).click();
  await page.getByLabel("Next turn").fill("e2");
  await page.getByRole("button", { name: "Play" }).click();
  await page.locator("code", { hasText: "d3 swap e2" }).waitFor();
});

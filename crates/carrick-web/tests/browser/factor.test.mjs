// Second factor: set up and used in a browser without scripts.

import assert from "node:assert/strict";
import { code } from "./code.mjs";
import { DESKTOP, Person, passwordOf, withPeople } from "./site.mjs";

const one = async () => [await Person.named("ann", { ...DESKTOP, javaScriptEnabled: false })];

withPeople("codes in addition to the password work without scripts", one, async (ann) => {
  const { page } = ann;
  await page.goto("/account/security");
  await page.getByLabel("Current password").fill(passwordOf("ann"));
  await page.getByRole("button", { name: "Set it up" }).click();
  const { width, height } = await page.getByRole("img", { name: "QR code" }).boundingBox();
  assert.ok(width > 150 && Math.abs(width - height) < 2, `${width} x ${height}`);
  const spelt = await page.locator("main code").textContent();
  await page.getByRole("textbox", { name: /^Code/ }).fill(code(spelt));
  await page.getByRole("button", { name: "Turn it on" }).click();
  const recovery = await page.locator("main li code").allTextContents();
  assert.equal(recovery.length, 8);
  await page.getByRole("link", { name: "I have kept them" }).click();
  await page.getByText("8 recovery codes are left").waitFor();

  for (const [shown, left] of [[code(spelt, 30), 8], [recovery[0], 7]]) {
    await page.getByRole("button", { name: "Sign out" }).click();
    await page.goto("/sign-in?to=/account/security");
    await page.getByLabel("Name").fill("ann");
    await page.getByLabel("Password").fill(passwordOf("ann"));
    await page.getByRole("button", { name: "Sign in" }).click();
    await page.getByRole("textbox", { name: /^Code/ }).fill(shown);
    await page.getByRole("button", { name: "Sign in" }).click();
    await page.getByText(`${left} recovery codes are left`).waitFor();
  }
});

// A board in three dimensions and the preference for no movement are saved in the account.

import "./webgl.mjs";
import assert from "node:assert/strict";
import { DESKTOP, Person, passwordOf, withPeople } from "./site.mjs";

withPeople("a board in three dimensions and the preference for no movement follow the account", async () => [await Person.named("ann"), await Person.comes({ ...DESKTOP, reducedMotion: "no-preference" })], async (ann, phone) => {
  await ann.opens("/explore/antipod");
  const kept = ann.page.waitForResponse((answer) => answer.url().endsWith("/appearance") && answer.request().method() === "POST");
  await ann.page.locator("[data-view=solid]").click();
  await kept;
  await ann.page.locator(".is-solid canvas").waitFor();
  await ann.opens("/appearance");
  await ann.page.getByLabel("Movement, unless my system asks for less").uncheck();
  await ann.page.getByRole("button", { name: "Keep" }).click();
  await ann.page.getByText("Saved.").waitFor();
  await phone.opens("/explore/antipod");
  assert.equal(await phone.page.locator(".is-solid").count(), 0, "flat before they sign in");
  await phone.sends("/sign-in", { user: "ann", password: passwordOf("ann") });
  await phone.opens("/explore/antipod");
  await phone.page.locator(".is-solid canvas").waitFor();
  assert.match(await phone.page.evaluate(() => document.documentElement.dataset.appearance), /\bstill\b/);
  await phone.opens("/appearance");
  assert.ok(await phone.page.getByLabel("In three dimensions, where there are scripts").isChecked());
  assert.ok(!(await phone.page.getByLabel("Movement").isChecked()));
});

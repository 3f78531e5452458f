// A second factor, set up and used in a browser without scripts.

import assert from "node:assert/strict";
import { createHmac } from "node:crypto";
import { DESKTOP, Person, passwordOf, withPeople } from "./site.mjs";

const LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";

/** The six digits that an app shows so many seconds from now (RFC 6238). */
function code(spelt, later = 0) {
  const bits = [...spelt.replaceAll(" ", "")].map((letter) => LETTERS.indexOf(letter).toString(2).padStart(5, "0")).join("");
  const secret = Buffer.from(bits.match(/.{8}/g).map((byte) => parseInt(byte, 2)));
  const step = Buffer.alloc(8);
  step.writeBigUInt64BE(BigInt(Math.floor((Date.now() / 1000 + later) / 30)));
  const mac = createHmac("sha1", secret).update(step).digest();
  const number = mac.readUInt32BE(mac[19] & 15) & 0x7fffffff;
  return String(number % 1_000_000).padStart(6, "0");
}

const one = async () => [await Person.named("ann", { ...DESKTOP, javaScriptEnabled: false })];

withPeople("codes besides the password, without scripts", one, async (ann) => {
  const { page } = ann;
  await page.goto("/account");
  await page.locator("form[action='/account/factor']").getByLabel("Present web password").fill(passwordOf("ann"));
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
    await page.goto("/sign-in?to=/account");
    await page.getByLabel("Name").fill("ann");
    await page.getByLabel("Web password").fill(passwordOf("ann"));
    await page.getByRole("button", { name: "Sign in" }).click();
    await page.getByRole("textbox", { name: /^Code/ }).fill(shown);
    await page.getByRole("button", { name: "Sign in" }).click();
    await page.getByText(`${left} recovery codes are left`).waitFor();
  }
});

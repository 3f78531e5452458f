// How readers want pages and boards to look: chosen on one page, applied from the start on every
// other, and readable in every theme.

import assert from "node:assert/strict";
import { Person, passwordOf, withPeople } from "./site.mjs";

const alone = () => Promise.all([Person.comes()]);

/** Makes choices on the page "Appearance". */
async function chooses(person, ...labels) {
  await person.opens("/appearance");
  for (const label of labels) await person.page.getByLabel(label, { exact: true }).check();
  await person.page.getByRole("button", { name: "Keep" }).click();
  await person.page.waitForLoadState();
}

const colours = (page) =>
  page.evaluate(() => {
    const style = (name) => getComputedStyle(document.documentElement).getPropertyValue(name).trim();
    return { paper: style("--paper"), ground: style("--board-ground"), scheme: getComputedStyle(document.documentElement).colorScheme };
  });

withPeople("choices apply to every page from the start, even without scripts", alone, async (ann) => {
  await chooses(ann, "Dark", "Wood", "Small");
  assert.deepEqual(await colours(ann.page), { paper: "#14171c", ground: "", scheme: "dark" });
  await ann.opens("/explore/ankor");
  assert.deepEqual(await colours(ann.page), { paper: "#14171c", ground: "#553a20", scheme: "dark" });
  const high = await ann.page.locator(".board-view svg").first().evaluate((svg) => svg.getBoundingClientRect().height);
  const small = await ann.page.evaluate(() => Math.max(22 * 17, 0.55 * innerHeight - 8 * 17));
  assert.ok(high <= small + 1, `${high} px high, rather than ${small}`);
});

withPeople("choices made on a board also show on the page: coordinates, sound and remarks", alone, async (ann) => {
  await ann.opens("/explore/anchor");
  await ann.page.getByRole("button", { name: "Sound" }).click();
  await ann.page.getByRole("button", { name: "Coordinates" }).click();
  const aims = ann.page.locator(".aims");
  assert.ok(await aims.isVisible());
  await ann.page.getByRole("button", { name: "Remarks" }).click();
  assert.ok(!(await aims.isVisible()), "one switch turns aims and remarks off");
  await ann.page.locator("#board svg [data-label]").first().waitFor({ state: "detached" });
  await ann.opens("/appearance");
  assert.ok(await ann.page.getByLabel("Sounds").isChecked());
  assert.ok(!(await ann.page.getByLabel("Coordinates").isChecked()));
  assert.ok(await ann.page.getByLabel("Never, and without the aims").isChecked());
  await ann.page.getByLabel("Coordinates").check();
  await ann.page.getByRole("button", { name: "Keep" }).click();
  await ann.opens("/explore/anchor");
  assert.equal(await ann.page.getByRole("button", { name: "Coordinates" }).getAttribute("aria-pressed"), "true");
  assert.equal(await ann.page.getByRole("button", { name: "Sound" }).getAttribute("aria-pressed"), "true");
  assert.equal(await ann.page.getByRole("button", { name: "Remarks" }).getAttribute("aria-pressed"), "false");
});

for (const theme of ["Light", "Dark", "High contrast"]) {
  for (const look of ["Paper", "Wood"]) {
    withPeople(`${theme} on ${look} is readable`, alone, async (ann) => {
      await chooses(ann, theme, look);
      for (const path of ["/", "/appearance", "/explore/boche", "/rules/ankor", "/learn/boche/2"]) {
        await ann.opens(path);
        assert.deepEqual(await ann.offences(), []);
      }
    });
  }
}

withPeople("a switch on a board is saved in the account and applies on another device", async () => [await Person.named("ann"), await Person.comes()], async (ann, phone) => {
  await ann.opens("/explore/anchor");
  const kept = ann.page.waitForResponse((answer) => answer.url().endsWith("/appearance") && answer.request().method() === "POST");
  await ann.page.getByRole("button", { name: "Coordinates" }).click();
  await kept;
  await phone.sends("/sign-in", { user: "ann", password: passwordOf("ann") });
  await phone.opens("/explore/anchor");
  assert.equal(await phone.page.getByRole("button", { name: "Coordinates" }).getAttribute("aria-pressed"), "false");
  await phone.opens("/appearance");
  assert.ok(!(await phone.page.getByLabel("Coordinates").isChecked()));
  await phone.page.getByText("Saved in your account").waitFor();
});

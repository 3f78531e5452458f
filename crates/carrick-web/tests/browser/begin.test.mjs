// The form for a new game: the board follows the choices, the form asks only what matters, and on a
// phone it is short.

import assert from "node:assert/strict";
import { DESKTOP, PHONE, Person, withPeople } from "./site.mjs";

withPeople("the form asks only what matters for the opponent", async () => [await Person.named("ann")], async (ann) => {
  const { page } = ann;
  await page.goto("/new/ankor");
  const asked = async () => {
    const labels = page.locator("form.begin :is(.against, .pace) label:visible:has(select, input[name=opponent])");
    return (await labels.evaluateAll((all) => all.map((label) => label.firstChild.textContent.trim()))).join(", ");
  };
  assert.equal(await asked(), "Level, Who moves first?");
  await page.getByLabel("A person by name").check();
  assert.equal(await asked(), "Name of your opponent, Who moves first?, Time for a turn");
  await page.getByLabel("Anyone who accepts").check();
  assert.equal(await asked(), "If no one accepts within a day, Games, Time for a turn");
  await page.getByLabel("Both sides on this screen").check();
  assert.equal(await asked(), "");
});

const plain = async () => [await Person.comes({ ...DESKTOP, javaScriptEnabled: false })];

withPeople("without scripts a button shows the board, and the form starts the game", plain, async (cleo) => {
  const { page } = cleo;
  await page.goto("/new/anchor");
  await page.getByLabel("Size of the board").selectOption("5");
  await page.getByRole("button", { name: "Show this board" }).click();
  await page.locator("#picture img[src*='-size%3D5']").waitFor();
  assert.equal(await page.getByLabel("Size of the board").inputValue(), "5");
  await page.getByLabel("Who moves first?").selectOption("You move first");
  await page.getByRole("button", { name: "Start the game" }).click();
  await page.waitForURL(/\/anchor\/\d+$/);
  await page.locator("#status", { hasText: "Your turn." }).waitFor();
});

withPeople("on a phone the form has at most three screens", async () => [await Person.named("bob", { ...PHONE, viewport: { width: 390, height: 844 } })], async (bob) => {
  const { page } = bob;
  for (const game of ["ankor", "boche", "antipod", "anchor"]) {
    for (const against of ["The computer", "A person by name", "Anyone who accepts"]) {
      await page.goto(`/new/${game}`);
      await page.getByRole("radio", { name: against }).check();
      for (const more of await page.locator("form.begin summary:visible").all()) await more.click();
      const end = await page.getByRole("button", { name: /^(Start|Offer) th(e|is) game$/ }).evaluate((button) => button.getBoundingClientRect().bottom + scrollY);
      assert.ok(end <= 3 * 844, `${game}, ${against}: ${end} px`);
      const cut = await page.locator("form.begin select:visible").evaluateAll((all) => all.filter((list) => {
        const { font, paddingLeft } = getComputedStyle(list);
        const pen = document.createElement("canvas").getContext("2d");
        pen.font = font;
        return pen.measureText(list.selectedOptions[0].text).width + 2 * parseFloat(paddingLeft) + 16 > list.clientWidth;
      }).map((list) => list.selectedOptions[0].text));
      assert.deepEqual(cut, [], "every choice can be read");
    }
  }
});

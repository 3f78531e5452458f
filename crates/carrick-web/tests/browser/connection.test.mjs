// Lost connections: the page reports them, keeps typed text and choices, and continues when the
// connection is back.

import assert from "node:assert/strict";
import { Person, challenge, whileAway, withPeople } from "./site.mjs";

const two = () => Promise.all([Person.named("ann"), Person.named("bob")]);
const one = async () => [await Person.comes()];

const LOST = "Connection lost. Trying again…";
const banner = (person, hasText) => person.page.locator("#connection", { hasText }).waitFor({ state: "attached" });
const turns = async (person, path) => (await person.position(path)).turns.join(" ");

/** Runs something while a person is offline. */
async function offline(person, act) {
  await person.context.setOffline(true);
  await banner(person, LOST);
  await act();
  await person.context.setOffline(false);
  await banner(person, /^$/);
  person.mayLoseConnection();
}

withPeople("a preview that could not be loaded appears automatically later", two, async (ann, bob) => {
  const path = await challenge("anchor", {}, ann, bob);
  await ann.opens(path);
  await ann.isToMove(1);
  await offline(ann, async () => {
    await ann.page.click("#p-F6");
    await ann.hears(/^The connection is lost\./);
    // The same point again, and another one: both can be chosen.
    await ann.page.click("#p-G7");
    await ann.page.click("#p-F6");
    await ann.hears(/^The connection is lost\./);
  });
  await ann.hears(/^Preview: Black plays F6\./);
  await ann.confirms(() => ann.page.click("[data-confirm]"));
  assert.equal(await turns(bob, path), "F6");
});

withPeople("a turn that could not be sent is kept and can be sent again", two, async (ann, bob) => {
  const path = await challenge("anchor", {}, ann, bob);
  await ann.opens(path);
  await ann.chooses("F6");
  const alert = ann.page.getByRole("alert");
  await offline(ann, async () => {
    await ann.page.click("[data-confirm]");
    await alert.filter({ hasText: /^F6 was not sent because the connection is lost\. It is kept here/ }).waitFor();
    assert.deepEqual(await ann.offences(), []);
  });
  assert.equal(new URL(ann.page.url()).pathname, path, "the page was not left");
  await alert.filter({ hasText: /^The connection is back\. F6 has not been played yet; press Play/ }).waitFor();
  assert.equal(await turns(bob, path), "");
  await ann.confirms(() => ann.page.click("[data-confirm]"));
  await alert.waitFor({ state: "hidden" });
  assert.equal(await turns(bob, path), "F6");
});

withPeople("a turn whose answer was lost is not played twice", two, async (ann, bob) => {
  const path = await challenge("antipod", {}, ann, bob);
  await ann.opens(path);
  let sent = 0;
  await ann.context.route(`**${path}/turn`, async (route) => {
    sent += 1;
    await route.fetch({ maxRedirects: 0 });
    await route.abort("connectionreset");
  });
  await ann.chooses("c4");
  await ann.page.click("[data-confirm]");
  // The page learns that the turn was played.
  await ann.page.locator("#status", { hasText: "bob’s turn." }).waitFor();
  await ann.hears(/^White plays c4\. Turn 2: Black to move\.$/);
  assert.equal(await ann.page.locator("[data-confirm]").count(), 0);
  await ann.page.getByRole("alert").waitFor({ state: "hidden" });
  // Sent again by hand, it is not played a second time, and neither is another turn in its place.
  await ann.sends(`${path}/turn`, { turn: "c4", number: 1, generation: 0 });
  await ann.sends(`${path}/turn`, { turn: "c5", number: 1, generation: 0 }, 422);
  assert.deepEqual([sent, await turns(bob, path)], [1, "c4"]);
  ann.mayLoseConnection();
});

withPeople("a turn that both players see before its answer arrives is played", two, async (ann, bob) => {
  const path = await challenge("antipod", {}, ann, bob);
  await ann.opens(path);
  await ann.context.route(`**${path}/turn`, async (route) => {
    const answer = await route.fetch({ maxRedirects: 0 });
    await ann.page.locator("#status", { hasText: "bob’s turn." }).waitFor();
    await route.fulfill({ response: answer });
  });
  await ann.plays("c4");
  await ann.context.unroute(`**${path}/turn`);
  await bob.sends(`${path}/turn`, { turn: "e6", number: 2 });
  await ann.isToMove(3);
  await ann.plays("d8");
  assert.equal(await turns(bob, path), "c4 e6 d8");
});

withPeople("half-typed text survives a restart of the server, and the page continues", two, async (ann, bob) => {
  const path = await challenge("antipod", {}, ann, bob);
  await Promise.all([ann.opens(path), bob.opens(path)]);
  for (const person of [ann, bob]) await person.reads("Chat");
  const field = bob.page.getByLabel("Say something");
  await field.fill("Half a");
  await whileAway(async () => {
    await banner(bob, LOST);
    assert.equal(await bob.page.locator("#connection").getAttribute("role"), "status");
    await field.pressSequentially(" sentence");
  });
  await Promise.all([banner(ann, /^$/), banner(bob, /^$/)]);
  await ann.plays("c4");
  await bob.isToMove(2);
  assert.equal(await field.inputValue(), "Half a sentence");
  await bob.page.getByRole("button", { name: "Send" }).click();
  await ann.page.locator("#chat", { hasText: "Half a sentence" }).waitFor();
  assert.equal(await field.inputValue(), "");
  for (const person of [ann, bob]) person.mayLoseConnection();
});

withPeople("messages and offers that could not be sent are kept", two, async (ann, bob) => {
  const path = await challenge("antipod", {}, ann, bob);
  for (const [index, turn] of ["c4", "f7", "d8"].entries()) await [ann, bob][index % 2].sends(`${path}/turn`, { turn, number: index + 1 });
  await ann.opens(path);
  const { page } = ann;
  /** Sends a form on one of the tabs. @param {string} tab @param {string} form */
  const sends = async (tab, form) => {
    await ann.reads(tab);
    await page.locator(form).getByRole("button").click();
  };
  const FORMS = [["Chat", "#chat form"], ["Turns", "#queue form"]];
  await page.getByLabel("If they play").fill("e6 d5");
  await ann.reads("Chat");
  await page.getByLabel("Say something").fill("Hello");
  await offline(ann, async () => {
    for (const [tab, form] of FORMS) {
      await sends(tab, form);
      await page.locator(`${form} + [role=alert]`, { hasText: /^Not sent: the connection is lost\./ }).waitFor();
    }
    await page.getByRole("button", { name: "Offer a draw" }).click();
    await page.locator(".actions + [role=alert]", { hasText: /^Not sent: the connection is lost\./ }).waitFor();
  });
  assert.equal(await page.getByLabel("Say something").inputValue(), "Hello");
  assert.equal(await page.getByLabel("If they play").inputValue(), "e6 d5");
  for (const [tab, form] of FORMS) await sends(tab, form);
  await page.locator("#queue code", { hasText: "e6 d5" }).waitFor();
  await ann.reads("Chat");
  await page.locator("#chat .words", { hasText: "Hello" }).waitFor();
  await ann.does("Offer a draw");
  await page.locator(".offer", { hasText: "You offer a draw." }).waitFor();
  assert.ok(bob.name);
});

withPeople("two players at one screen also lose nothing", one, async (dora) => {
  const path = await dora.sends("/new/antipod/hotseat", {});
  await dora.opens(path);
  await dora.plays("c4");
  await dora.chooses("e6");
  const { page } = dora;
  await page.context().setOffline(true);
  await page.click("[data-confirm]");
  await page.getByRole("alert").filter({ hasText: /^e6 was not sent/ }).waitFor();
  await banner(dora, LOST);
  await page.context().setOffline(false);
  await banner(dora, /^$/);
  await dora.confirms(() => page.click("[data-confirm]"));
  await dora.hears(/Turn 3: White to move\./);
  assert.equal(await turns(dora, path), "c4 e6");
  dora.mayLoseConnection();
});

withPeople("an explored position that could not be loaded appears automatically later", one, async (dora) => {
  await dora.opens("/explore/antipod");
  await offline(dora, async () => {
    await dora.page.click("#p-c4");
    await dora.hears(/^The connection is lost\./);
  });
  await dora.hears(/^White plays c4\./);
});

withPeople("lists also continue", two, async (ann, bob) => {
  await ann.page.goto("/boards");
  await bob.page.goto("/seeks");
  await Promise.all([ann, bob].map((person) => offline(person, async () => {})));
  await bob.sends("/new/ankor/seek", {});
  await bob.page.locator("main tr", { hasText: "Ankor" }).waitFor();
  const path = await challenge("anchor", {}, ann, bob);
  await ann.page.locator(`main a[href="${path}"]`).first().waitFor();
});

withPeople("the last answer before the network fails does not hide the banner", one, async (dora) => {
  await dora.page.goto("/seeks");
  await dora.page.route("**/healthz", (route) => route.fulfill({ body: "ok" }), { times: 1 });
  await offline(dora, async () => {});
});

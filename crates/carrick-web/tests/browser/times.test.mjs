// Times: in the zone of the browser or the account, with the time from now.

import assert from "node:assert/strict";
import { DESKTOP, Person, challenge, withPeople } from "./site.mjs";

const arrive = () => Promise.all([
  Person.named("ann", { ...DESKTOP, timezoneId: "Pacific/Auckland" }),
  Person.named("bob"),
  Person.comes({ ...DESKTOP, timezoneId: "Pacific/Auckland", javaScriptEnabled: false }),
]);

withPeople("a deadline is shown in the reader's zone, with the time left", arrive, async (ann, bob, plain) => {
  const path = await challenge("ankor", {}, ann, bob);
  const deadline = (person) => person.page.locator(".deadline");
  await ann.opens(path);
  assert.match(await deadline(ann).textContent(), /^Make your first move by .+ \(in 2\d days\), or the game is cancelled\.$/);
  const time = deadline(ann).locator("time");
  const at = new Date(await time.getAttribute("datetime"));
  const hour = at.toLocaleTimeString("en-GB", { timeZone: "Pacific/Auckland", hour: "2-digit", minute: "2-digit" });
  assert.match(await time.textContent(), new RegExp(`, ${hour}$`));
  // A chosen zone stays as it is.
  await ann.sends("/account/zone", { zone: "Europe/Paris" });
  await ann.opens(path);
  assert.match(await time.textContent(), / CES?T$/);
  // Without scripts, times are in UTC, and the page says so.
  await plain.page.goto(path);
  assert.match(await deadline(plain).textContent(), /^ann has until .+ UTC \(in 2\d days\) for the first move/);
});

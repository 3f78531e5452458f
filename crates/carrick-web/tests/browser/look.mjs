// Contact sheets of every page, at three widths in both themes:
//
//   node look.mjs FOLDER
//
// A sheet shows one page in six variants. Nothing is compared; people look at the sheets.

import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { browser } from "./browser.mjs";
import { Person, challenge, withPeople } from "./site.mjs";

const folder = process.argv[2] ?? "looks";
const WIDTHS = [360, 768, 1280];
const THEMES = ["light", "dark"];
/** Maximum height of a page that is shown, in CSS pixels. */
const TALL = 1500;

const looks = WIDTHS.flatMap((width) => THEMES.map((colorScheme) => ({ width, colorScheme })));

async function sheet(person, path) {
  const pictures = [];
  for (const { width, colorScheme } of looks) {
    await person.page.emulateMedia({ colorScheme });
    await person.page.setViewportSize({ width, height: 800 });
    await person.opens(path);
    await person.page.evaluate(() => Promise.all([...document.images].map((image) => ((image.loading = "eager"), image.decode().catch(() => {})))));
    const height = Math.min(TALL, await person.page.evaluate(() => document.documentElement.scrollHeight));
    const picture = await person.page.screenshot({ fullPage: true, clip: { x: 0, y: 0, width, height }, animations: "disabled" });
    pictures.push(`<figure><img width="${width / 1.6}" src="data:image/png;base64,${picture.toString("base64")}"><figcaption>${width} ${colorScheme}</figcaption></figure>`);
  }
  const page = await browser.newPage({ viewport: { width: 3100 / 1.0, height: 1000 } });
  await page.setContent(`<style>body{display:flex;gap:12px;align-items:start;margin:8px;background:#888;font:14px sans-serif}figure{margin:0}</style>${pictures.join("")}`);
  const name = `${path.replace(/[^a-z0-9]+/gi, "-").replace(/^-|-$/g, "") || "home"}.png`;
  await writeFile(join(folder, name), await page.screenshot({ fullPage: true }));
  await page.close();
}

const people = () => Promise.all([Person.named("alexandra_the_great"), Person.named("bartholomew_jones"), Person.comes()]);

withPeople("looks", people, async (ann, bob, cleo) => {
  await mkdir(folder, { recursive: true });
  const boards = {};
  for (const [game, turns] of [["antipod", "f14 f9 g14 e14 h14 e15"], ["anchor", "E5 H8 K11 F9 J6 G5"], ["ankor", "d3 c2 d2 e3 c1 d4"], ["boche", "c:d3 d:c2 b:d2 a:c1"]]) {
    const path = (boards[game] = await challenge(game, {}, ann, bob));
    for (const [index, turn] of turns.split(" ").entries()) {
      await [ann, bob][index % 2].sends(`${path}/turn`, { turn, number: index + 1 });
    }
  }
  await ann.sends(`${boards.antipod}/chat`, { text: "What about d8? I should have played there." });
  await ann.sends("/new/boche/seek", { "-size": "4" });
  await bob.sends(`${boards.anchor}/act`, { action: "resign", generation: 6 });
  await bob.sends("/games/ankor/watch", {});
  const screen = await cleo.sends("/new/anchor/hotseat", {});
  await cleo.sends(`${screen}/turn`, { turn: "H8", ply: 0 });
  const visits = [
    [cleo, ["/", "/learn", "/learn/boche", "/learn/antipod/1", "/appearance", screen, "/boards", "/new/antipod", "/sign-up", "/reset", "/rules", "/rules/ankor", "/findings", "/findings/boche-last-cube", "/explore/boche", "/about", "/players", "/games", "/api", "/no-such-page"]],
    [ann, ["/boards", "/new/ankor", "/seeks", "/commands", "/account", "/players/bartholomew_jones", "/standings/anchor", "/write", ...Object.values(boards)]],
    [bob, ["/watching", "/games?game=ankor"]],
  ];
  const only = process.argv[3];
  for (const [person, paths] of visits) {
    for (const path of paths) if (!only || path.includes(only)) await sheet(person, path);
    person.complaints = [];
  }
});

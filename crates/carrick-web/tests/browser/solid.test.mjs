// Boards in three dimensions: what readers pick, see, turn and spin there, and what is not loaded.

import "./webgl.mjs";
import assert from "node:assert/strict";
import { readFile, readdir } from "node:fs/promises";
import { createRequire } from "node:module";
import { test } from "node:test";
import { gzipSync } from "node:zlib";
import { browser } from "./browser.mjs";
import { ask, at, stands, turnsSolid } from "./solid.mjs";
import { DESKTOP, PHONE, focused, onBoard, says, sent } from "./support.mjs";

const axe = await readFile(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];

const MOVING = { ...DESKTOP, reducedMotion: "no-preference" };
const ANKOR = { game: "ankor", turns: "b1 c1 b2 c2 c3 d2", mode: "play" };
const BOCHE = { game: "boche", turns: "a:c1 a:c2 a:b1", mode: "play" };
const ANTIPOD = { game: "antipod", turns: "f14 f9 c4", mode: "play" };

const click = async (page, id) => page.mouse.click(...(await at(page, id)));
const view = (page) => ask(page, ({ stage }) => ({ ...stage.view }));

/**
 * Roughly how many colours a picture has, and how much of it differs from the colour of its corner.
 */
async function colours(picture) {
  const page = await browser.newPage();
  const found = await page.evaluate(async (data) => {
    const bitmap = await createImageBitmap(await (await fetch(`data:image/png;base64,${data}`)).blob());
    const canvas = new OffscreenCanvas(bitmap.width, bitmap.height);
    const pen = canvas.getContext("2d");
    pen.drawImage(bitmap, 0, 0);
    const { data: bytes } = pen.getImageData(0, 0, bitmap.width, bitmap.height);
    const all = Array.from({ length: bytes.length / 4 }, (_, at) => `${bytes[4 * at] >> 4} ${bytes[4 * at + 1] >> 4} ${bytes[4 * at + 2] >> 4}`);
    return { kinds: new Set(all).size, share: all.filter((one) => one !== all[0]).length / all.length };
  }, picture.toString("base64"));
  await page.close();
  return found;
}

test("everything for three dimensions has at most 170 kB, compressed", async () => {
  const assets = new URL("../../assets/", import.meta.url);
  const files = [new URL("vendor/three.js", assets), ...(await readdir(new URL("solid/", assets))).map((name) => new URL(`solid/${name}`, assets))];
  const sizes = await Promise.all(files.map(async (file) => gzipSync(await readFile(file)).length));
  const total = sizes.reduce((all, size) => all + size, 0);
  console.log(`three has ${sizes[0]} bytes, the board's own scripts for three dimensions ${total - sizes[0]}`);
  assert.ok(total <= 170_000, `${total} bytes`);
});

test("nothing of it is loaded for a flat board, and Anchor's has no switch", async () => {
  const loaded = (page) => page.evaluate(() => performance.getEntriesByType("resource").map(({ name }) => name.replace(/.*\//, "")));
  await onBoard(ANKOR, async (page) => {
    await page.locator("[data-view=flat][aria-pressed=true]").waitFor();
    assert.deepEqual((await loaded(page)).filter((name) => /three|solid/.test(name)), []);
    await turnsSolid(page);
    assert.ok((await loaded(page)).includes("three.js"));
    await page.locator("[data-view=solid][aria-pressed=true]").waitFor();
  });
  await onBoard({ game: "anchor", mode: "play" }, async (page) => {
    assert.equal(await page.locator("[data-view]").count(), 0);
  });
});

const LOOKS = [[ANKOR, "light"], [BOCHE, "dark"], [ANTIPOD, "light"], [ANKOR, "light", "contrast"], [BOCHE, "dark", "contrast"], [ANTIPOD, "dark", "contrast"]];
for (const [query, colorScheme, theme = ""] of LOOKS) {
  test(`a picture is drawn without errors: ${query.game}, ${colorScheme} ${theme}`, () =>
    onBoard(query, async (page) => {
      if (theme) await page.evaluate((chosen) => (document.documentElement.dataset.theme = chosen), theme);
      await turnsSolid(page);
      const { kinds, share } = await colours(await page.locator(".solid-stage canvas").screenshot());
      assert.ok(kinds > 30 && share > 0.2, `${kinds} colours, ${share}`);
      await page.evaluate(axe);
      const { violations } = await page.evaluate((tags) => axe.run("#board", { runOnly: tags }), TAGS);
      assert.deepEqual(violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html.slice(0, 160)}`)), []);
      await page.emulateMedia({ media: "print" });
      assert.equal(await page.locator(".solid-board").isVisible(), false);
      assert.equal(await page.locator(".board-view > svg").evaluate((svg) => getComputedStyle(svg).opacity), "1");
    }, { ...DESKTOP, colorScheme }));
}

test("picking chooses the cell of that name: preview, Escape, confirmation", () =>
  onBoard(ANTIPOD, async (page) => {
    await turnsSolid(page);
    await click(page, "p-d8");
    await says(page, /^Preview: Black plays d8\./);
    assert.equal(await focused(page), "d8");
    await page.keyboard.press("Escape");
    await says(page, /^White plays c4\. Turn 4: Black to move\.$/);
    await click(page, "p-d8");
    await says(page, /^Preview: /);
    await click(page, "p-d8");
    await sent(page, "d8");
  }));

test("the globe shows the names of its empty points until coordinates are switched off", () =>
  onBoard(ANTIPOD, async (page) => {
    await turnsSolid(page);
    const names = () => ask(page, ({ model: { names } }) => ({ visible: names.visible, points: names.geometry.getAttribute("position").count / 6 }));
    // Of 152 points, eleven have stones: two centres, six corners and three turns.
    assert.deepEqual(await names(), { visible: true, points: 141 });
    await page.click("[data-show=no-labels]");
    await page.locator("[data-show=no-labels][aria-pressed=false]").waitFor();
    await stands(page);
    assert.equal((await names()).visible, false);
  }));

test("threats of the computer have two rings on the globe", () =>
  onBoard(ANTIPOD, async (page) => {
    await page.route("**/position?**", async (route) => {
      const response = await route.fetch();
      const teaching = { said: "The computer threatens to win with d8.", turns: ["d8"], ids: ["p-d8"], warns: false };
      await route.fulfill({ response, json: { ...(await response.json()), teaching } });
    });
    await turnsSolid(page);
    await page.click("[data-show=no-labels]");
    await page.locator(".board-teacher", { hasText: "threatens" }).waitFor();
    await stands(page);
    const rings = await ask(page, ({ signs, board }) => [board.marks.drawn.get("chosen").map(({ kind, id }) => `${kind} ${id}`), signs.layer("chosen").children.length]);
    assert.deepEqual(rings, [["threat p-d8", "threat inner p-d8"], 2]);
  }));

test("a turn that is known to be legal is marked and can be played before the server has drawn it", () =>
  onBoard(ANTIPOD, async (page) => {
    await turnsSolid(page);
    let arrives = () => {};
    const arrival = new Promise((resolve) => { arrives = () => resolve(undefined); });
    await page.route("**/position?**then=**", async (route) => {
      await arrival;
      await route.continue();
    });
    await click(page, "p-d8");
    await page.locator("[data-confirm]", { hasText: "Play d8" }).waitFor();
    const marks = () => ask(page, ({ signs }) => signs.layer("chosen").children.length);
    assert.ok((await marks()) > 0, "the place is marked");
    arrives();
    await says(page, /^Preview: Black plays d8\./);
    await page.keyboard.press("Escape");
    await says(page, /Black to move\.$/);
    assert.equal(await marks(), 0, "the mark goes with the choice");
  }));

test("a cube lights its destinations and goes there", () =>
  onBoard(ANKOR, async (page) => {
    await turnsSolid(page);
    await click(page, "c-4-0-1");
    await says(page, /^The cube at b1 can go to a1, b2', d3 or d4\.$/);
    await click(page, "c-0-0-5");
    await says(page, /^f1 cannot be reached from b1 through your cubes/);
    await click(page, "c-3-1-0");
    await says(page, /^Preview: O moves the cube at b1 to b2'\./);
    await page.click("[data-confirm]");
    await sent(page, "b1-b2'");
  }));

test("a finger can also pick", () =>
  onBoard(ANKOR, async (page) => {
    await turnsSolid(page);
    await page.touchscreen.tap(...(await at(page, "c-0-2-3")));
    await says(page, /^Preview: O adds a cube at /);
  }, PHONE));

test("dragging and keys turn the view without choosing", () =>
  onBoard(ANKOR, async (page) => {
    await turnsSolid(page);
    const first = await view(page);
    const said = await page.textContent(".board-said");
    const [x, y] = await at(page, "c-4-0-1");
    await page.mouse.move(x, y);
    await page.mouse.down();
    await page.mouse.move(x + 90, y + 30, { steps: 4 });
    await page.mouse.up();
    const dragged = await view(page);
    assert.ok(dragged.yaw < first.yaw - 0.4 && dragged.tilt > first.tilt + 0.1, JSON.stringify(dragged));
    assert.equal(await page.textContent(".board-said"), said);
    await page.locator(".board-view [tabindex='0']").focus();
    const place = await focused(page);
    await page.keyboard.press("Shift+ArrowLeft");
    await page.keyboard.press("+");
    const keyed = await view(page);
    assert.ok(keyed.yaw > dragged.yaw && keyed.near > 1, JSON.stringify(keyed));
    assert.equal(await focused(page), place, "the focus stays");
    await page.keyboard.press("Home");
    assert.deepEqual((await view(page)).near, 1);
    await page.getByRole("button", { name: "Turn right" }).click();
    assert.ok((await view(page)).yaw > first.yaw);
  }));

test("two fingers magnify and turn the model; the page keeps its size", () =>
  onBoard(ANTIPOD, async (page) => {
    await turnsSolid(page);
    const [x, y] = await at(page, "p-d6");
    const said = await page.textContent(".board-said");
    const devtools = await page.context().newCDPSession(page);
    const fingers = (type, ...across) =>
      devtools.send("Input.dispatchTouchEvent", { type, touchPoints: across.map((right, id) => ({ x: x + right, y, id })) });
    /** Both fingers move in steps from one place to another. */
    const go = async ([left, right], [toLeft, toRight]) => {
      await fingers("touchStart", left, right);
      for (let step = 1; step <= 8; step++) await fingers("touchMove", left + ((toLeft - left) * step) / 8, right + ((toRight - right) * step) / 8);
      await fingers("touchEnd");
      await stands(page);
      return view(page);
    };
    const first = await view(page);
    const apart = await go([-30, 30], [-75, 75]);
    assert.ok(apart.near > 1.6 * first.near, JSON.stringify(apart));
    const together = await go([-75, 75], [-50, 50]);
    assert.ok(together.near < 0.8 * apart.near, JSON.stringify(together));
    const turned = await go([-50, 0], [30, 80]);
    assert.ok(turned.yaw < together.yaw - 0.3, JSON.stringify(turned));
    assert.ok(Math.abs(turned.near / together.near - 1) < 0.1, JSON.stringify(turned));
    assert.equal(await page.evaluate(() => visualViewport.scale), 1);
    assert.equal(await page.textContent(".board-said"), said, "nothing is chosen");
  }, PHONE));

test("nothing is drawn while nothing moves", () =>
  onBoard(ANKOR, async (page) => {
    await turnsSolid(page);
    const drawn = () => ask(page, ({ stage }) => stage.renderer.info.render.frame);
    const before = await drawn();
    await page.evaluate(() => new Promise((resolve) => {
      let left = 30;
      const next = () => (left-- ? requestAnimationFrame(next) : resolve(undefined));
      next();
    }));
    assert.equal(await drawn(), before, "thirty frames have passed");
    await page.locator(".solid-stage canvas").focus();
    await page.keyboard.press("ArrowLeft");
    await ask(page, ({ stage }) => stage.draw());
    await stands(page);
    assert.ok((await drawn()) > before, "it is drawn again when something changes");
  }));

test("arrow keys reach every place", async () => {
  for (const query of [ANKOR, BOCHE, ANTIPOD]) {
    await onBoard(query, async (page) => {
      await turnsSolid(page);
      const missed = await page.evaluate(async () => {
        const { boards } = await import("/board.js");
        const { step } = await import("/walk.js");
        const { solid } = boards[0];
        const all = solid.reachable().map(({ id }) => id);
        const reached = new Set([all[0]]);
        for (const id of reached) {
          const spots = solid.walked(id);
          for (const key of ["ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown"]) {
            const next = step(spots, spots.find((spot) => spot.id === id), key);
            if (next) reached.add(next.id);
          }
        }
        return all.filter((id) => !reached.has(id));
      });
      assert.deepEqual(missed, [], query.game);
    });
  }
});

test("the globe turns to the place that has the focus", () =>
  onBoard(ANTIPOD, async (page) => {
    await turnsSolid(page);
    await page.locator(".board-view [tabindex='0']").focus();
    for (let step = 0; step < 9; step++) await page.keyboard.press("ArrowDown");
    const [x, y] = await at(page, await page.evaluate(() => document.activeElement.id));
    assert.ok(x > 0 && y > 0);
  }));

test("Boche: a cube appears immediately on the chosen spot, and turns through the rotations that fit", () =>
  onBoard(BOCHE, async (page) => {
    await turnsSolid(page);
    const spot = await page.locator(`[data-place="b1'"]`).getAttribute("id");
    await click(page, spot);
    const letters = ["e", "f", "g", "h"];
    const stands = (letter) => says(page, new RegExp(`^Preview: Dark puts a cube in rotation ${letter} on b1'\\.`));
    await stands("e");
    assert.deepEqual(await page.locator(".rotation b").allTextContents(), letters);
    assert.match(await page.textContent(".spun"), /^e: joins Light groups of 1, 1 and 1 to one of 4/);
    assert.equal(await focused(page), "b1'");
    for (const letter of ["f", "g", "h", "e"]) {
      await page.keyboard.press("ArrowRight");
      await stands(letter);
      assert.equal(await page.getAttribute(`[data-turn="${letter}:b1'"]`, "aria-pressed"), "true");
    }
    await page.keyboard.press("ArrowLeft");
    await stands("h");
    await page.getByRole("button", { name: "Turn the cube forward", exact: true }).click();
    await stands("e");
    // Dragging it also turns it; clicking it turns it to the next rotation.
    const [x, y] = await at(page, spot);
    await page.mouse.move(x, y);
    await page.mouse.down();
    await page.mouse.move(x + 60, y, { steps: 6 });
    await page.mouse.up();
    await stands("f");
    await click(page, spot);
    await stands("g");
    await page.click(`[data-turn="h:b1'"]`);
    await stands("h");
    await page.click("[data-confirm]");
    await sent(page, "h:b1'");
  }));

test("without WebGL the flat board stays, with an explanation", async () => {
  await onBoard(ANKOR, async (page) => {
    await page.evaluate(() => {
      HTMLCanvasElement.prototype.getContext = () => null;
    });
    await page.click("[data-view=solid]");
    await says(page, /WebGL is missing or switched off\.$/);
    assert.equal(await page.getAttribute("[data-view=flat]", "aria-pressed"), "true");
    assert.equal(await page.locator(".is-solid").count(), 0);
    await page.click("#c-0-2-3");
    await says(page, /^Preview: /);
  }, DESKTOP, /WebGL/);
});

test("a reader who has chosen three dimensions gets them the next time", () =>
  onBoard(ANKOR, async (page) => {
    await turnsSolid(page);
    await page.reload();
    await stands(page);
    await page.click("[data-view=flat]");
    await page.locator(".is-solid").waitFor({ state: "detached" });
    await page.click("#c-0-2-3");
    await says(page, /^Preview: /);
    await page.reload();
    await page.locator("[data-view=flat][aria-pressed=true]").waitFor();
    assert.equal(await page.locator("canvas").count(), 0);
  }));

test("cubes slide and drop, and stones land, unless the reader prefers no movement", async () => {
  const moving = (page) => ask(page, ({ stage }) => stage.running.size);
  const game = { ...ANKOR, turns: "b1 c1 b2 c2 c3 d2 b1-b2' d1 e1" };
  for (const [profile, least] of [[MOVING, 1], [DESKTOP, 0]]) {
    await onBoard(game, async (page) => {
      await turnsSolid(page);
      const counted = page.evaluate(async () => {
        const { boards } = await import("/board.js");
        const { stage } = boards[0].solid;
        let most = 0;
        stage.watching.add(() => (most = Math.max(most, stage.running.size)));
        await new Promise((resolve) => document.addEventListener("seen", resolve, { once: true }));
        return most;
      });
      await click(page, "c-0-2-3");
      await says(page, /^Preview: /);
      await stands(page);
      await page.evaluate(() => document.dispatchEvent(new Event("seen")));
      assert.equal((await counted) >= 1, least >= 1, JSON.stringify(profile));
      assert.equal(await moving(page), 0);
    }, profile);
  }
});

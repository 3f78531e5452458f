// Choosing, previewing and confirming on all four boards, with mouse, keys and finger.

import assert from "node:assert/strict";
import { test } from "node:test";
import { DESKTOP, PHONE, focused, onBoard, says, sent } from "./support.mjs";

const play = (game, turns = "", options = "") => ({ game, options, turns, mode: "play" });
const count = (page, selector) => page.locator(selector).count();

test("Antipod by mouse: choose, look, choose again", () =>
  onBoard(play("antipod", "f14 f9"), async (page) => {
    await page.click("#p-d8");
    await says(page, /^Preview: White plays d8\./);
    await page.click("#p-c4");
    await says(page, /^Preview: White plays c4\./);
    await page.click("#p-c4");
    await sent(page, "c4");
  }));

test("Antipod by keys: arrows move the focus, Enter chooses and confirms, Escape cancels", () =>
  onBoard(play("antipod", "f14 f9"), async (page) => {
    await page.focus("#p-f6");
    await page.keyboard.press("ArrowLeft");
    assert.equal(await focused(page), "f5");
    await page.keyboard.press("ArrowUp");
    const place = await focused(page);
    assert.match(place, /^e[45]$/);
    await page.keyboard.press("Enter");
    await says(page, new RegExp(`^Preview: White plays ${place}\\.`));
    assert.equal(await focused(page), place);
    await page.keyboard.press("Escape");
    await says(page, /^Black plays f9\. Turn 3: White to move\.$/);
    await page.keyboard.press("Enter");
    await page.keyboard.press("Enter");
    await sent(page, place);
  }));

test("arrow keys reach every place", async () => {
  for (const query of [play("antipod"), play("anchor"), play("ankor", "b1 c1 b2 c2 c3 d2"), play("boche", "a:c1 a:c2 a:b1")]) {
    await onBoard(query, async (page) => {
      const missed = await page.evaluate(async () => {
        const { step } = await import("/walk.js");
        const { Positions } = await import("/position.js");
        const url = document.querySelector("#board").dataset.positionUrl;
        const spots = (await new Positions(url).ask({})).spots.filter((spot) => !spot.hidden);
        const reached = new Set([spots[0]]);
        for (const spot of reached) {
          for (const key of ["ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown"]) {
            const next = step(spots, spot, key);
            if (next) reached.add(next);
          }
        }
        return spots.filter((spot) => !reached.has(spot)).map((spot) => spot.place);
      });
      assert.deepEqual(missed, [], query.game);
    });
  }
});

test("a rim point lights up on both discs", () =>
  onBoard(play("antipod"), async (page) => {
    await page.hover("#p-a3");
    assert.equal(await count(page, ".core.twin"), 2);
    await page.hover("#p-f5");
    assert.equal(await count(page, ".core.twin"), 0);
    await page.focus("#p-a14");
    assert.equal(await count(page, ".core.twin"), 1);
    assert.equal(await page.getAttribute("#p-a14", "aria-label"), "a3+ (a14), empty");
  }));

test("a taken point says why it cannot be played", () =>
  onBoard(play("antipod", "f14"), async (page) => {
    await page.click("#p-f14", { force: true });
    await says(page, /^f14 is taken: a white stone stands there/);
    assert.equal(await page.getAttribute("#p-f14", "aria-disabled"), "true");
  }));

test("Anchor: a stone, a pass, and the count on request", () =>
  onBoard(play("anchor", "H8 C3 A1"), async (page) => {
    assert.equal(await count(page, "[data-mark~=dead]"), 0);
    await page.click("[data-show=territory]");
    await page.locator("[data-mark~=dead]").first().waitFor();
    assert.match(await page.textContent(".legend"), /If the game ended now\. Black \d+: \d+ prisoners?, \d+ territory; White/);
    assert.equal(await page.getAttribute("[data-show=territory]", "aria-pressed"), "true");
    await page.click("[data-turn=pass]");
    await says(page, /^Preview: White passes\./);
    await page.click("[data-confirm]");
    await sent(page, "pass");
  }));

test("Anchor: the count of a finished game is shown as final", () =>
  onBoard(play("anchor", "H8 C3 M13 H11 E5 pass pass"), async (page) => {
    await page.click("[data-show=territory]");
    const count = page.locator(".legend", { hasText: "When the game ended. Black " });
    await count.waitFor();
    assert.doesNotMatch((await count.textContent()) ?? "", /If the game|Early in a game/);
  }));

test("a swap is confirmed by its button, not by a place", () =>
  onBoard(play("ankor", "d3"), async (page) => {
    await page.click("[data-turn=swap]");
    await says(page, /^Preview: .* Click the button or press Enter to confirm, Escape to cancel\.$/);
    await page.keyboard.press("Enter");
    await sent(page, "swap");
  }));

test("Ankor: the arrows of a move and its drop are apart, and leave the names of nests visible", () =>
  onBoard({ ...play("ankor", "a1 c3 c2 c1 b2 b1 a1-b2' a1 c2-a1'"), options: "-size=3 -noswap" }, async (page) => {
    await page.locator(".core.moved").nth(1).waitFor({ state: "attached" });
    const { names, lines, unit } = await page.evaluate(async () => {
      const [{ marks }] = (await import("/board.js")).boards;
      const arrows = [...document.querySelectorAll("path.core.moved")];
      const along = (path) => Array.from({ length: 60 }, (_, at) => path.getPointAtLength((at / 59) * path.getTotalLength()));
      const names = [...marks.spots.values()].filter((spot) => !spot.holds && !spot.hidden);
      return { names, lines: arrows.map((path) => along(path).map(({ x, y }) => ({ x, y }))), unit: marks.unit };
    });
    assert.equal(lines.length, 2);
    assert.ok(names.some(({ place }) => place === "b2'"));
    for (const { x, y, place } of names) {
      const nearest = Math.min(...lines.flat().map((at) => Math.hypot(at.x - x, at.y - y)));
      assert.ok(nearest > 0.38 * unit, `an arrow covers ${place}`);
    }
  }));

test("Ankor: a cube lights its destinations and explains why it cannot go elsewhere", () =>
  onBoard(play("ankor", "b1 c1 b2 c2 c3 d2"), async (page) => {
    await page.click("#c-4-0-1");
    await says(page, /^The cube at b1 can go to a1, b2', d3 or d4\.$/);
    assert.equal(await count(page, ".core.target"), 4);
    await page.click("#c-0-0-5", { force: true });
    await says(page, /^f1 cannot be reached from b1 through your cubes/);
    assert.match(await page.getAttribute("#c-0-0-5", "aria-label"), /f1 cannot be reached/);
    await page.click("#c-3-1-0");
    await says(page, /^Preview: O moves the cube at b1 to b2'\./);
    assert.equal(await count(page, ".core.moved"), 1);
    await page.keyboard.press("Enter");
    await sent(page, "b1-b2'");
  }));

test("Ankor: drops are shown", () =>
  onBoard({ ...play("ankor", "b1 c1 b2 c2 c3 d2 b1-b2' d1"), mode: "explore" }, async (page) => {
    await page.click("#c-4-1-0");
    await says(page, /^The cube at b2 can go to/);
    await page.locator("[data-place]").and(page.locator("[aria-label*='can go here']")).first().click();
    await says(page, /The cube that rested on it drops into the gap\./);
    assert.equal(await count(page, ".core.moved"), 2);
  }));

test("Ankor: three kinds of link, and levels removed one by one", () =>
  onBoard({ ...play("ankor", "b1 c1 b2 c2 c3 d2 b1-b2'"), mode: "explore" }, async (page) => {
    for (const [show, link] of [["connected", "connected"], ["adjacent", "adjacent"], ["tips", "tip"]]) {
      assert.equal(await count(page, `[data-link=${link}]`), 0);
      await page.click(`[data-show=${show}]`);
      await page.locator(`[data-link=${link}]`).waitFor();
    }
    await page.selectOption("[data-levels]", "level-0");
    await page.locator("[data-link=connected]").waitFor({ state: "detached" });
    assert.equal(await count(page, "#c-3-1-0[aria-label*='level 1, O']"), 0);
  }));

test("Boche: a spot offers its rotations as pictures, with what each would join", () =>
  onBoard(play("boche", "a:c1 a:c2 a:b1"), async (page) => {
    await page.click(`[data-place="b1'"]`);
    const rotations = page.locator(".rotation");
    await rotations.first().waitFor();
    assert.equal(await rotations.count(), 4);
    assert.equal(await count(page, ".rotation svg"), 4);
    assert.match(await rotations.first().getAttribute("aria-label"), /^Rotation e joins Light groups of 1, 1 and 1 to one of 4/);
    assert.equal(await page.textContent(".spun"), "", "one rotation is described at a time");
    await rotations.first().hover();
    assert.match(await page.textContent(".spun"), /^e: joins Light groups of 1, 1 and 1 to one of 4/);
    await rotations.nth(1).click();
    await says(page, /^Preview: Dark puts a cube in rotation f on b1'\./);
    assert.equal(await page.getAttribute("[data-turn=\"f:b1'\"]", "aria-pressed"), "true");
    await page.click("[data-confirm]");
    await sent(page, "f:b1'");
  }));

test("on a phone the first tap magnifies and the second chooses", () =>
  onBoard(play("antipod", "f14", "-radius=10"), async (page) => {
    await page.tap("#p-d8");
    await says(page, /^Magnified/);
    const box = await page.locator("#p-d8").boundingBox();
    const next = await page.locator("#p-d9").boundingBox();
    assert.ok(Math.hypot(next.x - box.x, next.y - box.y) >= 42, "neighbours are a finger apart");
    await page.tap("#p-d8");
    await says(page, /^Preview: Black plays d8\./);
    await page.tap("[data-confirm]");
    await sent(page, "d8");
  }, PHONE));

test("looking back and exploring do not change the game", () =>
  onBoard(play("antipod", "f14 f9 c4"), async (page) => {
    await page.keyboard.press("ArrowLeft");
    await says(page, /^Black plays f9\. Turn 3: White to move\.$/);
    await page.click("#p-d8");
    await says(page, /^White plays d8\. Turn 4: Black to move\.$/);
    assert.equal(await page.textContent(".board-away span"), "Exploring: turn 3");
    assert.match(await page.textContent(".board-note"), /only you can see this/);
    assert.equal(await page.locator(".line .branch").textContent(), "d8");
    assert.equal(new URL(page.url()).searchParams.get("turn"), null);
    await page.click("[data-return]");
    await says(page, /^White plays c4\. Turn 4: Black to move\.$/);
  }));

test("a conditional line is composed on the board", () =>
  onBoard({ ...play("antipod", "f14 f9 c4"), mode: "line" }, async (page) => {
    for (const turn of ["d8", "e8"]) {
      await page.click(`#p-${turn}`);
      await says(page, new RegExp(`plays ${turn}\\. Click it again`));
      await page.click("[data-confirm]");
      await says(page, new RegExp(`plays ${turn}\\. Turn`));
    }
    assert.equal(await page.inputValue("input[name=line]"), "d8 e8");
  }));

test("the end of a game is announced and explained", () =>
  onBoard(play("anchor", "A1 C3 pass pass"), async (page) => {
    await says(page, /^White passes\. Black wins: the higher score\.$/);
    assert.match(await page.textContent(".board-note"), /Black has \d+ points, White 0/);
    await page.click("#p-E5", { force: true });
    await says(page, /^Black wins/);
    assert.equal(await count(page, "[data-confirm]"), 0);
  }));

test("a name in a text lights its point", () =>
  onBoard(play("antipod"), async (page) => {
    await page.hover("[data-light=f14]");
    assert.equal(await count(page, ".core.lit"), 1);
  }));

/** Waits for the moving elements of the board; returns how they move. */
const moves = (page) =>
  page.evaluate(() => new Promise((resolve) => {
    const look = () => {
      const running = document.getAnimations().filter(({ effect }) => effect.target?.closest(".board-view"));
      if (running.length) resolve(running.map(({ effect }) => [effect.target.id, effect.getKeyframes()[0].transform ?? ""]));
      else requestAnimationFrame(look);
    };
    look();
  }));

test("a moved cube slides and the cubes on it drop, but nothing moves for readers who prefer that", async () => {
  const game = { ...play("ankor", "b1 c1 b2 c2 c3 d2 b1-b2' d1"), mode: "explore" };
  const choose = async (page) => {
    await page.click("#c-4-1-0");
    await says(page, /^The cube at b2 can go to/);
    await page.locator("[data-place]").and(page.locator("[aria-label*='can go here']")).first().click();
    await says(page, /drops into the gap/);
  };
  await onBoard(game, async (page) => {
    const seen = moves(page);
    await choose(page);
    const moved = await seen;
    assert.equal(moved.length, 2, JSON.stringify(moved));
    for (const [, from] of moved) assert.match(from, /^translate\(/);
  }, { ...DESKTOP, reducedMotion: "no-preference" });
  await onBoard(game, async (page) => {
    await choose(page);
    assert.equal(await page.evaluate(() => document.getAnimations().length), 0);
  });
});

for (const colorScheme of ["light", "dark"]) {
  test(`lines of the board contrast with its paper, ${colorScheme}, with more contrast and with less`, () =>
    onBoard(play("anchor"), async (page) => {
      for (const contrast of ["no-preference", "more"]) {
        await page.emulateMedia({ contrast });
        const ratio = await page.evaluate(() => {
          const part = (value) => (value <= 0.03928 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4);
          const light = (value) => {
            const probe = document.body.appendChild(document.createElement("i"));
            probe.style.setProperty("color", value);
            const [red, green, blue] = getComputedStyle(probe).color.match(/[\d.]+/g).map((value) => part(value / 255));
            probe.remove();
            return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
          };
          const [one, other] = ["var(--board-line, #857a66)", "var(--board-ground, #efe8d8)"].map(light).sort((a, b) => b - a);
          return (one + 0.05) / (other + 0.05);
        });
        assert.ok(ratio >= (contrast === "more" ? 4.5 : 1.5), `${contrast}: ${ratio}`);
      }
    }, { ...DESKTOP, colorScheme }));
}

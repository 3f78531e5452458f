// What boards in three dimensions show on their surface: the last turn, what won, enclosed groups;
// and stones that land there.

import "./webgl.mjs";
import assert from "node:assert/strict";
import { test } from "node:test";
import { ask, at, stands, turnsSolid } from "./solid.mjs";
import { onBoard, says } from "./support.mjs";

/** Small, because the processor draws each pixel. */
const WINDOW = { viewport: { width: 480, height: 640 } };

const MOVING = { ...WINDOW, reducedMotion: "no-preference" };
const ANTIPOD = { game: "antipod", turns: "f14 f9 c4", mode: "play" };
const PATH = {
  game: "antipod",
  options: "-radius=4",
  turns:
    "c6+ c12 e7+ b2 e13 c1+ b3 e12 f4 c4 d9 e3 f6 b5+ f12 c5 b11 g5+ a2+ c3 e10 b4 b1+ d10 d3 c2 d5 f11 f3+ e6 e2+ d12",
  mode: "explore",
};
const RING = {
  game: "antipod",
  options: "-radius=4",
  turns:
    "e2+ e4 f13 d10 e3 d12 d2 d6 c10 b11 f7+ c12 c9 g5+ g6+ e5 b4 f5 e10 b5+ a2+ d3 c11 c1+ d9 e6 e7+ b3 f12 c3 c6+ f4 b9 d5 e13 c4 c5 f6 e11 f3+ b2 b1+ e12 f11 b10 d13 a3+",
  mode: "explore",
};
const ENCLOSED = { game: "boche", turns: "c:c3 b:e5 d:e1 d:c2 a:e2 d:f5 b:f4 b:b2", mode: "explore" };
const ANKOR_WON = {
  game: "ankor",
  options: "-size=4",
  turns:
    "d3 c3 c2 c1 d3-b2 b1 b2-b1' b1-a1 c2-b2 c1-d1 d3 d1-c1 c2 d1 b1-b2' d1-d2 b1 c1-c2' c1 d4 b2'-d1 c2'-b1' d1-c3' b1'-c2' b2-d1 b2 c2-a1' c3-c1' d3-b2' d2-d3 b2'-c3' d2-b2' c1-d2 a1-c2' d1-c1 c2'-a1' c1-d1 b2'-c2' c3'-b2' c1 b2'-c3' b2-b1' c3'-b2' d4-a1' c3-d4 a1'-b2'",
  mode: "explore",
};

/** Colours of the cores of marks. */
const [LAST, WON] = ["c4006a", "ffffff"];

/**
 * What marks of a colour are on: `ids` are the places that they reach, `middles` those in the
 * middle of each.
 */
const marked = (page, colour) =>
  ask(page, ({ signs, model, seen }, colour) => {
    const cores = signs.layer("still").children.map(({ children }) => children.at(-1)).filter((core) => core?.material?.color.getHexString() === colour);
    const marks = cores.map(({ geometry }) => {
      const { array } = geometry.getAttribute("position");
      return Array.from({ length: array.length / 3 }, (_, at) => [...array.slice(3 * at, 3 * at + 3)]);
    });
    const anchors = seen.spots.flatMap(({ id }) => (model.anchor(id) ? [{ id, ...model.anchor(id) }] : []));
    const far = ({ at }, [x, y, z]) => Math.hypot(at.x - x, at.y - y, at.z - z);
    const middles = marks.map((points) => {
      const middle = [0, 1, 2].map((axis) => points.reduce((sum, point) => sum + point[axis], 0) / points.length);
      return anchors.reduce((best, other) => (far(other, middle) < far(best, middle) ? other : best)).id;
    });
    // No farther away than the height of a cube or stone.
    const reached = anchors.filter((anchor) => marks.some((points) => points.some((point) => far(anchor, point) < 0.75 * (anchor.size ?? 1))));
    return { middles, ids: reached.map(({ id }) => id) };
  }, colour);

/** The place of the end that the position names. */
const proof = (page) => ask(page, ({ seen }) => seen.ending.proof);

test("the last stone has a ring on the globe", () =>
  onBoard(ANTIPOD, async (page) => {
    await turnsSolid(page);
    assert.deepEqual((await marked(page, LAST)).middles, ["p-c4"]);
  }, WINDOW));

for (const [kind, query] of [["path", PATH], ["ring", RING], ["path", ANKOR_WON]]) {
  test(`the ${kind} that won is a line on the surface: ${query.game}`, () =>
    onBoard(query, async (page) => {
      await turnsSolid(page);
      const { kind: found, ids } = await proof(page);
      assert.equal(found, kind);
      const line = await marked(page, WON);
      assert.equal(line.middles.length, 1);
      const missed = ids.filter((id) => !line.ids.includes(id));
      assert.deepEqual(missed, [], `${ids.length} places`);
    }, WINDOW));
}

test("an enclosed group of Boche is lit on its cubes, and the last cube is outlined", () =>
  onBoard(ENCLOSED, async (page) => {
    await turnsSolid(page);
    const { last, proved } = await ask(page, ({ seen }) => ({ last: seen.last.landed[0], proved: seen.ending.proof.ids }));
    assert.deepEqual((await marked(page, LAST)).middles, [last]);
    const lights = await ask(page, ({ signs, model, seen }) => {
      const [first] = seen.ending.proof.ids;
      const count = (group) => {
        let all = 0;
        group.traverse(({ geometry }) => (all += geometry?.getAttribute("position").count ?? 0));
        return all;
      };
      const wanted = count(model.lit(seen, seen.groups.filter(({ ids }) => ids.includes(first))));
      return [wanted, signs.layer("still").children.map(count).filter((has) => has === wanted).length];
    });
    assert.ok(proved.length >= 4 && lights[0] > 0, JSON.stringify({ proved, lights }));
    assert.ok(lights[1] >= 1, "the group is lit");
  }, WINDOW));

test("a stone lands on the globe, unless the reader prefers no movement", async () => {
  for (const [profile, lands] of [[MOVING, true], [WINDOW, false]]) {
    await onBoard(ANTIPOD, async (page) => {
      await turnsSolid(page);
      const [x, y] = await at(page, "p-d8");
      await ask(page, (solid) => {
        globalThis.heights = [];
        solid.stage.watching.add(() => {
          const { model } = solid;
          const point = model.points.get("p-d8");
          for (const { mesh, at } of model.stones) {
            const index = at.indexOf(point);
            if (index >= 0) globalThis.heights.push(Math.hypot(...mesh.instanceMatrix.array.slice(16 * index + 12, 16 * index + 15)));
          }
        });
      });
      await page.mouse.click(x, y);
      await says(page, /^Preview: Black plays d8\./);
      await stands(page);
      const heights = await page.evaluate(() => globalThis.heights);
      const fallen = Math.max(...heights) - heights.at(-1);
      if (lands) assert.ok(fallen > 1, `it falls by ${fallen}`);
      else assert.ok(heights.length > 0 && fallen === 0, `it falls by ${fallen}`);
    }, profile);
  }
});

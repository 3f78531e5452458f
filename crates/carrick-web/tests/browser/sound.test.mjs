// Sounds: off at first, switched on by a setting that is kept, one for each kind of event.

import assert from "node:assert/strict";
import { test } from "node:test";
import { onBoard, says } from "./support.mjs";

/** Replaces the browser's sound with a list of the pitches that are played. */
function listen(page) {
  return page.evaluate(() => {
    globalThis.heard = [];
    const parameter = (note) => ({
      setValueAtTime: note,
      exponentialRampToValueAtTime() {},
    });
    globalThis.AudioContext = class {
      state = "running";
      currentTime = 0;
      destination = {};
      createOscillator = () => {
        const voice = { frequency: parameter((pitch) => globalThis.heard.push(pitch)), start() {}, stop() {} };
        voice.connect = (next) => next;
        return voice;
      };
      createGain = () => ({ gain: parameter(() => {}), connect: (next) => next });
    };
  });
}

/** The pitches heard since the last call. */
const heard = (page) => page.evaluate(() => globalThis.heard.splice(0));

const PLACE = [420, 1900];

test("sounds start when they are switched on, and stay on", () =>
  onBoard({ game: "ankor", options: "-size=3", mode: "explore" }, async (page) => {
    await listen(page);
    const sound = page.getByRole("button", { name: "Sound" });
    assert.equal(await sound.getAttribute("aria-pressed"), "false");
    await page.click('[data-place="b1"]');
    await says(page, /^O adds a cube at b1/);
    assert.deepEqual(await heard(page), []);
    await sound.click();
    assert.equal(await sound.getAttribute("aria-pressed"), "true");
    assert.deepEqual(await heard(page), PLACE, "the switch makes a sound");
    await page.click('[data-place="c1"]');
    await says(page, /^X adds a cube at c1/);
    assert.deepEqual(await heard(page), PLACE);
    await page.reload();
    await listen(page);
    assert.equal(await sound.getAttribute("aria-pressed"), "true");
    await sound.click();
    await page.click('[data-place="c1"]');
    await says(page, /^O adds a cube at c1/);
    assert.deepEqual(await heard(page), []);
  }));

test("each kind of turn has a different sound", () =>
  onBoard({ game: "ankor", options: "-size=3" }, async (page) => {
    const sounds = await page.evaluate(async () => {
      const main = document.querySelector('script[src*="board.js"]').src;
      const { sounds } = await import(main.replace("board.js", "sound.js"));
      const last = { turn: "b1", said: "", landed: ["c-1-0-1"] };
      const dropped = { ...last, dropped: [{ from: "c-0-0-1", to: "c-1-0-1" }] };
      return [
        sounds({}, true),
        sounds({ last }, false),
        sounds({ last }, true),
        sounds({ last: dropped }, false),
        sounds({ last, ending: { proof: { kind: "path" } } }, false),
        sounds({ last, ending: { proof: { kind: "enclosure" } } }, true),
      ];
    });
    assert.deepEqual(sounds, [
      [],
      ["place"],
      ["place", "turn"],
      ["drop"],
      ["place", "win"],
      ["place", "enclose"],
    ]);
  }));

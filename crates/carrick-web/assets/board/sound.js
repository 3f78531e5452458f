// Short sounds for turns, synthesised so that nothing has to be loaded. They are off by default.

import { prefer, preferences } from "./preferences.js";

/** @typedef {import("./types.js").Position} Position */
/** @typedef {"place" | "drop" | "enclose" | "turn" | "win"} Sound */

/**
 * A tone: its start in seconds from now, its pitch in hertz at the start and at the end, its
 * length in seconds, and its loudness from 0 to 1.
 * @typedef {{ start: number, from: number, to: number, length: number, loud: number, shape: OscillatorType }} Tone
 */

/**
 * @param {number} start
 * @param {number} from
 * @param {number} to
 * @param {number} length
 * @param {number} loud
 * @param {OscillatorType} [shape]
 * @returns {Tone}
 */
const tone = (start, from, to, length, loud, shape = "sine") => ({ start, from, to, length, loud, shape });

/** Wood on wood; a fall that ends in a knock; a closing lid; two bells; a chord. */
/** @type {Record<Sound, Tone[]>} */
const TONES = {
  place: [tone(0, 420, 170, 0.09, 0.35, "triangle"), tone(0, 1900, 900, 0.02, 0.08)],
  drop: [tone(0, 640, 210, 0.22, 0.2), tone(0.2, 260, 110, 0.11, 0.35, "triangle")],
  enclose: [tone(0, 220, 330, 0.16, 0.25, "triangle"), tone(0.15, 440, 220, 0.25, 0.3, "triangle")],
  turn: [tone(0, 659, 659, 0.18, 0.14), tone(0.13, 880, 880, 0.28, 0.14)],
  win: [tone(0, 523, 523, 0.5, 0.14), tone(0.12, 659, 659, 0.5, 0.14), tone(0.24, 784, 784, 0.7, 0.16)],
};

/** Seconds between the sound of a turn and the one that announces the reader's turn. */
const PAUSE = 0.35;

/** Browsers allow only a few of these per page. @type {AudioContext | undefined} */
let audio;

/** Whether sounds are wanted. */
export const isOn = () => preferences().sound;

/**
 * Turns sounds on or off and remembers it; turning them on plays one immediately. @param {boolean}
 * on
 */
export function turn(on) {
  prefer({ sound: on });
  if (on) play("place");
}

/**
 * Sounds of the last turn in a position.
 * @param {Position} position
 * @param {boolean} yours whether it is the reader's turn now
 * @returns {Sound[]}
 */
export function sounds({ last, ending }, yours) {
  if (!last) return [];
  const landed = last.dropped?.length ? "drop" : "place";
  if (ending) return [landed, ending.proof?.kind === "enclosure" ? "enclose" : "win"];
  return yours ? [landed, "turn"] : [landed];
}

/**
 * Plays sounds one after another, if they are on. A browser without audio stays silent.
 * @param {Sound[]} wanted
 */
export function play(...wanted) {
  if (!isOn() || typeof AudioContext === "undefined") return;
  audio ??= new AudioContext();
  // A page is silent until its reader has interacted with it.
  if (audio.state === "suspended") void audio.resume();
  for (const [index, sound] of wanted.entries()) {
    for (const tone of TONES[sound]) sing(audio, tone, audio.currentTime + index * PAUSE);
  }
}

/**
 * @param {AudioContext} audio
 * @param {Tone} tone
 * @param {number} now
 */
function sing(audio, { start, from, to, length, loud, shape }, now) {
  const [voice, volume] = [audio.createOscillator(), audio.createGain()];
  const [begin, end] = [now + start, now + start + length];
  voice.type = shape;
  voice.frequency.setValueAtTime(from, begin);
  voice.frequency.exponentialRampToValueAtTime(to, end);
  // A start or end at full loudness would click.
  volume.gain.setValueAtTime(0.0001, begin);
  volume.gain.exponentialRampToValueAtTime(loud, begin + 0.008);
  volume.gain.exponentialRampToValueAtTime(0.0001, end);
  voice.connect(volume).connect(audio.destination);
  voice.start(begin);
  voice.stop(end + 0.02);
}

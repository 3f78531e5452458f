#!/usr/bin/env node
// Checks tables of exact values state by state. Written from docs/rules and docs/certificates.md.
//
//     node lab/checkers/check.mjs [--part K/N] FILE...
//
// Prints a line for each file that holds, and ends with status 1 at the first that does not. With
// --part only the states K, K + N, K + 2 N and so on are checked: a sample, or a part of the work.

import { createHash } from "node:crypto";
import { existsSync, readFileSync, realpathSync } from "node:fs";
import { argv, exit } from "node:process";
import { pathToFileURL } from "node:url";

const AXES = [0, 1, 2];

export function demand(holds, said) {
  if (!holds) throw new Error(said);
}

const lowest = (mask) => 31 - Math.clz32(mask & -mask);

/** The members of a set, in order, and their number. */
function members(mask, found = []) {
  for (; mask; mask &= mask - 1) found.push(lowest(mask));
  return found;
}
function size(mask, count = 0) {
  for (; mask; mask &= mask - 1) count += 1;
  return count;
}

/** The subset of a set as a number over its members. */
function squeeze(subset, set) {
  let found = 0;
  for (let rank = 0; set; set &= set - 1, rank += 1) if (subset & set & -set) found |= 1 << rank;
  return found;
}

/** All that can be reached from `seed` in a set; `near` gives the neighbours of a member. */
function reach(seed, set, near) {
  let found = seed & set;
  for (let open = found; open; ) {
    const next = near(lowest(open)) & set & ~found;
    open = (open & (open - 1)) | next;
    found |= next;
  }
  return found;
}

/** A score is the byte's meaning as a number to compare: wins high, losses low, draws 0. */
const HIGH = 1000;
const score = (byte) => (byte === 0 ? 0 : byte < 128 ? HIGH - (byte - 1) : (byte - 128) - HIGH);
/** Score one turn earlier, for the other player. */
const earlier = (found) => (found === 0 ? 0 : found > 0 ? 1 - found : -found - 1);

/** States that are a set and a subset of it. */
class Pairs {
  constructor(bits, sets, fits) {
    this.starts = new Int32Array(1 << bits).fill(-1);
    [this.sets, this.subsets, this.ranks, this.count] = [sets, [], [], 0];
    for (const set of sets) {
      const all = size(set);
      if (!this.subsets[all]) {
        this.ranks[all] = new Int32Array(1 << all).fill(-1);
        this.subsets[all] = [];
        for (let subset = 0; subset < 1 << all; subset += 1)
          if (fits(all, size(subset))) this.ranks[all][subset] = this.subsets[all].push(subset) - 1;
      }
      this.starts[set] = (this.count += this.subsets[all].length) - this.subsets[all].length;
    }
  }
  number(set, subset) {
    return this.starts[set] + this.ranks[size(set)][squeeze(subset, set)];
  }
  /** Calls `visit(number, set, subset)` for every state in order. */
  each(visit) {
    let number = 0;
    for (const set of this.sets) {
      const places = members(set);
      for (const subset of this.subsets[places.length]) {
        let own = 0;
        for (let m = subset; m; m &= m - 1) own |= 1 << places[lowest(m)];
        visit(number++, set, own);
      }
    }
  }
}

function bySize(bits) {
  const layers = Array.from({ length: bits + 1 }, () => []);
  for (let set = 0; set < 1 << bits; set += 1) layers[size(set)].push(set);
  return layers.flat();
}

/** The pyramid of Ankor and Boche. */
function pyramid(n) {
  const cells = [];
  for (let x = 0; x < n; x += 1)
    for (let y = 0; x + y < n; y += 1) for (let z = 0; x + y + z < n; z += 1) cells.push([x, y, z]);
  const numbers = new Map(cells.map((cell, at) => [cell.join(), at]));
  const stepped = (cell, axis, by) => cell.map((c, at) => (at === axis ? c + by : c));
  const find = (cell) => numbers.get(cell.join()) ?? -1;
  const over = cells.map((cell) => AXES.map((axis) => find(stepped(cell, axis, -1))));
  const under = cells.map((cell) => AXES.map((axis) => find(stepped(cell, axis, 1))));
  const mask = (list) => list.reduce((all, at) => (at < 0 ? all : all | (1 << at)), 0);
  const level = cells.map((cell) => n - 1 - cell[0] - cell[1] - cell[2]);
  const beside = cells.map((cell) => mask(AXES.flatMap((up) =>
      AXES.filter((down) => down !== up).map((down) => find(stepped(stepped(cell, up, 1), down, -1))))));
  const supports = under.map(mask);
  const holes = mask(level.map((l, at) => (l === 0 ? at : -1)));
  const spots = (stack) => mask(cells.map((_, at) => (stack & (1 << at) || supports[at] & ~stack ? -1 : at)));
  const stacks = [];
  for (let layer = [0]; layer.length; ) {
    stacks.push(...layer);
    const grown = new Set(layer.flatMap((stack) => members(spots(stack)).map((at) => stack | (1 << at))));
    layer = [...grown].sort((one, other) => one - other);
  }
  const hole = (at) => `${String.fromCharCode(97 + cells[at][1] + cells[at][2])}${cells[at][1] + 1}`;
  return { n, cells, over, under, resting: over.map(mask), supports, level, beside, holes, spots, stacks, hole };
}

function ankor(options) {
  const p = pyramid(options.size);
  const hand = Math.ceil(p.cells.length / 2);
  const highest = options.win_height < 0 ? p.n - 1 : options.win_height;
  const sides = AXES.map((axis) =>
    p.cells.reduce((all, c, at) => (c[axis] === 0 && p.level[at] <= highest ? all | (1 << at) : all), 0));
  const pairs = new Pairs(p.cells.length, p.stacks, (all, own) => own <= hand && all - own <= hand);
  /** Whether the contact of an upper cube along an axis is open to the eye on one side at least. */
  const isSeen = (upper, axis, stack) =>
    AXES.some((side) => side !== axis && (p.over[upper][side] < 0 || !(stack & (1 << p.over[upper][side]))));
  function connected(at, own, stack) {
    let found = 0;
    for (const axis of AXES) {
      const [low, high] = [p.under[at][axis], p.over[at][axis]];
      if (low >= 0 && own & (1 << low) && isSeen(at, axis, stack)) found |= 1 << low;
      if (high >= 0 && own & (1 << high) && isSeen(high, axis, stack)) found |= 1 << high;
    }
    return found;
  }
  function wins(own, stack) {
    for (let left = own & sides[0]; left; ) {
      const group = reach(left & -left, own, (at) => connected(at, own, stack));
      if (group & sides[1] && group & sides[2]) return true;
      left &= ~group;
    }
    return false;
  }
  const over = (stack, own) => (wins(stack & ~own, stack) ? -HIGH : wins(own, stack) ? HIGH : null);
  function turns(stack, own, visit) {
    const other = stack & ~own;
    let some = false;
    const to = (set, subset) => visit(pairs.number(set, subset), (some = true));
    if (size(own) < hand) for (const at of members(p.holes & ~stack)) to(stack | (1 << at), other);
    const spots = members(p.spots(stack));
    for (const at of members(own)) {
      if (size(p.resting[at] & stack) > 1) continue;
      const group = reach(1 << at, own, (by) => connected(by, own, stack) | p.beside[by]);
      const [mine, theirs] = dropped(at, own & ~(1 << at), other);
      const firm = (mine | theirs) & stack & ~(1 << at);
      for (const spot of spots) {
        const isNear = group & (p.beside[spot] | p.supports[spot]);
        if (isNear && !(p.supports[spot] & ~firm)) to(mine | theirs | (1 << spot), theirs);
      }
    }
    if (!some) visit(pairs.number(stack, other)); // a pass
  }
  /** The cubes when what stood on a gap has slid down. */
  function dropped(gap, mine, theirs) {
    for (const axis of AXES) {
      let at = gap;
      for (let above; (above = p.over[at][axis]) >= 0 && (mine | theirs) & (1 << above); at = above) {
        if (mine & (1 << above)) mine = (mine & ~(1 << above)) | (1 << at);
        else theirs = (theirs & ~(1 << above)) | (1 << at);
      }
    }
    return [mine, theirs];
  }
  const openings = () => members(p.holes).map((at) => [p.hole(at), pairs.number(1 << at, 0)]);
  return { count: pairs.count, each: (visit) => pairs.each(visit), over, turns, openings };
}

/** The faces that join the nearest corner, in rotations a to d (e to h): bits by axis. */
const ROTATIONS = [0b111, 0b001, 0b010, 0b100];

function boche(options) {
  const p = pyramid(options.size);
  const { n } = p;
  const shown = (at, stack) => AXES.filter((axis) => p.over[at][axis] < 0 || !(stack & (1 << p.over[at][axis])));
  const digit = (faces, joins) =>
    faces.length === 3 ? ROTATIONS.indexOf(joins) : faces.reduce((all, axis) => 2 * all + ((joins >> axis) & 1), 0);
  const digits = (faces) => (faces.length === 3 ? 4 : 1 << faces.length);
  const isWhole = (holes) => reach(holes & -holes, holes, (at) => p.beside[at]) === holes;
  const stacks = p.stacks.filter((stack) => !options.adjacent || isWhole(stack & p.holes));
  const facts = new Map();
  let count = 0;
  for (const stack of stacks) {
    const cubes = members(stack).map((at) => ({ at, faces: shown(at, stack) }));
    const end = count + cubes.reduce((all, cube) => all * digits(cube.faces), 2);
    facts.set(stack, { start: count, end, cubes, spots: members(p.spots(stack)) });
    count = end;
  }
  function number(stack, joins, own) {
    const { start, cubes } = facts.get(stack);
    let found = 0;
    for (const { at, faces } of cubes) found = found * digits(faces) + digit(faces, joins[at]);
    return start + 2 * found + own;
  }
  function each(visit, first, step, at = first) {
    for (const [stack, { start, end, cubes }] of facts) {
      for (; at < end; at += step) {
        let [joins, rest] = [[], (at - start) >> 1];
        for (const cube of [...cubes].reverse()) {
          const wanted = rest % digits(cube.faces);
          joins[cube.at] = ROTATIONS.find((rotation) => digit(cube.faces, rotation) === wanted);
          rest = Math.floor(rest / digits(cube.faces));
        }
        visit(at, stack, joins, (at - start) & 1);
      }
    }
  }
  const width = n + 1;
  const pointOf = ([x, y, z]) => (x * width + y) * width + z;
  const sum = (point) => (point % width) + (Math.floor(point / width) % width) + Math.floor(point / width / width);
  const touches = (point) => {
    if (sum(point) < n) return 0;
    const [x, y] = [Math.floor(point / width / width), Math.floor(point / width) % width];
    return (x === 0 ? 1 : 0) | (y === 0 ? 2 : 0) | (point % width === 0 ? 4 : 0);
  };
  /** The four corners of a face: nearest, farthest, and the two between. */
  const corners = p.cells.map((cell) => AXES.map((axis) => {
      const [u, v] = AXES.filter((other) => other !== axis);
      const moved = (...steps) => pointOf(cell.map((c, at) => (steps.includes(at) ? c + 1 : c)));
      return [moved(), moved(u, v), moved(u), moved(v)];
    }));
  const air = p.cells.map((cell) => [1, 2, 3, 4, 5, 6, 7].map((step) => pointOf(cell.map((c, at) => c + ((step >> at) & 1)))));
  /** Groups of nodes, which are joined by pairs; each with its set of points. */
  function groups(pairs, points) {
    const [roots, found] = [[], []];
    const root = (node) => (roots[node] === node ? node : root(roots[node]));
    for (const node of points.keys()) roots[node] = node;
    for (const [one, other] of pairs) roots[root(one)] = root(other);
    for (const [node, point] of points) (found[root(node)] ??= new Set()).add(point);
    return found.filter((group) => group);
  }
  const once = (make, made = new Map()) => (stack) => made.get(stack) ?? made.set(stack, make(stack)).get(stack);
  /** By stack: its faces, each with both pairs; their points; points that an empty hole touches. */
  const facesOf = once((stack) => facts.get(stack).cubes.flatMap(({ at, faces }) =>
      faces.map((axis) => ({ at, axis, all: corners[at][axis], pairs: [corners[at][axis].slice(2), corners[at][axis].slice(0, 2)] }))));
  const pointsOf = once((stack) => new Map(facesOf(stack).flatMap((face) => face.all.map((point) => [point, point]))));
  const openOf = once((stack) => new Set(members(p.holes & ~stack).flatMap((at) => air[at])));
  const seen = (stack, joins) =>
    facesOf(stack).map(({ at, axis, all, pairs }) => ({ at, all, pair: pairs[(joins[at] >> axis) & 1] }));
  const node = ({ all }, face, point) => 4 * face + all.indexOf(point);
  /** By stack: corners of faces as nodes, and pairs of those that are one point of cubes that share a face. */
  const passages = once((stack) => {
    const faces = facesOf(stack);
    const points = new Map(faces.flatMap((face, at) => face.all.map((point) => [node(face, at, point), point])));
    const steps = faces.flatMap((one, first) => faces.slice(0, first).flatMap((two, second) => {
        const isStep = one.at === two.at || p.over[one.at].includes(two.at) || p.under[one.at].includes(two.at);
        const common = one.all.filter((point) => two.all.includes(point));
        return common.length < 2 || !isStep ? [] : common.map((point) => [node(one, first, point), node(two, second, point)]);
      }));
    return { points, steps };
  });
  /** Groups in which one passes round a point only between cubes that share a face. */
  const strict = (faces, stack) =>
    groups([...faces.map((f, at) => f.pair.map((point) => node(f, at, point))), ...passages(stack).steps], passages(stack).points);
  const sidesOf = (group) => [...group].reduce((all, point) => all | touches(point), 0);
  /** The nearest corners of level 0 have the sum n - 1, and colours alternate. */
  const isMovers = (group, own) => (sum(group.values().next().value) - (n - 1) + 2 * n) % 2 === (own ? 0 : 1);
  function over(stack, joins, own) {
    const faces = seen(stack, joins);
    const all = groups(faces.map((face) => face.pair), pointsOf(stack));
    if (!options.fill_board) {
      const open = openOf(stack);
      const shut = all.filter((group) =>
        group.size >= options.kill && !sidesOf(group) && ![...group].some((point) => open.has(point)));
      // The player who moved last wins by the mover's groups, and these come first.
      if (shut.length) return shut.some((group) => isMovers(group, own)) ? -HIGH : HIGH;
    }
    const paths = (options.immediate && !options.join_any ? strict(faces, stack) : all).filter((g) => sidesOf(g) === 7);
    if (options.immediate && paths.length) return paths.every((group) => isMovers(group, own)) ? HIGH : -HIGH;
    if (size(stack) < p.cells.length) return null;
    demand(paths.length === 1, "a full board has not one winner");
    return isMovers(paths[0], own) ? HIGH : -HIGH;
  }
  function turns(stack, joins, own, visit) {
    for (const spot of facts.get(stack).spots) {
      const [next, after] = [stack | (1 << spot), [...joins]];
      if (!facts.has(next)) continue;
      for (const rotation of ROTATIONS) {
        after[spot] = rotation;
        visit(number(next, after, 1 - own), next, [...after], 1 - own);
      }
    }
  }
  const openings = () => members(p.holes).flatMap((at) => ROTATIONS.flatMap((rotation, way) =>
        [0, 1].map((light) => {
          const joins = Object.assign([], { [at]: rotation });
          const state = [1 << at, joins, 1 - light];
          return [`${"abcdefgh"[4 * light + way]}:${p.hole(at)}`, number(...state), ...state];
        })));
  return { count, each, over, turns, openings, unused: 2 };
}

/** The points of a hexagon by row and column, or letter and number. */
function hexagon(n) {
  const points = [];
  for (let i = 1; i < 2 * n; i += 1)
    for (let j = 1; j < 2 * n; j += 1) if (Math.abs(i - j) < n) points.push([i, j]);
  const steps = [[1, 0], [0, 1], [1, 1], [-1, 0], [0, -1], [-1, -1]];
  const exists = ([i, j]) => i >= 1 && j >= 1 && i < 2 * n && j < 2 * n && Math.abs(i - j) < n;
  return { points, near: ([i, j]) => steps.map(([a, b]) => [i + a, j + b]).filter(exists) };
}

function antipod(options) {
  const r = options.radius;
  const { points, near } = hexagon(r);
  const isRim = ([i, j]) => [1, 2 * r - 1].some((end) => i === end || j === end) || Math.abs(i - j) === r - 1;
  const key = (half, point) => `${isRim(point) ? 0 : half}:${point}`;
  const ends = [1, r, 2 * r - 1];
  const corners = points.filter((p) => isRim(p) && p.every((c) => ends.includes(c))).map((p) => key(0, p));
  const centres = [0, 1].map((half) => key(half, [r, r]));
  const all = [0, 1].flatMap((half) => points.map((point) => [half, point]));
  const places = all.filter(([half, p]) =>
    !(half && isRim(p)) && !corners.includes(key(half, p)) && !centres.includes(key(half, p)));
  const keys = [...places.map(([half, p]) => key(half, p)), ...centres, ...corners];
  const neighbours = keys.map(() => 0);
  for (const [half, point] of all)
    for (const other of near(point)) neighbours[keys.indexOf(key(half, point))] |= 1 << keys.indexOf(key(half, other));
  const [free, poles] = [(1 << places.length) - 1, 3 << places.length];
  const pairs = new Pairs(places.length, bySize(places.length), (stones, white) => white === Math.ceil(stones / 2));
  const joined = (set) => (reach(1 << places.length, set | poles, (at) => neighbours[at]) & poles) === poles;
  function over(taken, white) {
    const whites = size(taken) % 2 === 0;
    if (joined(taken & ~white)) return whites ? -HIGH : HIGH;
    if (!joined(free & ~white)) return whites ? HIGH : -HIGH;
    return null;
  }
  function turns(taken, white, visit) {
    const whites = size(taken) % 2 === 0;
    for (const at of members(free & ~taken)) {
      const after = [taken | (1 << at), whites ? white | (1 << at) : white];
      visit(pairs.number(...after), ...after);
    }
  }
  const name = ([half, [i, j]]) => `${String.fromCharCode(96 + i)}${j + half * (2 * r - 1)}${isRim([i, j]) ? "+" : ""}`;
  const openings = () => places.map((place, at) => [name(place), pairs.number(1 << at, 1 << at), 1 << at, 1 << at]);
  return { count: pairs.count, each: (visit) => pairs.each(visit), over, turns, openings };
}

function anchor(options) {
  const n = options.size;
  const m = 2 * n - 1;
  const { points, near } = hexagon(n);
  const numbers = new Map(points.map((point, at) => [point.join(), at]));
  const neighbours = points.map((point) => near(point).reduce((all, other) => all | (1 << numbers.get(other.join())), 0));
  const edges = [(i) => i === 1, (i, j) => j - i === n - 1, (i, j) => j === m, (i) => i === m,
    (i, j) => i - j === n - 1, (i, j) => j === 1];
  const sides = edges.map((edge) => points.reduce((all, p, at) => (edge(...p) ? all | (1 << at) : all), 0));
  const touched = (set) => sides.reduce((all, side, at) => (side & set ? all | (1 << at) : all), 0);
  const meet = (...corners) => corners.map((corner) => touched(1 << numbers.get(corner.join())));
  const away = [meet([1, n], [m, m], [n, 1]), meet([1, 1], [n, m], [m, n])];
  const all = (1 << points.length) - 1;
  const pairs = new Pairs(points.length, bySize(points.length), () => true);
  function parts(set, visit) {
    while (set) {
      const part = reach(set & -set, set, (at) => neighbours[at]);
      visit(part);
      set &= ~part;
    }
  }
  function alive(stones, player) {
    let living = 0;
    parts(stones, (group) => {
      const at = touched(group);
      if (size(at) > 2 || (size(at) === 2 && !away[player].includes(at))) living |= group;
    });
    return living;
  }
  /** Black's points less White's. */
  function lead(taken, black) {
    const living = [alive(black, 0), alive(taken & ~black, 1)];
    let found = size(taken & ~black & ~living[1]) - size(black & ~living[0]);
    parts(all & ~living[0] & ~living[1], (region) => {
      const border = members(region).reduce((set, at) => set | neighbours[at], 0);
      const [blacks, whites] = living.map((stones) => (stones & border) !== 0);
      if (blacks !== whites) found += blacks ? size(region) : -size(region);
    });
    return found;
  }
  const forBlack = (table, taken, black) => table[pairs.number(taken, black)] - 128;
  const turned = (set) => members(set).reduce((found, at) => found | (1 << (points.length - 1 - at)), 0);
  const forWhite = (table, taken, black) => forBlack(table, turned(taken), turned(taken & ~black));
  function afterPass(table, taken, black) {
    const answers = members(all & ~taken).map((at) => forBlack(table, taken | (1 << at), black));
    return Math.min(lead(taken, black), ...answers);
  }
  function value(table, taken, black) {
    const stones = members(all & ~taken).map((at) => -forWhite(table, taken | (1 << at), black | (1 << at)));
    return Math.max(afterPass(table, taken, black), ...stones);
  }
  /** The best that the first player sets up after a turn: the second chooses the better side. */
  function setUp(table, first) {
    const choices = (taken) => [0, ...members(all & ~taken).map((at) => 1 << at)];
    return Math.max(...choices(first).flatMap((white) =>
      choices(first | white).map((black) => -Math.abs(forWhite(table, first | white | black, first | black)))));
  }
  const openings = (table, pie) =>
    [...points.map(([i, j], at) => [`${String.fromCharCode(64 + i)}${j}`, 1 << at]), ["pass", 0]].map(([name, first]) => {
      if (pie === "refined") return [name, setUp(table, first)];
      if (!first) return [name, afterPass(table, 0, 0)];
      const plain = -forWhite(table, first, first);
      return [name, pie === "none" ? plain : -Math.abs(plain)];
    });
  return { count: pairs.count, each: (visit) => pairs.each(visit), value, openings };
}

export const GAMES = { ankor, boche, antipod, anchor };

/** Options of a game, in the order in which they are written. */
const OPTIONS = {
  ankor: /^-size=(?<size>[2-4])( -win_height=(?<height>-1|[0-3]))?(?<noswap> -noswap)?$/,
  boche: /^-size=(?<size>[2-4])( -kill=(?<kill>[1-9]\d{0,2}))?(?<fill> -fill_board)?(?<now> -immediate)?(?<join> -join_any| -join_face)?(?<adjacent> -adjacent)?(?<noswap> -noswap)?$/,
  antipod: /^-radius=(?<radius>3)$/,
  anchor: /^-size=(?<size>[23])( -pie=(?<pie>refined|none))?$/,
};

/** Options by name, and the text of those on which the values depend. */
function readOptions(game, text) {
  const none = "no such file is written for this game and these options";
  demand(Object.hasOwn(OPTIONS, game), none);
  const found = OPTIONS[game].exec(text)?.groups;
  demand(found, none);
  const { fill, now, adjacent = "" } = found;
  const size = Number(found.size ?? 0);
  const kill = Number(found.kill ?? 4);
  const height = Number(found.height ?? 1);
  demand(game !== "ankor" || height < size, none);
  demand(!fill || !now, none);
  const isAny = Boolean(now) && found.join === " -join_any";
  const depend = {
    ankor: () => `-size=${size} -win_height=${height === size - 1 ? -1 : height}`,
    boche: () => `-size=${size}${fill ?? ` -kill=${kill}`}${now ?? ""}${isAny ? found.join : ""}${adjacent}`,
    antipod: () => text,
    anchor: () => `-size=${size}`,
  };
  const options = {
    size, kill, radius: Number(found.radius), win_height: height, fill_board: Boolean(fill), immediate: Boolean(now),
    join_any: isAny, adjacent: Boolean(adjacent), noswap: Boolean(found.noswap), pie: found.pie ?? "swap",
  };
  return { options, text: depend[game]() };
}

/** Options in a head, which name all on which the values depend and nothing else. */
export function readBoard(head) {
  const { options, text } = readOptions(head.game, head.options);
  demand(text === head.options, "no such file is written for this game and these options");
  return options;
}

const MAX_HEAD = 2 ** 20; // bytes

/** The head of a file, which has these fields in this order, and the bytes behind it. */
export function readHead(data, kind, fields, optional = [], sum = undefined) {
  const end = data.subarray(0, MAX_HEAD).indexOf(10);
  const line = data.subarray(0, Math.max(end, 0));
  let [head, written] = [null, ""];
  try {
    head = JSON.parse(line.toString());
    written = JSON.stringify(head);
  } catch {
    // Refused below.
  }
  const isObject = typeof head === "object" && head !== null && !Array.isArray(head);
  demand(isObject && Buffer.from(written).equals(line), "its first line is no head");
  demand(head.certificate === kind, `it is not a file of the kind ${kind}`);
  const all = ["certificate", "format", "rules", "game", "options", ...fields];
  const wanted = all.filter((name) => !optional.includes(name) || Object.hasOwn(head, name));
  demand(String(Object.keys(head)) === String(wanted), "its head has other fields, or in another order");
  demand(typeof head.game === "string" && typeof head.options === "string", "game and options are no text");
  demand(head.format === 1 && head.rules === 1, "it is of another version");
  const body = data.subarray(end + 1);
  demand((sum ?? createHash("sha256").update(body).digest("hex")) === head.sha256, "the sum is wrong");
  return { head, body };
}

function checkStates(game, table, [first, step]) {
  game.each((number, ...state) => {
    if (number % step !== first) return;
    let expected;
    if (game.value) expected = game.value(table, ...state) + 128;
    else if (number < (game.unused ?? 0)) expected = 0;
    else {
      let best = game.over(...state);
      if (best === null) game.turns(...state, (next) => {
        const found = earlier(score(table[next]));
        if (best === null || found > best) best = found;
      });
      const turns = HIGH - Math.abs(best);
      demand(best === 0 || (best !== null && turns < (best > 0 ? 127 : 128)), `state ${number} has no value, or one too far`);
      expected = best === 0 ? 0 : best > 0 ? 1 + turns : 128 + turns;
    }
    demand(table[number] === expected, `state ${number} does not follow from those after it`);
  }, first, step);
}

/** Checks the values that the head claims, of the game and its first turns. */
function checkClaim(game, head, table) {
  const { claim } = head;
  demand(typeof claim?.options === "string", "there is no claim");
  const { options, text } = readOptions(head.game, claim.options);
  demand(text === head.options, "the claim is about another board");
  const swaps = head.game !== "antipod" && !options.noswap;
  const word = (found) => (found > 0 ? "win" : found < 0 ? "loss" : "draw");
  const told = (found) => game.value
      ? { value: word(found), distance: null, margin: found }
      : { value: word(found), distance: found ? HIGH - Math.abs(found) : null };
  const scores = game.openings(table, options.pie).map(([name, at]) => {
    if (game.value) return [name, at + 0]; // no -0
    const found = score(table[at]);
    return [name, earlier(swaps ? Math.max(found, earlier(found)) : found)];
  });
  const best = told(Math.max(...scores.map(([, found]) => found)));
  const expected = scores.map(([turn, found]) => JSON.stringify({ turn, ...told(found) })).sort();
  demand(Array.isArray(claim.turns), "the claim is not what the table says");
  const turns = claim.turns.map((turn) => JSON.stringify(turn)).sort();
  const isSame = JSON.stringify({ ...claim, turns }) === JSON.stringify({ options: claim.options, ...best, turns: expected });
  demand(isSame, "the claim is not what the table says");
}

/** Checks a certificate, given as bytes (`large.mjs`: its head alone), or a part of its states. Returns its head. */
export function check(data, [first, step] = [0, 1], large = {}) {
  const isPart = Number.isSafeInteger(first) && Number.isSafeInteger(step) && 0 <= first && first < step;
  demand(isPart, "a part K/N has a K from 0 to N - 1");
  const fields = ["coding", "states", "from", "sha256", "claim"];
  const { head, body } = readHead(data, "carrick table", fields, [], large.sum);
  const table = large.table ?? body;
  const options = readBoard(head);
  demand(head.from === 0, "the table is not complete");
  demand(head.states === table.length, "the number of states is wrong");
  demand(step <= table.length, "a part K/N has an N up to the number of states");
  const rules = GAMES[head.game](options);
  demand(head.coding === (rules.value ? "margin" : "distance"), "the coding is another");
  demand(table.length === rules.count, "the number of states is wrong");
  checkStates(rules, table, [first, step]);
  checkClaim(rules, head, table);
  return head;
}

/** A certificate in words. */
export function told({ game, options, states, claim }, [first, step]) {
  const ends = claim.distance === null ? "" : ` in ${claim.distance} turns`;
  const points = claim.margin ? ` by ${Math.abs(claim.margin)} points` : "";
  const said = `${game} ${claim.options} is a ${claim.value} for the first player${ends}${points}`;
  if (step === 1) return `all ${states} states of ${game} ${options} hold; ${said}`;
  const checked = Math.ceil((states - first) / step);
  return `${checked} of ${states} states of ${game} ${options} hold; if all do, ${said}`;
}

/** Checks files with a function, and prints what each says. */
export function run(name, check, told, paths) {
  if (!paths.length) {
    console.error(`usage: node ${name} FILE...`);
    exit(1);
  }
  for (const path of paths) {
    try {
      console.log(`${path}: ${told(check(readFileSync(path)))}`);
    } catch (wrong) {
      console.error(`${path}: ${wrong.message}`);
      exit(1);
    }
  }
}

/** Whether the module with this address is the program that runs, also by way of a symbolic link. */
export const isMain = (url) => existsSync(argv[1] ?? "") && url === pathToFileURL(realpathSync(argv[1])).href;

if (isMain(import.meta.url)) {
  const part = argv[2] === "--part" ? argv.splice(2, 2)[1].split("/").map(Number) : [0, 1];
  run("check.mjs [--part K/N]", (data) => check(data, part), (head) => told(head, part), argv.slice(2));
}

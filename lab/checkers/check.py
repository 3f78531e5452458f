#!/usr/bin/env python3
"""Checks tables of exact values state by state. Written from docs/rules and docs/certificates.md.

    python3 lab/checkers/check.py FILE...

Prints a line for each file that holds, and ends with status 1 at the first that does not. Antipod
is left to check.mjs: its smallest table has 87 million states.
"""

import hashlib
import json
import re
import sys
from functools import reduce
from itertools import combinations, permutations, product
from operator import or_


class Wrong(Exception):
    """What is wrong with a certificate."""


def demand(holds, said):
    if not holds:
        raise Wrong(said)


def bits(mask):
    while mask:
        low = mask & -mask
        yield low.bit_length() - 1
        mask ^= low


def squeeze(subset, mask):  # the members of `subset` as a mask over those of `mask`
    return sum(1 << rank for rank, at in enumerate(bits(mask)) if subset >> at & 1)


def grow(seed, within, near):
    """All that hangs together with `seed` in a set; `near` gives the neighbours of a member."""
    group, new = 0, seed & within
    while new:
        group |= new
        new = reduce(or_, map(near, bits(new))) & within & ~group
    return group


def parts(mask, near):
    """A set in its parts that hang together."""
    while mask:
        group = grow(mask & -mask, mask, near)
        yield group
        mask &= ~group


class States:
    """Sets in order, and in each the subsets that fit its size: a state is such a pair."""

    def __init__(self, sets, fits):
        self.start, self.rank, self.count = {}, {}, 0
        for whole in sets:
            size = whole.bit_count()
            if size not in self.rank:
                ways = [part for part in range(1 << size) if fits(size, part.bit_count())]
                self.rank[size] = {part: rank for rank, part in enumerate(ways)}
            self.start[whole] = self.count
            self.count += len(self.rank[size])

    def each(self):
        for whole in self.start:
            places = list(bits(whole))
            for part in self.rank[len(places)]:
                yield whole, sum(1 << places[at] for at in bits(part))

    def index(self, state):
        whole, part = state
        return self.start[whole] + self.rank[whole.bit_count()][squeeze(part, whole)]


# Options of a game, in the order in which they are written.
OPTIONS = {
    "ankor": r"-size=(?P<size>[2-4])( -win_height=(?P<win_height>-1|[0-3]))?(?P<noswap> -noswap)?",
    "boche": r"-size=(?P<size>[2-4])( -kill=(?P<kill>[1-9][0-9]{0,2}))?(?P<fill_board> -fill_board)?"
             r"(?P<immediate> -immediate)?(?P<join> -join_any| -join_face)?(?P<adjacent> -adjacent)?"
             r"(?P<noswap> -noswap)?",
    "antipod": r"-radius=(?P<radius>3)",
    "anchor": r"-size=(?P<size>[23])( -pie=(?P<pie>refined|none))?",
}


def read_options(game, text):
    """Options as a dictionary, and the text of those on which the values depend."""
    found = re.fullmatch(OPTIONS.get(game, "(?!)"), text)
    demand(found, "no such file is written for this game and these options")
    given = {name: value for name, value in found.groupdict().items() if value is not None}
    for name in ("size", "radius", "win_height", "kill"):
        if name in given:
            given[name] = int(given[name])
    if game == "ankor":
        height = given.setdefault("win_height", 1)
        demand(height < given["size"], "no such file is written for this game and these options")
        if height == given["size"] - 1:
            given["win_height"] = -1
        return given, "-size={size} -win_height={win_height}".format(**given)
    if game == "boche":
        given.setdefault("kill", 4)
        fill, immediate = "fill_board" in given, "immediate" in given
        demand(not (fill and immediate), "no such file is written for this game and these options")
        given["join_any"] = immediate and given.get("join") == " -join_any"
        end = " -fill_board" if fill else f" -kill={given['kill']}"
        more = " -immediate" * immediate + " -join_any" * given["join_any"]
        return given, f"-size={given['size']}{end}{more}{given.get('adjacent', '')}"
    return given, text.split(" ")[0]


def read_head(data, kind, *fields):
    """The head of a file, which has these fields in this order, and the bytes behind it."""
    line, feed, body = data.partition(b"\n")
    fields = ["certificate", "format", "rules", "game", "options", *fields]
    try:
        head = json.loads(line) if feed and len(line) < MAX_HEAD else None
        written = json.dumps(head, separators=(",", ":"), ensure_ascii=False).encode()
    except (ValueError, RecursionError):
        head = written = None
    demand(type(head) is dict and written == line, "its first line is no head")
    demand(head.get("certificate") == kind, f"it is not a file of the kind {kind}")
    optional = ["black", "white"] if kind == "carrick connections" else []
    demand([*head] == [name for name in fields if name in head or name not in optional],
           "its head has other fields, or in another order")
    demand(all(type(head[name]) is str for name in ("game", "options")), "game and options are no text")
    version = head["format"], head["rules"]
    demand(version == (1, 1) and all(type(part) is int for part in version), "it is of another version")
    demand(hashlib.sha256(body).hexdigest() == head["sha256"], "the sum is wrong")
    return head, body


def read_board(head):
    """The options in a head, which name all on which the values depend and nothing else."""
    options, text = read_options(head["game"], head["options"])
    demand(text == head["options"], "no such file is written for this game and these options")
    return options


MAX_HEAD = 1 << 20  # bytes


# Scores are pairs: 1, 0 or -1 for the player to move, and the number of turns to the end.


def read(byte):
    if byte == 0:
        return 0, None
    return (1, byte - 1) if byte < 128 else (-1, byte - 128)


def turned(score):
    """A score one turn earlier, for the other player."""
    return -score[0], None if score[1] is None else score[1] + 1


def rank(score):
    return score[0], -score[0] * (score[1] or 0)


class Pyramid:
    """Cells of a pyramid, and all sets of them on which cubes can stand."""

    def __init__(self, n):
        self.n = n
        self.cells = [
            (x, y, z) for x in range(n) for y in range(n) for z in range(n) if x + y + z <= n - 1
        ]
        self.number = {cell: at for at, cell in enumerate(self.cells)}
        self.supports = [self.mask(self.steps(cell, 1)) for cell in self.cells]
        self.over = [[self.number.get(step) for step in self.steps(cell, -1)] for cell in self.cells]
        self.under = [[self.number.get(step) for step in self.steps(cell, 1)] for cell in self.cells]
        self.resting = [self.mask(self.steps(cell, -1)) for cell in self.cells]
        self.level = [n - 1 - sum(cell) for cell in self.cells]
        self.holes = sum(1 << at for at, level in enumerate(self.level) if level == 0)
        self.beside = [
            self.mask(tuple(map(sum, zip(cell, step))) for step in permutations((1, -1, 0)))
            for cell in self.cells
        ]
        layer, self.stacks = {0}, []
        while layer:
            self.stacks += sorted(layer)
            layer = {stack | 1 << at for stack in layer for at in bits(self.spots(stack))}

    def steps(self, cell, by):
        return [tuple(c + by * (axis == at) for at, c in enumerate(cell)) for axis in range(3)]

    def mask(self, cells):
        return sum(1 << self.number[cell] for cell in cells if cell in self.number)

    def spots(self, stack):
        free = bits(~stack & (1 << len(self.cells)) - 1)
        return sum(1 << at for at in free if not self.supports[at] & ~stack)

    def hole_name(self, at):
        _, y, z = self.cells[at]
        return f"{chr(ord('a') + y + z)}{y + 1}"


class Ankor(States):
    """A state is a stack and the mover's cubes in it."""

    def __init__(self, options):
        self.p = Pyramid(options["size"])
        height = options["win_height"] if options["win_height"] >= 0 else self.p.n - 1
        self.hand = (len(self.p.cells) + 1) // 2
        touching = [(cell, 1 << at) for at, cell in enumerate(self.p.cells) if self.p.level[at] <= height]
        self.sides = [sum(bit for cell, bit in touching if cell[axis] == 0) for axis in range(3)]
        super().__init__(self.p.stacks, lambda size, own: own <= self.hand and size - own <= self.hand)

    def contacts(self, own, stack, at):
        """The cubes of `own` that are connected with the one at `at`."""
        found = 0
        for axis in range(3):
            for other, upper in ((self.p.under[at][axis], at), (self.p.over[at][axis],) * 2):
                if other is None or not own >> other & 1:
                    continue
                sides = [self.p.over[upper][side] for side in range(3) if side != axis]
                if not all(side is not None and stack >> side & 1 for side in sides):
                    found |= 1 << other
        return found

    def joins(self, own, stack):
        groups = parts(own, lambda at: self.contacts(own, stack, at))
        return any(all(group & side for side in self.sides) for group in groups)

    def over(self, state):
        stack, own = state
        if self.joins(stack & ~own, stack):
            return -1
        return 1 if self.joins(own, stack) else None

    def turns(self, state):
        stack, own = state
        other, found = stack & ~own, []
        if own.bit_count() < self.hand:
            found = [(stack | 1 << hole, other) for hole in bits(self.p.holes & ~stack)]
        spots = self.p.spots(stack)
        for at in bits(own):
            if (self.p.resting[at] & stack).bit_count() > 1:
                continue
            near = lambda by: self.contacts(own, stack, by) | self.p.beside[by]
            reached = grow(1 << at, own, near)
            mine, theirs = self.without(own, other, at)
            during, after = stack & ~(1 << at), mine | theirs
            for spot in bits(spots & ~after):
                near = reached & (self.p.beside[spot] | self.p.supports[spot])
                if near and not self.p.supports[spot] & ~(during & after):
                    found.append((after | 1 << spot, theirs))
        return found or [(stack, other)]  # a pass

    def without(self, own, other, at):
        """The cubes when one has left and what it carried has dropped."""
        own &= ~(1 << at)
        for axis in range(3):
            gap = at
            while (above := self.p.over[gap][axis]) is not None and (own | other) >> above & 1:
                if own >> above & 1:
                    own = own & ~(1 << above) | 1 << gap
                else:
                    other = other & ~(1 << above) | 1 << gap
                gap = above
        return own, other

    def openings(self):
        return {self.p.hole_name(at): (1 << at, 0) for at in bits(self.p.holes)}


JOINS = [(1, 1, 1), (1, 0, 0), (0, 1, 0), (0, 0, 1)]  # the rotations a to d, or e to h


class Boche:
    """A state is a stack, a triple for each cube (whether each face joins the nearest corner), and
    whether the nearest corners of level 0 are the mover's."""

    def __init__(self, options):
        self.p = Pyramid(options["size"])
        self.kill = None if "fill_board" in options else options["kill"]
        self.immediate, self.any = "immediate" in options, options["join_any"]
        self.adjacent = "adjacent" in options
        self.start, count = {}, 0
        for stack in self.p.stacks:
            holes = list(parts(stack & self.p.holes, lambda at: self.p.beside[at]))
            if self.adjacent and len(holes) > 1:
                continue
            self.start[stack] = count
            ways = 2
            for at in bits(stack):
                ways *= 4 if len(self.shown(stack, at)) == 3 else 1 << len(self.shown(stack, at))
            count += ways
        self.count = count

    def shown(self, stack, at):
        over = self.p.over[at]
        return [axis for axis in range(3) if over[axis] is None or not stack >> over[axis] & 1]

    def digit(self, stack, at, joins):
        shown = self.shown(stack, at)
        if len(shown) == 3:
            return JOINS.index(joins), 4
        return int("".join(str(joins[axis]) for axis in shown) or "0", 2), 1 << len(shown)

    def index(self, state):
        stack, cubes, own = state
        number = 0
        for at in bits(stack):
            digit, of = self.digit(stack, at, cubes[at])
            number = number * of + digit
        return self.start[stack] + 2 * number + own

    def each(self):
        for stack in self.start:
            patterns = [{}]
            for at in bits(stack):
                ways = {self.digit(stack, at, joins)[0]: joins for joins in JOINS}
                patterns = [{**cubes, at: ways[way]} for cubes in patterns for way in sorted(ways)]
            for cubes in patterns:
                yield from ((stack, cubes, own) for own in (0, 1))

    def faces(self, stack, cubes):
        """The visible faces: the pair that each joins, the pair that it keeps apart, its cube."""
        for at in bits(stack):
            x, y, z = self.p.cells[at]
            for axis in self.shown(stack, at):
                u, v = [step for step in range(3) if step != axis]
                def corner(*axes):
                    return tuple(c + (step in axes) for step, c in enumerate((x, y, z)))
                near, far, one, other = corner(), corner(u, v), corner(u), corner(v)
                joined, apart = ((near, far), (one, other))[:: 1 if cubes[at][axis] else -1]
                yield joined, apart, at

    def regions(self, faces, anywhere):
        """The points that hang together: by faces that join them, and at a point from face to face,
        anywhere or only where cubes are one or share a face, whichever pair these faces join."""
        links, at_point = {}, {}
        for number, (joined, apart, _) in enumerate(faces):
            for point in joined + apart:
                links[point, number] = {(other, number) for other in joined if point in joined}
                at_point.setdefault(point, []).append(number)
        for point, here in at_point.items():
            for one, two in combinations(here, 2):
                if anywhere or self.are_joined(faces[one], faces[two]):
                    links[point, one].add((point, two))
                    links[point, two].add((point, one))
        number = {node: at for at, node in enumerate(links)}
        near = [sum(1 << number[other] for other in others) for others in links.values()]
        points = [point for point, _ in links]
        groups = parts((1 << len(points)) - 1, near.__getitem__)
        return [frozenset(points[at] for at in bits(group)) for group in groups]

    def are_joined(self, one, two):
        """Whether one can walk from one face to the other over their common edge."""
        near = one[2] == two[2] or two[2] in self.p.over[one[2]] + self.p.under[one[2]]
        return near and len(set(one[0] + one[1]) & set(two[0] + two[1])) == 2

    def sides(self, group):
        return [any(p[axis] == 0 and sum(p) >= self.p.n for p in group) for axis in range(3)]

    def over(self, state):
        stack, cubes, own = state
        faces = list(self.faces(stack, cubes))
        groups = self.regions(faces, True)
        # The nearest corners of level 0 have the sum n - 1; colours alternate.
        def ours(group):
            return (sum(next(iter(group))) - self.p.n) % 2 == own
        if self.kill is not None:
            air = {tuple(c + d for c, d in zip(self.p.cells[at], step))
                   for at in bits(self.p.holes & ~stack) for step in product((0, 1), repeat=3) if any(step)}
            enclosed = {ours(group) for group in groups
                        if len(group) >= self.kill and not group & air and not any(self.sides(group))}
            # The player who moved last wins by a group of the mover's, and that comes first.
            if enclosed:
                return -1 if True in enclosed else 1
        if self.immediate:
            regions = groups if self.any else self.regions(faces, False)
            paths = {ours(region) for region in regions if all(self.sides(region))}
            if paths:
                return -1 if False in paths else 1
        if stack.bit_count() < len(self.p.cells):
            return None
        winners = {ours(group) for group in groups if all(self.sides(group))}
        demand(len(winners) == 1, "a full board has not one winner")
        return 1 if winners.pop() else -1

    def turns(self, state):
        stack, cubes, own = state
        for spot in bits(self.p.spots(stack)):
            if self.adjacent and stack and not stack | 1 << spot in self.start:
                continue
            for joins in JOINS:
                yield stack | 1 << spot, {**cubes, spot: joins}, 1 - own

    def openings(self):
        # `a` to `d` make the nearest corners Dark's, who is next; `e` to `h` Light's.
        return {
            f"{'abcdefgh'[way + (0 if dark else 4)]}:{self.p.hole_name(at)}":
                (1 << at, {at: joins}, 1 if dark else 0)
            for at in bits(self.p.holes) for way, joins in enumerate(JOINS) for dark in (True, False)
        }


class Anchor(States):
    """A state is a set of points with stones, and Black's of them, with Black to move."""

    def __init__(self, options):
        n, m = options["size"], 2 * options["size"] - 1
        self.points = [(i, j) for i in range(1, 2 * n) for j in range(1, 2 * n) if abs(i - j) < n]
        self.all = (1 << len(self.points)) - 1
        number = {point: at for at, point in enumerate(self.points)}
        steps = [(1, 0), (0, 1), (1, 1), (-1, 0), (0, -1), (-1, -1)]
        near = [
            sum(1 << number[i + di, j + dj] for di, dj in steps if (i + di, j + dj) in number)
            for i, j in self.points
        ]
        self.near = near.__getitem__
        edges = [lambda i, j: i == 1, lambda i, j: j - i == n - 1, lambda i, j: j == m,
                 lambda i, j: i == m, lambda i, j: i - j == n - 1, lambda i, j: j == 1]
        self.sides = [sum(1 << at for at, p in enumerate(self.points) if edge(*p)) for edge in edges]
        def meet(*corners):
            return [{s for s, side in enumerate(self.sides) if side >> number[p] & 1} for p in corners]
        self.away = [meet((1, n), (m, m), (n, 1)), meet((1, 1), (n, m), (m, n))]
        sets = sorted(range(self.all + 1), key=lambda taken: (taken.bit_count(), taken))
        super().__init__(sets, lambda size, black: True)

    def alive(self, stones, player):
        def lives(group):
            touched = {s for s, side in enumerate(self.sides) if side & group}
            return len(touched) >= 3 or len(touched) == 2 and touched not in self.away[player]
        return sum(filter(lives, parts(stones, self.near)))

    def points_ahead(self, taken, black):
        """Black's points less White's."""
        colours = black, taken & ~black
        living = [self.alive(stones, player) for player, stones in enumerate(colours)]
        lead = (colours[1] & ~living[1]).bit_count() - (colours[0] & ~living[0]).bit_count()
        for region in parts(self.all & ~(living[0] | living[1]), self.near):
            border = sum(1 << at for at in bits(living[0] | living[1]) if self.near(at) & region)
            for sign, own, other in ((1, 0, 1), (-1, 1, 0)):
                if border & living[own] and not border & living[other]:
                    lead += sign * region.bit_count()
        return lead

    def for_black(self, taken, black, table):
        """Value for Black when Black is to move, the turn before no pass."""
        return table[self.index((taken, black))] - 128

    def for_white(self, taken, black, table):
        """The same for White: the half turn, with the colours exchanged."""
        last = len(self.points) - 1
        turned = [sum(1 << last - at for at in bits(set_)) for set_ in (taken, taken & ~black)]
        return self.for_black(*turned, table)

    def after_pass(self, taken, black, table):
        """Value for Black when Black has passed."""
        empty = bits(self.all & ~taken)
        answers = [self.for_black(taken | 1 << at, black, table) for at in empty]
        return min(answers + [self.points_ahead(taken, black)])

    def value(self, taken, black, table):
        empty = bits(self.all & ~taken)
        values = [-self.for_white(taken | 1 << at, black | 1 << at, table) for at in empty]
        return max(values + [self.after_pass(taken, black, table)])

    def openings(self, table, pie):
        stones = {f"{chr(64 + i)}{j}": 1 << at for at, (i, j) in enumerate(self.points)}
        found = {}
        for name, first in {**stones, "pass": 0}.items():
            value = -self.for_white(first, first, table)
            if pie == "refined":
                found[name] = max(-abs(self.for_white(*p, table)) for p in self.set_up(first))
            elif name == "pass":
                found[name] = self.after_pass(0, 0, table)
            else:
                found[name] = value if pie == "none" else -abs(value)
        return found

    def set_up(self, first):
        """The positions that the first player can set up after a turn."""
        for white in [0] + [1 << at for at in bits(self.all & ~first)]:
            for black in [0] + [1 << at for at in bits(self.all & ~first & ~white)]:
                yield first | white | black, first | black


def check_states(game, table, margins):
    for number, state in enumerate(game.each()):
        demand(game.index(state) == number, "the states are not in order")
        if margins:
            holds = table[number] - 128 == game.value(*state, table)
        elif isinstance(game, Boche) and number < 2:
            holds = table[number] == 0  # the empty board, which is not used
        else:
            over = game.over(state)
            after = [] if over else [read(table[game.index(next_)]) for next_ in game.turns(state)]
            best = (over, 0) if over else max(map(turned, after), key=rank)
            holds = read(table[number]) == best
        demand(holds, f"state {number} does not follow from those after it")


def check_claim(game, head, table):
    claim = head["claim"]
    demand(type(claim) is dict and type(claim.get("options")) is str, "there is no claim")
    options, text = read_options(head["game"], claim["options"])
    demand(text == head["options"], "the claim is about another board")
    word = {1: "win", 0: "draw", -1: "loss"}
    if head["coding"] == "margin":
        values = game.openings(table, options.get("pie", "swap"))
        scores = {name: ((v > 0) - (v < 0), None, v) for name, v in values.items()}
        best = max(scores.values(), key=lambda score: score[2])
    else:
        scores = {}
        for name, state in game.openings().items():
            score = read(table[game.index(state)])
            if head["game"] in ("ankor", "boche") and "noswap" not in options:
                swapped = -score[0], None if score[1] is None else score[1] + 1
                score = max(score, swapped, key=rank)
            scores[name] = turned(score) + (None,)
        best = max(scores.values(), key=lambda score: rank(score[:2]))

    def told(score):
        margin = {} if score[2] is None else {"margin": score[2]}
        return {"value": word[score[0]], "distance": score[1], **margin}

    turns = claim.get("turns")
    demand(type(turns) is list, "the claim is not what the table says")
    turns = sorted(map(json.dumps, turns))
    expected = sorted(json.dumps({"turn": name, **told(score)}) for name, score in scores.items())
    whole = {"options": claim["options"], **told(best), "turns": turns}
    demand(turns == expected and json.dumps({**claim, "turns": turns}) == json.dumps(whole),
           "the claim is not what the table says")


GAMES = {"ankor": Ankor, "boche": Boche, "anchor": Anchor}


def check(data):
    """Checks a certificate, given as bytes. Returns its head."""
    head, table = read_head(data, "carrick table", "coding", "states", "from", "sha256", "claim")
    demand(head["game"] in GAMES, "this program checks tables of ankor, boche and anchor only")
    options = read_board(head)
    demand(head["coding"] == ("margin" if head["game"] == "anchor" else "distance"), "the coding is another")
    demand(type(head["from"]) is int and head["from"] == 0, "the table is not complete")
    demand(type(head["states"]) is int and len(table) == head["states"], "the number of states is wrong")
    game = GAMES[head["game"]](options)
    demand(len(table) == game.count, "the number of states is wrong")
    check_states(game, table, head["coding"] == "margin")
    check_claim(game, head, table)
    return head


def told(head):
    """What a certificate says, in words."""
    claim = head["claim"]
    ends = "" if claim["distance"] is None else f" in {claim['distance']} turns"
    points = f" by {abs(claim['margin'])} points" if claim.get("margin") else ""
    return (f"all {head['states']} states of {head['game']} {head['options']} hold; "
            f"{head['game']} {claim['options']} is a {claim['value']} for the first player{ends}{points}")


def run(check, told, paths):
    """Checks files with a function, and prints what each says."""
    if not paths:
        sys.exit(f"usage: python3 {sys.argv[0]} FILE...")
    for path in paths:
        try:
            with open(path, "rb") as file:
                head = check(file.read())
        except (Wrong, OSError) as wrong:
            sys.exit(f"{path}: {wrong}")
        print(f"{path}: {told(head)}")


if __name__ == "__main__":
    run(check, told, sys.argv[1:])

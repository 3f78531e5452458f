#!/usr/bin/env python3
"""Shows that a checker catches a wrong byte: flips bits of a certificate in many places, each time
with the sum made right again, and demands that check.py, walk.py for a strategy or connect.py for
connections refuses every one of them.

    python3 lab/checkers/mutate.py FILE [PLACES]
"""

import hashlib
import json
import sys

import check
import connect
import walk


def remembering(kind):
    """A game that works out the ends and turns of its states once, however many tables are checked."""
    games = {}

    def make(options):
        key = tuple(sorted(options.items()))
        if key not in games:
            game = games[key] = kind(options)
            states = list(game.each())
            over = {game.index(state): game.over(state) for state in states}
            turns = {at: list(game.turns(states[at])) for at in over if not over[at]}
            index, number = game.index, {}
            for state in states:
                number[state] = index(state)
            game.each = lambda: iter(states)
            game.index = number.__getitem__
            game.over = lambda state: over[number[state]]
            game.turns = lambda state: turns[number[state]]
        return games[key]

    return make


def main(path, places=1000):
    with open(path, "rb") as file:
        line, _, table = file.read().partition(b"\n")
    head = json.loads(line)
    kind = head["certificate"]
    is_table = kind == "carrick table"
    checked = {"carrick strategy": walk.check, "carrick connections": connect.check}.get(kind, check.check)
    if head["game"] == "ankor":
        check.GAMES["ankor"] = remembering(check.Ankor)
    checked(line + b"\n" + table)
    # The two states of Boche's empty board stand for nothing.
    first = 2 if is_table and head["game"] == "boche" else 0
    missed = 0
    for place in range(places):
        at = first + place * (len(table) - first) // places
        changed = bytearray(table)
        changed[at] ^= 1 << place * 3 % 8
        head["sha256"] = hashlib.sha256(changed).hexdigest()
        try:
            checked(json.dumps(head, separators=(",", ":")).encode() + b"\n" + changed)
        except check.Wrong:
            continue
        missed += 1
        print(f"{path}: bit {place * 3 % 8} of state {at} may be flipped unnoticed")
    print(f"{path}: {places} flipped bits, {missed} not noticed")
    sys.exit(1 if missed else 0)


if __name__ == "__main__":
    main(sys.argv[1], *map(int, sys.argv[2:]))

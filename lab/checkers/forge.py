#!/usr/bin/env python3
"""Forges proofs, and shows that the checkers refuse them.

    python3 lab/checkers/forge.py FOLDER FILE...

The files are small tables and strategies that hold, as `carrick-lab solve` writes them: each is changed in
many ways that make it false, and the sum is made right again. Forged proofs by connections need no
file. All of them are written into the folder, each is given to both checkers of its kind, and each
has to be refused with the sentence that is named here. Files that only look odd are among them, and
have to be accepted.
"""

import hashlib
import json
import pathlib
import re
import subprocess
import sys

import check
import connect
import walk
from connect import Sphere

HERE = pathlib.Path(__file__).parent
PROGRAMS = {"table": check, "strategy": walk, "connections": connect}


def sealed(head, body, **changes):
    """A file with a head, of which some fields are changed or (None) left out, and the right sum."""
    head = {**head, "sha256": hashlib.sha256(body).hexdigest(), **changes}
    head = {name: value for name, value in head.items() if value is not None}
    return json.dumps(head, separators=(",", ":")).encode() + b"\n" + body


# Heads, whatever they are the head of.

NOT_WRITTEN = "no such file is written"
NO_HEAD = "its first line is no head"
FIELDS = "its head has other fields"
VERSION = "it is of another version"


def heads(kind, head, body):
    """Files with a wrong head and a body that holds."""
    whole = sealed(head, body)
    line = whole[: whole.index(b"\n")]
    yield "no-line-feed", whole.replace(b"\n", b""), NO_HEAD
    yield "empty", b"", NO_HEAD
    yield "no-json", b"certificate" + whole, NO_HEAD
    yield "list", b"[1]\n" + body, NO_HEAD
    yield "null", b"null\n" + body, NO_HEAD
    yield "deep", b"[" * 100_000 + b"\n" + body, NO_HEAD
    yield "deep-and-closed", b"[" * 100_000 + b"]" * 100_000 + b"\n" + body, NO_HEAD
    yield "blanks", whole.replace(b":", b": ", 1), NO_HEAD
    yield "carriage-return", line + b"\r\n" + body, NO_HEAD
    yield "mark-of-bytes", b"\xef\xbb\xbf" + whole, NO_HEAD
    yield "not-utf8", whole.replace(b"carrick", b"carrick\xff", 1), NO_HEAD
    yield "long", b'{"certificate":"' + b"x" * 2_000_000 + b'"}\n' + body, NO_HEAD
    yield "game-twice", whole.replace(b'"game":', b'"game":"ankor","game":', 1), NO_HEAD
    yield "options-twice", whole.replace(b'"options":', b'"options":"-size=2","options":', 1), NO_HEAD
    yield "format-with-a-point", whole.replace(b'"format":1', b'"format":1.0'), (NO_HEAD, VERSION)
    yield "escaped", whole.replace(b"carrick", b"\\u0063arrick", 1), NO_HEAD
    yield "proto", sealed({**head, "__proto__": {"steps": 1}}, body), FIELDS
    yield "more-fields", sealed({**head, "note": "true"}, body), FIELDS
    yield "another-order", sealed(dict(reversed(head.items())), body), FIELDS
    for name in ("format", "rules", "game", "options", "sha256"):
        yield f"no-{name}", sealed(head, body, **{name: None}), FIELDS
    yield "another-kind", sealed(head, body, certificate="carrick chess"), "it is not a file of the kind"
    yield "no-kind", sealed(head, body, certificate=None), "it is not a file of the kind"
    for version in (0, 2, True, "1", [1]):
        yield f"format-{version}", sealed(head, body, format=version), VERSION
        yield f"rules-{version}", sealed(head, body, rules=version), VERSION
    yield "sum", sealed(head, body, sha256="0" * 64), "the sum is wrong"
    yield "sum-in-capitals", sealed(head, body, sha256=hashlib.sha256(body).hexdigest().upper()), "the sum is wrong"
    yield "sum-of-nothing", sealed(head, body, sha256=""), "the sum is wrong"
    for game in ("chess", "Antipod", "", "constructor", "__proto__", 7, ["boche"]):
        yield f"game-{game}", sealed(head, body, game=game), ("no such", "strategies are written for", "this program checks tables of", "game and options are no text")
    name, _, value = head["options"].split(" ")[0].partition("=")
    more = head["options"].removeprefix(f"{name}={value}")
    for value in ("99999999", "-1", "0", "1", "1e1", "0x3", "03", "+3", "3.0", "", " 3", "11", "9" * 5000):
        yield f"{name}={value[:9]}", sealed(head, body, options=f"{name}={value}{more}"), NOT_WRITTEN
    for number, options in enumerate(
        [f"{head['options']} ", f" {head['options']}", f"{head['options']}\n", f"{head['options']} -noswap",
         head["options"].replace("-", "", 1), head["options"].replace("-", "--", 1), more.strip(), "",
         f"{head['options']} {head['options']}", f"{head['options']} -handicap=1"]
    ):
        yield f"options-{number}", sealed(head, body, options=options), NOT_WRITTEN
    for options in (3, ["-size=2"], {}, False):
        yield f"options-are-{options}", sealed(head, body, options=options), "game and options are no text"


# Connections. The points of radius 3: a row is left, middle, right of the left board, then the right
# board without the rim. The poles are 9 and 22, the corners 0, 2, 7, 11, 16, 18. Point 1 of the rim
# has two ways to either pole, by 4 and 5 and by 19 and 20.

POLES = {"certificate": "carrick connections", "format": 1, "rules": 1, "game": "antipod",
         "options": "-radius=3", "winner": "second", "black": [1], "white": [12], "steps": 0, "sha256": ""}
HALF = ["path 9 4 1", "key 4 0", "path 9 5 1", "key 5 2", "all 1 3"]
PROOF = [*HALF, "path 1 19 22", "key 19 5", "path 1 20 22", "key 20 7", "all 6 8", "series 4 9"]
TURN = [*PROOF, "key 1 10"]  # with Black to move


def connected(lines, head=POLES, **changes):
    steps = sum(not line.startswith("map ") for line in lines)
    body = "".join(line + "\n" for line in lines).encode()
    return sealed({**head, "steps": steps}, body, **changes)


def chain(sphere, without):
    """A shortest way from pole to pole past corners and the points of a set."""
    one, other = sorted(sphere.poles)
    closed = {at for at in range(len(sphere.near)) if sphere.corners >> at & 1} | without
    ways, at = {one: None}, one
    open_ = [one]
    for at in open_:
        for next_ in sorted(sphere.near[at] - closed - ways.keys()):
            ways[next_] = at
            open_.append(next_)
    way = [other]
    while ways[way[-1]] is not None:
        way.append(ways[way[-1]])
    return way


def two_chains(radius, image=False):
    """The poles joined from nothing: all points of a chain are keys, so that Black moves many times
    in a row; and another chain has no point in common with it."""
    sphere, lines, ends, steps = Sphere(radius), [], [], 0
    one = chain(sphere, set())
    for way in (one, chain(sphere, set(one) - sphere.poles)):
        lines.append("path " + " ".join(map(str, way)))
        steps += 1
        for point in way[1:-1]:
            if image:  # a key of the image of a key
                lines.append(f"image 0 {steps - 1}")
                steps += 1
            lines.append(f"key {point} {steps - 1}")
            steps += 1
        ends.append(steps - 1)
    if image:
        lines.insert(0, "map " + " ".join(map(str, range(len(sphere.near)))))
    lines.append(f"all {ends[0]} {ends[1]}")
    return connected(lines, options=f"-radius={radius}", black=None, white=None)


FULL = "a connection has to be full"
STEP = "a line is no step"
LATER = "a step rests on a later line"
POINT = "a point is not on the board"
MAP = "a map does not name each point once"
COUNT = "a step has too few or too many numbers"
IDENTITY = " ".join(map(str, range(26)))
# The half turn about the poles, which keeps neighbours.
TURNED = " ".join(map(str, [*range(18, -1, -1), *range(25, 18, -1)]))


def forged_connections():
    body = "".join(line + "\n" for line in PROOF).encode()
    head = {**POLES, "steps": len(PROOF)}
    for name, data, said in heads("connections", head, body):
        yield f"head-{name}", data, said
    yield "holds", connected(PROOF), ""
    yield "holds-with-black-to-move", connected(TURN, black=None), ""
    yield "holds-full-with-black-to-move", connected(PROOF, white=[12, 13]), ""
    yield "holds-with-more-steps", connected([*PROOF[:10], "path 0 1", *PROOF[10:]]), ""
    yield "holds-with-a-step-twice", connected([*PROOF, PROOF[-1]]), ""
    yield "holds-with-one-way-twice", connected([*HALF[:4], "all 1 1 3 3", *PROOF[5:]]), ""
    yield "holds-by-images", connected([f"map {TURNED}", *HALF, *PROOF[5:10], "image 0 4", "image 0 9", "series 10 11"],
                                       black=[17], white=[3]), ""
    for radius in (3, 4, 6, 10):
        yield f"two-chains-{radius}", two_chains(radius), FULL
    yield "two-chains-by-images", two_chains(3, image=True), FULL
    yield "key-of-a-key", connected(["path 9 4 1 19 22", "key 4 0", "key 19 1"], white=[12, 13]), FULL
    yield "key-of-an-image-of-a-key", connected(
        [f"map {IDENTITY}", "path 9 4 1 19 22", "key 4 0", "image 0 1", "key 19 2"], white=[12, 13]), FULL
    yield "series-of-a-key", connected([*HALF, "path 1 19 22", "key 19 5", "series 4 6"]), FULL
    yield "series-with-a-key-first", connected([*HALF, "path 1 19 22", "key 19 5", "series 6 4"]), FULL
    yield "white-to-move-and-a-key", connected([*PROOF[:-1], "path 1 4 9", "series 9 10", "key 4 11"]), "White moves first"
    many, few = "all" + " 1 3" * 5000, "a step has too few or too many numbers"
    yield "holds-all-of-many", connected([*PROOF[:4], many, *PROOF[5:]]), ""
    yield "all-of-too-many", connected([*PROOF[:4], many + " 1", *PROOF[5:]]), few
    yield "all-of-one-key", connected([*HALF[:2], "all 1"]), "one stone stops all connections"
    yield "all-with-a-point-in-common", connected([*HALF[:4], "all 1 1"]), "one stone stops all connections"
    yield "all-with-other-ends", connected([*PROOF[:9], "all 1 6"]), "connections end elsewhere"
    yield "all-with-a-black-point-to-be-empty", connected(["path 9 4 5 1", "key 4 0", "path 9 5 1", "key 5 2", "all 1 3"]), "a point is to be black and empty"
    yield "all-of-nothing", connected([*PROOF, "all"]), STEP
    yield "series-of-one", connected([*PROOF, "series 10 10"]), "a series does not hang together"
    yield "series-apart", connected(["path 9 4", "path 1 19", "series 0 1"]), "a series does not hang together"
    yield "series-with-a-point-twice", connected(
        ["path 9 5 1", "key 5 0", "path 9 4 1", "key 4 2", "all 1 3", "path 9 4 3", "key 4 5", "path 9 8 3", "key 8 7", "all 6 8", "series 4 9"]), "a series needs a point twice"
    yield "series-over-an-empty-point", connected([*HALF, "path 1 5", "series 4 5"]), "a point is to be black and empty"
    yield "key-that-is-not-black", connected(["path 9 4 1", "key 5 0"]), "a key is not needed"
    yield "key-of-an-end", connected(["path 9 4 1", "key 9 0"]), "a key is not needed"
    yield "key-of-a-pole", connected(["path 4 9 13", "key 9 0"]), "a key is not needed"
    yield "key-twice", connected(["path 9 4 1", "key 4 0", "key 4 1"]), FULL
    yield "key-beside-the-board", connected(["path 9 4 1", "key 26 0"]), POINT
    yield "key-far-beside-the-board", connected(["path 9 4 1", "key 999999999 0"]), POINT
    yield "key-that-is-an-end-of-a-series", connected(["path 9 4", "path 4 9 5", "series 0 1", "key 9 2"]), ("a key is not needed", "a series does not")
    yield "path-that-jumps", connected(["path 9 22"]), "a path jumps"
    yield "path-over-the-sphere", connected(["path 9 4 22"]), "a path jumps"
    yield "path-of-one-point", connected(["path 9"]), "a path is too short"
    yield "path-of-no-point", connected(["path"]), STEP
    yield "path-that-stands-still", connected(["path 9 9"]), "a path is too short"
    yield "path-that-comes-back", connected(["path 9 4 9"]), "a path is too short"
    yield "path-beside-the-board", connected(["path 26 9"]), POINT
    yield "path-that-ends-beside-the-board", connected(["path 9 26"]), POINT
    yield "stones-that-are-not-there", connected(["path 9 4 1 19 22"]), "stones are needed that are not there"
    yield "stones-that-are-whites", connected(["path 9 4 1 19 22"], black=[1], white=[4]), "stones are needed that are not there"
    yield "stones-in-a-corner", connected(["path 9 4 0 19 22"], black=[4, 19], white=[12, 13]), "stones are needed that are not there"
    yield "keys-that-are-whites", connected(PROOF, white=[4]), "points are needed that are not empty"
    yield "keys-that-are-blacks", connected(PROOF, black=[1, 4], white=[12, 13]), "points are needed that are not empty"
    yield "key-in-a-corner", connected(["path 9 4 0 19 22", "key 0 0"], black=[4, 19], white=[12, 13, 14]), "points are needed that are not empty"
    yield "no-pole-at-one-end", connected(HALF), "the last step does not join the poles"
    yield "no-pole-at-the-other-end", connected(PROOF[5:10][:1]), "the last step does not join the poles"
    yield "last-step-is-no-goal", connected([*PROOF, "path 9 4"]), "the last step does not join the poles"
    for number in (11, 12, 999999999):
        yield f"step-{number}", connected([*PROOF[:10], f"series 4 {number}", *PROOF[10:]]), LATER
        yield f"all-{number}", connected([*PROOF[:10], f"all 4 {number}", *PROOF[10:]]), LATER
        yield f"key-{number}", connected([*PROOF[:10], f"key 1 {number}", *PROOF[10:]]), LATER
        yield f"image-{number}", connected([f"map {IDENTITY}", *PROOF[:10], f"image 0 {number}", *PROOF[10:]]), LATER
    yield "step-that-rests-on-itself", connected([*PROOF[:10], "all 10"]), LATER
    yield "steps-in-a-circle", connected(["all 1", "all 0"]), LATER
    for steps in (10, 12, 0, -11, 1e300, 11.5, "11", True, [11]):
        yield f"steps-{steps}", connected(PROOF, steps=steps), "the number of steps is wrong"
    yield "steps-that-count-maps", connected([f"map {IDENTITY}", *PROOF], steps=12), "the number of steps is wrong"
    yield "steps-of-none", sealed({**POLES, "steps": 0}, b""), "the number of steps is wrong"
    yield "steps-that-are-maps", connected([f"map {IDENTITY}"]), "the number of steps is wrong"
    yield "no-winner", connected(PROOF, winner=None), FIELDS
    for winner in ("first", "White", "", 2):
        yield f"winner-{winner}", connected(PROOF, winner=winner), "connections are of the second player only"
    yield "radius-2", connected(["path 3 0 4"], options="-radius=2", black=None, white=None), NOT_WRITTEN
    # Maps.
    yield "map-by-letters", connected(["map a b"]), STEP
    yield "map-too-short", connected(["map 0 1", *PROOF]), MAP
    yield "map-too-long", connected([f"map {IDENTITY} 26", *PROOF]), MAP
    yield "map-with-a-point-twice", connected([f"map {IDENTITY[:-2]}24", *PROOF]), MAP
    yield "map-beside-the-board", connected([f"map {IDENTITY[:-2]}26", *PROOF]), MAP
    yield "map-of-nothing", connected(["map", *PROOF]), STEP
    swapped = IDENTITY.split()
    swapped[4], swapped[9] = swapped[9], swapped[4]
    yield "map-that-moves-a-pole", connected(["map " + " ".join(swapped), *PROOF]), "a map does not keep neighbours"
    swapped = IDENTITY.split()
    swapped[9], swapped[22] = swapped[22], swapped[9]
    yield "map-that-swaps-the-poles", connected(["map " + " ".join(swapped), "path 9 4", "image 0 0"]), "a map does not keep neighbours"
    yield "image-without-a-map", connected([*HALF, "image 0 4"]), LATER
    yield "image-by-a-later-map", connected([*HALF, "image 0 4", f"map {IDENTITY}"]), LATER
    yield "image-of-a-stone", connected([f"map {TURNED}", *PROOF, "image 0 10"]), "stones are needed that are not there"
    # Lines.
    for number, line in enumerate([
        "", " ", "series 4 9 ", " series 4 9", "series  4 9", "series\t4 9", "series 4 9\r", "series +4 9", "series 04 9",
        "series -4 9", "series 4.0 9", "series 4e0 9", "series 0x4 9", "series ٤ 9", "series 4 9 # why", "Series 4 9",
        "series 4,9", "serie 4 9", "constructor 4 9", "toString", "__init__ 4", "get 0", "add 1 2 3 4", "# a remark",
        "series 4 99999999999999999999", "series 4 9\0", "series 4 9\u2028", "series 4 9\x0b", "semi 4 9", "position 1",
    ]):
        yield f"line-{number}", connected([*PROOF[:10], line, *PROOF[10:]]), STEP
    for line in ("series 4", "series 4 9 9", "key 4", "key 4 0 0", "image 0", "image 0 4 4"):
        yield f"line-{line}", connected([f"map {IDENTITY}", *PROOF[:10], line, *PROOF[10:]]), COUNT
    yield "last-line-not-ended", sealed(head, body[:-1]), "the last line does not end"
    yield "rubbish-behind", sealed(head, body + b"path 9"), "the last line does not end"
    yield "empty-line-behind", sealed(head, body + b"\n"), STEP
    yield "zeros-behind", sealed(head, body + b"\0" * 9), "the last line does not end"
    yield "no-utf8-behind", sealed(head, body + b"\xff\n"), STEP
    # Stones.
    def stones(name, said, **played):
        return f"stones-{name}", connected(PROOF, **played), said
    yield stones("in-another-order", "the stones are not in order", black=[1, 3], white=[14, 12])
    yield stones("twice", "the stones are not in order", black=[1], white=[12, 12])
    yield stones("of-both", "two stones share a point", black=[1], white=[1])
    yield stones("on-a-pole", "two stones share a point", black=[1], white=[9])
    yield stones("blacks-on-a-pole", "two stones share a point", black=[1, 9], white=[12, 13])
    yield stones("on-a-corner", "two stones share a point", black=[1], white=[0])
    yield stones("beside-the-board", POINT, black=[1], white=[26])
    yield stones("negative", POINT, black=[1], white=[-1])
    yield stones("huge", POINT, black=[1], white=[10**15])
    for name, white in {"true": [True], "text": "12", "texts": ["12"], "half": [12.5], "lists": [[12]], "none": [None],
                        "map": {"12": 1}, "empty": [], "zero": 0, "false": False}.items():
        yield stones(f"that-are-{name}", "the stones are no list of points", white=white)
    yield "stones-that-are-null", connected(PROOF).replace(b"[12]", b"null"), "the stones are no list of points"
    yield stones("more-of-blacks", "the numbers of stones do not fit", black=[1, 3], white=[12])
    yield stones("only-blacks", "the numbers of stones do not fit", black=[1], white=None)
    yield stones("two-more-of-whites", "the numbers of stones do not fit", black=[1], white=[12, 13, 14])
    yield "over-already", connected(["path 9 4 1 19 22"], black=[1, 4, 19], white=[12, 13, 14]), "Black has won already"
    yield "over-already-with-black-to-move", connected(["path 9 4 1 19 22"], black=[1, 4, 19], white=[12, 13, 14, 15]), "Black has won already"


# Tables.

BOARD = "the claim is about another board"
CLAIM = "the claim is not what the table says"
STATES = "the number of states is wrong"


def forged_tables(head, body):
    for name, data, said in heads("table", head, body):
        yield f"head-{name}", data, said
    yield "holds", sealed(head, body), ""
    claim, game = head["claim"], head["game"]
    for name in ("coding", "states", "from", "claim"):
        yield f"no-{name}", sealed(head, body, **{name: None}), FIELDS
    for states in (0, len(body) - 1, len(body) + 1, -len(body), len(body) + 0.5, str(len(body)), True, 2**52):
        yield f"states-{states}", sealed(head, body, states=states), STATES
    for start in (1, -1, len(body), True, False, "0", 0.5):
        yield f"from-{start}", sealed(head, body, **{"from": start}), "the table is not complete"
    for coding in ("margin" if head["coding"] == "distance" else "distance", "", "Distance", 1):
        yield f"coding-{coding}", sealed(head, body, coding=coding), "the coding is another"
    for name, changed in {"short": body[:-1], "empty": b"", "long": body + b"\0", "twice": body * 2,
                          "line-feed": body + b"\n", "line-feed-first": b"\n" + body}.items():
        yield f"bytes-{name}", sealed(head, changed), STATES
        if name != "empty":
            yield f"bytes-{name}-and-told", sealed(head, changed, states=len(changed)), STATES
    yield "all-draws", sealed(head, bytes([128 if head["coding"] == "margin" else 0]) * len(body)), "state "
    yield "turned-round", sealed(head, body[::-1]), "state "
    # A byte that stands for something else, in the first state, the last and some between.
    for at in sorted({*range(0, len(body), max(1, len(body) // 7)), len(body) - 1}):
        for by in (1, 127, 128, 255):
            changed = bytearray(body)
            changed[at] = (changed[at] + by) % 256
            yield f"state-{at}-{by}", sealed(head, bytes(changed)), "state "

    def claims(name, said, **changes):
        changed = {key: value for key, value in {**claim, **changes}.items() if value != "leave out"}
        return f"claim-{name}", sealed({**head, "claim": changed}, body), said

    for name, wrong in {"text": "win", "list": [claim], "empty": {}, "true": True, "zero": 0}.items():
        yield f"claim-is-{name}", sealed({**head, "claim": wrong}, body), "there is no claim"
    yield "claim-is-null", sealed({**head, "claim": 77}, body).replace(b'"claim":77', b'"claim":null'), "there is no claim"
    size = claim["options"].split(" ")[0]
    other = "-size=3" if size != "-size=3" else "-size=4"
    if game != "anchor" or other == "-size=3":
        yield claims("of-another-size", BOARD, options=claim["options"].replace(size, other))
    yield claims("of-no-options", "there is no claim", options=None)
    yield claims("of-options-that-are-left-out", "there is no claim", options="leave out")
    for number, options in enumerate([
        "", "-size=99999999", f"{size} -handicap=1", f"{size} -pie=sweet", f"{size} -swap", f"-noswap {size}", f"{size}  -noswap",
        f"{size} -noswap -noswap", f"{size} {size}", f"{size} -radius=3", f"{size}\n", f"{size} -win_height=4", f"{size} -kill=0",
        f"{size} -kill=1000", f"{size} -kill=04", f"{size} -fill_board -immediate", f"{size} -join_any -join_face",
    ]):
        yield claims(f"of-options-{number}", NOT_WRITTEN, options=options)
    if game == "ankor":
        for height in {0, 1, 2} - {int(head["options"].split("=")[-1]), int(size[-1]) - 1 if head["options"].endswith("-1") else 9}:
            expected = BOARD if height < int(size[-1]) else NOT_WRITTEN
            yield claims(f"of-height-{height}", expected, options=f"{size} -win_height={height}".replace(" -win_height=1", ""))
        yield "options-of-any-height", sealed(head, body, options=f"{size} -win_height={int(size[-1]) - 1}"), NOT_WRITTEN
        yield "options-of-no-height", sealed(head, body, options=size), NOT_WRITTEN
    if game == "boche":
        for more in ("-kill=3", "-fill_board", "-immediate", "-adjacent"):
            yield claims(f"with{more}", BOARD, options=f"{size} {more}")
        for number, options in enumerate([size, f"{size} -kill=4 -join_any", f"{size} -kill=4 -fill_board", f"{size} -adjacent -kill=4"]):
            yield f"options-of-kill-{number}", sealed(head, body, options=options), NOT_WRITTEN
    if game == "anchor":
        yield "options-with-a-pie", sealed(head, body, options=f"{size} -pie=refined"), NOT_WRITTEN
    for value in ("win", "draw", "loss", "Win", "", None, 1):
        if value != claim["value"]:
            changed = sealed({**head, "claim": {**claim, "value": value}}, body)
            yield f"claim-of-{value}", changed, CLAIM
    for distance in (0, 1, True, "4", 4.5, -1, 300):
        yield claims(f"in-{distance}-turns", CLAIM, distance=distance)
    yield claims("of-a-margin", CLAIM, margin=99)
    yield claims("with-more-fields", CLAIM, note="true")
    turns = claim["turns"]
    yield claims("of-no-turns", CLAIM, turns="leave out")
    for name, wrong in {
        "one-less": turns[1:], "none": [], "one-twice": [*turns, turns[0]], "one-for-another": [*turns[1:], turns[1]], "text": "all",
        "true": True, "null": None, "names": [turn["turn"] for turn in turns], "lists": [[turn] for turn in turns],
        "one-more": [*turns, {**turns[0], "turn": "swap"}], "more-fields": [{**turns[0], "note": 1}, *turns[1:]],
        "another-name": [{**turns[0], "turn": "z9"}, *turns[1:]], "name-in-other-letters": [{**turns[0], "turn": turns[0]["turn"].swapcase()}, *turns[1:]],
        "another-order-of-fields": [dict(reversed(turns[0].items())), *turns[1:]],
        "another-distance": [{**turns[0], "distance": 77}, *turns[1:]], "true-distance": [{**turns[0], "distance": True}, *turns[1:]],
        "another-value": [{**turns[0], "value": "win" if turns[0]["value"] != "win" else "loss"}, *turns[1:]],
    }.items():
        yield f"turns-{name}", sealed({**head, "claim": {**claim, "turns": wrong}}, body), CLAIM
    yield "holds-with-turns-in-another-order", sealed({**head, "claim": {**claim, "turns": turns[::-1]}}, body), ""


# Strategies.

POSITIONS = "the number of positions is wrong"
ORDER = "the positions are not in order"
UNMET = "a turn is named for a position in which the winner never moves"


def forged_strategies(head, body):
    for name, data, said in heads("strategy", head, body):
        yield f"head-{name}", data, said
    yield "holds", sealed(head, body), ""
    for name in ("winner", "positions"):
        yield f"no-{name}", sealed(head, body, **{name: None}), FIELDS
    for winner in ("", "Dark", "First", 1, ["first"]):
        yield f"winner-{winner}", sealed(head, body, winner=winner), "nobody is the winner"
    loser = {"first": "second", "second": "first"}[head["winner"]]
    yield "winner-is-the-other", sealed(head, body, winner=loser), "no turn is named for state"
    yield "winner-is-the-other-from-nothing", sealed(head, b"", winner=loser, positions=0), "no turn is named for state"
    rows = [body[at : at + 8] for at in range(0, len(body), 8)]

    def named(rows, **changes):
        return sealed({**head, "positions": len(rows)}, b"".join(rows), **changes)

    for positions in (0, len(rows) - 1, len(rows) + 1, -len(rows), str(len(rows)), [len(rows)], len(rows) + 0.5, True, 2**52):
        yield f"positions-{positions}", sealed(head, body, positions=positions), POSITIONS
    for cut in (1, 4, 7, 8):
        yield f"short-by-{cut}", sealed(head, body[:-cut]), POSITIONS
    yield "long", sealed(head, body + b"\0"), POSITIONS
    yield "wide", sealed(head, b"".join(row[:4] + bytes(4) + row[4:] + bytes(4) for row in rows)), POSITIONS
    for left in range(len(rows)):
        yield f"without-{left}", named(rows[:left] + rows[left + 1 :]), ("no turn is named for state", UNMET)
    yield "without-any", named([]), "no turn is named for state"
    yield "one-twice", named([rows[0], *rows]), ORDER
    yield "one-twice-with-another-turn", named([*rows[:2], rows[1][:4] + rows[0][4:], *rows[2:]]), ORDER
    yield "other-order", named(rows[::-1]), ORDER
    used = {int.from_bytes(row[:4], "little") for row in rows}
    after = {int.from_bytes(row[4:], "little") for row in rows}

    def with_row(before, to):
        return named(sorted([*rows, (before).to_bytes(4, "little") + to.to_bytes(4, "little")],
                            key=lambda row: int.from_bytes(row[:4], "little")))

    yield "with-a-turn-of-the-losers", with_row(min(after - used), max(after)), UNMET
    yield "with-an-empty-board", with_row(1, min(after)), UNMET
    yield "with-a-state-that-is-none", with_row(2**32 - 1, 0), UNMET
    yield "with-a-state-that-is-far", with_row(max(used | after) + 1, max(after)), UNMET
    for at, row in enumerate(rows):
        before = int.from_bytes(row[:4], "little")
        for name, to in {"itself": before, "start": 0, "empty": 1, "none": 2**32 - 1}.items():
            changed = [*rows[:at], row[:4] + to.to_bytes(4, "little"), *rows[at + 1 :]]
            yield f"turn-{at}-to-{name}", named(changed), "the turn in state"
    for options in ("-size=2 -kill=1", "-size=2 -fill_board", "-size=2 -kill=4 -immediate -join_any", "-size=3 -kill=4"):
        if options != head["options"]:
            yield f"of {options}", sealed(head, body, options=options), ("no turn is named for state", "state")
    # White has won at radius 2 before the first turn: there is nothing for Black to answer.
    for radius in (2, 4, 5, 6):
        yield f"radius-{radius}", sealed(head, b"", game="antipod", options=f"-radius={radius}", winner="second", positions=0), NOT_WRITTEN
    yield "radius-3-from-nothing", sealed(head, b"", game="antipod", options="-radius=3", winner="second", positions=0), "no turn is named for state"
    for game, options in (("ankor", "-size=3 -win_height=1"), ("anchor", "-size=2")):
        yield f"of-{game}", sealed(head, body, game=game, options=options), "strategies are written for antipod and boche only"
    yield "size-5", sealed(head, body, options="-size=5 -kill=4"), NOT_WRITTEN


# Reads a file with names of files, and prints for each what is wrong with it as JSON.
ANSWERS = """
import { readFileSync } from "node:fs";
const { check } = await import(process.argv[1]);
for (const path of JSON.parse(readFileSync(process.argv[2], "utf8"))) {
  let said = "";
  try {
    check(readFileSync(path));
  } catch (wrong) {
    said = wrong.message;
  }
  console.log(JSON.stringify(said));
}
"""


def answers(kind, folder, paths):
    """What both programs say of files: nothing if they accept one."""
    program = PROGRAMS[kind]
    of_python = []
    for path in paths:
        try:
            program.check(path.read_bytes())
            of_python.append("")
        except check.Wrong as wrong:
            of_python.append(str(wrong))
        except Exception as error:  # a program says what is wrong, and does not fail
            of_python.append(f"fails with {error!r}")
    # In a file, because node reads a pipe that is not filled at once as "try again" (EAGAIN).
    names = folder / "names.json"
    names.write_text(json.dumps([str(path) for path in paths]))
    command = ["node", "--input-type=module", "-e", ANSWERS, (HERE / f"{program.__name__}.mjs").as_uri(), names]
    done = subprocess.run(command, stdout=subprocess.PIPE, timeout=600, check=True)
    return zip(of_python, map(json.loads, done.stdout.splitlines()), strict=True)


def holds_through_a_link(kind, folder, paths, forgeries):
    """Whether the JavaScript program refuses a false file when it is run through a symbolic link."""
    false = next((path for path, (_, _, wanted) in zip(paths, forgeries) if type(wanted) is str and wanted), None)
    link = folder / "link"
    if not link.is_symlink():
        link.symlink_to(HERE.resolve())
    program = link / f"{PROGRAMS[kind].__name__}.mjs"
    return false is None or subprocess.run(["node", program, false], stderr=subprocess.DEVNULL).returncode == 1


def main(folder, *files):
    folder = pathlib.Path(folder)
    folder.mkdir(parents=True, exist_ok=True)
    every = {"connections": [*forged_connections()], "table": [], "strategy": []}
    for file in files:
        path = pathlib.Path(file)
        line, _, body = path.read_bytes().partition(b"\n")
        head = json.loads(line)
        kind = head["certificate"].removeprefix("carrick ")
        forged = {"table": forged_tables, "strategy": forged_strategies}[kind]
        every[kind] += [(f"{path.stem}-{name}", *more) for name, *more in forged(head, body)]
    count = wrong = 0
    for kind, forgeries in every.items():
        names = [re.sub(r"[^\w.=-]", "_", name) for name, _, _ in forgeries]
        paths = [folder / f"{number:03}-{name}.{kind}" for number, name in enumerate(names)]
        for path, (_, data, _) in zip(paths, forgeries):
            path.write_bytes(data)
        for path, (_, _, wanted), said in zip(paths, forgeries, answers(kind, folder, paths)):
            count += 1
            sentences = (wanted,) if type(wanted) is str else wanted
            for language, one in zip(("Python", "JavaScript"), said):
                if not any(one.startswith(sentence) and bool(one) == bool(sentence) for sentence in sentences):
                    wrong += 1
                    print(f"{path}: {language} says {one!r}, and not {wanted!r}")
        if not holds_through_a_link(kind, folder, paths, forgeries):
            wrong += 1
            print(f"the JavaScript program for {kind} accepts a false file through a symbolic link")
    print(f"{count} forged files, {wrong} wrong answers")
    sys.exit(1 if wrong else 0)


if __name__ == "__main__":
    main(*sys.argv[1:])

"""Test vectors of how a run is cut into shards, by another road than src/engine/protocol/shards.ts: exact fractions, and units
found by joining sets. Run by `python tools/golden/shards.py` from the repository's root."""

import json
import random
from fractions import Fraction
from pathlib import Path

IMAGE_COST = 8
CANARY_QUESTIONS = 20


def units_of(groups):
    """Lists of positions: groups that have an image in common, directly or by others, in the order of their first."""
    units = []
    for position, (images, _) in enumerate(groups):
        linked = [unit for unit in units if unit["images"] & set(images)]
        merged = {"images": set(images), "groups": [position]}
        for unit in linked:
            merged["images"] |= unit["images"]
            merged["groups"] += unit["groups"]
            units.remove(unit)
        merged["groups"].sort()
        units.append(merged)
        units.sort(key=lambda unit: unit["groups"][0])
    return units


def shards_of(groups, count):
    """The number of each group's shard, from 1: that into whose equal share of the cost the middle of its unit falls."""
    units = units_of(groups)
    costs = [IMAGE_COST * len(unit["images"]) + sum(groups[at][1] for at in unit["groups"]) for unit in units]
    share = Fraction(sum(costs), count)
    numbers = [0] * len(groups)
    before = 0
    for unit, cost in zip(units, costs):
        middle = before + Fraction(cost, 2)
        for at in unit["groups"]:
            numbers[at] = int(middle // share) + 1
        before += cost
    return numbers


def canaries(groups):
    asked = 0
    for position, (_, questions) in enumerate(groups):
        asked += questions
        if asked >= CANARY_QUESTIONS:
            return position + 1
    return len(groups)


def main():
    draw = random.Random(15)
    named = lambda n: f"data/{n}.png"
    cases = {
        "one image, more shards than units": ([([named(0)], 3)], 4),
        "questions without images": ([([], 1)] * 5, 2),
        "groups that are linked by frames they share": (
            [([named(0), named(1)], 2), ([named(5)], 2), ([named(1), named(2)], 1), ([named(3)], 4), ([named(2), named(0)], 1)],
            2,
        ),
        "an image with most of the questions": ([([named(0)], 1), ([named(1)], 200), ([named(2)], 1), ([named(3)], 1)], 3),
        "equal costs that do not divide": ([([named(n)], 4) for n in range(10)], 3),
    }
    for size, pool, count in [(40, 1000, 7), (60, 50, 5), (200, 10_000, 16), (30, 30, 100)]:
        groups = []
        for _ in range(size):
            images = [named(draw.randrange(pool)) for _ in range(draw.choice([0, 1, 1, 1, 2, 3]))]
            images = list(dict.fromkeys(images))
            groups.append((images, draw.randint(1, 9) if images else 1))
        cases[f"drawn: {size} groups, {count} shards"] = (groups, count)
    written = [
        {"name": name, "of": count, "groups": [{"images": i, "questions": q} for i, q in groups],
         "shards": shards_of(groups, count), "canaryGroups": canaries(groups)}
        for name, (groups, count) in cases.items()
    ]
    lines = ",\n".join(json.dumps(case) for case in written)
    Path("test/golden/shards.json").write_text(f"[\n{lines}\n]\n")


main()

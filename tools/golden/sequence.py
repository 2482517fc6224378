"""Writes packages/statistics/test/golden/sequence.json: limits of the confidence sequence of packages/statistics/src/sequence.ts.

    python tools/golden/sequence.py

By another road than the code's: in decimals of 60 digits, the wealth as a product and not as a sum of logarithms, its root by
halving. Standard library only.
"""

import json
import random
from decimal import Decimal, getcontext
from pathlib import Path

getcontext().prec = 60

BETS = 5
RATIO = Decimal(2)
LARGEST = Decimal(3)
MOST_LOST = Decimal("0.95")


def stakes(block_size, most, left, worst):
    cap = MOST_LOST / worst if worst > 0 else None
    for bet in range(BETS):
        size = LARGEST / max(1, most) / RATIO**bet * block_size / left
        yield size if cap is None else min(size, cap)


def wealth(total, rounds, block_size, most):
    """Mean over the bets of the product over the rounds of exp(theta (known - total)) * prod(1 + theta r z)."""
    capitals = [Decimal(1)] * BETS
    for one in rounds:
        left = Decimal(one["left"])
        for bet, stake in enumerate(stakes(block_size, most, left, Decimal(one["worst"]))):
            theta = stake / left
            factor = (theta * (Decimal(one["known"]) - total)).exp()
            for draw in one["draws"]:
                factor *= 1 + theta * Decimal(draw["left"]) * Decimal(draw["z"])
            capitals[bet] *= factor
    return sum(capitals) / BETS


def limit(rounds, alpha, block_size, most):
    low, high = Decimal(-10_000), Decimal(10_000)
    while high - low > Decimal("1e-25"):
        middle = (low + high) / 2
        if wealth(middle, rounds, block_size, most) >= 1 / Decimal(alpha):
            low = middle
        else:
            high = middle
    return low


def case(seed, alpha, blocks, block_size, most):
    """Clusters of 1 to `most` questions, each right with a chance of its block; predicted by a share that is off."""
    chance = random.Random(seed)
    population = []
    for _ in range(blocks):
        share = chance.uniform(0.3, 0.95)
        sizes = [chance.randint(1, most) for _ in range(block_size)]
        population.append([(n, sum(chance.random() < share for _ in range(n))) for n in sizes])
    rounds, limits, right, best = [], [], 0, None
    for at in range(block_size):
        predicted = round(chance.uniform(0.5, 0.8), 6)
        rest = sum(n for block in population for n, _ in block[at:])
        draws = [{"left": block_size - at, "z": y - predicted * n} for n, y in (block[at] for block in population)]
        rounds.append({"left": block_size - at, "draws": draws, "known": right + predicted * rest, "worst": predicted * most})
        right += sum(block[at][1] for block in population)
        found = limit(rounds, alpha, block_size, most)
        best = found if best is None else max(best, found)
        limits.append(float(best))
    return {"alpha": alpha, "blockSize": block_size, "most": most, "total": right, "rounds": rounds, "limits": limits}


cases = [case(1, 0.025, 4, 12, 6), case(2, 0.05, 1, 30, 1), case(3, 0.005, 9, 8, 3)]
path = Path(__file__).parents[2] / "packages/statistics/test/golden/sequence.json"
path.write_text(json.dumps(cases) + "\n")

"""Writes packages/statistics/test/golden/agreement.json: Cohen's kappa by scikit-learn, Spearman's rho by SciPy.

Run from the repository's root: python3 tools/golden/agreement.py
Needs scikit-learn and scipy; made with 1.9.1 and 1.17.1 (Python 3.11).
"""

import json
import math
import random
import warnings
from pathlib import Path

from scipy.stats import rankdata, spearmanr
from sklearn.metrics import cohen_kappa_score

OUT = Path("packages/statistics/test/golden/agreement.json")


def number(value):
    return None if math.isnan(value) else float(value)


def ratings(rng):
    for _ in range(120):
        categories = rng.choice([2, 3, 4, 5, 11, 101])
        n = rng.choice([1, 2, 3, 8, 30, 200])
        first = [rng.randrange(categories) for _ in range(n)]
        second = [a if rng.random() < 0.5 else min(categories - 1, max(0, a + rng.choice([-2, -1, 1, 5]))) for a in first]
        if rng.random() < 0.1:
            first = [first[0]] * n
        if rng.random() < 0.1:
            second = list(first)
        kappas = [number(cohen_kappa_score(first, second, labels=range(categories), weights=w)) for w in (None, "quadratic")]
        yield [categories, first, second, *kappas]


def ranks(rng):
    for _ in range(120):
        n = rng.choice([2, 3, 4, 5, 10, 40, 200])
        steps = rng.choice([2, 4, 11, 10_000])
        x = [rng.randrange(steps) / 4 for _ in range(n)]
        y = [rng.choice([a, -a, rng.randrange(steps) / 4, rng.randrange(steps) / 4]) for a in x]
        found = spearmanr(x, y)
        yield [x, y, rankdata(x).tolist(), number(found.statistic), number(found.pvalue)]


def main():
    warnings.simplefilter("ignore")
    rng = random.Random(23)
    parts = [f'"{name}": [\n' + ",\n".join(map(json.dumps, rows)) + "\n]" for name, rows in
             (("kappa", ratings(rng)), ("spearman", ranks(rng)))]
    OUT.write_text("{" + ",\n".join(parts) + "}\n", encoding="ascii")


if __name__ == "__main__":
    main()

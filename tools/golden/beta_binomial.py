"""Beta-binomial fits by maximum likelihood with SciPy, and the pooled shares that follow: packages/statistics/test/golden/beta-binomial.json.

    python tools/golden/beta_binomial.py
"""

import json
from pathlib import Path

import numpy as np
from scipy.optimize import minimize
from scipy.special import betaln, expit

GREATEST = 10_000  # greatestStrength of packages/statistics/src/beta-binomial.ts
CASES = [
    ([3, 9, 6, 2, 8], [10, 10, 10, 10, 10]),
    ([0, 1, 5, 38], [1, 4, 5, 40]),
    ([1, 0, 7, 30, 55], [1, 3, 12, 60, 60]),
    ([2.5, 7.25, 11.125], [6.5, 9.75, 30.5]),
    ([0, 0, 12], [5, 8, 13]),
    # As alike as can be: the likelihood has no peak, and the strength stops at its bound.
    ([5, 5, 5, 5], [10, 10, 10, 10]),
    # Either all or nothing.
    ([0, 20, 0, 20], [20, 20, 20, 20]),
    ([199, 180, 170, 150, 120, 60], [200, 200, 200, 200, 200, 200]),
]


def fit(right: list, total: list) -> dict:
    y, n = np.array(right, float), np.array(total, float)

    def loss(at):
        mean, strength = expit(at[0]), np.exp(at[1])
        a, b = mean * strength, (1 - mean) * strength
        return -np.sum(betaln(y + a, n - y + b) - betaln(a, b))

    bounds = [(-20, 20), (np.log(0.01), np.log(GREATEST))]
    found = [minimize(loss, [centre, np.log(start)], method="L-BFGS-B", bounds=bounds,
                      options={"ftol": 1e-15, "gtol": 1e-10, "maxiter": 10_000})
             for centre in (-2, 0, 2) for start in (0.1, 1, 10, 100, 1000)]
    best = min(found, key=lambda one: one.fun)
    mean, strength = float(expit(best.x[0])), float(np.exp(best.x[1]))
    return {"right": right, "total": total, "mean": mean, "strength": strength, "likelihood": float(-best.fun),
            "pooled": [float(one) for one in (y + mean * strength) / (n + strength)]}


path = Path(__file__).parents[2] / "packages/statistics/test/golden/beta-binomial.json"
path.write_text(json.dumps([fit(*case) for case in CASES], indent=1) + "\n")

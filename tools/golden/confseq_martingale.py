"""Writes packages/statistics/test/golden/confseq.json: the betting martingale of I. Waudby-Smith and A. Ramdas for sampling without replacement, by
their own package, for the case that packages/statistics/src/sequence.ts shares with it: one block, one question an image.

    pip install 'pybind11<2.14' scikit-build cmake ninja 'setuptools<70' wheel 'numpy<2' scipy matplotlib multiprocess
    pip install --no-build-isolation --no-deps confseq==0.0.11      # needs Boost's headers (libboost-dev)
    python tools/golden/confseq_martingale.py

Where what is predicted of a question is the mean that is left under a total T, the exponential of the code's wealth at T is 1,
and what remains is the product of 1 + lambda_t (x_t - mu_t): `betting_mart` with the code's bets, cut at 0.95 / mu_t.
"""

import json
import random
from pathlib import Path

import numpy as np
from confseq.betting import betting_mart

BETS = 5
LARGEST = 3


def case(seed, size, right, total, asked):
    draw = random.Random(seed)
    answers = [1] * right + [0] * (size - right)
    draw.shuffle(answers)
    x = np.array(answers[:asked], dtype=float)
    left = size - np.arange(asked)
    capitals = [
        betting_mart(
            x,
            total / size,
            N=size,
            theta=1,
            trunc_scale=0.95,
            lambdas_fn_positive=lambda x, m, bet=bet: LARGEST / 2**bet * size / left,
        )
        for bet in range(BETS)
    ]
    return {"size": size, "total": total, "answers": answers[:asked], "evidence": np.log(np.mean(capitals, axis=0)).tolist()}


cases = [case(1, 100, 80, 60, 50), case(2, 400, 200, 200, 150), case(3, 60, 20, 30, 25)]
path = Path(__file__).parents[2] / "packages/statistics/test/golden/confseq.json"
path.write_text(json.dumps(cases) + "\n")

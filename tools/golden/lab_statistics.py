"""Writes packages/statistics/test/golden/statistics.json: what SciPy, statsmodels, scikit-learn and pandas make of made-up cases.

The generator of packages/statistics/src/random.ts is written again here, in plain Python, and both the made-up cases
and the bootstrap draw from it, so that a bootstrap interval can be compared exactly. Newcombe's interval, the
selective risk and the ECE are in none of the libraries; they are computed here from their formulas in another form.

Usage: python tools/golden/lab_statistics.py
Made with mpmath 1.3.0, numpy 2.4.6, pandas 3.1.1, scipy 1.17.1, statsmodels 0.14.5, scikit-learn 1.9.1
"""

import json
import pathlib

import mpmath
import numpy as np
import pandas as pd
from scipy import special, stats
from scipy.cluster.hierarchy import leaves_list, linkage
from scipy.spatial.distance import squareform
from sklearn.calibration import calibration_curve
from sklearn.metrics import brier_score_loss, log_loss
from statsmodels.stats.contingency_tables import mcnemar
from statsmodels.stats.multitest import multipletests
from statsmodels.stats.proportion import proportion_confint

M = 0xFFFFFFFF


def rotl(word, by):
    return ((word << by) | (word >> (32 - by))) & M


class Xoshiro128StarStar:
    def __init__(self, state):
        self.s = list(state)

    @classmethod
    def seeded(cls, seed):
        state = []
        for i in range(1, 5):
            z = (seed + i * 0x9E3779B9) & M
            z = ((z ^ (z >> 16)) * 0x21F0AAAD) & M
            z = ((z ^ (z >> 15)) * 0x735A2D97) & M
            state.append(z ^ (z >> 15))
        return cls(state)

    def next(self):
        s = self.s
        result = (rotl((s[1] * 5) & M, 7) * 9) & M
        t = (s[1] << 9) & M
        s[2] ^= s[0]
        s[3] ^= s[1]
        s[1] ^= s[2]
        s[0] ^= s[3]
        s[2] ^= t
        s[3] = rotl(s[3], 11)
        return result

    def below(self, end):
        while True:
            product = self.next() * end
            if product % 2**32 >= 2**32 % end:
                return product >> 32

    def unit(self):
        return (self.next() + 0.5) / 2**32


# The generator's published reference: first words from the state 1, 2, 3, 4 (rand_xoshiro's test vectors).
reference = Xoshiro128StarStar([1, 2, 3, 4])
assert [reference.next() for _ in range(5)] == [11520, 0, 5927040, 70819200, 2031721883]


def random_cases():
    out = []
    for seed in (0, 1, 20260101, 2**32 - 1, -5):
        words, below, units = (Xoshiro128StarStar.seeded(seed) for _ in range(3))
        normal = Xoshiro128StarStar.seeded(seed)
        ends = [1, 2, 3, 7, 1000, 2**20 + 1, 2**21]
        out.append([
            seed,
            [words.next() for _ in range(8)],
            [[end, below.below(end)] for end in ends * 3],
            [units.unit() for _ in range(4)],
            [special.ndtri(normal.unit()) for _ in range(20)],
        ])  # fmt: skip
    return out


def special_cases():
    mpmath.mp.dps = 40
    xs = [1e-12, 1e-3, 0.1, 0.3, 0.5, 0.7, 0.9, 0.999]
    shapes = [(0.5, 0.5), (1, 1), (0.5, 15.5), (15.5, 0.5), (2, 30), (9, 11), (12, 12), (200, 250), (4000, 0.5), (5e4, 5e4)]
    beta = [[x, a, b, special.betainc(a, b, x)] for a, b in shapes for x in xs]
    gammas = [1e-8, 0.1, 0.5, 1, 1.5, 2, 3.7, 9.99, 10, 42, 1e3, 1e6]
    quantiles = [1e-300, 1e-20, 1e-9, 1e-4, 0.01, 0.07, 0.1, 0.3, 0.5, 0.6, 0.975, 0.9999]
    binomial = [[k, n, p, stats.binom.cdf(k, n, p)] for n, p in ((1, 0.5), (9, 0.3), (60, 0.5), (1000, 0.27), (100000, 0.5))
                for k in sorted({0, n // 3, n // 2, n - 1, n})]  # fmt: skip
    return {
        "beta": [row for row in beta if row[3] > 1e-290],
        # SciPy's betaln loses digits to cancellation from a few thousand on.
        "logBeta": [[a, b, mpmath.log(mpmath.beta(mpmath.mpf(a), mpmath.mpf(b)))] for a, b in shapes],
        "logGamma": [[x, special.gammaln(x)] for x in gammas],
        "normalQuantile": [[p, special.ndtri(p)] for p in quantiles],
        "binomial": binomial,
    }


def bootstrap_case(n, largest, seed, resamples):
    make = Xoshiro128StarStar.seeded(seed + 1000)
    clusters = [[make.below(largest + 1) for _ in range(4)] for _ in range(n)]
    # Draws go through the clusters in this order, whatever the order of the rows.
    counts = np.array(sorted(row for row in clusters if sum(row)))
    random = Xoshiro128StarStar.seeded(seed)
    draws = np.array([counts[[random.below(len(counts)) for _ in range(len(counts))]].sum(axis=0) for _ in range(resamples)])

    def rate(part, whole):
        with np.errstate(invalid="ignore"):
            values = draws[:, part].sum(axis=1) / draws[:, whole].sum(axis=1)
        total = counts.sum(axis=0)
        low, high = np.percentile(values[~np.isnan(values)], [2.5, 97.5])
        return [total[part].sum() / total[whole].sum(), low, high]

    a, d = [0], [3]
    rates = {"luck": rate(d, a + d), "rationality": rate(a, a + d)}
    return {"clusters": clusters, "seed": seed, "resamples": resamples, **rates}


def newcombe10(e, f, g, h):
    """Newcombe 1998, method 10, with θ = p(second) - p(first); by matrices rather than by its printed form."""
    n = e + f + g + h
    p = np.array([(e + f) / n, (e + g) / n])
    bounds = np.array([proportion_confint(x, n, method="wilson") for x in (e + f, e + g)])
    table = np.array([[e, f], [g, h]], float)
    margins = np.prod(table.sum(0)) * np.prod(table.sum(1))
    det = np.linalg.det(table)
    det = round(det) if abs(det) < 2**50 else det
    corrected = np.clip(det - n / 2, 0, None) if det > 0 else det
    phi = corrected / np.sqrt(margins) if margins else 0
    correlation = np.array([[1, -phi], [-phi, 1]])
    down = np.array([p[0] - bounds[0, 0], bounds[1, 1] - p[1]])
    up = np.array([bounds[0, 1] - p[0], p[1] - bounds[1, 0]])
    theta = (f - g) / n
    return theta, theta - np.sqrt(down @ correlation @ down), theta + np.sqrt(up @ correlation @ up)


def paired_cases():
    tables = [(20, 12, 2, 16), (1, 1, 7, 12), (0, 0, 0, 5), (5, 0, 0, 0), (0, 5, 0, 0), (30, 0, 0, 12), (3, 4, 4, 3),
              (0, 9, 1, 0), (400, 55, 81, 300), (3000, 700, 200, 3726), (3000, 450, 450, 100), (0, 1, 0, 0), (50, 1000, 10, 5)]  # fmt: skip
    rows = []
    for e, f, g, h in tables:
        p = mcnemar([[e, g], [f, h]], exact=True).pvalue
        rows.append([e, f, g, h, p, *newcombe10(e, f, g, h)])
    # R. G. Newcombe (1998), table III, and M. W. Fagerland et al. (2017), table 8.8, print these.
    assert np.allclose(rows[0][6:], [0.0562, 0.3292], atol=1e-4) and np.allclose(rows[1][6:], [-0.507, -0.026], atol=1e-3)
    return rows


def holm_cases():
    lists = [[0.01], [0.04, 0.01, 0.03], [0.5, 0.6, 0.9, 0.2], [0.01, 0.01, 0.01, 0.2], [1e-300, 0.04, 1, 0.025, 0.0003], [1, 1]]
    return [[p, multipletests(p, method="holm")[1].tolist()] for p in lists]


def made_up(random, n, slope):
    x = [round(random.unit() * 100, 2) for _ in range(n)]
    return x, [round(slope * value + special.ndtri(random.unit()) * 20, 2) for value in x]


def pearson_cases():
    random = Xoshiro128StarStar.seeded(7)
    lists = [made_up(random, n, slope) for n, slope in ((3, 1), (4, 1), (10, 0), (33, 0.5), (33, -2), (200, 5), (1000, 2))]
    lists.append(([1, 2, 3, 4, 5, 6], [1, 0, 1, 1, 0, 1]))
    rows = []
    for x, y in lists:
        result = stats.pearsonr(x, y)
        low, high = result.confidence_interval(0.95)
        rows.append({"x": x, "y": y, "r": result.statistic, "p": result.pvalue, "low": low, "high": high})
    return rows


def calibration_case(n, classes, seed):
    """Probabilities of two decimals, so that many confidences are equal; right options drawn by them, roughly."""
    random = Xoshiro128StarStar.seeded(seed)
    forecasts = []
    for _ in range(n):
        k = 2 + random.below(classes - 1)
        raw = [round(100 * random.unit() ** 2) + 1 for _ in range(k)]
        hundredths = [100 * value // sum(raw) for value in raw]
        hundredths[0] += 100 - sum(hundredths)
        right = int(np.searchsorted(np.cumsum(hundredths), random.below(100), side="right")) if random.below(4) else random.below(k)
        forecasts.append([hundredths, right])
    padded = np.array([f + [0] * (classes - len(f)) for f, _ in forecasts]) / 100
    right = np.array([r for _, r in forecasts])
    confidence = padded.max(axis=1)
    correct = (padded.argmax(axis=1) == right).astype(int)
    out = {"forecasts": forecasts}
    for strategy, binning in (("uniform", "equal-width"), ("quantile", "equal-mass")):
        true, predicted = calibration_curve(correct, confidence, n_bins=10, strategy=strategy)
        edges = np.linspace(0, 1, 11) if strategy == "uniform" else np.percentile(confidence, np.linspace(0, 100, 11))
        index = np.searchsorted(edges[1:-1], confidence)
        gaps = [abs(correct[index == i].sum() - confidence[index == i].sum()) for i in range(10)]
        out[binning] = {"accuracy": true.tolist(), "confidence": predicted.tolist(), "ece": sum(gaps) / n}
    labels = list(range(classes))
    out["brier"] = brier_score_loss(right, padded, labels=labels, scale_by_half=False)
    out["brierTop"] = brier_score_loss(correct, confidence, pos_label=1)
    out["negativeLogLikelihood"] = log_loss(right, padded, labels=labels)
    out["coverage"] = [[float(np.mean(confidence >= t)), float(correct[confidence >= t].mean())] for t in np.unique(confidence)[::-1]]
    # Over every order of equal confidences: the mean over many shuffles tends to this; here its exact expectation.
    order = pd.DataFrame({"c": confidence, "wrong": 1 - correct})
    order["expected"] = order.groupby("c").wrong.transform("mean")
    errors = order.sort_values("c", ascending=False).expected.to_numpy()
    out["aurc"] = float(np.mean(np.cumsum(errors) / np.arange(1, n + 1)))
    return out


def correlation_case():
    random = Xoshiro128StarStar.seeded(99)
    columns = [[None if random.below(6) == 0 else round(100 * random.unit(), 1) for _ in range(9)] for _ in range(6)]
    columns.append([None] * 7 + [1.0, 2.0])
    columns.append([5.0] * 9)
    frame = pd.DataFrame({i: pd.Series(c, dtype=float) for i, c in enumerate(columns)})
    matrix = frame.corr(min_periods=3).to_numpy()
    return {"columns": columns, "matrix": [[None if np.isnan(r) else r for r in row] for row in matrix]}


def linkage_cases():
    cases = []
    for n, levels, seed in ((2, 5, 1), (7, 1000, 2), (12, 4, 3), (30, 10**6, 4), (40, 6, 5)):
        random = Xoshiro128StarStar.seeded(seed)
        condensed = np.array([random.below(levels) + 1 for _ in range(n * (n - 1) // 2)], float)
        merges = linkage(condensed, method="average")
        cases.append({"condensed": condensed.astype(int).tolist(), "linkage": merges.tolist(), "leaves": leaves_list(merges).tolist()})
        assert np.allclose(squareform(squareform(condensed)), condensed)
    return cases


def main():
    golden = {
        "random": random_cases(),
        "special": special_cases(),
        "bootstrap": [bootstrap_case(40, 3, 1, 2000), bootstrap_case(7, 1, 2, 500), bootstrap_case(150, 2, 12345, 200)],
        "paired": paired_cases(),
        "holm": holm_cases(),
        "pearson": pearson_cases(),
        "calibration": [calibration_case(200, 4, 11), calibration_case(33, 3, 12)],
        "correlation": correlation_case(),
        "linkage": linkage_cases(),
    }
    lines = [f"{json.dumps(key)}: {json.dumps(value, default=float, separators=(',', ':'))}" for key, value in golden.items()]
    pathlib.Path("packages/statistics/test/golden/statistics.json").write_text("{" + ",\n".join(lines) + "}\n", encoding="ascii")


if __name__ == "__main__":
    main()

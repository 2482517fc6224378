"""Writes packages/statistics/test/golden/slice-differences.json: differences of two slices of one run, by SciPy.

Slices without a common cluster have Fisher's exact test, on the effective numbers where these are whole. Slices with common
clusters have the level whose MOVER interval from Clopper and Pearson's limits ends at no difference. The interval of few clusters
has the same limits. The Korn-Graubard numbers are written here again, after docs/statistics.md.

Usage: python tools/golden/slice_differences.py
Made with numpy 2.4.6, scipy 1.17.1
"""

import json
import math
import pathlib
import random

from scipy import optimize, stats

PRIOR = 6


def t975(df):
    return float(stats.t.ppf(0.975, df))


def kish(parts):
    squares = sum(part * part for part in parts)
    return sum(parts) ** 2 / squares if squares > 0 else 0.0


def share(slice_, icc):
    right = [y for y, _ in slice_.values()]
    total = [m for _, m in slice_.values()]
    clusters, n, correct = len(total), sum(total), sum(right)
    p = correct / n
    own = weight = 0.0
    if 0 < correct < n and clusters > 1:
        variance = clusters / (clusters - 1) * sum((y - p * m) ** 2 for y, m in zip(right, total)) / n**2
        own = variance * (n - 1) / (p * (1 - p))
        rarer = [m - y for y, m in zip(right, total)] if n - correct <= correct else right
        weight = kish(rarer)
    assumed = 1 + (sum(m * m for m in total) / n - 1) * icc
    effect = max(1.0, (weight * own + PRIOR * assumed) / (weight + PRIOR)) if n > clusters else 1.0
    df = kish(total) - 1 + PRIOR
    few = (t975(n - 1) / t975(df)) ** 2 if df < n - 1 else 1.0
    rare = kish([m - y for y, m in zip(right, total)] if n - correct <= correct else right)
    return p, min(float(n), n / effect * few), clusters, rare


def exact(p, n, tail):
    x = p * n
    low = 0.0 if p == 0 else float(stats.beta.ppf(tail, x, n - x + 1))
    high = 1.0 if p == 1 else float(stats.beta.isf(tail, x + 1, n - x))
    return low, high


def wilson(p, n):
    z = float(stats.norm.ppf(0.975))
    scale, centre = 1 + z * z / n, p + z * z / (2 * n)
    reach = z * math.sqrt(p * (1 - p) / n + z * z / (4 * n * n))
    return (0.0 if p == 0 else (centre - reach) / scale), (1.0 if p == 1 else (centre + reach) / scale)


def mover(p1, p2, first, second, r):
    def reach(a, b):
        return math.sqrt(max(0.0, a * a - 2 * r * a * b + b * b))

    d = p2 - p1
    return d - reach(p2 - second[0], first[1] - p1), d + reach(second[1] - p2, p1 - first[0])


def correlation(a, b, p1, p2):
    first = {g: y - p1 * m for g, (y, m) in a.items()}
    second = {g: y - p2 * m for g, (y, m) in b.items()}
    squares = sum(e * e for e in first.values()) * sum(e * e for e in second.values())
    product = sum(first[g] * second[g] for g in first if g in second)
    return product / math.sqrt(squares) if squares > 0 else 0.0


def difference(a, b, icc):
    (p1, n1, g1, h1), (p2, n2, g2, h2) = share(a, icc), share(b, icc)
    r = correlation(a, b, p1, p2)

    def corrected(r):
        if r <= 0:
            return r
        spread = math.sqrt(p1 * (1 - p1) * p2 * (1 - p2))
        return max(0.0, r - 1 / (2 * math.sqrt(n1 * n2) * spread)) if spread > 0 else 0.0

    # Few clusters with the rarer verdict hardly show the correlation.
    h = min(h1, h2)
    r, doubted = corrected(r), corrected(r * h / (h + PRIOR) if r > 0 else r)
    is_few = min(g1, g2) < 20
    limits = (lambda p, n: exact(p, n, 0.025)) if is_few else wilson
    low, high = mover(p1, p2, limits(p1, n1), limits(p2, n2), doubted if is_few else r)
    if set(a) & set(b):

        def end(z):
            tail = float(stats.norm.sf(z))
            low, high = mover(p1, p2, exact(p1, n1, tail), exact(p2, n2, tail), doubted)
            return low if p2 > p1 else -high

        is_within = p1 == p2 or end(0) <= 0
        p = 1.0 if is_within else 2 * float(stats.norm.sf(optimize.brentq(end, 0, 12, xtol=1e-13)))
    elif n1 == sum(m for _, m in a.values()) and n2 == sum(m for _, m in b.values()):
        x1, x2 = sum(y for y, _ in a.values()), sum(y for y, _ in b.values())
        p = float(stats.fisher_exact([[x1, round(n1) - x1], [x2, round(n2) - x2]])[1])
    else:
        p = None
    return {"difference": p2 - p1, "low": low, "high": high, "p": p}


def drawn(rng, clusters, sizes, p, icc, start=0):
    found = {}
    for g in range(start, start + clusters):
        q = p if icc == 0 else rng.betavariate(p * (1 - icc) / icc, (1 - p) * (1 - icc) / icc)
        m = rng.choice(sizes)
        found[g] = (sum(rng.random() < q for _ in range(m)), m)
    return found


def main():
    rng = random.Random(44)
    cases = []

    def add(a, b, icc):
        cases.append({"first": [[g, *x] for g, x in a.items()], "second": [[g, *x] for g, x in b.items()], "icc": icc, "expected": difference(a, b, icc)})

    # The questions of shared/cases-figures/one-wrong-answer: single, one of them wrong and alone in its voxel.
    add({g: (int(g < 570), 1) for g in range(599)}, {1000: (0, 1)}, 0.4)
    for clusters, p in ((3, 0.9), (8, 0.5), (40, 0.95), (120, 0.7)):
        add(drawn(rng, 500, (1,), 0.9, 0), drawn(rng, clusters, (1,), p, 0, 1000), 0.3)
    # Clusters with questions in both slices.
    for clusters, others, p in ((6, 100, 0.2), (12, 60, 0.9), (25, 80, 0.6), (60, 200, 0.4), (40, 40, 0.95)):
        a, b = drawn(rng, others, (1, 2, 5), 0.9, 0.4), drawn(rng, clusters, (1, 2, 3), p, 0.4)
        add(a, b, 0.35)
    # Clusters of their own: the interval only, as SciPy has no test of fractions.
    for clusters in (1, 15, 30):
        add(drawn(rng, 80, (1, 2, 5), 0.9, 0.4), drawn(rng, clusters, (2, 4), 0.6, 0.4, 1000), 0.35)
    path = pathlib.Path(__file__).parents[2] / "packages/statistics/test/golden/slice-differences.json"
    path.write_text(json.dumps(cases) + "\n")
    print(len(cases))


if __name__ == "__main__":
    main()

"""Writes packages/statistics/test/golden/confidence.json: what scikit-learn and statsmodels make of made-up confidences.

The slope and intercept are statsmodels' Logit with clustered covariance. The AUROC is scikit-learn's. Its variance after
Obuchowski (1997) is in none of the libraries; it is computed here from pairs of clusters, and checked against DeLong's where
every cluster has one answer. The calibrated error is checked against all outcomes of small bins by enumeration, and
otherwise comes from the characteristic function of the Poisson-binomial distribution.

Usage: python tools/golden/confidence.py
Made with numpy 2.4.6, scipy 1.17.1, statsmodels 0.15.0, scikit-learn 1.9.1
"""

import itertools
import json
import pathlib

import numpy as np
import statsmodels.api as sm
from lab_statistics import Xoshiro128StarStar
from scipy import stats
from sklearn.metrics import roc_auc_score


def made_up(n, clusters, seed, slope, intercept):
    """Confidences of two decimals with ties; clusters of unequal size share a shift."""
    random = Xoshiro128StarStar.seeded(seed)
    shift = [2 * random.unit() - 1 for _ in range(clusters)]
    rows = []
    for i in range(n):
        cluster = i if i < clusters else random.below(clusters)
        hundredths = 26 + random.below(74)
        logit = np.log(hundredths / (100 - hundredths))
        chance = 1 / (1 + np.exp(-(intercept + slope * logit + shift[cluster])))
        rows.append([hundredths, int(random.unit() < chance), cluster])
    return sorted(rows, key=lambda row: -row[0])


def pairs(right, wrong):
    return (right[:, None] > wrong[None, :]) + 0.5 * (right[:, None] == wrong[None, :])


def auroc(confidence, correct, cluster):
    value = roc_auc_score(correct, confidence)
    kernel = pairs(confidence[correct == 1], confidence[correct == 0])
    v10, v01 = kernel.mean(axis=1), kernel.mean(axis=0)
    names = np.unique(cluster)
    rights = [v10[cluster[correct == 1] == g] for g in names]
    wrongs = [v01[cluster[correct == 0] == g] for g in names]
    x = np.array([np.sum(v - value) for v in rights])
    y = np.array([np.sum(v - value) for v in wrongs])
    m, n, total = kernel.shape[0], kernel.shape[1], len(names)
    i10, i01 = sum(len(v) > 0 for v in rights), sum(len(v) > 0 for v in wrongs)
    s10 = i10 / ((i10 - 1) * m) * np.sum(x**2)
    s01 = i01 / ((i01 - 1) * n) * np.sum(y**2)
    s11 = total / (total - 1) * np.sum(x * y)
    variance = s10 / m + s01 / n + 2 * s11 / (m * n)
    if total == len(confidence):
        assert np.isclose(variance, v10.var(ddof=1) / m + v01.var(ddof=1) / n, rtol=1e-12)
    reach = stats.t.ppf(0.975, total - 1) * np.sqrt(variance) / (value * (1 - value))
    middle = np.log(value / (1 - value))
    return [value, *(1 / (1 + np.exp(-(middle + np.array([-reach, reach])))))]


def recalibrated(confidence, correct, cluster):
    x = sm.add_constant(np.log(confidence / (1 - confidence)))
    options = {"cov_type": "cluster", "cov_kwds": {"groups": cluster}, "use_t": True}
    fit = sm.Logit(correct, x).fit(disp=0, method="newton", maxiter=200, tol=1e-14, **options)
    t = stats.t.ppf(0.975, len(np.unique(cluster)) - 1)
    ends = [[value, value - t * error, value + t * error] for value, error in zip(fit.params, fit.bse)]
    return {"intercept": ends[0], "slope": ends[1]}


def mean_deviation(chances):
    """E|S - E S|, from the discrete Fourier transform of the distribution of S."""
    k = np.arange(len(chances) + 1)
    turns = np.exp(2j * np.pi * k / len(k))
    likelihood = np.real(np.fft.fft(np.prod(1 + np.outer(turns - 1, chances), axis=1))) / len(k)
    return float(np.sum(np.abs(k - np.sum(chances)) * likelihood))


def enumerated(chances):
    total = 0
    for answers in itertools.product([0, 1], repeat=len(chances)):
        weight = np.prod([c if a else 1 - c for a, c in zip(answers, chances)])
        total += weight * abs(sum(answers) - sum(chances))
    return total


def case(n, clusters, seed, slope, intercept):
    rows = made_up(n, clusters, seed, slope, intercept)
    hundredths, correct, cluster = (np.array(column) for column in zip(*rows))
    confidence = hundredths / 100
    bins = np.searchsorted(np.linspace(0, 1, 11)[1:-1], confidence)
    return {
        "rows": rows,
        "clusters": clusters,
        "auroc": auroc(confidence, correct, cluster),
        **recalibrated(confidence, correct, cluster),
        "calibratedError": sum(mean_deviation(confidence[bins == b]) for b in range(10)) / n,
    }


def median_case(n, clusters, seed, resamples):
    random = Xoshiro128StarStar.seeded(seed)
    rows = [[i if i < clusters else random.below(clusters), round(random.unit() ** -1.5 - 1, 3)] for i in range(n)]
    groups = sorted(sorted(value for g, value in rows if g == of) for of in range(clusters))
    random = Xoshiro128StarStar.seeded(1)
    means, medians = [], []
    for _ in range(resamples):
        values = np.concatenate([groups[random.below(clusters)] for _ in range(clusters)])
        means.append(values.mean())
        medians.append(np.median(values))
    values = [value for _, value in rows]
    ends = lambda draws: np.percentile(draws, [2.5, 97.5]).tolist()
    return {
        "rows": rows,
        "resamples": resamples,
        "mean": [float(np.mean(values)), *ends(means)],
        "median": [float(np.median(values)), *ends(medians)],
    }


def main():
    few = [0.3, 0.55, 0.71, 0.99, 0.5]
    assert np.isclose(mean_deviation(np.array(few)), enumerated(few), rtol=1e-13)
    golden = {
        "answers": [
            case(400, 60, 1, 1, 0),
            case(150, 25, 2, 0.4, -0.5),
            case(90, 90, 3, 1.5, 0.3),
            case(900, 40, 4, -0.2, 0),
        ],
        "errors": [median_case(120, 30, 5, 500), median_case(55, 21, 6, 2000)],
    }
    text = json.dumps(golden, default=float, separators=(",", ":"))
    pathlib.Path("packages/statistics/test/golden/confidence.json").write_text(text + "\n", encoding="ascii")


if __name__ == "__main__":
    main()

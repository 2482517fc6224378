"""Reference file of diagnostic figures: python tools/diagnostics/make.py test/features/diagnostics/golden/figures.json
(numpy, scipy, scikit-learn; R with jsonlite, pROC and survey: apt-get install r-base-core r-cran-jsonlite r-cran-proc r-cran-survey)."""
import json, os, subprocess, sys, tempfile
import numpy as np
from scipy import stats
from sklearn.metrics import average_precision_score, balanced_accuracy_score, f1_score, matthews_corrcoef, precision_score, recall_score, roc_auc_score

rng = np.random.default_rng(50)
cases = []
for i in range(12):
    G = int(rng.integers(22, 60)); sizes = np.ones(3 * G, int) if i % 3 == 0 else rng.integers(1, 7, G)
    cluster = np.repeat(np.arange(len(sizes)), sizes); n = len(cluster); shared = rng.normal(0, .8, len(sizes))[cluster]
    present = (rng.normal(0, 1, n) + shared > [0, .8, -.5, 1.1][i % 4]).astype(int)
    score = 1 / (1 + np.exp(-(1.3 * present - .6 + shared * .7 + rng.normal(0, 1, n)))); other = 1 / (1 + np.exp(-(.8 * present - .4 + shared * .7 + rng.normal(0, 1, n))))
    if i % 2: score, other = np.round(score, 1), np.round(other, 2)   # ties
    cases.append(dict(present=present.tolist(), called=(score >= .5).astype(int).tolist(), score=score.tolist(), other=other.tolist(), cluster=cluster.tolist()))

with tempfile.TemporaryDirectory() as folder:
    given, found = os.path.join(folder, 'cases.json'), os.path.join(folder, 'found.json')
    json.dump(cases, open(given, 'w'))
    subprocess.run(['Rscript', os.path.join(os.path.dirname(__file__), 'reference.R'), given, found], check=True)
    reference = json.load(open(found))

expit = lambda z: 1 / (1 + np.exp(-z)); logit = lambda p: np.log(p / (1 - p))
scales = dict(logit=(logit, expit, lambda p: 1 / (p * (1 - p))), fisher=(np.arctanh, np.tanh, lambda r: 1 / (1 - r * r)), log=(lambda z: z, np.exp, lambda z: 1))


def interval(value, se, t, scale):
    to, back, slope = scales[scale]; reach = t * se * slope(value)
    return dict(value=float(back(to(value))), low=float(back(to(value) - reach)), high=float(back(to(value) + reach)))


def quantile(df):
    t = stats.t.ppf(.975, df)   # SciPy 1.12's is off by 1e-9, its distribution is not
    for _ in range(3): t += (stats.t.sf(t, df) - .025) / stats.t.pdf(t, df)
    return t


def ap_error(y, s, g):
    """The linearised error of scikit-learn's average precision, from its slopes in the weights (Richardson's extrapolation)."""
    ap = lambda w: average_precision_score(y, s, sample_weight=w); one = np.ones(len(y)); u = np.zeros(g.max() + 1)
    for j in range(len(y)):
        def slope(h):
            up, down = one.copy(), one.copy(); up[j] += h; down[j] -= h
            return (ap(up) - ap(down)) / (2 * h)
        a, b, c = slope(.02), slope(.01), slope(.005); d, e = (4 * b - a) / 3, (4 * c - b) / 3
        u[g[j]] += (16 * e - d) / 15
    G = len(np.unique(g)); return np.sqrt(G / (G - 1) * (u ** 2).sum())


for case, r in zip(cases, reference):
    y, c, s, o, g = (np.array(case[k]) for k in ('present', 'called', 'score', 'other', 'cluster')); G = len(np.unique(g))
    for name, value in [('sensitivity', recall_score(y, c)), ('specificity', recall_score(1 - y, 1 - c)), ('ppv', precision_score(y, c)), ('npv', precision_score(1 - y, 1 - c)), ('f1', f1_score(y, c)), ('mcc', matthews_corrcoef(y, c))]:
        assert abs(r[name]['value'] - value) < 1e-9, name
    assert abs(r['auroc']['value'] - roc_auc_score(y, s)) < 1e-12
    kish = lambda side: (np.bincount(g[y == side]).sum() ** 2 / (np.bincount(g[y == side]) ** 2).sum()); k = min(kish(0), kish(1)); df = k - 1; tk, ts = quantile(df), quantile(k + .5)
    t, A = r['t'], r['auroc']   # R's quantile: SciPy 1.12's is off by 1e-9
    difference, se = A['other'] - A['value'], np.sqrt(A['variance'] + A['otherVariance'] - 2 * A['covariance'])
    case['expected'] = dict(
        **{name: r[name] for name in ('sensitivity', 'specificity', 'ppv', 'npv')}, balancedAccuracy=float(balanced_accuracy_score(y, c)),
        f1=interval(r['f1']['value'], r['f1']['se'], t, 'logit'), mcc=interval(r['mcc']['value'], r['mcc']['se'], t, 'fisher'),
        lrPositive=interval(r['lrPositive']['value'], r['lrPositive']['se'], t, 'log'), lrNegative=interval(r['lrNegative']['value'], r['lrNegative']['se'], t, 'log'),
        ppvAtTenPercent={k: float(expit(np.log(v) + logit(.1))) for k, v in interval(r['lrPositive']['value'], r['lrPositive']['se'], t, 'log').items()},
        auroc=interval(A['value'], np.sqrt(A['variance']), ts, 'logit'),
        averagePrecision=interval(average_precision_score(y, s), ap_error(y, s, g), ts, 'logit'),
        difference=dict(difference=difference, se=float(se), low=float(difference - tk * se), high=float(difference + tk * se), p=float(2 * stats.t.sf(abs(difference / se), df)),
                        nonInferiority=float(stats.t.sf((difference + .05) / se, df)), equivalence=float(max(stats.t.sf((difference + .05) / se, df), stats.t.cdf((difference - .05) / se, df)))))
    if 'delong' in r: case['expected']['delong'] = r['delong']
json.dump(cases, open(sys.argv[1], 'w')); print(len(cases))

"""Cases of readers at the edges of what is defined: python tools/readers/edges.py test/features/readers/golden/edges.json
(numpy, scipy, scikit-learn 1.9.1, statsmodels 0.15.0, krippendorff 0.9.0, irrCAC 0.4.4). Undefined figures are null.
Multi-reader figures follow Obuchowski and Rockette (1995) with Hillis's degrees of freedom, written with numpy."""
import itertools, json, sys, warnings
import numpy as np, pandas as pd
from scipy import stats
from sklearn.metrics import cohen_kappa_score
from statsmodels.stats.inter_rater import aggregate_raters, fleiss_kappa
import krippendorff
from irrCAC.raw import CAC
warnings.filterwarnings('ignore')
num = lambda x: None if x is None or not np.isfinite(x) else float(x)


def alpha(m, level, domain):
    try: return num(krippendorff.alpha(m, level_of_measurement=level, value_domain=domain))
    except ValueError: return None   # nothing was answered twice


def ac1(m, categories):
    """irrCAC's, but of too few samples for its standard error, Gwet's formula."""
    counts = np.array([[(column == c).sum() for c in range(categories)] for column in m.T], float); counts = counts[counts.sum(1) > 0]; r = counts.sum(1)
    if (counts.sum(0) > 0).sum() < 2 or not (r > 1).any(): return None
    p = (counts / r[:, None]).mean(0); chance = (p * (1 - p)).sum() / (categories - 1); two = r > 1
    agreed = ((counts[two] ** 2).sum(1) - r[two]) / (r[two] * (r[two] - 1)); formula = (agreed.mean() - chance) / (1 - chance)
    try: packaged = CAC(pd.DataFrame(m.T), categories=[float(c) for c in range(categories)], digits=15).gwet()['est']['coefficient_value']
    except ZeroDivisionError: return num(formula)
    assert abs(packaged - formula) < 1e-12, (packaged, formula)
    return num(packaged)


def agreement(ratings, categories, weights=None):
    m = np.array([[np.nan if x is None else x for x in row] for row in ratings], float); R = len(m)
    full = ~np.isnan(m).any(0); pairs = list(itertools.combinations(range(R), 2)); percent, cohen = [], []
    for a, b in pairs:
        ok = ~np.isnan(m[a]) & ~np.isnan(m[b]); percent.append(num((m[a][ok] == m[b][ok]).mean()) if ok.any() else None)
        cohen.append(num(cohen_kappa_score(m[a][ok], m[b][ok], labels=list(range(categories)), weights=weights)) if ok.any() else None)
    fleiss = fleiss_kappa(aggregate_raters(m[:, full].T.astype(int), n_cat=categories)[0]) if full.sum() > 1 and R > 1 else np.nan
    domain = list(range(categories))
    return dict(**({'weights': weights} if weights else {}), categories=categories, ratings=ratings, pairs=pairs, percent=percent, cohen=cohen, fleiss=num(fleiss), fleissItems=int(full.sum()),
                alphaNominal=alpha(m, 'nominal', domain), alphaOrdinal=alpha(m, 'ordinal', domain), alphaInterval=alpha(m, 'interval', domain), ac1=ac1(m, categories))


def cov(D, total):
    G, n = len(total), total.sum(); r = D - np.outer(total, D.sum(0) / n)
    return G / (G - 1) * r.T @ r / n ** 2


def result(effect, variance, readers, between, scale):
    se = np.sqrt(scale * variance / readers); df = (readers - 1) * (variance / between) ** 2 if between > 0 else np.inf
    t = effect / se; normal = not np.isfinite(df); q = stats.norm.ppf(.975) if normal else stats.t.ppf(.975, df)
    p = 2 * (stats.norm.sf(abs(t)) if normal else stats.t.sf(abs(t), df))
    return dict(effect=float(effect), se=float(se), df=num(df), p=num(p), low=float(effect - q * se), high=float(effect + q * se))


def mrmc(total, model, readers, aided):
    total, model, R, A = np.array(total), np.array(model), np.array(readers), np.array(aided); J, n = len(R), total.sum()
    th, ta, tm = R.sum(1) / n, A.sum(1) / n, model.sum() / n
    S = cov((model - R).T, total); off = ~np.eye(J, dtype=bool); cov2 = S[off].mean(); d = (model - R).sum(1)
    msr = 0. if len(set(d)) == 1 else np.var(d / n, ddof=1)
    T = cov(np.concatenate([R, A]).T, total); i = (A - R).sum(1); mstr = 0. if len(set(i)) == 1 else np.var(i / n, ddof=1) / 2
    c2 = (T[:J, :J][off].mean() + T[J:, J:][off].mean()) / 2; c3 = T[:J, J:][off].mean()
    return dict(total=total.tolist(), model=model.tolist(), readers=R.tolist(), aided=A.tolist(),
                modelAgainstReaders=dict(msr=float(msr), cov2=float(cov2), **result(tm - th.mean(), msr + max(J * cov2, 0), J, msr, 1)),
                aidedAgainstUnaided=dict(mstr=float(mstr), cov2=float(c2), cov3=float(c3), **result(ta.mean() - th.mean(), mstr + max(J * (c2 - c3), 0), J, mstr, 2)))


rng = np.random.default_rng(51); draw = lambda R, N, C, missing=0.: [[None if rng.random() < missing else int(x) for x in row] for row in rng.integers(0, C, (R, N))]
near = lambda R, N, C: [[int(t) if rng.random() < .7 else int(rng.integers(0, C)) for t in truth] for truth in [rng.integers(0, C, N)] for _ in range(R)]
cases = [agreement([[0] * 6, [0] * 6], 2), agreement([[0, 1, 0], [None] * 3], 2), agreement([[0, None, 1], [None, 1, None]], 2), agreement([[1, 0, 1]], 2),
         agreement([[1] * 8, [1] * 7 + [0]], 2), agreement([[0], [1]], 2), agreement([[0, None], [1, 1], [1, 1]], 2), agreement([[2] * 5, [2] * 5, [2] * 4 + [None]], 3),
         agreement(draw(4, 25, 3, .5), 3), agreement(draw(6, 12, 2, .7), 2), agreement(near(3, 40, 9), 9), agreement(near(3, 20, 3), 12),
         agreement(near(4, 30, 5), 5, 'linear'), agreement(near(4, 30, 5), 5, 'quadratic'), agreement(near(8, 15, 4), 4)]
G = 24; total = rng.integers(1, 6, G); hard = rng.beta(2, 1.3, G)
answers = lambda J, up=0.: [[int(rng.binomial(m, min(1, q + up))) for q, m in zip(hard, total)] for _ in range(J)]
half = [int(k % 2) for k in range(20)]; other = [int(k % 4 < 2) for k in range(20)]; ones = [1] * 20
cases += [mrmc(total, answers(1)[0], answers(3), answers(3, .1)), mrmc(total, answers(1)[0], answers(12), answers(12, .2)),
          mrmc(ones, half, [other, half[::-1], other[::-1]], [ones, ones, half]), mrmc(ones, other, [half] * 3, [other] * 3),
          mrmc(ones, ones, [half, half, half], [half, half, half]), mrmc([4, 4], [3, 1], [[2, 1], [1, 1], [3, 3]], [[4, 1], [1, 2], [3, 4]])]
json.dump(cases, open(sys.argv[1], 'w')); print(len(cases))

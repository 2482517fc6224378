"""Reference files of readers: python tools/readers/make.py SEED test/features/readers/golden (numpy, scipy, scikit-learn, statsmodels, krippendorff)."""
import json, sys, itertools
import numpy as np
from scipy import stats
from sklearn.metrics import cohen_kappa_score
from statsmodels.stats.inter_rater import fleiss_kappa, aggregate_raters
import krippendorff
rng = np.random.default_rng(int(sys.argv[1])); out = sys.argv[2]; num = lambda x: None if x is None or not np.isfinite(x) else float(x)
cases = []
for i in range(24):
    R, N, C = int(rng.integers(2, 6)), int(rng.integers(6, 40)), int(rng.integers(2, 6)); truth = rng.integers(0, C, N); acc = rng.uniform(.3, .95, R)
    m = np.where(rng.random((R, N)) < acc[:, None], truth, rng.integers(0, C, (R, N))).astype(float)
    if i % 3 == 0: m[rng.random((R, N)) < .2] = np.nan
    full = ~np.isnan(m).any(0); pairs = list(itertools.combinations(range(R), 2)); ag, ck = [], []
    for a, b in pairs:
        ok = ~np.isnan(m[a]) & ~np.isnan(m[b]); ag.append(num((m[a][ok] == m[b][ok]).mean()) if ok.any() else None)
        k = cohen_kappa_score(m[a][ok], m[b][ok], labels=list(range(C))) if ok.any() else np.nan; ck.append(num(k))
    fl = fleiss_kappa(aggregate_raters(m[:, full].T.astype(int), n_cat=C)[0]) if full.sum() > 1 and R > 1 else np.nan
    al = krippendorff.alpha(m, level_of_measurement='nominal', value_domain=list(range(C))); ao = krippendorff.alpha(m, level_of_measurement='ordinal', value_domain=list(range(C)))
    cases.append(dict(categories=C, ratings=[[None if np.isnan(x) else int(x) for x in r] for r in m], pairs=pairs, percent=ag, cohen=ck, fleiss=num(fl), fleissItems=int(full.sum()), alphaNominal=num(al), alphaOrdinal=num(ao)))
json.dump(cases, open(out + '/agreement.json', 'w'))

def cov(D, total):                       # D: clusters x series, right answers (or differences) per cluster
    G, n = len(total), total.sum(); r = D - np.outer(total, D.sum(0) / n)
    return G / (G - 1) * r.T @ r / n ** 2
def t_result(effect, se, df):
    t = effect / se; q = stats.t.ppf(.975, df) if np.isfinite(df) else stats.norm.ppf(.975); p = 2 * (stats.t.sf(abs(t), df) if np.isfinite(df) else stats.norm.sf(abs(t)))
    return dict(effect=float(effect), se=float(se), df=num(df), p=float(p), low=float(effect - q * se), high=float(effect + q * se))
mr = []
for i in range(16):
    G, J = int(rng.integers(12, 60)), int(rng.integers(3, 8)); total = np.ones(G, int) if i < 5 else rng.integers(1, 6, G)
    e = rng.beta(2.2, 1.3, G); reader = np.array([[rng.binomial(m, np.clip(q + rng.normal(0, .08), 0, 1)) for q, m in zip(e, total)] for _ in range(J)]).T; model = rng.binomial(total, np.clip(e + .05, 0, 1))
    n = total.sum(); th = reader.sum(0) / n; tm = model.sum() / n; D = model[:, None] - reader; S = cov(D, total); off = S[~np.eye(J, dtype=bool)].mean(); msr = np.var(th - tm, ddof=1)
    top = msr + max(J * off, 0); df = (J - 1) * (top / msr) ** 2 if msr > 0 else np.inf
    one = t_result(tm - th.mean(), np.sqrt(top / J), df)
    if i < 5:                             # jackknife over cases, as in Google-Health/google-health analysis/reader_study.py
        jk = np.array([[(model.sum() - model[k]) / (n - 1) - (reader[:, j].sum() - reader[k, j]) / (n - 1) for j in range(J)] for k in range(G)]); C = np.cov(jk, rowvar=False, ddof=1) * (G - 1) ** 2 / G; assert np.allclose(C, S, atol=1e-15)
    aided = np.array([[rng.binomial(m, np.clip(q + .08 + rng.normal(0, .06), 0, 1)) for q, m in zip(e, total)] for _ in range(J)]).T
    A = np.concatenate([reader, aided], 1); T = cov(A, total); th2 = aided.sum(0) / n; x = np.stack([th, th2], 1); res = x - x.mean(0) - x.mean(1, keepdims=True) + x.mean(); mstr = (res ** 2).sum() / (J - 1)
    ij = ~np.eye(J, dtype=bool); cov2 = (T[:J, :J][ij].mean() + T[J:, J:][ij].mean()) / 2; cov3 = T[:J, J:][ij].mean(); top2 = mstr + max(J * (cov2 - cov3), 0); df2 = (J - 1) * (top2 / mstr) ** 2 if mstr > 0 else np.inf
    two = t_result(th2.mean() - th.mean(), np.sqrt(2 * top2 / J), df2)
    mr.append(dict(total=total.tolist(), model=model.tolist(), readers=reader.T.tolist(), aided=aided.T.tolist(), modelAgainstReaders=dict(msr=float(msr), cov2=float(off), **one), aidedAgainstUnaided=dict(mstr=float(mstr), cov2=float(cov2), cov3=float(cov3), **two)))
json.dump(mr, open(out + '/mrmc.json', 'w'))
ic = []
for i in range(8):
    J, N = int(rng.integers(2, 6)), int(rng.integers(8, 30)); truth = rng.integers(0, 4, N); R = np.where(rng.random((J, N)) < .7, truth, rng.integers(0, 4, (J, N))); M = np.where(rng.random(N) < .65, truth, rng.integers(0, 4, N))
    rr = np.mean([(R[a] != R[b]).mean() for a, b in itertools.combinations(range(J), 2)]); rm = np.mean([(R[a] != M).mean() for a in range(J)])
    votes = [np.bincount(c, minlength=4) for c in R.T]; cons = [int(v.argmax()) if (v == v.max()).sum() == 1 and v.max() * 2 > J else None for v in votes]
    ic.append(dict(readers=R.tolist(), model=M.tolist(), right=truth.tolist(), readerReader=float(rr), readerModel=float(rm), gamma=float(rm - rr), consensus=cons, consensusCorrect=int(sum(c == t for c, t in zip(cons, truth))), consensusNone=int(sum(c is None for c in cons)), below=int(((R == truth).mean(1) < (M == truth).mean()).sum()), equal=int(((R == truth).mean(1) == (M == truth).mean()).sum())))
json.dump(ic, open(out + '/spread.json', 'w')); print(len(cases), len(mr), len(ic))

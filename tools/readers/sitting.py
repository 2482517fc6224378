"""Whether two scripted readers are right on 60 questions, with scikit-learn's kappa: python tools/readers/sitting.py test/features/readers/golden/sitting.json
(numpy, scikit-learn 1.9.1, statsmodels 0.15.0, krippendorff 0.9.0)."""
import json, sys
import krippendorff, numpy as np
from sklearn.metrics import cohen_kappa_score
from statsmodels.stats.inter_rater import aggregate_raters, fleiss_kappa

draw = np.random.default_rng(51)
first = (draw.random(60) < 0.85).astype(int)
second = np.where(draw.random(60) < 0.7, first, draw.random(60) < 0.6).astype(int)
ratings = np.array([first, second])
alpha = lambda level: float(krippendorff.alpha(ratings.astype(float), level_of_measurement=level, value_domain=[0, 1]))
case = dict(
    categories=2, ratings=ratings.tolist(), pairs=[[0, 1]], percent=[float((first == second).mean())],
    cohen=[float(cohen_kappa_score(first, second))], fleiss=float(fleiss_kappa(aggregate_raters(ratings.T, n_cat=2)[0])),
    fleissItems=60, alphaNominal=alpha('nominal'), alphaOrdinal=alpha('ordinal'),
)
open(sys.argv[1], 'w').write(json.dumps([case]) + '\n')

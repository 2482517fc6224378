"""Writes packages/statistics/test/golden/wilson.json: Wilson intervals by SciPy.

Run from the repository's root: python3 tools/golden/wilson.py (needs scipy; made with 1.17.1)
"""

import json
from pathlib import Path

from scipy.stats import binomtest

CASES = [(k, n) for n in (1, 2, 3, 7, 10, 50) for k in range(n + 1)] + [(0, 7626), (4012, 7626), (7626, 7626), (1, 100000)]


def main():
    rows = []
    for correct, n in CASES:
        interval = binomtest(correct, n).proportion_ci(confidence_level=0.95, method="wilson")
        rows.append([correct, n, interval.low, interval.high])
    Path("packages/statistics/test/golden/wilson.json").write_text(json.dumps(rows).replace("], [", "],\n[") + "\n", encoding="ascii")


if __name__ == "__main__":
    main()

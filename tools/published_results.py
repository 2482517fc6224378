"""Writes src/engine/analysis/published-results.ts: the paper's table of 33 models and the random baseline, as published.

Usage: python tools/published_results.py ../shared/medrcube-published-results.csv
"""

import pathlib
import sys

HEAD = """/**
 * Accuracy in % of 33 models and of guessing, overall and by slice: the results table of "MedRCube", arXiv
 * 2604.13756, cell by cell as published, misprints included. Written by tools/published_results.py.
 */
"""


def main():
    csv = pathlib.Path(sys.argv[1]).read_text(encoding="utf-8").strip()
    assert "`" not in csv and "\\" not in csv and "${" not in csv
    text = f"{HEAD}export const publishedCsv = `{csv}\n`\n"
    pathlib.Path("src/engine/analysis/published-results.ts").write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()

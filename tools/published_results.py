"""Writes the published tables as the page holds them: MedRCube's of 33 models, Med-CMR's two of 18.

Usage: python tools/published_results.py ../shared
"""

import pathlib
import sys

MEDRCUBE = """/**
 * Accuracy in % of 33 models and of guessing, overall and by slice: the results table of "MedRCube", arXiv
 * 2604.13756, cell by cell as published, misprints included. Written by tools/published_results.py.
 */
"""

MED_CMR = """/**
 * Results in % of 18 models: the tables of "Med-CMR", arXiv 2512.00818, by task with the judged open questions, and by
 * kind of medical intelligence, cell by cell as published, misprints included. Written by tools/published_results.py.
 */
"""


def constant(path):
    csv = path.read_text(encoding="utf-8").strip()
    assert "`" not in csv and "\\" not in csv and "${" not in csv
    return f"`{csv}\n`\n"


def main():
    shared = pathlib.Path(sys.argv[1])
    analysis = pathlib.Path("src/engine/analysis")
    medrcube = f"{MEDRCUBE}export const publishedCsv = {constant(shared / 'medrcube-published-results.csv')}"
    (analysis / "published-results.ts").write_text(medrcube, encoding="utf-8")
    med_cmr = (
        f"{MED_CMR}export const medCmrTasksCsv = {constant(shared / 'medcmr-published-choice.csv')}"
        f"\nexport const medCmrIntelligenceCsv = {constant(shared / 'medcmr-published-intelligence.csv')}"
    )
    (analysis / "published-med-cmr-results.ts").write_text(med_cmr, encoding="utf-8")


if __name__ == "__main__":
    main()

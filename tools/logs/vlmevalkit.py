"""Runs VLMEvalKit itself (ms-vlmeval 0.0.20) on a tiny data set: test/golden/logs/vlmevalkit-0.0.20.

    pip install ms-vlmeval==0.0.20    (and what importing vlmeval.run asks for: torch, transformers, accelerate and more)
    python tools/logs/vlmevalkit.py OUT

The data set is test/golden/published/vlmevalkit-one, which its own writer made. The model says given texts. Letters are read by
its exact matching.
"""

import os
import shutil
import sys
import tempfile
from pathlib import Path

DATA = Path("test/golden/published/vlmevalkit-one").resolve()
SAID = ["A", "The answer is B.", "C because it is round", "I cannot tell.", "(B)", "D", "b", "Answer: A"]


class GivenAnswers:
    """As much of a model as inference asks for."""

    is_api = False
    INTERLEAVE = True

    def __init__(self):
        self.said = 0

    def use_custom_prompt(self, dataset):
        return False

    def set_dump_image(self, dump_image):
        pass

    def generate(self, message, dataset=None):
        assert [part["type"] for part in message].count("text") == 1, message
        self.said += 1
        return SAID[(self.said - 1) % len(SAID)]


def main() -> None:
    out = Path(sys.argv[1]).resolve()
    out.mkdir(parents=True, exist_ok=True)
    (table,) = DATA.glob("*.tsv")
    with tempfile.TemporaryDirectory() as folder:
        os.environ["LMUData"] = folder
        shutil.copy(table, Path(folder) / "organs.tsv")
        os.chdir(folder)
        from vlmeval import run

        run.supported_VLM["given-answers"] = GivenAnswers
        sys.argv = ["run.py", "--data", "organs", "--model", "given-answers", "--work-dir", "outputs", "--judge", "exact_matching"]
        run.main()
        for ending in (".xlsx", "_exact_matching_result.xlsx", "_acc.csv"):
            shutil.copy(Path("outputs/given-answers") / f"given-answers_organs{ending}", out)


main()

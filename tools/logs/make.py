"""Writes a log with Inspect itself, as a golden for reading logs back: test/golden/logs/inspect-0.3.285.eval.

Usage: python tools/logs/make.py OUT.eval     (with inspect_ai of requirements.txt)

Seven questions of the bundled data set under its own ids, answered twice (epochs) with given texts; one of
them is of no data set of ours, and one fails. Events and tracebacks, which hold paths of the machine, are left out. Inspect
packs its members with Zstandard.
"""

import json
import sys
import tempfile
from pathlib import Path

from inspect_ai import Task, eval as evaluate
from inspect_ai.dataset import Sample
from inspect_ai.log import write_eval_log
from inspect_ai.model import ModelOutput
from inspect_ai.scorer import match
from inspect_ai.solver import Generate, TaskState, solver

FILE = Path("public/datasets/phantom-cube/PhantomBrainCT/test.json")
SAID = ["D", "The answer is A.", "C", "B", "I see option A here", "A"]


def samples() -> list[Sample]:
    made = []
    for item in json.loads(FILE.read_text(encoding="utf-8"))[:6]:
        options = {letter: item[f"option_{letter}"] for letter in "ABCD" if f"option_{letter}" in item}
        listed = "\n".join(f"{letter}) {text}" for letter, text in options.items())
        target = next(letter for letter, text in options.items() if text == item["gt_answer"])
        made.append(Sample(id=item["id"], input=f"{item['question']}\n\n{listed}", target=target))
    return [*made, Sample(id="elsewhere", input="A question of another data set?", target="A")]


@solver
def given_answers(broken: str):
    """What a model would say: Inspect's own mock of one wants a tokenizer from the network."""

    async def solve(state: TaskState, generate: Generate) -> TaskState:
        if state.sample_id == broken:
            raise RuntimeError("The picture could not be read.")
        place = str(state.sample_id).rsplit("_", 1)[-1]
        text = SAID[int(place) - 1] if place.isdigit() else "A"
        state.output = ModelOutput.from_content("mockllm/given-answers", text)
        state.messages.append(state.output.message)
        return state

    return solve


def main() -> None:
    all_samples = samples()
    task = Task(
        dataset=all_samples, solver=given_answers(all_samples[5].id), scorer=match(), epochs=2, name="phantom-ct"
    )
    with tempfile.TemporaryDirectory() as folder:
        (log,) = evaluate(
            task, model="mockllm/given-answers", log_dir=folder, max_samples=1, fail_on_error=False, display="none"
        )
        for sample in log.samples:
            sample.events = []
            if sample.error:
                sample.error.traceback = sample.error.traceback_ansi = ""
        write_eval_log(log, sys.argv[1], format="eval")


if __name__ == "__main__":
    main()

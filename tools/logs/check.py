"""Reads what `npm run -s convert` wrote with the tools' own code, and compares every figure with results.json.

    pip install -r tools/logs/requirements.txt
    python tools/logs/check.py CONVERTED RESULTS_JSON

CONVERTED is the --out folder of `convert`, RESULTS_JSON the run's own results.json. A tool that is not installed is said to be
so, and the exit code is then 1.
"""

import asyncio
import importlib
import json
import os
import sys
import tempfile
from pathlib import Path


def check_inspect(folder: Path, results: list[dict]) -> None:
    """`read_eval_log` of both forms, the list that the viewer shows, and each sample's score."""
    log = importlib.import_module("inspect_ai.log")
    files = sorted((folder / "inspect").iterdir())
    listed = {Path(entry.name).name for entry in log.list_eval_logs(str(folder / "inspect"))}
    assert {file.suffix for file in files} == {".eval", ".json"}
    for file in files:
        assert file.name in listed, f"{file.name} is not listed"
        read = log.read_eval_log(str(file))
        answered = [sample for sample in read.samples if sample.error is None]
        accuracy = read.results.scores[0].metrics["accuracy"].value
        (scorer,) = {name for sample in answered for name in sample.scores}
        verdicts = [sample.scores[scorer].value == "C" for sample in answered]
        assert verdicts == [bool(one["correct"]) for one in results]
        assert [sample.output.completion for sample in answered] == [one["model_response"] for one in results]
        assert abs(accuracy - sum(verdicts) / len(verdicts)) < 1e-12
        assert len(log.read_eval_log_sample_summaries(str(file))) == len(read.samples)
        print(f"inspect_ai {file.suffix}: {read.status}, {len(read.samples)} samples, accuracy {accuracy:.4f}")


def check_lmms_eval(folder: Path, results: list[dict]) -> None:
    """`load_baseline`, which pairs runs, and the listing of the log viewer's server."""
    baseline = importlib.import_module("lmms_eval.baselines.loader")
    server = importlib.import_module("lmms_eval.tui.server")
    root = folder / "lmms-eval"
    (samples,) = root.rglob("*_samples_*.jsonl")
    scores, aggregated = baseline.load_baseline(str(samples), "any")
    assert list(scores.values()) == [float(bool(one["correct"])) for one in results]
    os.chdir(root)
    (run,) = asyncio.run(server.list_log_runs("."))
    (task,) = run.tasks
    listed = asyncio.run(server.get_log_run_samples(run.run_id, task, ".", 0, 500))
    assert listed.total == len(results)
    accuracy = aggregated["results"][task]["accuracy,none"]
    assert abs(accuracy - sum(scores.values()) / len(scores)) < 1e-12
    print(f"lmms-eval: {run.model_name} on {task}, {listed.total} samples, accuracy {accuracy:.4f}")


def check_vlmevalkit(folder: Path, results: list[dict]) -> None:
    """`ImageMCQDataset.evaluate` with exact matching, its own reading of the letters: the hits may differ where its rule does."""
    os.environ["PRED_FORMAT"] = "tsv"
    os.environ["EVAL_FORMAT"] = "csv"
    mcq = importlib.import_module("vlmeval.dataset.image_mcq")
    pandas = importlib.import_module("pandas")
    dataset_file, predictions = sorted((folder / "vlmevalkit").glob("*.tsv"), key=lambda path: path.stat().st_size)
    dataset = mcq.ImageMCQDataset.__new__(mcq.ImageMCQDataset)
    dataset.dataset_name = dataset_file.stem
    dataset.data = pandas.read_csv(dataset_file, sep="\t")
    with tempfile.TemporaryDirectory() as scratch:
        copy = Path(scratch) / predictions.name
        copy.write_bytes(predictions.read_bytes())
        dataset.evaluate(str(copy), model="exact_matching", nproc=1)
        (record,) = Path(scratch).rglob("*_exact_matching_result.tsv")
        hits = pandas.read_csv(record, sep="\t")["hit"]
    ours = [bool(one["correct"]) for one in results]
    assert len(hits) == len(ours)
    differing = sum(bool(hit) != right for hit, right in zip(hits, ours))
    print(f"VLMEvalKit: {len(hits)} rows, accuracy {hits.mean():.4f}, {differing} verdicts by its rule differ from ours")


def main() -> int:
    folder = Path(sys.argv[1]).resolve()
    results = json.loads(Path(sys.argv[2]).read_text(encoding="utf-8"))
    missing = 0
    for check in (check_inspect, check_lmms_eval, check_vlmevalkit):
        try:
            check(folder, results)
        except ImportError as error:
            missing += 1
            print(f"{check.__name__}: not installed ({error})")
    return 1 if missing else 0


if __name__ == "__main__":
    sys.exit(main())

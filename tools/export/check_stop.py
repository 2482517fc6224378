"""Sees what an export leaves when it is stopped, when it fails and when it is done. `check.py` runs it on one family."""

import json
import signal
import stat
import subprocess
import sys
from pathlib import Path

from finished import umask
from names import SUFFIXES

HERE = Path(__file__).parent
DTYPES = ("fp32", "q4", "q8", "fp16")
#: Printed when the second precision is measured.
SECOND = "q4: logits"
#: As the command, with a converter that fails at the third precision.
FAILING = """
import runpy, sys
sys.path[:0] = [sys.argv[1], sys.argv[1] + "/../families"]
import precisions
def broken(*_):
    raise OSError("No space left on device")
precisions.q8 = broken
sys.argv = sys.argv[1:]
runpy.run_path(sys.argv[0], run_name="__main__")
"""


def expect(is_so: bool, what: str) -> None:
    if not is_so:
        sys.exit(f"Not so: {what}")


def arguments(checkpoint: Path, out: Path) -> list[str]:
    more = ["--dtypes", ",".join(DTYPES), "--verify", "--questions", "5", "--shard-mb", "0.05"]
    return [str(HERE), str(checkpoint), "--out", str(out), *more]


def expect_finished(out: Path, dtypes: tuple[str, ...], how: str) -> None:
    """Whole precisions, their card and nothing else."""
    kept = sorted(path.name for path in out.iterdir() if path.is_dir())
    expect(kept == ["onnx"], f"{how}, only the folder onnx is left; there are {', '.join(kept)}")
    expect((out / "config.json").exists(), f"{how}, the settings are there")
    card = out / "voxelwise.json"
    expect(card.exists(), f"{how}, there is a card")
    found = tuple(json.loads(card.read_text())["precisions"])
    expect(found == dtypes, f"{how}, the card has {', '.join(dtypes)}; it has {', '.join(found)}")
    decoders = {path.name for path in (out / "onnx").glob("decoder_model_merged*.onnx")}
    expected = {f"decoder_model_merged{SUFFIXES[dtype]}.onnx" for dtype in dtypes}
    expect(decoders == expected, f"{how}, only finished precisions are left; there are {', '.join(sorted(decoders))}")
    for path in out.rglob("*"):
        mode, wanted = stat.S_IMODE(path.stat().st_mode), 0o666 & ~umask()
        expect(path.is_dir() or mode == wanted, f"{how}, {path.name} has the mode {wanted:o}; it has {mode:o}")


def expect_stopped(checkpoint: Path, out: Path, number: signal.Signals) -> None:
    """A signal after two precisions leaves these two."""
    command = [sys.executable, *arguments(checkpoint, out)]
    child = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    for line in child.stdout:
        if SECOND in line:
            break
    child.send_signal(number)
    _, said = child.communicate()
    expect(child.returncode == 128 + number, f"after {number.name} it ends with {128 + number}; it ended with {child.returncode}")
    expect("Traceback" not in said and "holds fp32, q4" in said, f"after {number.name} it says what is finished; it said: {said}")
    expect_finished(out, DTYPES[:2], f"after {number.name}")


def expect_stopped_early(checkpoint: Path, out: Path) -> None:
    """A signal before the first precision leaves an empty folder, so that the same command can be given again."""
    command = [sys.executable, *arguments(checkpoint, out)]
    child = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
    child.stdout.readline()
    child.terminate()
    child.communicate()
    left = [path.name for path in out.iterdir()]
    expect(left == [], f"stopped early, it leaves nothing; there are {', '.join(left)}")


def expect_failed(checkpoint: Path, out: Path) -> None:
    done = subprocess.run([sys.executable, "-c", FAILING, *arguments(checkpoint, out)], capture_output=True, text=True)
    expect(done.returncode == 1 and "No space left" in done.stderr, f"the error is shown; it said: {done.stderr}")
    expect_finished(out, DTYPES[:2], "after an error")


def expect_refused(checkpoint: Path, out: Path) -> None:
    done = subprocess.run([sys.executable, *arguments(checkpoint, out)], capture_output=True, text=True)
    # The lines before the last are the usage, which names every option.
    last = done.stderr.strip().split("\n")[-1]
    is_refused = done.returncode == 2 and "is not empty" in last and "--only-verify" in last
    expect(is_refused, f"a folder that is not empty is refused, with the name of --only-verify; it said: {last}")


def check_stop(checkpoint: Path, work: Path) -> None:
    for number in (signal.SIGTERM, signal.SIGINT):
        expect_stopped(checkpoint, work / number.name, number)
    expect_stopped_early(checkpoint, work / "early")
    expect_failed(checkpoint, work / "failed")
    expect_refused(checkpoint, work / "failed")
    print(f"stopped or failed, it leaves {' and '.join(DTYPES[:2])} whole, with their card, and nothing else", flush=True)

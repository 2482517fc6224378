"""Where an export works, and how what is finished comes out of there: whatever ends the command, no half of a precision is left."""

import os
import shutil
import signal
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

#: Ctrl-C, a job's end, and a terminal that was closed.
SIGNALS = [getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP") if hasattr(signal, name)]


class Stopped(SystemExit):
    """A signal asked the command to end; exits as a shell reports it, with 128 plus the signal's number."""


def stop_at_signals() -> None:
    """From now on a signal ends the command by `Stopped`, so that temporary files are removed on the way."""

    def stop(number, _frame):
        raise Stopped(128 + number)

    for one in SIGNALS:
        signal.signal(one, stop)


@contextmanager
def scratch(out: Path) -> Iterator[Path]:
    """A folder in `out`, so that files can be moved from one to the other. It is removed at the end, whatever the end is."""
    work = Path(tempfile.mkdtemp(prefix="unfinished-", dir=out))
    try:
        yield work
    finally:
        # A second Ctrl-C must not interrupt this.
        for one in SIGNALS:
            signal.signal(one, signal.SIG_IGN)
        shutil.rmtree(work)


def publish(folder: Path, out: Path) -> None:
    """Moves all files of `folder` to `out`, with the permissions of any new file: onnx gives weights to their owner alone."""
    files = [path for path in folder.rglob("*") if path.is_file()]
    # Graphs come last: a graph that is there has its weights.
    for path in sorted(files, key=lambda path: (path.suffix == ".onnx", path)):
        target = out / path.relative_to(folder)
        target.parent.mkdir(parents=True, exist_ok=True)
        path.chmod(0o666 & ~umask())
        path.replace(target)


def umask() -> int:
    known = os.umask(0)
    os.umask(known)
    return known

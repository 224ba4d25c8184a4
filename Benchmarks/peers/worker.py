"""A process that has loaded a network with one engine and measures it when asked.

    python -m peers.worker ENGINE --folder FOLDER --threads N

It speaks as `yolokit-benchmark --serve` does, one JSON object a line: first what it is, then for each
line `run N` on standard input the milliseconds of N passes. `compare` is answered with the difference
of its outputs from those in the folder. Without --folder it imports the engine and loads nothing, which
tells how much memory that alone takes.
"""
import argparse
import json
import os
import pathlib
import sys
import time
from typing import TextIO

import numpy as np

from peers import agreement, engines


def private_output() -> TextIO:
    """Standard output, for answers only: what libraries print there goes to standard error."""
    answers = os.fdopen(os.dup(sys.stdout.fileno()), "w", buffering=1)
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())
    return answers


def passes(loaded: engines.Loaded, count: int) -> list[float]:
    """Milliseconds of each pass."""
    times = []
    for _ in range(count):
        start = time.perf_counter()
        loaded.run()
        times.append((time.perf_counter() - start) * 1e3)
    return times


def answer(line: str, loaded: engines.Loaded, folder: pathlib.Path) -> dict[str, object]:
    if line == "compare":
        expected = agreement.arrays(folder / agreement.REFERENCE)
        return dict(agreement.difference(loaded.outputs(), expected))
    word, _, count = line.partition(" ")
    if word != "run" or not count.isdigit():
        raise ValueError(f'found "{line}", expected "run N" or "compare"')
    return {"networkMs": passes(loaded, int(count))}


def serve(options: argparse.Namespace, answers: TextIO) -> None:
    engine = engines.ENGINES[options.engine]
    greeting = {"version": engine.version(), "threads": options.threads}
    if options.folder is None:
        print(json.dumps(greeting), file=answers)
        sys.stdin.read()
        return
    # The module that pnnx writes for PyTorch looks for its weights in the current folder.
    os.chdir(options.folder)
    image = np.ascontiguousarray(np.load(options.folder / agreement.REFERENCE / "input.npy"))
    loaded = engine.load(options.folder, options.threads, image)
    print(json.dumps(greeting | {"precision": loaded.precision}), file=answers)
    for line in sys.stdin:
        print(json.dumps(answer(line.rstrip("\n"), loaded, options.folder)), file=answers)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("engine", choices=engines.ENGINES)
    parser.add_argument("--folder", type=pathlib.Path)
    parser.add_argument("--threads", type=int, required=True)
    options = parser.parse_args()
    answers = private_output()
    try:
        serve(options, answers)
    except Exception as error:  # whatever a library throws is an answer, too
        print(json.dumps({"error": f"{type(error).__name__}: {error}"}), file=answers)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())

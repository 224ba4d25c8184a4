#!/usr/bin/env python3
"""Writes small YOLOv5 checkpoints with random weights, and what YOLOv5 computes with them.

    pip install torch numpy 'setuptools<81' opencv-python-headless
    pip install --no-deps 'yolov5==7.0.*'
    Tools/goldens/yolov5/make-yolov5-goldens.py [--fixtures FOLDER] [NAME ...]

Without names all are made. The checkpoints are built and run by upstream's own classes, which the
files name but do not contain. Every golden is computed from the file as it was written, after
loading it again; a float64 run of the same net must agree.
"""
import argparse
import hashlib
import pathlib
import sys
import tempfile

import numpy as np
import torch

sys.path.insert(1, str(pathlib.Path(__file__).resolve().parents[1]))

import cases
import checkpoints
import golden_model
import upstream
from fixture_files import FIXTURES, replace, write_json

# Largest difference of a head from float64, in its standard deviations.
LIMIT = 1e-4
# A file must not tell where it was made.
PRIVATE = (tempfile.gettempdir(), sys.prefix, str(pathlib.Path.home()), "site-packages")


def made_by():
    return {
        "program": "the PyPI package yolov5", "version": upstream.version(),
        "torch": torch.__version__, "numpy": np.__version__,
        "script": "Tools/goldens/yolov5/make-yolov5-goldens.py"}


def write(name, case, folder):
    """Writes the checkpoint and its golden."""
    for word in PRIVATE:
        if word.encode() in case.data:
            raise SystemExit(f"{name}: the file contains {word}")
    with checkpoints.named_as():
        contents = checkpoints.load(case.data)
    taken = "ema" if contents.get("ema") else "model"
    if taken != case.weights:
        raise SystemExit(f"{name}: upstream takes {taken}")
    model = golden_model.ready(contents)
    input_seed = case.seed * 1_000_003
    run = golden_model.Run(model, input_seed, case.shape, case.layers)
    keys, values = golden_model.values(run)
    for index, head in enumerate(keys["heads"]):
        if not head["float64_difference"] < LIMIT * head["std"]:
            raise SystemExit(f"{name}: head {index} is off by {head['float64_difference']}")
    replace(folder / f"{name}.pt", case.data)
    replace(folder / f"{name}.f32", values)
    write_json(folder / f"{name}.json", {
        "made_by": made_by(), "about": case.about, "checkpoint": f"{name}.pt",
        "sha256": hashlib.sha256(case.data).hexdigest(), "container": case.container,
        "storage": case.storage, "weights": case.weights, "values": f"{name}.f32",
        "input": list(case.shape), "input_seed": input_seed} | golden_model.facts(model) | keys)
    spread = max(head["float64_difference"] / head["std"] for head in keys["heads"])
    print(f"{name:20} {len(case.data):7} bytes, std {[h['std'] for h in keys['heads']]}, "
          f"float64 difference {spread:.1e} std")


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--fixtures", type=pathlib.Path, default=FIXTURES)
    parser.add_argument("names", nargs="*", metavar="NAME")
    options = parser.parse_args()
    torch.set_num_threads(1)
    known = dict(cases.net_cases()) | dict(cases.file_cases())
    for name in options.names or known:
        if name not in known:
            raise SystemExit(f"no golden is called {name}; there are {', '.join(known)}")
        write(name, known[name](), options.fixtures / "checkpoints")


if __name__ == "__main__":
    main()

#!/usr/bin/env python3
"""Writes small files that attack a reader of checkpoints, and an index of them.

    pip install torch numpy 'setuptools<81' opencv-python-headless
    pip install --no-deps 'yolov5==7.0.*'
    Tools/goldens/yolov5/make-hostile-pickles.py [--fixtures FOLDER]

The files are written by hand, not run: only those that must load are loaded, by PyTorch.
"""
import argparse
import pathlib
import sys

import torch

sys.path.insert(1, str(pathlib.Path(__file__).resolve().parents[1]))

import checkpoints
import golden_model
import hostile_legacy
import hostile_pickles
import hostile_tensors
import hostile_zips
from fixture_files import FIXTURES, replace, write_json

MOST = 370_000


def cases():
    """(group, name, about, bytes, must) of all files."""
    for group, source in (
            ("zip", hostile_zips), ("legacy", hostile_legacy), ("tensor", hostile_tensors)):
        for name, about, data, must in source.cases():
            yield group, name, about, data, must
    for name, about, data in hostile_pickles.cases():
        yield "pickle", name, about, data, "refuse"


def check_loads(name, data):
    with checkpoints.named_as():
        contents = checkpoints.load(data)
    for module in contents["model"].modules():
        module.__dict__ = torch.nn.Module().__dict__ | {"inplace": False} | module.__dict__
    model = golden_model.ready(contents)
    head = golden_model.Run(model, 1, (3, 32, 32)).heads[0]
    if not 0.1 < head.std() < 10:
        raise SystemExit(f"{name}: the valid file does not compute")


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--fixtures", type=pathlib.Path, default=FIXTURES)
    options = parser.parse_args()
    sys.setrecursionlimit(20_000)
    folder = options.fixtures / "hostile"
    rows, seen, total = [], {}, 0
    for group, name, about, data, must in cases():
        if must == "load":
            check_loads(name, data)
        if data in seen.values() or name in seen:
            raise SystemExit(f"{name}: the same as another")
        seen[name] = data
        total += len(data)
        rows.append({"file": f"{name}.pt", "group": group, "about": about, "must": must})
    if total > MOST:
        raise SystemExit(f"{total} bytes are more than {MOST}")
    for name, data in seen.items():
        replace(folder / f"{name}.pt", data)
    write_json(folder / "hostile.json", {
        "made_by": {"torch": torch.__version__,
                    "script": "Tools/goldens/yolov5/make-hostile-pickles.py"},
        "marker": "yolokit-hostile-pickle-ran", "files": rows})
    print(f"{len(rows)} files, {total} bytes")


if __name__ == "__main__":
    main()

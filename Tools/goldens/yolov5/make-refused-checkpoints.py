#!/usr/bin/env python3
"""Writes files of PyTorch and of YOLO's relatives that are no YOLOv5 detectors, and an index.

    pip install torch numpy 'setuptools<81' opencv-python-headless
    pip install --no-deps 'yolov5==7.0.*'
    Tools/goldens/yolov5/make-refused-checkpoints.py [--fixtures FOLDER]

Classes of YOLOv8 are made up here: inert, with the names and the attributes that its files have.
"""
import argparse
import copy
import io
import pathlib
import pickle
import sys
import types
from unittest import mock

import numpy as np
import torch
from torch import nn

sys.path.insert(1, str(pathlib.Path(__file__).resolve().parents[1]))

import checkpoints
import nets
from fixture_files import FIXTURES, replace, write_json
from golden_model import build, common, experimental, yolo

NAMES = {0: "duck"}


def description(*rows, levels=(2,)):
    graph = nets.Graph()
    graph.add("Conv", 64, 3, 4)
    for module, *arguments in rows:
        graph.add(module, *arguments)
    found = graph.yaml(levels, 1.0)
    return found | {"nc": 1, "anchors": [[10, 13]] * len(levels)}


def saved(contents, stem="archive", model_class="DetectionModel"):
    with checkpoints.named_as(model_class=model_class):
        return checkpoints.deflated(checkpoints.zipped(contents, stem))


def with_start(found):
    """Gives the last row its list of inputs."""
    found["head"][-1][0] = [-1]
    return found


def small():
    """The smallest detector."""
    return build(with_start(description(("Detect", "nc", "anchors"))), 300, NAMES)


def state_dictionary():
    return saved(small().half().state_dict())


def state_dictionary_in_model():
    return saved({"epoch": 3, "model": small().half().state_dict()})


def tensors():
    return saved([torch.zeros(3), torch.ones(2), 5])


def one_tensor():
    return saved(torch.arange(6.0))


def layer_alone():
    return saved({"model": nn.Sequential(nn.Conv2d(3, 4, 1), nn.SiLU())})


def no_model():
    return saved({"epoch": 3, "model": None, "ema": None, "optimizer": None})


def optimizer_only():
    return saved({"epoch": 3, "optimizer": {"state": {}, "param_groups": [{"lr": 0.01}]}})


def plain_pickle():
    return pickle.dumps({"model": {"conv": [1, 2, 3]}}, 4)


def plain_numpy():
    stream = io.BytesIO()
    np.savez(stream, weight=np.zeros(4, np.float32))
    return stream.getvalue()


class Scaling(nn.Module):
    """Something that torch.jit.script can compile."""

    def __init__(self):
        super().__init__()
        self.weight = nn.Parameter(torch.tensor([2.0, 3.0]))

    def forward(self, x):
        return x * self.weight


def torch_script():
    """A script module; its tables of source lines, which name folders, are left out."""
    stream = io.BytesIO()
    torch.jit.save(torch.jit.script(Scaling()), stream)
    return checkpoints.rezipped(
        stream.getvalue(),
        lambda name, contents: None if name.endswith("debug_pkl") else contents)


def segmentation():
    rows = with_start(description(("Segment", "nc", "anchors", 4, 8)))
    torch.manual_seed(301)
    model = yolo.SegmentationModel(rows)
    model.names = NAMES
    return saved(checkpoints.stripped(model))


def classification():
    model = yolo.ClassificationModel(model=copy.deepcopy(small()), nc=4, cutoff=1)
    model.names = {i: f"class {i}" for i in range(4)}
    return saved(checkpoints.stripped(model))


def transformer():
    rows = with_start(description(("C3TR", 64), ("Detect", "nc", "anchors")))
    return saved(checkpoints.stripped(build(rows, 302, NAMES)))


def unknown_module():
    model = copy.deepcopy(small())
    kind = type("DeformableConv", (common.Conv,), {"__module__": "models.common"})
    with mock.patch.object(common, "DeformableConv", kind, create=True):
        model.model[0].__class__ = kind
        return saved(checkpoints.stripped(model))


def unknown_activation():
    model = copy.deepcopy(small())
    model.model[0].act = nn.RReLU()
    return saved(checkpoints.stripped(model))


def no_activation():
    contents = checkpoints.stripped(small())
    del contents["model"].model[0]._modules["act"]
    return saved(contents)


def no_detect():
    contents = checkpoints.stripped(small())
    del contents["model"].model[1]
    return saved(contents)


def other_class_count():
    model = copy.deepcopy(small())
    model.model[-1].nc, model.model[-1].no = 80, 85
    return saved(checkpoints.stripped(model))


def ensemble():
    models = experimental.Ensemble()
    models.append(copy.deepcopy(small()))
    models.append(copy.deepcopy(small()))
    return saved({"model": models.half()})


def version_8():
    """As YOLOv8 writes it: no anchors, two branches of convolutions a head."""
    packages = "ultralytics.nn.tasks", "ultralytics.nn.modules.head", "ultralytics.nn.modules.conv"
    modules = {name: types.ModuleType(name) for name in packages}
    for name in packages:
        parts = name.split(".")
        for count in range(1, len(parts)):
            modules.setdefault(".".join(parts[:count]), types.ModuleType(parts[count - 1]))

    def inert(module, name):
        kind = type(name, (nn.Module,), {"__module__": module, "__qualname__": name})
        setattr(modules[module], name, kind)
        return kind()

    model = inert(packages[0], "DetectionModel")
    detect = inert(packages[1], "Detect")
    convolution = inert(packages[2], "Conv")
    convolution.conv = nn.Conv2d(3, 8, 3, 2, 1, bias=False)
    convolution.bn = nn.BatchNorm2d(8, eps=1e-3)
    convolution.act = nn.SiLU()
    detect.nc, detect.nl, detect.reg_max, detect.no = 1, 1, 16, 65
    detect.stride = torch.tensor([2.0])
    detect.cv2 = nn.ModuleList([nn.Sequential(nn.Conv2d(8, 64, 1))])
    detect.cv3 = nn.ModuleList([nn.Sequential(nn.Conv2d(8, 1, 1))])
    for index, (layer, start) in enumerate(((convolution, -1), (detect, [0]))):
        layer.i, layer.f, layer.type, layer.np = index, start, type(layer).__name__, 0
    model.model = nn.Sequential(convolution, detect)
    model.save, model.names, model.stride = [0], NAMES, detect.stride
    model.yaml = {"nc": 1, "scale": "n"}
    contents = {
        "epoch": -1, "best_fitness": None, "model": model.half(), "ema": None, "updates": None,
        "optimizer": None, "train_args": {"task": "detect", "imgsz": 640},
        "date": "2026-11-30T12:00:00", "version": "8.3.0"}
    with mock.patch.dict(sys.modules, modules):
        return checkpoints.deflated(checkpoints.zipped(contents, "best"))


CASES = (
    (state_dictionary, "a state dictionary alone: no graph"),
    (state_dictionary_in_model, "a state dictionary under `model`"),
    (tensors, "a list of tensors"),
    (one_tensor, "a tensor"),
    (layer_alone, "a Sequential under `model`"),
    (no_model, "`model` and `ema` are None"),
    (optimizer_only, "neither `model` nor `ema`"),
    (plain_pickle, "a pickle that torch.save did not write"),
    (plain_numpy, "an archive of numpy"),
    (torch_script, "TorchScript"),
    (segmentation, "models.yolo.SegmentationModel with Segment"),
    (classification, "models.yolo.ClassificationModel with Classify"),
    (transformer, "a C3TR layer (a transformer)"),
    (unknown_module, "a module that upstream does not have: models.common.DeformableConv"),
    (unknown_activation, "an activation that is random while training: torch.nn.RReLU"),
    (no_activation, "a Conv without `act`"),
    (no_detect, "no Detect layer"),
    (other_class_count, "nc 80, though the convolution has 6 outputs"),
    (ensemble, "an Ensemble of two models"),
    (version_8, "a YOLOv8 checkpoint: ultralytics.nn.tasks.DetectionModel"),
)


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--fixtures", type=pathlib.Path, default=FIXTURES)
    options = parser.parse_args()
    folder = options.fixtures / "refused"
    rows = []
    for make, about in CASES:
        name = make.__name__.replace("_", "-") + ".pt"
        data = make()
        replace(folder / name, data)
        rows.append({"file": name, "about": about, "must": "refuse"})
        print(f"{name:30} {len(data)} bytes")
    write_json(folder / "refused.json", {
        "made_by": {"torch": torch.__version__,
                    "script": "Tools/goldens/yolov5/make-refused-checkpoints.py"},
        "files": rows})


if __name__ == "__main__":
    main()

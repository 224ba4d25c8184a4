"""Writing checkpoints as upstream's own program does, and in the ways that old ones differ."""
import contextlib
import copy
import io
import pathlib
import pickle
import struct
import sys
import tempfile
import warnings
import zipfile
from collections import OrderedDict
from unittest import mock

import numpy as np
import torch
from torch import nn

from golden_model import common, experimental, yolo

# What PyTorch 1.7 does not write.
LATER_MODULE_ATTRIBUTES = (
    "_non_persistent_buffers_set", "_backward_pre_hooks", "_is_full_backward_hook",
    "_forward_hooks_with_kwargs", "_forward_hooks_always_called", "_forward_pre_hooks_with_kwargs",
    "_state_dict_pre_hooks", "_load_state_dict_post_hooks", "_reversed_padding_repeated_twice")


@contextlib.contextmanager
def named_as(prefix="", model_class="DetectionModel"):
    """Lets the package's classes go by the names that they have in upstream's own files.

    The package calls them `yolov5.models.yolo.DetectionModel`; official files call them
    `models.yolo.DetectionModel`, those before 6.2 `models.yolo.Model`.
    """
    with contextlib.ExitStack() as stack:
        names = {prefix + "models": sys.modules["yolov5.models"]}
        for module in (yolo, common, experimental):
            name = prefix + module.__name__.removeprefix("yolov5.")
            names[name] = module
            for value in vars(module).values():
                if isinstance(value, type) and value.__module__ == module.__name__:
                    stack.enter_context(mock.patch.object(value, "__module__", name))
        stack.enter_context(mock.patch.dict(sys.modules, names))
        for attribute in ("__name__", "__qualname__"):
            stack.callback(setattr, yolo.DetectionModel, attribute, "DetectionModel")
            setattr(yolo.DetectionModel, attribute, model_class)
        yield


def stripped(model, /, **more):
    """The contents of a file after training, as upstream strips them: half precision, no EMA."""
    return {
        "epoch": -1, "best_fitness": None, "model": copy.deepcopy(model).half(), "ema": None,
        "updates": None, "optimizer": None, "opt": None, "git": None,
        "date": "2026-11-30T12:00:00"} | more


def zipped(contents, stem, protocol=2):
    """The bytes of a zip checkpoint; `stem` is the name of the folder in it."""
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder) / f"{stem}.pt"
        torch.save(contents, path, pickle_protocol=protocol)
        return path.read_bytes()


def legacy(contents):
    """The bytes of a checkpoint of PyTorch before 1.6.

    That format also holds the source text of each class; a placeholder stands for it here.
    """
    def placeholder(kind):
        return [f"class {kind.__name__}: ...\n"], 1, f"{kind.__module__.replace('.', '/')}.py"

    stream = io.BytesIO()
    with mock.patch("torch.serialization.get_source_lines_and_file", placeholder):
        torch.save(contents, stream, _use_new_zipfile_serialization=False)
    return stream.getvalue()


def load(data):
    """What torch.load makes of the bytes, all on the CPU."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return torch.load(io.BytesIO(data), map_location="cpu", weights_only=False)


def rezipped(data, change=lambda name, contents: contents, compression=zipfile.ZIP_STORED):
    """The same archive written anew; `change` gives new contents of an entry, None drops it."""
    stream = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(data)) as source, zipfile.ZipFile(stream, "w") as target:
        for entry in source.infolist():
            contents = change(entry.filename, source.read(entry))
            if contents is not None:
                information = zipfile.ZipInfo(entry.filename, (1980, 1, 1, 0, 0, 0))
                target.writestr(information, contents, compress_type=compression)
    return stream.getvalue()


def deflated(data):
    """All entries compressed; PyTorch itself never does so, but reads it."""
    return rezipped(data, compression=zipfile.ZIP_DEFLATED)


def without_later_entries(data):
    """Only the entries that PyTorch 1.6 writes."""
    def keep(name, contents):
        entry = name.split("/", 1)[1]
        return contents if entry in ("data.pkl", "version") or entry.startswith("data/") else None

    return rezipped(data, keep)


def swapped(data, item_sizes):
    """As a machine of the other byte order writes it; `item_sizes` by the name of the storage."""
    def change(name, contents):
        entry = name.split("/", 1)[1]
        if entry == "byteorder":
            return b"big"
        if entry.startswith("data/"):
            size = item_sizes[entry.removeprefix("data/")]
            return np.frombuffer(contents, f"u{size}").byteswap().tobytes()
        return contents

    return rezipped(data, change)


def storage_item_sizes(data):
    """The bytes of an element of each storage of a zip checkpoint, by key."""
    sizes = {}

    class Reader(pickle.Unpickler):
        def persistent_load(self, identifier):
            _, storage_type, key, _, count = identifier
            sizes[key] = torch.empty(0, dtype=storage_type.dtype).element_size()
            return torch.storage.TypedStorage(
                wrap_storage=torch.UntypedStorage(count * sizes[key]), dtype=storage_type.dtype,
                _internal=True)

    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        name = next(name for name in archive.namelist() if name.endswith("/data.pkl"))
        Reader(io.BytesIO(archive.read(name))).load()
    return sizes


def located(data, place):
    """The storages' device changed from the CPU to another, as in files written during training."""
    def text(word):
        return b"X" + struct.pack("<I", len(word)) + word.encode()

    def change(name, contents):
        return contents.replace(text("cpu"), text(place)) if name.endswith("data.pkl") else contents

    return rezipped(data, change)


def with_numpy_1_names(data):
    """numpy's module named as before numpy 2, as in nearly all existing files."""
    def change(name, contents):
        if name.endswith("data.pkl"):
            return contents.replace(b"cnumpy._core.multiarray\n", b"cnumpy.core.multiarray\n")
        return contents

    return rezipped(data, change)


def aged(model):
    """Takes away the attributes that programs of 2020 did not write; changes the model."""
    for module in model.modules():
        for attribute in LATER_MODULE_ATTRIBUTES:
            module.__dict__.pop(attribute, None)
        for table in ("_parameters", "_buffers", "_modules"):
            module.__dict__[table] = OrderedDict(module.__dict__[table])
        if isinstance(module, nn.Upsample):
            module.__dict__.pop("recompute_scale_factor", None)
        if isinstance(module, (nn.SiLU, nn.Hardswish)):
            module.__dict__.pop("inplace", None)
    for module in (model, model.model[-1]):
        module.__dict__.pop("inplace", None)
    return model


def with_anchor_grid_buffer(model):
    """Detect as before 6.0, with its anchors in pixels as a buffer of shape [n, 1, a, 1, 1, 2]."""
    detect = model.model[-1]
    del detect.anchor_grid
    pixels = detect.anchors * detect.stride.view(-1, 1, 1)
    detect.register_buffer("anchor_grid", pixels.view(detect.nl, 1, -1, 1, 1, 2).clone())
    detect.grid = [torch.zeros(1)] * detect.nl
    return model

"""A checkpoint of the smallest net, pickled by this script, so that any part of it can be wrong.

Its tensors are stand-ins that pickle as PyTorch's do, but with any size, stride, offset and
storage.
"""
import copy
import dataclasses
import functools
import io
import pickle
import pickletools
from collections import OrderedDict

import torch

import checkpoints
import golden_model
import nets
from zip_writer import STORED, Entry, archive


@dataclasses.dataclass(eq=False)
class Storage:
    """What a persistent id names. `identifier` replaces the whole id."""

    data: bytes
    kind: object
    key: object = None
    place: object = "cpu"
    count: object = None
    identifier: object = None


@dataclasses.dataclass(eq=False)
class Tensor:
    """The arguments of _rebuild_tensor_v2."""

    storage: Storage
    offset: object
    size: object
    stride: object

    def __reduce__(self):
        return torch._utils._rebuild_tensor_v2, (
            self.storage, self.offset, self.size, self.stride, False, OrderedDict())


@dataclasses.dataclass(eq=False)
class Parameter:
    """The arguments of _rebuild_parameter."""

    tensor: object

    def __reduce__(self):
        return torch._utils._rebuild_parameter, (self.tensor, True, OrderedDict())


class _Pickler(pickle._Pickler):
    def persistent_id(self, value):
        if not isinstance(value, Storage):
            return None
        if value.identifier is not None:
            return value.identifier
        return "storage", value.kind, value.key, value.place, value.count


def _stubbed(tensor, kind, storage=None):
    """A stand-in at the end of the storage, or in one of its own."""
    storage = storage or Storage(b"", kind, count=0)
    stub = Tensor(storage, storage.count, tuple(tensor.shape), tensor.stride())
    storage.data += tensor.detach().contiguous().view(-1).view(torch.uint8).numpy().tobytes()
    storage.count += tensor.numel()
    return stub


# The attributes that a reader needs; those that PyTorch wants for its own use are left out.
NEEDED = {
    "_parameters", "_buffers", "_modules", "training", "save", "names", "nc", "nl", "na", "no",
    "stride", "grid", "anchor_grid", "i", "f", "in_channels", "out_channels", "kernel_size",
    "padding", "dilation", "groups", "padding_mode", "transposed", "output_padding", "eps",
    "momentum", "num_features", "affine", "track_running_stats"}


def description():
    """One Conv and a Detect with one head, one anchor and one class."""
    graph = nets.Graph()
    graph.add("Conv", 64, 3, 2)
    graph.add("Detect", "nc", "anchors", start=[-1])
    return graph.yaml((2,), 1.0) | {"nc": 1, "anchors": [[10, 13]]}


@functools.cache
def _built():
    return golden_model.build(description(), 1, ["duck"])


class Skeleton:
    """The contents of a valid file with stand-ins for tensors; change it, then ask for the bytes.

    The first weight has a storage of its own, 0; all others lie in storage 1.
    """

    def __init__(self):
        model = copy.deepcopy(_built())
        with torch.no_grad():  # weights that compress well
            model.model[0].conv.weight.copy_(torch.linspace(-0.5, 0.5, 9).view(3, 3))
        self.contents = {"model": model.half()}
        self.model = model
        self.tensors = {}
        for path, module in self.model.named_modules():
            for attribute in set(module.__dict__) - NEEDED:
                del module.__dict__[attribute]
            for table, wrap in ((module._parameters, Parameter), (module._buffers, None)):
                table.pop("num_batches_tracked", None)
                for name, tensor in table.items():
                    if tensor is not None:
                        stub = self._stub(f"{path}.{name}", tensor)
                        table[name] = wrap(stub) if wrap else stub
        detect = self.model.model[-1]
        detect.grid, detect.anchor_grid = [], []
        self.model.stride = detect.stride = self._stub("model.1.stride", detect.stride)

    def _stub(self, name, tensor):
        together = self.tensors.get("model.0.bn.weight")
        stub = _stubbed(tensor, torch.HalfStorage, together and together.storage)
        if together is None:
            stub.storage.key = str(len(self.tensors))
        self.tensors[name] = stub
        return stub

    def storages(self):
        """All storages, each once, in the order of their keys."""
        return list({id(stub.storage): stub.storage for stub in self.tensors.values()}.values())

    @property
    def weight(self):
        """The weight of the first convolution, [8, 3, 3, 3]."""
        return self.tensors["model.0.conv.weight"]

    def pickled(self):
        """The bytes of data.pkl."""
        stream = io.BytesIO()
        with checkpoints.named_as():
            _Pickler(stream, 2).dump(self.contents)
        return pickletools.optimize(stream.getvalue())

    def entries(self, data=None, method=STORED):
        """The entries of the zip, data.pkl first; `data` replaces it."""
        data = self.pickled() if data is None else data
        return [
            Entry("a/data.pkl", data, method), Entry("a/version", b"3\n"),
            *(Entry(f"a/data/{storage.key}", storage.data, method)
              for storage in self.storages())]

    def zipped(self, **options):
        """The bytes of the file."""
        return archive(self.entries(), **options)

"""Whole checkpoints of the smallest net with one part wrong: a tensor, or a fact of the graph."""
import math

import torch
from torch import nn

from stub_checkpoint import Parameter, Skeleton, Storage, Tensor
from zip_writer import DEFLATED, archive

HUGE = 1 << 62


def _weight(**fields):
    """Sets fields of the first convolution's weight, half precision [8, 3, 3, 3]."""
    def change(skeleton):
        for name, value in fields.items():
            setattr(skeleton.weight, name, value)

    return change


def _storage(**fields):
    """Sets fields of that weight's storage."""
    def change(skeleton):
        for name, value in fields.items():
            setattr(skeleton.weight.storage, name, value)

    return change


def _instead(value):
    def change(skeleton):
        skeleton.model.model[0].conv._parameters["weight"] = value

    return change


def _graph(index, **fields):
    def change(skeleton):
        for name, value in fields.items():
            setattr(skeleton.model.model[index], name, value)

    return change


def _in_itself(skeleton):
    layers = skeleton.model.model._modules
    layers["2"] = skeleton.model.model


def _repeated(skeleton):
    """60 Sequentials, each with the one before twice."""
    module = skeleton.model.model[0]
    facts = {name: getattr(module, name) for name in ("i", "f")}
    for _ in range(60):
        module = nn.Sequential(module, module)
    for name, value in facts.items():
        setattr(module, name, value)
    skeleton.model.model._modules["0"] = module


def _two_detects(skeleton):
    skeleton.model.model._modules["2"] = skeleton.model.model[1]


def _drop(path, *names):
    def change(skeleton):
        module = skeleton.model.get_submodule(path)
        for name in names:
            for table in (module.__dict__, module._parameters, module._buffers, module._modules):
                table.pop(name, None)

    return change


def _convolution(**fields):
    def change(skeleton):
        for name, value in fields.items():
            setattr(skeleton.model.model[0].conv, name, value)

    return change


def _detect(**fields):
    return _graph(1, **fields)


def _anchors(**fields):
    def change(skeleton):
        for name, value in fields.items():
            setattr(skeleton.tensors["model.1.anchors"], name, value)

    return change


CHANGES = (
    ("storage-count-beyond-entry", "a storage of more elements than its entry has bytes for",
     _storage(count=217)),
    ("storage-count-huge", "a storage of 2^62 elements", _storage(count=HUGE)),
    ("storage-count-overflow", "elements × 2 bytes overflows 64 bits", _storage(count=1 << 63)),
    ("storage-entry-cut", "an entry that is too short", _storage(data=bytes(100))),
    ("storage-entry-odd", "an entry of an odd number of bytes", _storage(data=bytes(431))),
    ("storage-entry-empty", "an empty entry", _storage(data=b"")),
    ("storage-type-wide", "the same bytes as double precision", _storage(kind=torch.DoubleStorage)),
    ("storage-type-complex", "complex numbers", _storage(kind=torch.ComplexFloatStorage)),
    ("storage-type-quantised", "quantised numbers", _storage(kind=torch.QInt8Storage)),
    ("storage-key-path", "a storage whose key is a path", _storage(
        identifier=("storage", torch.HalfStorage, "../version", "cpu", 216))),
    ("tensor-offset-beyond", "an offset at the end of the storage", _weight(offset=216)),
    ("tensor-offset-one", "an offset of one: the last element is outside", _weight(offset=1)),
    ("tensor-offset-negative", "an offset of -1", _weight(offset=-1)),
    ("tensor-offset-huge", "an offset of 2^63 - 1", _weight(offset=(1 << 63) - 1)),
    ("tensor-offset-text", "a text for an offset", _weight(offset="0")),
    ("tensor-stride-outside", "a stride that leaves the storage", _weight(stride=(27, 9, 3, 2))),
    ("tensor-stride-negative", "a negative stride", _weight(stride=(27, 9, 3, -1))),
    ("tensor-stride-huge", "strides whose products overflow", _weight(stride=(HUGE, 9, 3, 1))),
    ("tensor-stride-rank", "more strides than sizes", _weight(stride=(27, 9, 3, 1, 1))),
    ("tensor-size-negative", "a negative size", _weight(size=(8, 3, -3, 3))),
    ("tensor-sizes-negative", "two negative sizes, whose product is right",
     _weight(size=(8, 3, -3, -3))),
    ("tensor-size-overflow", "sizes whose product overflows to 0",
     _weight(size=(1 << 32, 1 << 32, 1, 1), stride=(0, 0, 0, 0))),
    ("tensor-size-overflow-right", "sizes whose product overflows to the right count",
     _weight(size=((1 << 61) + 27, 8, 1, 1), stride=(0, 0, 0, 0))),
    ("tensor-size-expanded", "2^40 elements out of one, by strides of 0",
     _weight(size=(1 << 20, 1 << 20, 1, 1), stride=(0, 0, 0, 0))),
    ("tensor-size-2-70", "a size of 2^70", _weight(size=(8, 3, 3, 1 << 70))),
    ("tensor-size-float", "a float for a size", _weight(size=(8, 3, 3, 3.0))),
    ("tensor-size-list", "a list for the sizes", _weight(size=[8, 3, 3, "3"])),
    ("tensor-size-none", "no sizes at all", _weight(size=None)),
    ("tensor-rank-5000", "5,000 dimensions of 1", _weight(size=(1,) * 5000, stride=(1,) * 5000)),
    ("tensor-rank-0", "a scalar", _weight(size=(), stride=())),
    ("tensor-empty", "no elements", _weight(size=(0, 3, 3, 3))),
    ("tensor-fewer-channels", "a weight of fewer inputs than the picture has",
     _weight(size=(8, 2, 3, 3))),
    ("tensor-fewer-outputs", "a weight of fewer outputs than the batch normalization has",
     _weight(size=(7, 3, 3, 3))),
    ("tensor-none", "None for a weight", _instead(None)),
    ("tensor-text", "a text for a weight", _instead("weight")),
    ("tensor-storage", "a storage for a weight", _instead(
        Storage(b"", torch.HalfStorage, "0", "cpu", 216))),
    ("tensor-parameter-of-none", "_rebuild_parameter of None", _instead(Parameter(None))),
    ("tensor-of-tensor", "_rebuild_tensor_v2 of a number", _instead(
        Parameter(Tensor(5, 0, (8, 3, 3, 3), (27, 9, 3, 1))))),
    ("model-in-itself", "a Sequential that contains itself", _in_itself),
    ("model-laughs", "60 Sequentials, each with the one before twice", _repeated),
    ("model-two-detects", "two Detect layers", _two_detects),
    ("model-no-detect", "no Detect layer", lambda skeleton: skeleton.model.model._modules.pop("1")),
    ("model-empty", "no layers", lambda skeleton: skeleton.model.model._modules.clear()),
    ("model-from-later", "a layer that takes its input from itself", _graph(1, f=[1])),
    ("model-from-far", "a layer that takes its input from layer 99", _graph(1, f=[99])),
    ("model-from-negative", "a layer that takes its input from before the first",
     _graph(1, f=[-9])),
    ("model-from-text", "a text for the input's number", _graph(1, f="0")),
    ("model-from-missing", "no `f` on a layer", _drop("model.0", "f")),
    ("model-stride-0", "a convolution with stride 0", _convolution(stride=(0, 0))),
    ("model-stride-negative", "a convolution with stride -1", _convolution(stride=(-1, -1))),
    ("model-padding-huge", "a convolution with padding 2^40", _convolution(padding=(1 << 40,) * 2)),
    ("model-padding-negative", "a convolution with padding -1", _convolution(padding=(-1, -1))),
    ("model-dilation-huge", "a convolution with dilation 2^62", _convolution(dilation=(HUGE,) * 2)),
    ("model-groups-0", "a convolution with 0 groups", _convolution(groups=0)),
    ("model-groups-5", "a convolution whose groups do not divide its channels",
     _convolution(groups=5)),
    ("model-kernel-other", "a kernel_size other than the weight's",
     _convolution(kernel_size=(5, 5))),
    ("model-padding-mode", "a convolution with reflected borders",
     _convolution(padding_mode="reflect")),
    ("model-no-weight", "a convolution without a weight", _drop("model.0.conv", "weight")),
    ("model-no-conv", "a Conv without its convolution", _drop("model.0", "conv")),
    ("model-no-act", "a Conv without an activation", _drop("model.0", "act")),
    ("model-no-variance", "batch normalization without running_var", _drop(
        "model.0.bn", "running_var")),
    ("model-eps-nan", "batch normalization with eps NaN",
     lambda skeleton: setattr(skeleton.model.model[0].bn, "eps", float("nan"))),
    ("model-eps-negative", "batch normalization with eps -1000",
     lambda skeleton: setattr(skeleton.model.model[0].bn, "eps", -1000.0)),
    ("detect-nc-negative", "nc -1", _detect(nc=-1)),
    ("detect-nc-other", "nc 80, though the convolution has 6 outputs", _detect(nc=80, no=85)),
    ("detect-nc-huge", "nc 2^63 - 1", _detect(nc=(1 << 63) - 1)),
    ("detect-na-0", "no anchors", _detect(na=0)),
    ("detect-nl-2", "two heads, one convolution", _detect(nl=2)),
    ("detect-no-stride", "no strides", _drop("model.1", "stride")),
    ("detect-stride-text", "a text for the strides", _detect(stride="2")),
    ("detect-no-anchors", "no anchors buffer", _drop("model.1", "anchors")),
    ("detect-anchors-rank", "anchors of rank 2", _anchors(size=(1, 2), stride=(2, 1))),
    ("detect-convolutions-gone", "no convolutions in Detect",
     lambda skeleton: skeleton.model.model[1].m._modules.clear()),
    ("model-names-fewer", "names that do not match nc",
     lambda skeleton: setattr(skeleton.model, "names", ["a", "b", "c"])),
    ("model-names-numbers", "numbers for names",
     lambda skeleton: setattr(skeleton.model, "names", [5])),
    ("model-names-keys", "names by the number 2^40",
     lambda skeleton: setattr(skeleton.model, "names", {1 << 40: "duck"})),
)


def _values(name, value):
    """A float16 value in place of all values of a tensor."""
    def change(skeleton):
        stub = skeleton.tensors[name]
        start, end = 2 * stub.offset, 2 * (stub.offset + math.prod(stub.size))
        data = stub.storage.data
        stub.storage.data = data[:start] + value * math.prod(stub.size) + data[end:]

    return change


VALUES = (
    ("value-variance-negative", "variances of -1", _values(
        "model.0.bn.running_var", b"\x00\xbc")),
    ("value-weight-nan", "weights that are NaN", _values("model.0.conv.weight", b"\x00\x7e")),
    ("value-weight-infinite", "weights that are infinite", _values(
        "model.0.conv.weight", b"\x00\x7c")),
    ("value-stride-0", "a stride of 0", _values("model.1.stride", b"\x00\x00")),
    ("value-stride-nan", "a stride that is NaN", _values("model.1.stride", b"\x00\x7e")),
    ("value-stride-1-3", "a stride of 1.5", _values("model.1.stride", b"\x00\x3e")),
    ("value-anchor-nan", "anchors that are NaN", _values("model.1.anchors", b"\x00\x7e")),
    ("value-anchor-negative", "anchors of -1", _values("model.1.anchors", b"\x00\xbc")),
)
# What upstream itself would load; whether a reader takes it is its own affair.
EITHER = {
    "model-names-fewer", "model-names-numbers", "model-names-keys", "model-eps-negative",
    "model-eps-nan", "model-padding-negative", "model-kernel-other", "model-padding-mode",
    "value-weight-nan", "value-weight-infinite", "value-anchor-nan", "value-anchor-negative",
    "value-variance-negative", "detect-nl-2", "detect-anchors-rank"}


def cases():
    """(name, about, bytes, must) of all files."""
    for name, about, change in CHANGES + VALUES:
        skeleton = Skeleton()
        change(skeleton)
        entries = skeleton.entries(method=DEFLATED)
        yield name, about, archive(entries), "refuse or load" if name in EITHER else "refuse"

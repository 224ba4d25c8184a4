#!/usr/bin/env python3
"""Writes a YOLOv5 checkpoint as a converted model, with PyTorch and upstream's own code.

    Tools/dump-yolov5.py CHECKPOINT.pt -o FILE.safetensors [--input-size N|WxH]
    Tools/dump-yolov5.py CHECKPOINT.pt --compare FILE.safetensors [--input-size N|WxH]

The way that does not trust this package's reader of checkpoints: PyTorch unpickles the file, which runs
what is in it, so use it on checkpoints that you trust. The file is what the article "Converted models"
describes, and `yolokit` takes it as a model. With --compare it is compared with what `yolokit convert`
wrote of the same checkpoint at the same input size: the graph has to be equal, and every tensor within
1e-6 of its largest number. Batch normalisations are folded in 64-bit arithmetic and rounded once here,
while `yolokit` rounds the factor of each filter before it multiplies: some last digits differ.

Needs torch, numpy, opencv-python-headless, setuptools<81 and the PyPI package yolov5 (7.0.14, installed
with --no-deps). Understands the modules of upstream's published detectors of v6 and later: Conv, C3, SPP,
SPPF, Concat, Upsample, Detect; others are refused by name.
"""
import argparse
import json
import pathlib
import re
import struct
import sys
import warnings
import zlib

import numpy as np
import torch

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent / "goldens/yolov5"))
import upstream  # noqa: E402

ACTIVATIONS = {"SiLU": "swish", "ReLU": "relu", "ReLU6": "relu6", "Hardswish": "hardSwish",
               "Mish": "mish", "Sigmoid": "logistic", "Tanh": "tanh"}
HEADER_START = b'{"__metadata__":{"checksum":"'


def pair(value):
    return list(value) if isinstance(value, (tuple, list)) else [value, value]


class Dump:
    """A network as the graph and the tensors of a converted model."""

    def __init__(self, model, width, height):
        self.nodes, self.layers, self.heads, self.tensors = [], [], [], {}
        self.sizes, self.parameters = [], 0
        channels = next(p for p in model.parameters() if p.dim() == 4).shape[1]
        self.input = [height, width, channels]
        self.input_size = (height, width)
        outputs = []
        for module in model.model[:-1]:
            reads = module.f if isinstance(module.f, list) else [module.f]
            inputs = [(outputs[-1] if outputs else -1) if i == -1 else outputs[i] for i in reads]
            outputs.append(self.layer(module, inputs, self.settings(module),
                                      lambda: self.build(module, inputs)))
        self.detect(model.model[-1], outputs)

    # Layers

    def settings(self, module):
        if type(module).__name__ != "C3":
            return ""
        count = len(module.m)
        return f"{count} bottleneck" + ("" if count == 1 else "s")

    def layer(self, module, inputs, settings, build):
        first, before = len(self.nodes), self.parameters
        output = build()
        work = sum(2 * self.sizes[i][0] * self.sizes[i][1] * self.weight_count(i)
                   for i in range(first, len(self.nodes)))
        self.layers.append({
            "output": output, "kind": type(module).__name__, "settings": settings,
            "inputs": [-1 if i < 0 else self.nodes[i]["layer"] for i in inputs],
            "parameters": self.parameters - before, "operations": work})
        return output

    def weight_count(self, index):
        name = f"layer.{self.nodes[index]['layer']}.node.{index}.weight"
        return self.tensors[name].size if name in self.tensors else 0

    def detect(self, module, outputs):
        anchors = (module.anchors.float() * module.stride.float().view(-1, 1, 1)).tolist()
        for index, (branch, source) in enumerate(zip(module.m, module.f)):
            layer = len(self.layers)
            settings = (f"{module.nc} classes, {module.na} anchors, "
                        f"stride {int(module.stride[index])}")
            output = self.layer(module, [outputs[source]], settings,
                                lambda: self.build(branch, [outputs[source]]))
            self.heads.append({
                "source": output, "layer": layer, "classes": module.nc, "kind": "yolo",
                "anchors": anchors[index], "scaleXY": 2.0, "activated": False, "sizes": "squared",
                "gaussian": False})

    # Nodes

    def node(self, operation, inputs, size, **settings):
        self.nodes.append({"operation": operation, "layer": len(self.layers), "inputs": inputs,
                           **settings})
        self.sizes.append(size)
        return len(self.nodes) - 1

    def size(self, source):
        return self.input_size if source < 0 else self.sizes[source]

    def window(self, module, source):
        kernel, stride = pair(module.kernel_size), pair(module.stride)
        padding, dilation = pair(module.padding), pair(module.dilation)
        size = tuple((side + 2 * p - d * (k - 1) - 1) // s + 1 for side, k, s, p, d in
                     zip(self.size(source), kernel, stride, padding, dilation))
        return size, {"kernel": kernel, "stride": stride, "dilation": dilation[0],
                      "padding": [padding[0], padding[1], padding[0], padding[1]]}

    def convolution(self, module, source, normalization=None, activation=None):
        size, window = self.window(module, source)
        weight = module.weight.detach().double().numpy()
        bias = np.zeros(len(weight)) if module.bias is None else module.bias.detach().double().numpy()
        self.parameters += weight.size + (0 if module.bias is None else bias.size)
        if normalization is not None:
            mean, variance, scale, shift = (
                tensor.detach().double().numpy() for tensor in (
                    normalization.running_mean, normalization.running_var, normalization.weight,
                    normalization.bias))
            # The epsilon is a 32-bit number where it is used.
            factor = scale / np.sqrt(variance + float(np.float32(normalization.eps)))
            weight, bias = weight * factor[:, None, None, None], (bias - mean) * factor + shift
            self.parameters += 4 * len(factor)
        name = f"layer.{len(self.layers)}.node.{len(self.nodes)}"
        self.tensors[f"{name}.weight"] = weight.transpose(0, 2, 3, 1).astype("<f4")
        self.tensors[f"{name}.bias"] = bias.astype("<f4")
        return self.node("convolution", [source], size, **window, groups=module.groups,
                         filters=len(weight), channels=weight.shape[1], **(activation or {}))

    def activation(self, module):
        name = type(module).__name__
        if name == "LeakyReLU":
            return {"activation": "leaky", "slope": float(np.float32(module.negative_slope))}
        if name not in ACTIVATIONS:
            raise SystemExit(f"dump-yolov5: the activation {name} is not known here")
        return {"activation": ACTIVATIONS[name]}

    def identity(self, source):
        return self.node("identity", [source], self.size(source))

    def block(self, module, source):
        """Conv: what was fused into the convolution stays as a node that hands on."""
        normalization = getattr(module, "bn", None)
        is_identity = type(module.act).__name__ == "Identity"
        output = self.convolution(module.conv, source, normalization,
                                  None if is_identity else self.activation(module.act))
        if normalization is not None:
            output = self.identity(output)
        return self.identity(output)

    def build(self, module, inputs):
        name, source = type(module).__name__, inputs[0]
        if name == "Conv":
            return self.block(module, source)
        if name == "Conv2d":
            return self.convolution(module, source)
        if name == "MaxPool2d":
            size, window = self.window(module, source)
            return self.node("maximumPool", [source], size, **window)
        if name == "Sequential":
            for child in module:
                source = self.build(child, [source])
            return source
        if name == "Bottleneck":
            deep = self.block(module.cv2, self.block(module.cv1, source))
            return self.node("addition", [source, deep], self.size(source), weighted=False,
                             existingScale=1.0, addedScale=1.0) if module.add else deep
        if name == "C3":
            left = self.build(module.m, [self.block(module.cv1, source)])
            return self.block(module.cv3, self.join([left, self.block(module.cv2, source)]))
        if name == "SPP":
            reduced = self.block(module.cv1, source)
            pools = [self.build(pool, [reduced]) for pool in module.m]
            return self.block(module.cv2, self.join([reduced, *pools]))
        if name == "SPPF":
            parts = [self.block(module.cv1, source)]
            for _ in range(3):
                parts.append(self.build(module.m, [parts[-1]]))
            return self.block(module.cv2, self.join(parts))
        if name == "Concat" and module.d == 1:
            return self.join(inputs)
        if name == "Upsample" and module.mode == "nearest":
            factor = int(module.scale_factor)
            size = tuple(side * factor for side in self.size(source))
            return self.node("upsample", [source], size, factor=factor, scale=1.0)
        raise SystemExit(f"dump-yolov5: the module {name} is not known here")

    def join(self, sources):
        return self.node("concatenation", sources, self.size(sources[0]))

    def graph(self, stride):
        return {"input": self.input, "parameters": self.parameters,
                "conventions": {
                    "resampling": "openCV", "fill": float(np.float32(114 / 255)),
                    "resize": "rectangle", "sizeMultiple": stride, "threshold": 0.25,
                    "multiLabel": False},
                "nodes": self.nodes, "layers": self.layers, "heads": self.heads}


def load(path):
    upstream.module("models.yolo")
    # Checkpoints name the modules as the repository does, without the package.
    for name in [name for name in sys.modules if name.startswith(("yolov5.models", "yolov5.utils"))]:
        sys.modules.setdefault(name.removeprefix("yolov5."), sys.modules[name])
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        checkpoint = torch.load(path, map_location="cpu", weights_only=False)
    model = checkpoint
    if isinstance(checkpoint, dict):
        model = checkpoint["ema"] if checkpoint.get("ema") is not None else checkpoint["model"]
    return model.float().eval()


def input_size(text, stride):
    sides = [int(side) for side in re.fullmatch(r"(\d+)(?:x(\d+))?", text).groups() if side]
    return [(side + stride - 1) // stride * stride for side in (sides[0], sides[-1])]


def write(path, dump, graph, names):
    metadata = {"checksum": "00000000", "format": "yolokit", "version": "1",
                "graph": json.dumps(graph), "names": json.dumps(names)}
    header, data = {"__metadata__": metadata}, []
    offset = 0
    for index, (name, tensor) in enumerate(dump.tensors.items()):
        end = offset + tensor.nbytes
        header[name] = {"dtype": "F32", "shape": list(tensor.shape), "data_offsets": [offset, end]}
        gap = -end % 64
        if gap:
            header[f"padding.{index}"] = {
                "dtype": "U8", "shape": [gap], "data_offsets": [end, end + gap]}
        data += [np.ascontiguousarray(tensor).tobytes(), bytes(gap)]
        offset = end + gap
    text = json.dumps(header, separators=(",", ":")).encode()
    text += b" " * (-(8 + len(text)) % 64)
    assert text.startswith(HEADER_START)
    whole = struct.pack("<Q", len(text)) + text + b"".join(data)
    place = 8 + len(HEADER_START)
    digits = f"{zlib.crc32(whole):08x}".encode()
    aside = path.with_name(f".{path.name}.part")
    aside.write_bytes(whole[:place] + digits + whole[place + 8:])
    aside.rename(path)


def read(path):
    whole = path.read_bytes()
    start = 8 + struct.unpack("<Q", whole[:8])[0]
    header = json.loads(whole[8:start])
    metadata = header.pop("__metadata__")
    tensors = {}
    for name, entry in header.items():
        if entry["dtype"] == "F32":
            begin, end = entry["data_offsets"]
            tensors[name] = np.frombuffer(whole[start + begin:start + end], "<f4").reshape(
                entry["shape"])
    return json.loads(metadata["graph"]), json.loads(metadata["names"]), tensors


def compare(path, dump, graph, names):
    """Prints how two dumps differ; whether they are the same within rounding."""
    other_graph, other_names, tensors = read(path)
    problems = []
    if other_names != names:
        problems.append("other class names")
    for part in graph:
        if graph[part] != other_graph.get(part):
            problems.append(f"another graph: {part}")
    if tensors.keys() != dump.tensors.keys():
        problems.append("other tensors")
    worst, equal = 0.0, 0
    for name, tensor in dump.tensors.items():
        other = tensors.get(name)
        if other is None or other.shape != tensor.shape:
            problems.append(f"{name} is missing or of another shape")
            continue
        difference = np.abs(other.astype("f8") - tensor).max()
        worst = max(worst, difference / max(np.abs(tensor).max(), 1e-30))
        equal += bool((other == tensor).all())
    if worst > 1e-6:
        problems.append(f"tensors that differ by {worst:.1e}")
    print(f"{path.name}: {len(dump.nodes)} nodes, {len(dump.tensors)} tensors, {equal} of them "
          f"equal, the largest difference is {worst:.1e} of a tensor's largest number")
    for problem in problems[:10]:
        print(f"dump-yolov5: {problem}", file=sys.stderr)
    return not problems


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("checkpoint", type=pathlib.Path)
    parser.add_argument("-o", "--output", type=pathlib.Path, help="the .safetensors file to write")
    parser.add_argument("--compare", type=pathlib.Path, help="a file that yolokit convert wrote")
    parser.add_argument("--input-size", default="640", help="N or WIDTHxHEIGHT (default: 640)")
    arguments = parser.parse_args()
    if not arguments.output and not arguments.compare:
        parser.error("one of --output and --compare is needed")
    model = load(arguments.checkpoint)
    stride = int(model.model[-1].stride.max())
    dump = Dump(model, *input_size(arguments.input_size, stride))
    graph = dump.graph(stride)
    names = model.names
    names = [names[i] for i in range(len(names))]
    if arguments.output:
        write(arguments.output, dump, graph, names)
    if arguments.compare and not compare(arguments.compare, dump, graph, names):
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())

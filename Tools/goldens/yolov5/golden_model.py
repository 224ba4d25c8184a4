"""Random models of YOLOv5 whose activations stay in range, and what they compute."""
import contextlib
import math

import numpy as np
import torch
from torch import nn

import formula
import upstream

yolo = upstream.module("models.yolo")
common = upstream.module("models.common")
experimental = upstream.module("models.experimental")


def build(description, seed, names):
    """A model in eval mode with weights and statistics from the seed."""
    torch.manual_seed(seed)
    activation = common.Conv.default_act
    try:
        model = yolo.DetectionModel(description)
    finally:
        common.Conv.default_act = activation
    model.nc = description["nc"]
    model.names = names
    randomise(model, seed)
    return model


def randomise(model, seed):
    """Draws weights, then lets every batch normalization see pictures and shifts what it has seen.

    Without the look at pictures, activations grow or die over some tens of layers.
    """
    generator = torch.Generator().manual_seed(seed)

    def uniform(shape, low, high):
        return low + (high - low) * torch.rand(shape, generator=generator)

    convolutions = nn.Conv2d, nn.ConvTranspose2d
    norms = [m for m in model.modules() if isinstance(m, nn.modules.batchnorm._BatchNorm)]
    with torch.no_grad():
        for module in model.modules():
            if isinstance(module, convolutions):
                deviation = math.sqrt(0.3 / module.weight[0].numel())
                module.weight.copy_(
                    torch.randn(module.weight.shape, generator=generator) * deviation)
                if module.bias is not None:
                    module.bias.copy_(uniform(module.bias.shape, -0.3, 0.3))
        for norm in norms:
            norm.weight.copy_(uniform(norm.weight.shape, 0.6, 1.6))
            norm.bias.copy_(uniform(norm.bias.shape, -0.5, 0.8))
            norm.reset_running_stats()
        for convolution in model.model[-1].m:
            deviation = math.sqrt(1.5 / convolution.in_channels)
            convolution.weight.copy_(
                torch.randn(convolution.weight.shape, generator=generator) * deviation)
            convolution.bias.copy_(uniform(convolution.bias.shape, -1, 1))
        momenta = [norm.momentum for norm in norms]
        for norm in norms:
            norm.momentum = 1.0
        model.train()
        model(torch.rand(2, 3, 128, 192, generator=generator))
        model.eval()
        for norm, momentum in zip(norms, momenta):
            norm.momentum = momentum
            deviation = norm.running_var.sqrt()
            norm.running_mean += deviation * uniform(deviation.shape, -0.4, 0.4)
            norm.running_var *= uniform(deviation.shape, 0.6, 1.7)


def ready(checkpoint):
    """The model that upstream takes from a checkpoint, float32 and in eval mode, not fused."""
    model = checkpoint.get("ema") or checkpoint["model"]
    while not isinstance(model, yolo.DetectionModel):
        model = model.module if isinstance(model, nn.DataParallel) else model.model
    model = model.float().eval()
    for module in model.modules():
        kind = type(module)
        if kind in (nn.Hardswish, nn.LeakyReLU, nn.ReLU, nn.ReLU6, nn.SiLU, nn.Mish):
            module.inplace = False
        if kind is nn.Upsample and not hasattr(module, "recompute_scale_factor"):
            module.recompute_scale_factor = None
    detect = model.model[-1]
    detect.inplace = True
    for name in ("grid", "anchor_grid"):
        with contextlib.suppress(AttributeError):
            delattr(detect, name)
        setattr(detect, name, [torch.zeros(1)] * detect.nl)
    return model


def _keep(arrays):
    """A hook that appends a layer's output, without the dimension of the batch."""
    return lambda module, inputs, output: arrays.append(output[0].numpy().copy())


class Run:
    """Everything that a model computes for an input: all in float32, and heads in float64 too."""

    def __init__(self, model, input_seed, shape, with_layers=False):
        tensor = torch.from_numpy(formula.input_tensor(input_seed, shape).copy())[None]
        self.layers = []
        hooks = []
        if with_layers:
            hooks = [
                layer.register_forward_hook(_keep(self.layers))
                for layer in model.model[:-1]]
        self.heads, self.decoded = self._run(model, tensor)
        for hook in hooks:
            hook.remove()
        wide, _ = self._run(model.double(), tensor.double())
        self.differences = [
            float(np.abs(head - exact).max()) for head, exact in zip(self.heads, wide)]
        model.float()

    @staticmethod
    def _run(model, tensor):
        heads = []
        hooks = [
            convolution.register_forward_hook(_keep(heads))
            for convolution in model.model[-1].m]
        with torch.no_grad():
            decoded = model(tensor)[0][0].numpy()
        for hook in hooks:
            hook.remove()
        return heads, decoded


def rounded(number):
    return float(f"{number:.5g}")


def described(array, offset):
    """The place and the range of an array in the file of values."""
    return {
        "shape": list(array.shape), "offset": offset, "std": rounded(array.std()),
        "min": rounded(array.min()), "max": rounded(array.max())}


def facts(model):
    """What a reader should find in the checkpoint."""
    detect = model.model[-1]
    names = model.names
    norms = [m for m in model.modules() if isinstance(m, nn.modules.batchnorm._BatchNorm)]
    strides = detect.stride.tolist()
    anchors = (detect.anchors * detect.stride.view(-1, 1, 1)).tolist()
    return {
        "nc": detect.nc,
        "names": [names[i] for i in range(len(names))],
        "strides": [int(s) for s in strides],
        "anchors_px": anchors,
        "bn_eps": sorted({norm.eps for norm in norms}),
        "layer_count": len(model.model),
        "parameter_count": sum(
            p.numel() for _, p in model.named_parameters(remove_duplicate=False)),
    }


def values(run, most=256):
    """The heads, decoded boxes and sampled layers: keys of the json, and all floats."""
    parts, offset = [], 0

    def append(array):
        nonlocal offset
        parts.append(np.ascontiguousarray(array, "<f4").tobytes())
        offset += array.size

    heads = []
    for head, difference in zip(run.heads, run.differences):
        heads.append(described(head, offset) | {"float64_difference": rounded(difference)})
        append(head)
    decoded = {"shape": list(run.decoded.shape), "offset": offset}
    append(run.decoded)
    layers = []
    for index, layer in enumerate(run.layers):
        step = -(-layer.size // most)
        while math.gcd(step, layer.size) > 1:  # so that samples do not lie in one column
            step += 1
        sample = layer.reshape(-1)[::step]
        layers.append({"index": index} | described(layer, offset) | {
            "step": step, "count": sample.size})
        append(sample)
    keys = {"decoded": decoded, "heads": heads}
    if layers:
        keys["layers"] = layers
    return keys, b"".join(parts)

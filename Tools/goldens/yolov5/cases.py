"""The checkpoints that make-yolov5-goldens.py writes: each function returns a Case."""
import copy
import dataclasses
import pathlib

import numpy as np
import torch
from torch import nn

import checkpoints
import nets
from golden_model import build, common


@dataclasses.dataclass
class Case:
    """A checkpoint: its bytes, what is special about it, and how it is to be run."""

    data: bytes
    about: str
    seed: int
    weights: str = "model"
    container: str = "zip"
    storage: str = "float16"
    layers: bool = False
    shape: tuple = (3, 64, 96)


def plain(name, about, description, seed, *, change=None, model_class="DetectionModel", names=None,
          container="zip", shape=(3, 64, 96), layers=False):
    """A stripped half-precision checkpoint of a net; `change` alters the model."""
    names = names or dict(enumerate(nets.NAMES[:description["nc"]]))
    model = build(description, seed, names)
    if change:
        change(model)
    contents = checkpoints.stripped(model)
    with checkpoints.named_as(model_class=model_class):
        if container == "legacy":
            data = checkpoints.legacy(contents)
        else:
            data = checkpoints.zipped(contents, name)
    if container == "deflated zip":
        data = checkpoints.deflated(data)
    return Case(data, about, seed, container=container, shape=shape, layers=layers)


def activated(*activations):
    """Gives the Conv modules these activations in turn."""
    def change(model):
        modules = [m for m in model.modules() if isinstance(m, common.Conv)]
        for index, module in enumerate(modules):
            module.act = copy.deepcopy(activations[index % len(activations)])

    return change


def as_in_2020(hidden, joined):
    """Activations of Conv and of BottleneckCSP as in 3.0, and the attributes of that time."""
    def change(model):
        activated(hidden)(model)
        for module in model.modules():
            if isinstance(module, common.BottleneckCSP):
                module.act = copy.deepcopy(joined)
        model.names = list(model.names.values())
        checkpoints.with_anchor_grid_buffer(model)

    return change


def with_eps(eps):
    def change(model):
        for module in model.modules():
            if isinstance(module, nn.BatchNorm2d):
                module.eps = eps

    return change


ACTIVATIONS = (
    nn.SiLU(), nn.ReLU(), nn.ReLU6(), nn.Mish(), nn.LeakyReLU(0.1), nn.Identity(), nn.Hardswish(),
    nn.LeakyReLU(), nn.SiLU(inplace=True), nn.ReLU(inplace=True), nn.LeakyReLU(0.2, inplace=True))


def net_cases():
    """Nets of all families, as (name, function that makes the case)."""
    leaky = nn.LeakyReLU(0.1, inplace=True)
    old = {"stem": "Focus", "pool": "SPP", "pool_first": True}
    ones = nets.smallest(activation="nn.LeakyReLU(0.1)")
    single = nets.smallest()
    single["nc"] = 1
    single["anchors"] = [anchors[:4] for anchors in single["anchors"]]
    misordered = nets.smallest()
    misordered["anchors"].reverse()
    rows = [
        ("v6-s", "6.0 to 7.0, depth of s", nets.pyramid(), {"layers": True}),
        ("v6-m", "6.0 to 7.0, depth of m", nets.pyramid(depth=0.67), {"container": "deflated zip"}),
        ("v6-l", "6.0 to 7.0, depth of l", nets.pyramid(depth=1.0), {"container": "deflated zip"}),
        ("v6-x", "6.0 to 7.0, depth of x", nets.pyramid(depth=1.33), {"container": "deflated zip"}),
        ("v6-s6", "P6: four heads", nets.pyramid((3, 4, 5, 6)), {
            "container": "deflated zip", "shape": (3, 128, 64)}),
        ("v6-p2", "four heads from stride 4", nets.pyramid((2, 3, 4, 5)), {
            "container": "deflated zip", "shape": (3, 64, 64)}),
        ("v6-bifpn", "Concat with three inputs", nets.pyramid(bifpn=True), {
            "container": "deflated zip"}),
        ("v6-ghost", "GhostConv and C3Ghost", nets.pyramid(conv="GhostConv", block="C3Ghost"),
         {"layers": True, "container": "deflated zip"}),
        ("v5", "5.0: Focus, SPP, C3", nets.pyramid(**old), {
            "layers": True, "model_class": "Model",
            "change": as_in_2020(nn.SiLU(), nn.LeakyReLU(0.1))}),
        ("v3", "3.0: Focus, SPP, BottleneckCSP, Hardswish and LeakyReLU",
         nets.pyramid(block="BottleneckCSP", **old), {
             "container": "legacy", "model_class": "Model",
             "change": as_in_2020(nn.Hardswish(), leaky)}),
        ("v2-fpn", "heads on the way down only, LeakyReLU everywhere", nets.downward(), {
            "model_class": "Model", "container": "deflated zip",
            "change": as_in_2020(leaky, leaky)}),
        ("v3-tiny", "YOLOv3-tiny: nn.MaxPool2d and nn.ZeroPad2d", nets.darknet_tiny(), {}),
        ("odd-convolutions", "CrossConv, C3x, DWConv, dilation, groups, a row as nn.Sequential",
         nets.odd_convolutions(), {"layers": True}),
        ("odd-scales", "Contract, Expand, transposed convolutions, BatchNorm2d as a row",
         nets.odd_scales(), {"layers": True}),
        ("odd-mixtures", "hardly ever seen: MixConv2d, C3SPP, strided GhostBottleneck, bilinear",
         nets.odd_mixtures(), {"layers": True}),
        ("activations", "a different activation in each Conv", nets.tiny(), {
            "layers": True, "change": activated(*ACTIVATIONS)}),
        ("activation-yaml", "`activation:` in the yaml: one module shared by all", ones, {}),
        ("eps", "batch normalization with eps 1e-5", nets.smallest(), {"change": with_eps(1e-5)}),
        ("one-class", "one class, two anchors a head", single, {}),
        ("reversed", "heads and anchors from P5 to P3", nets.tiny(reverse=True), {}),
        ("misordered", "anchors given from large to small; upstream turns them round",
         misordered, {}),
    ]
    for number, (name, about, description, options) in enumerate(rows):
        yield name, lambda row=(name, about, description, 100 + number, options): plain(
            *row[:4], **row[4])


def small_model(seed):
    return build(nets.smallest(), seed, dict(enumerate(nets.NAMES)))


def saved(contents, stem, prefix="", model_class="DetectionModel", protocol=2):
    with checkpoints.named_as(prefix, model_class):
        return checkpoints.zipped(contents, stem, protocol)


def file_precision(name, dtype):
    seed = 200
    contents = checkpoints.stripped(small_model(seed))
    contents["model"] = small_model(seed).to(dtype)
    kind = str(dtype).removeprefix("torch.")
    return Case(saved(contents, name), f"weights stored as {kind}", seed, storage=kind)


def file_list_of_names(name):
    model = small_model(201)
    model.names = list(nets.NAMES)
    return Case(saved(checkpoints.stripped(model), name), "names as a list", 201)


def file_legacy(name):
    with checkpoints.named_as(model_class="Model"):
        data = checkpoints.legacy(checkpoints.stripped(small_model(202)))
    return Case(data, "the format of PyTorch before 1.6", 202, container="legacy")


def file_protocol_4(name):
    data = saved(checkpoints.stripped(small_model(203)), name, protocol=4)
    return Case(data, "pickle protocol 4", 203)


def file_archive_name(name):
    data = saved(checkpoints.stripped(small_model(204)), "archive", model_class="Model")
    data = checkpoints.without_later_entries(data)
    return Case(data, "only the entries of PyTorch 1.6; the folder is called `archive`", 204)


def file_deflated(name):
    data = checkpoints.deflated(saved(checkpoints.stripped(small_model(205)), name))
    return Case(data, "all entries of the zip compressed", 205, container="deflated zip")


def file_big_endian(name):
    contents = checkpoints.stripped(small_model(206))
    with checkpoints.named_as():
        data = checkpoints.zipped(contents, name)
        data = checkpoints.swapped(data, checkpoints.storage_item_sizes(data))
    return Case(data, "written on a big-endian machine", 206)


def file_ema(name):
    seed = 207
    model, average = small_model(seed), small_model(seed + 1)
    contents = checkpoints.stripped(
        model, ema=average.half(), updates=1234, epoch=17, best_fitness=np.float64(0.25))
    data = checkpoints.with_numpy_1_names(saved(contents, name))
    return Case(data, "EMA and model with different weights", seed, weights="ema")


def file_training(name):
    """As last.pt is during training: optimizer, hyperparameters, numpy numbers, GPU storages."""
    seed = 209
    model, average = small_model(seed), small_model(seed + 1)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.01, momentum=0.9, nesterov=True)
    for parameter in model.parameters():
        parameter.grad = torch.zeros_like(parameter)
    optimizer.step()
    hyperparameters = {"lr0": 0.01, "momentum": 0.937, "anchor_t": 4.0, "fl_gamma": 0.0}
    for each in (model, average):
        each.hyp = dict(hyperparameters)
        each.class_weights = torch.tensor([0.5, 1.0, 1.5])
        each.zero_grad()
    contents = checkpoints.stripped(
        model, ema=average.half(), updates=980, epoch=3, best_fitness=np.array([0.4321]),
        optimizer=optimizer.state_dict(), wandb_id=None, opt={
            "save_dir": pathlib.Path("runs/train/exp"), "epochs": 5, "imgsz": 64,
            "hyp": hyperparameters, "freeze": [0], "noval": False},
        git={"remote": None, "branch": None, "commit": None})
    data = checkpoints.located(saved(contents, name), "cuda:0")
    return Case(checkpoints.with_numpy_1_names(data), "an unstripped file with storages on cuda:0",
                seed, weights="ema")


def file_fused(name):
    model = small_model(211)
    model.fuse()
    about = "fused: no batch normalization, and `forward` as an attribute (a call of getattr)"
    return Case(saved(checkpoints.stripped(model), name), about, 211)


def file_data_parallel(name):
    model = small_model(212).half()
    contents = checkpoints.stripped(model, model=nn.DataParallel(model))
    return Case(saved(contents, name), "the model in torch.nn.DataParallel", 212)


def file_autoshape(name):
    model = small_model(213).half()
    contents = checkpoints.stripped(model, model=common.AutoShape(model, verbose=False))
    return Case(saved(contents, name), "the model in models.common.AutoShape", 213)


def file_package_prefix(name):
    data = saved(checkpoints.stripped(small_model(214)), name, prefix="yolov5.")
    return Case(data, "classes named yolov5.models..., as the PyPI package writes them", 214)


def file_old_attributes(name):
    model = small_model(215)
    model.names = list(nets.NAMES)
    contents = checkpoints.stripped(model)
    checkpoints.aged(contents["model"])
    data = checkpoints.without_later_entries(saved(contents, name, model_class="Model"))
    return Case(data, "without the attributes that PyTorch 1.7 did not have", 215)


def file_anchor_grid(name):
    model = checkpoints.with_anchor_grid_buffer(small_model(216))
    return Case(saved(checkpoints.stripped(model), name), "Detect.anchor_grid is a buffer", 216)


def file_sync_batch_norm(name):
    model = nn.SyncBatchNorm.convert_sync_batchnorm(small_model(217))
    return Case(saved(checkpoints.stripped(model), name), "torch.nn.SyncBatchNorm throughout", 217)


def file_strides(name):
    """Weights that lie in their storages with other strides and offsets."""
    contents = checkpoints.stripped(small_model(218))
    layers = contents["model"].model
    layers[0].conv.weight.data = layers[0].conv.weight.data.contiguous(
        memory_format=torch.channels_last)
    weight = layers[1].conv.weight.data
    layers[1].conv.weight.data = weight.permute(3, 2, 1, 0).contiguous().permute(3, 2, 1, 0)
    norm = layers[1].bn
    together = torch.stack([norm.weight.data, norm.bias.data, norm.running_mean], 1)
    norm.weight.data, norm.bias.data = together[:, 0], together[:, 1]
    norm.running_mean = together[:, 2]
    about = "channels-last and transposed weights; three vectors interleaved in one storage"
    return Case(saved(contents, name), about, 218)


def file_shared(name):
    """One parameter in two places, and another that views the same storage."""
    contents = checkpoints.stripped(small_model(219))
    layers = contents["model"].model
    layers[2].conv.weight = layers[1].conv.weight
    layers[3].conv.weight = nn.Parameter(layers[1].conv.weight.data.flip(0).flip(0))
    layers[3].conv.weight.data = layers[1].conv.weight.data.transpose(0, 1)
    return Case(saved(contents, name), "parameters that share a storage", 219)


def file_cases():
    """One small net in all ways of writing it."""
    for dtype in (torch.float16, torch.float32, torch.bfloat16, torch.float64):
        name = "file-" + str(dtype).removeprefix("torch.")
        yield name, lambda name=name, dtype=dtype: file_precision(name, dtype)
    for function in (
            file_list_of_names, file_legacy, file_protocol_4, file_archive_name, file_deflated,
            file_big_endian, file_ema, file_training, file_fused, file_data_parallel,
            file_autoshape, file_package_prefix, file_old_attributes, file_anchor_grid,
            file_sync_batch_norm, file_strides, file_shared):
        name = function.__name__.replace("_", "-")
        yield name, lambda name=name, function=function: function(name)

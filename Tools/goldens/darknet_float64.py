"""The layers of pjreddie's program in float64, written from what they mean, not from its loops.

An independent second opinion on every recorded value: `run` returns each layer's output, and the
golden file records how far the program's float32 is from it.
"""
import numpy as np
from numpy.lib.stride_tricks import sliding_window_view

from darknet_cfg import padding


def logistic(x):
    return 1 / (1 + np.exp(-x))


def _stair(x):
    floor = np.floor(x)
    return np.where(floor % 2 == 0, np.floor(x / 2), x - floor + np.floor(x / 2))


ACTIVATIONS = {
    "linear": lambda x: x,
    "logistic": logistic,
    "loggy": lambda x: 2 * logistic(x) - 1,
    "relu": lambda x: np.maximum(x, 0),
    "elu": lambda x: np.where(x >= 0, x, np.expm1(np.minimum(x, 0))),
    "selu": lambda x: 1.0507 * np.where(x >= 0, x, 1.6732 * np.expm1(np.minimum(x, 0))),
    "relie": lambda x: np.where(x > 0, x, 0.01 * x),
    "ramp": lambda x: np.maximum(x, 0) + 0.1 * x,
    "leaky": lambda x: np.where(x > 0, x, 0.1 * x),
    "tanh": np.tanh,
    "plse": lambda x: np.clip(0.125 * x + 0.5, 0, 1)
    + 0.01 * (np.minimum(x + 4, 0) + np.maximum(x - 4, 0)),
    "stair": _stair,
    "hardtan": lambda x: np.clip(x, -1, 1),
    "lhtan": lambda x: np.clip(x, 0, 1) + 0.001 * (np.minimum(x, 0) + np.maximum(x - 1, 0)),
}


def softmax(x, axis, temperature=1.0):
    powers = np.exp((x - x.max(axis=axis, keepdims=True)) / temperature)
    return powers / powers.sum(axis=axis, keepdims=True)


def _normalized(x, tensors, biases):
    """Batch normalization over the first axis. The program adds 1e-6 outside of the root."""
    column = lambda v: v.reshape((-1,) + (1,) * (x.ndim - 1))
    deviation = np.sqrt(tensors["variance"]) + 1e-6
    y = (x - column(tensors["mean"])) / column(deviation)
    return y * column(tensors["scales"]) + column(biases)


def _convolutional(layer, x, tensors, _):
    section, (filters, h, w) = layer.section, layer.shape
    size, stride = section.integer("size", 1), section.integer("stride", 1)
    groups, pad = section.integer("groups", 1), padding(section)
    padded = np.pad(x, ((0, 0), (pad, pad), (pad, pad)))
    windows = sliding_window_view(padded, (size, size), axis=(1, 2))[:, ::stride, ::stride]
    per_group = x.shape[0] // groups
    out = []
    for group, kernel in enumerate(np.split(tensors["weights"], groups)):
        part = windows[group * per_group : (group + 1) * per_group]
        columns = part.transpose(0, 3, 4, 1, 2).reshape(per_group * size * size, h * w)
        out.append(kernel.reshape(filters // groups, -1) @ columns)
    y = np.concatenate(out).reshape(filters, h, w)
    if "scales" in tensors:
        y = _normalized(y, tensors, tensors["biases"])
    else:
        y = y + tensors["biases"].reshape(-1, 1, 1)
    return ACTIVATIONS[section.text("activation", "logistic")](y)


def _connected(layer, x, tensors, _):
    y = tensors["weights"].reshape(layer.shape[0], -1) @ x.reshape(-1)
    if "scales" in tensors:
        y = _normalized(y, tensors, tensors["biases"])
    else:
        y = y + tensors["biases"]
    return ACTIVATIONS[layer.section.text("activation", "logistic")](y)


def _batchnorm(layer, x, tensors, _):
    return _normalized(x, tensors, np.zeros(x.shape[0]))


def _maxpool(layer, x, _, __):
    section, (_, h, w) = layer.section, layer.shape
    stride = section.integer("stride", 1)
    size = section.integer("size", stride)
    before = section.integer("padding", size - 1) // 2
    after = [before + max(0, (n - 1) * stride + size - before - m)
             for n, m in ((h, x.shape[1]), (w, x.shape[2]))]
    sides = ((0, 0), (before, after[0]), (before, after[1]))
    windows = sliding_window_view(np.pad(x, sides, constant_values=-np.inf), (size, size), (1, 2))
    return windows[:, ::stride, ::stride].max(axis=(3, 4))[:, :h, :w]


def _shortcut(layer, x, _, outputs):
    """The overlap of both maps is mixed; where their sizes differ, the larger is read in steps."""
    section, (c, h, w) = layer.section, x.shape
    other = outputs[layer.sources("from")[0]]
    step, repeat = max(1, other.shape[2] // w), max(1, w // other.shape[2])
    common, rows, columns = (min(a, b) for a, b in zip(x.shape, other.shape))
    y = x.copy()
    here = y[:common, : rows * repeat : repeat, : columns * repeat : repeat]
    there = other[:common, : rows * step : step, : columns * step : step]
    here *= section.number("alpha", 1)
    here += section.number("beta", 1) * there
    return ACTIVATIONS[section.text("activation", "linear")](y)


def _upsample(layer, x, _, __):
    stride, scale = layer.section.integer("stride", 2), layer.section.number("scale", 1)
    if stride > 0:
        return scale * x.repeat(stride, axis=1).repeat(stride, axis=2)
    c, h, w = layer.shape
    s = -stride
    return scale * x[:, : h * s, : w * s].reshape(c, h, s, w, s).sum(axis=(2, 4))


def _depth_to_space(x, s):
    """[c][h][w] to [c/s^2][h s][w s]; the channels of a block lie c/s^2 apart, row by row."""
    c, h, w = x.shape
    blocks = x.reshape(s, s, c // (s * s), h, w)
    return blocks.transpose(2, 3, 0, 4, 1).reshape(c // (s * s), h * s, w * s)


def _space_to_depth(x, s):
    c, h, w = x.shape
    blocks = x.reshape(c, h // s, s, w // s, s)
    return blocks.transpose(2, 4, 0, 1, 3).reshape(c * s * s, h // s, w // s)


def _reorg(layer, x, _, __):
    section, (c, h, w) = layer.section, x.shape
    s = section.integer("stride", 1)
    reverse = section.integer("reverse", 0)
    if section.integer("flatten", 0):
        if reverse:
            return x.reshape(h * w, c).T.reshape(layer.shape)
        return x.reshape(c, h * w).T.reshape(layer.shape)
    if reverse:
        return _depth_to_space(x, s)
    # Not the inverse of the above: the program takes the input for a map of c / s^2 channels.
    return _space_to_depth(x.reshape(c // (s * s), h * s, w * s), s).reshape(layer.shape)


def _softmax(layer, x, _, __):
    groups = layer.section.integer("groups", 1)
    temperature = layer.section.number("temperature", 1)
    return softmax(x.reshape(groups, -1), 1, temperature)


def _yolo(layer, x, _, __):
    classes, anchors = layer.section.integer("classes", 20), len(layer.section.integers("mask"))
    y = x.reshape(anchors, 5 + classes, *x.shape[1:]).copy()
    for part in (slice(0, 2), slice(4, None)):
        y[:, part] = logistic(y[:, part])
    return y


def _region(layer, x, _, __):
    section = layer.section
    classes, anchors = section.integer("classes", 20), section.integer("num", 1)
    background = section.integer("background", 0)
    y = x.reshape(anchors, 5 + classes, *x.shape[1:]).copy()
    y[:, :2] = logistic(y[:, :2])
    if not background:
        y[:, 4] = logistic(y[:, 4])
    if section.integer("softmax", 0):
        first = 4 if background else 5
        y[:, first:] = softmax(y[:, first:], 1)
    else:
        y[:, 5:] = logistic(y[:, 5:])
    return y


def _detection(layer, x, _, __):
    section, y = layer.section, x.reshape(-1).copy()
    if section.integer("softmax", 0):
        classes = section.integer("classes", 1)
        cells = section.integer("side", 7) ** 2
        y[: cells * classes] = softmax(y[: cells * classes].reshape(cells, classes), 1).reshape(-1)
    return y


_RUN = {
    "convolutional": _convolutional, "connected": _connected, "batchnorm": _batchnorm,
    "maxpool": _maxpool, "shortcut": _shortcut, "upsample": _upsample, "reorg": _reorg,
    "softmax": _softmax, "yolo": _yolo, "region": _region, "detection": _detection,
    "avgpool": lambda layer, x, _, __: x.mean(axis=(1, 2)),
    "route": lambda layer, x, _, outputs: np.concatenate(
        [outputs[n] for n in layer.sources("layers")]),
    "dropout": lambda layer, x, _, __: x,
    "l2norm": lambda layer, x, _, __: x / np.sqrt((x * x).sum(axis=0, keepdims=True)),
    "logistic": lambda layer, x, _, __: logistic(x),
    "activation": lambda layer, x, _, __: ACTIVATIONS[
        layer.section.text("activation", "linear")](x),
}


def run(layers, x, payload):
    """Every layer's output in float64; `payload` yields the tensors in file order."""
    x = x.astype(np.float64)
    outputs = []
    for layer in layers:
        tensors = {kind: next(payload).astype(np.float64) for kind, _, _ in layer.tensors}
        x = _RUN[layer.type](layer, x.reshape(layer.input_shape), tensors, outputs)
        x = x.reshape(layer.shape)
        outputs.append(x)
    return outputs

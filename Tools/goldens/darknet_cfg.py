"""Darknet cfg files as pjreddie's program reads them: sections, shapes, tensors of the weights.

Only what the goldens need. A shape is (channels, height, width).
"""


class Section:
    """One [section] of a cfg file with its options."""

    def __init__(self, name):
        self.name = name
        self.options = {}

    def integer(self, key, default):
        return int(self.options.get(key, default))

    def number(self, key, default):
        return float(self.options.get(key, default))

    def text(self, key, default):
        return self.options.get(key, default)

    def numbers(self, key):
        return [float(word) for word in self.options[key].split(",") if word]

    def integers(self, key):
        return [int(number) for number in self.numbers(key)]


def parse(text):
    """The sections of a cfg file, [net] first. The first of several equal keys counts."""
    sections = []
    for line in text.splitlines():
        line = "".join(line.split())
        if not line or line[0] in "#;":
            continue
        if line[0] == "[":
            sections.append(Section(line.strip("[]")))
        else:
            key, _, value = line.partition("=")
            sections[-1].options.setdefault(key, value)
    return sections


def padding(section):
    """The pixels a convolution pads on every side."""
    size = section.integer("size", 1)
    return size // 2 if section.integer("pad", 0) else section.integer("padding", 0)


class Layer:
    """A section with its place in the network.

    `tensors` are what the weights file holds for it: (kind, count, fan_in) in file order.
    """

    def __init__(self, index, section, input_shape, earlier):
        self.index = index
        self.section = section
        self.type = _ALIASES.get(section.name, section.name)
        self.input_shape = input_shape
        self.tensors = []
        shape = getattr(self, "_" + self.type, None)
        if shape is None:
            raise ValueError(f"layer {index}: [{section.name}] is not covered")
        self.shape = shape(section, input_shape, earlier)

    @property
    def values(self):
        c, h, w = self.shape
        return c * h * w

    def sources(self, key):
        """The layers that `layers=` or `from=` name, as absolute numbers."""
        return [n if n >= 0 else self.index + n for n in self.section.integers(key)]

    def _convolutional(self, section, shape, earlier):
        c, h, w = shape
        filters, size = section.integer("filters", 1), section.integer("size", 1)
        stride, pad = section.integer("stride", 1), padding(section)
        fan_in = c // section.integer("groups", 1) * size * size
        self.tensors = [("biases", filters, 0)]
        if section.integer("batch_normalize", 0):
            self.tensors += [(kind, filters, 0) for kind in ("scales", "mean", "variance")]
        self.tensors.append(("weights", filters * fan_in, fan_in))
        return filters, (h + 2 * pad - size) // stride + 1, (w + 2 * pad - size) // stride + 1

    def _connected(self, section, shape, earlier):
        c, h, w = shape
        outputs, inputs = section.integer("output", 1), c * h * w
        self.tensors = [("biases", outputs, 0), ("weights", outputs * inputs, inputs)]
        if section.integer("batch_normalize", 0):
            self.tensors += [(kind, outputs, 0) for kind in ("scales", "mean", "variance")]
        return outputs, 1, 1

    def _batchnorm(self, section, shape, earlier):
        # No biases: this program neither saves nor loads those of a [batchnorm] section.
        self.tensors = [(kind, shape[0], 0) for kind in ("scales", "mean", "variance")]
        return shape

    def _maxpool(self, section, shape, earlier):
        c, h, w = shape
        stride = section.integer("stride", 1)
        size = section.integer("size", stride)
        pad = section.integer("padding", size - 1)
        return c, (h + pad - size) // stride + 1, (w + pad - size) // stride + 1

    def _avgpool(self, section, shape, earlier):
        return shape[0], 1, 1

    def _route(self, section, shape, earlier):
        found = [earlier[n].shape for n in self.sources("layers")]
        return (sum(c for c, _, _ in found),) + found[0][1:]

    def _upsample(self, section, shape, earlier):
        c, h, w = shape
        stride = section.integer("stride", 2)
        return (c, h * stride, w * stride) if stride > 0 else (c, h // -stride, w // -stride)

    def _reorg(self, section, shape, earlier):
        c, h, w = shape
        s = section.integer("stride", 1)
        if section.integer("reverse", 0):
            return c // (s * s), h * s, w * s
        return c * s * s, h // s, w // s

    def _unchanged(self, section, shape, earlier):
        return shape

    _shortcut = _dropout = _softmax = _yolo = _region = _detection = _unchanged
    _l2norm = _logistic = _activation = _unchanged


_ALIASES = {
    "conv": "convolutional", "conn": "connected", "max": "maxpool", "avg": "avgpool",
    "soft": "softmax", "logxent": "logistic",
}


def layers(text):
    """The input shape of a cfg file and its layers."""
    sections = parse(text)
    net = sections[0]
    shape = tuple(net.integer(key, 0) for key in ("channels", "height", "width"))
    found = []
    for index, section in enumerate(sections[1:]):
        before = found[-1].shape if found else shape
        found.append(Layer(index, section, before, found))
    return shape, found

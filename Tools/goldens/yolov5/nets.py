"""Model descriptions, as dictionaries of YOLOv5's yaml files, of nets with few channels.

A row of `backbone` and `head` is [from, number, module, arguments]. The graphs are those that
upstream's families have; channels are so few that a checkpoint is some tens of kilobytes.
"""

NAMES = ["duck", "pond turtle", "Käfer"]

# Pixels of the input, for each level of the pyramid: stride 4, 8, 16, 32, 64.
ANCHORS = {
    2: [5, 6, 8, 14, 15, 11],
    3: [10, 13, 16, 30, 33, 23],
    4: [30, 61, 62, 45, 59, 119],
    5: [116, 90, 156, 198, 373, 326],
    6: [436, 615, 739, 380, 925, 792],
}
WIDTHS = {1: 64, 2: 64, 3: 64, 4: 128, 5: 128, 6: 128}


class Graph:
    """Rows with their numbers."""

    def __init__(self):
        self.rows = []

    def add(self, module, *arguments, start=-1, number=1):
        """Appends a row and returns its number."""
        self.rows.append([start, number, module, list(arguments)])
        return len(self.rows) - 1

    def yaml(self, levels, depth, width=0.125, **more):
        """The dictionary; `levels` are those of the heads, in their order."""
        return {
            "nc": len(NAMES), "depth_multiple": depth, "width_multiple": width,
            "anchors": [ANCHORS[level] for level in levels],
            "backbone": self.rows[:1], "head": self.rows[1:]} | more


def pyramid(
        levels=(3, 4, 5), depth=0.33, stem="Conv", conv="Conv", block="C3", pool="SPPF",
        pool_first=False, bifpn=False):
    """A backbone to the last level, its features joined on the way down and up again."""
    graph = Graph()
    first, last = levels[0], levels[-1]
    if stem == "Focus":
        graph.add("Focus", WIDTHS[1], 3)
    else:
        graph.add("Conv", WIDTHS[1], 6, 2, 2)
    features = {}
    for level in range(2, last + 1):
        graph.add(conv, WIDTHS[level], 3, 2)
        if level == last and pool_first:
            graph.add(pool, WIDTHS[level], [5, 9, 13])
            features[level] = graph.add(block, WIDTHS[level], False, number=3)
            continue
        repeats = {3: 6, 4: 9}.get(level, 3)
        features[level] = graph.add(block, WIDTHS[level], number=repeats)
        if level == last:
            features[level] = graph.add(pool, WIDTHS[level], 5)

    narrow = {}
    for level in range(last - 1, first - 1, -1):
        narrow[level + 1] = graph.add(conv, WIDTHS[level], 1, 1)
        graph.add("nn.Upsample", None, 2, "nearest")
        graph.add("Concat", 1, start=[-1, features[level]])
        found = graph.add(block, WIDTHS[level], False, number=3)
    heads = {first: found}
    for level in range(first + 1, last + 1):
        graph.add(conv, WIDTHS[level - 1], 3, 2, start=found)
        inputs = [-1, narrow[level]]
        if bifpn and level != last:
            inputs.append(features[level])
        graph.add("Concat", 1, start=inputs)
        found = heads[level] = graph.add(block, WIDTHS[level], False, number=3)
    graph.add("Detect", "nc", "anchors", start=[heads[level] for level in levels])
    return graph.yaml(levels, depth)


def downward():
    """Heads on the way down only, each through its own convolution (upstream's fpn)."""
    graph = Graph()
    graph.add("Focus", 64, 3)
    features = {}
    for level in (2, 3, 4, 5):
        graph.add("Conv", WIDTHS[level], 3, 2)
        features[level] = graph.add("Bottleneck" if level == 2 else "BottleneckCSP",
                                    WIDTHS[level], number=3 if level == 2 else 6)
    features[5] = graph.add("SPP", WIDTHS[5], [5, 9, 13])
    found = graph.add("BottleneckCSP", WIDTHS[5], False, number=6)
    heads = {5: found}
    for level in (4, 3):
        graph.add("nn.Upsample", None, 2, "nearest", start=found)
        graph.add("Concat", 1, start=[-1, features[level]])
        graph.add("Conv", WIDTHS[level], 1, 1)
        found = heads[level] = graph.add("BottleneckCSP", WIDTHS[level], False, number=6)
    graph.add("Detect", "nc", "anchors", start=[heads[3], heads[4], heads[5]])
    return graph.yaml((3, 4, 5), 0.33)


def smallest(**more):
    """Two heads and five convolutions, for all that is about files."""
    graph = Graph()
    graph.add("Conv", 64, 6, 2, 2)
    graph.add("Conv", 64, 3, 2)
    graph.add("Conv", 64, 3, 2)
    middle = graph.add("Conv", 64, 3, 2)
    deep = graph.add("Conv", 128, 3, 2)
    graph.add("nn.Upsample", None, 2, "nearest")
    fine = graph.add("Concat", 1, start=[-1, middle])
    graph.add("Detect", "nc", "anchors", start=[fine, deep])
    return graph.yaml((4, 5), 0.33, **more)


def tiny(reverse=False):
    """Two heads and a dozen convolutions."""
    graph = Graph()
    graph.add("Conv", 64, 6, 2, 2)
    graph.add("Conv", 64, 3, 2)
    graph.add("Conv", 64, 3, 2)
    graph.add("C3", 64, number=3)
    middle = graph.add("Conv", 64, 3, 2)
    graph.add("Conv", 128, 3, 2)
    deep = graph.add("SPPF", 128, 5)
    graph.add("nn.Upsample", None, 2, "nearest")
    graph.add("Concat", 1, start=[-1, middle])
    fine = graph.add("Conv", 64, 1, 1)
    heads = [deep, fine] if reverse else [fine, deep]
    graph.add("Detect", "nc", "anchors", start=heads)
    return graph.yaml((5, 4) if reverse else (4, 5), 0.33)


def darknet_tiny():
    """YOLOv3-tiny as upstream has it: pooling, and a padding before the last pooling."""
    graph = Graph()
    graph.add("Conv", 64, 3, 1)
    for width in (64, 64, 64):
        graph.add("nn.MaxPool2d", 2, 2, 0)
        graph.add("Conv", width, 3, 1)
    graph.add("nn.MaxPool2d", 2, 2, 0)
    middle = graph.add("Conv", 64, 3, 1)
    graph.add("nn.MaxPool2d", 2, 2, 0)
    graph.add("Conv", 128, 3, 1)
    graph.add("nn.ZeroPad2d", [0, 1, 0, 1])
    graph.add("nn.MaxPool2d", 2, 1, 0)
    graph.add("Conv", 128, 3, 1)
    turn = graph.add("Conv", 64, 1, 1)
    coarse = graph.add("Conv", 128, 3, 1)
    graph.add("Conv", 64, 1, 1, start=turn)
    graph.add("nn.Upsample", None, 2, "nearest")
    graph.add("Concat", 1, start=[-1, middle])
    fine = graph.add("Conv", 64, 3, 1)
    graph.add("Detect", "nc", "anchors", start=[fine, coarse])
    return graph.yaml((4, 5), 1.0)


def odd_convolutions():
    """CrossConv, C3x, DWConv, dilation, groups, a row repeated as nn.Sequential."""
    graph = Graph()
    graph.add("Conv", 64, 3, 2)
    graph.add("DWConv", 128, 3, 2)
    graph.add("CrossConv", 64, 3, 2)
    graph.add("C3x", 64, number=6)
    graph.add("CrossConv", 64, 5, 1, 1, 1.0, True)
    graph.add("Conv", 64, 3, 1, None, 2, 2)
    graph.add("Bottleneck", 64, number=9)
    middle = graph.add("Conv", 64, [1, 3], [2, 2], [0, 1])
    graph.add("DWConv", 128, 5, 2)
    deep = graph.add("Conv", 128, 3, 1, 1, 4, number=6)
    graph.add("Detect", "nc", "anchors", start=[middle, deep])
    return graph.yaml((4, 5), 0.33)


def odd_scales():
    """Contract, Expand, both transposed convolutions, Identity, BatchNorm2d, MaxPool2d."""
    graph = Graph()
    graph.add("Conv", 64, 3, 2)
    graph.add("Contract", 2)
    graph.add("Conv", 64, 1, 1)
    graph.add("nn.MaxPool2d", 3, 2, 1)
    graph.add("nn.BatchNorm2d")
    fine = graph.add("Conv", 64, 3, 2)
    graph.add("Conv", 128, 3, 2)
    deep = graph.add("nn.Identity")
    graph.add("DWConvTranspose2d", 128, 4, 2, 1)
    up = graph.add("Concat", 1, start=[-1, fine])
    graph.add("nn.ConvTranspose2d", 64, 3, 2, 1, 1, start=deep)
    graph.add("Concat", 1, start=[-1, up])
    graph.add("Conv", 256, 1, 1)
    graph.add("Expand", 2)
    graph.add("Conv", 64, 3, 2)
    graph.add("Conv", 64, 1, 1)
    middle = graph.add("nn.Sequential")
    graph.add("Detect", "nc", "anchors", start=[middle, deep])
    return graph.yaml((4, 5), 1.0)


def odd_mixtures():
    """MixConv2d, C3SPP, GhostBottleneck with a stride, bilinear upsampling: hardly ever seen."""
    graph = Graph()
    graph.add("Conv", 64, 3, 2)
    graph.add("MixConv2d", 64, [3, 5], 2)
    graph.add("GhostBottleneck", 64, 3, 2)
    graph.add("GhostConv", 64, 3, 2)
    middle = graph.add("C3SPP", 64, [3, 5])
    deep = graph.add("Conv", 128, 3, 2)
    graph.add("nn.Upsample", None, 2, "bilinear", False)
    graph.add("Concat", 1, start=[-1, middle])
    fine = graph.add("Conv", 64, 1, 1)
    graph.add("Detect", "nc", "anchors", start=[fine, deep])
    return graph.yaml((4, 5), 1.0)

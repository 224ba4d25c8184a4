"""Which nets, pictures and boxes the golden files hold, and the seeds they are made from."""

# Net: weights' seed, gain, input's seed. Gains keep the values of all layers within a few units.
SMALL_NETS = {
    "conv-sizes": (101, 2, 201),
    "conv-groups": (102, 2, 202),
    "activations": (103, 12, 203),
    "pooling": (104, 2, 204),
    "joins": (105, 1.5, 205),
    "one-pixel": (106, 2.5, 206),
    "classifier": (107, 2, 207),
    "normalizations": (108, 3, 208),
    "reorg-flatten": (109, 2, 209),
    "downsample": (110, 2, 210),
    "yolo-two-heads": (111, 2, 211),
    "region-softmax": (112, 2, 212),
    "region-logistic": (113, 2, 213),
    "region-background": (114, 2, 214),
    "detection": (115, 2, 215),
    "detection-softmax": (116, 2, 216),
}

# Shipped cfg: input's width and height, then seed, gain, input's seed.
SHIPPED_NETS = {
    "yolov1-tiny": (128, 96, 301, 2, 401),
    "yolov2-tiny-voc": (96, 64, 302, 2, 402),
    "yolov2-tiny": (96, 64, 303, 2, 403),
    "yolov2-voc": (96, 64, 304, 2, 404),
    "yolov2": (96, 64, 305, 2, 405),
    "yolov3-tiny": (128, 96, 306, 2, 406),
    "yolov3-voc": (96, 64, 307, 1, 407),
    "yolov3": (96, 64, 308, 1, 408),
    "yolov3-spp": (128, 64, 309, 1, 409),
    "yolov3-openimages": (64, 96, 310, 1, 410),
}

# Net, threshold, overlap, and the picture sizes (width, height) whose boxes are asked for.
BOX_NETS = {
    "yolo-two-heads": (0.4, 0.45, [(200, 150), (150, 200), (96, 64)]),
    "region-softmax": (0.15, 0.3, [(200, 150), (75, 301)]),
    "region-logistic": (0.2, 0.3, [(200, 150)]),
    "region-background": (0.25, 0.2, [(200, 150)]),
    "detection": (0.1, 0.45, [(200, 150)]),
    "detection-softmax": (0.1, 0.2, [(200, 150)]),
}

# Picture's (width, height, channels), then the wanted (width, height).
PICTURES = [
    ((24, 24, 3), (24, 24)), ((48, 48, 3), (24, 24)), ((12, 12, 3), (24, 24)),
    ((40, 20, 3), (32, 32)), ((20, 40, 3), (32, 32)), ((33, 17, 3), (32, 24)),
    ((17, 33, 3), (24, 32)), ((7, 5, 3), (40, 32)), ((5, 7, 3), (33, 31)),
    ((1, 20, 3), (32, 32)), ((4, 1, 3), (32, 32)), ((1, 1, 3), (16, 16)),
    ((2, 2, 3), (15, 17)), ((3, 50, 3), (32, 32)), ((50, 4, 3), (32, 32)),
    ((100, 75, 3), (32, 32)), ((75, 100, 3), (32, 32)), ((61, 47, 3), (13, 11)),
    ((64, 48, 3), (41, 29)), ((31, 31, 1), (24, 20)), ((13, 29, 1), (50, 40)),
    ((97, 53, 3), (48, 48)), ((23, 90, 3), (48, 16)), ((90, 23, 3), (16, 48)),
    ((8, 2, 3), (8, 42)), ((9, 7, 3), (12, 38)),
]

# Seed, boxes, classes, overlap.
SUPPRESSIONS = [
    (601, 60, 4, 0.45), (5601, 60, 4, 0.3), (9601, 25, 1, 0.6), (12601, 40, 7, 0.05),
    (15602, 1, 2, 0.45),
]

#!/usr/bin/env python3
"""Writes the golden files of Debian's `darknet` (pjreddie/darknet 61c9d02e) for YOLOKit's tests.

    apt-get install darknet gcc && pip install numpy
    Tools/goldens/make-darknet-goldens.py [PART ...]

PART is one or more of
    layers    every layer of the small nets in Fixtures/darknet/*.cfg
    shipped   samples of the package's own yolo*.cfg at a small input size
    images    letterbox_image and resize_image of made-up pictures
    boxes     boxes of the small nets with a head, before and after suppression
    nms       suppression of made-up boxes
    photos    YOLOv3-tiny on the photos in Weights/photos (Weights/yolov3-tiny.{cfg,weights})
and without any, all of them are made. Fixtures are below Tests/YOLOKitTests/Fixtures, whose
README.md describes them; --fixtures names another folder. Weights, inputs and pictures are made
from seeds by formula.py, so they are not stored. Every value of `layers`, `shipped` and `images` is
also computed in float64 by darknet_float64.py or image_float64.py; a difference above the limit
stops the script.
"""
import argparse
import hashlib
import json
import pathlib
import sys

import numpy as np

import darknet_cfg
import darknet_float64
import formula
import image_float64
from darknet_program import SHIPPED_CFGS, Darknet, package_version
from golden_cases import BOX_NETS, PICTURES, SHIPPED_NETS, SMALL_NETS, SUPPRESSIONS

ROOT = pathlib.Path(__file__).resolve().parents[2]

HEADS = ("yolo", "region", "detection")
LIMIT = 2e-4


def made_by():
    return {
        "program": "libdarknet.so of Debian's darknet (pjreddie/darknet 61c9d02e, CPU, float32)",
        "version": package_version(),
        "script": "Tools/goldens/make-darknet-goldens.py",
    }


def write_json(path, contents):
    """Writes one level of lists of objects a line each, so that changes show as lines."""
    rows = {}
    for key, value in contents.items():
        if isinstance(value, list) and value and isinstance(value[0], dict):
            lines = ",\n".join("  " + json.dumps(row, allow_nan=False) for row in value)
            rows[key] = f"[\n{lines}\n ]"
        else:
            rows[key] = json.dumps(value, allow_nan=False)
    body = ",\n".join(f" {json.dumps(key)}: {row}" for key, row in rows.items())
    replace(path, f"{{\n{body}\n}}\n".encode())


def replace(path, data):
    path.parent.mkdir(parents=True, exist_ok=True)
    aside = path.with_name(path.name + ".tmp")
    aside.write_bytes(data)
    aside.replace(path)


def digest(data):
    return hashlib.sha256(data).hexdigest()


def rounded(number):
    return float(f"{number:.5g}")


def predict(darknet, text, seed, gain, input_seed):
    """All layers of a net by the program and in float64."""
    shape, layers = darknet_cfg.layers(text)
    tensors = [tensor for layer in layers for tensor in layer.tensors]
    cfg = darknet.folder / "net.cfg"
    cfg.write_text(text)
    weights = darknet.write_weights(formula.payload(tensors, seed, gain))
    tensor = formula.input_tensor(input_seed, shape)
    outputs = darknet.layers(cfg, weights, tensor)
    exact = darknet_float64.run(layers, tensor, formula.payload(tensors, seed, gain))
    about = {
        "input": list(shape), "seed": seed, "gain": gain, "input_seed": input_seed,
        "weight_count": sum(count for _, count, _ in tensors),
        "weights_sha256": digest(weights.read_bytes()),
        "input_sha256": digest(tensor.tobytes()),
    }
    return about, layers, outputs, exact


def describe(name, layer, output, exact):
    """What the json says of a layer; stops where the program and float64 disagree."""
    if output.size != layer.values:
        sys.exit(f"{name} layer {layer.index}: {output.size} values, shape {layer.shape} expected")
    if not np.isfinite(output).all():
        sys.exit(f"{name} layer {layer.index} [{layer.type}]: a value is not finite")
    difference = np.abs(output - exact.reshape(-1)).max()
    deviation = output.astype(np.float64).std()
    if difference > LIMIT * deviation + 1e-5:
        sys.exit(f"{name} layer {layer.index} [{layer.type}]: off by {difference}, std {deviation}")
    return {
        "index": layer.index, "type": layer.type, "shape": list(layer.shape),
        "std": rounded(deviation), "min": rounded(output.min()), "max": rounded(output.max()),
        "float64_difference": rounded(difference),
    }


def spread(rows):
    """The largest difference from float64 in a net, in standard deviations of the layer."""
    return max(row["float64_difference"] / row["std"] for row in rows if row["std"] > 0)


def make_layers(darknet, fixtures):
    for name, (seed, gain, input_seed) in SMALL_NETS.items():
        folder = fixtures / "darknet"
        text = (folder / f"{name}.cfg").read_text()
        about, layers, outputs, exact = predict(darknet, text, seed, gain, input_seed)
        rows, at = [], 0
        for layer, output, other in zip(layers, outputs, exact):
            rows.append(describe(name, layer, output, other) | {"offset": at})
            at += output.size
        replace(folder / f"{name}.f32", np.concatenate(outputs).tobytes())
        write_json(folder / f"{name}.json", {
            "made_by": made_by(), "cfg": f"{name}.cfg", "values": f"{name}.f32", **about,
            "spread": rounded(spread(rows)), "layers": rows})
        print(f"{name}: {len(rows)} layers, {at} values, spread {spread(rows):.1e}")


def sample(size, head):
    """Which values to keep: (step, count). Odd steps do not fall in with rows or channels."""
    wanted = 6200 if head else 1000
    step = 1 if size <= wanted else -(-size // wanted) | 1
    return step, -(-size // step)


def make_shipped(darknet, fixtures):
    for name, (width, height, seed, gain, input_seed) in SHIPPED_NETS.items():
        original = (SHIPPED_CFGS / f"{name}.cfg").read_bytes()
        text = with_input(original.decode(), width, height)
        about, layers, outputs, exact = predict(darknet, text, seed, gain, input_seed)
        rows, kept, at, differences = [], [], 0, []
        for layer, output, other in zip(layers, outputs, exact):
            row = describe(name, layer, output, other)
            differences.append(row)
            head = layer.type in HEADS
            if not head and layer.index % 10:
                continue
            step, count = sample(output.size, head)
            kept.append(output[::step])
            rows.append(row | {"step": step, "count": count, "offset": at})
            at += count
        folder = fixtures / "darknet-shipped"
        replace(folder / f"{name}.f32", np.concatenate(kept).tobytes())
        write_json(folder / f"{name}.json", {
            "made_by": made_by(), "cfg": f"{name}.cfg", "cfg_sha256": digest(original),
            "values": f"{name}.f32", **about, "layer_count": len(layers),
            "spread": rounded(spread(differences)), "layers": rows})
        print(f"{name}: {len(rows)} layers, {at} values, spread {spread(differences):.1e}")


def with_input(text, width, height):
    """A cfg with another input size and a batch of one."""
    changes = {"width": width, "height": height, "batch": 1, "subdivisions": 1}
    lines, section = [], None
    for line in text.splitlines():
        if line.startswith("["):
            section = line.strip()
        key = line.partition("=")[0].strip()
        if section == "[net]" and key in changes:
            line = f"{key}={changes[key]}"
        lines.append(line)
    return "\n".join(lines) + "\n"


def make_images(darknet, fixtures):
    rows, kept, at, seed = [], [], 0, 501
    for (width, height, channels), (out_width, out_height) in PICTURES:
        for way in ("letterbox", "resize"):
            picture = formula.picture(seed, height, width, channels)
            output = darknet.image(way, picture, out_width, out_height)
            expected, exact = getattr(image_float64, way)(picture, out_width, out_height)
            difference = float(np.abs(output - expected).max())
            if not difference <= 1e-5:
                sys.exit(f"{way} {width}x{height} to {out_width}x{out_height}: off by {difference}")
            rows.append({
                "way": way, "seed": seed, "picture": [height, width, channels],
                "output": [channels, out_height, out_width], "offset": at,
                "last_row_darkened": bool(np.abs(exact - expected).max() > 1e-3)})
            kept.append(output.reshape(-1))
            at += output.size
        seed += 100000
    folder = fixtures / "darknet-image"
    replace(folder / "images.f32", np.concatenate(kept).tobytes())
    write_json(folder / "images.json", {
        "made_by": made_by(), "values": "images.f32", "images": rows})
    dark = sum(row["last_row_darkened"] for row in rows)
    print(f"images: {len(rows)}, {at} values, {dark} with a darkened last row")


def box(number, row):
    """One box as an object, its float32 numbers exact."""
    x, y, w, h, objectness, *probabilities = (float(v) for v in row)
    return {"number": number, "cxcywh": [x, y, w, h], "objectness": objectness,
            "probabilities": probabilities}


def pairs(rows):
    """The (box, class) pairs with a probability, best first."""
    found = [{"number": number, "class_id": c, "prob": float(p), "objectness": float(row[4]),
              "cxcywh": [float(v) for v in row[:4]]}
             for number, row in enumerate(rows) for c, p in enumerate(row[5:]) if p > 0]
    return sorted(found, key=lambda pair: -pair["prob"])


def overlaps(boxes):
    """Intersection over union of every box with every other, float64."""
    x, y, w, h = boxes[:, :4].astype(np.float64).T
    edges = [(x - w / 2, x + w / 2), (y - h / 2, y + h / 2)]
    sides = [np.minimum.outer(high, high) - np.maximum.outer(low, low) for low, high in edges]
    both = np.maximum(sides[0], 0) * np.maximum(sides[1], 0)
    return both / (np.add.outer(w * h, w * h) - both)


def check_margins(name, rows, threshold, overlap):
    """Stops where a rounding in the last place could change which boxes stay."""
    iou = overlaps(rows[rows[:, 5:].max(axis=1) > 0]) if len(rows) else np.zeros(0)
    scores = rows[:, 4:][rows[:, 4:] > 0].astype(np.float64)
    for what, values, limit in (("overlap", iou, overlap), ("score", scores, threshold)):
        margin = np.abs(values - limit).min(initial=1)
        if margin < 2e-5:
            sys.exit(f"{name}: an {what} is {margin:.1e} from {limit}; take other numbers")


def make_boxes(darknet, fixtures):
    for name, (threshold, overlap, sizes) in BOX_NETS.items():
        seed, gain, input_seed = SMALL_NETS[name]
        cfg = fixtures / "darknet" / f"{name}.cfg"
        shape, layers = darknet_cfg.layers(cfg.read_text())
        tensors = [tensor for layer in layers for tensor in layer.tensors]
        weights = darknet.write_weights(formula.payload(tensors, seed, gain))
        tensor = formula.input_tensor(input_seed, shape)
        for width, height in sizes:
            stages = darknet.boxes(cfg, weights, tensor, width, height, threshold, overlap)
            check_margins(name, stages["before"], threshold, overlap)
            before = [box(number, row) for number, row in enumerate(stages["before"])
                      if row[4] > 0 and row[5:].max() > 0]
            after = pairs(stages["after"])
            write_json(fixtures / "darknet-boxes" / f"{name}-{width}x{height}.json", {
                "made_by": made_by(), "cfg": f"../darknet/{name}.cfg", "seed": seed, "gain": gain,
                "input_seed": input_seed, "picture": [height, width], "threshold": threshold,
                "overlap": overlap, "relative": 1, "box_count": len(stages["before"]),
                "before": before, "after": after})
            count = len(pairs(stages["before"]))
            print(f"{name} {width}x{height}: {len(before)} boxes, {count} pairs, {len(after)} left")


def made_up_boxes(seed, count, classes):
    """Boxes that crowd around six places, so that many overlap; a third of the numbers are 0."""
    u = formula.unit(seed, 0, count * (5 + classes)).reshape(count, 5 + classes)
    place = np.arange(count) % 6
    x = 0.2 + 0.3 * (place % 3) + 0.1 * (u[:, 0] - 0.5)
    y = 0.3 + 0.4 * (place // 3) + 0.1 * (u[:, 1] - 0.5)
    w, h = 0.1 + 0.15 * u[:, 2], 0.1 + 0.25 * u[:, 3]
    probabilities = np.where(u[:, 5:] < 1 / 3, 0, u[:, 5:]) * u[:, 4:5]
    return np.column_stack([x, y, w, h, u[:, 4], probabilities]).astype("<f4")


def make_nms(darknet, fixtures):
    rows = []
    for seed, count, classes, overlap in SUPPRESSIONS:
        boxes = made_up_boxes(seed, count, classes)
        scores = boxes[:, 4:][boxes[:, 4:] > 0]
        if np.unique(scores).size != scores.size:
            sys.exit(f"nms seed {seed}: equal scores, whose order the program leaves open")
        check_margins(f"nms seed {seed}", boxes, 0, overlap)
        for way in ("sort", "obj"):
            after = darknet.suppress(boxes, overlap, way)
            rows.append({
                "way": way, "seed": seed, "classes": classes, "overlap": overlap,
                "boxes": [[float(v) for v in row] for row in boxes],
                "after": [[float(v) for v in row[4:]] for row in after]})
            pairs_before, pairs_after = (boxes[:, 5:] > 0).sum(), (after[:, 5:] > 0).sum()
            print(f"nms {way} {seed}: {pairs_before} pairs, {pairs_after} left")
    write_json(fixtures / "darknet-boxes" / "nms.json", {"made_by": made_by(), "cases": rows})


def make_photos(darknet, fixtures):
    folder = ROOT / "Weights"
    cfg, weights = folder / "yolov3-tiny.cfg", folder / "yolov3-tiny.weights"
    names = (folder / "coco.names").read_text().split("\n")[:80]
    threshold, overlap, images = 0.1, 0.45, []
    for name in ("coffee.png", "motorcycle_left.png"):
        path = folder / "photos" / name
        (width, height), stages = darknet.photo(cfg, weights, path, threshold, overlap)
        check_margins(name, stages["before"], threshold, overlap)
        detections = []
        for pair in pairs(stages["after"]):
            x, y, w, h = pair["cxcywh"]
            detections.append({
                "cxcywh": pair["cxcywh"],
                "xyxy_px": [(x - w / 2) * width, (y - h / 2) * height,
                            (x + w / 2) * width, (y + h / 2) * height],
                "prob": pair["prob"], "objectness": pair["objectness"],
                "class_id": pair["class_id"], "class": names[pair["class_id"]]})
        images.append({
            "image": name, "image_sha256": digest(path.read_bytes()), "width": width,
            "height": height, "candidates_before_nms": len(stages["before"]),
            "detections": detections})
        print(f"{name}: {[(d['class'], round(d['prob'], 3)) for d in detections]}")
    write_json(fixtures / "yolov3-tiny-cc0-detections.json", {
        "made_by": "{program}, version {version}, by {script}".format(**made_by()),
        "how": "network_predict_image of load_image_color, get_network_boxes, do_nms_sort",
        "weights": weights.name,
        "weights_sha256": digest(weights.read_bytes()),
        "cfg": "yolov3-tiny.cfg (416x416)", "cfg_sha256": digest(cfg.read_bytes()),
        "options": {"thresh": threshold, "hier": 0.5, "nms": overlap, "relative": 1},
        "class_names": names, "images": images})


PARTS = {"layers": make_layers, "shipped": make_shipped, "images": make_images,
         "boxes": make_boxes, "nms": make_nms, "photos": make_photos}


def main():
    parser = argparse.ArgumentParser(description="Writes the golden files of Debian's darknet.")
    parser.add_argument("parts", nargs="*", metavar="PART", help=", ".join(PARTS) + " (all)")
    parser.add_argument("--fixtures", type=pathlib.Path,
                        default=ROOT / "Tests/YOLOKitTests/Fixtures")
    options = parser.parse_args()
    unknown = [part for part in options.parts if part not in PARTS]
    if unknown:
        parser.error(f"unknown part {unknown[0]}; known are {', '.join(PARTS)}")
    darknet = Darknet()
    for part in options.parts or PARTS:
        PARTS[part](darknet, options.fixtures)


if __name__ == "__main__":
    main()

#!/usr/bin/env python3
"""Writes the golden files of pycocotools and YOLOv5's metrics for YOLOKit's evaluation tests.

    python3 -m venv VENV
    VENV/bin/pip install pycocotools==2.0.11 'numpy<2' torch torchvision matplotlib pandas seaborn \\
        scipy pillow pyyaml requests tqdm psutil packaging ipython polars 'setuptools<80' \\
        'opencv-python-headless<4.12'
    VENV/bin/pip install --no-deps yolov5==7.0.14 ultralytics==8.4.190 ultralytics-thop==2.2.3
    VENV/bin/python Tools/goldens/make-evaluation-goldens.py [--fixtures FOLDER]

All labels and detections are made from seeds. coco-NAME.json holds labels in COCO's form, detections
as rows of image id, category id, x, y, width, height, score, and what COCOeval(iouType="bbox") makes of
them: `stats`, its twelve numbers, and the same by category (-1 where there is nothing to find).
yolov5-NAME.json holds labels as rows of image, class, x, y, width, height, detections as rows of image,
class, x, y, width, height, score, and what YOLOv5's val.process_batch and metrics.ap_per_class make of
them. Scores are distinct there, because NumPy's default sort leaves the order of equal ones open.
"""
import argparse
import contextlib
import importlib.metadata
import io
import json
import os
import pathlib
import random

import numpy as np

os.environ.setdefault("YOLO_AUTOINSTALL", "false")
os.environ.setdefault("YOLOv5_AUTOINSTALL", "false")

ROOT = pathlib.Path(__file__).resolve().parents[2]
SIDE = 640
THRESHOLDS = 10

# How each COCO case is made: see `synthetic`.
COCO_CASES = {
    "mixed": dict(seed=1, images=24, categories=6, crowds=0.12, score_step=0.05),
    "fine-scores": dict(seed=2, images=30, categories=4, crowds=0.05),
    "flood": dict(seed=3, images=20, categories=2, crowds=0.1, flood=130, score_step=0.01),
    "sizes": dict(seed=4, images=20, categories=3, crowds=0.0, boundary_areas=True),
    "crowds": dict(seed=5, images=20, categories=2, crowds=0.5, score_step=0.1),
    "first-id-zero": dict(seed=6, images=20, categories=3, crowds=0.1, first_id=0),
    "one-picture": dict(seed=7, images=1, categories=2, crowds=0.0),
    "only-crowds": dict(seed=8, images=20, categories=2, crowds=1.0),
    "odd-boxes": dict(seed=9, images=20, categories=3, crowds=0.2, odd_boxes=True, score_step=0.05),
}

YOLOV5_CASES = {
    "mixed": dict(seed=11, images=24, categories=6),
    "many-labels": dict(seed=12, images=20, categories=2, objects=14),
    "one-class": dict(seed=13, images=20, categories=1),
    "poor": dict(seed=14, images=20, categories=5, jitter=0.35),
    "flood": dict(seed=15, images=20, categories=3, flood=60),
    "nothing-right": dict(seed=17, images=20, categories=2, objects=2, jitter=200.0, exact=0.0),
}


def random_box(rng):
    """A box of any size from a few pixels to most of the picture."""
    width = 4 * (SIDE / 5) ** rng.random()
    height = width * 2 ** rng.uniform(-1, 1)
    width, height = min(width, SIDE - 1), min(height, SIDE - 1)
    return [rng.uniform(0, SIDE - width), rng.uniform(0, SIDE - height), width, height]


def jittered(rng, box, amount):
    """The box moved and resized by a random share of its size."""
    x, y, width, height = box
    share = amount * rng.random() ** 2
    return [
        x + width * rng.uniform(-share, share),
        y + height * rng.uniform(-share, share),
        width * (1 + rng.uniform(-share, share)),
        height * (1 + rng.uniform(-share, share)),
    ]


def rounded(box):
    return [round(v, 2) for v in box]


def synthetic(
    seed, images, categories, crowds=0.0, score_step=None, flood=0, boundary_areas=False,
    first_id=1, odd_boxes=False, objects=7, jitter=0.2, exact=0.15,
):
    """Labels and detections: lists of (image, category, box, ...) with numbers from 0.

    Of every five pictures one has no labels. The last category but one has labels and no
    detections, the last one detections and no labels, where there are more than three.
    """
    rng = random.Random(seed)
    labels, detections = [], []
    spare = categories if categories <= 3 else categories - 2

    def score():
        value = rng.random() ** 2
        return round(round(value / score_step) * score_step, 6) if score_step else round(value, 9)

    for image in range(images):
        for _ in range(rng.randrange(1, objects) if image % 5 != 3 else 0):
            category = rng.randrange(categories - (1 if categories > 3 else 0))
            box = rounded(random_box(rng))
            if odd_boxes and rng.random() < 0.3:
                box = rng.choice([[10, 10, 0, 50], [20, 20, 40, 40], [0, 0, SIDE, SIDE]])
            area = round(box[2] * box[3] * rng.uniform(0.4, 1), 3)
            if boundary_areas:
                area = rng.choice([1023.999, 1024, 1024.001, 9215.999, 9216, 9216.001, 5e3])
                side = rng.choice([32, 96, 31.99, 32.01, 95.99, 96.01])
                box = [float(rng.randrange(500)), float(rng.randrange(500)), side, side]
            is_crowd = int(rng.random() < crowds)
            labels.append((image, category, box, area, is_crowd))
            if category >= spare:
                continue
            for _ in range(rng.choice([0, 1, 1, 1, 2, 3])):
                found = box if rng.random() < exact else rounded(jittered(rng, box, jitter))
                named = category if rng.random() < 0.85 else rng.randrange(spare)
                detections.append((image, named, found, score()))
        for _ in range(rng.randrange(4)):
            named = categories - 1 if rng.random() < 0.3 else rng.randrange(spare)
            detections.append((image, named, rounded(random_box(rng)), score()))
        for _ in range(flood if image % 7 == 0 else 0):
            detections.append((image, 0, rounded(random_box(rng)), score()))
    rng.shuffle(detections)
    return labels, detections


def coco_data(name, options):
    """A case in COCO's form, with ids that are neither dense nor in order."""
    labels, detections = synthetic(**options)
    rng = random.Random(options["seed"] + 1000)
    image_ids = rng.sample(range(1, 10 * options["images"]), options["images"])
    category_ids = sorted(rng.sample(range(1, 91), options["categories"]))
    rng.shuffle(labels)
    ground_truth = {
        "images": [
            {"id": id, "file_name": f"{id:06}.jpg", "width": SIDE, "height": SIDE}
            for id in image_ids
        ],
        "categories": [{"id": id, "name": f"thing {id}"} for id in category_ids],
        "annotations": [
            {
                "id": options.get("first_id", 1) + number, "image_id": image_ids[image],
                "category_id": category_ids[category], "bbox": box, "area": area,
                "iscrowd": is_crowd,
            }
            for number, (image, category, box, area, is_crowd) in enumerate(labels)
        ],
    }
    rows = [
        [image_ids[image], category_ids[category], *box, score]
        for image, category, box, score in detections
    ]
    return ground_truth, rows


def mean_above(values):
    """COCOeval's mean: over what is not -1; -1 where all is."""
    kept = values[values > -1]
    return float(np.mean(kept)) if kept.size else -1.0


def coco_golden(name, options):
    from pycocotools.coco import COCO
    from pycocotools.cocoeval import COCOeval

    ground_truth, rows = coco_data(name, options)
    with contextlib.redirect_stdout(io.StringIO()):
        truth = COCO()
        truth.dataset = json.loads(json.dumps(ground_truth))
        truth.createIndex()
        found = truth.loadRes([
            {"image_id": row[0], "category_id": row[1], "bbox": row[2:6], "score": row[6]}
            for row in rows
        ])
        evaluation = COCOeval(truth, found, iouType="bbox")
        evaluation.evaluate()
        evaluation.accumulate()
        evaluation.summarize()
    precision, recall = evaluation.eval["precision"], evaluation.eval["recall"]
    per_category = [
        {
            "id": int(id),
            "AP": mean_above(precision[:, :, k, 0, 2]),
            "AP50": mean_above(precision[0, :, k, 0, 2]),
            "AP75": mean_above(precision[5, :, k, 0, 2]),
            "AR100": mean_above(recall[:, k, 0, 2]),
        }
        for k, id in enumerate(evaluation.params.catIds)
    ]
    return {
        "made_by": f"pycocotools {importlib.metadata.version('pycocotools')} COCOeval, "
        f"numpy {np.__version__}",
        "ground_truth": ground_truth,
        "detections": rows,
        "stats": [float(value) for value in evaluation.stats],
        "per_category": per_category,
        "mean_precision50": [mean_above(row) for row in precision[0, :, :, 0, 2]],
    }


def yolov5_golden(name, options):
    import torch
    from yolov5.utils.metrics import ap_per_class
    from yolov5.val import process_batch

    labels, detections = synthetic(**options)
    scores = [score for *_, score in detections]
    assert len(set(scores)) == len(scores), "equal scores"
    levels = torch.linspace(0.5, 0.95, THRESHOLDS)
    parts = []
    for image in range(options["images"]):
        of_image = sorted((d for d in detections if d[0] == image), key=lambda d: -d[3])
        boxes = [[d[2][0], d[2][1], d[2][0] + d[2][2], d[2][1] + d[2][3], d[3], d[1]]
                 for d in of_image]
        wanted = [[l[1], l[2][0], l[2][1], l[2][0] + l[2][2], l[2][1] + l[2][3]]
                  for l in labels if l[0] == image]
        found = torch.tensor(boxes, dtype=torch.float32).reshape(-1, 6)
        truth = torch.tensor(wanted, dtype=torch.float32).reshape(-1, 5)
        correct = torch.zeros(len(found), THRESHOLDS, dtype=torch.bool)
        if len(found) and len(truth):
            correct = process_batch(found, truth, levels)
        if len(found) or len(truth):
            parts.append((correct, found[:, 4], found[:, 5], truth[:, 0]))
    stats = [torch.cat(part, 0).numpy() for part in zip(*parts)]
    names = dict(enumerate(f"thing {c}" for c in range(options["categories"])))
    result = {"precision": 0.0, "recall": 0.0, "mAP50": 0.0, "mAP50-95": 0.0, "per_class": []}
    if stats[0].any():
        _, _, p, r, _, ap, classes = ap_per_class(*stats, names=names)
        result = {
            "precision": float(p.mean()), "recall": float(r.mean()),
            "mAP50": float(ap[:, 0].mean()), "mAP50-95": float(ap.mean()),
            "per_class": [
                {"class": int(c), "precision": float(p[i]), "recall": float(r[i]),
                 "mAP50": float(ap[i, 0]), "mAP50-95": float(ap[i].mean())}
                for i, c in enumerate(classes)
            ],
        }
    versions = ", ".join(f"{package} {importlib.metadata.version(package)}"
                         for package in ("yolov5", "torch", "numpy"))
    return {
        "made_by": f"val.process_batch and metrics.ap_per_class of {versions}",
        "images": options["images"],
        "labels": [[image, category, *box] for image, category, box, _, _ in labels],
        "detections": [[image, category, *box, score] for image, category, box, score in detections],
        **result,
    }


def write(path, golden):
    """One member a line, and one row a line in the long lists."""
    lines = []
    for key, value in golden.items():
        if isinstance(value, dict):
            inner = ",\n".join(f" {json.dumps(k)}: {rows(v)}" for k, v in value.items())
            lines.append(f"{json.dumps(key)}: {{\n{inner}}}")
        else:
            lines.append(f"{json.dumps(key)}: {rows(value)}")
    path.write_text("{\n" + ",\n".join(lines) + "\n}\n")


def rows(value):
    if isinstance(value, list) and value and isinstance(value[0], (list, dict)):
        return "[\n" + ",\n".join("  " + json.dumps(row) for row in value) + "\n ]"
    return json.dumps(value)


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument(
        "--fixtures", type=pathlib.Path,
        default=ROOT / "Tests" / "YOLOKitTests" / "Fixtures" / "evaluation")
    folder = parser.parse_args().fixtures
    folder.mkdir(parents=True, exist_ok=True)
    for name, options in COCO_CASES.items():
        golden = coco_golden(name, options)
        write(folder / f"coco-{name}.json", golden)
        print(f"coco-{name}: AP {golden['stats'][0]:.4f}, {len(golden['detections'])} detections")
    for name, options in YOLOV5_CASES.items():
        golden = yolov5_golden(name, options)
        write(folder / f"yolov5-{name}.json", golden)
        print(f"yolov5-{name}: mAP {golden['mAP50-95']:.4f}, P {golden['precision']:.4f}, "
              f"{len(golden['detections'])} detections")


if __name__ == "__main__":
    main()

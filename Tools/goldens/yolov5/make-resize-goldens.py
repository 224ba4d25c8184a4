#!/usr/bin/env python3
"""Writes goldens of cv2.resize on 8-bit pictures and of YOLOv5's letterbox.

    pip install numpy 'setuptools<81' opencv-python-headless torch
    pip install --no-deps 'yolov5==7.0.*'
    Tools/goldens/yolov5/make-resize-goldens.py [--fixtures FOLDER]

Every picture is resized by the program with its usual threads and vector instructions, with one
thread, with cv2.setUseOptimized(False), and in other processes with OPENCV_IPP=disabled and with
OPENCV_CPU_DISABLE; the results must be the same byte for byte, and the same as opencv_resize.py
says, also over random sizes. Anything else stops the script.
"""
import argparse
import hashlib
import json
import os
import pathlib
import subprocess
import sys
from unittest import mock

import cv2
import numpy as np

sys.path.insert(1, str(pathlib.Path(__file__).resolve().parents[1]))

import formula
import opencv_resize
import upstream
from fixture_files import FIXTURES, replace, write_json

# (source width, height, channels, target width, height)
LINEAR = (
    (1, 1, 3, 1, 1), (1, 1, 3, 7, 5), (1, 1, 1, 64, 1), (17, 13, 3, 1, 1), (2, 2, 1, 1, 1),
    (2, 2, 3, 3, 3), (3, 3, 1, 2, 2), (5, 1, 3, 11, 4), (1, 9, 3, 6, 17), (31, 1, 1, 12, 1),
    (64, 48, 3, 64, 48), (64, 48, 3, 32, 24), (64, 48, 1, 32, 24), (64, 48, 3, 32, 48),
    (64, 48, 3, 64, 24), (64, 48, 3, 32, 25), (62, 50, 3, 31, 50), (49, 33, 3, 98, 66),
    (40, 30, 1, 120, 90), (37, 53, 3, 64, 92), (81, 60, 3, 64, 47), (128, 72, 3, 64, 36),
    (128, 96, 1, 32, 24), (100, 75, 3, 33, 25), (97, 89, 1, 96, 88), (96, 88, 1, 97, 89),
    (160, 120, 3, 61, 46), (23, 117, 3, 13, 64), (200, 11, 3, 64, 4), (301, 199, 3, 96, 63),
)
AREA = (
    (64, 48, 3, 32, 24), (64, 48, 1, 16, 12), (63, 45, 3, 21, 15), (60, 48, 3, 20, 24),
    (100, 75, 3, 64, 48), (97, 89, 1, 31, 29), (301, 199, 3, 64, 42), (17, 13, 3, 1, 1),
    (98, 49, 1, 2, 1), (40, 60, 3, 41, 30),
)
# (picture width, height, square side or (height, width), auto, scaleup, stride)
LETTERBOXES = (
    (640, 480, 640, True, True, 32), (480, 640, 640, True, True, 32),
    (1280, 720, 640, True, True, 32), (720, 1280, 640, True, True, 32),
    (810, 1080, 640, True, True, 32), (1920, 1080, 640, True, True, 32),
    (4032, 3024, 640, True, True, 32), (500, 375, 640, True, True, 32),
    (333, 500, 640, True, True, 32), (641, 427, 640, True, True, 32),
    (640, 640, 640, True, True, 32), (1, 1, 640, True, True, 32),
    (1000, 3, 640, True, True, 32), (3, 1000, 640, True, True, 32),
    (1281, 1, 640, True, True, 32), (853, 640, 640, True, True, 32),
    (640, 480, 640, False, True, 32), (480, 640, 640, False, True, 32),
    (1280, 720, 640, False, True, 32), (810, 1080, 640, False, True, 32),
    (500, 375, 640, False, True, 32), (333, 500, 640, False, True, 32),
    (641, 427, 640, False, True, 32), (100, 75, 640, False, True, 32),
    (100, 75, 640, True, False, 32), (100, 75, 640, False, False, 32),
    (639, 479, 640, True, False, 32), (639, 479, 640, False, False, 32),
    (1280, 720, 1280, True, True, 64), (1920, 1080, 1280, True, True, 64),
    (810, 1080, 1280, True, True, 64), (1333, 800, 1280, False, True, 64),
    (500, 375, 416, True, True, 32), (500, 375, 320, True, True, 32),
    (77, 101, 96, True, True, 32), (101, 77, 96, False, True, 32),
    (1280, 720, (384, 640), False, True, 32), (810, 1080, (384, 640), False, True, 32),
    (640, 427, (480, 640), True, True, 32), (427, 641, (640, 480), True, False, 32),
    (1280, 721, 640, True, True, 32), (1280, 723, 640, False, True, 32),
)
RANDOM_SIZES = 200
# Vector instructions to do without; those a build lacks are ignored with a warning.
WITHOUT = "SSSE3,SSE4.1,SSE4.2,POPCNT,AVX,FP16,FMA3,AVX2,AVX512-SKX,AVX512-CLX,AVX512-ICL"


def program(image, width, height, interpolation):
    resized = cv2.resize(image, (width, height), interpolation=interpolation)
    return resized.reshape(height, width, image.shape[2])


def check(image, width, height, way):
    """The program's picture, after all comparisons that can be done in this process."""
    interpolation = {"linear": cv2.INTER_LINEAR, "area": cv2.INTER_AREA}[way]
    result = program(image, width, height, interpolation)
    variants = {"the arithmetic of opencv_resize.py": getattr(opencv_resize, f"resize_{way}")(
        image, width, height)}
    threads = cv2.getNumThreads()
    cv2.setNumThreads(1)
    variants["one thread"] = program(image, width, height, interpolation)
    cv2.setUseOptimized(False)
    variants["setUseOptimized(False)"] = program(image, width, height, interpolation)
    cv2.setUseOptimized(True)
    cv2.setNumThreads(threads)
    for name, other in variants.items():
        if not np.array_equal(result, other):
            size = f"{image.shape[1]}x{image.shape[0]}x{image.shape[2]} to {width}x{height}"
            raise SystemExit(f"{way} of {size}: {np.sum(result != other)} bytes differ with {name}")
    return result


def resized(cases, way, first_seed):
    """The rows of the json and the bytes of all cases."""
    rows, parts, offset = [], [], 0
    for number, (width, height, channels, target_width, target_height) in enumerate(cases):
        seed = first_seed + 1_000_000 * number
        image = formula.picture(seed, height, width, channels)
        result = check(image, target_width, target_height, way)
        rows.append({
            "way": way, "seed": seed, "picture": [height, width, channels],
            "output": list(result.shape), "offset": offset})
        parts.append(result.tobytes())
        offset += result.size
    return rows, b"".join(parts)


def random_sizes():
    """Compares over random sizes; returns how many and the digest of all results."""
    generator = np.random.default_rng(20)
    digest = hashlib.sha256()
    count = 0
    for number in range(RANDOM_SIZES):
        most = 1200 if number % 20 == 0 else 90
        width, height, target_width, target_height = (
            int(side) for side in generator.integers(1, most, 4))
        if number % 10 == 1:
            width, height = 2 * target_width, 2 * target_height
        if number % 10 == 2:
            width, height = 3 * target_width, int(generator.integers(1, 6)) * target_height
        if number % 10 in (3, 4, 5):
            width, height = target_width + width, target_height + height
        image = formula.picture(number << 32, height, width, 3 if number % 2 else 1)
        for way in ("linear", "area"):
            digest.update(check(image, target_width, target_height, way).tobytes())
            count += 1
    return count, digest.hexdigest()


def all_of_it():
    linear_rows, linear = resized(LINEAR, "linear", 1)
    area_rows, area = resized(AREA, "area", 2)
    count, digest = random_sizes()
    summary = hashlib.sha256(linear + area + digest.encode()).hexdigest()
    return linear_rows, linear, area_rows, area, count, summary


def in_another_process(environment):
    run = subprocess.run(
        [sys.executable, __file__, "--summary"], env=os.environ | environment,
        stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, check=True, text=True)
    return run.stdout.strip()


def letterboxes():
    """What YOLOv5's letterbox asks OpenCV for."""
    letterbox = upstream.module("utils.augmentations").letterbox
    rows = []
    for width, height, shape, auto, scaleup, stride in LETTERBOXES:
        image = np.zeros((height, width, 3), np.uint8)
        with mock.patch.object(cv2, "resize", wraps=cv2.resize) as resize, \
                mock.patch.object(cv2, "copyMakeBorder", wraps=cv2.copyMakeBorder) as border:
            try:
                result, ratio, (half_width, half_height) = letterbox(
                    image, shape, auto=auto, scaleup=scaleup, stride=stride)
            except cv2.error:
                result = None
        sides = [shape, shape] if isinstance(shape, int) else list(shape)
        row = {
            "picture": [height, width], "limit": sides, "auto": auto, "scaleup": scaleup,
            "stride": stride}
        if result is None:
            asked = resize.call_args.args[1]
            rows.append(row | {"refused": True, "resized": [asked[1], asked[0]]})
            continue
        scaled = resize.call_args.args[1] if resize.called else (width, height)
        top, bottom, left, right = border.call_args.args[1:5]
        rows.append(row | {
            "refused": False, "resized": [scaled[1], scaled[0]], "top": top, "bottom": bottom,
            "left": left, "right": right, "output": list(result.shape[:2]),
            "ratio": float(ratio[0]), "half_padding": [float(half_height), float(half_width)]})
    return rows


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--fixtures", type=pathlib.Path, default=FIXTURES)
    parser.add_argument("--summary", action="store_true", help="print the digest of all results")
    options = parser.parse_args()

    linear_rows, linear, area_rows, area, count, summary = all_of_it()
    if options.summary:
        print(summary)
        return
    for environment in ({"OPENCV_IPP": "disabled"}, {"OPENCV_CPU_DISABLE": WITHOUT}):
        if in_another_process(environment) != summary:
            raise SystemExit(f"other bytes with {json.dumps(environment)}")
    made_by = {
        "program": "cv2.resize of opencv-python-headless (x86-64)", "version": cv2.__version__,
        "numpy": np.__version__, "script": "Tools/goldens/yolov5/make-resize-goldens.py"}
    folder = options.fixtures / "resize"
    replace(folder / "resize.u8", linear + area)
    for row in area_rows:
        row["offset"] += len(linear)
    write_json(folder / "resize.json", {
        "made_by": made_by, "values": "resize.u8", "random_sizes_compared": count,
        "summary_sha256": summary, "images": linear_rows + area_rows})
    write_json(folder / "letterbox.json", {
        "made_by": {
            "program": "letterbox of the PyPI package yolov5", "version": upstream.version(),
            "opencv": cv2.__version__, "script": "Tools/goldens/yolov5/make-resize-goldens.py"},
        "fill": 114, "cases": letterboxes()})
    print(f"{len(linear) + len(area)} bytes, {count} random resizes the same")


if __name__ == "__main__":
    main()

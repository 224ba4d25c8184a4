"""cv2.resize of 8-bit pictures, in integers and float32, bit for bit.

What the program does on x86-64 was found by comparing; the README of the fixtures says it in words.
Pictures are uint8 [height, width, channels]; sizes are (width, height) where a pair is meant.
"""
import math

import numpy as np

f32 = np.float32

ONE = 2048
EPSILON = 2.220446049250313e-16


def scale_of(source, target):
    """Source pixels a target pixel, by two divisions as in the program; they round differently."""
    return 1.0 / (target / source)


def _weights(fraction):
    """The 11-bit weights of a pixel and the next; rint rounds halves to even."""
    return int(np.rint((f32(1) - fraction) * f32(ONE))), int(np.rint(fraction * f32(ONE)))


def linear_taps(source, target, horizontal):
    """The first pixel and the two weights of every target pixel, INTER_LINEAR."""
    scale = scale_of(source, target)
    taps = []
    for position in range(target):
        at = f32((position + 0.5) * scale - 0.5)
        first = math.floor(at)
        fraction = at - f32(first)
        taps.append(_held(first, fraction, source, horizontal))
    return taps


def area_taps(source, target, horizontal):
    """The same for INTER_AREA when either side grows."""
    inverse = target / source
    scale = 1.0 / inverse
    taps = []
    for position in range(target):
        first = math.floor(position * scale)
        fraction = f32((position + 1) - (first + 1) * inverse)
        fraction = f32(0) if fraction <= 0 else fraction - f32(math.floor(fraction))
        taps.append(_held(first, fraction, source, horizontal))
    return taps


def _held(first, fraction, source, horizontal):
    # Columns outside of the picture become the border column with full weight. Rows keep their
    # weights and only the row numbers are held, which rounds differently.
    if horizontal:
        if first < 0:
            first, fraction = 0, f32(0)
        if first >= source - 1:
            first, fraction = source - 1, f32(0)
    return first, *_weights(fraction)


def _mix(image, columns, rows):
    """Both passes of the fixed-point mixing."""
    height, width = image.shape[:2]
    image = image.astype(np.int64)
    x, left, right = (np.array(part) for part in zip(*columns))
    mixed = image[:, x] * left[:, None] + image[:, np.minimum(x + 1, width - 1)] * right[:, None]
    y, upper, lower = (np.array(part) for part in zip(*rows))
    above = mixed[np.clip(y, 0, height - 1)] >> 4
    below = mixed[np.clip(y + 1, 0, height - 1)] >> 4
    total = (upper[:, None, None] * above >> 16) + (lower[:, None, None] * below >> 16)
    return np.clip((total + 2) >> 2, 0, 255).astype(np.uint8)


def _blocks(image, width, height):
    return image.reshape(
        height, image.shape[0] // height, width, image.shape[1] // width, image.shape[2])


def resize_linear(image, width, height):
    """cv2.resize(image, (width, height), interpolation=cv2.INTER_LINEAR)."""
    source_height, source_width = image.shape[:2]
    if (width, height) == (source_width, source_height):
        return image
    if (2 * width, 2 * height) == (source_width, source_height):
        total = _blocks(image, width, height).astype(np.int64).sum((1, 3))
        return ((total + 2) >> 2).astype(np.uint8)
    return _mix(
        image,
        linear_taps(source_width, width, True),
        linear_taps(source_height, height, False))


def area_shares(source, target):
    """(target, source, share) of every source pixel that a target pixel covers, in order."""
    scale = scale_of(source, target)
    shares = []
    for position in range(target):
        start = position * scale
        end = start + scale
        cell = min(scale, source - start)
        last = min(math.floor(end), source - 1)
        first = min(math.ceil(start), last)
        if first - start > 1e-3:
            shares.append((position, first - 1, f32((first - start) / cell)))
        shares += [(position, pixel, f32(1.0 / cell)) for pixel in range(first, last)]
        if end - last > 1e-3:
            shares.append((position, last, f32(min(end - last, 1.0, cell) / cell)))
    return shares


def resize_area(image, width, height):
    """cv2.resize(image, (width, height), interpolation=cv2.INTER_AREA)."""
    source_height, source_width, channels = image.shape
    if (width, height) == (source_width, source_height):
        return image
    across, down = scale_of(source_width, width), scale_of(source_height, height)
    if across < 1 or down < 1:
        return _mix(
            image,
            area_taps(source_width, width, True),
            area_taps(source_height, height, False))
    sides = int(np.rint(across)), int(np.rint(down))
    if abs(across - sides[0]) < EPSILON and abs(down - sides[1]) < EPSILON:
        total = _blocks(image, width, height).astype(np.int64).sum((1, 3))
        if sides == (2, 2):
            return ((total + 2) >> 2).astype(np.uint8)
        return np.rint(total.astype(f32) * (f32(1) / f32(sides[0] * sides[1]))).astype(np.uint8)
    pixels = image.astype(f32)
    rows = np.zeros((source_height, width, channels), f32)
    for target, source, share in area_shares(source_width, width):
        rows[:, target] += pixels[:, source] * share
    result = np.zeros((height, width, channels), f32)
    for target, source, share in area_shares(source_height, height):
        result[target] += rows[source] * share
    return np.clip(np.rint(result), 0, 255).astype(np.uint8)

"""Numbers made from a seed, the same in any language.

    splitmix64(x)   z = x + 0x9E3779B97F4A7C15
                    z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9
                    z = (z ^ z >> 27) * 0x94D049BB133111EB
                    z ^ z >> 31                                (unsigned 64-bit, wrapping)
    u(seed, i)      (splitmix64(seed + i) >> 40) / 2^24        in [0, 1), exact in float32
    byte(seed, i)   splitmix64(seed + i) >> 56

Element i of an input tensor [channel][height][width] is u(input_seed, i); byte i of a picture
[height][width][channel] is byte(seed, i). Number i of a weights file, counted from 0 over the whole
payload, is made from u(seed, i) in float64 by `value`, from left to right as written, and rounded
to float32.
"""
import math

import numpy as np

_MASK = (1 << 64) - 1


def splitmix64(seed, start, count):
    """The outputs for the states seed + start, seed + start + 1, ... as an array of uint64."""
    first = np.uint64((seed + start + 0x9E3779B97F4A7C15) & _MASK)
    with np.errstate(over="ignore"):
        z = first + np.arange(count, dtype=np.uint64)
        z = (z ^ (z >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
        z = (z ^ (z >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
        return z ^ (z >> np.uint64(31))


def unit(seed, start, count):
    """u(seed, start) ... as float64."""
    return (splitmix64(seed, start, count) >> np.uint64(40)).astype(np.float64) / 2.0**24


def picture(seed, height, width, channels):
    """The bytes of a picture, [height][width][channel]."""
    count = height * width * channels
    words = splitmix64(seed, 0, count) >> np.uint64(56)
    return words.astype(np.uint8).reshape(height, width, channels)


def input_tensor(seed, shape):
    """The input of a network, [channel][height][width], float32."""
    return unit(seed, 0, int(np.prod(shape))).astype("<f4").reshape(shape)


def value(kind, u, fan_in, gain):
    """What a tensor of this kind holds, from its u."""
    if kind in ("biases", "mean"):
        return (u - 0.5) * 0.2
    if kind in ("scales", "variance"):
        return 0.5 + u
    if kind == "weights":
        return (u - 0.5) * 2.0 * math.sqrt(3.0 * gain / fan_in)
    raise ValueError(f"no formula for a tensor of {kind}")


def payload(tensors, seed, gain):
    """Yields each tensor (kind, count, fan_in) in the order of the weights file, as float32."""
    at = 0
    for kind, count, fan_in in tensors:
        yield value(kind, unit(seed, at, count), fan_in, gain).astype("<f4")
        at += count

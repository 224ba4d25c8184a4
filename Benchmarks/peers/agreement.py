"""How far the outputs of an engine are from ours.

    python -m peers.agreement EXPECTED FOUND    compares two folders that `yolokit layers` wrote
"""
import json
import pathlib
import sys

import numpy as np

# The folder, beside a network's files, of the input and of what our own engine makes of it.
REFERENCE = "yolokit"


def arrays(folder: pathlib.Path) -> list[np.ndarray]:
    """The outputs that `yolokit layers` wrote into a folder."""
    count = len(list(folder.glob("output*.npy")))
    if not count:
        raise ValueError(f"no output0.npy in {folder.name}")
    return [np.load(folder / f"output{i}.npy") for i in range(count)]


def difference(found: list[np.ndarray], expected: list[np.ndarray]) -> dict[str, float]:
    """The largest difference, absolute and relative to the largest number of the same output.

    Some engines hand outputs out in an order of their own, so each is looked for by its shape.
    """
    if len(found) != len(expected):
        raise ValueError(f"{len(found)} outputs, expected {len(expected)}")
    by_shape = {np.squeeze(array).shape: np.squeeze(array) for array in found}
    relative, absolute = 0.0, 0.0
    for ours in map(np.squeeze, expected):
        theirs = by_shape.get(ours.shape)
        if theirs is None:
            raise ValueError(f"outputs {sorted(by_shape)}, expected one {ours.shape}")
        if not np.isfinite(theirs).all() or not np.isfinite(ours).all():
            raise ValueError("outputs that are not finite")
        error, largest = float(np.abs(theirs - ours).max()), float(np.abs(ours).max())
        absolute = max(absolute, error)
        relative = max(relative, error / (largest if largest > 0 else 1))
    return {"relativeError": relative, "absoluteError": absolute}


if __name__ == "__main__":
    EXPECTED, FOUND = map(pathlib.Path, sys.argv[1:])
    print(json.dumps(difference(arrays(FOUND), arrays(EXPECTED))))

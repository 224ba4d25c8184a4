"""letterbox_image and resize_image of pjreddie's program, computed in float64.

Each returns two answers: `expected`, what the program gives, and `exact`, plain bilinear sampling
with the corners aligned. They differ where the program's float32 position of the last row falls
just short of it: it then takes the row above with weight (1 - dy), nearly 0, and adds nothing to
it, so that the last row of the picture comes out nearly black.
"""
import numpy as np


def _columns(image, width):
    """Resizes [channel][row][column] along the columns; the last column is always taken whole."""
    count = image.shape[2]
    if count == 1 or width == 1:
        return np.repeat(image[:, :, -1:], width, axis=2)
    scale = np.float32(count - 1) / np.float32(width - 1)
    at = (np.arange(width - 1, dtype=np.float32) * scale).astype(np.float32)
    left = at.astype(int)
    part = at.astype(np.float64) - left
    inner = image[:, :, left] * (1 - part) + image[:, :, np.minimum(left + 1, count - 1)] * part
    return np.concatenate([inner, image[:, :, -1:]], axis=2)


def _rows(image, height):
    """The same along the rows, but the last row is (1 - dy) of where its float32 position falls."""
    exact = _columns(image.transpose(0, 2, 1), height).transpose(0, 2, 1)
    expected = exact.copy()
    count = image.shape[1]
    if height > 1 and count > 1:
        scale = np.float32(count - 1) / np.float32(height - 1)
        last = np.float32(height - 1) * scale
        expected[:, -1] = image[:, int(last)] * (1 - (float(last) - int(last)))
    return expected, exact


def _resized(picture, width, height):
    image = picture.astype(np.float64).transpose(2, 0, 1) / 255
    return _rows(_columns(image, width), height)


def resize(picture, width, height):
    return _resized(picture, width, height)


def letterbox(picture, width, height):
    """The picture as large as fits, whole pixels rounded down, amid grey of 0.5."""
    rows, columns, channels = picture.shape
    if width / columns < height / rows:
        inner_width, inner_height = width, rows * width // columns
    else:
        inner_width, inner_height = columns * height // rows, height
    left, top = (width - inner_width) // 2, (height - inner_height) // 2
    answers = []
    for inner in _resized(picture, inner_width, inner_height):
        out = np.full((channels, height, width), 0.5)
        out[:, top : top + inner_height, left : left + inner_width] = inner
        answers.append(out)
    return tuple(answers)

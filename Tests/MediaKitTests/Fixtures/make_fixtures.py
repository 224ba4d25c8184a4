#!/usr/bin/env python3
"""Makes the pictures beside this script and the pixels they must decode to.

Made with Python 3.11, Pillow 13.0.0 (libjpeg-turbo 3.2.0), numpy 2.4.6 and
opencv-python-headless 5.0.0; other versions give the same pictures within a few units a sample.
All pictures are computed here; none is a photograph.

Expected pixels are PGM (grey) or PPM (red-green-blue) files, one for each picture or group of
pictures of equal content:
  - PNG: computed from the samples that this script packs itself; 8-bit ones checked with Pillow.
  - JPEG: decoded by Pillow; four-component ones turned into RGB as browsers do.
"""
import io
import struct
import zlib
from pathlib import Path

import cv2
import numpy as np
from PIL import Image, ImageOps

FOLDER = Path(__file__).parent


def write_expected(name, pixels):
  pixels = np.ascontiguousarray(pixels, dtype=np.uint8)
  height, width = pixels.shape[:2]
  magic = "P5" if pixels.ndim == 2 else "P6"
  (FOLDER / name).write_bytes(f"{magic}\n{width} {height}\n255\n".encode() + pixels.tobytes())


# --- PNG: every colour type and depth, packed here because no library writes them all ---------

WIDTH, HEIGHT = 17, 13
ADAM7 = [(0, 0, 8, 8), (4, 0, 8, 8), (0, 4, 4, 8), (2, 0, 4, 4), (0, 2, 2, 4), (1, 0, 2, 2),
         (0, 1, 1, 2)]


def chunk(kind, data):
  return (struct.pack(">I", len(data)) + kind + data
          + struct.pack(">I", zlib.crc32(kind + data)))


def packed_rows(samples, depth):
  """Rows of [height, width, channels] samples, each after filter byte 0."""
  result = b""
  for row in samples.reshape(samples.shape[0], -1):
    if depth == 16:
      data = row.astype(">u2").tobytes()
    elif depth == 8:
      data = row.astype(np.uint8).tobytes()
    else:
      bits = ((row[:, None] >> np.arange(depth)[::-1]) & 1).astype(np.uint8).reshape(-1)
      data = np.packbits(bits).tobytes()
    result += b"\0" + data
  return result


def png(samples, color, depth, interlaced, extra=()):
  height, width = samples.shape[:2]
  if interlaced:
    data = b""
    for x, y, dx, dy in ADAM7:
      part = samples[y::dy, x::dx]
      if part.size:
        data += packed_rows(part, depth)
  else:
    data = packed_rows(samples, depth)
  header = struct.pack(">IIBBBBB", width, height, depth, color, 0, 0, int(interlaced))
  return (b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header)
          + b"".join(chunk(kind, data) for kind, data in extra)
          + chunk(b"IDAT", zlib.compress(data, 9)) + chunk(b"IEND", b""))


def scaled(samples, depth):
  """Samples of any depth as 0...255, rounded to the nearest."""
  top = 2 ** depth - 1
  return (samples.astype(np.int64) * 255 * 2 + top) // (2 * top)


def make_pngs():
  random = np.random.default_rng(20240)
  channels = {0: 1, 2: 3, 3: 1, 4: 2, 6: 4}
  depths = {0: [1, 2, 4, 8, 16], 2: [8, 16], 3: [1, 2, 4, 8], 4: [8, 16], 6: [8, 16]}
  transparent = {0: lambda d: struct.pack(">H", 1), 2: lambda d: struct.pack(">HHH", 1, 2, 3),
                 3: lambda d: bytes([0, 128])}
  for color, its_depths in depths.items():
    for depth in its_depths:
      samples = random.integers(0, 2 ** depth, (HEIGHT, WIDTH, channels[color]))
      extra = [(b"gAMA", struct.pack(">I", 200000))]
      if color == 3:
        palette = random.integers(0, 256, (2 ** depth, 3))
        extra.append((b"PLTE", palette.astype(np.uint8).tobytes()))
        expected = palette[samples[:, :, 0]]
      else:
        expected = scaled(samples, depth)
        expected = expected[:, :, :3] if color in (2, 6) else expected[:, :, 0]
      name = f"png-type{color}-{depth}bit"
      write_expected(f"{name}.expected", expected)
      for interlaced in (False, True):
        suffix = "-adam7" if interlaced else ""
        (FOLDER / f"{name}{suffix}.png").write_bytes(
          png(samples, color, depth, interlaced, extra))
      if color in transparent:
        with_transparency = extra + [(b"tRNS", transparent[color](depth))]
        (FOLDER / f"{name}-trns.png").write_bytes(
          png(samples, color, depth, False, with_transparency))
      if depth == 8 and color in (0, 2, 3):
        image = Image.open(FOLDER / f"{name}-adam7.png")
        decoded = np.asarray(image.convert("RGB") if color == 3 else image)
        assert (decoded == expected).all(), name


# --- JPEG ---------------------------------------------------------------------------------

def scene(width=45, height=37):
  """A smooth picture with edges, different in every corner."""
  y, x = np.mgrid[0:height, 0:width]
  red = 255 * x / (width - 1)
  green = 255 * y / (height - 1)
  blue = 128 + 100 * np.sin(x / 5) * np.cos(y / 7)
  picture = np.stack([red, green, blue], axis=2)
  picture[5:15, 8:20] = (220, 40, 60)
  picture[20:30, 25:40] = (30, 200, 220)
  return picture.round().clip(0, 255).astype(np.uint8)


def segments(data):
  """(marker, start, end) of each segment before the first scan's data, SOS last."""
  at = 2
  while True:
    marker = data[at + 1]
    length = struct.unpack(">H", data[at + 2:at + 4])[0]
    yield marker, at, at + 2 + length
    if marker == 0xDA:
      return
    at += 2 + length


def without(data, marker):
  for found, start, end in segments(data):
    if found == marker:
      return data[:start] + data[end:]
  raise ValueError(hex(marker))


def with_component_ids(data, ids):
  result = bytearray(data)
  for found, start, _ in segments(data):
    if found == 0xC0:
      for index, component in enumerate(ids):
        result[start + 10 + 3 * index] = component
    if found == 0xDA:
      for index, component in enumerate(ids):
        result[start + 5 + 2 * index] = component
  return bytes(result)


def save_jpeg(name, data, expected=None):
  (FOLDER / f"{name}.jpg").write_bytes(data)
  if expected is None:
    expected = np.asarray(Image.open(io.BytesIO(data)))
  write_expected(f"{name}.expected", expected)


def encoded(image, **options):
  out = io.BytesIO()
  image.save(out, "JPEG", quality=90, **options)
  return out.getvalue()


def make_jpegs():
  image = Image.fromarray(scene())
  save_jpeg("jpeg-444", encoded(image, subsampling="4:4:4"))
  save_jpeg("jpeg-422", encoded(image, subsampling="4:2:2"))
  save_jpeg("jpeg-420", encoded(image, subsampling="4:2:0"))
  save_jpeg("jpeg-progressive", encoded(image, subsampling="4:2:0", progressive=True))
  save_jpeg("jpeg-restart", encoded(image, subsampling="4:2:0", restart_marker_blocks=1))
  save_jpeg("jpeg-gray", encoded(image.convert("L")))
  save_jpeg("jpeg-gray-progressive", encoded(image.convert("L"), progressive=True))
  save_jpeg("jpeg-rgb", encoded(image, keep_rgb=True))
  plain = without(encoded(image, subsampling="4:2:0"), 0xE0)
  save_jpeg("jpeg-ids-012", with_component_ids(plain, [0, 1, 2]))
  for name, factor in (("411", cv2.IMWRITE_JPEG_SAMPLING_FACTOR_411),
                       ("440", cv2.IMWRITE_JPEG_SAMPLING_FACTOR_440)):
    ok, data = cv2.imencode(
      ".jpg", scene()[:, :, ::-1], [cv2.IMWRITE_JPEG_SAMPLING_FACTOR, factor])
    assert ok
    save_jpeg(f"jpeg-{name}", data.tobytes())


def make_ink_jpegs():
  """Four components, stored inverted: 255 is no ink. Pillow inverts when it writes."""
  rgb = scene(24, 16).astype(np.int64)
  black = np.maximum(rgb.max(axis=2), 1)
  stored = np.dstack([(rgb * 255 + black[:, :, None] // 2) // black[:, :, None], black])
  stored = stored.clip(0, 255)
  cmyk = encoded(Image.fromarray((255 - stored).astype(np.uint8), "CMYK"))

  def light(data):
    inks = 255 - np.asarray(Image.open(io.BytesIO(data))).astype(np.int64)
    return (inks[:, :, :3] * inks[:, :, 3:] + 127) // 255

  expected = light(cmyk)
  save_jpeg("jpeg-cmyk-adobe", cmyk, expected)
  save_jpeg("jpeg-cmyk-plain", without(cmyk, 0xEE), expected)

  # YCCK: the stored inks' complements as YCbCr, black as it is, Adobe transform 2.
  c, m, y = (255 - stored[:, :, index] for index in range(3))
  luma = 0.299 * c + 0.587 * m + 0.114 * y
  ycck = np.dstack([luma, (y - luma) * 0.564334 + 128, (c - luma) * 0.713267 + 128,
                    stored[:, :, 3]]).round().clip(0, 255).astype(np.uint8)
  data = bytearray(encoded(Image.fromarray(255 - ycck, "CMYK")))
  for found, _, end in segments(bytes(data)):
    if found == 0xEE:
      data[end - 1] = 2
  data = bytes(data)
  decoded = cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_COLOR)[:, :, ::-1]
  save_jpeg("jpeg-ycck", data, decoded)

  for name, adobe in (("adobe", True), ("plain", False)):
    red = np.zeros((8, 8, 4), np.uint8)
    red[:, :] = (0, 255, 255, 0)  # Pillow's inks: magenta and yellow, no black
    data = encoded(Image.fromarray(red, "CMYK"))
    (FOLDER / f"jpeg-cmyk-red-{name}.jpg").write_bytes(data if adobe else without(data, 0xEE))


def make_oriented():
  stored = Image.fromarray(scene(24, 16))
  for orientation in range(1, 9):
    exif = Image.Exif()
    exif[0x0112] = orientation
    data = encoded(stored, subsampling="4:4:4", exif=exif)
    (FOLDER / f"orientation-{orientation}.jpg").write_bytes(data)
    upright = ImageOps.exif_transpose(Image.open(io.BytesIO(data)))
    write_expected(f"orientation-{orientation}.expected", np.asarray(upright))


if __name__ == "__main__":
  make_pngs()
  make_jpegs()
  make_ink_jpegs()
  make_oriented()
  print(sum(path.stat().st_size for path in FOLDER.iterdir()), "bytes")

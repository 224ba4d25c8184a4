"""Builds darknet-dump.c against Debian's libdarknet and calls it."""
import pathlib
import struct
import subprocess
import tempfile

import numpy as np

LIBRARY = "/usr/lib/darknet"
SHIPPED_CFGS = pathlib.Path("/usr/share/darknet/cfg")


def package_version():
    """The version of the installed Debian package."""
    return subprocess.run(["dpkg-query", "-W", "-f=${Version}", "darknet"], check=True, text=True,
                          capture_output=True).stdout


class Darknet:
    """The compiled helper in a temporary folder, which goes away with it."""

    def __init__(self):
        self._folder = tempfile.TemporaryDirectory(prefix="darknet-goldens-")
        self.folder = pathlib.Path(self._folder.name)
        self._program = self.folder / "darknet-dump"
        source = pathlib.Path(__file__).with_name("darknet-dump.c")
        subprocess.run(["gcc", "-O1", f"-I{LIBRARY}/include", source, "-o", self._program,
                        f"-L{LIBRARY}", "-ldarknet", f"-Wl,-rpath,{LIBRARY}"], check=True)

    def _run(self, *arguments, data=None):
        command = [self._program, *map(str, arguments)]
        done = subprocess.run(command, input=data, capture_output=True)
        if done.returncode:
            raise RuntimeError(f"darknet-dump {arguments[0]}: status {done.returncode}: "
                               + done.stderr.decode(errors="replace")[-500:])
        return [line.split() for line in done.stdout.decode().splitlines()]

    def write_weights(self, payload):
        """Writes a weights file: int32 0, 2, 0 and uint64 0 in front, then the numbers."""
        path = self.folder / "formula.weights"
        with open(path, "wb") as file:
            file.write(struct.pack("<iiiQ", 0, 2, 0, 0))
            for part in payload:
                file.write(part.tobytes())
        return path

    def write_input(self, tensor):
        path = self.folder / "input.f32"
        tensor.astype("<f4").tofile(path)
        return path

    def layers(self, cfg, weights, tensor):
        """Every layer's output array, flat."""
        out = self.folder / "layers.f32"
        rows = self._run("layers", cfg, weights, self.write_input(tensor), out)
        counts = [int(count) for _, count in rows]
        return np.split(np.fromfile(out, "<f4"), np.cumsum(counts)[:-1])

    def boxes(self, cfg, weights, tensor, width, height, threshold, overlap):
        """Boxes of a width x height picture before and after suppression."""
        return _stages(self._run("boxes", cfg, weights, self.write_input(tensor), width, height,
                                 repr(threshold), repr(overlap)))

    def photo(self, cfg, weights, path, threshold, overlap):
        """The size of a picture file and its boxes before and after suppression."""
        size, *rows = self._run("photo", cfg, weights, path, repr(threshold), repr(overlap))
        return (int(size[1]), int(size[2])), _stages(rows)

    def suppress(self, boxes, overlap, way):
        """`boxes` are rows of x, y, w, h, objectness, one number a class; way is sort or obj."""
        rows = self._run("nms", len(boxes), boxes.shape[1] - 5, repr(overlap), way,
                         data=boxes.astype("<f4").tobytes())
        return _stages(rows)["after"]

    def image(self, way, picture, width, height):
        """letterbox_image or resize_image of bytes [height][width][channel]."""
        source, out = self.folder / "picture.bytes", self.folder / "picture.f32"
        picture.tofile(source)
        h, w, c = picture.shape
        self._run("image", way, source, w, h, c, width, height, out)
        return np.fromfile(out, "<f4").reshape(c, height, width)


def _stages(rows):
    """{"before": boxes, "after": boxes}, float32 rows in the order the program made the boxes."""
    return {stage: np.array([row[2:] for row in rows if row[0] == stage], dtype=np.float32)
            for stage in ("before", "after")}

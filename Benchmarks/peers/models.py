"""Which networks are measured, and the files in which each engine gets them."""
import os
import pathlib
from dataclasses import dataclass

from peers.environment import ROOT, Programs, Stop, output

# Where the formula of the input starts; Tools/check-onnx uses the same.
SEED = "7"


@dataclass(frozen=True)
class Network:
    """A network, and how `yolokit` is told to load it."""
    name: str
    size: int
    source: str
    options: tuple[str, ...] = ()

    @property
    def weights(self) -> str:
        return "synthetic" if "--synthetic" in self.options else "file"


def synthetic(gain: int) -> tuple[str, ...]:
    """Made-up weights that take as long. The gain keeps numbers in the range of a trained network:
    with ones that run into zero or infinity, processors are slower or faster than in earnest."""
    return ("--synthetic", "1", "--gain", str(gain))


def yolov3_tiny() -> Network:
    cfg = ROOT / "Weights/yolov3-tiny.cfg"
    if not cfg.exists() or not cfg.with_suffix(".weights").exists():
        raise Stop(f"{cfg.relative_to(ROOT)} or its weights are missing; run Tools/fetch-weights")
    return Network("yolov3-tiny", 416, str(cfg), ("--input-size", "416"))


def yolov5n() -> Network:
    shared = pathlib.Path(os.environ.get("YOLOKIT_SHARED") or ROOT.parent / "shared")
    for folder in (ROOT / "Weights", shared / "data/weights"):
        if (folder / "yolov5n.pt").exists():
            return Network("yolov5n", 640, str(folder / "yolov5n.pt"), ("--input-size", "640"))
    return Network("yolov5n", 640, "yolov5n", synthetic(2))


def yolov5s() -> Network:
    return Network("yolov5s", 640, "yolov5s", synthetic(2))


def yolov3() -> Network:
    cfg = pathlib.Path("/usr/share/darknet/cfg/yolov3.cfg")
    if not cfg.exists():
        raise Stop(f"{cfg} is missing; apt-get install darknet, or leave this network out: "
                   "--models yolov3-tiny,yolov5n,yolov5s")
    return Network("yolov3", 416, str(cfg), (*synthetic(1), "--input-size", "416"))


NETWORKS = {"yolov3-tiny": yolov3_tiny, "yolov5n": yolov5n, "yolov5s": yolov5s, "yolov3": yolov3}


def export(network: Network, folder: pathlib.Path, programs: Programs,
           kernels: dict[str, dict[str, str]]) -> None:
    """Writes a network into a folder of its own, the same weights in every format:

    - model.safetensors for us, model.onnx, and model.ncnn.* and model_pnnx.py made from that
    - for each of our sets of kernels, given by its environment, a folder of its name with input.npy
      and what `yolokit` computes from it: output0.npy ...
    """
    ours = folder / "model.safetensors"
    output([programs.yolokit, "convert", network.source, "-o", ours, *network.options])
    output([programs.yolokit, "convert", ours, "-o", folder / "model.onnx"])
    for name, environment in kernels.items():
        output([programs.yolokit, "layers", ours, "-o", folder / name, "--seed", SEED],
               environment=environment)
    output([programs.pnnx, "model.onnx", f"inputshape=[1,3,{network.size},{network.size}]",
            "fp16=0"], folder)
    # Steps of pnnx on its way, as large as the network each.
    for path in (*folder.glob("*.pnnx.onnx"), *folder.glob("*.pnnxsim.onnx")):
        path.unlink()
    if not (folder / "model.ncnn.bin").exists():
        raise Stop(f"pnnx wrote no model.ncnn.bin for {network.name}")

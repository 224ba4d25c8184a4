"""How each of the other engines loads a network and runs it, with the settings that suit it best.

Every loader returns a `Loaded`: `run` is what is timed, one pass from numbers in memory to numbers in
the engine's own memory; `outputs` hands those out as arrays. All compute on the processor, batch 1, in
single precision unless the precision says otherwise.
"""
import importlib
import importlib.util
import pathlib
from collections.abc import Callable
from types import ModuleType
from typing import Any, NamedTuple

import numpy as np

Arrays = list[np.ndarray]


class Loaded(NamedTuple):
    """A network that is ready to run."""
    precision: str
    run: Callable[[], object]
    outputs: Callable[[], Arrays]


class Engine(NamedTuple):
    """An engine: the package that has it, and how a network is loaded."""
    package: str
    load: Callable[[pathlib.Path, int, np.ndarray], Loaded]

    def module(self) -> ModuleType:
        return importlib.import_module(self.package)

    def version(self) -> str:
        return str(self.module().__version__).split("-")[0].split("+")[0]


def onnxruntime(folder: pathlib.Path, threads: int, image: np.ndarray) -> Loaded:
    import onnxruntime as ort
    options = ort.SessionOptions()
    options.intra_op_num_threads = threads
    options.inter_op_num_threads = 1
    options.graph_optimization_level = ort.GraphOptimizationLevel.ORT_ENABLE_ALL
    options.log_severity_level = 3
    session = ort.InferenceSession(str(folder / "model.onnx"), options,
                                   providers=["CPUExecutionProvider"])
    inputs = {session.get_inputs()[0].name: image}
    return Loaded("fp32", lambda: session.run(None, inputs), lambda: session.run(None, inputs))


def openvino(folder: pathlib.Path, threads: int, image: np.ndarray,
             hints: dict[str, object] | None = None) -> Loaded:
    import openvino as ov
    core = ov.Core()
    settings = {"PERFORMANCE_HINT": "LATENCY", "INFERENCE_NUM_THREADS": threads, "NUM_STREAMS": 1}
    precisions = {"INFERENCE_PRECISION_HINT": "f32"} if hints is None else hints
    model = core.compile_model(core.read_model(folder / "model.onnx"), "CPU",
                               settings | precisions)
    request = model.create_infer_request()
    request.set_input_tensor(ov.Tensor(image))

    def outputs() -> Arrays:
        request.infer()
        return [request.get_output_tensor(i).data for i in range(len(model.outputs))]

    used = model.get_property("INFERENCE_PRECISION_HINT").get_type_name()
    return Loaded("fp32" if hints is None else f"default ({used})", request.infer, outputs)


def openvino_default(folder: pathlib.Path, threads: int, image: np.ndarray) -> Loaded:
    """In the precision that OpenVINO chooses itself: less than single where the processor has it."""
    return openvino(folder, threads, image, hints={})


def ncnn(folder: pathlib.Path, threads: int, image: np.ndarray) -> Loaded:
    """Winograd, sgemm and packing stay on, as they are: without any of them it is slower."""
    import ncnn as library
    net = library.Net()
    net.opt.num_threads = threads
    for name in ("use_fp16_packed", "use_fp16_storage", "use_fp16_arithmetic", "use_bf16_packed",
                 "use_bf16_storage"):
        setattr(net.opt, name, False)
    for load, file in ((net.load_param, "model.ncnn.param"), (net.load_model, "model.ncnn.bin")):
        if load(str(folder / file)):
            raise RuntimeError(f"{file} cannot be loaded")
    (input_name,), names = net.input_names(), net.output_names()
    values = library.Mat(image[0])

    def run() -> list[Any]:
        extractor = net.create_extractor()
        extractor.input(input_name, values)
        results = [extractor.extract(name) for name in names]
        if any(status for status, _ in results):
            raise RuntimeError("an output could not be computed")
        return [value for _, value in results]

    return Loaded("fp32", run, lambda: [np.array(value) for value in run()])


def opencv(kind: str) -> Callable[[pathlib.Path, int, np.ndarray], Loaded]:
    """One of the two engines of OpenCV's module dnn: ENGINE_CLASSIC or ENGINE_NEW."""
    def load(folder: pathlib.Path, threads: int, image: np.ndarray) -> Loaded:
        import cv2
        cv2.setNumThreads(threads)
        net = cv2.dnn.readNetFromONNX(str(folder / "model.onnx"), getattr(cv2.dnn, kind))
        names = net.getUnconnectedOutLayersNames()

        def run() -> Arrays:
            net.setInput(image)
            return list(net.forward(names))

        return Loaded("fp32", run, run)
    return load


def torch(folder: pathlib.Path, threads: int, image: np.ndarray) -> Loaded:
    """The module that pnnx writes, traced and frozen, channels last: faster here than without."""
    import torch as library
    library.set_num_threads(threads)
    library.set_num_interop_threads(1)
    file = folder / "model_pnnx.py"
    specification = importlib.util.spec_from_file_location("model_pnnx", file)
    if specification is None or specification.loader is None:
        raise RuntimeError(f"{file.name} cannot be loaded")
    module = importlib.util.module_from_spec(specification)
    specification.loader.exec_module(module)
    last = library.channels_last
    with library.inference_mode():
        model = module.Model().float().eval().to(memory_format=last)
        values = library.from_numpy(image).to(memory_format=last)
        frozen = library.jit.freeze(library.jit.trace(model, values))

    def run() -> list[Any]:
        with library.inference_mode():
            found = frozen(values)
        return list(found) if isinstance(found, (tuple, list)) else [found]

    return Loaded("fp32", run, lambda: [value.numpy() for value in run()])


ENGINES: dict[str, Engine] = {
    "onnxruntime": Engine("onnxruntime", onnxruntime),
    "openvino": Engine("openvino", openvino),
    "openvino-default": Engine("openvino", openvino_default),
    "ncnn": Engine("ncnn", ncnn),
    "opencv-new": Engine("cv2", opencv("ENGINE_NEW")),
    "opencv-classic": Engine("cv2", opencv("ENGINE_CLASSIC")),
    "torch": Engine("torch", torch),
}

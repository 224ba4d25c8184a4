"""Which engines take part, and as which processes."""
import contextlib
import json
import pathlib
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass, field

from peers.environment import Programs, Stop, clean_environment, output
from peers.models import Network
from peers.turns import Worker, WorkerError

# Between single-precision engines that add in different orders, some of them by Winograd's method.
TOLERANCE = 1e-4
REFERENCE = "yolokit"
NO_LIMIT = "has no means to be kept from AVX-512; it uses what the processor has"


@dataclass(frozen=True)
class Participant:
    """An engine in one precision."""
    engine: str
    # Its name in peers.engines; empty for our own program.
    loader: str = ""
    environment: dict[str, str] = field(default_factory=dict)
    # How --max-isa is obeyed where that is not by the environment alone.
    remark: str = ""

    @property
    def is_ours(self) -> bool:
        return not self.loader


@dataclass
class Entry:
    """An engine that has loaded a network: its process and what it says of itself."""
    participant: Participant
    network: Network
    worker: Worker
    version: str
    precision: str
    gflop: float | None = None
    difference: dict[str, float] = field(default_factory=dict)


def unlimited(with_torch: bool) -> list[Participant]:
    """All engines, each with what the processor has."""
    peers = [Participant(name, name) for name in
             ("onnxruntime", "openvino", "ncnn", "opencv-new", "opencv-classic")]
    peers.insert(2, Participant("openvino", "openvino-default"))
    if with_torch:
        peers.append(Participant("torch", "torch"))
    return [Participant("yolokit"),
            Participant("yolokit-blas", environment={"YOLOKIT_KERNELS": "blas"}), *peers]


def limited_to_avx2(participant: Participant) -> Participant:
    """The same engine, kept from AVX-512 as far as it lets itself be kept."""
    onednn = {"ONEDNN_MAX_CPU_ISA": "AVX2"}
    limits = {
        "yolokit": ({"YOLOKIT_KERNELS": "avx2"}, ""),
        # What its matrix products run on; it asks the processor otherwise.
        "yolokit-blas": ({"YOLOKIT_KERNELS": "blas", "OPENBLAS_CORETYPE": "Haswell"},
                         "runs with `OPENBLAS_CORETYPE=Haswell`, and so does `sgemm`"),
        "onnxruntime": ({}, NO_LIMIT),
        # One for the kernels of oneDNN, one for its own; it wants both or none.
        "openvino": (onednn | {"OV_CPU_MAX_ISA": "AVX2"}, ""),
        "ncnn": ({}, NO_LIMIT),
        "opencv-new": ({"OPENCV_CPU_DISABLE": "AVX512-SKX"}, ""),
        "opencv-classic": ({"OPENCV_CPU_DISABLE": "AVX512-SKX"}, ""),
        "torch": (onednn | {"ATEN_CPU_CAPABILITY": "avx2"}, ""),
    }
    environment, remark = limits[participant.engine]
    return Participant(participant.engine, participant.loader, environment, remark)


def participants(max_isa: str | None, with_torch: bool) -> list[Participant]:
    """The engines in the order of the tables."""
    everybody = unlimited(with_torch)
    return [limited_to_avx2(one) for one in everybody] if max_isa == "avx2" else everybody


def command(participant: Participant, programs: Programs, folder: pathlib.Path | None,
            threads: int) -> list[str | pathlib.Path]:
    """What starts an engine with the network in a folder; with none for a peer's library alone."""
    if participant.is_ours:
        assert folder is not None
        return [programs.benchmark, "--serve", "--model", folder / "model.safetensors",
                "--threads", str(threads)]
    words: list[str | pathlib.Path] = [programs.python, "-m", "peers.worker", participant.loader,
                                       "--threads", str(threads)]
    return [*words, "--folder", folder] if folder else words


def worker(participant: Participant, programs: Programs, folder: pathlib.Path | None,
           threads: int) -> Worker:
    """Starts the process of an engine."""
    return Worker(participant.engine, command(participant, programs, folder, threads),
                  clean_environment() | participant.environment, tempfile.TemporaryFile())


def our_difference(participant: Participant, programs: Programs,
                   folder: pathlib.Path) -> dict[str, float]:
    """How far outputs of one set of our kernels are from those of the set that is measured first."""
    if participant.engine == REFERENCE:
        return {}
    return json.loads(output([programs.python, "-m", "peers.agreement", folder / REFERENCE,
                              folder / participant.engine]))


def enter(participant: Participant, network: Network, programs: Programs, folder: pathlib.Path,
          threads: int, stack: contextlib.ExitStack) -> Entry:
    """Starts an engine, checks its outputs and lets it wait for its turn.

    Raises WorkerError where it cannot load or run the network, Stop where its outputs are not ours.
    """
    process = stack.enter_context(worker(participant, programs, folder, threads))
    greeting = process.greeting()
    if participant.is_ours:
        difference = our_difference(participant, programs, folder)
    else:
        difference = process.ask("compare")
    entry = Entry(participant, network, process, str(greeting.get("version")),
                  str(greeting.get("precision")), greeting.get("gflop"), difference)
    error = difference.get("relativeError", 0)
    if entry.precision == "fp32" and not error <= TOLERANCE:
        raise Stop(f"{network.name}: outputs of {participant.engine} differ from ours by {error:.1e} "
                   f"of the largest number, expected at most {TOLERANCE:.0e}")
    process.pause()
    return entry


def enter_all(everybody: Sequence[Participant], network: Network, programs: Programs,
              folder: pathlib.Path, threads: int, stack: contextlib.ExitStack,
              left_out: list[str]) -> list[Entry]:
    """All engines that can load a network; notes why others cannot."""
    entries = []
    for participant in everybody:
        try:
            entries.append(enter(participant, network, programs, folder, threads, stack))
        except WorkerError as error:
            if participant.is_ours:
                raise Stop(f"{network.name}: {error}") from None
            left_out.append(f"{network.name}: {error}")
    return entries

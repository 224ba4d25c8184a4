"""Builds our programs and the Python environment of the other engines; starts programs."""
import fcntl
import os
import pathlib
import platform
import shutil
import subprocess
import sys
from collections.abc import Sequence
from typing import IO, NamedTuple

ROOT = pathlib.Path(__file__).resolve().parents[2]
FOLDER = ROOT / ".build/peers"
RUN_PREFIX = "run-"
REQUIREMENTS = ROOT / "Benchmarks/peers-requirements.txt"
TORCH_REQUIREMENTS = ROOT / "Benchmarks/peers-requirements-torch.txt"

# What would change the pace of an engine, its number of threads or its kernels.
TUNING = ("OPENBLAS_", "GOTO_", "OMP_", "KMP_", "MKL_", "ONEDNN_", "DNNL_", "OV_", "OPENCV_", "ORT_",
          "ATEN_", "TORCH", "YOLOKIT_KERNELS", "MALLOC_", "LD_PRELOAD")


class Stop(Exception):
    """Why nothing can be measured, and what to do; for a person."""


class Programs(NamedTuple):
    """What is measured and what prepares it."""
    yolokit: pathlib.Path
    benchmark: pathlib.Path
    python: pathlib.Path
    pnnx: pathlib.Path


def clean_environment() -> dict[str, str]:
    """This process's environment without variables that tune engines."""
    return {name: value for name, value in os.environ.items() if not name.startswith(TUNING)}


def output(command: Sequence[str | pathlib.Path], folder: pathlib.Path = ROOT,
           environment: dict[str, str] | None = None) -> str:
    """What a program prints. Stops where it fails."""
    words = [str(word) for word in command]
    try:
        done = subprocess.run(words, cwd=folder, env=clean_environment() | (environment or {}),
                              text=True, errors="replace", capture_output=True)
    except OSError as error:
        raise Stop(f"{words[0]}: {error.strerror}") from None
    if done.returncode:
        told = (done.stderr or done.stdout).strip()[-1500:]
        raise Stop(f"{' '.join(words)}: status {done.returncode}\n{told}")
    return done.stdout


def lock() -> IO[str]:
    """The right to measure: two runs at once would disturb each other. Holds until it is closed."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    file = open(FOLDER / "lock", "w")
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        file.close()
        raise Stop("another compare-peers runs in this clone; wait for its end") from None
    # What a run that was killed could not remove.
    for folder in FOLDER.glob(f"{RUN_PREFIX}*"):
        shutil.rmtree(folder, ignore_errors=True)
    return file


def built_programs(build: pathlib.Path | None) -> tuple[pathlib.Path, pathlib.Path]:
    """`yolokit` and `yolokit-benchmark`: from a folder, or built."""
    if build is None:
        if not shutil.which("swift"):
            raise Stop("swift is missing; Tools/setup says what to install, and --build names a "
                       "folder with programs that are built already")
        print("building YOLOKit", file=sys.stderr, flush=True)
        output(["swift", "build", "-c", "release"])
        build = ROOT / ".build/release"
    programs = build / "yolokit", build / "yolokit-benchmark"
    for program in programs:
        if not program.is_file():
            raise Stop(f"{program} is missing; build it with swift build -c release, or name its "
                       "folder with --build")
    return programs


def python_environment(needs_torch: bool) -> pathlib.Path:
    """The interpreter that has the other engines; installs them where they are not yet as pinned."""
    if platform.machine() != "x86_64":
        raise Stop(f"{REQUIREMENTS.name} pins wheels for x86-64, this machine is "
                   f"{platform.machine()}; run it on another one or add their hashes")
    folder = FOLDER / ("python-torch" if needs_torch else "python")
    files = [REQUIREMENTS, TORCH_REQUIREMENTS] if needs_torch else [REQUIREMENTS]
    python, stamp = folder / "bin/python", folder / "requirements.txt"
    wanted = f"# {sys.version}\n" + "".join(file.read_text() for file in files)
    if stamp.is_file() and stamp.read_text() == wanted and python.exists():
        return python
    print("installing the other engines into .build/peers (from PyPI, once)", file=sys.stderr,
          flush=True)
    make_environment(folder)
    install(python, files)
    # Last, so that an environment that was not finished is made anew.
    stamp.write_text(wanted)
    return python


def make_environment(folder: pathlib.Path) -> None:
    done = subprocess.run([sys.executable, "-m", "venv", "--clear", str(folder)], text=True,
                          capture_output=True)
    if done.returncode:
        shutil.rmtree(folder, ignore_errors=True)
        told = (done.stderr or done.stdout).strip()
        raise Stop("no Python environment can be made; apt-get install python3-venv\n" + told)


def install(python: pathlib.Path, files: Sequence[pathlib.Path]) -> None:
    names = [word for file in files for word in ("--requirement", str(file))]
    # Every wheel is checked by its hash, so nothing is taken along that is not in the files.
    done = subprocess.run([str(python), "-m", "pip", "install", "--quiet", "--no-input",
                           "--disable-pip-version-check", "--no-deps", "--require-hashes",
                           "--only-binary", ":all:", *names], text=True, capture_output=True)
    if done.returncode:
        told = "\n".join(done.stderr.strip().splitlines()[-6:])
        raise Stop("the other engines cannot be installed. PyPI is needed once, or its wheels in a "
                   f"folder that PIP_FIND_LINKS names:\n{told}")


def prepare(build: pathlib.Path | None, needs_torch: bool) -> Programs:
    """All programs, made where they are not there yet."""
    yolokit, benchmark = built_programs(build)
    python = python_environment(needs_torch)
    # Its wheel has a program that needs no Python; the entry point beside it would need PyTorch.
    found = sorted((python.parent.parent / "lib").glob("python3*/site-packages/pnnx/pnnx"))
    if not found:
        raise Stop("the package pnnx has no program any more; see " + REQUIREMENTS.name)
    return Programs(yolokit, benchmark, python, found[0])

"""The figures as Markdown."""
from collections.abc import Sequence

from peers.results import OURS, PRECISION, Results, Row, fastest_peer, our_row, rows_of
from peers.turns import DISTURBED

TITLES = {"opencv-new": "OpenCV, new engine", "opencv-classic": "OpenCV, classic engine",
          "onnxruntime": "ONNX Runtime", "openvino": "OpenVINO", "torch": "PyTorch"}


def title(row: Row) -> str:
    return TITLES.get(row["engine"], str(row["engine"]))


def table(header: Sequence[str], rows: Sequence[Sequence[str]], texts: int) -> str:
    """A table of which the first columns hold text and the others numbers."""
    rule = ["---"] * texts + ["---:"] * (len(header) - texts)
    return "\n".join("| " + " | ".join(cells) + " |" for cells in (header, rule, *rows))


def counted(count: int, noun: str) -> str:
    plural = noun + ("es" if noun.endswith("s") else "s")
    return f"{count} {noun if count == 1 else plural}"


def speed(results: Results, model: Row, row: Row) -> tuple[str, str]:
    """GFLOP/s, and that in percent of the fastest product of matrices."""
    rate = model["gflop"] / row["medianMs"] * 1e3
    return f"{rate:.0f}", f"{rate / results['sgemmGflops'] * 100:.0f} %"


def summary(results: Results) -> str:
    """One row for each network: ours, the fastest peer, and how many times its time we need."""
    rows = []
    for model in results["models"]:
        ours, peer = our_row(results, model["model"]), fastest_peer(results, model["model"])
        size = model["inputSize"]
        theirs = ([f"{peer['medianMs']:.1f} ms, {title(peer)}",
                   f"{ours['medianMs'] / peer['medianMs']:.2f}"] if peer else ["none ran", ""])
        rows.append([model["model"], f"{size}x{size}", f"{ours['medianMs']:.1f} ms", *theirs,
                     *speed(results, model, ours)])
    return table(["network", "input", "YOLOKit", "fastest other engine in fp32",
                  "YOLOKit's time ÷ its", "YOLOKit's GFLOP/s", "of sgemm"], rows, 2)


def model_section(results: Results, model: Row) -> str:
    """All engines on one network."""
    ours, rows = our_row(results, model["model"]), []
    peer = fastest_peer(results, model["model"])
    for row in rows_of(results, model["model"]):
        name = f"**{title(row)}**" if row["engine"] == OURS else title(row)
        median = f"{row['medianMs']:.1f}"
        error = f"{row['relativeError']:.0e}" if "relativeError" in row else ""
        rows.append([f"{name} {row['version']}", row["precision"],
                     f"**{median}**" if row is peer else median, f"{row['p95Ms']:.1f}",
                     f"{row['medianMs'] / ours['medianMs']:.2f}", *speed(results, model, row),
                     error])
    weights = "made-up weights" if model["weights"] == "synthetic" else "trained weights"
    size = model["inputSize"]
    heading = f"## {model['model']}, {size}x{size}, {model['gflop']:.2f} GFLOP, {weights}"
    return heading + "\n\n" + table(
        ["engine", "precision", "median ms", "p95 ms", "÷ YOLOKit", "GFLOP/s", "of sgemm",
         "difference"], rows, 2)


def memory_section(results: Results) -> str:
    """Peak memory, and how it was measured."""
    rows = []
    for row in results["memory"]:
        bare, peak = row["withoutModelMiB"], row["peakMiB"]
        rows.append([title(row), f"{peak:.0f}", "" if bare is None else f"{bare:.0f}",
                     f"{peak - (bare or 0):.0f}"])
    name = results["memory"][0]["model"]
    return (f"## Peak memory, {name}\n\n"
            + table(["engine", "process MiB", "without network", "difference"], rows, 1)
            + "\n\nThe most memory that a process of its own had at once (`VmHWM`), after loading and "
            "three passes. The others run in Python: *without network* is the same interpreter with "
            "NumPy and the engine imported and nothing loaded. Of YOLOKit nothing is taken off.")


def machine_lines(results: Results) -> list[str]:
    machine, settings, versions = results["machine"], results["settings"], results["versions"]
    course = results["course"]
    kind = "virtual machine" if machine["isVirtual"] else "not virtual"
    sets = ", ".join(machine["instructionSets"])
    limit = f"; kept to {settings['maxIsa'].upper()}" if settings["maxIsa"] else ""
    listed = ", ".join(f"{name} {version}" for name, version in versions.items())
    return [
        f"- {machine['cpu']} ({machine['cpuFamily']}; {sets}), {machine['processors']} processors, "
        f"{machine['memoryGiB']} GiB, {kind}; {machine['os']}, {machine['kernel']}",
        f"- {listed}",
        f"- {counted(settings['threads'], 'thread')} for every engine; batch 1; float32 in and out "
        f"unless the precision says otherwise{limit}",
        f"- {counted(settings['rounds'], 'round')} in which every engine in its turn, in an order that "
        f"changed (seed {settings['seed']}), measured {counted(settings['passesPerTurn'], 'pass')} "
        f"after {settings['warmUp']} that did not count",
        f"- engines that waited were stopped, and used {course['idleSeconds']:.2f} s of processor "
        f"time; other programs took {course['otherWorkPercent']:.1f} % of the processors meanwhile "
        f"({course['turns']} turns and {course['repeated']} that did not count because they took more "
        f"than {DISTURBED * 100:.0f} %); load before: {machine['loadBefore']:.2f}",
        f"- {results['date']}, `{results['command']}`",
    ]


def notes(results: Results) -> list[str]:
    """How to read the tables, and what is particular about this run."""
    lines = [
        "*median* and *p95* are of one pass through the network alone: no picture is resized and no "
        "box decoded. *÷ YOLOKit* is how many times YOLOKit's time an engine needs; bold is the "
        f"fastest other engine in {PRECISION}.",
        f"*of sgemm*: GFLOP/s, counted as a direct convolution needs them, in percent of the "
        f"{results['sgemmGflops']:.0f} GFLOP/s that OpenBLAS's `sgemm` reached on this machine with "
        "as many threads. Winograd's method needs fewer operations, so it can pass 100 %.",
        "*difference* is the largest one of any output from YOLOKit's, relative to the largest number "
        f"of that output. More than {results['settings']['tolerance']:.0e} would have ended the run, "
        "but for precisions other than fp32.",
        "`yolokit-blas` is YOLOKit without kernels of its own: `YOLOKIT_KERNELS=blas`.",
    ]
    lines += [f"`{engine}` {remark}." for engine, remark in results["remarks"].items()]
    lines += [f"Left out: {reason}" for reason in results["leftOut"]]
    return lines


def markdown(results: Results) -> str:
    """All of it."""
    parts = [summary(results), *(model_section(results, model) for model in results["models"])]
    if results["memory"]:
        parts.append(memory_section(results))
    parts.append("## How it was measured\n\n" + "\n".join(machine_lines(results)))
    parts.append("\n".join(f"- {line}" for line in notes(results)))
    return "\n\n".join(parts) + "\n"


def page(results: Results, picture: str, alternative: str) -> str:
    """Benchmarks/RESULTS.md."""
    return ("# YOLOKit beside other engines\n\n"
            "Written by [`compare-peers`](compare-peers) `--update`; not edited by hand.\n\n"
            f"![{alternative}]({picture})\n\n" + markdown(results))

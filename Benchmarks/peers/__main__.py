"""The command line of Benchmarks/compare-peers, and the order of the work."""
import argparse
import contextlib
import datetime
import os
import pathlib
import secrets
import shlex
import signal
import sys
import tempfile

from peers import environment, machine, memory, models, picture, report, results, roster, turns
from peers.environment import ROOT, Programs, Stop
from peers.results import Results
from peers.roster import Entry, Participant

HELP = """\
Measures how long one pass through a network takes in YOLOKit and in other engines, all of them in
turns, checks that they compute the same, and prints tables in Markdown.

    Benchmarks/compare-peers                 measures and prints
    Benchmarks/compare-peers --update        also writes Benchmarks/RESULTS.md and results.svg
"""
MORE = """\
It builds YOLOKit, exports networks with `yolokit convert`, and installs the other engines (versions and
hashes in Benchmarks/peers-requirements.txt, some 700 MB with what they unpack to) into .build/peers.
Each engine loads each network in a process of its own, which is stopped while another one measures.
Environment variables that tune engines are unset for all.

Networks: yolov3-tiny from Weights (Tools/fetch-weights), yolov5n from Weights or $YOLOKIT_SHARED, else
with made-up weights, yolov5s and yolov3 with made-up weights, which take as long; the cfg of yolov3 is
that of Debian's package darknet. All of them in all engines take some 8 GB of memory.
"""


def counting(text: str) -> int:
    number = int(text)
    if number < 1:
        raise argparse.ArgumentTypeError("must be 1 or more")
    return number


def network_names(text: str) -> list[str]:
    names = list(dict.fromkeys(text.split(",")))
    unknown = [name for name in names if name not in models.NETWORKS]
    if unknown:
        raise argparse.ArgumentTypeError(
            f'found "{unknown[0]}", expected some of {",".join(models.NETWORKS)}')
    return names


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog="Benchmarks/compare-peers", description=HELP, epilog=MORE,
        formatter_class=argparse.RawDescriptionHelpFormatter)
    processors = len(os.sched_getaffinity(0))
    parser.add_argument("--models", type=network_names, default=list(models.NETWORKS),
                        metavar="NAME,...", help=f"some of {', '.join(models.NETWORKS)}")
    parser.add_argument("--threads", type=counting, default=processors,
                        help="threads of every engine; default: one for each processor")
    parser.add_argument("--runs", type=counting, default=30,
                        help="passes of each engine that count, at least (30)")
    parser.add_argument("--turn", type=counting, default=5, help="of these, passes a turn (5)")
    parser.add_argument("--max-isa", choices=["avx2"],
                        help="keep engines from AVX-512, those that let themselves be kept")
    parser.add_argument("--torch", action="store_true",
                        help="measure PyTorch as well; its wheels take several GB")
    parser.add_argument("--build", type=pathlib.Path, metavar="FOLDER",
                        help="take yolokit and yolokit-benchmark from here instead of building them")
    parser.add_argument("--output", type=pathlib.Path, metavar="FILE",
                        default=environment.FOLDER / "results.json",
                        help="where the figures go as JSON (.build/peers/results.json)")
    parser.add_argument("--from", type=pathlib.Path, dest="earlier", metavar="FILE",
                        help="measure nothing; take the figures of an earlier run from its JSON")
    parser.add_argument("--update", action="store_true",
                        help="write Benchmarks/RESULTS.md and Benchmarks/results.svg")
    return parser.parse_args()


def say(line: str) -> None:
    print(line, file=sys.stderr, flush=True)


def sgemm_peak(programs: Programs, model: pathlib.Path, ours: dict[str, str], threads: int) -> Results:
    """What `yolokit-benchmark` says of the machine, with the speed of its fastest matrix product."""
    return results.json.loads(environment.output(
        [programs.benchmark, "--model", model, "--threads", str(threads), "--runs", "1",
         "--warm-up", "0", "--layers", "--json"], environment=ours))


def measured(options: argparse.Namespace, programs: Programs, folder: pathlib.Path) -> Results:
    """Measures everything; all processes and files of it are gone afterwards."""
    everybody = roster.participants(options.max_isa, options.torch)
    networks = [models.NETWORKS[name]() for name in options.models]
    before, left_out, groups = os.getloadavg()[0], [], []
    with contextlib.ExitStack() as stack:
        for network in networks:
            say(f"preparing {network.name}")
            home = folder / network.name
            home.mkdir()
            models.export(network, home, programs,
                          {one.engine: one.environment for one in everybody if one.is_ours})
            groups.append(roster.enter_all(everybody, network, programs, home, options.threads, stack,
                                           left_out))
        blas = next(one for one in everybody if one.engine == "yolokit-blas").environment
        first = folder / networks[0].name / "model.safetensors"
        peaks = [sgemm_peak(programs, first, blas, options.threads)]
        entries = [entry for group in groups for entry in group]
        seed, rounds = secrets.randbelow(1 << 16), -(-options.runs // options.turn)
        course = turns.take_turns([[entry.worker for entry in group] for group in groups], rounds,
                                  options.turn, 1, seed, say)
        peaks.append(sgemm_peak(programs, first, blas, options.threads))
        figures = gathered(options, entries, peaks)
    say("measuring memory")
    figures |= {
        "settings": {"threads": options.threads, "rounds": rounds, "passesPerTurn": options.turn,
                     "warmUp": 1, "seed": seed, "maxIsa": options.max_isa,
                     "tolerance": roster.TOLERANCE},
        "memory": memory_rows(everybody, programs, folder, options.threads, left_out),
        "otherWorkPercent": course.other_percent(),
        "turns": course.turns,
        "repeatedTurns": course.repeated,
        "remarks": {one.engine: one.remark for one in everybody if one.remark},
        "leftOut": left_out,
    }
    figures["machine"]["loadBefore"] = before
    return figures


def gathered(options: argparse.Namespace, entries: list[Entry], peaks: list[Results]) -> Results:
    """What the processes have measured."""
    ours = peaks[0]["machine"]
    versions = {entry.participant.engine: entry.version for entry in entries}
    blas = ours["openblas"]
    return {
        "program": "compare-peers",
        "date": datetime.datetime.now(datetime.timezone.utc).strftime("%Y-%m-%d %H:%M UTC"),
        "command": shlex.join(["Benchmarks/compare-peers", *sys.argv[1:]]),
        "machine": machine.describe(),
        "versions": versions | {
            "Swift": ours["swift"].removeprefix("Swift "),
            "OpenBLAS": f"{blas['configuration'].split()[1]} for {blas['core']}",
            "Python": ".".join(map(str, sys.version_info[:3]))},
        "sgemmGflops": max(row["sgemmGflops"] for peak in peaks for row in peak["rows"]),
        "idleSeconds": sum(entry.worker.idle_seconds for entry in entries),
        "models": results.models(entries),
        "rows": [results.row(entry, options.threads) for entry in entries],
    }


def memory_rows(everybody: list[Participant], programs: Programs, folder: pathlib.Path, threads: int,
                left_out: list[str]) -> list[Results]:
    home = folder / memory.NETWORK
    failed = {line.split(": ")[1] for line in left_out if line.startswith(f"{memory.NETWORK}: ")}
    able = [one for one in everybody
            if one.engine not in failed and one.loader != "openvino-default"]
    return memory.measure(able, programs, home, threads) if home.is_dir() else []


def update(figures: Results) -> None:
    """Writes the page and the picture that the repository shows."""
    folder = ROOT / "Benchmarks"
    page = report.page(figures, "results.svg", picture.alternative(figures))
    results.write_whole(folder / "results.svg", picture.svg(figures))
    results.write_whole(folder / "RESULTS.md", page)


def perform(options: argparse.Namespace) -> None:
    if options.earlier:
        figures = results.read(options.earlier)
    else:
        with environment.lock():
            programs = environment.prepare(options.build and options.build.resolve(), options.torch)
            with tempfile.TemporaryDirectory(dir=environment.FOLDER, prefix="run-") as folder:
                figures = measured(options, programs, pathlib.Path(folder))
        results.write(options.output, figures)
    if options.update:
        update(figures)
    print(report.markdown(figures), end="")
    if figures["otherWorkPercent"] > 3:
        say(f"compare-peers: other programs took {figures['otherWorkPercent']:.1f} % of the "
            "processors meanwhile; the figures are better on an idle machine")


def interrupted(number: int, _: object) -> None:
    raise SystemExit(128 + number)


def main() -> int:
    options = arguments()
    # As Ctrl-C does: processes and files of this run are removed on the way out.
    for number in (signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, interrupted)
    try:
        perform(options)
    except KeyboardInterrupt:
        say("compare-peers: interrupted")
        return 130
    except (Stop, turns.WorkerError) as error:
        say(f"compare-peers: {error}")
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())

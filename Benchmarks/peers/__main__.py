"""The command line of Benchmarks/compare-peers."""
import argparse
import os
import pathlib
import shlex
import signal
import sys
import tempfile

from peers import environment, measuring, models, picture, report, results, roster, turns
from peers.environment import ROOT, Stop
from peers.results import Results

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
that of Debian's package darknet. All of them in all engines take some 9 GB of memory.
"""

# Percent of the processors that other programs may take without a word.
QUIET = 3


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


def measured(options: argparse.Namespace) -> Results:
    """Builds, installs and measures; processes and files of it are gone afterwards."""
    plan = measuring.Plan(
        networks=[models.NETWORKS[name]() for name in options.models],
        participants=roster.participants(options.max_isa, options.torch), threads=options.threads,
        rounds=-(-options.runs // options.turn), passes=options.turn, max_isa=options.max_isa)
    with environment.lock():
        programs = environment.prepare(options.build and options.build.resolve(), options.torch)
        with tempfile.TemporaryDirectory(dir=environment.FOLDER,
                                         prefix=environment.RUN_PREFIX) as folder:
            figures = measuring.measure(plan, programs, pathlib.Path(folder), say)
    return figures | {"command": shlex.join(["Benchmarks/compare-peers", *sys.argv[1:]])}


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
        figures = measured(options)
        results.write(options.output, figures)
    if options.update:
        update(figures)
    print(report.markdown(figures), end="")
    other = figures["course"]["otherWorkPercent"]
    if other > QUIET:
        say(f"compare-peers: other programs took {other:.1f} % of the processors meanwhile; only an "
            "idle machine tells which engine is how fast")


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

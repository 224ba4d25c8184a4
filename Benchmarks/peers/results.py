"""The figures as one JSON object."""
import json
import math
import os
import pathlib
import statistics
import tempfile
from collections.abc import Sequence
from typing import Any

from peers.environment import Stop
from peers.roster import Entry

Results = dict[str, Any]
Row = dict[str, Any]

# Changes with the members that the reports need.
FORMAT = "compare-peers 1"
OURS = "yolokit"
PRECISION = "fp32"


def percentile95(times: Sequence[float]) -> float:
    """The time that 95 of 100 passes did not exceed, by nearest rank as `yolokit-benchmark` has it."""
    return sorted(times)[math.ceil(len(times) * 95 / 100) - 1]


def row(entry: Entry, threads: int) -> Row:
    return {
        "model": entry.network.name,
        "engine": entry.participant.engine,
        "version": entry.version,
        "precision": entry.precision,
        "threads": threads,
        "medianMs": statistics.median(entry.worker.times),
        "p95Ms": percentile95(entry.worker.times),
        "minMs": min(entry.worker.times),
        "passes": len(entry.worker.times),
        **entry.difference,
    }


def models(entries: Sequence[Entry]) -> list[Row]:
    """Each network once, in their order."""
    return [{"model": entry.network.name, "inputSize": entry.network.size,
             "weights": entry.network.weights, "gflop": entry.gflop}
            for entry in entries if entry.participant.engine == OURS]


def rows_of(results: Results, model: str) -> list[Row]:
    return [row for row in results["rows"] if row["model"] == model]


def our_row(results: Results, model: str) -> Row:
    return next(row for row in rows_of(results, model) if row["engine"] == OURS)


def fastest_peer(results: Results, model: str) -> Row | None:
    """The fastest engine of others in single precision; none where none could run the network."""
    peers = [row for row in rows_of(results, model)
             if not row["engine"].startswith(OURS) and row["precision"] == PRECISION]
    return min(peers, key=lambda row: row["medianMs"], default=None)


def read(path: pathlib.Path) -> Results:
    """What an earlier run wrote."""
    try:
        results = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise Stop(f"{path}: cannot be read as JSON: {error}") from None
    if not isinstance(results, dict) or results.get("format") != FORMAT:
        raise Stop(f'{path}: found no "format": "{FORMAT}", expected a file that this version of '
                   "compare-peers wrote with --output")
    return results


def write_whole(path: pathlib.Path, text: str) -> None:
    """Writes a file that appears whole or not at all."""
    path.parent.mkdir(parents=True, exist_ok=True)
    number, aside = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
    try:
        with os.fdopen(number, "w", encoding="utf-8") as file:
            file.write(text)
        os.chmod(aside, 0o644)
        os.replace(aside, path)
    except BaseException:
        pathlib.Path(aside).unlink(missing_ok=True)
        raise


def write(path: pathlib.Path, results: Results) -> None:
    write_whole(path, json.dumps(results, indent=1, ensure_ascii=False) + "\n")

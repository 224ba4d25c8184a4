"""The order of the work: prepare networks, load them everywhere, take turns, gather the figures."""
import contextlib
import datetime
import json
import os
import pathlib
import secrets
import sys
from collections.abc import Callable, Sequence
from typing import NamedTuple

from peers import environment, machine, memory, models, results, roster, turns
from peers.environment import Programs
from peers.models import Network
from peers.results import Results
from peers.roster import Entry, Participant

WARM_UP = 1


class Plan(NamedTuple):
    """What is to be measured."""
    networks: Sequence[Network]
    participants: Sequence[Participant]
    threads: int
    rounds: int
    # Passes of a turn that count.
    passes: int
    max_isa: str | None


def sgemm_peak(plan: Plan, programs: Programs, model: pathlib.Path) -> Results:
    """What `yolokit-benchmark` says of the machine, with the speed of its fastest matrix product."""
    blas = next(one for one in plan.participants if one.engine == "yolokit-blas")
    return json.loads(environment.output(
        [programs.benchmark, "--model", model, "--threads", str(plan.threads), "--runs", "1",
         "--warm-up", "0", "--layers", "--json"], environment=blas.environment))


def load_all(plan: Plan, programs: Programs, folder: pathlib.Path, stack: contextlib.ExitStack,
             left_out: list[str], say: Callable[[str], None]) -> list[list[Entry]]:
    """Every network in every engine, each in a process that waits; grouped by network."""
    kernels = {one.engine: one.environment for one in plan.participants if one.is_ours}
    groups = []
    for network in plan.networks:
        say(f"preparing {network.name}")
        home = folder / network.name
        home.mkdir()
        models.export(network, home, programs, kernels)
        groups.append(roster.enter_all(plan.participants, network, programs, home, plan.threads,
                                       stack, left_out))
    return groups


def measure(plan: Plan, programs: Programs, folder: pathlib.Path,
            say: Callable[[str], None]) -> Results:
    """Measures everything; no process is left afterwards."""
    load_before, left_out, seed = os.getloadavg()[0], list[str](), secrets.randbelow(1 << 16)
    first = folder / plan.networks[0].name / "model.safetensors"
    with contextlib.ExitStack() as stack:
        groups = load_all(plan, programs, folder, stack, left_out, say)
        peaks = [sgemm_peak(plan, programs, first)]
        course = turns.take_turns([[entry.worker for entry in group] for group in groups],
                                  plan.rounds, plan.passes, WARM_UP, seed, say)
        peaks.append(sgemm_peak(plan, programs, first))
    say("measuring memory")
    entries = [entry for group in groups for entry in group]
    return {
        "format": results.FORMAT,
        "date": datetime.datetime.now(datetime.UTC).strftime("%Y-%m-%d %H:%M UTC"),
        "machine": machine.describe() | {"loadBefore": load_before},
        "versions": versions(entries, peaks[0]["machine"]),
        "settings": {"threads": plan.threads, "rounds": plan.rounds, "passesPerTurn": plan.passes,
                     "warmUp": WARM_UP, "seed": seed, "maxIsa": plan.max_isa,
                     "tolerance": roster.TOLERANCE},
        "sgemmGflops": max(row["sgemmGflops"] for peak in peaks for row in peak["rows"]),
        "course": {"turns": course.turns, "repeated": course.repeated,
                   "idleSeconds": sum(entry.worker.idle_seconds for entry in entries),
                   "otherWorkPercent": course.other_percent()},
        "models": results.models(entries),
        "rows": [results.row(entry, plan.threads) for entry in entries],
        "memory": memory_rows(plan, programs, folder, entries),
        "remarks": {one.engine: one.remark for one in plan.participants if one.remark},
        "leftOut": left_out,
    }


def memory_rows(plan: Plan, programs: Programs, folder: pathlib.Path,
                entries: Sequence[Entry]) -> list[Results]:
    """Of the engines that could run the network in single precision; none without that network."""
    able = [entry.participant for entry in entries
            if entry.network.name == memory.NETWORK and entry.precision == results.PRECISION]
    return memory.measure(able, programs, folder / memory.NETWORK, plan.threads)


def versions(entries: Sequence[Entry], ours: Results) -> dict[str, str]:
    """Versions by name; two engines of one package differ in what follows a dash."""
    blas = ours["openblas"]
    return {entry.participant.engine.split("-")[0]: entry.version for entry in entries} | {
        "Swift": ours["swift"].removeprefix("Swift "),
        "OpenBLAS": f"{blas['configuration'].split()[1]} for {blas['core']}",
        "Python": ".".join(map(str, sys.version_info[:3])),
    }

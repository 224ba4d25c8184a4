"""How much memory a process takes that loads a network and runs it.

Each figure is from a process of its own: the most memory that it had at once (VmHWM in proc(5)), after
loading and three passes. For an engine in Python, what the same interpreter takes with NumPy and the
engine's library imported and no network loaded is measured as well, to be taken off. Of ours nothing is
taken off: program, libraries, weights and picture are all in it.
"""
import pathlib

from peers import roster
from peers.environment import Programs
from peers.roster import Participant

NETWORK = "yolov5n"


def peak(participant: Participant, programs: Programs, folder: pathlib.Path | None,
         threads: int) -> float:
    """Peak in MiB."""
    with roster.worker(participant, programs, folder, threads) as process:
        process.greeting()
        if folder:
            process.run(3)
        return process.peak_mebibytes()


def measure(participants: list[Participant], programs: Programs, folder: pathlib.Path,
            threads: int) -> list[dict[str, object]]:
    """A row for each engine, for the network in a folder."""
    return [{
        "model": NETWORK,
        "engine": one.engine,
        "peakMiB": peak(one, programs, folder, threads),
        "withoutModelMiB": None if one.is_ours else peak(one, programs, None, threads),
    } for one in participants]

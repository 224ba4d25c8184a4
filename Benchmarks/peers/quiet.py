"""Whether other programs were at work while an engine was measured."""
import os
import pathlib
from typing import Protocol

TICKS = os.sysconf("SC_CLK_TCK")


class Process(Protocol):
    """A process that can say how much it has worked."""

    def processor_seconds(self) -> float: ...


def busy_and_all_seconds() -> tuple[float, float]:
    """Seconds of all processors together: at work, and in all. What the host of a virtual machine took
    away counts as work."""
    line = pathlib.Path("/proc/stat").read_text().splitlines()[0]
    # proc(5): user nice system idle iowait irq softirq steal; guests are in user already.
    ticks = [int(field) for field in line.split()[1:9]]
    idle = ticks[3] + ticks[4]
    return (sum(ticks) - idle) / TICKS, sum(ticks) / TICKS


class Watch:
    """Looks at the processors from its making on."""

    def __init__(self, process: Process) -> None:
        self._process, self._own = process, process.processor_seconds()
        self._busy, self._all = busy_and_all_seconds()

    def other_and_all_seconds(self) -> tuple[float, float]:
        """Processor time that other programs than the process took, and all that there was."""
        busy, everything = busy_and_all_seconds()
        own = self._process.processor_seconds() - self._own
        return max(0.0, busy - self._busy - own), everything - self._all

"""What the figures were measured on, and what else ran there meanwhile."""
import os
import pathlib
import platform
import resource
from collections.abc import Iterable

from peers.turns import TICKS, Worker


def processor_fields() -> dict[str, str]:
    """The first processor in /proc/cpuinfo."""
    fields: dict[str, str] = {}
    for line in pathlib.Path("/proc/cpuinfo").read_text().splitlines():
        name, separator, value = line.partition(":")
        if not separator:
            break
        fields[name.strip()] = value.strip()
    return fields


def describe() -> dict[str, object]:
    """Processor, memory and system."""
    fields = processor_fields()
    flags = fields.get("flags", "").split()
    family, number = fields.get("cpu family", "?"), fields.get("model", "?")
    return {
        "cpu": fields.get("model name", platform.machine()),
        "cpuFamily": f"family {family}, model {number}",
        "instructionSets": [name for name, flag in (("AVX2", "avx2"), ("AVX-512", "avx512f"))
                            if flag in flags],
        "isVirtual": "hypervisor" in flags,
        "processors": len(os.sched_getaffinity(0)),
        "memoryGiB": round(os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") / 2**30, 1),
        "os": platform.freedesktop_os_release().get("PRETTY_NAME", platform.system()),
        "kernel": f"Linux {platform.release()}",
    }


class OtherWork:
    """Processor time that other programs took while the engines were measured."""

    def __init__(self, workers: Iterable[Worker]) -> None:
        self._workers = list(workers)
        self._start = self._busy_and_all(), self._own_seconds()

    def percent(self) -> float:
        """Share of all processor time since the beginning, 0...100."""
        (busy, everything), own = self._start
        busy_now, everything_now = self._busy_and_all()
        if everything_now <= everything:
            return 0.0
        other = busy_now - busy - (self._own_seconds() - own)
        return max(0.0, other / (everything_now - everything) * 100)

    def _own_seconds(self) -> float:
        usage = resource.getrusage(resource.RUSAGE_SELF)
        own = usage.ru_utime + usage.ru_stime
        return own + sum(worker.processor_seconds() for worker in self._workers)

    @staticmethod
    def _busy_and_all() -> tuple[float, float]:
        """Seconds of all processors: at work (for a guest also what its host took away), and in all."""
        line = pathlib.Path("/proc/stat").read_text().splitlines()[0]
        # proc(5): user nice system idle iowait irq softirq steal; guests are in user already.
        ticks = [int(field) for field in line.split()[1:9]]
        idle = ticks[3] + ticks[4]
        return (sum(ticks) - idle) / TICKS, sum(ticks) / TICKS

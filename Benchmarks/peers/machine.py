"""What the figures were measured on."""
import os
import pathlib
import platform


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

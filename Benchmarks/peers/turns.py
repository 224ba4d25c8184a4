"""Processes that have each loaded one engine, and the rounds in which they take turns.

A process that waits is stopped (SIGSTOP): threads of an engine that go on spinning after a pass, as
several do, cannot disturb another engine's. That a stopped process used no processor time is measured.
"""
import ctypes
import json
import os
import pathlib
import random
import select
import signal
import subprocess
import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import IO, Any

from peers.quiet import TICKS, Watch

# A pass through the slowest network takes seconds at most; loading it with everything takes longer.
PATIENCE = 300.0
LIBC = ctypes.CDLL(None, use_errno=True)
PR_SET_PDEATHSIG = 1


Answer = dict[str, Any]


class WorkerError(Exception):
    """A process that ended, said nothing, or could not do what it was asked."""


def end_with_parent() -> None:
    """Lets the kernel end this process together with the one that started it, even when stopped."""
    LIBC.prctl(PR_SET_PDEATHSIG, signal.SIGKILL)


class Worker:
    """A process that answers each line with a JSON object; stopped while it waits.

    `with` ends it.
    """

    def __init__(self, name: str, command: Sequence[str | pathlib.Path],
                 environment: dict[str, str], errors: IO[bytes]) -> None:
        self.name = name
        self.times: list[float] = []
        self.idle_seconds = 0.0
        self._errors, self._unread = errors, b""
        self._process = subprocess.Popen(
            [str(word) for word in command], env=environment, stdin=subprocess.PIPE,
            stdout=subprocess.PIPE, stderr=errors, bufsize=0, process_group=0,
            preexec_fn=end_with_parent)
        assert self._process.stdin and self._process.stdout
        self._requests, self._answers = self._process.stdin, self._process.stdout
        self._paused_at: float | None = None

    def __enter__(self) -> "Worker":
        return self

    def __exit__(self, *_: object) -> None:
        self._process.kill()
        self._process.wait()
        for pipe in (self._requests, self._answers, self._errors):
            pipe.close()

    def greeting(self) -> Answer:
        """What the process says of itself when it has loaded everything."""
        return self._answer()

    def ask(self, line: str) -> Answer:
        """Sends a line and waits for the answer."""
        try:
            self._requests.write(f"{line}\n".encode())
        except OSError:
            raise WorkerError(f"{self.name}: {self._end()}") from None
        return self._answer()

    def run(self, passes: int) -> list[float]:
        """Milliseconds of so many passes through the network."""
        times = self.ask(f"run {passes}").get("networkMs")
        if not isinstance(times, list) or len(times) != passes:
            raise WorkerError(f"{self.name}: {passes} times expected, found {times!r}")
        return [float(time) for time in times]

    def pause(self) -> None:
        """Stops the process, and returns when all its threads stand."""
        self._process.send_signal(signal.SIGSTOP)
        _, status = os.waitpid(self._process.pid, os.WUNTRACED)
        if not os.WIFSTOPPED(status):
            self._process.returncode = os.waitstatus_to_exitcode(status)
            raise WorkerError(f"{self.name}: {self._end()}")
        self._paused_at = self.processor_seconds()

    def resume(self) -> None:
        """Lets the process go on; notes how much processor time it used while it stood."""
        if self._paused_at is not None:
            self.idle_seconds += self.processor_seconds() - self._paused_at
        self._paused_at = None
        self._process.send_signal(signal.SIGCONT)

    def processor_seconds(self) -> float:
        """Processor time of all threads so far."""
        text = pathlib.Path(f"/proc/{self._process.pid}/stat").read_text()
        # proc(5): user and system time are fields 14 and 15; the name in field 2 may have blanks.
        fields = text.rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / TICKS

    def peak_mebibytes(self) -> float:
        """The most memory that the process has had at once, since it began to run its program."""
        for line in pathlib.Path(f"/proc/{self._process.pid}/status").read_text().splitlines():
            if line.startswith("VmHWM:"):
                return int(line.split()[1]) / 1024
        raise WorkerError(f"{self.name}: the system does not tell its peak memory")

    def _answer(self) -> Answer:
        text = self._line()
        try:
            value = json.loads(text)
        except ValueError:
            raise WorkerError(f"{self.name}: not JSON: {text[:200]!r}") from None
        if not isinstance(value, dict):
            raise WorkerError(f"{self.name}: not an object: {text[:200]!r}")
        if "error" in value:
            raise WorkerError(f"{self.name}: {value['error']}")
        return value

    def _line(self) -> bytes:
        pipe, deadline = self._answers.fileno(), time.monotonic() + PATIENCE
        while b"\n" not in self._unread:
            wait = deadline - time.monotonic()
            if wait <= 0 or not select.select([pipe], [], [], wait)[0]:
                raise WorkerError(f"{self.name}: no answer within {PATIENCE:.0f} s")
            chunk = os.read(pipe, 1 << 16)
            if not chunk:
                raise WorkerError(f"{self.name}: {self._end()}")
            self._unread += chunk
        line, _, self._unread = self._unread.partition(b"\n")
        return line

    def _end(self) -> str:
        """How the process ended, and what it said at last."""
        try:
            status = self._process.wait(timeout=5)
        except subprocess.TimeoutExpired:
            return "closed its output"
        how = f"ended by {signal.Signals(-status).name}" if status < 0 else f"ended, status {status}"
        if status == -signal.SIGKILL:
            how += " (too little memory?)"
        self._errors.seek(0)
        text = self._errors.read()[-1000:].decode(errors="replace").strip()
        return f"{how}: {text}" if text else how


# A turn in which other programs took a larger share of the processors is measured again, so often.
DISTURBED, ATTEMPTS = 0.08, 4


@dataclass
class Course:
    """How the rounds went."""
    turns: int = 0
    repeated: int = 0
    other_seconds: float = 0.0
    all_seconds: float = 0.0

    def other_percent(self) -> float:
        """What other programs took of the processors in the turns that count, 0...100."""
        return self.other_seconds / self.all_seconds * 100 if self.all_seconds > 0 else 0.0


def take_turn(worker: Worker, passes: int, warm_up: int, course: Course) -> None:
    """Lets one worker measure while all others stand."""
    worker.resume()
    if warm_up:
        worker.run(warm_up)
    for attempt in range(ATTEMPTS):
        watch = Watch(worker)
        times = worker.run(passes)
        other, everything = watch.other_and_all_seconds()
        # A share of a short turn is a matter of a few ticks, which are counted by chance.
        if other <= max(DISTURBED * everything, 3 / TICKS):
            break
        course.repeated += attempt + 1 < ATTEMPTS
    worker.times += times
    course.turns += 1
    course.other_seconds += other
    course.all_seconds += everything
    worker.pause()


def take_turns(groups: Iterable[Sequence[Worker]], rounds: int, passes: int, warm_up: int, seed: int,
               progress: Callable[[str], None]) -> Course:
    """Lets all workers measure in turns; each keeps its times.

    The workers of a group, the engines of one network, follow each other directly, in another order
    in each round, so that the pace of the machine and what the one before left in its caches meet
    all alike.

    - rounds: how many turns each worker has
    - passes: passes of a turn that count
    - warm_up: passes before them that do not
    """
    shuffled, course = random.Random(seed), Course()
    groups = [list(group) for group in groups]
    for number in range(rounds):
        progress(f"round {number + 1} of {rounds}")
        for group in groups:
            for worker in shuffled.sample(group, len(group)):
                take_turn(worker, passes, warm_up, course)
    return course

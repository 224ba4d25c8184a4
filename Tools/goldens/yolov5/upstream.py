"""Imports YOLOv5 from the PyPI package `yolov5` without its plotting and data packages.

Upstream imports pandas, matplotlib, torchvision and others at the top of files whose other half is
needed here. Those names are filled with empty placeholders, so that only torch, numpy, opencv and
setuptools below 81 (for pkg_resources) must be installed.
"""
import importlib
import logging
import sys
import types
from importlib import machinery, metadata
from unittest import mock

_PLACEHOLDERS = (
    "pandas",
    "matplotlib",
    "matplotlib.pyplot",
    "seaborn",
    "torchvision",
    "torchvision.transforms",
    "torchvision.transforms.functional",
    "torchvision.ops",
    "ultralytics",
    "ultralytics.utils",
    "ultralytics.utils.checks",
    "PIL",
    "psutil",
    "requests",
    "tqdm",
    "yaml",
)


class _Placeholder(types.ModuleType):
    __path__ = []

    def __getattr__(self, name):
        if name.startswith("__"):
            raise AttributeError(name)
        return mock.MagicMock(name=f"{self.__name__}.{name}")


def module(name):
    """The module `yolov5.NAME` of the package."""
    for placeholder in _PLACEHOLDERS:
        if placeholder not in sys.modules:
            sys.modules[placeholder] = _Placeholder(placeholder)
            sys.modules[placeholder].__spec__ = machinery.ModuleSpec(placeholder, None)
    loaded = importlib.import_module(f"yolov5.{name}")
    logging.getLogger("yolov5").setLevel(logging.WARNING)
    return loaded


def version():
    """The version of the package."""
    return metadata.version("yolov5")

"""A build backend (PEP 517) that answers pip's question for a package's name and version, no more.

pip asks a source package's backend for its metadata before it keeps the download, and the usual
backend would run the package's setup.py for that. This one says what the manifest says.
"""
import os
import pathlib


class Backend:
    """The two hooks that `pip download` calls."""

    def get_requires_for_build_wheel(self, config_settings=None):
        return []

    def prepare_metadata_for_build_wheel(self, metadata_directory, config_settings=None):
        name, version = os.environ["FETCHED_PACKAGE"].split("==")
        folder = pathlib.Path(metadata_directory, f"{name.replace('-', '_')}-{version}.dist-info")
        folder.mkdir()
        (folder / "METADATA").write_text(
            f"Metadata-Version: 2.1\nName: {name}\nVersion: {version}\n")
        return folder.name


# The name by which pip addresses packages without a pyproject.toml.
__legacy__ = Backend()

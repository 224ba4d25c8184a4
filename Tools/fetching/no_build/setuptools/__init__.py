"""Stands in for setuptools while pip downloads a source package: nothing of the package is run."""

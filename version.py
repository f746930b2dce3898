"""The version of drystone, where the code and the metadata of the package find it."""

__version__ = "0.1.0"

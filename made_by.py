"""By what a result was computed: versions and machine."""

import os
import platform
from importlib.metadata import PackageNotFoundError, version

from .version import __version__

__all__ = ["machine", "versions"]

PACKAGES = ("numpy", "scipy", "numba")


def versions() -> dict[str, str]:
    """The versions of what computes here, and the kind of machine."""
    found = {"drystone": __version__}
    for package in PACKAGES:
        try:
            found[package] = version(package)
        except PackageNotFoundError:
            found[package] = ""
    return found | {"python": platform.python_version(), "machine": f"{platform.system()} {platform.machine()}"}


def machine() -> dict[str, str | int]:
    """The processors of this machine: kind and number."""
    name = platform.processor()
    try:
        with open("/proc/cpuinfo", encoding="utf-8") as file:  # noqa: PTH123 - a file of the system, not a user's
            names = [line.partition(":")[2].strip() for line in file if line.startswith("model name")]
        name = names[0] if names else name
    except OSError:  # another system than Linux
        pass
    return {"processor": name, "processors": os.cpu_count() or 1}

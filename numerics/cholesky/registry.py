"""The factorisations by name. Listing them and asking whether they are installed loads no native library."""

from importlib import import_module

from ...errors import UnknownNameError
from .base import Factorisation

__all__ = ["FACTORISATIONS", "available_factorisations", "get_factorisation"]

FACTORISATIONS: dict[str, str] = {
    "multifrontal": "multifrontal:MultifrontalFactorisation",
    "cvxopt": "cvxopt_:CvxoptFactorisation",
    "pardiso": "pardiso_:PardisoFactorisation",
    "qdldl": "qdldl_:QdldlFactorisation",
}
"""Name -> "module:class" in this package."""

AUTO = "multifrontal"
"""As fast as the best measured, from 13 to 10000 bodies, in walls and in stacks, and always there."""


def get_factorisation(name: str = "auto") -> type[Factorisation]:
    """The class of a name, without loading its backend; "auto" the best. `UnknownNameError` for no name of ours.

    >>> get_factorisation("auto").name
    'multifrontal'
    """
    key = AUTO if name == "auto" else name
    if key not in FACTORISATIONS:
        raise UnknownNameError("factorisation", name, ("auto", *FACTORISATIONS))
    module, _, attribute = FACTORISATIONS[key].partition(":")
    found: type[Factorisation] = getattr(import_module(f".{module}", __package__), attribute)
    return found


def available_factorisations() -> tuple[str, ...]:
    """Names of those whose packages are installed."""
    return tuple(name for name in FACTORISATIONS if get_factorisation(name).available())

"""The factorisations by name. Listing them and asking whether they are installed loads no native library."""

from ...errors import UnknownNameError
from ...registry import Registry, subclass_check
from .base import Factorisation

__all__ = ["FACTORISATIONS", "available_factorisations", "get_factorisation"]

FACTORISATIONS: Registry[type[Factorisation]] = Registry(
    "factorisation",
    __package__,
    {
        "multifrontal": "multifrontal:MultifrontalFactorisation",
        "cvxopt": "cvxopt_:CvxoptFactorisation",
        "pardiso": "pardiso_:PardisoFactorisation",
        "qdldl": "qdldl_:QdldlFactorisation",
    },
    subclass_check("factorisation", Factorisation),
)

AUTO = "multifrontal"
"""As fast as the best measured, from 13 to 10000 bodies, in walls and in stacks, and always there."""


def get_factorisation(name: str = "auto") -> type[Factorisation]:
    """The class of a name, without loading its backend; "auto" the best. `UnknownNameError` for no name of one.

    >>> get_factorisation("auto").name
    'multifrontal'
    """
    key = AUTO if name == "auto" else name
    if key not in FACTORISATIONS:
        raise UnknownNameError("factorisation", name, ("auto", *FACTORISATIONS))
    return FACTORISATIONS[key]


def available_factorisations() -> tuple[str, ...]:
    """Names of those whose packages are installed."""
    return tuple(name for name, kind in FACTORISATIONS.items() if kind.available())

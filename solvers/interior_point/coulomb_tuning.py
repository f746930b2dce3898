"""The numbers of the path of Coulomb's law, each with its meaning, unit and range, and when one would turn it."""

from dataclasses import dataclass
from typing import ClassVar

from ..structured.settings import Tuning, tuned

__all__ = ["CoulombTuning"]


@dataclass(frozen=True)
class CoulombTuning(Tuning):
    """Numbers of `drystone.solvers.interior_point.coulomb_path`, beside those of every path (`InteriorPointTuning`)."""

    owner: ClassVar[str] = "coulomb path"

    share: float = tuned(
        0.99,
        0.0,
        1.0,
        "Share of the correction's derivative in the matrix after a short step: less is less singular where blocks "
        "wedge. Lower it where paths of wedged blocks come to a stand; others then take more iterations.",
        without={"share": 1.0},
    )
    patience: int = tuned(
        10,
        1,
        100_000,
        "Iterations without progress after which the path has come to a stand. Raise it where rounds from the end of "
        "the path fail; each costs an iteration in steps that stall.",
        without={"patience": 100_000},
    )

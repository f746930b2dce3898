"""The numbers of the path of Coulomb's law, each with its meaning, unit and range, and its line of docs/tuning.md."""

from dataclasses import dataclass
from math import inf
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
        "wedge.",
        without={"share": 1.0},
        effect="half +0.0 (+0.0) %, 8 lost, 1 won; double -3.8 (-16.8) %, 2 lost, 2 won; without -3.8 (-16.8) %, 2 "
        "lost, 2 won",
    )
    progress: float = tuned(
        0.5,
        0.0,
        1.0,
        "There is progress where residual and gap get below this.",
        unit="best before",
        effect="half +0.0 (+0.0) %; double +0.0 (+0.0) %",
    )
    patience: int = tuned(
        30,
        1,
        100_000,
        "Iterations without progress after which the path has come to a stand.",
        without={"patience": 100_000},
        effect="half +0.0 (+0.0) %, 3 lost; double +0.0 (+0.0) %, 1 won; without +0.0 (+0.0) %, 1 won",
    )
    settled: float = tuned(
        1e-5,
        0.0,
        inf,
        "A path that has come to a stand with this worst entry is not begun again from elsewhere, which takes as long "
        "and ends there too.",
        without={"settled": 0.0},
        effect="half +0.0 (+0.0) %; double +0.0 (+0.0) %; without +0.0 (+0.0) %, 1 won",
    )

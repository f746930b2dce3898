"""The numbers of the path of Coulomb's law, each with its meaning, unit and range, and its line of docs/tuning.md."""

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
        "wedge.",
        without={"share": 1.0},
        effect="half +3.8 (-20.1) %; double +4.3 (+35.0) %; without +4.3 (+35.0) %",
    )
    progress: float = tuned(
        0.5,
        0.0,
        1.0,
        "There is progress where residual and gap get below this.",
        unit="best before",
        effect="half +2.4 (+22.4) %; double +0.9 (+1.4) %",
    )
    patience: int = tuned(
        10,
        1,
        100_000,
        "Iterations without progress after which the path has come to a stand.",
        without={"patience": 100_000},
        effect="half +0.6 (+20.5) %; double +3.1 (+5.3) %; without +16.1 (+87.8) %",
    )

"""Which method suits a compliant step, by what is measured on the step and on its start.

`newton` finds the branch of every contact (open, stuck, sliding) by changing some of them in each iteration: few where
contacts are soft, since a small overlap then changes their forces little, or where the start has nearly all of
them right. The central path of `interior-point` takes ten to fifteen iterations whatever the stiffness. Iterations (of
0.9 and 1.4 ms) in a rocking wall of 217 blocks, where E is the median compliance of the scaled step:

    stiffness of a contact point (N/m)     6e11 (the default)   1e10    1e9     1e8     1e7
    E                                      3e-5                 9e-4    9e-3    9e-2    9e-1
    newton                                 90                   25      8       3.3     1.7
    interior-point                         11                   10      10      9       9
"""

from dataclasses import dataclass
from enum import Enum
from typing import ClassVar

import numpy as np

from ..numerics.compiled import FloatArray, compiled
from ..numerics.friction_cone import project
from ..programs.step import StepLike
from .solution import WarmStart
from .structured.arrays import Arrays
from .structured.residuals import residuals_of
from .structured.settings import Tuning, tuned

__all__ = ["AutoTuning", "Kind", "kind_of"]


UNEVEN = 100.0
"""Mean mass of the blocks over the least that a contact feels from which answers of interior-point are polished. The
path leaves speeds off by up to 1e-4 of those of the mean block times the root of this; a stone of 5 cm that slides
beside a block of 5 m, at a ratio of 1e6, went twice as far as it should. A corner feels less than its block's mass:
buildings have 4 to 28. Lower it for more exact runs of blocks of different sizes, at two to six more factorisations a
step."""


class Kind(Enum):
    """What a step is to `auto`."""

    RIGID = "some contact is rigid"
    UNEVEN = "some contact feels far less mass than the mean block has"
    EASY = "all contacts are compliant, most of them soft, or there are few"
    COLD = "many contacts, compliant and stiff, and no start"
    SETTLED = "many contacts, compliant and stiff, and a start that is nearly right"
    MOVING = "many contacts, compliant and stiff, and a start that is far off"


@dataclass(frozen=True)
class AutoTuning(Tuning):
    """Numbers of `drystone.solvers.auto`, in variables of the scaled step."""

    owner: ClassVar[str] = "auto"

    soft: float = tuned(
        2e-3,
        0.0,
        1e9,
        "Median compliance of the contacts from which newton is first. Raise it where newton takes more than some ten "
        "iterations a step; interior-point then takes ten to fifteen.",
        unit="1 / mass that a contact feels",
        without={"soft": 0.0},
    )
    few: int = tuned(
        300,
        0,
        10**9,
        "Up to so many contacts it is first, too. Raise it for exact impulses of larger structures; stiff ones then "
        "take several times the iterations.",
        unit="contacts",
        without={"few": 0},
    )
    near: float = tuned(
        1e-3,
        0.0,
        1.0,
        "Worst entry of the start's certificate up to which newton is tried in stiffer steps, too. Lower it where it "
        "is tried in vain; a trial costs up to twenty iterations.",
        without={"near": 0.0},
    )
    moving_target: float = tuned(
        3e-9,
        1e-14,
        1e-8,
        "Worst entry of the certificate to which interior-point follows the path in stiff steps of a run, which are "
        "not polished. Lower it where impulses are read off: they err by 1 % at 1e-8, by 0.1 % at 1e-10, for an "
        "iteration or two more.",
    )


def kind_of(problem: StepLike, warm_start: WarmStart | None, tuning: AutoTuning) -> Kind:
    """What a step is."""
    count = len(problem.mu)
    if problem.is_local or not count:
        return Kind.RIGID
    compliant = bool(np.all(problem.E > 0.0))
    scaled, restore = problem.scaled
    if compliant and (count <= tuning.few or float(np.median(scaled.E[:, 0])) >= tuning.soft):
        return Kind.EASY
    if np.mean(problem.H[:, 0, 0]) * _largest_lightness(scaled.D, restore.contact) > UNEVEN:
        return Kind.UNEVEN
    if not compliant:
        return Kind.RIGID
    if warm_start is None:
        return Kind.COLD
    _, impulse = restore.forward(warm_start.velocity, warm_start.impulse)
    step = Arrays.of(scaled)
    near = residuals_of(step, project(impulse, step.mu)).worst <= tuning.near
    return Kind.SETTLED if near else Kind.MOVING


@compiled
def _largest_lightness(D: FloatArray, contact: FloatArray) -> float:
    """Largest inverse mass that contacts feel along their normals (1/kg), for D^ (C, 2, n, 3) and rho (C,)."""
    largest = 0.0
    for c in range(len(D)):
        squared = 0.0
        for side in range(2):
            for i in range(D.shape[2]):
                squared += D[c, side, i, 0] ** 2
        largest = max(largest, squared / contact[c] ** 2)
    return largest

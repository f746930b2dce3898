"""`drystone warm-up`: compile what runs, statics and pictures need, once after installation."""

from io import BytesIO
from time import perf_counter

from ..summary import counted
from .answer import Answer

__all__ = ["execute"]

STEPS = 3
"""Steps of each run: more would use the same functions."""


def execute(answer: Answer) -> int:
    """Make small runs with every formulation and integrator of dynamics, statics, a picture; print what they took."""
    from .. import equilibrium, limit_load, simulate
    from ..formulations import FORMULATIONS
    from ..ground_motion import GroundMotion
    from ..integrators import INTEGRATORS
    from ..structures import column, dome, wall
    from .compile_ahead import expected

    expected()
    begun = perf_counter()
    motion = GroundMotion.harmonic(8.0, 5.0)
    dynamic = [name for name in INTEGRATORS if not INTEGRATORS[name].quasi_static]
    jobs = 0
    for name in FORMULATIONS:
        for integrator in dynamic:
            simulate(column(3), STEPS * 1e-2, 1e-2, formulation=name, integrator=integrator, motion=motion)
            jobs += 1
        answer.tell(f"{name:<20} {perf_counter() - begun:6.1f} s")
    simulate(wall(8, 8), STEPS * 2e-3, 2e-3, motion=GroundMotion.harmonic(20.0, 5.0))
    simulate(dome(5.0, 0.15, 4, 8), STEPS * 2e-3, 2e-3)
    equilibrium(wall(3, 3))
    limit_load(wall(3, 3))
    _draw()
    made = counted(jobs + 4, "small analysis", "small analyses")
    took = perf_counter() - begun
    answer.result(f"compiled and kept on disk: {made} and a picture in {took:.0f} s")
    answer.give({"analyses": jobs + 4, "wall_time": took}, {"wall_time": "s"})
    return 0


def _draw() -> None:
    """Blocks in space as few pixels."""
    from ..structures import column
    from ..view import solids_figure

    solids_figure(column(2), [(None, None)], ["warm-up"]).savefig(BytesIO(), format="png", dpi=20)

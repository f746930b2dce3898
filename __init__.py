"""drystone: optimisation modelling for the dynamics and statics of dry masonry.

The face of the package is lazy: a name is imported when it is first used, so that importing drystone loads
neither a native solver nor compiled code.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

_HOME = {
    "Assembly": "model",
    "Block": "model",
    "BodyForce": "model",
    "Couple": "model",
    "GroundMotion": "ground_motion",
    "Joint": "model",
    "Loads": "model",
    "Material": "model",
    "MultiSupportMotion": "ground_motion",
    "PointForce": "model",
    "Record": "ground_motion",
    "RecordFormat": "ground_motion",
    "read_records": "ground_motion",
    "register_record_format": "ground_motion",
    "fema_p695": "ground_motion",
    "Settlement": "model",
    "State": "model",
    "Tie": "model",
    "ConicProgram": "programs",
    "StepSolution": "solvers",
    "check_sound": "collision",
    "compare": "assessment.compare",
    "Fragility": "assessment.fragility",
    "fit_capacities": "assessment.fragility",
    "fit_fragility": "assessment.fragility",
    "fragility_figure": "assessment.fragility",
    "incremental_analysis": "assessment.fragility",
    "mean_annual_rate": "assessment.fragility",
    "multiple_stripes": "assessment.fragility",
    "stripe_table": "assessment.fragility",
    "FailureDomain": "assessment.domain",
    "failure_domain": "assessment.domain",
    "failure_domain_figure": "assessment.domain",
    "pseudo_static_capacity": "assessment.domain",
    "Campaign": "assessment.campaign",
    "scene_domain": "assessment.domain",
    "scene_stripes": "assessment.fragility",
    "get_solver": "solvers",
    "list_solvers": "solvers",
    "solve": "solvers",
    "StepProblem": "formulations",
    "list_formulations": "formulations",
    "ThrustLine": "results",
    "Trajectory": "results",
    "Checkpoint": "results",
    "list_integrators": "integrators",
    "joint_forces": "results",
    "push": "integrators",
    "equilibrium": "statics",
    "least_friction": "statics",
    "least_parameter": "statics",
    "limit_load": "statics",
    "settlement": "statics",
    "simulate": "integrators",
    "ResultStore": "files",
    "open": "files",
    "open_run": "files",
    "read_fclib": "files",
    "read_scene": "files",
    "scene_schema": "files",
    "export": "exports",
    "check_geometry": "geometry",
    "read_assembly": "geometry",
    "write_compas": "geometry",
    "write_model": "geometry",
    "write_fclib": "files",
    "write_tables": "files",
    "block_history": "files",
    "LocalProblem": "formulations",
    "step_problem": "integrators",
    "suggest_dt": "integrators",
    "sweep": "assessment.sweeps",
    "thrust_line": "results",
    "register_formulation": "formulations",
    "register_integrator": "integrators",
    "register_joint": "model",
    "register_joint_law": "joints",
    "register_load": "model",
    "register_solver": "solvers",
    "register_structure": "structures",
    "register_study": "studies",
    "DrystoneError": "errors",
    "__version__": "version",
}

__all__ = [
    "Assembly",
    "Block",
    "BodyForce",
    "Couple",
    "GroundMotion",
    "Joint",
    "Loads",
    "Material",
    "MultiSupportMotion",
    "PointForce",
    "Record",
    "RecordFormat",
    "read_records",
    "register_record_format",
    "fema_p695",
    "Settlement",
    "State",
    "Tie",
    "ConicProgram",
    "StepSolution",
    "check_sound",
    "compare",
    "Fragility",
    "fit_capacities",
    "fit_fragility",
    "fragility_figure",
    "incremental_analysis",
    "mean_annual_rate",
    "multiple_stripes",
    "stripe_table",
    "FailureDomain",
    "failure_domain",
    "failure_domain_figure",
    "pseudo_static_capacity",
    "Campaign",
    "scene_domain",
    "scene_stripes",
    "get_solver",
    "list_solvers",
    "solve",
    "StepProblem",
    "list_formulations",
    "ThrustLine",
    "Trajectory",
    "Checkpoint",
    "list_integrators",
    "joint_forces",
    "push",
    "equilibrium",
    "least_friction",
    "least_parameter",
    "limit_load",
    "settlement",
    "simulate",
    "step_problem",
    "suggest_dt",
    "sweep",
    "thrust_line",
    "ResultStore",
    "open",
    "open_run",
    "read_fclib",
    "read_scene",
    "scene_schema",
    "export",
    "check_geometry",
    "read_assembly",
    "write_compas",
    "write_model",
    "write_fclib",
    "write_tables",
    "block_history",
    "LocalProblem",
    "register_formulation",
    "register_integrator",
    "register_joint",
    "register_joint_law",
    "register_load",
    "register_solver",
    "register_structure",
    "register_study",
    "DrystoneError",
    "__version__",
]

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
    "assessment",
    "collision",
    "elements",
    "exports",
    "files",
    "formulations",
    "geometry",
    "ground_motion",
    "integrators",
    "joints",
    "model",
    "numerics",
    "page",
    "programs",
    "results",
    "solvers",
    "statics",
    "structures",
    "studies",
    "view",
)
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

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
    "GroundMotion": "model",
    "Joint": "model",
    "Loads": "model",
    "MultiSupportMotion": "model",
    "PointForce": "model",
    "Record": "model",
    "RecordFormat": "model",
    "read_records": "model",
    "register_record_format": "model",
    "fema_p695": "model",
    "Settlement": "model",
    "State": "model",
    "ConicProgram": "programs",
    "StepSolution": "solvers",
    "check_sound": "collision",
    "compare": "studies.compare",
    "Fragility": "studies.fragility",
    "fit_capacities": "studies.fragility",
    "fit_fragility": "studies.fragility",
    "fragility_figure": "studies.fragility",
    "incremental_analysis": "studies.fragility",
    "mean_annual_rate": "studies.fragility",
    "multiple_stripes": "studies.fragility",
    "stripe_table": "studies.fragility",
    "FailureDomain": "studies.domain",
    "failure_domain": "studies.domain",
    "failure_domain_figure": "studies.domain",
    "pseudo_static_capacity": "studies.domain",
    "Campaign": "studies.campaign",
    "scene_domain": "studies.domain",
    "scene_stripes": "studies.fragility",
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
    "write_fclib": "files",
    "LocalProblem": "formulations",
    "step_problem": "integrators",
    "suggest_dt": "integrators",
    "sweep": "studies.sweeps",
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
    "MultiSupportMotion",
    "PointForce",
    "Record",
    "RecordFormat",
    "read_records",
    "register_record_format",
    "fema_p695",
    "Settlement",
    "State",
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
    "write_fclib",
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
    from .collision import check_sound
    from .errors import DrystoneError
    from .files import ResultStore, open, open_run, read_fclib, read_scene, write_fclib
    from .formulations import LocalProblem, StepProblem, list_formulations, register_formulation
    from .integrators import list_integrators, push, register_integrator, simulate, step_problem, suggest_dt
    from .joints import register_joint_law
    from .model import (
        Assembly,
        Block,
        BodyForce,
        Couple,
        GroundMotion,
        Joint,
        Loads,
        MultiSupportMotion,
        PointForce,
        Record,
        RecordFormat,
        Settlement,
        State,
        fema_p695,
        read_records,
        register_joint,
        register_load,
        register_record_format,
    )
    from .programs import ConicProgram
    from .results import Checkpoint, ThrustLine, Trajectory, joint_forces, thrust_line
    from .solvers import StepSolution, get_solver, list_solvers, register_solver, solve
    from .statics import equilibrium, least_friction, least_parameter, limit_load, settlement
    from .structures import register_structure
    from .studies import register_study
    from .studies.campaign import Campaign
    from .studies.compare import compare
    from .studies.domain import (
        FailureDomain,
        failure_domain,
        failure_domain_figure,
        pseudo_static_capacity,
        scene_domain,
    )
    from .studies.fragility import (
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
    from .studies.sweeps import sweep
    from .version import __version__


def __getattr__(name: str) -> Any:
    if name in _HOME:
        value = getattr(import_module(f".{_HOME[name]}", __name__), name)
        globals()[name] = value
        return value
    raise AttributeError(f"module 'drystone' has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted(__all__)

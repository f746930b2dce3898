"""Files: scenes to run, results to keep, steps to exchange."""

from .fclib import read_fclib, write_fclib
from .readers import READERS
from .result_store import ResultStore, is_running
from .results import StoredRun, locate, open, open_run, save, with_contacts
from .scene import BUILT_IN, SceneFile, read_scene
from .scene_schema import scene_schema
from .scene_tables import BLOCKS, MOTIONS
from .settings import RunSettings
from .tabulated import block_history, write_tables
from .writing import write_figure, write_table

__all__ = [
    "BLOCKS",
    "BUILT_IN",
    "MOTIONS",
    "READERS",
    "ResultStore",
    "RunSettings",
    "SceneFile",
    "StoredRun",
    "block_history",
    "is_running",
    "locate",
    "open",
    "open_run",
    "read_fclib",
    "read_scene",
    "save",
    "scene_schema",
    "write_fclib",
    "write_figure",
    "write_table",
    "write_tables",
    "with_contacts",
]

"""Files: scenes to run, results to keep."""

from .results import load, save
from .scene import BUILT_IN, SceneFile, read_scene
from .settings import RunSettings

__all__ = ["BUILT_IN", "RunSettings", "SceneFile", "load", "read_scene", "save"]

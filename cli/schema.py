"""`drystone schema`: what a scene file may hold."""

import json

from .answer import Answer

__all__ = ["execute"]


def execute(keys: bool, answer: Answer) -> int:
    """Print the JSON schema of scenes, or their keys as tables in Markdown."""
    from ..files.scene_schema import keys_page, scene_schema

    answer.result(keys_page() if keys else json.dumps(scene_schema(), indent=2))
    answer.give({"schema": scene_schema()})
    return 0

"""`drystone schema`: what a scene file may hold."""

import json

__all__ = ["execute"]


def execute(keys: bool) -> int:
    """Print the JSON schema of scenes, or their keys as tables in Markdown."""
    from ..files.scene_schema import keys_page, scene_schema

    print(keys_page() if keys else json.dumps(scene_schema(), indent=2))
    return 0

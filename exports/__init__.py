"""Runs for other programs: ParaView, Blender, any viewer of glTF, and moving pictures."""

from .writers import EXPORTS, export

__all__ = ["EXPORTS", "export"]

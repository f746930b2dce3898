"""Collision: where the blocks of an assembly touch or may touch."""

from .contacts import Contacts, match
from .detect import detect

__all__ = ["Contacts", "detect", "match"]

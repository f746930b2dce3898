"""Collision: where the blocks of an assembly touch or may touch."""

from .contacts import Contacts, carried, match
from .detect import detect

__all__ = ["Contacts", "carried", "detect", "match"]

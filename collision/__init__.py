"""Collision: where the blocks of an assembly touch or may touch."""

from .areas import tributary_areas
from .contacts import Contacts, carried, match
from .detect import detect

__all__ = ["Contacts", "tributary_areas", "carried", "detect", "match"]

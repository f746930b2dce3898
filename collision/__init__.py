"""Collision: where the blocks of an assembly touch or may touch."""

from .areas import area_shares
from .contacts import Contacts, carried, match
from .detect import detect

__all__ = ["Contacts", "area_shares", "carried", "detect", "match"]

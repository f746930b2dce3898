"""Collision: where the blocks of an assembly touch or may touch."""

from .areas import joint_areas, joint_shares, mean_faces, tributary_areas
from .contacts import Contacts, carried, grown, inherited_impulses, inherited_shear, match, point_shares, released
from .detect import detect
from .divided import divided_patches, is_divided
from .followed import named_as_before
from .soundness import check_sound
from .strips import hairs, simple_outlines, strips_as_edges

__all__ = [
    "Contacts",
    "carried",
    "grown",
    "check_sound",
    "detect",
    "hairs",
    "is_divided",
    "joint_areas",
    "joint_shares",
    "mean_faces",
    "divided_patches",
    "point_shares",
    "match",
    "named_as_before",
    "released",
    "inherited_shear",
    "simple_outlines",
    "strips_as_edges",
    "inherited_impulses",
    "tributary_areas",
]

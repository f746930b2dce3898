"""Small structures with joints, motions, laws and schemes drawn at random."""

from typing import Any

import numpy as np

import drystone as ds
from drystone.structures import arch, column, wall

G = 9.81  # m/s2
LAWS = ("nodargi-bisegna", "coulomb")
SCHEMES = ("mid-point", "backward-euler")


def heap(random: np.random.Generator, friction: float) -> ds.Assembly:
    """Boxes one on the other, each a little beside the one below and turned on it."""
    blocks, level = [ds.Block.box((6.0, 6.0, 0.5), (0.0, 0.0, -0.25), fixed=True, name="ground")], 0.0
    place = np.zeros(2)
    for i in range(int(random.integers(1, 5))):
        size = random.uniform((0.4, 0.4, 0.1), (0.8, 0.8, 0.6))
        place = place + random.uniform(-0.08, 0.08, 2)
        blocks.append(ds.Block.box(size, (*place, level + size[2] / 2), name=f"box-{i + 1}"))
        level += size[2]
    return ds.Assembly(blocks, friction)


def structure(random: np.random.Generator) -> ds.Assembly:
    """A heap, a column, a wall or an arch, of 2 to 12 blocks."""
    friction = float(random.uniform(0.2, 0.9))
    kind = random.integers(4)
    if kind == 0:
        return heap(random, friction)
    if kind == 1:
        return column(int(random.integers(2, 6)), width=0.5, height=float(random.uniform(0.3, 0.9)), friction=friction)
    if kind == 2:
        return wall(int(random.integers(2, 4)), int(random.integers(2, 4)), friction=friction)
    return arch(radius=2.0, count=int(random.integers(5, 10)), friction=0.5 + friction, thickness_ratio=0.15)


def joint(random: np.random.Generator) -> ds.Joint | None:
    """Rigid and dry, springs, bonds of some kPa, bonds with springs, or restitution."""
    stiffness = 10.0 ** float(random.uniform(8.5, 10.5))
    springs = {"normal_stiffness": stiffness, "tangential_stiffness": stiffness * float(random.uniform(0.3, 1.0))}
    strength = 10.0 ** float(random.uniform(3.0, 5.0))
    kinds: list[dict[str, Any] | None] = [
        None,
        springs,
        {"cohesion": strength, "tensile_strength": strength * float(random.uniform(0.1, 0.5))},
        {**springs, "tension_stiffness": stiffness, "tensile_strength": strength},
        {"restitution": float(random.uniform(0.1, 1.0))},
    ]
    chosen = kinds[random.integers(len(kinds))]
    return None if chosen is None else ds.Joint(**chosen)


def pulse(random: np.random.Generator, most: float) -> ds.GroundMotion:
    """One sine of up to ``most`` g in a direction of the plane."""
    angle, half = float(random.uniform(0.0, 2.0 * np.pi)), float(random.uniform(0.05, 0.3))
    return ds.GroundMotion.one_sine(float(random.uniform(0.1, most)) * G, half, (np.cos(angle), np.sin(angle), 0.0))


def scene(seed: int) -> dict[str, Any]:
    """Arguments of `drystone.simulate` for 0.3 s of a structure that shakes, with the number ``seed``."""
    random = np.random.default_rng(seed)
    dry = structure(random)
    return {
        "assembly": ds.Assembly(dry.blocks, dry.friction, joint(random)),
        "duration": 0.3,
        "dt": float(random.choice([5e-3, 2.5e-3, 1e-3])),
        "motion": pulse(random, 1.5),
        "formulation": LAWS[random.integers(len(LAWS))],
        "integrator": SCHEMES[random.integers(len(SCHEMES))],
    }


def deforming(seed: int) -> dict[str, Any]:
    """Arguments of `drystone.simulate` for 0.1 s of a structure with springs in its joints and blocks that deform."""
    random = np.random.default_rng(seed)
    dry, law = structure(random), joint(random)
    while law is None or law.normal_stiffness is None or len(dry) > 7:
        dry, law = structure(random), joint(random)
    mesh = ("affine", (1, 1, 1), (2, 2, 2))[random.integers(3)]
    stone = ds.Material(10.0 ** float(random.uniform(8.5, 10.5)), 0.2, 2000.0)
    return {
        "assembly": ds.Assembly(dry.blocks, dry.friction, law).of_material(stone, mesh),
        "duration": 0.1,
        "dt": float(random.choice([5e-3, 2.5e-3, 1e-3])),
        "motion": pulse(random, 1.5),
        "formulation": LAWS[random.integers(len(LAWS))],
        "integrator": SCHEMES[random.integers(len(SCHEMES))],
        "options": {"face_divisions": int(random.integers(1, 3))},
    }


def near_failure(seed: int) -> dict[str, Any]:
    """Arguments of `drystone.simulate` for a structure that may just fall: under a pulse, or under steady horizontal
    forces of its limit load but for a share of 1e-6 to 0.1.
    """
    random = np.random.default_rng(seed)
    dry = structure(random)
    law = joint(random)
    assembly = ds.Assembly(dry.blocks, dry.friction, law)
    arguments: dict[str, Any] = {"assembly": assembly, "formulation": LAWS[random.integers(len(LAWS))], "dt": 5e-3}
    if random.integers(2) or (law is not None and law.normal_stiffness is not None):
        return arguments | {"motion": pulse(random, 1.0)}
    angle, apart = float(random.uniform(0.0, 2.0 * np.pi)), 10.0 ** float(random.uniform(-6.0, -1.0))
    sense = (float(np.cos(angle)), float(np.sin(angle)), 0.0)
    share = ds.limit_load(assembly, live=sense).multiplier * (1.0 + apart * float(random.choice([-1.0, 1.0])))
    return arguments | {"loads": ds.BodyForce(tuple(share * G * part for part in sense))}

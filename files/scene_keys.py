"""What the keys of a scene mean, and their units: for the schema of scenes and for its page in the documents."""

from collections.abc import Mapping

__all__ = ["MEANINGS", "scene_unit"]

MEANINGS: Mapping[str, Mapping[str, tuple[str, str]]] = {
    "": {
        "name": ("", "name of the scene and of its folder of results; that of the file if it is left out"),
        "gravity": ("m/s2", "acceleration of gravity"),
        "friction": ("", "friction coefficient of all contacts, or a table of those of pairs"),
        "structure": ("", "a parametric structure; one of `structure`, `geometry` and `block` is there"),
        "geometry": ("", "a model on disk"),
        "block": ("", "blocks, one by one"),
        "material": ("", "density, friction and elasticity of blocks by name, group or pattern"),
        "joint": ("", "laws of joints: a list, or one table for all pairs"),
        "tie": ("", "bars and cables between blocks, or a block and the ground"),
        "motion": ("", "motion of the ground"),
        "load": ("", "forces on blocks"),
        "settlement": ("", "motions of fixed blocks beside that of the ground"),
        "run": ("", "how the scene is run"),
    },
    "friction": {
        "default": ("", "coefficient of pairs that are not listed"),
        "pairs": ("", "list of tables, one for each pair"),
    },
    "friction.pairs": {
        "a": ("", "name of a block"),
        "b": ("", "name of the other; `*` for all others"),
        "value": ("", "friction coefficient"),
    },
    "geometry": {
        "file": ("", "file of the model, in the folder of the scene"),
        "scale": (
            "m",
            "size of a unit of the model; without it of a Rhino file its own, else metres, if the size is likely",
        ),
        "density": ("kg/m3", "one number, or numbers by pattern of names or groups; that of the model, else 2000"),
        "supports": ("", "fixed blocks: names, groups or patterns; `lowest`, `ground`; those of the model without it"),
        "mend": ("", "whether the model is mended, see models.md"),
        "parts": ("", "`planes`, or `coacd`: blocks that planes cannot part become convex hulls, approximately"),
        "up": ("", "axis of the model that is upward, `z` or `y`; glTF, which has `y`, is turned without it"),
    },
    "block": {
        "kind": ("", "`box`, or `vertices` where there are vertices"),
        "size": ("m", "lengths of the edges of a box"),
        "center": ("m", "centre of a box"),
        "vertices": ("m", "points whose convex hull is the block"),
        "density": ("kg/m3", "mass of a unit of volume"),
        "rotation": ("deg", "rotation vector about the centre, or a table of `axis` and `angle`"),
        "fixed": ("", "whether the block is a support, which moves with the ground"),
        "name": ("", "name of the block; `block-0` and so on without it"),
    },
    "material": {
        "blocks": ("", "names, groups (of a model) or patterns such as `rib*`; the first material that fits holds"),
        "density": ("kg/m3", "mass of a unit of volume"),
        "friction": ("", "friction coefficient against all other blocks; of two blocks the smaller holds"),
        "young": ("Pa", "Young's modulus: with it the movable ones of these blocks (by name) deform, see elastic.md"),
        "poisson": ("", "Poisson's ratio of blocks that deform"),
        "damping": ("1/s, s", "Rayleigh's alpha and beta of blocks that deform; none without it"),
        "mesh": ("", "elements of each block that deforms: `[n, m, k]`, `tetrahedra` or `affine`"),
        "rigid_below": ("Pa", "such blocks are rigid until a principal stress has been larger; elastic without it"),
        "modes": ("", "how many modes a meshed block deforms in, at least 6, see elastic.md; all without it"),
    },
    "joint": {
        "a": ("", "name of a block; without `a` and `b`: the law of all other pairs"),
        "b": ("", "name of the other; `*` for all others"),
        "kind": ("", "kind of the joint; others are registered by `drystone.register_joint`"),
        "friction": ("", "friction coefficient; that of the scene without it"),
        "cohesion": ("Pa", "shear strength without compression; N where `per` is `contact`"),
        "tensile_strength": ("Pa", "tensile strength; N where `per` is `contact`"),
        "brittle": ("", "whether the bond is lost where its strength is reached"),
        "normal_stiffness": ("Pa/m", "elastic stiffness in series with the strengths; rigid without it"),
        "tangential_stiffness": ("Pa/m", "the same in shear; rigid without it"),
        "tension_stiffness": ("Pa/m", "stiffness of an elastic bond beside the contact; no such bond without it"),
        "shear_stiffness": ("Pa/m", "the same in shear; as in tension without it"),
        "fracture_energy": ("J/m2", "energy that breaks the bond, which is damaged progressively"),
        "viscosity": ("J s/m2", "delay of the damage"),
        "restitution": ("", "share of the closing speed with which a contact opens, 0 to 1"),
        "per": ("", "`area`: strengths and stiffnesses of a unit of area; `contact`: of each contact point"),
    },
    "motion": {
        "kind": ("", "`one-sine`, `biphasic`, `harmonic`, `record` or `fema-p695`"),
        "amplitude": ("m/s2", "largest acceleration"),
        "half_period": ("s", "half the period of the one sine"),
        "duration": ("s", "length of the motion; of `biphasic`: of its first phase, the second is twice as long"),
        "frequency": ("Hz", "frequency of the harmonic motion"),
        "phase": ("rad", "phase of the harmonic motion at its start"),
        "direction": ("", "direction of the motion, of any length; of a record: that of the file without it"),
        "file": ("", "file of the record in the folder of the scene, or a list of files of its components"),
        "scale": ("", "factor on the accelerations; 1 without it"),
        "units": ("", "unit of the accelerations, such as `g`, where the file has none"),
        "dt": ("s", "time between samples, where the file has none"),
        "check_peak": ("", "whether the peak must be that of the file's header"),
        "baseline": ("", "order of the polynomial that is taken off the accelerations"),
        "low": ("Hz", "lower corner of the filter"),
        "high": ("Hz", "upper corner of the filter"),
        "order": ("", "order of the filter"),
        "to_rest": ("", "whether the ground is brought to rest at the end; `strong` cuts afterwards"),
        "pga": ("m/s2", "peak acceleration to which the motion is scaled, whatever `scale` is"),
        "strong": (
            "m/s2",
            "first and last acceleration between which it is cut, or `auto`: 0.05 of its largest",
        ),
        "record": ("", "number of the record in the set of FEMA P695"),
        "component": ("", "component of that record, `a` or `b`"),
        "suite": ("", "set of FEMA P695: `far-field`, `near-field`, `near-field-pulse` or `near-field-no-pulse`"),
        "normalised": ("", "whether the records of the set are normalised"),
    },
    "load": {
        "kind": ("", "`force`, `body` or `couple`"),
        "block": ("", "name of the block; on a support a load has no effect"),
        "force": ("N", "force on the block"),
        "point": ("m", "where it acts at first; it moves with the block; the centroid without it"),
        "acceleration": ("m/s2", "acceleration that is a force on the mass of each block"),
        "blocks": ("", "names of the blocks; all without it"),
        "moment": ("N m", "moment on the block"),
    },
    "tie": {
        "block_a": ("", "name of a block"),
        "block_b": ("", "name of the other; without it the ground, by the fixed block nearest to `point_b`"),
        "point_a": ("m", "anchor at the first, in its place at the start; its centroid without"),
        "point_b": ("m", "the same at the other; the ground needs it"),
        "area": ("m2", "area of the section"),
        "young": ("Pa", "modulus of elasticity"),
        "stiffness": ("N/m", "instead of `area` and `young`, which mean `area` `young` / length"),
        "yield_force": ("N", "largest force, at which it elongates plastically; without it: it never yields"),
        "pretension": ("N", "force at the start"),
        "slack": ("m", "how much longer than the distance of its anchors it is at the start"),
        "name": ("", "name in tables; `tie-<number>` without"),
    },
    "settlement": {
        "blocks": ("", "name of a fixed block, or a list of names"),
        "displacement": ("m", "displacement at the end"),
        "start": ("s", "when it begins"),
        "duration": ("s", "how long it takes"),
        "rotation": ("deg", "rotation at the end about the centroids, as that of a block"),
    },
    "run": {
        "duration": ("s", "length of the run"),
        "dt": ("s", "time step"),
        "formulation": ("", "see `drystone list formulations`"),
        "form": ("", "form of the program: `kinematic`, `static` or `ccp`"),
        "solver": ("", "see `drystone list solvers`"),
        "integrator": ("", "see `drystone list integrators`"),
        "record_every": ("", "every how many steps a state is recorded"),
        "options": ("", "table of options of the run (`drystone.integrators.Options`) and of its formulation"),
    },
}
"""By table, the scene itself being "", and key: the unit and the meaning. Arguments of structures are told by
`drystone list structures`."""


def scene_unit(key: str) -> str:
    """The unit of a value of a scene by its key with dots ("motion.pga", "load.0.force.2"); "" where none is known."""
    table, *names = [name for name in key.split(".") if not name.isdigit()]
    if not names:
        table, names = "", [table]
    unit, _ = MEANINGS.get(table, {}).get(".".join(names), ("", ""))
    return "" if "," in unit else unit

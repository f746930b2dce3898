"""The laws of joints: what a pair of blocks has in its contacts beside dry friction."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, fields
from typing import Any, ClassVar, TypeVar

import numpy as np

from ..checks import FloatArray, IntArray, finite_number, instance_of, one_of, positive_number, shaped, yes_no
from ..errors import DrystoneError, shown
from ..registry import Registry, subclass_check
from ..summary import Facts, Summarised
from .pairs import pair_number, pair_of, places

__all__ = ["JOINTS", "MEASURES", "Joint", "JointTable", "register_joint"]

MEASURES = ("area", "contact")
"""What strengths, stiffnesses and energies are given per."""


@dataclass(frozen=True)
class Joint(Summarised, inline=True):
    """The law of a joint between two blocks. Without arguments it is the dry joint: Signorini and Coulomb.

    ``friction``: mu; None for that of the assembly. Bonds, lost for good when the joint breaks, exist only between
    blocks that touch in the assembly's initial state:

    ``cohesion`` c (Pa), ``tensile_strength`` f (Pa): Mohr and Coulomb's law

        |tau| <= c + mu sigma,     sigma >= -f,     sigma positive in compression.

    With c alone f is the apex c/mu, with f alone c is mu f; both may be given where f <= c/mu.
    ``brittle``: the bond is lost at the end of the step in which the joint's strength was reached; else it keeps its
    strength while the blocks are in touch, as limit analysis has it: until they are farther apart than contacts are
    looked for, see option ``margin``.

    ``normal_stiffness``, ``tangential_stiffness`` (Pa/m): the joint yields elastically in compression and, while it is
    bonded, in tension, and in shear: a spring in series with the strengths. None: rigid.

    ``tension_stiffness`` K_n, ``shear_stiffness`` K_t (Pa/m, as K_n if not given): the bond itself is elastic and
    lies beside a contact that is rigid in compression and dry: springs between points of the two blocks that were one
    point at first. With [u] their displacement they break where Mohr and Coulomb's c and f are reached (then f must be
    given, c may be 0 or anything, and what breaks is one point after the other); or with ``fracture_energy`` w (J/m2)
    and ``viscosity`` b (J s/m2) they are damaged progressively,

        sigma = -beta^2 K_n [u_n],   tau = -beta^2 K_t [u_t],    S = K_n max(0, [u_n])^2 + K_t |[u_t]|^2
        b beta' = -max(0, beta S - w)                beta from 1, sound, to 0, broken; never more than w/S without b.

    w is the energy that breaks a unit of area (Acary and Jean 2000, section 2.2, "cohesive zone model with progressive
    interface damage", after Raous, Cangémi and Cocu 1999, whose beta^2 makes that energy finite and the law one of
    thermodynamics).

    ``restitution`` e in [0, 1]: rigid contacts that close in a step leave it with u_n >= e |u_n before| (Newton),
    springs (``normal_stiffness``) give back what they have stored instead and cannot have it. Oblique impacts with
    friction and e near 1 would gain energy (T. R. Kane, D. A. Levinson, Dynamics, 1985), and so would some that close
    several contacts: there all rebounds of the blocks in contact are smaller, `drystone.integrators.rebounds`.

    ``per``: "area": as above, the area of a joint being that of the hull of its contact points, shared among them,
    equally unless option ``face_divisions`` adds points; "contact": of each at a corner, in N, N/m, J and J s.

    Reference: V. Acary, M. Jean, Numerical modeling of three dimensional divided structures by the non smooth contact
    dynamics method: application to masonry structure, 2000, section 2.2. DrystoneError for values out of range and for
    laws that exclude each other; for those that friction decides on, and for restitution of springs, from what uses it.

    >>> import drystone as ds
    >>> from drystone.structures import column
    >>> mortar = ds.Joint(friction=0.7, tensile_strength=1e5)
    >>> ds.Assembly(column(2).blocks, joints={("drum-1", "drum-2"): mortar}).joint_table.laws[1]
    Joint(friction 0.7, tensile strength 1e+05 N/m2)
    """

    name: ClassVar[str] = "joint"
    """The ``kind`` of [[joint]] that it is in scene files; classes derived from it have another."""
    friction: float | None = None
    cohesion: float = 0.0
    tensile_strength: float | None = None
    brittle: bool = True
    normal_stiffness: float | None = None
    tangential_stiffness: float | None = None
    tension_stiffness: float | None = None
    shear_stiffness: float | None = None
    fracture_energy: float | None = None
    viscosity: float = 0.0
    restitution: float = 0.0
    per: str = "area"

    def __post_init__(self) -> None:
        for field in fields(self):
            value = getattr(self, field.name)
            if field.name in ("brittle", "per") or (value is None and field.default is None):
                continue
            what = f"{field.name} of a joint"
            if field.name.endswith("stiffness") or field.name == "fracture_energy":
                number = positive_number(value, what)
            else:
                number = finite_number(value, what, least=0.0, most=1.0 if field.name == "restitution" else None)
            object.__setattr__(self, field.name, number)
        object.__setattr__(self, "brittle", yes_no(self.brittle, "brittle of a joint"))
        one_of(self.per, MEASURES, "measure of a joint")
        self._check_bond()
        self._check_springs()

    def _check_bond(self) -> None:
        if self.friction == 0.0 and self.cohesion > 0.0 and self.tension_stiffness is None:
            raise DrystoneError(
                f"a joint has cohesion {self.cohesion:g} and no friction: Mohr and Coulomb's cone then has no apex; "
                "give it friction, or tensile_strength instead of cohesion"
            )
        both = self.cohesion > 0.0 and self.tensile_strength is not None
        if both and not self.brittle:
            raise DrystoneError(
                "a joint with cohesion and tensile_strength must be brittle, for the law of the step is the whole cone "
                "of Mohr and Coulomb; give one of the two, or brittle=True"
            )

    def _check_springs(self) -> None:
        alone = [name for name in ("shear_stiffness", "fracture_energy") if getattr(self, name) is not None]
        if self.tension_stiffness is None and alone:
            raise DrystoneError(f"a joint has {alone[0]} and no tension_stiffness; give both")
        if self.viscosity > 0.0 and self.fracture_energy is None:
            raise DrystoneError("a joint has viscosity and no fracture_energy: viscosity delays damage; give both")
        if self.tension_stiffness is None:
            return
        if not self.brittle:
            raise DrystoneError("a joint with tension_stiffness loses its bond; it cannot have brittle=False")
        if self.fracture_energy is not None and (self.cohesion > 0.0 or self.tensile_strength is not None):
            raise DrystoneError(
                "a joint has fracture_energy and cohesion or tensile_strength; damage is the bond's strength, its peak "
                "being the root of fracture_energy times stiffness; give one or the other"
            )
        if self.fracture_energy is None and not self.tensile_strength:
            raise DrystoneError(
                "a joint has tension_stiffness and nothing that ends it; give tensile_strength or fracture_energy"
            )

    @property
    def law(self) -> str | None:
        """The law with memory of bonds that lie beside the contact (`drystone.joints.JOINT_LAWS`), None without."""
        return None if self.tension_stiffness is None else "springs"

    @property
    def is_bonded(self) -> bool:
        """Whether there is a bond of any kind."""
        return self.law is not None or self.cohesion > 0.0 or bool(self.tensile_strength)

    def apex(self, mu: FloatArray) -> FloatArray:
        """Tension f (C,) at the apex of Mohr and Coulomb's cone for the friction ``mu`` (C,), in units of strength."""
        mu = shaped(mu, (None,), "friction coefficients")
        if self.cohesion > 0.0:
            return np.divide(self.cohesion, mu, out=np.full(len(mu), np.inf), where=mu > 0.0)
        return np.full(len(mu), self.tensile_strength or 0.0)

    def _summary(self) -> Facts:
        per = {"area": "/m2", "contact": ""}[self.per]
        units = {
            "cohesion": f"N{per}",
            "tensile_strength": f"N{per}",
            "fracture_energy": f"J{per}",
            "viscosity": f"J s{per}",
        } | {f"{which}_stiffness": f"N/m{per and '3'}" for which in ("normal", "tangential", "tension", "shear")}
        if self == DRY:
            yield "", "dry"
        for field in fields(self):
            value = getattr(self, field.name)
            if value != field.default:
                text = f"{value:.4g} {units.get(field.name, '')}" if isinstance(value, float) else str(value)
                yield field.name.replace("_", " "), text.strip()


DRY = Joint()

Registered = TypeVar("Registered", bound=Joint)

JOINTS: Registry[type[Joint]] = Registry("joint", __package__, {"joint": Joint}, subclass_check("joint", Joint))
"""Kinds of joints by name: those of [[joint]] tables and of stored assemblies."""


def register_joint(joint: type[Registered], *, replace: bool = False) -> type[Registered]:
    """Make a class of joints known by its ``name``, in scene files and stored results; returns it, as decorators do.

    ``joint``: a dataclass derived from `drystone.Joint`, whose `Joint.law` names the law with memory that it has (see
    `register_joint_law`). DrystoneError for anything else, and for a name that is taken unless ``replace``.

    >>> import drystone as ds
    >>> from drystone.model.joints import JOINTS
    >>> with JOINTS.restored():  # only so that this example leaves nothing behind
    ...     @ds.register_joint
    ...     class Mortar(ds.Joint):
    ...         name = "mortar"
    ...     list(JOINTS)
    ['joint', 'mortar']
    """
    JOINTS.register(joint, replace=replace)
    return joint


@dataclass(frozen=True, eq=False)
class JointTable:
    """Joints by pair of blocks: an exact pair wins over "*", which wins over the default.

    Where both blocks of a pair have a "*" entry the one given first holds.
    """

    laws: tuple[Joint, ...]
    """The laws in the order given, the default first."""
    every: IntArray
    """(B_all,) law of a block against every other, a number beyond all where none is given."""
    keys: IntArray
    """(K,) sorted, smaller index * B_all + larger index of the exact pairs."""
    values: IntArray
    """(K,) their laws."""

    @classmethod
    def parse(cls, joints: Any, index_of: Callable[[str], int], count: int) -> "JointTable":
        """Read a Joint, a mapping or None; unknown names and what is no Joint raise DrystoneError."""
        given = joints if isinstance(joints, Mapping) else {"default": DRY if joints is None else joints}
        for key, law in given.items():
            instance_of(law, Joint, f"the joint of {shown(key)}")
        laws = [given.get("default", DRY)]
        every = np.full(count, np.iinfo(np.int64).max)
        exact: dict[int, int] = {}
        for key, law in given.items():
            if isinstance(key, str) and key == "default":
                continue
            a, b = pair_of(key, "joint")
            if b == "*":
                _set_once(every[index_of(a)] < len(laws) and laws[every[index_of(a)]] != law, key)
                every[index_of(a)] = len(laws)
            else:
                number = int(pair_number(np.array([[index_of(a), index_of(b)]]), count)[0])
                _set_once(number in exact and laws[exact[number]] != law, key)
                exact[number] = len(laws)
            laws.append(law)
        keys = np.array(sorted(exact), dtype=np.int64)
        return cls(tuple(laws), every, keys, np.array([exact[int(k)] for k in keys], dtype=np.int64))

    def of_pairs(self, blocks: IntArray) -> IntArray:
        """Return for pairs of block indices (C, 2) the places (C,) of their laws in `laws`."""
        law = np.minimum(self.every[blocks[:, 0]], self.every[blocks[:, 1]])
        law = np.where(law < len(self.laws), law, 0)
        place = places(self.keys, pair_number(blocks, len(self.every)))
        return np.where(place >= 0, np.append(self.values, 0)[place], law).astype(np.int64)

    def of_laws(self, name: str, law: IntArray, default: float = np.nan) -> FloatArray:
        """The number ``name`` of the laws at the places ``law`` (C,), ``default`` where a law has None, (C,)."""
        values = [getattr(one, name) for one in self.laws]
        return np.array([default if value is None else value for value in values], dtype=np.float64)[law]

    def friction(self, blocks: IntArray, otherwise: FloatArray) -> FloatArray:
        """Friction coefficients (C,) of pairs (C, 2): those of their joints, else ``otherwise`` (C,)."""
        if all(law.friction is None for law in self.laws):
            return otherwise
        mu = self.of_laws("friction", self.of_pairs(blocks))
        return np.where(np.isnan(mu), otherwise, mu)

    @property
    def largest_friction(self) -> float:
        """The largest friction coefficient that a joint has, 0 where none has one."""
        return max((law.friction for law in self.laws if law.friction is not None), default=0.0)

    @property
    def is_dry(self) -> bool:
        """Whether no joint has more than friction."""
        return all(law == Joint(friction=law.friction) for law in self.laws)

    @property
    def is_unbonded(self) -> bool:
        """Whether no joint has a bond."""
        return not any(law.is_bonded for law in self.laws)

    @property
    def is_rigid(self) -> bool:
        """Whether no joint has a bond or springs."""
        return self.is_unbonded and all(
            law.normal_stiffness is None and law.tangential_stiffness is None for law in self.laws
        )


def _set_once(clash: bool, key: Any) -> None:
    if clash:
        raise DrystoneError(f"the joint of {key!r} is given twice, and differently; keep one")

"""The material of a block that deforms."""

from dataclasses import dataclass

from ..checks import finite_array, finite_number, positive_number, whole_number
from ..elements import UNIFORM
from ..errors import DrystoneError
from ..summary import Facts, Summarised

__all__ = ["Material"]


@dataclass(frozen=True)
class Material(Summarised, inline=True):
    """Linear elastic, isotropic material.

    ``young``: modulus E (Pa); ``poisson``: nu, between -1 and 1/2; ``density`` (kg/m3). ``damping``: Rayleigh's
    (alpha, beta) (1/s, s) of the damping matrix C = alpha M + beta K, None for none. Rigid motions of a block are not
    damped. ``rigid_below`` (Pa): a block stays rigid until a principal stress of its mean stress, by size, has been
    larger, and is elastic from the next step on; None: from the start. ``modes``: how many modes a meshed block deforms
    in, at least 6, the uniform strains; None: all. DrystoneError for a value out of its range.

    >>> import drystone as ds
    >>> ds.Material(young=60e9, poisson=0.27, density=2700.0)
    Material(E 6e+10 Pa, nu 0.27, density 2700 kg/m3)
    """

    young: float
    poisson: float
    density: float
    damping: tuple[float, float] | None = None
    rigid_below: float | None = None
    modes: int | None = None

    def __post_init__(self) -> None:
        set_ = object.__setattr__
        set_(self, "young", positive_number(self.young, "young (Pa) of a material"))
        set_(self, "poisson", finite_number(self.poisson, "poisson of a material", above=-1.0, below=0.5))
        set_(self, "density", positive_number(self.density, "density (kg/m3) of a material"))
        if self.rigid_below is not None:
            set_(self, "rigid_below", positive_number(self.rigid_below, "rigid_below (Pa) of a material"))
        if self.modes is not None:
            set_(self, "modes", whole_number(self.modes, "modes of a material", UNIFORM))
        if self.damping is not None:
            alpha, beta = finite_array(self.damping, (2,), "damping (1/s, s) of a material").tolist()
            if min(alpha, beta) < 0.0:
                raise DrystoneError(f"damping of a material must not be negative; got ({alpha:g} 1/s, {beta:g} s)")
            set_(self, "damping", (alpha, beta))

    def _summary(self) -> Facts:
        yield "E", f"{self.young:.4g} Pa"
        yield "nu", f"{self.poisson:.4g}"
        yield "density", f"{self.density:.4g} kg/m3"
        if self.damping is not None:
            yield "damping", f"{self.damping[0]:.4g} 1/s, {self.damping[1]:.4g} s"
        if self.rigid_below is not None:
            yield "rigid below", f"{self.rigid_below:.4g} Pa"
        if self.modes is not None:
            yield "modes", f"{self.modes}"

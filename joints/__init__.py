"""Joint laws in time: bonds that hold until they break, springs that take damage, and the rows they give to a step."""

from .bonds import Bonds, Strengths

__all__ = ["Bonds", "Strengths"]

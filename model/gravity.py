"""The acceleration of gravity where a user gives no other."""

__all__ = ["GRAVITY", "STANDARD_GRAVITY"]

STANDARD_GRAVITY = 9.81
"""Its size (m/s2), also the unit g of load patterns: the rounded value of the papers whose results are reproduced."""
GRAVITY = (0.0, 0.0, -STANDARD_GRAVITY)
"""As a vector (m/s2), z upwards."""

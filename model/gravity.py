"""The acceleration of gravity where a user gives no other."""

__all__ = ["GRAVITY", "ONE_G"]

ONE_G = 9.81
"""The acceleration 1 g (m/s2), as the papers round it whose results are reproduced."""
GRAVITY = (0.0, 0.0, -ONE_G)
"""As a vector (m/s2), z upwards."""

"""The interior point on the blocks of a step, and on limit programs."""

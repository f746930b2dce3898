"""Semismooth Newton on the dual-regularised step."""

"""Solvers of explicit conic programs: one file for each backend, behind one method."""

"""Benchmarks: solvers, integrators, contact laws and other engines side by side, by error, time and memory."""

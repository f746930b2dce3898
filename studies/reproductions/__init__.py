"""Reproductions: what papers and laboratories report, computed again and checked against their numbers."""

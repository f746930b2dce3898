from .known_programs import SOLVABLE
def test_a(): assert SOLVABLE

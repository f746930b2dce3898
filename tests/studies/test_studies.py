"""The studies at quick size, and the exact rocking block they compare with."""

from functools import partial
from pathlib import Path

import numpy as np
import pytest

from drystone.errors import NotInstalledError
from drystone.integrators import simulate
from drystone.studies.registry import STUDIES, get_study
from drystone.studies.reproductions import housner
from drystone.studies.reproductions.rocking import RockingBlock

EXACT = 1e-9  # the reference numbers have 11 digits


def test_the_event_driven_solution_has_the_reference_numbers() -> None:
    """H1, H2 and H3 as computed independently, g = 9.81."""
    block = RockingBlock(0.30, 1.0)
    motion = block.free_rocking(np.radians(15.0), 6)
    times = [1.12167192692, 2.13567008473, 2.89745601501, 3.51144113913, 4.0217213839, 4.45308107613]
    peaks = [8.534038381, 5.939441911, 4.307728257, 3.186383233, 2.384055378]
    assert motion.impacts == pytest.approx(times, rel=EXACT)
    assert np.degrees(motion.peaks) == pytest.approx(peaks, rel=EXACT)
    assert block.restitution == pytest.approx(0.8761467889908257, rel=1e-12)


@pytest.mark.parametrize("name", STUDIES)
def test_quick_studies_pass_their_checks(name: str, tmp_path: Path) -> None:
    try:
        result = get_study(name)(tmp_path, quick=True, progress=False)
    except NotInstalledError as missing:
        pytest.skip(str(missing))
    failed = [check for check in result.checks if not check.passed]
    assert not failed
    assert result.checks
    written = result.save(tmp_path)
    assert any(path.suffix == ".png" for path in written)
    assert any(path.suffix == ".csv" for path in written)


def test_the_checks_of_housner_fail_with_a_scheme_of_first_order(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its impacts come 8 ms too late in each second at dt = 1e-3 s."""
    monkeypatch.setattr(housner, "simulate", partial(simulate, integrator="backward-euler"))
    failed = {check.id for check in housner.run(tmp_path, quick=True).checks if not check.passed}
    assert {"H1.1", "H1.2", "H1.rate", "H2.1"} <= failed

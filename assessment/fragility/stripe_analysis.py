"""The fragility of a scene: records scaled to several intensities, run by the engine of sweeps."""

import warnings
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from ...checks import (
    finite_array,
    finite_number,
    instance_of,
    options_table,
    positive_number,
    whole_number,
)
from ...errors import DrystoneError, shown
from ...files import SceneFile
from ...files.recorded import AUTO
from ...files.scene_tables import read_motion
from ...ground_motion import GroundMotion, IntensityMeasure
from ...results import VERDICT_UNITS
from ...summary import Facts, Summarised, counted, listed, with_units
from ..campaign import Campaign
from ..domain.runs import AFTER, rides_on_ground
from ..evaluation import tell_undecided, undecided
from ..sweeps.simulation import check_case
from .curve import Fragility
from .fit import MOST_REPLICATES, fit_fragility
from .runs import StripeCase, multiple_stripes, stripe_table

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["StripeAnalysis", "scene_stripes"]

FIRST, LAST = 0.8, 0.3
"""Shares of the pseudo-static capacity between which a record is cut: first and last acceleration, `scene_stripes`."""
CAPACITY_DIGITS, SIZE_DIGITS = 6, 12
"""Digits to which a capacity and a record's intensity are taken. Those beyond are rounding, which differs between
processors: with them a store that is moved to another machine would find none of its runs."""
SIZES = ("scale", "pga", "strong")
"""Keys of a recorded motion that say how large it is, or which part of it is run: the analysis gives them."""


@dataclass(frozen=True, eq=False)
class StripeAnalysis(Summarised):
    """What a multiple stripe analysis found.

    ``runs``: every run with its record, intensity and verdict; where the record never reaches what moves the structure
    there was none, and ``collapsed`` alone, False, is told. ``stripes``: records by intensities, 1 where the structure
    collapsed, else 0. ``fragility``: fitted to them, None where there is no estimate, and ``reason`` then why.
    """

    runs: "pd.DataFrame"
    stripes: "pd.DataFrame"
    fragility: Fragility | None
    reason: str = ""

    def _summary(self) -> Facts:
        records, levels = self.stripes.shape
        yield "", f"of {counted(records, 'record')} at {counted(levels, 'intensity', 'intensities')}"
        shares = [f"{level:.4g}: {share:.3g}" for level, share in self.stripes.mean().items()]
        unsure = len(undecided(self.runs))
        yield "collapsed", ", ".join(shares) + (f"; {counted(unsure, 'survival')} not certain" if unsure else "")
        yield "fragility", self.reason if self.fragility is None else repr(self.fragility).replace("\n", "; ")


def scene_stripes(
    campaign: Campaign,
    motions: Mapping[str, Mapping[str, Any]],
    intensities: Any,
    *,
    measure: str | IntensityMeasure = "pga",
    capacity: float | Mapping[int, float] | None = None,
    after: float = AFTER,
    bootstrap: int = 1000,
    seed: int = 0,
) -> StripeAnalysis:
    """A multiple stripe analysis: every record of ``motions`` scaled to every one of the ``intensities`` (m,).

    ``motions``: by the name of the record the table [motion] of a scene that reads it, without what says how large it
    is (scale, pga, strong), but that without ``capacity`` strong = "auto" is allowed. ``measure``: of the intensity, in
    SI units, or its name. ``capacity`` (m/s2): the pseudo-static capacity of the structure, below which no acceleration
    moves it, or those of several directions, see `scene_capacity`, of which the least counts; less for records with a
    vertical part, which may take of the weight. A record is then run from where it first exceeds 0.8 of it (before that
    the structure rides on the ground) to where it last exceeds 0.3 of it, and not at all where it never exceeds 0.8 of
    it; None runs whole records. ``after``: time (s) for which the
    structure is followed beyond the end, until its verdict is certain; a warning tells how many survivals are not.
    ``bootstrap``, ``seed``: as in `drystone.fit_fragility`. DrystoneError as `Campaign.runs`, and for a record that
    cannot be read or is still.

    >>> import drystone as ds, numpy, pathlib, tempfile
    >>> block = {"structure.width": 0.2, "structure.height": 1.0, "structure.tilt": 0.0, "run.dt": 0.01}
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     record = pathlib.Path(folder) / "sine.csv"
    ...     numpy.savetxt(record, [(t / 100, numpy.sin(t / 10)) for t in range(64)], delimiter=",")
    ...     motions = {"sine": {"kind": "record", "file": str(record), "units": "m/s2"}}
    ...     campaign = ds.Campaign("block", pathlib.Path(folder) / "runs.sqlite", block, workers=1)
    ...     stripes = ds.scene_stripes(campaign, motions, [1.0, 8.0], capacity=1.9).stripes
    >>> stripes.to_numpy().tolist()
    [[0.0, 1.0]]
    """
    import pandas as pd

    instance_of(campaign, Campaign, "campaign")
    levels = finite_array(intensities, (None,), "intensities", above=0.0)
    scene = campaign.read()
    check_case(scene)  # also where no record moves the structure
    limit = _least(capacity, scene)
    rest, kind = finite_number(after, "after (s)", least=0.0), IntensityMeasure.read(measure)
    bootstrap, seed = whole_number(bootstrap, "bootstrap (samples)", 0, MOST_REPLICATES), whole_number(seed, "seed", 0)
    tables = _tables(motions, limit is None)
    read = {name: _read(name, table, campaign.folder) for name, table in tables.items()}
    sizes = _sizes(read, kind)
    cases = multiple_stripes(list(tables), levels)
    common, varied = _parted(tables)
    if limit is not None:
        common["strong"] = [0.0, 0.0]
    made = [_case(case, varied, read, sizes, kind.power, limit, scene.gravity, rest) for case in cases]
    moving = [i for i, one in enumerate(made) if one is not None]
    runs, collapsed = pd.DataFrame(index=moving), np.zeros(len(cases), dtype=bool)
    if moving:
        runs = campaign.runs(common, [one for one in made if one is not None]).set_index(pd.Index(moving))
        collapsed[moving] = runs["collapsed"].astype(bool)
    stripes = stripe_table(cases, collapsed.tolist())
    fragility, reason = _fitted(stripes, kind, bootstrap, seed)
    return StripeAnalysis(tell_undecided(_table(cases, runs, collapsed, kind.unit)), stripes, fragility, reason)


def _least(capacity: float | Mapping[int, float] | None, scene: SceneFile) -> float | None:
    """The least of the capacities (m/s2), with a warning where it says nothing of what the structure rides out."""
    if capacity is None:
        return None
    values = list(capacity.values()) if isinstance(capacity, Mapping) else [capacity]
    least = min((positive_number(one, "capacity (m/s2)") for one in values), default=None)
    if least is None:
        raise DrystoneError("capacity has no values; leave it out to run whole records")
    if not rides_on_ground(scene):
        warnings.warn(
            "scene_stripes: with a capacity records are cut where the structure rides on the ground. This one has "
            "springs or bonds in joints, blocks that deform, ties or compliant contacts, and sways; leave capacity out",
            stacklevel=3,
        )
    return _rounded(least, CAPACITY_DIGITS)


def _borne(capacity: float, motion: GroundMotion, gravity: NDArray[np.float64]) -> float:
    """The size of accelerations (m/s2) below which none of a motion moves what bears the horizontal ``capacity``.

    Ground that accelerates downwards by v takes v/g of all weights, and what they bear: a horizontal acceleration up to
    capacity (1 - v/g), which is a straight line, nearest to rest at capacity / (1 + (capacity/g)^2)^(1/2).
    """
    g = float(np.linalg.norm(gravity))
    if not g or not motion.acceleration[:, 2].any():
        return capacity
    return _rounded(capacity / float(np.hypot(1.0, capacity / g)), CAPACITY_DIGITS)


def _fitted(
    stripes: "pd.DataFrame", measure: IntensityMeasure, bootstrap: int, seed: int
) -> tuple[Fragility | None, str]:
    """The function of these stripes, or why there is none."""
    try:
        return fit_fragility(
            records=stripes, bootstrap=bootstrap, seed=seed, measure=measure.name, unit=measure.unit
        ), ""
    except DrystoneError as error:
        return None, str(error)


def _sizes(motions: Mapping[str, GroundMotion], measure: IntensityMeasure) -> dict[str, float]:
    """The intensity of every record; DrystoneError for those that do not move."""
    sizes = {name: measure.of(motion) for name, motion in motions.items()}
    if measure.name != "pga":  # which is one of the record's own numbers
        sizes = {name: _rounded(size, SIZE_DIGITS) for name, size in sizes.items()}
    still = [name for name, size in sizes.items() if not size > 0.0]
    if still:
        raise DrystoneError(f"the records {listed(still)} have no accelerations; leave them out")
    return sizes


def _rounded(value: float, digits: int) -> float:
    return float(f"{value:.{digits}g}")


def _tables(motions: Any, whole: bool) -> dict[str, dict[str, Any]]:
    """The tables of the records by name; ``whole``: whether no capacity says which part of them is run."""
    given = options_table(motions, "motions")
    tables = {name: options_table(table, f"motion {shown(name)}") for name, table in given.items()}
    for name, table in tables.items():
        for key in SIZES:
            if key in table and not (whole and key == "strong" and table[key] == AUTO):
                raise DrystoneError(
                    f"the motion {shown(name)} has the key {key!r}; leave it out, the intensities say how large it is"
                )
    return tables


def _read(name: str, table: Mapping[str, Any], folder: Path) -> GroundMotion:
    """The motion of a record; DrystoneError also where it cannot be scaled."""
    try:
        motion = read_motion({"motion": {**table, "scale": 1.0}}, folder)
    except DrystoneError as error:
        raise DrystoneError(f"the motion {shown(name)}: {error}") from error
    assert motion is not None
    return motion


def _parted(tables: Mapping[str, Mapping[str, Any]]) -> tuple[dict[str, Any], dict[str, dict[str, Any]]]:
    """What no run changes, and by record the values that it has of its own, by keys with dots.

    Plain values and files are always a record's own, so that a run is the same one whatever others there are. Other
    lists, such as a direction, must be those of all records: what one has becomes that of all runs.
    """
    common: dict[str, Any] = {}
    varied: dict[str, dict[str, Any]] = {}
    for name, table in tables.items():
        own = varied[name] = {}
        for key, value in table.items():
            several = isinstance(value, list)
            if several and key == "file":
                own |= {f"motion.file.{i}": one for i, one in enumerate(value)}
            elif not several:
                own[f"motion.{key}"] = value
            shape = [""] * len(value) if key == "file" and several else value
            if several and common.setdefault(key, shape) != shape:
                raise DrystoneError(
                    f"{key} of the motion {name!r} is {value}; all records must have the same, or as many files"
                )
    for key in common:
        without = [name for name, table in tables.items() if key not in table]
        if without:
            raise DrystoneError(
                f"the motion {without[0]!r} has no {key}, and others have one; give all records the same {key}"
            )
    return common, varied


def _case(
    case: StripeCase,
    varied: Mapping[str, Mapping[str, Any]],
    read: Mapping[str, GroundMotion],
    sizes: Mapping[str, float],
    power: float,
    capacity: float | None,
    gravity: NDArray[np.float64],
    rest: float,
) -> dict[str, Any] | None:
    """The values of the scene in one run; None where the record never reaches what moves the structure."""
    factor = (case.intensity / sizes[case.record]) ** (1.0 / power)
    motion = read[case.record].scaled(factor)
    values = {**varied[case.record], "motion.scale": factor}
    if capacity is not None:
        capacity = _borne(capacity, motion, gravity)
        if motion.pga <= FIRST * capacity:
            return None
        limits = FIRST * capacity, LAST * capacity
        motion = motion.strong_part(*limits)
        values |= {"motion.strong.0": limits[0], "motion.strong.1": limits[1]}
    return values | {"run.duration": motion.duration + rest}


def _table(cases: list[StripeCase], runs: "pd.DataFrame", collapsed: NDArray[np.bool_], unit: str) -> "pd.DataFrame":
    """Every run with its record and intensity; where the structure was known not to move, no verdict."""
    import pandas as pd

    verdicts = runs[[name for name in runs.columns if not name.startswith(("motion.", "run.")) and name != "collapsed"]]
    rows = pd.DataFrame({"record": [c.record for c in cases], "intensity": [c.intensity for c in cases]})
    return with_units(rows.assign(collapsed=collapsed).join(verdicts), {"intensity": unit, **VERDICT_UNITS})

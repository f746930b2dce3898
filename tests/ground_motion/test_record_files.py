"""Readers of recorded motions: files of every format as specified, real ones where they are present, damaged ones."""

import os
from contextlib import suppress
from itertools import permutations
from pathlib import Path
from time import process_time
from typing import Any

import numpy as np
import pytest

from drystone.errors import DrystoneError
from drystone.ground_motion import (
    RECORD_FORMATS,
    GroundMotion,
    Record,
    RecordFormat,
    read_records,
    register_record_format,
)
from drystone.ground_motion.records.units import ACCELERATIONS

from .record_files import AZIMUTH, COUNT, DT, FORMATS, VALUES, damages

REAL = Path(os.environ.get("DRYSTONE_SHARED", Path(__file__).resolve().parents[3] / "shared")) / "records"
ROUNDING = 0.5001  # of the last written digit


def written(folder: Path, name: str, component: str = "E", call: str | None = None) -> Path:
    path = folder / (call or f"{component}.{name.split()[0].lower()}")
    path.write_text(FORMATS[name](component).text, encoding="utf-8")
    return path


@pytest.mark.parametrize("component", "ENZ")
@pytest.mark.parametrize("name", FORMATS)
def test_a_file_as_specified_is_read_as_written(tmp_path: Path, name: str, component: str) -> None:
    file = FORMATS[name](component)
    (record,) = read_records(written(tmp_path, name, component, "record.dat"))  # known by its content
    wanted = VALUES[component] - (VALUES[component].mean() if file.unit == "gal" else 0.0)
    assert record.dt == pytest.approx(DT, rel=1e-6)
    assert record.time.shape == (COUNT,)
    digits = 2 if file.unit == "gal" else 1  # the mean is rounded, too
    np.testing.assert_allclose(record.acceleration, wanted, atol=ROUNDING * file.resolution * digits)
    assert record.units == file.unit
    assert (record.stated_peak is not None) == file.peak
    if file.peak:
        assert abs(record.stated_peak or 0.0) == pytest.approx(np.abs(wanted).max(), rel=2e-3)
    if name != "columns":
        assert record.orientation == ("up" if component == "Z" else AZIMUTH[component] % 360)


@pytest.mark.parametrize("order", [*permutations("ENZ")], ids="".join)
@pytest.mark.parametrize("name", [one for one in FORMATS if one != "columns"])
def test_components_find_their_axes_in_any_order(tmp_path: Path, name: str, order: tuple[str, ...]) -> None:
    motion = GroundMotion.from_file([written(tmp_path, name, component) for component in order], scale=2.0)
    resolution = FORMATS[name]("E").resolution
    for axis, component in enumerate("ENZ"):
        wanted = VALUES[component] - (VALUES[component].mean() if "K" in name and "net" in name.lower() else 0.0)
        np.testing.assert_allclose(motion.acceleration[:, axis], 2 * wanted, atol=4 * resolution)


@pytest.mark.parametrize("name", ["COSMOS V1", "COSMOS V2", "CSMIP V1", "CSMIP V1, pairs", "CSMIP V2"])
def test_three_channels_of_one_file(tmp_path: Path, name: str) -> None:
    path = tmp_path / "all.v1"
    path.write_text("".join(FORMATS[name](component).text for component in "NZE"))
    assert [one.orientation for one in read_records(path)] == [0.0, "up", 90.0]
    motion = GroundMotion.from_file(path)
    for axis, component in enumerate("ENZ"):
        np.testing.assert_allclose(motion.acceleration[:, axis], VALUES[component], atol=FORMATS[name]("E").resolution)


def test_columns_of_three_components_and_their_units(tmp_path: Path) -> None:
    path = tmp_path / "all.csv"
    time = DT * np.arange(COUNT)
    table = np.column_stack([1000 * time, *(VALUES[c] / 0.0980665 for c in "ZEN")])
    rows = [";".join(f"{value:.9f}".replace(".", ",") for value in row) for row in table]
    path.write_text("\n".join(["time [ms];up (g/100);HNE (cm/s2);north gal", *rows]))
    with pytest.raises(DrystoneError, match=r"all.csv', line 1: unknown unit of acceleration 'g/100'"):
        read_records(path)
    path.write_text("\n".join(["time [ms];up [mg];HNE (mg);north mg", *rows]))
    motion = GroundMotion.from_file(path)
    np.testing.assert_allclose(motion.time, time, atol=1e-12)
    for axis, component in enumerate("ENZ"):
        np.testing.assert_allclose(motion.acceleration[:, axis], 0.1 * VALUES[component], atol=1e-10)


@pytest.mark.parametrize(
    ("header", "said"),
    [
        ("time (s),acc,vel_x", "expected accelerations; the header calls a column 'vel'"),
        ("time (s),acc (m/s2),Displacement", "expected accelerations; the header calls a column 'displacement'"),
        ("time (s),acc (m/s2),ground velocity (m/s)", "expected accelerations; the header calls a column 'velocity'"),
        ("Period (s),Sa (g),PSA (g)", "expected times in s in the first column; the header calls a column 'period'"),
        ("# frequency (s),east (g),north (g)", "in the first column; the header calls a column 'frequency'"),
    ],
)
def test_spectra_velocities_and_displacements_in_columns_are_refused(tmp_path: Path, header: str, said: str) -> None:
    """Read for accelerations they were components of the motion: velocities along y, a spectrum along x."""
    path = tmp_path / "record.csv"
    path.write_text(f"{header}\n0.01,1,2\n0.02,2,3\n0.03,1,2\n")
    for units in (None, "m/s2", "g"):
        with pytest.raises(DrystoneError, match=said):
            read_records(path, units=units)
    path.write_text("time (s),developed (g),dispersed (g)\n0.01,1,2\n0.02,2,3\n")
    assert len(read_records(path)) == 2, "words that only begin so"


def test_decimal_commas_after_a_tab_are_no_columns(tmp_path: Path) -> None:
    """Times without a comma: each row was a time and two components, the whole part and the decimals."""
    path = tmp_path / "record.txt"
    path.write_text("0\t0,1\n1\t0,2\n2\t-0,3\n")
    (record,) = read_records(path)
    assert record.acceleration.tolist() == [0.1, 0.2, -0.3]


@pytest.mark.parametrize("after", ["# recorded at the abbey\n", "#\n", "# 2 sensors, of 3\n# peak 0.2 g\n"])
def test_a_comment_that_names_the_columns_need_not_be_the_last(tmp_path: Path, after: str) -> None:
    path = tmp_path / "record.txt"
    path.write_text(f"# time (s), east (g)\n{after}0 1\n1 2\n")
    (record,) = read_records(path)
    assert (record.units, record.orientation) == ("g", 90.0)
    np.testing.assert_allclose(record.acceleration, [9.80665, 19.6133], rtol=1e-12)


@pytest.mark.parametrize("between", [";", "\t", " ; ", "\t\t"])
def test_decimal_commas_need_not_begin_in_the_first_row(tmp_path: Path, between: str) -> None:
    path = tmp_path / "record.csv"
    path.write_text("t (s);a (m/s2)\n0;0\n0,01;-1,5\n0,02;2\n".replace(";", between))
    (record,) = read_records(path)
    np.testing.assert_allclose(record.time, [0, 0.01, 0.02], atol=1e-15)
    assert record.acceleration.tolist() == [0, -1.5, 2]


FACTORS = {
    "m/s2": 1.0, "cm/s2": 0.01, "mm/s2": 0.001, "gal": 0.01, "g": 9.80665, "g/10": 0.980665, "mg": 0.00980665,
    "in/s2": 0.0254, "ft/s2": 0.3048,
}  # fmt: skip
"""Units of acceleration in m/s2, by definition: the inch (1959), the standard acceleration of gravity (CGPM 1901)."""


@pytest.mark.parametrize("unit", ACCELERATIONS)
def test_units_that_are_told(tmp_path: Path, unit: str) -> None:
    path = tmp_path / "record.txt"
    path.write_text("1\n-2\n0.5\n")
    (record,) = read_records(path, units=unit, dt=0.5)
    np.testing.assert_allclose(record.acceleration, FACTORS[unit] * np.array([1, -2, 0.5]), rtol=1e-12)
    assert record.time.tolist() == [0, 0.5, 1]


@pytest.mark.parametrize(
    ("content", "told", "message"),
    [
        ("time,a\n0,1\n1,2\n", {}, "line 1: the header does not tell the units"),
        ("time (s),a (g)\n0,1\n1,2\n", {"units": "cm/s2"}, "line 1: the units are 'g', not 'cm/s2' as given"),
        ("time (h),a (g)\n0,1\n1,2\n", {}, "line 1: the first column must be times in s"),
        ("1\n2\n", {}, "line 1: one column has no times; give the time between samples"),
        ("0 1\n1 2\n", {"dt": 0.1}, "line 1: the first column has the times"),
        ("0 1 2 3 4\n", {}, "line 1: expected a time .s. and at most three accelerations"),
        ("a b c\n0 1\n1 2\n", {}, "line 1: the header names 3 columns and the rows have 2"),
        ("0 1\n1 2\n", {"units": "furlongs"}, "unknown unit of acceleration"),
        ("0 1\n1 2\n", {"units": 5}, "units must be text"),
        ("0 1\n1 2\n", {"dt": -1.0}, "dt of a record"),
    ],
)
def test_what_a_file_or_the_caller_must_say(tmp_path: Path, content: str, told: dict[str, Any], message: str) -> None:
    path = tmp_path / "record.csv"
    path.write_text(content)
    with pytest.raises(DrystoneError, match=message):
        read_records(path, **told)


def test_a_peak_that_is_not_the_header_s_is_refused_unless_asked(tmp_path: Path) -> None:
    path = tmp_path / "record.asc"
    text = FORMATS["ESM"]("E").text
    path.write_text(text.replace("PGA_CM/S^2: ", "PGA_CM/S^2: 9"))
    with pytest.raises(DrystoneError, match=r"record.asc', line 12: the header states a peak"):
        read_records(path)
    (record,) = read_records(path, check_peak=False)
    assert record.peak == pytest.approx(np.abs(VALUES["E"]).max(), rel=1e-6)


def _record(values: list[float], orientation: float | str | None, dt: float = 1.0, **facts: str) -> Record:
    return Record(dt * np.arange(len(values), dtype=np.float64), np.array(values), "c", orientation, facts=facts)


@pytest.mark.parametrize(
    ("azimuths", "axes"),
    [
        ((90.0, 0.0), ((1, 0), (0, 1))),
        ((0.0, 90.0), ((0, 1), (1, 0))),
        ((90.0, 180.0), ((1, 0), (0, -1))),
        ((270.0, 0.0), ((1, 0), (0, -1))),
        ((67.0, 337.0), ((1, 0), (0, 1))),
        ((None, None), ((1, 0), (0, 1))),
    ],
)
def test_the_ground_is_turned_and_never_mirrored(
    azimuths: tuple[float | None, ...], axes: tuple[tuple[int, int], ...]
) -> None:
    both = [_record([0.0, 1.0], azimuths[0]), _record([0.0, 2.0], azimuths[1])]
    motion = GroundMotion.from_records([*both, _record([0.0, 5.0], "down")])
    np.testing.assert_allclose(motion.acceleration[1], [*(np.array(axes).T @ [1, 2]), -5])


@pytest.mark.parametrize(
    ("records", "message"),
    [
        ([(90.0, {}), (90.0, {})], "stand at a right angle; got the azimuths 90 and 90"),
        ([(90.0, {}), (45.0, {})], "stand at a right angle"),
        ([("up", {}), ("down", {})], "at most two horizontal components and a vertical one"),
        ([(90.0, {}), (0.0, {}), (45.0, {})], "at most two horizontal"),
        ([(90.0, {"station": "A"}), (0.0, {"station": "B"})], "one station; got 'A' and 'B'"),
        ([(90.0, {"start": "1"}), (0.0, {"start": "2"})], "one start"),
    ],
)
def test_components_that_do_not_belong_together(records: list[Any], message: str) -> None:
    with pytest.raises(DrystoneError, match=message):
        GroundMotion.from_records([_record([0.0, 1.0], azimuth, **facts) for azimuth, facts in records])


def test_a_vertical_component_alone_goes_up() -> None:
    assert GroundMotion.from_records(_record([0.0, 1.0], "up")).acceleration[1].tolist() == [0, 0, 1]
    assert GroundMotion.from_records(_record([0.0, 1.0], None)).acceleration[1].tolist() == [1, 0, 0]
    assert GroundMotion.from_records(_record([0.0, 1.0], 30.0), (0, 2, 0)).acceleration[1].tolist() == [0, 1, 0]


def test_components_of_unequal_steps_keep_the_samples_of_both() -> None:
    x, y = _record([0.0, 1.0, 0.0], None, 1.0), _record([0.0, 2.0, 4.0, -1.0], None, 0.4)
    motion = GroundMotion.from_components(x=x, y=y)
    for one, axis in ((x, 0), (y, 1)):
        np.testing.assert_allclose(motion.accelerations_at(one.time)[:, axis], one.acceleration, atol=1e-15)
    assert motion.duration == 2.0
    shorter = GroundMotion.from_components(x=_record([1.0, 2.0, 3.0], None), z=_record([1.0, 2.0], None))
    assert shorter.acceleration.tolist() == [[1, 0, 1], [2, 0, 2], [3, 0, 0]]


CASES = [(name, what, content) for name in FORMATS for what, content in damages(name)]


def test_there_are_hundreds_of_damaged_files() -> None:
    assert len(CASES) >= 200
    for name in FORMATS:
        whole = FORMATS[name]("E").text.encode()
        assert [what for one, what, content in CASES if one == name and content == whole] == []


@pytest.mark.parametrize(("name", "what", "content"), CASES, ids=[f"{name}: {what}" for name, what, _ in CASES])
def test_a_damaged_file_is_refused_with_file_line_and_reason(
    tmp_path: Path, name: str, what: str, content: bytes
) -> None:
    path = tmp_path / "damaged.dat"
    path.write_bytes(content)
    with pytest.raises(DrystoneError, match=r"damaged\.dat', line \d+: \S+") as refused:
        GroundMotion.from_file(path)
    assert len(str(refused.value)) < 500


def test_a_format_of_one_s_own_is_asked_first(tmp_path: Path) -> None:
    path = tmp_path / "own.txt"
    path.write_text("MINE 0.5\n1 2 3\n")

    def read(source: Any, told: Any) -> tuple[Record, ...]:
        values, _ = source.values(1, 3, "samples")
        return (Record(0.5 * np.arange(3, dtype=np.float64), values, "mine"),)

    own = RecordFormat("mine", "a format of my own", lambda source: source.lines[0].startswith("MINE"), read)
    with RECORD_FORMATS.restored():
        assert register_record_format(own) is own
        assert GroundMotion.from_file(path).acceleration[:, 0].tolist() == [1, 2, 3]
        with pytest.raises(DrystoneError, match="there is a format of records 'mine' already"):
            register_record_format(own)
    with pytest.raises(DrystoneError, match="must be a RecordFormat"):
        register_record_format(lambda source: source)


def test_a_format_that_fails_on_files_of_others_is_named(tmp_path: Path) -> None:
    """Formats of users are asked first: an error in one was taken for damage of every short file."""
    path = tmp_path / "columns.txt"
    path.write_text("0.0 1.0\n0.1 2.0\n", encoding="utf-8")
    tenth_line = RecordFormat("mine", "mine", lambda source: source.lines[9] == "MINE", lambda source, told: ())
    with RECORD_FORMATS.restored():
        register_record_format(tenth_line)
        with pytest.raises(DrystoneError, match="the format 'mine' could not say whether the file is of it"):
            read_records(path)
    assert len(read_records(path)) == 1


STATED = {
    "AOM0031801241951.EW": ("K-NET", 12800, 0.01, "E-W", 90.0, 0.22485),
    "AOM0031801241951.NS": ("K-NET", 12800, 0.01, "N-S", 0.0, 0.17338),
    "HI.ARS1..HNE.D.20190728.160908.C.ACC.ASC": ("ESM", 19128, 0.005, "HNE", 90.0, 0.00300022),
}  # format, samples, dt, component, azimuth and peak (m/s2) as the headers of these files state them


@pytest.mark.skipif(not REAL.is_dir(), reason="there are no real records beside the repository, in ../shared/records")
@pytest.mark.parametrize("name", STATED)
def test_a_real_file_holds_what_its_header_says(name: str) -> None:
    form, count, dt, component, azimuth, peak = STATED[name]
    (record,) = read_records(REAL / name)
    assert (record.form, len(record.time), record.component, record.orientation) == (form, count, component, azimuth)
    assert record.dt == pytest.approx(dt, rel=1e-9)
    assert record.peak == pytest.approx(peak, rel=1e-4)
    assert abs(record.stated_peak or 0.0) == pytest.approx(peak, rel=1e-9)


@pytest.mark.skipif(not REAL.is_dir(), reason="there are no real records beside the repository, in ../shared/records")
def test_every_real_file_is_read() -> None:
    told = {path.name: read_records(path) for path in sorted(REAL.iterdir()) if path.suffix not in (".md", "")}
    assert len(told) >= len(STATED)
    assert all(one.stated_peak is not None for records in told.values() for one in records)


RUNS = (" ", "\t", "a", "_", "1", "(", "a ", "a (", ",", "NPTS=", "DT", "1.", "[")
"""What a line may hold again and again; patterns that look for the end of each run anew take the square of its length.
"""


@pytest.mark.parametrize("name", FORMATS)
def test_long_lines_take_no_time(tmp_path: Path, name: str) -> None:
    """32 kB more in one of the first lines: some milliseconds; a pattern in their square takes 10 s."""
    lines, path = FORMATS[name]("E").text.splitlines(), tmp_path / "record.dat"
    for i in range(min(3, len(lines))):
        for run in RUNS:
            fill = run * (32_000 // len(run))
            for line in (fill + lines[i], lines[i] + fill, fill):
                path.write_text("\n".join([*lines[:i], line, *lines[i + 1 :]]), encoding="utf-8")
                start = process_time()
                with suppress(DrystoneError):
                    read_records(path)
                assert process_time() - start < 0.5, (i, run)


def test_long_names_of_columns_take_no_time(tmp_path: Path) -> None:
    for run in RUNS:
        path = tmp_path / "record.csv"
        path.write_text(f"time (s), x{run * (30_000 // len(run))}\n0, 1\n1, 2\n", encoding="utf-8")
        start = process_time()
        with suppress(DrystoneError):
            read_records(path, units="g")
        assert process_time() - start < 0.5, run


def test_cosmos_has_its_step_in_seconds_where_it_is_not_in_milliseconds(tmp_path: Path) -> None:
    """Real header value 34, which holds where 62 is not known."""
    text, path = FORMATS["COSMOS V1"]("E").text, tmp_path / "record.v1"
    known = f"{1000 * DT:13.6f}"
    assert text.count(known) == 1
    path.write_text(text.replace(known, f"{-999.0:13.6f}"))
    assert read_records(path)[0].dt == pytest.approx(0.005)  # what the writer puts there, other than the step


@pytest.mark.parametrize(("code", "orientation"), [(400, "up"), (401, "down"), (402, "up"), (360, 0.0), (17, 17.0)])
def test_cosmos_codes_of_orientation(tmp_path: Path, code: int, orientation: str | float) -> None:
    """400 up, 401 down, 402 vertical without a sense; up to 360 the azimuth."""
    text, path = FORMATS["COSMOS V1"]("Z").text, tmp_path / "record.v1"
    up = f"{400:8.0f}"
    assert text.count(up) == 1
    path.write_text(text.replace(up, f"{code:8.0f}"))
    assert read_records(path)[0].orientation == orientation


@pytest.mark.parametrize(("units", "refused"), [("cm/sec2(02)", True), ("g(04)", True), ("g(02)", False)])
def test_cosmos_names_its_units_twice(tmp_path: Path, units: str, refused: bool) -> None:
    """A file in g that is taken for one in cm/s2 passes the check of its peak, which has the same units."""
    path = tmp_path / "record.v1"
    path.write_text(FORMATS["COSMOS V1"]("E").text.replace("units=g(02)", f"units={units}"))
    if refused:
        with pytest.raises(DrystoneError, match="by their name and '"):
            read_records(path)
    else:
        assert read_records(path)[0].units == "g"


@pytest.mark.parametrize(("whole", "real"), [(-999, -999.0), (-9999, -9999.0), (-99, 99999.0)])
def test_cosmos_says_itself_what_stands_for_the_unknown(tmp_path: Path, whole: int, real: float) -> None:
    text, path = FORMATS["COSMOS V1"]("E").text, tmp_path / "record.v1"
    peak, step = f"{DT * COUNT:13.6f}" + f"{np.abs(VALUES['E']).max() / 9.80665:13.6f}", f"{1000 * DT:13.6f}"
    assert text.count(peak) == 1
    text = text.replace(peak, peak[:13] + f"{-999.0:13.6f}").replace(step, f"{-999.0:13.6f}")
    text = text.replace("-999, -999.0", f"{whole}, {real:.1f}").replace(f"{-999.0:13.6f}", f"{real:13.6f}")
    path.write_text(text.replace(f"{-999:8d}", f"{whole:8d}"))
    (record,) = read_records(path)
    assert record.stated_peak is None
    assert record.dt == pytest.approx(0.005)  # real header value 34
    assert record.peak == pytest.approx(np.abs(VALUES["E"]).max(), rel=1e-5)

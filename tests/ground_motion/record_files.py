"""Files of recorded motions, written from the specifications of their formats, and ways to damage them."""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass

import numpy as np

DT, COUNT = 0.01, 400
"""Step (s) and number of samples of the files."""
G = 9.80665

_TIME = DT * np.arange(COUNT)
VALUES = {
    "E": 1.7 * np.sin(11.0 * _TIME) * np.exp(-0.4 * _TIME),
    "N": -1.2 * np.sin(7.0 * _TIME + 0.3) * np.exp(-0.3 * _TIME),
    "Z": 0.8 * np.sin(19.0 * _TIME) * np.exp(-0.8 * _TIME),
}
"""Accelerations (m/s2) by component: east, north, up."""
AZIMUTH = {"E": 90, "N": 360, "Z": -1}
NAMES = {"E": "90 Deg", "N": "360 Deg", "Z": " Up"}


@dataclass(frozen=True)
class Written:
    """A file: its text, the lines (from, to) of its samples, the columns of a number (0: separated by blanks), the
    resolution of its numbers (m/s2), the unit, whether its header states the peak, and patterns of the header: number
    of samples, step, units, and lines without which nothing can be read.
    """

    text: str
    samples: tuple[int, int]
    width: int
    resolution: float
    unit: str
    peak: bool
    count: str = ""
    step: str = ""
    units: str = ""
    needed: tuple[str, ...] = ()


def fortran(values: np.ndarray, a_line: int, form: Callable[[float], str]) -> list[str]:
    """Lines of so many numbers each."""
    words = [form(float(value)) for value in values]
    return ["".join(words[i : i + a_line]) for i in range(0, len(words), a_line)]


def joined(head: list[str], body: list[str], tail: list[str]) -> tuple[str, tuple[int, int]]:
    return "\n".join([*head, *body, *tail]) + "\n", (len(head), len(head) + len(body))


def peer(component: str, old: bool = False) -> Written:
    name = {"E": "090", "N": "000", "Z": "UP"}[component]
    head = [
        "PEER NGA STRONG MOTION DATABASE RECORD",
        f"Loma Prieta, 10/18/1989, Gilroy - Gavilan Coll., {name}",
        "ACCELERATION TIME SERIES IN UNITS OF G",
        f"NPTS=   {COUNT}, DT=   {DT:.4f} SEC,",
    ]
    if old:
        head = [
            "PEER STRONG MOTION DATABASE RECORD. PROCESSING BY PACIFIC ENGINEERING.",
            f"LOMA PRIETA 10/18/89 00:05, GILROY - GAVILAN COLL., {name}",
            "ACCELERATION TIME HISTORY IN UNITS OF G. FILTER POINTS: HP=0.2 Hz LP=33.0 Hz",
            f"   {COUNT}   {DT:.5f}        NPTS, DT",
        ]
    body = fortran(VALUES[component] / G, 5, lambda value: f"{value:15.7E}")
    text, samples = joined(head, body, [])
    count = rf"(?<=NPTS=   ){COUNT}" if not old else rf"{COUNT}(?=   {DT:.5f})"
    return Written(
        text, samples, 0, 1e-7 * G, "g", False, count, f"{DT:.5f}" if old else f"{DT:.4f}", r"(?<=UNITS OF )G",
        (r".*NPTS.*", r"ACCELERATION.*"),
    )  # fmt: skip


def esm(component: str) -> Written:
    values = 100 * VALUES[component]
    peak = values[np.argmax(np.abs(values))]
    keys = {
        "EVENT_NAME": "GREECE", "EVENT_ID": "EMSC-20190728_0000106", "NETWORK": "HI", "STATION_CODE": "ARS1",
        "STATION_NAME": "Città di prova", "DATE_TIME_FIRST_SAMPLE_YYYYMMDD_HHMMSS": "20190728_160919.870",
        "SAMPLING_INTERVAL_S": f"{DT:.6f}", "NDATA": str(COUNT), "DURATION_S": f"{DT * COUNT:.3f}",
        "STREAM": f"HN{component}", "UNITS": "cm/s^2", "PGA_CM/S^2": f"{peak:.6f}", "TIME_PGA_S": "1.0",
        "BASELINE_CORRECTION": "BASELINE REMOVED", "FILTER_TYPE": "BUTTERWORTH", "FILTER_ORDER": "2",
        "DATA_TYPE": "ACCELERATION", "USER1": "", "USER5": "",
    }  # fmt: skip
    text, samples = joined([f"{key}: {value}" for key, value in keys.items()], [f"{v:.6f}" for v in values], [])
    return Written(
        text, samples, 0, 1e-8, "cm/s2", True, rf"(?<=NDATA: ){COUNT}", f"(?<=INTERVAL_S: ){DT:.6f}", r"cm/s\^2",
        (r"NDATA:.*", r"SAMPLING_INTERVAL_S:.*", r"UNITS:.*", r"STREAM:.*", r"DATA_TYPE:.*"),
    )  # fmt: skip


def knet(component: str, kik: bool = False) -> Written:
    scale = 3920 / 6182761 / 100
    counts = np.round(VALUES[component] / scale).astype(int) - 9871
    peak = np.abs(counts - counts.mean()).max() * scale * 100
    direction = dict(zip("ENZ", ("5", "4", "6") if kik else ("E-W", "N-S", "U-D"), strict=True))[component]
    labels = [
        ("Origin Time", "2018/01/24 19:51:00"), ("Lat.", "41.0"), ("Long.", "142.5"), ("Depth. (km)", "30"),
        ("Mag.", "6.2"), ("Station Code", "AOM003"), ("Station Lat.", "41.4053"), ("Station Long.", "141.1691"),
        ("Station Height(m)", "4"), ("Record Time", "2018/01/24 19:51:38"), ("Sampling Freq(Hz)", f"{1 / DT:.0f}Hz"),
        ("Duration Time(s)", f"{DT * COUNT:.0f}"), ("Dir.", direction), ("Scale Factor", "3920(gal)/6182761"),
        ("Max. Acc. (gal)", f"{peak:.3f}"), ("Last Correction", "2018/01/24 19:51:38"), ("Memo.", ""),
    ]  # fmt: skip
    body = [" ".join(f"{c:8d}" for c in counts[i : i + 8]) + " " for i in range(0, COUNT, 8)]
    text, samples = joined([f"{label:<18}{value}" for label, value in labels], body, [])
    return Written(
        text, samples, 0, scale, "gal", True, r"(?<=Duration Time\(s\)  )4", "100(?=Hz)", r"(?<=3920\()gal",
        ("Dir.  .*", "Scale Factor.*", r"Sampling Freq.*", r"Duration Time.*", r"Max\. Acc.*"),
    )  # fmt: skip


def cosmos(component: str, volume: int = 1, form: str = "8f9.6") -> Written:
    corrected = volume == 2
    unit, code, per = ("cm/sec2", 4, 100.0) if corrected else ("g", 2, 1 / G)
    values = VALUES[component] * per
    whole, real = np.full(100, -999), np.full(100, -999.0)
    whole[[0, 1, 2, 53]] = volume, 1, code, AZIMUTH[component] if component != "Z" else 400
    real[[33, 61, 62]] = 0.005, 1000 * DT, DT * COUNT
    real[63] = values[np.argmax(np.abs(values))]
    head = [
        f"{'C' if corrected else 'Unc'}orrected acceleration  (Format v01.20 with 13 text lines) Src:  ce23837j",
        "Rcrd of Tue Aug 28, 2018 19:33:00.0 PDT", "Hypocenter: To be determined    H=   km", "Origin: unknown",
        "Statn No: 05- 23837 Code:CE-23837  CGS  Pomona", "Coords: 34.063  -117.785   Site geology:",
        "Recorder: Etna   s/n 1193 ( 3 Chns of   3 at Sta) Sensor: FBA",
        "Rcrd start time: 8/29/2018, 02:33:  .0 UTC (Q=5) RcrdId: 23837",
        f"Sta Chan  1:{NAMES[component]} (Rcrdr Chan  1)", "Raw record length", "Processed:", "Record not filtered.",
        "Values used when parameter or data value is unknown/unspecified:   -999, -999.0",
        " 100 Integer-header values follow on  10 lines, Format= (10I8)",
        *fortran(whole, 10, lambda value: f"{value:8.0f}"),
        " 100 Real-header values follow on  17 lines, Format= (6F13.6)",
        *fortran(real, 6, lambda value: f"{value:13.6f}"),
        "   1 Comment line(s) follow, each starting with a \"|\":", f"|<SCNL>23837.HN{component}.CE.--",
        f"   {COUNT} acceleration pts, approx   4 secs, units={unit}({code:02d}),Format=({form})",
    ]  # fmt: skip
    width, digits = (int(part) for part in re.findall(r"\d+", form)[-2:])
    kind = "E" if "e" in form.lower() else "f"
    body = fortran(values, int(form[0]), lambda value: f"{value:{width}.{digits}{kind}}")
    text, samples = joined(head, body, ["End-of-data for Chan  1 acceleration"])
    step = 1e-2 * 10.0 ** (2 - digits if kind == "E" else -digits) if corrected else G * 10.0**-digits
    return Written(
        text, samples, width, step, "cm/s2" if corrected else "g", True, rf"(?<=   ){COUNT}(?= accel)",
        rf"{1000 * DT:.6f}", rf"{unit}(?=\({code:02d}\))",
        (" 100 Integer-header.*", " 100 Real-header.*", ".*Comment line.*", ".*acceleration pts.*", "End-of-data.*"),
    )  # fmt: skip


def csmip(component: str, pairs: bool = False) -> Written:
    values = VALUES[component] / G * (10 if pairs else 1)
    whole, real = np.zeros(100), np.zeros(50)
    whole[[26, 27]] = abs(AZIMUTH[component]), COUNT
    peak = np.abs(VALUES[component]).max() / G
    units = "Units of uncor accel are sec and g/10." if pairs else "Units of uncor data are sec and g ."
    head = [
        "Uncorrected Accelerogram Data             Processed: 02/13/12, CGS  146be002",
        "Record of Mon Feb 13, 2012 13:06:45.0 PST", "CSMIP Preliminary Processing",
        "89146-L2500-12044.02                 Start time:  2/13/12, 21:06:45.0 UTC (GPS)",
        "Station No. 89146   40.941N, 123.633W      Etna  s/n 2500  (3 Chns of  3 at Sta)", "Willow Creek",
        f"Chan  1: {NAMES[component]}", "Record of Mon Feb 13, 2012", "Hypocenter:  To be determined.",
        "Instr Period =  .0109 sec,  Damping =  .670,  Sensitivity =  .63  v/g",
        f"No. of Points =  {COUNT}  Record Length = 4.000 sec",
        f"{units}        Max  =   {peak:.4f} g , at  1.590 sec.",
        "RMS calc for complete record =        .", *fortran(whole, 16, lambda value: f"{value:5.0f}"),
        *fortran(real, 8, lambda value: f"{value:10.6f}"),
    ]  # fmt: skip
    tail = ["/&  ----------  End of Data for Channel  1  ----------"]
    if pairs:
        both = np.stack([DT * np.arange(COUNT), values], axis=1).ravel()
        text, samples = joined(head, fortran(both, 10, lambda value: f"{value:7.3f}"), tail)
        return Written(text, samples, 7, 1e-3 * G / 10, "g/10", True, rf"(?<=   90)  {COUNT}", "",
                       r"g/10", (r"Chan  1.*", r"/&.*", r"Units of.*"))  # fmt: skip
    head.append(f" {COUNT} Accelerogram points at {1 / DT:.0f} pts/sec in units of g .      Format: (8f9.6)")
    text, samples = joined(head, fortran(values, 8, lambda value: f"{value:9.6f}"), tail)
    return Written(
        text, samples, 9, 1e-6 * G, "g", True, rf"(?<= ){COUNT}(?= Accel)", rf"{1 / DT:.0f}(?= pts)",
        r"(?<=units of )g", (r"Chan  1.*", r"/&.*", r".*Accelerogram points.*"),
    )  # fmt: skip


def csmip_corrected(component: str) -> Written:
    values = 100 * VALUES[component]
    whole, real = np.zeros(100), np.zeros(100)
    whole[[26, 52, 63, 65]] = abs(AZIMUTH[component]), COUNT, COUNT, COUNT
    real[60] = DT
    peak = values[np.argmax(np.abs(values))]
    head = [
        f"Corrected accelerogram   89146-L2500-12044.02       Chan  1: {NAMES[component]}     from",
        "Uncorrected Accelerogram Data             Processed: 02/13/12, CGS  146be002", "Record of Mon Feb 13, 2012",
        "CSMIP Preliminary Processing", "89146-L2500-12044.02",
        "Station No. 89146   40.941N, 123.633W      Etna  s/n 2500  (3 Chns of  3 at Sta)", "Willow Creek",
        f"Chan  1: {NAMES[component]}", *["-"] * 9,
        f"Peak acceleration =    {peak:.3f}    cm/sec/sec  at   30.585   sec.", *["-"] * 7,
        *fortran(whole, 16, lambda value: f"{value:5.0f}"), *fortran(real, 8, lambda value: f"{value:10.6f}"),
        f" {COUNT} points of accel data equally spaced at  {DT:.3f} sec, in cm/sec2. (8f10.5)",
    ]  # fmt: skip
    body = fortran(values, 8, lambda value: f"{value:10.5f}")
    other = fortran(np.zeros(COUNT), 8, lambda value: f"{value:10.7f}")
    tail = [
        f" {COUNT} points of veloc data equally spaced at  {DT:.3f} sec, in cm/sec.  (8f10.7)", *other,
        f" {COUNT} points of displ data equally spaced at  {DT:.3f} sec, in cm.      (8f10.7)", *other,
        "/&  ----------  End of data for channel  1  ----------",
    ]  # fmt: skip
    text, samples = joined(head, body, tail)
    return Written(
        text, samples, 10, 1e-7, "cm/s2", True, rf"(?<= ){COUNT}(?= points of accel)",
        f"(?<=spaced at  ){DT:.3f}", r"cm/sec2",
        (r"Chan  1.*", r"/&.*", r".*points of accel.*", r".*points of veloc.*"),
    )  # fmt: skip


def smc(component: str) -> Written:
    values = 100 * VALUES[component]
    whole, real = np.full(48, -32768), np.full(50, 1.7e38)
    whole[[12, 13, 15, 16]] = (0 if component == "Z" else 90), max(AZIMUTH[component], 0), 2, COUNT
    real[[1, 29, 31]] = 1 / DT, values.max(), values.min()
    head = [
        "2 CORRECTED ACCELEROGRAM", "*", "SAF0A", "     1989  10  18    0004 Loma Prieta, CA", "Moment Mag=      7.1",
        f"station = San Francisco, 1295 Shafter, F component=    {component}", "epicentral dist =     89.0",
        "inst type=SMA-1      data source = USGS", "*", "*", "*", *fortran(whole, 8, lambda value: f"{value:10.0f}"),
        *fortran(real, 5, lambda value: f"{value:15.7E}"), "|", "|ref - none",
    ]  # fmt: skip
    text, samples = joined(head, fortran(values, 8, _short), [])
    return Written(text, samples, 10, 1e-4, "cm/s2", True, rf"(?<=       ){COUNT}", r"1\.0000000E\+02", "",
                   (r"\*", r"\|ref.*"))  # fmt: skip


def _short(value: float) -> str:
    """A number as (1PE10.4E1) has it: -1.2345E+0."""
    power = int(np.floor(np.log10(abs(value)))) if abs(value) >= 1e-9 else 0
    written = f"{value / 10.0**power:7.4f}E{power:+d}"
    return f"{written:>10}" if len(written) <= 10 else f"{value:10.4f}"


def comma(component: str) -> Written:
    rows = [f"{DT * i:.2f},{value:.8f}" for i, value in enumerate(VALUES[component])]
    text, samples = joined([f"time (s),{component} (m/s2)"], rows, [])
    return Written(text, samples, 0, 1e-8, "m/s2", False, "", r"(?<=\()s(?=\))", r"m/s2")


def plain(component: str) -> Written:
    rows = [f"{DT * i:.2f} {value:.8f}" for i, value in enumerate(VALUES[component])]
    text, samples = joined([], rows, [])
    return Written(text, samples, 0, 1e-8, "m/s2", False)


FORMATS: dict[str, Callable[[str], Written]] = {
    "PEER": peer,
    "PEER, old": lambda component: peer(component, old=True),
    "ESM": esm,
    "K-NET": knet,
    "KiK-net": lambda component: knet(component, kik=True),
    "COSMOS V1": cosmos,
    "COSMOS V2": lambda component: cosmos(component, 2, "8F10.5"),
    "COSMOS V2c": lambda component: cosmos(component, 2, "1E15.6"),
    "CSMIP V1": csmip,
    "CSMIP V1, pairs": lambda component: csmip(component, pairs=True),
    "CSMIP V2": csmip_corrected,
    "SMC": smc,
    "CSV": comma,
    "columns": plain,
}
"""A writer of each format, of a component E, N or Z."""

FREE = ("CSV", "columns")
"""Formats that count nothing: what is cut at the end of a line is not missed."""


def damages(name: str) -> Iterator[tuple[str, bytes]]:
    """Damaged files of a format, and what was done to them."""
    written = FORMATS[name]("E")
    lines = written.text.splitlines()
    first, last = written.samples
    middle = (first + last) // 2

    def with_line(i: int, *instead: str) -> bytes:
        return "\n".join([*lines[:i], *instead, *lines[i + 1 :]]).encode() + b"\n"

    def with_number(word: str) -> bytes:
        """The last number of the middle line changed, its columns kept."""
        line = lines[middle].rstrip()
        if written.width:
            return with_line(middle, line[: -written.width] + f"{word:>{written.width}}")
        return with_line(middle, re.sub(r"[^\s,]+$", word, line))

    yield "empty", b""
    yield "binary", bytes(range(256))
    for word in ("abc", "nan", "inf", "1_0", "1.2.3", "--1", "1e99", "0x1p3", "..."):
        yield f"sample {word}", with_number(word)
    yield "NUL byte", with_number("\0")
    yield "byte that is no text", with_number("1\0").replace(b"\0", b"\xff")
    yield "sentence among samples", with_line(middle, "the samples go on below")
    yield "trailing words", written.text.encode() + b"and more\n"
    if name in FREE:
        yield "number missing", with_line(middle, lines[middle].split(lines[middle][4])[0])
        yield "number too many", with_line(middle, lines[middle] + " 1.0")
        yield "line doubled", with_line(middle, lines[middle], lines[middle])
        yield "lines exchanged", with_line(middle, lines[middle + 1], lines[middle])
        yield "one sample", "\n".join(lines[: first + 1]).encode()
        yield "negative time", with_line(first, "-1" + lines[first])
        yield "decimal points lost", written.text.replace(".", ",").encode()
    else:
        yield "cut in the samples", "\n".join(lines[:middle]).encode()
        yield "cut at the last sample", "\n".join(lines[: last - 1]).encode()
        yield "cut in the header", "\n".join(lines[: first // 2]).encode()
        yield "samples missing", "\n".join(lines[:first]).encode()
        yield "line lost", with_line(middle)
        yield "line doubled", with_line(middle, lines[middle], lines[middle])
        yield "number lost", with_line(middle, lines[middle].rstrip()[: -(written.width or 15)])
        yield "numbers at the end", with_line(last - 1, lines[last - 1], lines[middle])
        yield "file twice without a break", (written.text + written.text.split("\n", 3)[3]).encode()
    for pattern in written.needed:
        yield f"without {pattern}", re.sub(rf"(?m)^{pattern}\n", "", written.text, count=1).encode()
    for what, pattern, words in (
        ("count", written.count, ("0", "-5", f"{COUNT + 8}", f"{COUNT - 8}", "abc", "1.5", "9999999999", "nan")),
        ("step", written.step, ("0", "-1", "abc", "nan", "inf", "1e99")),
        ("units", written.units, ("furlongs", "volts", "")),
    ):  # fmt: skip
        for word in words if pattern else ():
            found = re.search(pattern, written.text)
            assert found, (name, pattern)
            instead = word.rjust(len(found[0]))
            yield f"{what} {word}", (written.text[: found.start()] + instead + written.text[found.end() :]).encode()
    if written.peak:
        line = lines[middle].rstrip()
        large = "99999999" if name in ("K-NET", "KiK-net") else ("9.9999E+5" if written.width == 10 else "99999.9")
        if written.width:
            wide = f"{large[: written.width]:>{written.width}}"
            yield "one digit changed", with_line(middle, line[: -written.width] + wide)
        else:
            yield "one digit changed", with_number(large)

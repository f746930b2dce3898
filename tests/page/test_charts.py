"""Pages of failure domains and fragility functions: what they hold, and that a point tells its run."""

from collections.abc import Iterator, Sequence
from pathlib import Path
from urllib.parse import urlsplit
from urllib.request import url2pathname

import numpy as np
import pytest

import drystone as ds
from drystone.cli import main
from drystone.page import Axis, Chart, Page, Points, described_rows

from ..assessment.made_here import made_in_this_process  # noqa: F401 - a fixture
from .browser import Browser, Tab, require_browser
from .runs import HOSTILE, data_of

WIDE, NARROW = (1280, 800), (390, 844)
COLOURS = """(() => {
  const { canvas } = drystonePage, seen = new Set();
  const { data } = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height);
  for (let i = 0; i < data.length; i += 4) seen.add(data[i] << 16 | data[i + 1] << 8 | data[i + 2]);
  return [...seen];
})()"""
"""Colours of the picture."""


@pytest.fixture(scope="module")
def domain() -> ds.FailureDomain:
    def rule(cases: Sequence[object]) -> list[bool]:
        return [case.amplitude > 3.0 + case.direction for case in cases]  # type: ignore[attr-defined]

    return ds.failure_domain(rule, (0.1, 0.5), (2.0, 6.0), grid=(4, 4))


@pytest.fixture(scope="module")
def fragility() -> ds.Fragility:
    return ds.fit_fragility([0.5, 1.0, 2.0], [1, 5, 9], [10, 10, 10], measure="PGA", unit="g")


@pytest.fixture(scope="module")
def browser(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Browser]:
    path = require_browser()
    with Browser(tmp_path_factory.mktemp("profile"), path) as running:
        yield running


def test_a_domain_has_every_pulse_once(domain: ds.FailureDomain) -> None:
    header, arrays = data_of(domain.view("Pulses"))
    shown = []
    for i, group in enumerate(header["points"]):
        collapsed, side = group["name"].split(", ")
        sign = 1 if side.startswith("positive") else -1
        shown += [(x, y, sign, collapsed == "collapsed") for x, y in arrays[f"points{i}"].T]
    table = domain.table[["half_period", "amplitude", "direction", "collapsed"]]
    assert sorted(shown) == sorted(table.itertuples(index=False, name=None))
    assert np.array_equal(arrays["line0"].T[:-1], domain.hull())
    told = [dict(row) for group in header["points"] for row in group["told"]]
    assert len(told) == len(table)
    assert {row["collapsed"] for row in told} == {"yes", "no"}


def test_a_fragility_function_has_its_curve_band_and_stripes(fragility: ds.Fragility) -> None:
    header, arrays = data_of(fragility.view())
    x, y, low, high = arrays["line0"]
    assert np.allclose(y, fragility.probability(x))
    assert np.all((low <= y + 1e-12) & (y <= high + 1e-12))
    assert np.array_equal(arrays["points0"], [[0.5, 1.0, 2.0], [0.1, 0.5, 0.9]])
    assert header["axes"][0]["label"] == "PGA"
    assert dict(header["points"][0]["told"][0])["collapses"] == "1"
    by_capacity = ds.fit_capacities([0.4, 0.9, 1.5, 2.0])
    assert np.array_equal(data_of(by_capacity.view())[1]["points0"], [[0.4, 0.9, 1.5, 2.0], [0.25, 0.5, 0.75, 1.0]])


def place_of(tab: Tab, number: int) -> tuple[float, float]:
    """Where in the window a point is drawn."""
    box = "drystonePage.canvas.getBoundingClientRect()"
    x, y = tab.value(
        f"(() => {{ const p = drystonePage.place({number}), b = {box}; return [b.x + p[0], b.y + p[1]]; }})()"
    )
    return float(x), float(y)


@pytest.mark.parametrize("phone", [False, True])
def test_a_point_tells_its_run(browser: Browser, domain: ds.FailureDomain, tmp_path: Path, phone: bool) -> None:
    page = domain.view("Pulses")
    header, arrays = data_of(page)
    with browser.tab(page.save(tmp_path / "domain.html"), *(NARROW if phone else WIDE), phone=phone) as tab:
        for number in (0, 3):
            (tab.tap if phone else tab.click)(*place_of(tab, number))
            tab.wait(f"drystonePage.chosen === {number}")
            told = tab.value("document.getElementById('point').innerText")
            assert header["points"][0]["name"] in told
            assert f"{arrays['points0'][1][number]:.4g}" in told
        tab.value("drystonePage.canvas.focus()")
        tab.press("ArrowRight")
        assert tab.value("drystonePage.chosen") == 4
        assert tab.value("document.documentElement.scrollWidth") <= (NARROW if phone else WIDE)[0]
        assert tab.complaints() == []
        assert tab.requests() == []


def test_runs_at_one_place_are_all_told(browser: Browser, domain: ds.FailureDomain, tmp_path: Path) -> None:
    with browser.tab(domain.view().save(tmp_path / "domain.html"), *WIDE) as tab:
        both = tab.value("drystonePage.all.findIndex((_, i) => drystonePage.at(i).length === 2)")
        tab.value(f"drystonePage.choose({both})")
        told = tab.value("document.getElementById('point').innerText")
        assert "positive direction" in told
        assert "negative direction" in told


@pytest.mark.slow
@pytest.mark.usefixtures("made_in_this_process")
def test_a_point_opens_the_page_of_its_run(browser: Browser, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """With the command; each page shows the run of its point, and a second call makes none again."""
    monkeypatch.chdir(tmp_path)
    words = ["domain", "block", "--half-periods", "0.3,0.6", "--amplitudes", "0.1,0.8", "--grid", "1,1",
             "--levels", "0", "--after", "0.5", "--change", "structure.tilt=0.0", "--change", "structure.width=0.2",
             "--change", "run.dt=0.02", "--pages", "--quiet", "--workers", "1"]  # fmt: skip
    assert main(words) == 0
    made = {path: path.stat().st_mtime_ns for path in (tmp_path / "runs/block-domain/pages").iterdir()}
    assert len(made) == 8
    assert main(words) == 0
    assert {path: path.stat().st_mtime_ns for path in made} == made
    with browser.tab(tmp_path / "runs/block-domain/domain.html", *WIDE) as tab:
        tab.value("drystonePage.choose(0)")
        address = tab.value("document.querySelector('#point a').href")
        assert tab.complaints() == []
        half_period = tab.value("drystonePage.points[0].columns[0][0]")
    path = Path(url2pathname(urlsplit(address).path))
    _, arrays = data_of(path)
    assert arrays["time"].max() <= 2.0 * half_period + 0.5 + 0.02
    with browser.tab(path, *WIDE) as tab:
        assert tab.value("document.querySelector('h1').textContent")
        assert tab.complaints() == []


def test_each_point_has_the_page_of_its_row(domain: ds.FailureDomain) -> None:
    pulses = domain.table[["half_period", "amplitude", "direction"]].itertuples(index=False, name=None)
    pages = {f"{x:.4f}-{y:.4f}-{side}.html": (x, y, side) for x, y, side in pulses}
    header, arrays = data_of(domain.view(pages=[*pages]))
    for i, group in enumerate(header["points"]):
        side = 1 if group["name"].endswith("positive direction") else -1
        assert [pages[one] for one in group["pages"]] == [(x, y, side) for x, y in arrays[f"points{i}"].T]


def test_pages_of_points_are_beside_their_own(domain: ds.FailureDomain) -> None:
    count = len(domain.table)
    with pytest.raises(ds.DrystoneError, match=f"the table has {count} rows; got 1 page, give one for each row"):
        domain.view(pages=["a.html"])
    for path in ("/a.html", "C:\\a.html", "//host/a.html"):
        with pytest.raises(ds.DrystoneError, match="must go on from the folder"):
            domain.view(pages=[path] * count)
    header, _ = data_of(domain.view(pages=[f"javascript:alert({k}).html" for k in range(count)]))
    assert {address[:13] for group in header["points"] for address in group["pages"]} == {"javascript%3A"}


def test_a_curve_is_drawn(browser: Browser, fragility: ds.Fragility, tmp_path: Path) -> None:
    with browser.tab(fragility.view("A <b>curve</b>").save(tmp_path / "curve.html"), *WIDE, dark=True) as tab:
        assert tab.value("document.querySelector('h1').textContent") == "A <b>curve</b>"
        seen = set(tab.value(COLOURS))
        style = "getComputedStyle(document.documentElement).getPropertyValue('--line-{}')"
        lines = [tab.value(style.format(number)) for number in (1, 2)]
        assert {int(one.strip()[1:], 16) for one in lines} <= seen
        assert tab.complaints() == []


def test_texts_of_strangers_are_only_shown(browser: Browser, tmp_path: Path) -> None:
    points = Points(HOSTILE[0], np.zeros(1), np.zeros(1), [{HOSTILE[1]: HOSTILE[2]}])
    page = Page(Chart(HOSTILE[0], HOSTILE[1], ((HOSTILE[2], HOSTILE[3]),), Axis("x", "1"), Axis("y", "1"), (points,)))
    assert page.html.count("<script") == page.html.count("</script>") == 2
    with browser.tab(page.save(tmp_path / "hostile.html"), *WIDE) as tab:
        tab.value("drystonePage.choose(0)")
        told = tab.value("document.getElementById('point').innerText")
        assert HOSTILE[1] in told
        assert HOSTILE[2] in told
        assert tab.value("window.broken") is None
        assert tab.complaints() == []


def test_rows_say_what_they_have() -> None:
    import pandas as pd

    table = pd.DataFrame({"run_time": [1.5, float("nan")], "why": ["", "x" * 300], "fell": [True, False]})
    table.attrs["units"] = {"run_time": "s", "fell": ""}
    first, second = described_rows(table)
    assert first == {"run time": "1.5 s", "fell": "yes"}
    assert second["fell"] == "no"
    assert len(second["why"]) == 200

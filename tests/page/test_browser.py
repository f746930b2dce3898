"""The page in a real browser: it loads from disk, plays, and follows slider, mouse, finger and keyboard."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from scipy.spatial.transform import Rotation

import drystone as ds
from drystone.page import page_of
from drystone.structures import arch, column

from .browser import READY, Browser, Tab, require_browser
from .runs import HOSTILE, data_of, hostile_run, sagging, shaken_arch, tied_run

WIDE, NARROW = (1280, 800), (390, 844)
COLOURS = """(() => {
  const { stage } = drystonePage, gl = stage.renderer.getContext(), n = 64, seen = new Set();
  drystonePage.draw();
  const pixel = new Uint8Array(4), w = gl.drawingBufferWidth, h = gl.drawingBufferHeight;
  for (let i = 1; i < n; i++) for (let j = 1; j < n; j++) {
    gl.readPixels(i * w / n, j * h / n, 1, 1, gl.RGBA, gl.UNSIGNED_BYTE, pixel);
    seen.add(pixel.join());
  }
  return [...seen];
})()"""
"""Colours of a grid of points of the picture."""


@pytest.fixture(scope="module")
def browser(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Browser]:
    path = require_browser()
    with Browser(tmp_path_factory.mktemp("profile"), path) as running:
        yield running


@pytest.fixture(scope="module")
def run() -> ds.Trajectory:
    return shaken_arch()


@pytest.fixture(scope="module")
def file(run: ds.Trajectory, tmp_path_factory: pytest.TempPathFactory) -> Path:
    return page_of(run, "An arch").save(tmp_path_factory.mktemp("page") / "arch.html")


@pytest.fixture(scope="module")
def tab(browser: Browser, file: Path) -> Iterator[Tab]:
    with browser.tab(file, *WIDE) as opened:
        yield opened


@pytest.fixture(autouse=True)
def clean(request: pytest.FixtureRequest) -> Iterator[None]:
    """After each test of the shared tab: no complaint, no request."""
    yield
    if "tab" in request.fixturenames:
        opened: Tab = request.getfixturevalue("tab")
        assert opened.complaints() == []
        assert opened.requests() == []


def block_at(tab: Tab, run: ds.Trajectory, block: int) -> tuple[float, float]:
    """Where in the window the centroid of a block is drawn, at the time that is shown."""
    script = f"""(() => {{
      const {{ stage, poses, arrays, time }} = drystonePage, pose = poses.at({block}, time);
      const point = stage.middle.clone().set(...[0, 1, 2].map((c) => arrays.centroid[3 * {block} + c] + pose[c]));
      stage.camera.updateMatrixWorld();
      point.project(stage.camera);
      const box = stage.canvas.getBoundingClientRect();
      return [box.x + (point.x + 1) / 2 * box.width, box.y + (1 - point.y) / 2 * box.height];
    }})()"""
    x, y = tab.value(script)
    return float(x), float(y)


def corner(tab: Tab) -> tuple[float, float]:
    """The upper left corner of the picture in the window."""
    box = "drystonePage.stage.canvas.getBoundingClientRect()"
    return float(tab.value(f"{box}.x")), float(tab.value(f"{box}.y"))


def enter(tab: Tab, name: str, value: object) -> None:
    """Give a control of the page a value as its user does."""
    tab.value(
        f"{{ const control = document.getElementById('{name}'); control.value = '{value}'; "
        "for (const kind of ['input', 'change']) control.dispatchEvent(new Event(kind)); }"
    )


def test_it_loads_from_disk_and_draws(tab: Tab, run: ds.Trajectory) -> None:
    assert tab.value("location.protocol") == "file:"
    assert tab.value("document.title") == tab.value("document.querySelector('h1').textContent") == "An arch"
    assert tab.value("document.getElementById('headline').textContent").startswith(run.verdict().state)
    assert len(tab.value(COLOURS)) > 10


def test_a_new_size_leaves_no_empty_picture(browser: Browser, file: Path) -> None:
    """A canvas is emptied where its size changes; it is drawn again before the browser shows it."""
    with browser.tab(file, *WIDE) as tab:
        tab.wait("drystonePage.frames > 0")
        seen = COLOURS.replace(
            "drystonePage.draw();", "stage.canvas.parentElement.style.height = '400px'; stage.resize();"
        )
        assert tab.value("document.getElementById('view').clientHeight") > 410
        assert len(tab.value(seen)) > 20
        assert abs(tab.value("document.getElementById('view').clientHeight") - 400) < 5


def test_it_plays_and_pauses(tab: Tab) -> None:
    tab.value("drystonePage.seek(0)")
    tab.click(*tab.middle("#play"))
    tab.wait("drystonePage.time > 0.05")
    assert tab.value("document.getElementById('play').getAttribute('aria-label')") == "Pause"
    tab.click(*tab.middle("#play"))
    assert tab.value("drystonePage.transport.playing") is False
    assert tab.value("Math.abs(Number(document.getElementById('time').value) - drystonePage.time)") < 1e-9


def test_it_stops_at_the_end(tab: Tab, run: ds.Trajectory) -> None:
    tab.value("drystonePage.seek(0.47); drystonePage.transport.play()")
    tab.wait("!drystonePage.transport.playing")
    assert tab.value("drystonePage.time") == run.time[-1]


def test_the_slider_moves_blocks_and_plots(tab: Tab, run: ds.Trajectory) -> None:
    x, y = tab.middle("#time")
    width = tab.value("document.getElementById('time').getBoundingClientRect().width")
    tab.click(x - 0.3 * width, y)
    time = tab.value("drystonePage.time")
    assert 0.15 * run.time[-1] < time < 0.25 * run.time[-1]
    told = tab.value("document.querySelector('.plot .keys b').textContent")
    far = np.max([np.linalg.norm(run.displacement(name), axis=1) for name in run.names[1:]], axis=0)
    expected = np.interp(time, run.time, far)
    size, unit = told.split()
    assert float(size) * {"mm": 1e-3, "m": 1.0}[unit] == pytest.approx(expected, rel=0.01)
    assert f"{time:.3f}" in tab.value("document.getElementById('clock').textContent")


def test_the_graphics_processor_has_the_poses_of_the_run(tab: Tab, run: ds.Trajectory) -> None:
    """What a pixel shows under a projected centroid is the block itself, all along the motion."""
    tab.value("drystonePage.stage.look('front')")
    for share in (0.0, 0.35, 0.8, 1.0):
        tab.value(f"drystonePage.seek({share * run.time[-1]})")
        for block in (2, 4, 6):
            x, y = block_at(tab, run, block)
            box = tab.value(
                "(() => { const b = drystonePage.stage.canvas.getBoundingClientRect(); return [b.x, b.y]; })()"
            )
            assert tab.value(f"drystonePage.stage.blockAt({x - box[0]}, {y - box[1]})") == block


def test_script_and_run_agree_on_poses(tab: Tab, run: ds.Trajectory) -> None:
    for state in (0, 7, 13, len(run.time) - 1):
        for block in range(len(run.names)):
            pose = tab.value(f"Array.from(drystonePage.poses.at({block}, {run.time[state]}))")
            moved = run.position[state, block] - run.position[0, block] - run.ground[state]
            assert np.allclose(pose[:3], moved, atol=2e-4)
            turn = Rotation.from_quat(pose[3:]).as_matrix()
            assert np.allclose(turn, run.rotation[state, block], atol=2e-4)


def test_arrows_go_with_their_blocks(tab: Tab, run: ds.Trajectory) -> None:
    """A point of a joint, carried on by the block's motion from the state of its force."""
    arrays = data_of(page_of(run))[1]
    state, joint = int(arrays["forceState"][0]), int(arrays["forceStart"][0]) + 3
    block = int(arrays["forceBlocks"][joint][1])
    told = tab.value(
        f"(() => {{ const f = drystonePage.forces, p = Array.from(f.point.subarray(3 * {joint}, 3 * {joint} + 3)); "
        f"return [p, f.poses.carried({block}, p, {run.time[state]}, {run.time[-1]}, f.centroid)]; }})()"
    )
    point, carried = (np.array(one) for one in told)
    turn = run.rotation[-1, block] @ run.rotation[state, block].T
    seen = run.position[:, block] - run.ground
    assert np.linalg.norm(carried - point) > 0.05
    assert np.allclose(carried, seen[-1] + turn @ (point - seen[state]), atol=5e-4)


def test_a_click_tells_the_block_its_history_and_its_forces(tab: Tab, run: ds.Trajectory) -> None:
    tab.value("drystonePage.stage.look('front'); drystonePage.seek(0.2)")
    tab.click(*block_at(tab, run, 4))
    told = tab.value("document.getElementById('block-told').innerText")
    assert run.names[4] in told
    assert "forces with" in told
    moved = np.linalg.norm(run.position[:, 4] - run.position[0, 4] - run.ground, axis=1)
    shown = tab.value("[...document.querySelectorAll('#block-told dd')].map(d => d.textContent)")
    expected = np.interp(0.2, run.time, moved)
    lengths = [
        float(one.split()[0].replace("−", "-")) * (1e-3 if one.endswith("mm") else 1.0)
        for one in shown
        if one.endswith("m")
    ]
    assert any(value == pytest.approx(expected, rel=0.01) for value in lengths)
    assert tab.value("document.querySelectorAll('#block-told .plot canvas').length") == 1
    tab.click(
        *tab.value(
            "(() => { const b = drystonePage.stage.canvas.getBoundingClientRect(); return [b.x + 8, b.y + 8]; })()"
        )
    )
    assert tab.value("document.getElementById('block-told').innerText") == ""


def test_a_block_is_found_by_its_name(tab: Tab, run: ds.Trajectory) -> None:
    enter(tab, "find", run.names[3])
    assert tab.value("drystonePage.picked") == 3
    tab.press("Escape")
    tab.value("document.activeElement.blur()")
    tab.press("Escape")
    assert tab.value("drystonePage.picked") == -1


def test_the_keyboard_plays_steps_and_turns(tab: Tab, run: ds.Trajectory) -> None:
    tab.value("document.activeElement.blur(); drystonePage.seek(0)")
    tab.press("ArrowRight")
    assert tab.value("drystonePage.time") == run.time[1]
    tab.press("ArrowLeft")
    assert tab.value("drystonePage.time") == 0.0
    tab.press("End")
    assert tab.value("drystonePage.time") == run.time[-1]
    tab.press("Home")
    tab.press("1")
    assert tab.value("drystonePage.stage.view") == "front"
    speed = tab.value("drystonePage.transport.speed.value")
    tab.value("drystonePage.transport.speed.selectedIndex = 0")  # else it ends by itself on a busy machine
    tab.press(" ")
    tab.wait("drystonePage.time > 0")
    tab.press(" ")
    assert tab.value("drystonePage.transport.playing") is False
    tab.value(f"drystonePage.transport.speed.value = '{speed}'")


def test_after_a_click_the_keys_are_the_pages(tab: Tab, run: ds.Trajectory) -> None:
    """Of slider and buttons; a button to which the Tab key leads is pressed as ever."""
    tab.click(*tab.middle("#time"))
    tab.press("ArrowRight")
    time = tab.value("drystonePage.time")
    assert any(time == known for known in run.time)
    assert tab.value("Number(document.getElementById('time').value)") == time
    for clicked in ("#time", "[data-view=side]"):
        tab.click(*tab.middle(clicked))
        tab.press(" ")
        assert tab.value("drystonePage.transport.playing") is True, clicked
        tab.press(" ")
        assert tab.value("drystonePage.transport.playing") is False, clicked
    tab.value("document.querySelector('[data-view=front]').focus()")
    tab.press(" ")
    assert tab.value("drystonePage.transport.playing") is False
    assert tab.value("drystonePage.stage.view") == "front"
    tab.value("document.activeElement.blur()")


def test_labels_of_tiny_values_have_the_room_they_need(browser: Browser, tmp_path: Path) -> None:
    """Of 1e-12 m, where a column of three blocks stands."""
    with browser.tab(page_of(ds.simulate(column(3), 0.1, 0.01)).save(tmp_path / "still.html"), *WIDE) as tab:
        tab.wait("drystonePage.plots[0].width > 0")
        script = """(() => {
          const plot = drystonePage.plots[0], pen = plot.canvas.getContext("2d"), least = [], write = pen.fillText;
          pen.fillText = (text, x, y) => {
            if (pen.textAlign === "right") least.push([text, x - pen.measureText(text).width]);
          };
          plot.axes(pen);
          pen.fillText = write;
          return least;
        })()"""
        found = tab.value(script)
        assert any("e" in text for text, _ in found)
        assert min(x for _, x in found) >= 0.0


def test_all_of_it_is_printed(browser: Browser, file: Path) -> None:
    """On paper nothing scrolls: what was below the fold is on further pages, and controls of the picture are not."""
    with browser.tab(file, 1000, 700) as tab:
        tab.ask("Emulation.setEmulatedMedia", media="print")
        cut = tab.value("(a => a.scrollHeight - a.clientHeight)(document.querySelector('aside'))")
        assert cut == 0
        assert tab.value("document.documentElement.scrollHeight") > 800
        for hidden in ("views", "transport", "theme"):
            assert tab.value(f"getComputedStyle(document.getElementById('{hidden}')).display") == "none"


@pytest.mark.parametrize("mode", ["displacement", "opening", "slip", "state"])
def test_colours_change_with_what_they_show(tab: Tab, mode: str) -> None:
    tab.value("drystonePage.seek(drystonePage.transport.to)")
    before = tab.value("Array.from(drystonePage.blocks.tint.image.data)")
    enter(tab, "colour", mode)
    assert tab.value("document.getElementById('legend').hidden") is False
    assert tab.value("Array.from(drystonePage.blocks.tint.image.data)") != before
    enter(tab, "colour", "stone")


def test_a_section_opens_the_structure(tab: Tab, run: ds.Trajectory) -> None:
    """What stands in front of the plane is neither drawn nor clicked; on the other side it is."""
    tab.value("drystonePage.stage.look('front'); drystonePage.seek(0)")
    x, y = block_at(tab, run, 4)
    left, top = corner(tab)
    under = f"drystonePage.stage.blockAt({x - left}, {y - top})"
    whole = len(tab.value(COLOURS))
    enter(tab, "section", "z")
    enter(tab, "section-at", 0.4)
    assert tab.value(under) == -1
    assert len(tab.value(COLOURS)) < whole
    tab.value("document.getElementById('section-flip').click()")
    assert tab.value(under) == 4
    tab.value("document.getElementById('section-flip').click()")
    enter(tab, "section", "")
    assert tab.value(under) == 4


def test_light_and_dark(browser: Browser, file: Path) -> None:
    back = "getComputedStyle(document.body).backgroundColor"
    with browser.tab(file, *WIDE, dark=True) as tab:
        dark = tab.value(back)
        tab.click(*tab.middle("#theme"))
        light = tab.value(back)
        assert sum(map(int, dark[4:-1].split(","))) < 150 < 600 < sum(map(int, light[4:-1].split(",")))
        assert tab.complaints() == []


def test_a_phone_shows_all_in_its_width_and_is_touched(browser: Browser, file: Path, run: ds.Trajectory) -> None:
    with browser.tab(file, *NARROW, phone=True) as tab:
        assert tab.value("document.documentElement.scrollWidth") <= NARROW[0]
        tab.value("drystonePage.stage.look('front')")
        tab.tap(*block_at(tab, run, 4))
        tab.wait("drystonePage.picked === 4")
        tab.tap(*tab.middle("#play"))
        tab.wait("drystonePage.time > 0")
        assert tab.complaints() == []
        assert tab.requests() == []


def test_names_of_strangers_are_only_shown(browser: Browser, tmp_path: Path) -> None:
    page = page_of(hostile_run(), HOSTILE[0])
    with browser.tab(page.save(tmp_path / "hostile.html"), *WIDE) as tab:
        assert tab.value("document.querySelector('h1').textContent") == HOSTILE[0]
        for block in range(1, len(HOSTILE) + 1):
            tab.value(f"drystonePage.choose({block})")
            assert HOSTILE[block - 1] in tab.value("document.getElementById('block-told').innerText")
        assert tab.value("window.broken") is None
        assert tab.value("document.querySelectorAll('img').length") == 0
        assert tab.complaints() == []
        assert tab.requests() == []


def test_the_policy_forbids_scripts_and_the_network(browser: Browser, file: Path) -> None:
    with browser.tab(file, *WIDE) as tab:
        assert tab.value("fetch('http://127.0.0.1:9/').then(() => 'sent', () => 'refused')") == "refused"
        tab.value(
            "const s = document.createElement('script'); s.textContent = 'window.broken = 3'; document.body.append(s)"
        )
        assert tab.value("window.broken") is None
        assert any("Content Security Policy" in one for one in tab.complaints())


def test_ties_go_with_their_blocks(browser: Browser, tmp_path: Path) -> None:
    """Their lines end at the anchors in every state, seen from the ground; the ground's end stays."""
    ground = ds.Block.box((2, 2, 0.2), (0, 0, -0.1), fixed=True, name="ground")
    stone = ds.Block.box((0.4, 0.4, 1.0), (0, 0, 0.5), name="stone")
    tie = ds.Tie("stone", "ground", (0.2, 0.1, 1.0), (-0.9, 0, 0), stiffness=1e4)
    tied = ds.simulate(ds.Assembly([ground, stone], ties=[tie]), 0.3, 1e-2, motion=ds.GroundMotion.one_sine(8.0, 0.3))
    table = tied.assembly.tie_table if tied.assembly is not None else None
    assert table is not None
    with browser.tab(page_of(tied, "Tied").save(tmp_path / "tied.html"), *WIDE) as tab:
        places = []
        for state in (0, 15, 30):
            tab.value(f"drystonePage.seek({tied.time[state]})")
            found = np.reshape(tab.value("Array.from(drystonePage.ties.place.array)"), (2, 3))
            ends = np.concatenate(table.anchors(tied.position[state], tied.rotation[state]))
            assert np.allclose(found, ends - tied.ground[state], atol=5e-4)
            places.append(found)
        assert np.linalg.norm(places[2][1] - places[0][1]) > 0.01
        assert tab.complaints() == []


def test_what_stays_without_any_energy_is_shown(browser: Browser, tmp_path: Path) -> None:
    """Stones in free space: no entry of the ledger is other than zero, and there is no plot of it."""
    still = ds.simulate(arch(), 0.02, 1e-2, gravity=(0, 0, 0))
    with browser.tab(page_of(still, "Still").save(tmp_path / "still.html"), *WIDE) as tab:
        assert tab.value("drystonePage.plots.map((one) => one.root.firstChild.innerText.split(' ')[0])") == [
            "Displacement"
        ]
        assert tab.complaints() == []


@pytest.mark.slow
def test_ties_look_as_they_are(browser: Browser, tmp_path: Path) -> None:
    """Dashed where slack, of another colour where they yield; the legend names the three."""
    run = tied_run()
    table = run.ties()
    kinds = ["slack", "taut", "yielding"]
    with browser.tab(page_of(run, "Tied").save(tmp_path / "tied.html"), *WIDE) as tab:
        assert tab.value("document.getElementById('tie-kinds').innerText").split() == ["taut", "yielding", "slack"]
        seen = set()
        for time in run.time:
            tab.value(f"drystonePage.seek({time})")
            states = table.loc[table["time"] == time, "state"].tolist()
            assert tab.value("drystonePage.ties.shown") == [states.count(kind) for kind in kinds]
            lines = tab.value("""drystonePage.ties.parts.map(({ geometry, material, visible }) => [
              visible, material.isLineDashedMaterial === true,
              Array.from(geometry.index.array).slice(0, geometry.drawRange.count),
            ])""")
            for kind, (visible, dashed, ends) in zip(kinds, lines, strict=True):
                chosen = [tie for tie, state in enumerate(states) if state == kind]
                assert ends == [end for tie in chosen for end in (2 * tie, 2 * tie + 1)]
                assert visible is bool(chosen)
                assert dashed is (kind == "slack")
            seen |= set(states)
        assert seen == set(kinds)
        assert tab.value("document.getElementById('ties').click(), drystonePage.ties.lines.visible") is False
        assert tab.complaints() == []
    with browser.tab(arch().view().save(tmp_path / "arch.html"), *WIDE) as tab:
        assert tab.value("document.getElementById('tie-row').hidden") is True


@pytest.mark.slow
def test_deformation_is_drawn_as_large_as_one_chooses(browser: Browser, tmp_path: Path) -> None:
    """The lintel's upper front edge at mid-span is where its magnified displacement has it: stone below, none above."""
    run = sagging()
    built = run.assembly
    assert built is not None
    page = page_of(run, "Lintel")
    vertices, block = data_of(page)[1]["vertices"], run.names.index("lintel")
    owner = data_of(page)[1]["owner"]
    found = np.flatnonzero((owner == block) & np.all(np.isclose(vertices, [0, -0.25, 0.125], atol=1e-6), axis=1))
    assert len(found) == 1
    inside = built.elastic.displacements_at(np.array([block]), vertices[found].astype(float), run.deformation[-1])[0]
    start = built.centroid[block] + vertices[found[0]]
    moved = run.position[-1, block] + run.rotation[-1, block] @ (vertices[found[0]] + inside) - start
    assert moved[2] < -1e-4
    with browser.tab(page.save(tmp_path / "lintel.html"), *WIDE) as tab:
        first = tab.value("drystonePage.header.magnify")
        tab.value("document.querySelector('[data-view=front]').click()")
        tab.value(f"drystonePage.seek({run.time[-1]})")
        bend = np.reshape(tab.value("Array.from(drystonePage.blocks.deformed.bend.array)"), (-1, 3))
        assert np.allclose(bend[found[0]], inside, atol=1e-4 * np.abs(inside).max() + 1e-12)
        choices = [
            float(one) for one in tab.value("Array.from(document.getElementById('magnify').options, o => o.value)")
        ]
        assert {1.0, first, 5 * first} <= set(choices)
        heights = []
        for factor in (first, 1, 5 * first):
            tab.value(f"(m => {{ m.value = '{factor}'; m.dispatchEvent(new Event('change')); }})"
                      "(document.getElementById('magnify'))")  # fmt: skip
            x, y, z = (start + factor * moved).tolist()
            script = f"""(() => {{
              const {{ stage }} = drystonePage, point = stage.middle.clone().set({x}, {y}, {z});
              drystonePage.draw();
              point.project(stage.camera);
              const box = stage.canvas.getBoundingClientRect();
              const at = [(point.x + 1) / 2 * box.width, (1 - point.y) / 2 * box.height];
              return [at[1], stage.blockAt(at[0], at[1] + 2), stage.blockAt(at[0], at[1] - 2)];
            }})()"""
            height, below, above = tab.value(script)
            assert (below, above) == (block, -1), factor
            heights.append(height)
        assert heights[2] > heights[0] + 10 > heights[1] + 12
        assert tab.complaints() == []
    with browser.tab(arch().view().save(tmp_path / "arch.html"), *WIDE) as tab:
        assert tab.value("document.getElementById('magnify-row').hidden") is True


@pytest.mark.slow
def test_a_mechanism_swings_and_a_structure_stands(browser: Browser, tmp_path: Path) -> None:
    limit = ds.limit_load(arch()).view("Limit").save(tmp_path / "limit.html")
    with browser.tab(limit, *WIDE) as tab:
        tab.wait("drystonePage.time > 0.1")
        tab.value("drystonePage.seek(0.99)")
        tab.wait("drystonePage.transport.way < 0 && drystonePage.time < 0.9")
        tab.value("drystonePage.seek(0.01)")
        tab.wait("drystonePage.transport.way > 0 && drystonePage.time > 0.1")
        assert tab.complaints() == []
    with browser.tab(arch().view().save(tmp_path / "arch.html"), *WIDE) as tab:
        assert tab.value("document.getElementById('transport').hidden") is True
        assert len(tab.value(COLOURS)) > 5
        assert tab.complaints() == []


def test_a_notebook_shows_it_in_a_frame(browser: Browser, run: ds.Trajectory, tmp_path: Path) -> None:
    frame: Any = page_of(run, "In a notebook")._repr_html_()
    held = tmp_path / "notebook.html"
    ready = "<script>document.documentElement.dataset.ready = 'yes'</script>"
    held.write_text(f"<!doctype html><meta charset=utf-8><body>{frame}{ready}", encoding="utf-8")
    with browser.tab(held, *WIDE) as tab, tab.frame() as inside:
        inside.wait(READY)
        assert inside.value("document.querySelector('h1').textContent") == "In a notebook"
        assert len(inside.value(COLOURS)) > 10
        assert inside.complaints() == tab.complaints() == []
        assert inside.requests() == []

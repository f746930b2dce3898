"""Joints: resultants, moments and centres of pressure against closed forms and against equilibrium of the blocks."""

from functools import cache
from typing import Any

import numpy as np
import pandas as pd
import pytest
from scipy.spatial import ConvexHull, Delaunay

import drystone as ds
from drystone.structures import arch, column

from ..steps import DYNAMIC, GROUND

ROUNDING = 1e-12  # relative: sums of a few numbers of order one
SOLVED = 1e-6  # relative: certificate 1e-8 with a margin
G = 9.81


def table(rows: list[dict[str, Any]]) -> pd.DataFrame:
    """Contacts with points, normals and forces given as triples."""
    columns = []
    for row in rows:
        flat = {"block_a": row.get("a", "a"), "block_b": row.get("b", "b"), "friction": row.get("friction", 0.5)}
        for name, default in (("point", (0, 0, 0)), ("normal", (0, 0, 1)), ("force", (0, 0, 0))):
            flat |= {f"{name}_{axis}": float(v) for axis, v in zip("xyz", row.get(name, default), strict=True)}
        columns.append(flat)
    return pd.DataFrame(columns)


def face(forces: list[tuple[float, float, float]], **more: Any) -> pd.DataFrame:
    """A joint of 2 m x 1 m in the plane z = 0 about the origin, with forces at its corners."""
    corners = [(-1, -0.5, 0), (1, -0.5, 0), (1, 0.5, 0), (-1, 0.5, 0)]
    return table([{"point": p, "force": f, **more} for p, f in zip(corners, forces, strict=True)])


def vectors(joints: pd.DataFrame, name: str) -> np.ndarray:
    return joints[[f"{name}_{axis}" for axis in "xyz"]].to_numpy()


def test_a_face_with_forces_at_its_corners() -> None:
    joint = ds.joint_forces(face([(0, 0, 1), (0.5, 0, 3), (0.5, 0, 3), (0, 0, 1)])).iloc[0]
    assert (joint["contacts"], joint["area"], joint["spread"]) == (4, 2.0, 0.0)
    assert (joint["force_n"], joint["force_t"]) == (8.0, 1.0)
    assert joint[["force_x", "force_y", "force_z"]].tolist() == [1.0, 0.0, 8.0]
    assert joint[["moment_x", "moment_y", "moment_z"]].tolist() == [0.0, -4.0, 0.0]
    assert joint[["centre_x", "centre_y", "centre_z"]].tolist() == pytest.approx([0.5, 0.0, 0.0], abs=ROUNDING)
    assert joint["eccentricity"] == pytest.approx(0.5, abs=ROUNDING)
    assert joint["margin"] == pytest.approx(0.5, abs=ROUNDING)
    assert joint["friction_use"] == pytest.approx(1 / (0.5 * 8), abs=ROUNDING)


def test_torsion_is_about_the_normal_and_moves_no_centre() -> None:
    joint = ds.joint_forces(face([(1, 0, 2), (0, 1, 2), (-1, 0, 2), (0, -1, 2)])).iloc[0]
    assert joint["moment_n"] == pytest.approx(0.5 + 1 + 0.5 + 1)
    assert joint["force_t"] == joint["friction_use"] == joint["eccentricity"] == 0.0


def test_a_pair_written_both_ways_round_is_one_joint() -> None:
    straight = face([(0.1, 0, 1), (0, 0.2, 2), (0, 0, 3), (0.3, 0, 4)])
    mixed = straight.copy()
    mixed.loc[[1, 3], ["block_a", "block_b"]] = ["b", "a"]
    turned = [f"{name}_{axis}" for name in ("normal", "force") for axis in "xyz"]
    mixed.loc[[1, 3], turned] *= -1.0
    pd.testing.assert_frame_equal(ds.joint_forces(mixed), ds.joint_forces(straight))


def test_forces_act_on_b_and_the_opposite_on_a() -> None:
    straight = face([(0.1, 0, 1), (0, 0.2, 2), (0, 0, 3), (0.3, 0, 4)])
    other = straight.rename(columns={"block_a": "block_b", "block_b": "block_a"})
    other[[f"{name}_{axis}" for name in ("normal", "force") for axis in "xyz"]] *= -1.0
    here, there = ds.joint_forces(straight), ds.joint_forces(other)
    for name in ("force", "moment", "normal"):
        assert vectors(there, name) == pytest.approx(-vectors(here, name), abs=ROUNDING)
    for name in ("force_n", "force_t", "moment_n", "eccentricity", "margin", "area", "friction_use"):
        assert float(there[name].iloc[0]) == pytest.approx(float(here[name].iloc[0]), abs=ROUNDING)
    assert vectors(there, "centre") == pytest.approx(vectors(here, "centre"), abs=ROUNDING)


def test_joints_stand_in_the_order_in_which_they_appear() -> None:
    a, b = face([(0, 0, 1)] * 4), face([(0, 0, 2)] * 4, a="c", b="a")
    mixed = pd.concat([b.iloc[:1], a, b.iloc[1:]], ignore_index=True)
    joints = ds.joint_forces(mixed)
    assert joints[["block_a", "block_b"]].to_numpy().tolist() == [["c", "a"], ["a", "b"]]
    assert joints["force_n"].tolist() == [8.0, 4.0]
    alone = pd.concat([ds.joint_forces(b), ds.joint_forces(a)], ignore_index=True)
    pd.testing.assert_frame_equal(joints, alone)


def random_joints(count: int) -> tuple[pd.DataFrame, list[tuple[np.ndarray, np.ndarray, np.ndarray]]]:
    """Joints with 4 to 12 points on planes of any direction; the points and normal forces of each, and its axes."""
    random = np.random.default_rng(0)
    rows, parts = [], []
    for j in range(count):
        axes, _ = np.linalg.qr(random.normal(size=(3, 3)))
        axes[:, 2] = np.cross(axes[:, 0], axes[:, 1])
        flat = random.normal(size=(random.integers(4, 13), 2))
        pressure = random.uniform(0.1, 1.0, len(flat))
        offset = random.normal(size=3)
        for p, N in zip(flat, pressure, strict=True):
            shear = axes[:, :2] @ random.normal(size=2)
            place = {"a": f"a{j}", "b": f"b{j}", "point": offset + axes[:, :2] @ p}
            rows.append(place | {"normal": axes[:, 2], "force": N * axes[:, 2] + shear})
        parts.append((flat, pressure, np.column_stack([axes, offset])))
    return table(rows), parts


def test_polygons_against_other_programs() -> None:
    """Area and margin from Qhull, centroid from triangles, centre of pressure as the mean of the points' places."""
    contacts, parts = random_joints(40)
    joints = ds.joint_forces(contacts)
    for (flat, pressure, frame), (_, joint) in zip(parts, joints.iterrows(), strict=True):
        hull, triangles = ConvexHull(flat), Delaunay(flat)
        corners = flat[triangles.simplices]
        areas = [0.5 * abs(np.linalg.det(c[1:] - c[0])) for c in corners]
        centroid = np.average(corners.mean(axis=1), axis=0, weights=areas)
        centre = pressure @ flat / pressure.sum()
        assert joint["area"] == pytest.approx(hull.volume, rel=1e-9)
        for name, flat_place in (("centroid", centroid), ("centre", centre)):
            place = [joint[f"{name}_{axis}"] for axis in "xyz"]
            assert place == pytest.approx(frame[:, :2] @ flat_place + frame[:, 3], abs=1e-9)
        assert joint["eccentricity"] == pytest.approx(np.linalg.norm(centre - centroid), abs=1e-9)
        assert joint["margin"] == pytest.approx(-(hull.equations @ [*centre, 1.0]).max(), abs=1e-9)


def test_rows_may_stand_in_any_order() -> None:
    contacts, _ = random_joints(30)
    shuffled = contacts.sample(frac=1.0, random_state=1)
    both = [ds.joint_forces(c).set_index("block_a").sort_index() for c in (contacts, shuffled)]
    pd.testing.assert_frame_equal(both[0], both[1], rtol=1e-9, atol=1e-9)


def test_points_on_a_line_have_no_area() -> None:
    edge = table([{"point": (x, 0, 0), "force": (0, 0, N)} for x, N in ((-1, 1), (0.5, 0), (1, 3))])
    joint = ds.joint_forces(edge).iloc[0]
    assert joint["area"] == 0.0
    assert joint[["centroid_x", "centroid_y"]].tolist() == pytest.approx([0.0, 0.0], abs=ROUNDING)
    assert joint["centre_x"] == pytest.approx(0.5)
    assert joint["margin"] == pytest.approx(0.0, abs=ROUNDING)
    along = np.array([0.3, 0.7, 0.0])
    oblique = table([{"point": (0.1, 0.2, 0.3) + s * along, "force": (0, 0, 1)} for s in (0.1, 0.37, 0.8, 1.3)])
    joint = ds.joint_forces(oblique).iloc[0]
    assert joint["area"] == 0.0
    middle = [joint[f"centroid_{axis}"] for axis in "xyz"]
    assert middle == pytest.approx((0.1, 0.2, 0.3) + 0.7 * along, abs=ROUNDING)
    point = ds.joint_forces(table([{"point": (1, 2, 3), "force": (0, 0, 1)}])).iloc[0]
    assert point[["centre_x", "centre_y", "centre_z", "margin"]].tolist() == [1, 2, 3, 0]


def test_a_centre_outside_the_joint_has_a_negative_margin() -> None:
    """As in a cohesive joint, with tension on one side."""
    joint = ds.joint_forces(face([(0, 0, -1), (0, 0, 3), (0, 0, 3), (0, 0, -1)])).iloc[0]
    assert joint["centre_x"] == pytest.approx(2.0)
    assert joint["margin"] == pytest.approx(-1.0)


def test_without_compression_there_is_no_centre() -> None:
    absent = ["centre_x", "centre_y", "centre_z", "eccentricity", "margin", "friction_use"]
    pulled = face([(0, 0, -1)] * 4, a="p")
    idle = face([(0, 0, 0)] * 4, a="q")
    trace = face([(0, 0, 1e-10)] * 4, a="r")
    joints = ds.joint_forces(pd.concat([pulled, idle, trace]))
    assert joints["force_n"].tolist() == [-4.0, 0.0, 4e-10]
    assert joints[absent].isna().all(axis=None)
    assert joints.drop(columns=absent).notna().all(axis=None)
    assert ds.joint_forces(trace, least=0.0)["centre_x"].notna().all()


def test_the_plane_is_that_of_the_loaded_face() -> None:
    loaded = face([(0, 0, 1)] * 4)
    touching = table([{"point": (1, 0, 0.1), "normal": (1, 0, 0)}])
    joint = ds.joint_forces(pd.concat([loaded, touching])).iloc[0]
    assert joint[["normal_x", "normal_y", "normal_z"]].tolist() == [0, 0, 1]
    assert joint["spread"] == pytest.approx(90.0)
    both = ds.joint_forces(table([{"normal": (1, 0, 1)}, {"normal": (-1, 0, 1)}])).iloc[0]
    assert both[["normal_x", "normal_z"]].tolist() == pytest.approx([0, 1])
    assert both["spread"] == pytest.approx(45.0)


def test_a_key_in_a_slot_has_a_resultant_and_no_plane() -> None:
    slot = table([{"normal": (s, 0, 0), "point": (s, y, 0), "force": (s, 0, 0.5)} for s in (1, -1) for y in (0, 1)])
    joint = ds.joint_forces(pd.concat([slot, face([(0, 0, 1)] * 4, a="c")])).iloc[0]
    assert joint[["force_x", "force_y", "force_z"]].tolist() == [0, 0, 2]
    assert joint[["normal_x", "force_n", "area", "moment_x", "centre_x", "margin", "friction_use"]].isna().all()


def test_an_empty_table_has_no_joints() -> None:
    some = ds.joint_forces(face([(0, 0, 1)] * 4))
    none = ds.joint_forces(face([(0, 0, 1)] * 4).iloc[:0])
    assert len(none) == 0
    assert list(none.columns) == list(some.columns)


def test_without_friction_there_is_no_use_of_it() -> None:
    assert np.isnan(ds.joint_forces(face([(0, 0, 1)] * 4, friction=0.0))["friction_use"].iloc[0])


@pytest.mark.parametrize("integrator", DYNAMIC)
def test_an_eccentric_load_moves_the_centre_by_moment_over_force(integrator: str) -> None:
    block = ds.Block.box((1, 0.6, 0.8), (0, 0, 0.4), name="block")
    body, load, arm = ds.Assembly([GROUND, block]), 5e3, 0.35
    push = ds.PointForce("block", (0, 0, -load), point=(arm, 0.1, 0.8))
    run = ds.simulate(body, 2e-3, 1e-3, loads=push, integrator=integrator)
    joint = run.joints(-1).iloc[0]
    weight = G * block.mass
    assert joint["force_n"] == pytest.approx(weight + load, rel=SOLVED)
    assert joint["centre_x"] == pytest.approx(load * arm / (weight + load), rel=SOLVED)
    assert joint["centre_y"] == pytest.approx(load * 0.1 / (weight + load), rel=SOLVED)
    assert joint["eccentricity"] == pytest.approx(load * np.hypot(arm, 0.1) / (weight + load), rel=SOLVED)
    assert joint["margin"] == pytest.approx(0.3 - joint["centre_y"], rel=SOLVED)


def test_joints_of_a_column_carry_what_is_above() -> None:
    """Under a gravity inclined by a in 1 the centre lies half the height above times a from the axis."""
    count, height, slope = 4, 0.4, 0.2
    body = column(count, height=height)
    run = ds.simulate(body, 1e-3, 1e-3, gravity=(slope * G, 0, -G))
    line = ds.thrust_line(run.contacts(-1), body)
    assert line.blocks == ("ground", "drum-1", "drum-2", "drum-3", "drum-4")
    above = np.arange(count, 0, -1)
    weight = G * body.mass[-1] * above
    assert line.points[:, 0] == pytest.approx(0.5 * slope * height * above, rel=SOLVED)
    assert line.points[:, 2] == pytest.approx(height * (count - above), abs=SOLVED)
    assert line.force[:, 2] == pytest.approx(weight, rel=SOLVED)
    assert line.force[:, 0] == pytest.approx(-slope * weight, rel=SOLVED)
    assert line.joints["friction_use"].to_numpy() == pytest.approx(slope / 0.6, rel=SOLVED)
    assert line.complete


def test_a_sliding_block_uses_all_its_friction() -> None:
    block = ds.Block.box((1, 1, 0.2), (0, 0, 0.1), name="block")
    run = ds.simulate(ds.Assembly([GROUND, block], 0.3), 1e-3, 1e-3, gravity=(0.5 * G, 0, -G))
    assert run.joints(-1)["friction_use"].iloc[0] == pytest.approx(1.0, rel=SOLVED)


def test_three_blocks_between_four_hinges_against_hand_statics() -> None:
    """Two bars that stand on an edge and lean against a key: moments about the foot of a bar give the thrust."""

    def bar(side: int) -> ds.Block:
        outline = [(0, 0), (1.2, 0.7), (2, 2), (0.8, 1.3)]
        return ds.Block.from_vertices(
            [(side * (x - 2.2), y, z) for x, z in outline for y in (-0.5, 0.5)], name=f"bar{side}"
        )

    key = ds.Block.box((0.4, 1, 1), (0, 0, 2), name="key")
    body = ds.Assembly([GROUND, bar(1), key, bar(-1)], friction=1.5)
    run = ds.simulate(body, 1e-4, 1e-4)
    line = ds.thrust_line(run.contacts(-1), body)
    assert line.blocks == ("ground", "bar1", "key", "bar-1", "ground")
    W, K = G * body.blocks[1].mass, G * key.mass
    thrust = (W * 1.0 + K / 2 * 2.0) / 2.0  # lever of the bar's weight 1 m, of the key's half 2 m, rise 2 m
    assert line.points[:, [0, 2]] == pytest.approx(np.array([(-2.2, 0), (-0.2, 2), (0.2, 2), (2.2, 0)]), abs=SOLVED)
    assert line.force[:, 0] == pytest.approx(np.full(4, thrust), rel=1e-5)
    assert line.force[:, 2] == pytest.approx([W + K / 2, K / 2, -K / 2, -W - K / 2], rel=1e-5)
    assert line.joints["friction_use"].iloc[1] == pytest.approx(K / 2 / thrust / 1.5, rel=1e-5)


@cache
def semicircle() -> tuple[ds.Assembly, ds.ThrustLine]:
    body = arch(10.0, 0.15, 180.0, 31)
    run = ds.simulate(body, 2e-3, 1e-3)
    return body, ds.thrust_line(run.contacts(-1), body)


def test_the_resultants_of_an_arch_are_in_equilibrium() -> None:
    body, line = semicircle()
    weight = np.array([G * body.mass[body.index_of(name)] for name in line.blocks[1:-1]])
    centroid = np.array([body.centroid[body.index_of(name)] for name in line.blocks[1:-1]])
    largest = np.linalg.norm(line.force, axis=1).max()
    assert np.abs(line.force[:, 0] - line.force[:, 0].mean()).max() < SOLVED * line.force[0, 0]
    assert np.abs(line.force[1:] - line.force[:-1] + [0, 0, 1] * weight[:, None]).max() < SOLVED * largest
    twist = np.cross(line.points[:-1] - centroid, line.force[:-1]) - np.cross(
        line.points[1:] - centroid, line.force[1:]
    )
    assert np.abs(twist).max() < SOLVED * largest
    half = weight[:15].sum() + 0.5 * weight[15]
    assert line.force[0, 2] == pytest.approx(half, rel=SOLVED)
    assert line.force[-1, 2] == pytest.approx(-half, rel=SOLVED)


def test_the_thrust_line_of_an_arch_lies_within_its_thickness() -> None:
    _, line = semicircle()
    radius = np.hypot(line.points[:, 0], line.points[:, 2])
    assert line.complete
    assert line.inside.all()
    assert np.all((radius > 9.25 * (1 - SOLVED)) & (radius < 10.75 * (1 + SOLVED)))
    assert np.ptp(radius) > 0.5  # a circle is no thrust line
    assert line.blocks[0] == "left abutment"
    assert np.all(np.diff(line.points[:, 0]) > 0)


def test_a_named_chain_is_the_one_found_and_may_be_followed_backwards() -> None:
    body = arch()
    contacts = ds.simulate(body, 2e-3, 1e-3).contacts(-1)
    found = ds.thrust_line(contacts)
    same = ds.thrust_line(contacts, body, found.blocks)
    back = ds.thrust_line(contacts, blocks=found.blocks[::-1])
    assert np.array_equal(same.points, found.points)
    assert np.array_equal(back.points, found.points[::-1])
    assert np.array_equal(back.force, -found.force[::-1])
    assert list(back.joints["block_a"]) == list(back.blocks[:-1])
    part = ds.thrust_line(contacts, blocks=found.blocks[2:5])
    assert np.array_equal(part.points, found.points[2:4])


def chain(*pairs: tuple[str, str], force: float = 1.0) -> pd.DataFrame:
    faces = [face([(0, 0, force)] * 4, a=a, b=b) for a, b in pairs]
    for i, part in enumerate(faces):
        part["point_x"] += 3.0 * i
    return pd.concat(faces, ignore_index=True)


def test_a_line_is_broken_where_a_joint_is_not_compressed() -> None:
    contacts = chain(("a", "b"), ("b", "c"))
    contacts.loc[4:, "force_z"] = -1.0
    line = ds.thrust_line(contacts)
    assert line.inside.tolist() == [True, False]
    assert np.isnan(line.points[1]).all()
    assert not line.complete


def test_what_counts_as_inside() -> None:
    contacts = chain(("a", "b"))
    contacts["force_z"] = [-1e-3, 1, 1, -1e-3]
    line = ds.thrust_line(contacts)
    assert line.margin[0] == pytest.approx(-2e-3, rel=1e-2)
    assert not line.inside[0]
    assert ds.thrust_line(contacts, tolerance=0.01).inside[0]


def test_one_base_carries_both_ends_of_an_arch() -> None:
    pairs = [("ground", "v1"), ("v1", "v2"), ("v3", "v2"), ("ground", "v3")]
    boxes = [ds.Block.box((1, 1, 1), (3 * i, 0, 0), name=f"v{i}") for i in (1, 2, 3)]
    body = ds.Assembly([GROUND, *boxes])
    found = ds.thrust_line(chain(*pairs), body)
    assert found.blocks == ("ground", "v1", "v2", "v3", "ground")
    assert found.points[:, 0].tolist() == [0, 3, 6, 9]
    assert found.force[:, 2].tolist() == [4, 4, -4, -4]
    named = ds.thrust_line(chain(*pairs), blocks=["ground", "v1", "v2", "v3", "ground"])
    assert np.array_equal(named.points, found.points)
    with pytest.raises(ds.DrystoneError, match=r"joints of 'ground' form a closed ring; .*give the assembly"):
        ds.thrust_line(chain(*pairs))


def test_what_is_wrong_with_a_table_is_said() -> None:
    good = face([(0, 0, 1)] * 4)
    wrong: list[tuple[Any, str]] = [
        (semicircle()[1], r"must be a table \(pandas.DataFrame\); got a value of type ThrustLine"),
        (good.drop(columns=["force_x", "point_y"]), "lacks the columns point_y, force_x"),
        (good.assign(block_b="a"), "row 0 of the table of contacts is a contact of 'a' with itself"),
        (
            good.assign(block_b=pd.Series(["b", None, "b", "b"], dtype=object)),
            "row 1 of the table of contacts names no block",
        ),
        (good.assign(force_z=np.nan), "force_z of the contacts must be finite"),
        (good.assign(point_x="far"), "point_z of the contacts must be numbers"),
        (good.assign(normal_z=0.0), "normal of row 0 of the contacts is zero"),
        (good.assign(friction=[0.5, 0.5, -0.1, 0.5]), "friction in row 2 of the contacts is -0.1"),
    ]
    for contacts, message in wrong:
        with pytest.raises(ds.DrystoneError, match=message):
            ds.joint_forces(contacts)
        with pytest.raises(ds.DrystoneError, match=message):
            ds.thrust_line(contacts)
    with pytest.raises(ds.DrystoneError, match=r"least \(N\) must not be negative; got -1"):
        ds.joint_forces(good, least=-1.0)
    with pytest.raises(ds.DrystoneError, match=r"least \(N\) must be a number"):
        ds.joint_forces(good, least="none")  # type: ignore[arg-type]


def test_what_is_no_chain_is_said() -> None:
    branch, apart = chain(("a", "b"), ("b", "c"), ("b", "d")), chain(("a", "b"), ("c", "d"))
    with pytest.raises(ds.DrystoneError, match="not form a chain: block 'b' is in contact with 'a', 'c', 'd'"):
        ds.thrust_line(branch)
    with pytest.raises(ds.DrystoneError, match=r"several chains: the one from 'a' to 'b' leaves out .* 'c' and 'd'"):
        ds.thrust_line(apart)
    with pytest.raises(ds.DrystoneError, match="no contacts, so there is no thrust line"):
        ds.thrust_line(branch.iloc[:0])
    named: list[tuple[Any, str]] = [
        (["a", "c"], "'a' and 'c' follow each other and are not in contact; 'a' is in contact with 'b'"),
        (["e", "a"], "'e' is in no contact of the table"),
        (["a"], "must be a list of at least 2 names; got 1"),
        ("ab", "must be a list of names; got one alone"),
        (3, "must be a list of names; got 3"),
        ([0, 1], "must be a list of names; entry 0 is 0"),
        (["a", "b", "a"], "block 'a' is named twice"),
        (["a", "b", "c", "b", "d"], "block 'b' is named twice"),
    ]
    for blocks, message in named:
        with pytest.raises(ds.DrystoneError, match=message):
            ds.thrust_line(branch, blocks=blocks)
    body = ds.Assembly([GROUND])
    with pytest.raises(ds.DrystoneError, match="unknown block 'a'; there are: ground"):
        ds.thrust_line(branch, body)
    with pytest.raises(ds.DrystoneError, match="unknown block 'a'; there are: ground"):
        ds.thrust_line(branch, body, ["a", "b"])
    with pytest.raises(ds.DrystoneError, match="assembly must be an Assembly; got"):
        ds.thrust_line(branch, ["a", "b"])  # type: ignore[arg-type]
    with pytest.raises(ds.DrystoneError, match="tolerance must be positive"):
        ds.thrust_line(chain(("a", "b")), tolerance=-1.0)


def test_a_step_that_does_not_exist_has_no_joints() -> None:
    run = ds.simulate(column(1), 1e-3, 1e-3)
    with pytest.raises(ds.DrystoneError, match="step 7 does not exist"):
        run.joints(7)


@pytest.mark.parametrize(
    "law", [ds.Joint(friction=0.4), ds.Joint(friction=0.4, tension_stiffness=1e9, fracture_energy=10.0)]
)
def test_bonds_beside_the_contacts_have_no_part_in_the_friction_of_a_joint(law: ds.Joint) -> None:
    block = ds.Block.box((0.5, 0.5, 0.5), (0, 0, 0.25), name="block")
    assembly = ds.Assembly([GROUND, block], joints={"default": law})
    push = 300.0  # N
    run = ds.simulate(assembly, 0.02, 1e-3, loads=ds.PointForce("block", (push, 0, 0)))
    contacts, joint = run.contacts(-1), run.joints(-1).iloc[0]
    assert contacts["friction"].isna().sum() == (4 if law.is_bonded else 0)
    assert joint["friction"] == pytest.approx(0.4, rel=ROUNDING)
    assert joint["friction_use"] == pytest.approx(push / (0.4 * block.mass * G), rel=SOLVED)


def test_a_joint_of_bonds_alone_has_no_friction() -> None:
    joints = ds.joint_forces(face([(0, 0, -1.0)] * 4, friction=np.nan))
    assert joints[["friction", "friction_use"]].isna().all(axis=None)

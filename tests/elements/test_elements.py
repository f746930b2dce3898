"""Elements against closed forms and scikit-fem: patch test, beams, free vibration, mass."""

from dataclasses import replace
from typing import Any

import numpy as np
import pytest
import skfem
from scipy.linalg import eigh
from skfem.helpers import ddot, sym_grad, trace

import drystone as ds
from drystone.checks import FloatArray
from drystone.elements import AffineBody, ElasticBody, hexahedral, hexahedron_corners, tetrahedral
from drystone.model.meshing import MeshOf

YOUNG, POISSON, DENSITY = 60e9, 0.27, 2700.0
MATERIAL = ds.Material(YOUNG, POISSON, DENSITY)
SIX_MODES = replace(MATERIAL, modes=6)
SIZE = (0.5, 0.25, 0.3)
WEDGE = [(0, 0, 0), (0.6, 0, 0.05), (0.5, 0.4, 0), (0.05, 0.3, 0), (0.1, 0.1, 0.5), (0.4, 0.12, 0.45)]
MESHES: list[MeshOf] = [(2, 2, 2), (1, 2, 3), "tetrahedra", "affine"]


def box(mesh: MeshOf = None) -> ds.Block:
    return ds.Block.box(SIZE, material=MATERIAL, mesh=mesh)


wedge = ds.Block.from_vertices(WEDGE)


def corners(block: ds.Block) -> FloatArray:
    piece = block.pieces[0]
    found = hexahedron_corners(piece.vertices - block.centroid, piece.faces)
    assert found is not None
    return found


def distorted(body: ElasticBody, by: float) -> ElasticBody:
    """The body with the node in its middle moved."""
    nodes = body.mesh.nodes.copy()
    nodes[np.argmin(np.linalg.norm(nodes, axis=1))] += by
    return replace(body, mesh=replace(body.mesh, nodes=nodes))


@pytest.mark.parametrize("incompatible", [True, False])
def test_patch(incompatible: bool) -> None:
    """A linear field leaves no force at the node inside, wherever that is, and has the exact energy."""
    body = distorted(ElasticBody(hexahedral(corners(box()), (2, 2, 2)), YOUNG, POISSON, DENSITY, incompatible), 0.03)
    A = np.random.default_rng(1).normal(size=(3, 3))
    u = (body.mesh.nodes @ A.T).ravel()
    force = (body.stiffness @ u).reshape(-1, 3)
    inside = np.argmin(np.linalg.norm(body.mesh.nodes - 0.03, axis=1))
    assert np.abs(force[inside]).max() <= 1e-12 * np.abs(force).max()
    strain = np.array([A[0, 0], A[1, 1], A[2, 2], A[0, 1] + A[1, 0], A[1, 2] + A[2, 1], A[2, 0] + A[0, 2]])
    assert 0.5 * u @ body.stiffness @ u == pytest.approx(
        0.5 * np.prod(SIZE) * strain @ body.elasticity @ strain, rel=1e-12
    )


@pytest.mark.parametrize(
    "block",
    [*(box(mesh=mesh) for mesh in MESHES), *(wedge.of_material(MATERIAL, mesh) for mesh in ("tetrahedra", "affine"))],
    ids=lambda block: f"{len(block.pieces[0].faces)} faces, {block.mesh}",
)
def test_modes_move_no_mass_and_turn_nothing(block: ds.Block) -> None:
    body = block.elastic
    corners_of = block.pieces[0].vertices - block.centroid
    if isinstance(body, AffineBody):
        A, second = body.vibration[1], body.second
        spin = np.einsum("iak,aj->ijk", A, second)  # int u_i X_j
        assert np.abs(spin - np.swapaxes(spin, 0, 1)).max() <= 1e-12 * np.abs(spin).max()
        modal = DENSITY * np.einsum("iak,ab,ibl->kl", A, second, A)
    else:
        assert np.abs(body.rigid.T @ body.mass @ body.vibration[1]).max() <= 1e-10 * np.sqrt(block.mass)
        modal = body.vibration[1].T @ body.mass @ body.vibration[1]
        rigid = body.rigid.T @ body.mass @ body.rigid
        assert rigid[:3, :3] == pytest.approx(block.mass * np.eye(3), abs=1e-12 * block.mass)
        assert rigid[3:, 3:] == pytest.approx(block.inertia, abs=1e-12 * block.mass)
    assert modal == pytest.approx(np.eye(len(modal)), abs=1e-10)
    assert body.shapes_at(corners_of).shape == (len(corners_of), 3, len(body.vibration[0]))


def test_hexahedra_against_scikit_fem() -> None:
    """The plain H8 and T10 are elements of scikit-fem, too."""
    block = box()
    body = ElasticBody(hexahedral(corners(block), (2, 2, 2)), YOUNG, POISSON, DENSITY, incompatible=False)
    axes = [np.linspace(-0.5 * s, 0.5 * s, 3) for s in SIZE]
    mesh = skfem.MeshHex.init_tensor(*axes)
    reference = frequencies(skfem.Basis(mesh, skfem.ElementVector(skfem.ElementHex1()), intorder=4))
    assert body.vibration[0] == pytest.approx(reference[6:], rel=1e-8)


def test_tetrahedra_against_scikit_fem() -> None:
    block = wedge
    vertices = block.pieces[0].vertices - block.centroid
    body = ElasticBody(tetrahedral(vertices, block.pieces[0].faces), YOUNG, POISSON, DENSITY)
    cells = body.mesh.elements[:, :4]
    used = np.unique(cells)
    mesh = skfem.MeshTet(body.mesh.nodes[used].T, np.searchsorted(used, cells).T)
    reference = frequencies(skfem.Basis(mesh, skfem.ElementVector(skfem.ElementTetP2()), intorder=4))
    assert body.vibration[0] == pytest.approx(reference[6:], rel=1e-8)


def frequencies(basis: Any) -> FloatArray:
    """Circular frequencies of a free body by scikit-fem (rad/s)."""
    lame, shear = YOUNG * POISSON / ((1 + POISSON) * (1 - 2 * POISSON)), YOUNG / (2 * (1 + POISSON))

    def stiffness(u: Any, v: Any, _: Any) -> Any:
        return lame * trace(sym_grad(u)) * trace(sym_grad(v)) + 2 * shear * ddot(sym_grad(u), sym_grad(v))

    def mass(u: Any, v: Any, _: Any) -> Any:
        return DENSITY * (u[0] * v[0] + u[1] * v[1] + u[2] * v[2])

    squares = eigh(
        *(skfem.BilinearForm(form).assemble(basis).toarray() for form in (stiffness, mass)), eigvals_only=True
    )
    return np.sqrt(np.abs(squares))


def test_cantilever() -> None:
    """Ten to one, one element high and eight long: PL^3/3EI with the part of shear; the plain H8 locks."""
    length, side, young = 1.0, 0.1, 1e10
    block = ds.Block.box((length, side, side), material=ds.Material(young, 0.0, DENSITY))
    mesh = hexahedral(corners(block), (8, 1, 1))
    nodes = mesh.nodes
    free = np.repeat(nodes[:, 0] > -0.5 * length + 1e-9, 3)
    tip = nodes[:, 0] > 0.5 * length - 1e-9
    load = np.zeros((len(nodes), 3))
    load[tip, 2] = 1.0 / np.sum(tip)
    bending = length**3 / (3 * young * side**4 / 12)
    exact = bending + length / (5 / 6 * (young / 2) * side**2)

    def deflection(incompatible: bool) -> float:
        body = ElasticBody(mesh, young, 0.0, DENSITY, incompatible)
        u = np.zeros(3 * len(nodes))
        u[free] = np.linalg.solve(body.stiffness[np.ix_(free, free)], load.ravel()[free])
        return u.reshape(-1, 3)[tip, 2].mean()

    assert deflection(True) == pytest.approx(exact, rel=0.01)
    assert deflection(False) < 0.6 * exact


def test_simply_supported_beam() -> None:
    """Ten to one, under a uniform force: 5 q L^4/(384 E I) + q L^2/(8 k G A), and quadratic elements of scikit-fem."""
    length, side, young, force = 1.0, 0.1, 1e10, 1.0
    block = ds.Block.box((length, side, side), material=ds.Material(young, 0.0, DENSITY))
    body = ElasticBody(hexahedral(corners(block), (16, 1, 1)), young, 0.0, DENSITY)
    nodes = body.mesh.nodes
    held = np.zeros((len(nodes), 3), dtype=bool)
    held[np.abs(nodes[:, 0]) > 0.5 * length - 1e-9, 2] = True
    held[0], held[:, 1] = True, True
    free, load = ~held.ravel(), np.zeros((len(nodes), 3))
    load[:, 2] = force / DENSITY / (length * side**2) * body.mass.reshape(len(nodes), 3, -1)[:, 2, 2::3].sum(axis=1)
    u = np.zeros(len(free))
    u[free] = np.linalg.solve(body.stiffness[np.ix_(free, free)], load.ravel()[free])
    sag = u.reshape(-1, 3)[np.abs(nodes[:, 0]) < 1e-9, 2].mean()
    inertia, shear = side**4 / 12, 5 / 6 * (young / 2) * side**2
    assert sag == pytest.approx(
        5 * force * length**3 / (384 * young * inertia) + force * length / (8 * shear), rel=0.01
    )
    assert sag == pytest.approx(sag_of_scikit_fem(length, side, young, force), rel=0.01)


def sag_of_scikit_fem(length: float, side: float, young: float, force: float) -> float:
    """The same beam, of elements with quadratic functions."""
    mesh = skfem.MeshHex.init_tensor(np.linspace(0, length, 9), np.linspace(0, side, 2), np.linspace(0, side, 2))
    basis = skfem.Basis(mesh, skfem.ElementVector(skfem.ElementHex2()), intorder=4)

    def stiffness(u: Any, v: Any, _: Any) -> Any:
        return young * ddot(sym_grad(u), sym_grad(v))

    def load(v: Any, _: Any) -> Any:
        return force / (length * side**2) * v[2]

    K, f = skfem.BilinearForm(stiffness).assemble(basis), skfem.LinearForm(load).assemble(basis)
    place, axis = basis.doflocs, np.arange(basis.N)
    for component in range(3):
        found = basis.get_dofs(elements=True).all([f"u^{component + 1}"])
        axis[found] = component
    ends = (place[0] < 1e-9) | (place[0] > length - 1e-9)
    corner = np.linalg.norm(place, axis=0) < 1e-9
    u = skfem.solve(*skfem.condense(K, f, D=np.flatnonzero((ends & (axis == 2)) | (axis == 1) | corner)))
    middle = (np.abs(place[0] - 0.5 * length) < 1e-9) & (axis == 2)
    return float(u[middle].mean())


def face_rule(cells: int = 6) -> tuple[FloatArray, FloatArray]:
    """Points (P, 2) and weights (P,) on the unit square about zero, exact for quadratic functions on each quarter of
    its cells, which the elements of all meshes here fit.
    """
    edges, points = np.linspace(-0.5, 0.5, cells + 1), []
    for x, y in np.ndindex(cells, cells):
        square = np.array([(edges[x + i], edges[y + j]) for i, j in ((0, 0), (1, 0), (1, 1), (0, 1))])
        for k in range(4):
            triangle = np.array([square[k], square[(k + 1) % 4], square.mean(axis=0)])
            points += list(0.5 * (triangle + np.roll(triangle, 1, axis=0)))
    return np.array(points), np.full(len(points), 1.0 / len(points))


@pytest.mark.parametrize("mesh", MESHES)
def test_compression_by_modes_is_exact(mesh: MeshOf) -> None:
    """A uniform stress on both ends of a box: it shortens by N L/(E A) and widens by Poisson's share."""
    body = box(mesh=mesh).elastic
    omega = body.vibration[0]
    push, (place, weight), force = 1e6, face_rule(), np.zeros(len(omega))
    for end in (-1, 1):
        points = np.column_stack([place, np.full(len(place), 0.5 * end)]) * SIZE
        force -= end * push * np.einsum("p,pm->m", weight, body.shapes_at(points)[:, 2])
    moved = np.einsum("pim,m->pi", body.shapes_at(np.diag(0.5 * np.array(SIZE))), force / omega**2)
    strain = np.array([POISSON, POISSON, -1.0]) * push / (SIZE[0] * SIZE[1]) / YOUNG
    assert np.diag(moved) == pytest.approx(0.5 * np.array(SIZE) * strain, rel=1e-9)


@pytest.mark.parametrize("block", [box((2, 2, 2)), box("tetrahedra"), wedge.of_material(MATERIAL, "tetrahedra")])
def test_six_modes_are_the_uniform_strains(block: ds.Block) -> None:
    """Of every mesh: the frequencies and displacements of the body of one uniform strain, to rounding."""
    affine, fewer = block.of_material(MATERIAL, "affine").elastic, block.of_material(SIX_MODES, block.mesh).elastic
    assert isinstance(fewer, ElasticBody)
    assert not fewer.bends
    assert fewer.vibration[0] == pytest.approx(affine.vibration[0], rel=1e-9)
    place = block.pieces[0].vertices - block.centroid
    inverse = [np.einsum("pim,qjm->piqj", b.shapes_at(place) / b.vibration[0] ** 2, b.shapes_at(place)) for b in
               (affine, fewer)]  # fmt: skip
    assert inverse[1] == pytest.approx(inverse[0], abs=1e-9 * np.abs(inverse[0]).max())


def test_more_modes_keep_more_and_all_keep_everything() -> None:
    """What unit forces on the nodes hold grows with the modes, which are those of the body left to them."""
    whole = box((2, 2, 2)).elastic
    assert isinstance(whole, ElasticBody)
    bodies = [replace(whole, modes=modes) for modes in (6, 12, 24, 48, len(whole.vibration[0]))]
    shares = [body.compliance_kept for body in bodies]
    assert shares == sorted(set(shares))
    assert shares[-1] == pytest.approx(1.0, rel=1e-12)
    assert bodies[-1].vibration[0] == pytest.approx(whole.vibration[0], rel=1e-12)
    for body in bodies[:-1]:
        fewer_omega, fewer = body.vibration
        assert fewer.T @ whole.mass @ fewer == pytest.approx(np.eye(body.modes or 0), abs=1e-9)
        assert np.diag(fewer.T @ whole.stiffness @ fewer) == pytest.approx(fewer_omega**2, rel=1e-9)
        assert np.abs(whole.rigid.T @ whole.mass @ fewer).max() < 1e-6


def test_a_body_of_uniform_strain_does_not_know_what_it_keeps() -> None:
    with pytest.raises(ds.DrystoneError, match=r"has no nodes .* modes=6"):
        _ = box("affine").elastic.compliance_kept
    assert 0.0 < box((2, 2, 2)).of_material(SIX_MODES, (2, 2, 2)).elastic.compliance_kept < 1.0


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"young": 0.0}, "young"),
        ({"young": -1e9}, "young"),
        ({"poisson": 0.5}, "poisson"),
        ({"poisson": -1.0}, "poisson"),
        ({"density": 0.0}, "density"),
        ({"damping": (-1.0, 0.0)}, "damping"),
        ({"damping": 0.05}, "damping"),
        ({"modes": 5}, "modes"),
        ({"modes": 7.5}, "modes"),
    ],
)
def test_bad_materials(change: dict[str, Any], message: str) -> None:
    with pytest.raises(ds.DrystoneError, match=message):
        ds.Material(**{"young": 1e9, "poisson": 0.2, "density": 2000.0, **change})


def test_bad_meshes() -> None:
    with pytest.raises(ds.DrystoneError, match="fixed"):
        ds.Block.box((1, 1, 1), fixed=True, material=MATERIAL)
    with pytest.raises(ds.DrystoneError, match="six quadrilaterals"):
        ds.Block.from_vertices(WEDGE).of_material(MATERIAL, (2, 2, 2))
    with pytest.raises(ds.DrystoneError, match="mesh"):
        box(mesh=(0, 1, 1))
    with pytest.raises(ds.DrystoneError, match="has 6 modes; the material asks for 7"):
        box().of_material(replace(MATERIAL, modes=7), "affine")
    with pytest.raises(ds.DrystoneError, match="'affine'"):
        ds.Block.union([box(), ds.Block.box(SIZE, (0, 0, 0.3))], DENSITY).of_material(MATERIAL)

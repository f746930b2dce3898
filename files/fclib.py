"""The Frictional Contact Library's file format: steps to exchange with Siconos, LMGC90 and others.

One HDF5 file holds one problem in the group ``fclib_global`` or ``fclib_local``, with the integer ``spacedim``:

    global   M v = H r + f,  u = H'v + w     matrices M, H; vectors/f, vectors/w, vectors/mu
    local    u = W r + q                     matrix W; vectors/q, vectors/mu

with the normal component of a contact first, then the tangential ones. Equality constraints (G, b of a global, V, R,
s of a local problem) are not supported. A matrix is a group of ``m``, ``n``, ``nzmax``, ``nz`` and the arrays ``p``,
``i``, ``x``: nz >= 0 counts triplets (rows p, columns i), -1 is compressed columns, -2 compressed rows. The text in
``info`` is optional: title, description, math_info.

The library's contact law is Coulomb's with u_n + mu |u_t| in the place of u_n (De Saxcé). What is read here is solved
as its associated relaxation, Y ∋ r ⊥ u ∈ Y*, which is a convex program. The two agree where nothing slides; a contact
that slides opens with u_n = mu |u_t| here.

(V. Acary, M. Brémond, T. Koziara, F. Pérignon, FCLIB: a collection of discrete 3D frictional contact problems,
INRIA RT-0444, 2014.)
"""

from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import scipy.sparse as sp
from numpy.typing import NDArray

from ..errors import DrystoneError, NotInstalledError
from ..formulations import StepProblem
from ..formulations.local import LocalProblem
from ..summary import counted

if TYPE_CHECKING:
    import h5py

__all__ = ["hdf5", "read_fclib", "write_fclib"]

Array = NDArray[np.float64]

GLOBAL, LOCAL = "fclib_global", "fclib_local"
SYMMETRY = 1e-6  # defect of M = M' allowed, relative to its largest value


def hdf5() -> Any:
    """The module h5py; NotInstalledError without it."""
    try:
        import h5py
    except ImportError as error:
        raise NotInstalledError("h5py, which reads and writes HDF5 files,", "pip install h5py") from error
    return h5py


def read_fclib(path: str | Path) -> StepProblem | LocalProblem:
    """The problem in an FCLIB file: a StepProblem for a global one, a LocalProblem for a local one.

    A global problem needs rigid bodies in three dimensions: an M of 6 x 6 blocks on the diagonal, symmetric positive
    definite, and contacts between two bodies at most. It becomes H = M, k = f, D = H, prescribed = w, with no gaps and
    dt = 1, for its gaps are in w. DrystoneError for a file that is missing or no FCLIB file, equality constraints,
    problems in the plane and matrices that do not agree.

    >>> import tempfile
    >>> from pathlib import Path
    >>> import drystone as ds
    >>> from drystone.structures import column
    >>> step = ds.step_problem(column(2), dt=1e-3)
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     path = ds.write_fclib(Path(folder) / "step.h5", step)
    ...     read = ds.read_fclib(path)
    >>> read.bodies, read.count
    (2, 8)
    """
    path = Path(path)
    if not path.is_file():
        raise DrystoneError(f"there is no file {str(path)!r}; give the path of an FCLIB file (HDF5)")
    try:
        with hdf5().File(path, "r") as file:
            kinds = [name for name in (GLOBAL, LOCAL) if name in file]
            if not kinds:
                raise DrystoneError(f"{str(path)!r} has no group {GLOBAL} or {LOCAL}; it is no file of FCLIB")
            group = file[kinds[0]]
            _check_dimension(group, path)
            return _read_global(group, path) if kinds[0] == GLOBAL else _read_local(group, path)
    except (OSError, KeyError) as error:
        raise DrystoneError(f"{str(path)!r} is no FCLIB file, or it is damaged: {error}") from error


def write_fclib(path: str | Path, problem: StepProblem | LocalProblem, title: str = "") -> Path:
    """Write a step as an FCLIB file, in the place of a file that is there, and return the path.

    A StepProblem becomes a global problem, w its offset. One with compliance, which global problems cannot hold, is
    written as the local problem W = D'H^-1 D + E, as a LocalProblem is. ``title``: for the reader of the file.
    Of a step of the formulation "coulomb" the correction mu |u_t| is left out: it is in the library's own law.
    DrystoneError for a step with bonds.

    >>> import tempfile
    >>> from pathlib import Path
    >>> import drystone as ds
    >>> from drystone.structures import column
    >>> step = ds.step_problem(column(2), dt=1e-3)
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     path = ds.write_fclib(Path(folder) / "step.h5", step)
    ...     read = ds.read_fclib(path)
    >>> read.bodies, read.count
    (2, 8)
    """
    path = Path(path)
    if not isinstance(problem, StepProblem | LocalProblem):
        raise DrystoneError(f"write_fclib got a {type(problem).__name__}; give a StepProblem or a LocalProblem")
    if isinstance(problem, StepProblem) and problem.is_bonded:
        raise DrystoneError(
            "FCLIB has no place for the bonds of this step; write its `shifted`, whose impulses are gamma + bond n"
        )
    if isinstance(problem, StepProblem):
        problem = problem.uncorrected
    if isinstance(problem, StepProblem) and np.any(problem.E > 0.0):
        problem = LocalProblem.of(problem)
    try:
        with hdf5().File(path, "w") as file:
            if isinstance(problem, StepProblem):
                _write_global(file.create_group(GLOBAL), problem, title)
            else:
                _write_local(file.create_group(LOCAL), problem, title)
    except OSError as error:
        raise DrystoneError(f"cannot write the FCLIB file {str(path)!r}: {error}") from error
    return path


def _check_dimension(group: "h5py.Group", path: Path) -> None:
    dimension = int(np.ravel(group["spacedim"][()])[0])
    if dimension != 3:
        raise DrystoneError(
            f"{str(path)!r} is a problem with {counted(dimension, 'component')} in a contact; only those with 3 "
            "(normal and two tangential ones) can be read"
        )
    for names, vector in ((("G",), "b"), (("V", "R"), "s")):
        sizes = [int(np.ravel(group[name]["n"][()])[0]) for name in names if name in group]
        if any(sizes):
            raise DrystoneError(
                f"{str(path)!r} has equality constraints ({', '.join(names)}, {vector}), which a step has no place "
                "for; eliminate them first, or choose a problem without"
            )


def _read_local(group: "h5py.Group", path: Path) -> LocalProblem:
    mu = _vector(group, "mu")
    q = _vector(group, "q")
    if len(q) != 3 * len(mu):
        raise DrystoneError(
            f"q of {str(path)!r} has {counted(len(q), 'entry', 'entries')}; "
            f"with {counted(len(mu), 'contact')} it has {3 * len(mu)}"
        )
    return LocalProblem(sp.csc_array(_matrix(group["W"], f"W of {str(path)!r}")), q.reshape(-1, 3), mu)


def _read_global(group: "h5py.Group", path: Path) -> StepProblem:
    mass = _matrix(group["M"], f"M of {str(path)!r}")
    operator = _matrix(group["H"], f"H of {str(path)!r}")
    f, w, mu = (_vector(group, name) for name in ("f", "w", "mu"))
    size, count = len(f), len(mu)
    shapes = {"M": (mass.shape, (size, size)), "H": (operator.shape, (size, 3 * count)), "w": (w.shape, (3 * count,))}
    for name, (shape, expected) in shapes.items():
        if shape != expected:
            raise DrystoneError(f"{name} of {str(path)!r} has shape {shape}; with its f and mu it is {expected}")
    H = _mass_blocks(mass, path)
    blocks, D = _contact_blocks(operator, count, path)
    return StepProblem(
        H=H,
        k=f.reshape(-1, 6),
        blocks=blocks,
        D=D,
        phi=np.zeros(count),
        mu=mu,
        E=np.zeros((count, 3)),
        dt=1.0,
        prescribed=w.reshape(-1, 3),
        memory=np.zeros((count, 3)),
    )


def _mass_blocks(mass: sp.coo_array, path: Path) -> Array:
    """(B, 6, 6) from M."""
    row, column = mass.coords
    kept = mass.data != 0.0
    if mass.shape[0] % 6 or np.any(row[kept] // 6 != column[kept] // 6):
        raise DrystoneError(
            f"M of {str(path)!r} is not made of 6 x 6 blocks on the diagonal, so it is not of free rigid bodies in "
            "three dimensions; reduce it to the local problem W = H'M^-1 H, q = H'M^-1 f + w, which can be read"
        )
    H = np.zeros((mass.shape[0] // 6, 6, 6))
    np.add.at(H, (row // 6, row % 6, column % 6), mass.data)
    defect = float(np.max(np.abs(H - np.swapaxes(H, 1, 2)), initial=0.0))
    if defect > SYMMETRY * float(np.max(np.abs(H), initial=0.0)):
        raise DrystoneError(f"M of {str(path)!r} differs from its transpose by {defect:.3g}; it must be symmetric")
    if np.min(np.linalg.eigvalsh(H), initial=1.0) <= 0.0:
        raise DrystoneError(f"M of {str(path)!r} is not positive definite")
    return H


def _contact_blocks(operator: sp.coo_array, count: int, path: Path) -> tuple[NDArray[np.int64], Array]:
    """Bodies (C, 2), -1 for none, and D (C, 2, 6, 3) from H; the body with the lower index is the first."""
    kept = operator.data != 0.0
    row, column, values = operator.coords[0][kept], operator.coords[1][kept], operator.data[kept]
    bodies = max(operator.shape[0] // 6, 1)
    pair, place = np.unique(column // 3 * bodies + row // 6, return_inverse=True)
    contact, body = pair // bodies, pair % bodies
    side = np.arange(len(pair)) - np.searchsorted(contact, contact)
    if np.any(side > 1):
        worst = int(contact[np.argmax(side > 1)])
        raise DrystoneError(
            f"contact {worst} of {str(path)!r} touches more than two bodies; a step has contacts between two"
        )
    blocks = np.full((count, 2), -1, dtype=np.int64)
    blocks[contact, side] = body
    D = np.zeros((count, 2, 6, 3))
    np.add.at(D, (column // 3, side[place], row % 6, column % 3), values)
    return blocks, D


def _vector(group: "h5py.Group", name: str) -> Array:
    """A vector of the group ``vectors``, where FCLIB has them, or beside the matrices."""
    home = group["vectors"] if "vectors" in group and name in group["vectors"] else group
    return np.asarray(home[name][()], dtype=np.float64).ravel()


def _matrix(group: "h5py.Group", what: str) -> sp.coo_array:
    """A sparse matrix in any of the three ways of storing one; entries that are given twice are added."""
    m, n, kind = (int(np.ravel(group[name][()])[0]) for name in ("m", "n", "nz"))
    p, i = (np.asarray(group[name][()], dtype=np.int64).ravel() for name in ("p", "i"))
    x = np.asarray(group["x"][()], dtype=np.float64).ravel()
    if kind >= 0:
        row, column, values = p[:kind], i[:kind], x[:kind]
    elif kind in (-1, -2):
        lines = n if kind == -1 else m
        if len(p) != lines + 1 or np.any(np.diff(p) < 0) or p[0] != 0 or p[-1] > min(len(i), len(x)):
            raise DrystoneError(f"the pointers of {what} do not fit its entries; the file is damaged")
        line, inner, values = np.repeat(np.arange(lines), np.diff(p)), i[: p[-1]], x[: p[-1]]
        row, column = (inner, line) if kind == -1 else (line, inner)
    else:
        raise DrystoneError(f"{what} is stored with nz = {kind}; known are triplets (>= 0), columns (-1) and rows (-2)")
    if not len(row) == len(column) == len(values) or np.any((row < 0) | (row >= m) | (column < 0) | (column >= n)):
        raise DrystoneError(f"the indices of {what} do not fit its size {m} x {n}; the file is damaged")
    if not np.all(np.isfinite(values)):
        raise DrystoneError(f"{what} holds NaN or infinite values; all must be finite")
    return sp.coo_array((values, (row, column)), shape=(m, n))


def _write_global(group: "h5py.Group", problem: StepProblem, title: str) -> None:
    mass = sp.block_diag([*problem.H, sp.csc_array((0, 0))], format="csc")
    _number(group, "spacedim", 3)
    _write_matrix(group.create_group("M"), sp.csc_array(mass))
    _write_matrix(group.create_group("H"), problem.operator)
    vectors = group.create_group("vectors")
    vectors["f"], vectors["w"], vectors["mu"] = problem.k.ravel(), problem.offset.ravel(), problem.mu
    _write_info(group, title, "H = M, k = f, D = H, offset = w of a step of drystone")


def _write_local(group: "h5py.Group", problem: LocalProblem, title: str) -> None:
    _number(group, "spacedim", 3)
    _write_matrix(group.create_group("W"), problem.W)
    vectors = group.create_group("vectors")
    vectors["q"], vectors["mu"] = problem.q.ravel(), problem.mu
    _write_info(group, title, "W = D'H^-1 D + E, q = D'H^-1 k + offset of a step of drystone")


def _write_matrix(group: "h5py.Group", matrix: sp.csc_array) -> None:
    """Compressed columns, indices of 32 bits as in the library."""
    m, n = matrix.shape
    matrix.sort_indices()
    for name, number in (("nzmax", matrix.nnz), ("m", m), ("n", n), ("nz", -1)):
        _number(group, name, number)
    group["p"], group["i"] = matrix.indptr.astype(np.int32), matrix.indices.astype(np.int32)
    group["x"] = matrix.data.astype(np.float64)


def _number(group: "h5py.Group", name: str, value: int) -> None:
    group[name] = np.array([value], dtype=np.int32)


def _write_info(group: "h5py.Group", title: str, description: str) -> None:
    info = group.create_group("info")
    texts = {
        "title": title or "a time step of a structure of rigid blocks",
        "description": description,
        "math_info": "solved by drystone as its associated relaxation, a convex program",
    }
    for name, text in texts.items():
        _write_text(info, name, text)


def _write_text(group: "h5py.Group", name: str, text: str) -> None:
    """A string that ends in NUL, as the C library makes and expects them."""
    h5py = hdf5()
    encoded = text.encode("utf-8")
    kind = h5py.h5t.C_S1.copy()
    kind.set_size(len(encoded) + 1)
    space = h5py.h5s.create(h5py.h5s.SCALAR)
    made = h5py.h5d.create(group.id, name.encode(), kind, space)
    made.write(h5py.h5s.ALL, h5py.h5s.ALL, np.array(encoded, dtype=f"S{len(encoded) + 1}"), mtype=kind)

"""The Frictional Contact Library's file format: steps to exchange with Siconos, LMGC90 and others.

One HDF5 file holds one problem in the group ``fclib_global`` or ``fclib_local``, with the integer ``spacedim``:

    global   M v = H r + f,  u = H'v + w     matrices M, H; vectors/f, vectors/w, vectors/mu
    local    u = W r + q                     matrix W; vectors/q, vectors/mu

with the normal component of a contact first, then the tangential ones. Equality constraints (G, b of a global, V, R,
s of a local problem) are not supported. A matrix is a group of ``m``, ``n``, ``nzmax``, ``nz`` and the arrays ``p``,
``i``, ``x``, as the ``cs`` of CSparse: nz >= 0 counts triplets (rows i, columns p), -1 is compressed columns (pointers
p, rows i), -2 compressed rows (pointers p, columns i). The texts in ``info`` are optional: title, description,
math_info; so are the groups ``guesses`` and ``solution`` beside the problem.

The library's contact law is Coulomb's with u_n + mu |u_t| in place of u_n (De Saxcé). So is what is read with
``law="coulomb"``; without it what is read is the associated relaxation, Y ∋ r ⊥ u ∈ Y*, which is a convex program. The
two agree where nothing slides; a contact that slides opens with u_n = mu |u_t| under the associated law.

(V. Acary, M. Brémond, T. Koziara, F. Pérignon, FCLIB: a collection of discrete 3D frictional contact problems,
INRIA RT-0444, 2014.)
"""

import warnings
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import scipy.sparse as sp
from numpy.typing import NDArray
from scipy.sparse.linalg import splu

from ..checks import instance_of, one_of, text
from ..errors import DrystoneError
from ..formulations import StepProblem
from ..formulations.local import LocalProblem
from ..summary import counted
from .hdf5 import integer, library, numbers, opened, written

if TYPE_CHECKING:
    import h5py

__all__ = ["read_fclib", "reduced", "write_fclib"]

Array = NDArray[np.float64]
Index = NDArray[np.int64]

GLOBAL, LOCAL = "fclib_global", "fclib_local"
ROUNDING = 1e-9
"""Difference of a matrix and its transpose, over its largest value, that is taken for rounding and left as it is."""
ASYMMETRY = 1e-2
"""The same, beyond which a matrix is refused. Programs that assemble W contact by contact, or in single precision,
leave differences of up to 1e-3; a larger one is another matrix."""
REDUCED = 10**8
"""Entries that the W of a global problem may have when it is made from M and H (16 bytes each)."""
COLUMNS = 10**7
"""Numbers of M^-1 H that are held at once while W is made."""


LAWS = ("associated", "coulomb")
"""What a problem that is read may be meant with."""


def read_fclib(path: str | Path, law: str = "associated") -> StepProblem | LocalProblem:
    """The problem in an FCLIB file: a StepProblem for rigid bodies, else a LocalProblem.

    ``law``: "coulomb" for the library's own law, so that `drystone.solve` solves that; "associated" for its convex
    relaxation.

    A global problem is of rigid bodies where M is made of 6 x 6 blocks on the diagonal and no contact has more than two
    bodies. It becomes H = M, k = f, D = H, prescribed = w, with no gaps and dt = 1, for its gaps are in w. Any other
    global problem (deformable bodies, spheres of three degrees of freedom) becomes the local one W = H'M^-1 H,
    q = H'M^-1 f + w.

    M and W must be symmetric and files have them so up to what their programs left out: the symmetric part is taken,
    with a warning where more than rounding is dropped (`ROUNDING`), and an error beyond `ASYMMETRY`. Guesses,
    solutions and the texts of ``info`` are not read. DrystoneError for a file that is missing or no FCLIB file,
    equality constraints, rolling friction, problems in the plane, an M that is not positive definite, and matrices
    that do not agree.

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
    one_of(law, LAWS, "law")
    with opened(path, "FCLIB file", "; give the path of an HDF5 file") as file:
        kinds = [name for name in (GLOBAL, LOCAL) if isinstance(file.get(name), library().Group)]
        if not kinds:
            rolling = [name for name in file if name.startswith("fclib") and name.endswith("rolling")]
            if rolling:
                raise DrystoneError(f"holds a problem with rolling friction ({rolling[0]}); a step has no place for it")
            raise DrystoneError(f"has no group {GLOBAL} or {LOCAL}; it is not an FCLIB file")
        group = file[kinds[0]]
        _check_kind(group)
        read = _read_global(group, str(path)) if kinds[0] == GLOBAL else _read_local(group, str(path))
    return read if law == "associated" else read.correcting(np.zeros(read.count))


def write_fclib(path: str | Path, problem: StepProblem | LocalProblem, title: str = "") -> Path:
    """Write a step as an FCLIB file, in place of a file that is there, and return the path.

    A StepProblem becomes a global problem, w its offset. One with compliance, which global problems cannot hold, is
    written as the local problem W = D'H^-1 D + E, as a LocalProblem is. ``title``: for the reader of the file.
    Of a step that is meant with Coulomb's law the correction mu |u_t| is left out: it is in the library's own law.
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
    title = text(title, "title")
    instance_of(problem, (StepProblem, LocalProblem), "problem")
    if isinstance(problem, StepProblem) and problem.is_bonded:
        raise DrystoneError(
            "FCLIB has no place for the bonds of this step; write its `shifted`, whose impulses are gamma + bond n"
        )
    law = "as its associated relaxation, a convex program" if problem.associated else "with Coulomb's law"
    title = title or "a time step of a structure of rigid blocks"
    info = {"title": title, "math_info": f"solved by drystone {law}"}
    problem = problem.uncorrected
    if isinstance(problem, StepProblem) and np.any(problem.E > 0.0):
        problem = LocalProblem.of(problem)
    with written(path, "FCLIB file") as file:
        if isinstance(problem, StepProblem):
            _write_global(file.create_group(GLOBAL), problem, info)
        else:
            _write_local(file.create_group(LOCAL), problem, info)
    return Path(path)


def _check_kind(group: "h5py.Group") -> None:
    dimension = integer(group, "spacedim")
    if dimension != 3:
        raise DrystoneError(
            f"is a problem with {counted(dimension, 'component')} in a contact; only those with 3 (normal and two "
            "tangential) can be read"
        )
    for names, vector in ((("G",), "b"), (("V", "R"), "s")):
        if any(integer(group, f"{name}/n") for name in names if name in group):
            raise DrystoneError(
                f"has equality constraints ({', '.join(names)}, {vector}), which a step has no place for; eliminate "
                "them first, or choose a problem without"
            )


def _read_local(group: "h5py.Group", path: str) -> LocalProblem:
    mu, q = _friction(group), _vector(group, "q")
    if len(q) != 3 * len(mu):
        raise DrystoneError(
            f"q has {counted(len(q), 'entry', 'entries')}; with {counted(len(mu), 'contact')} it has {3 * len(mu)}"
        )
    W = _matrix(group, "W", (len(q), len(q)))
    return LocalProblem(_symmetric(sp.csc_array(W), "W", path), q.reshape(-1, 3), mu)


def _read_global(group: "h5py.Group", path: str) -> StepProblem | LocalProblem:
    mu, f, w = _friction(group), _vector(group, "f"), _vector(group, "w")
    size, count = len(f), len(mu)
    if len(w) != 3 * count:
        raise DrystoneError(f"w has length {len(w)}; with {counted(count, 'contact')} it has {3 * count}")
    mass = _symmetric(sp.csc_array(_matrix(group, "M", (size, size))), "M", path)
    operator = _matrix(group, "H", (size, 3 * count))
    H, contacts = _mass_blocks(mass), _contact_blocks(operator, count)
    if H is None or contacts is None:
        return reduced(mass, sp.csc_array(operator), f, w, mu)
    blocks, D = contacts
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


def reduced(mass: sp.csc_array, operator: sp.csc_array, f: Array, w: Array, mu: Array) -> LocalProblem:
    """The global problem M v = H r + f, u = H'v + w with v eliminated: W = H'M^-1 H, q = H'M^-1 f + w.

    ``mass`` M (n, n), symmetric positive definite (kg); ``operator`` H (n, 3C); ``f`` (n,) (N s); ``w`` (3C,) (m/s);
    ``mu`` (C,). DrystoneError where M is not positive definite, and where W would have more than `REDUCED` entries.
    """
    factor = _factor(mass)
    at_once = max(1, COLUMNS // max(1, mass.shape[0]))
    parts: list[sp.csc_array] = []
    for start in range(0, operator.shape[1], at_once):
        columns = operator[:, start : start + at_once]
        parts.append(sp.csc_array(operator.T @ factor.solve(columns.toarray())))
        if sum(part.nnz for part in parts) > REDUCED:
            raise DrystoneError(
                f"its local problem has more than {REDUCED:g} entries in W = H'M^-1 H; choose one with fewer contacts"
            )
    W = sp.hstack([sp.csc_array((operator.shape[1], 0)), *parts], format="csc")
    q = operator.T @ factor.solve(f) + w if len(f) else w
    return LocalProblem(sp.csc_array(0.5 * (W + W.T)), q.reshape(-1, 3), mu)


def _factor(mass: sp.csc_array) -> Any:
    """LU factors of M without exchange of rows, which show that it is positive definite."""
    try:
        options = {"SymmetricMode": True}
        factor = splu(sp.csc_matrix(mass), permc_spec="MMD_AT_PLUS_A", diag_pivot_thresh=0.0, options=options)
    except RuntimeError as error:
        raise DrystoneError("M is singular; it must be positive definite") from error
    if not np.array_equal(factor.perm_r, factor.perm_c) or np.min(factor.U.diagonal(), initial=1.0) <= 0.0:
        raise DrystoneError("M is not positive definite")
    return factor


def _mass_blocks(mass: sp.csc_array) -> Array | None:
    """(B, 6, 6) from M; None where it is not made of such blocks."""
    entries = mass.tocoo()
    row, column = entries.coords
    if mass.shape[0] % 6 or np.any((row // 6 != column // 6) & (entries.data != 0.0)):
        return None
    kept = row // 6 == column // 6
    H = np.zeros((mass.shape[0] // 6, 6, 6))
    H[row[kept] // 6, row[kept] % 6, column[kept] % 6] = entries.data[kept]
    if np.min(np.linalg.eigvalsh(H), initial=1.0) <= 0.0:
        raise DrystoneError("M is not positive definite")
    return H


def _symmetric(matrix: sp.csc_array, name: str, path: str) -> sp.csc_array:
    """The symmetric part, with a warning that says how much was dropped, where that is more than rounding."""
    size = float(np.max(np.abs(matrix.data), initial=0.0))
    defect = float(np.max(np.abs((matrix - matrix.T).data), initial=0.0))
    if defect <= ROUNDING * size:
        return matrix
    seen = f"{name} differs from its transpose by {defect:.3g}, {defect / size:.1e} of its largest value"
    if defect > ASYMMETRY * size:
        raise DrystoneError(f"{seen}; it must be symmetric, up to {ASYMMETRY:g} of that value")
    warnings.warn(f"FCLIB file {path!r}: {seen}; its symmetric part is taken", stacklevel=5)
    return sp.csc_array(0.5 * (matrix + matrix.T))


def _contact_blocks(operator: sp.coo_array, count: int) -> tuple[NDArray[np.int64], Array] | None:
    """Bodies (C, 2), -1 for none, and D (C, 2, 6, 3) from H; the body with the lower index is the first.

    None where a contact has more than two bodies.
    """
    kept = operator.data != 0.0
    row, column, values = operator.coords[0][kept], operator.coords[1][kept], operator.data[kept]
    bodies = max(operator.shape[0] // 6, 1)
    pair, place = np.unique(column // 3 * bodies + row // 6, return_inverse=True)
    contact, body = pair // bodies, pair % bodies
    side = np.arange(len(pair)) - np.searchsorted(contact, contact)
    if operator.shape[0] % 6 or np.any(side > 1):
        return None
    blocks = np.full((count, 2), -1, dtype=np.int64)
    blocks[contact, side] = body
    D = np.zeros((count, 2, 6, 3))
    np.add.at(D, (column // 3, side[place], row % 6, column % 3), values)
    return blocks, D


def _vector(group: "h5py.Group", name: str) -> Array:
    """A vector of the group ``vectors``, where FCLIB has them, or beside the matrices."""
    home = group["vectors"] if f"vectors/{name}" in group else group
    values = np.asarray(numbers(home, name), dtype=np.float64).ravel()
    if not np.all(np.isfinite(values)):
        raise DrystoneError(f"{name} holds NaN or infinite values; all must be finite")
    return values


def _friction(group: "h5py.Group") -> Array:
    mu = _vector(group, "mu")
    if np.any(mu < 0.0):
        raise DrystoneError(f"mu is {np.min(mu):g} somewhere; it must not be negative")
    return mu


def _matrix(group: "h5py.Group", name: str, shape: tuple[int, int]) -> sp.coo_array:
    """A sparse matrix (m, n) of this shape in any of the three ways of storing one; entries given twice are added."""
    m, n, kind = (integer(group, f"{name}/{key}") for key in ("m", "n", "nz"))
    if (m, n) != shape:
        raise DrystoneError(f"{name} has the shape ({m}, {n}); with the vectors of the file it is {shape}")
    p, i = (np.asarray(numbers(group, f"{name}/{key}", "iu"), dtype=np.int64).ravel() for key in ("p", "i"))
    x = np.asarray(numbers(group, f"{name}/x"), dtype=np.float64).ravel()
    if kind >= 0:
        (row, column), values = _triplets(i[:kind], p[:kind], shape), x[:kind]
    elif kind in (-1, -2):
        lines = n if kind == -1 else m
        if len(p) != lines + 1 or np.any(np.diff(p) < 0) or p[0] != 0 or p[-1] > min(len(i), len(x)):
            raise DrystoneError(f"the pointers of {name} do not fit its entries; the file is damaged")
        line, inner, values = np.repeat(np.arange(lines), np.diff(p)), i[: p[-1]], x[: p[-1]]
        row, column = (inner, line) if kind == -1 else (line, inner)
    else:
        raise DrystoneError(f"{name} is stored with nz = {kind}; known are triplets (>= 0), columns (-1) and rows (-2)")
    if not max(kind, len(row)) == len(row) == len(column) == len(values) or not _within(row, column, shape):
        raise DrystoneError(f"the indices of {name} do not fit its size {m} x {n}; the file is damaged")
    if not np.all(np.isfinite(values)):
        raise DrystoneError(f"{name} holds NaN or infinite values; all must be finite")
    return sp.coo_array((values, (row, column)), shape=shape)


def _triplets(i: Index, p: Index, shape: tuple[int, int]) -> tuple[Index, Index]:
    """Rows and columns of triplets: i and p as programs write them, or p and i as the library's own header calls them.

    All files in circulation come from CSparse, whose triplets have rows i and columns p. The comment in fclib.h says
    the opposite; it is followed only where the indices fit no other way.
    """
    return (p, i) if not _within(i, p, shape) and _within(p, i, shape) else (i, p)


def _within(row: Index, column: Index, shape: tuple[int, int]) -> bool:
    return not np.any((row < 0) | (row >= shape[0])) and not np.any((column < 0) | (column >= shape[1]))


def _write_global(group: "h5py.Group", problem: StepProblem, info: dict[str, str]) -> None:
    mass = sp.block_diag([*problem.H, sp.csc_array((0, 0))], format="csc")
    _number(group, "spacedim", 3)
    _write_matrix(group.create_group("M"), sp.csc_array(mass))
    _write_matrix(group.create_group("H"), problem.operator)
    vectors = group.create_group("vectors")
    vectors["f"], vectors["w"], vectors["mu"] = problem.k.ravel(), problem.offset.ravel(), problem.mu
    _write_texts(group, info | {"description": "H = M, k = f, D = H, offset = w of a step of drystone"})


def _write_local(group: "h5py.Group", problem: LocalProblem, info: dict[str, str]) -> None:
    _number(group, "spacedim", 3)
    _write_matrix(group.create_group("W"), problem.W)
    vectors = group.create_group("vectors")
    vectors["q"], vectors["mu"] = problem.q.ravel(), problem.mu
    _write_texts(group, info | {"description": "W = D'H^-1 D + E, q = D'H^-1 k + offset of a step of drystone"})


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


def _write_texts(group: "h5py.Group", texts: dict[str, str]) -> None:
    """The group ``info``: strings that end in NUL, as the C library makes and expects them."""
    h5py, info = library(), group.create_group("info")
    for name, line in texts.items():
        encoded = line.encode("utf-8")
        kind = h5py.h5t.C_S1.copy()
        kind.set_size(len(encoded) + 1)
        made = h5py.h5d.create(info.id, name.encode(), kind, h5py.h5s.create(h5py.h5s.SCALAR))
        made.write(h5py.h5s.ALL, h5py.h5s.ALL, np.array(encoded, dtype=f"S{len(encoded) + 1}"), mtype=kind)

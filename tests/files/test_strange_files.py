"""Files that are small and come to much, or lead elsewhere: refused before anything of them is unpacked."""

import os
import resource
import time
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import h5py
import numpy as np
import pytest

import drystone as ds
from drystone import disk
from drystone.disk import PACKED, UNPACKED, UNPACKED_VARIABLE, check_unpacked
from drystone.files import hdf5, save
from drystone.files.hdf5 import content_size, opened, written
from drystone.files.problems import list_steps
from drystone.files.stored_fields import put
from drystone.structures import column

SECONDS = 2.0  # each takes milliseconds
MEMORY = 200e3  # kB beyond what was taken before; the least of the bombs comes to 300 MB


def refused(read: Callable[[Any], Any], path: Path, message: str) -> None:
    """Refused with this message, soon and with little memory."""
    start, before = time.perf_counter(), resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    with pytest.raises(ds.DrystoneError, match=message) as told:
        read(path)
    assert path.name in str(told.value)
    assert time.perf_counter() - start < SECONDS
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before < MEMORY


@pytest.mark.parametrize("claimed", [37_500_000, 1])
def test_zeros_are_not_unpacked(claimed: int, tmp_path: Path) -> None:
    """300 MB of zeros as a stream, without making them: an array of so many, or of one, and more behind it."""
    path = tmp_path / "bomb.npz"
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive, archive.open("time.npy", "w") as entry:
        np.lib.format.write_array_header_1_0(entry, {"descr": "<f8", "fortran_order": False, "shape": (claimed,)})
        for _ in range(300):
            entry.write(bytes(10**6))
    assert path.stat().st_size < 10**6
    refused(ds.open, path, r"MB hold 300 MB when unpacked; at most 100 MB are read.*DRYSTONE_UNPACKED_MB=301")


@pytest.mark.parametrize("shape", [(10**12,), (10**6, 10**6, 0, 10**6, 10**6), (2**63 - 1,)])
def test_claims_of_a_shape_are_weighed(shape: tuple[int, ...], tmp_path: Path) -> None:
    """Texts of no letters, which take no bytes and would become as many objects; an axis of length zero is nothing."""
    path = tmp_path / "claim.npz"
    with zipfile.ZipFile(path, "w") as archive, archive.open("names.npy", "w") as entry:
        np.lib.format.write_array_header_1_0(entry, {"descr": "<U0", "fortran_order": False, "shape": shape})
    refused(ds.open, path, "holds no trajectory" if 0 in shape else "MB when unpacked")


def test_many_arrays_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "many.npz"
    with zipfile.ZipFile(path, "w") as archive:
        for i in range(2100):
            archive.writestr(f"{i}.npy", b"")
    refused(ds.open, path, "holds 2100 arrays; at most 2000 are read")


def test_the_limit_is_that_of_the_environment(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = save(ds.simulate(column(2), 0.02, 0.01), tmp_path / "run.h5")
    for told in ("0.001", "x", "0", "nan"):
        monkeypatch.setenv(UNPACKED_VARIABLE, told)
        with pytest.raises(ds.DrystoneError, match=UNPACKED_VARIABLE):
            ds.open(path)
    monkeypatch.setenv(UNPACKED_VARIABLE, "1")
    assert ds.open(path).complete
    monkeypatch.delenv(UNPACKED_VARIABLE)
    check_unpacked(path, UNPACKED)
    with pytest.raises(ds.DrystoneError, match="at most 100 MB"):
        check_unpacked(path, UNPACKED + 1)


@pytest.mark.slow
def test_what_is_packed_well_can_be_read_without_trust(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A run at rest is the same number over and over; its file is made as large as it must be, and no larger."""
    zeros = np.zeros(2 * UNPACKED // 8)
    with written(tmp_path / "zeros.h5", "file") as file:
        put(file, "zeros", zeros)
    with opened(tmp_path / "zeros.h5", "file") as file:
        assert content_size(file)[0] > 2 * UNPACKED
        assert np.array_equal(file["zeros"][()], zeros)
    assert 1.0 < (tmp_path / "zeros.h5").stat().st_size / (2 * UNPACKED / PACKED) < 1.2
    monkeypatch.setattr(hdf5, "UNPACKED", 1000)
    monkeypatch.setattr(disk, "UNPACKED", 1000)
    path = tmp_path / "run.h5"
    ds.simulate(column(2), 0.5, 1e-3, store=ds.ResultStore(path, contacts=0))
    assert len(ds.open(path).time) == 501


def _much(file: h5py.File) -> None:
    file.create_dataset("fclib_global/more", shape=(10**8,), dtype="f8", chunks=(10**6,), compression="gzip")


def _external_link(file: h5py.File) -> None:
    del file["fclib_global/vectors/mu"]
    file["fclib_global/vectors/mu"] = h5py.ExternalLink("other.h5", "/mu")


def _pipe(file: h5py.File) -> None:
    _external_link(file)
    os.mkfifo(Path(file.filename).with_name("other.h5"))


def _elsewhere(file: h5py.File) -> None:
    del file["fclib_global/vectors/mu"]
    file["fclib_global/vectors"].create_dataset("mu", shape=(8,), dtype="f8", external=[("/dev/zero", 0, 64)])


def _virtual(file: h5py.File) -> None:
    layout = h5py.VirtualLayout((8,), "f8")
    layout[:] = h5py.VirtualSource("other.h5", "mu", shape=(8,))
    del file["fclib_global/vectors/mu"]
    file["fclib_global/vectors"].create_virtual_dataset("mu", layout)


def _filter(file: h5py.File) -> None:
    file.create_dataset("more", data=np.zeros(1000), compression="lzf")


def _many(file: h5py.File) -> None:
    for i in range(20_001):
        file[f"link {i}"] = h5py.SoftLink("/")


def _deep(file: h5py.File) -> None:
    group: h5py.Group = file
    for _ in range(20):
        group = group.create_group("in")


STRANGE: dict[str, tuple[Callable[[h5py.File], None], str]] = {
    "much": (_much, "MB hold 800 MB when unpacked"),
    "a link to a file": (_external_link, "vectors/mu is a link to another file, which is not followed"),
    "a link to a pipe": (_pipe, "vectors/mu is a link to another file, which is not followed"),
    "data of another file": (_elsewhere, "vectors/mu keeps its data in other files"),
    "virtual data": (_virtual, "vectors/mu keeps its data in other files"),
    "a filter of others": (_filter, "/more is packed by the filter 32000, which is no part of HDF5"),
    "many links": (_many, "holds more than 20000 groups and data sets"),
    "deep": (_deep, "more than 10 groups in each other"),
}


@pytest.mark.parametrize("case", STRANGE)
def test_hdf5_that_leads_elsewhere_or_comes_to_much(case: str, tmp_path: Path) -> None:
    change, message = STRANGE[case]
    path = ds.write_fclib(tmp_path / "step.h5", ds.step_problem(column(2), 1e-2))
    assert isinstance(ds.read_fclib(path), ds.StepProblem)
    with h5py.File(path, "r+") as file:
        change(file)
    for read in (ds.read_fclib, list_steps):
        refused(read, path, message)


def test_groups_that_hold_each_other_are_read(tmp_path: Path) -> None:
    """A group that is in itself is walked over once; HDF5 allows it."""
    path = ds.write_fclib(tmp_path / "step.h5", ds.step_problem(column(2), 1e-2))
    with h5py.File(path, "r+") as file:
        file["fclib_global/self"] = file["fclib_global"]
        file["soft"] = h5py.SoftLink("/nowhere")
    assert isinstance(ds.read_fclib(path), ds.StepProblem)

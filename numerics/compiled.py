"""How the hot loops of every room are compiled and kept on disk, and their array types.

A function that Python calls is compiled with all that it calls as one piece of code: whatever is called is typed and
lowered, once for each signature, and optimised where it is called from. Half of the time goes that way that a first
step takes when each function is made into machine code by itself. It takes inner parts of Numba, of `KNOWN` versions.

Machine code is kept where Numba keeps it: in the folder ``NUMBA_CACHE_DIR``, else beside the sources in
``__pycache__``, else in the user's own cache. It is made anew where the file of a function or of one that it calls has
changed, and where what is on disk cannot be read. Where nothing can be written a warning says so, once, and everything
works without.
"""

import sys
import warnings
from collections.abc import Callable, Iterator
from functools import cache, cached_property
from hashlib import sha256
from pathlib import Path
from types import CodeType, FunctionType, ModuleType
from typing import Any, ClassVar, ParamSpec, TypeVar, cast

import numba
import numpy as np
from llvmlite.binding import parse_assembly
from numba.core import config
from numba.core.caching import FunctionCache, IndexDataCacheFile, NullCache
from numba.core.codegen import JITCodeLibrary
from numba.core.compiler import Compiler, Flags
from numba.core.registry import CPUDispatcher
from numba.core.types.misc import unliteral

from ..checks import FloatArray, IntArray

__all__ = [
    "FloatArray",
    "IntArray",
    "before_compiling",
    "compiled",
    "fused",
    "fused_inlined",
    "fused_kernel",
    "inlined",
    "kernel",
    "summed",
]

KNOWN = ("0.68.",)
"""Versions of Numba whose inner parts are used, as tried; with any other each function is compiled by itself, in twice
the time, and one line on a terminal says so."""

Arguments = ParamSpec("Arguments")
Result = TypeVar("Result")


def compiled(function: Callable[Arguments, Result]) -> Callable[Arguments, Result]:
    """Compile with numba: cached on disk, without the interpreter's lock, in strict floating point.

    Divisions follow IEEE (no ZeroDivisionError), which also keeps the machine code and its compile time small.
    The plain Python function stays available as ``.py_func``.
    """
    return _compiled(function)


def fused(function: Callable[Arguments, Result]) -> Callable[Arguments, Result]:
    """Compile as `compiled`, but a product and the sum it goes into are rounded once where the processor can.

    For the linear algebra of solvers, whose answers are certified afterwards; a tenth faster over all. Not for
    geometry, where a difference of equal products must be zero.
    """
    return _compiled(function, fastmath={"contract"})


def kernel(function: Callable[Arguments, Result]) -> Callable[Arguments, Result]:
    """Compile as `compiled` does a function that makes no array and returns none: it works in those it is given.

    Its caller keeps the arrays alive, so that references need not be counted, which in short functions with many
    arrays takes longer than their work.
    """
    return _compiled(function, _nrt=False)


def inlined(function: Callable[Arguments, Result]) -> Callable[Arguments, Result]:
    """A `kernel` whose code is put in place of every call: for short ones in the innermost loops."""
    return _compiled(function, _nrt=False, forceinline=True)


def fused_inlined(function: Callable[Arguments, Result]) -> Callable[Arguments, Result]:
    """An `inlined` one, `fused`."""
    return _compiled(function, _nrt=False, forceinline=True, fastmath={"contract"})


def fused_kernel(function: Callable[Arguments, Result]) -> Callable[Arguments, Result]:
    """A `kernel`, `fused`."""
    return _compiled(function, _nrt=False, fastmath={"contract"})


def summed(function: Callable[Arguments, Result]) -> Callable[Arguments, Result]:
    """A `fused_kernel` whose sums run over several partial ones at a time, in an order of the compiler's."""
    return _compiled(function, _nrt=False, fastmath={"contract", "reassoc", "nsz"})


def _compiled(
    function: Callable[Arguments, Result], forceinline: bool = False, **options: Any
) -> Callable[Arguments, Result]:
    if config.DISABLE_JIT:
        return function
    plain = cast("FunctionType", function)
    options |= {"nopython": True, "boundscheck": None, "error_model": "numpy", "nogil": True}
    if numba.__version__.startswith(KNOWN):
        made: Any = _Entrance(plain, options, forceinline)
    else:
        made = CPUDispatcher(plain, targetoptions=options | {"forceinline": forceinline})
        made._cache = _cache_of(plain, options)
    return cast("Callable[Arguments, Result]", made)


class _Part(CPUDispatcher):  # type: ignore[misc]
    """A function as compiled functions call it: nothing of it can be called from Python or is kept on disk.

    Its code goes into theirs before anything is optimised. As code of its own it would be optimised, made into machine
    code and written to disk once more on every level of calls, which took most of the time of compiling.
    """

    def get_call_template(self, args: Any, kws: Any) -> Any:
        """What a call gives: numbers written in the call make no version of their own."""
        plain = {name: unliteral(kind) for name, kind in kws.items()}
        return super().get_call_template(tuple(unliteral(kind) for kind in args), plain)

    def add_overload(self, version: Any) -> None:
        """Keep a version where compiled functions find it."""
        self.overloads[tuple(version.signature.args)] = version


class _Entrance(CPUDispatcher):  # type: ignore[misc]
    """A function as Python calls it, with all that it calls, kept on disk; compiled functions call its `_Part`."""

    def __init__(self, function: FunctionType, options: dict[str, Any], forceinline: bool) -> None:
        super().__init__(function, targetoptions=options, pipeline_class=_EntranceCompiler)
        kind = _InlinedPartCompiler if forceinline else _PartCompiler
        self._part = _Part(function, targetoptions=options, pipeline_class=kind)
        self._cache = _cache_of(function, options)
        self._compiler._customize_flags = self._part._compiler._customize_flags = _Flags

    @property
    def _numba_type_(self) -> Any:
        return self._part._numba_type_


_INTERNAL: dict[str, dict[Any, Any]] = {}
"""Numba's own functions, as compiled with the options of the function that called them first, by these options. Numba
keeps one version for all, so that the rounding of a strict function would depend on what was compiled before it."""


class _Compiler(Compiler):  # type: ignore[misc]
    """The steps of compiling a function."""

    library: ClassVar[Any]

    def define_pipelines(self) -> Any:
        """Flags that are set here are the function's own: what it calls has been given a copy of the others."""
        state = self.state
        state.flags.no_cfunc_wrapper = True
        state.library = self.library(state.targetctx.codegen(), state.func_id.func_qualname)
        rounding = repr((state.flags.fastmath, state.flags.nrt, state.flags.error_model))
        state.targetctx.cached_internal_func = _INTERNAL.setdefault(rounding, {})
        return super().define_pipelines()


class _PartLibrary(JITCodeLibrary):  # type: ignore[misc]
    """The code of a part alone."""

    def finalize(self) -> None:
        """Leave it as it is: it is optimised where it is linked."""
        self._finalize_dynamic_globals()
        self._finalized = True


class _EntranceLibrary(JITCodeLibrary):  # type: ignore[misc]
    """The code of an entrance and of all the parts in it."""

    def finalize(self) -> None:
        """Link every part once, optimise, and make machine code."""
        linked = self._linking_libraries
        for library in linked:  # it grows on the way
            if isinstance(library, _PartLibrary):
                linked.extend(other for other in library._linking_libraries if other not in linked)
        super().finalize()

    def serialize_using_object_code(self) -> Any:
        """What is kept on disk: machine code, and of the code that nothing is linked with, slow to read, the names."""
        names = [one.name for one in self._final_module.functions if not one.is_declaration]
        text = "".join(f'define void @"{name}"() {{ unreachable }}\n' for name in names)
        return self.name, "object", (self._get_compiled_object(), parse_assembly(text).as_bitcode())


class _EntranceCompiler(_Compiler):
    """The steps of compiling an entrance."""

    library = _EntranceLibrary

    def compile_extra(self, function: FunctionType) -> Any:
        """Compile; then tell the parts in the machine code where their constants are."""
        version = super().compile_extra(function)
        for environment in version._find_referenced_environments():
            version.library.codegen.set_env(environment.env_name, environment)
        return version

    def define_pipelines(self) -> Any:
        """As of any function, with a library that can be kept on disk."""
        pipelines = super().define_pipelines()
        self.state.library.enable_object_caching()
        return pipelines


class _PartCompiler(_Compiler):
    """The steps of compiling a part."""

    library = _PartLibrary
    forceinline = False

    def define_pipelines(self) -> Any:
        """As of any function, with nothing that Python could call."""
        self.state.flags.no_cpython_wrapper = True
        self.state.flags.forceinline = self.forceinline
        self.state.targetctx.get_executable = lambda *_: object()  # only its identity counts
        return super().define_pipelines()


class _InlinedPartCompiler(_PartCompiler):
    """The steps of compiling a part that is put in place of every call."""

    forceinline = True


class _Flags(Flags):  # type: ignore[misc]
    """Options of compiling that are compared quickly, as they are at every look-up of a built-in function."""

    __slots__ = ()
    defaults: ClassVar = {name: option.default for name, option in Flags.options.items()}

    def values(self) -> dict[str, Any]:
        """All options."""
        return self.defaults | self._values


def _cache_of(function: FunctionType, options: dict[str, Any]) -> Any:
    """The place on disk of a function's machine code; none where there is none that can be written."""
    try:
        return _Cache(function, options)
    except (OSError, RuntimeError) as error:  # Numba's RuntimeError: no folder can be written
        _tell(error)
        return NullCache()


_told: list[str] = []
"""The warning that this process has given."""


def _tell(error: Exception) -> None:
    if not _told:
        reason = " ".join(str(error).split())
        _told.append(
            f"machine code of drystone cannot be kept on disk ({reason}) and is made anew in every process, which "
            "takes minutes; let NUMBA_CACHE_DIR name a folder that can be written and has room"
        )
        warnings.warn(_told[0], stacklevel=2)


_announced: list[str] = []
"""What this process has said of compiling."""
_before: dict[Callable[[], None], None] = {}
"""What is done when this process is about to compile for the first time, each once."""


def before_compiling(act: Callable[[], None]) -> None:
    """Let ``act`` be called once, as soon as this process has to compile; at once where it has done so already."""
    if _announced:
        act()
    else:
        _before[act] = None


def _announce() -> None:
    """Say on a terminal, once, that the first use of a part takes its time, and do what is to be done before."""
    if not _announced:
        _announced.append("drystone: compiling (once, about 20 s; `drystone warm-up` does it beforehand)")
        if not numba.__version__.startswith(KNOWN):
            _announced[0] += f"; it takes twice as long with Numba {numba.__version__}, known are {', '.join(KNOWN)}x"
        if sys.stderr.isatty():
            sys.stderr.write(_announced[0] + "\n")
            sys.stderr.flush()
        for act in _before:
            act()


class _Cache(FunctionCache):  # type: ignore[misc]
    """Numba's cache of one function: what cannot be read is a miss, what cannot be written is left."""

    _cache_file: Any

    def __init__(self, function: FunctionType, options: dict[str, Any]) -> None:
        super().__init__(function)
        self._options = repr(sorted(options.items()))
        file = self._cache_file
        self._cache_file = _File(file._cache_path, self._impl.filename_base, (file._source_stamp, function))

    def _index_key(self, sig: Any, codegen: Any) -> Any:
        """One function may be compiled in two ways."""
        return *super()._index_key(sig, codegen), self._options

    def load_overload(self, sig: Any, target_context: Any) -> Any:
        """The machine code for a signature, None where there is none that can be read."""
        try:
            found = super().load_overload(sig, target_context)
        except Exception:  # whatever a damaged file leads to; it is written anew
            found = None
        if found is None:
            _announce()
        return found

    def save_overload(self, sig: Any, data: Any) -> None:
        """Keep the machine code for a signature, if possible."""
        try:
            super().save_overload(sig, data)
        except OSError as error:  # no room, no right
            _tell(error)


class _File(IndexDataCacheFile):  # type: ignore[misc]
    """The files of one function's cache, good for its own file's stamp and the files of all that it calls."""

    def __init__(self, path: str, name: str, origin: tuple[Any, FunctionType]) -> None:
        self.origin = origin
        super().__init__(path, name, None)

    @cached_property
    def stamp(self) -> tuple[Any, str]:
        """Looked at when the function is called for the first time: by then its module is whole."""
        own, function = self.origin
        parts = sorted(set(_dependences(function, set())))
        return own, sha256(repr(parts).encode()).hexdigest()

    def _load_index(self) -> Any:
        self._source_stamp = self.stamp
        try:
            return super()._load_index()
        except Exception:  # a file that is cut off, or none
            return {}

    def _save_index(self, overloads: Any) -> None:
        self._source_stamp = self.stamp
        super()._save_index(overloads)


def _dependences(function: FunctionType, seen: set[int]) -> Iterator[str]:
    """What the machine code of a function depends on beside its own file: sources and constants of what it calls."""
    cells = zip(function.__code__.co_freevars, function.__closure__ or (), strict=True)
    scope = function.__globals__ | {name: cell.cell_contents for name, cell in cells}
    yield _digest(__file__)
    for name in _names(function.__code__):
        if name in scope:
            yield from _traces(name, scope[name], seen)


def _traces(name: str, value: Any, seen: set[int]) -> Iterator[str]:
    """What a value that is known by a name in compiled code brings with it."""
    if isinstance(value, tuple):
        for number, part in enumerate(value):
            yield from _traces(f"{name}[{number}]", part, seen)
    elif value is None or isinstance(value, bool | int | float | complex | str | np.generic):
        yield f"{name} = {value!r}"
    elif isinstance(value, np.ndarray):
        yield f"{name} = {value.dtype} {value.shape} {sha256(value.tobytes()).hexdigest()}"
    elif id(value) not in seen:
        seen.add(id(value))
        inner = getattr(value, "py_func", value)
        if isinstance(inner, FunctionType):
            yield _digest(inner.__code__.co_filename)
            if inner is not value:
                yield from _dependences(inner, seen)
        elif isinstance(inner, ModuleType | type):
            module = inner if isinstance(inner, ModuleType) else sys.modules.get(inner.__module__)
            yield _digest(getattr(module, "__file__", None) or inner.__name__)


def _names(code: CodeType) -> Iterator[str]:
    """The names that a function looks up, and functions within it."""
    yield from (*code.co_names, *code.co_freevars)
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield from _names(constant)


@cache
def _digest(file: str) -> str:
    """A hash of a source file; its name where it cannot be read."""
    try:
        return sha256(Path(file).read_bytes()).hexdigest()
    except OSError:
        return file

"""What `drystone domain` and `drystone fragility` have in common: the runs of a scene and where they are kept."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ..errors import DrystoneError
from .messages import folder, options, reported_warnings, shows_bars
from .sweep import STORE, executor_of
from .user_parts import IMPORTED

if TYPE_CHECKING:
    from ..assessment.campaign import Campaign

__all__ = ["campaign_of", "numbers", "range_of"]

SET = ("structure", "geometry")
"""Tables whose arguments ``--set`` changes."""


@contextmanager
def campaign_of(
    scene: str,
    kind: str,
    arguments: list[str],
    changes: list[str],
    out: str | None,
    store: str | None,
    dask: str | None,
    progress: bool,
    quiet: bool,
    **settings: Any,
) -> Iterator[tuple["Campaign", Path]]:
    """The campaign of a command and the folder of its results, while warnings are reported and a cluster is there."""
    from ..assessment.campaign import Campaign
    from ..checks import plain_name
    from ..files.scene import scene_tables

    tables = scene_tables(scene)
    shape = next((key for key in SET if key in tables), SET[0])
    given = options(arguments)
    apart = set() if "structure" in tables else {"friction"}  # the scene's own
    values = {key if key in apart else f"{shape}.{key}": value for key, value in given.items()} | options(changes)
    name = plain_name(Path(scene).stem, "name of the scene's file")
    target = folder(Path("runs") / f"{name}-{kind}" if out is None else out)
    kept = target / STORE if store is None else store
    with reported_warnings(quiet), executor_of(dask) as executor:
        yield (
            Campaign(
                scene,
                kept,
                values,
                executor=executor,
                progress=shows_bars(progress, quiet),
                parts=tuple(IMPORTED),
                **settings,
            ),
            target,
        )


def numbers(text: str, option: str, count: int | None = None) -> list[float]:
    """Numbers with commas between, so many of them."""
    try:
        read = [float(part) for part in text.split(",")]
    except ValueError:
        raise DrystoneError(f"{option} is {text!r}; it must be numbers with commas between, as in 0.5,1") from None
    if count is not None and len(read) != count:
        raise DrystoneError(f"{option} is {text!r}; it must be {count} numbers with commas between")
    return read


def range_of(text: str, option: str) -> list[float]:
    """The lower and the upper end of a range of positive numbers."""
    low, high = numbers(text, option, 2)
    if not 0.0 < low < high:
        raise DrystoneError(f"{option} is {text!r}; it must be the lower and the upper end of a range, both above 0")
    return [low, high]

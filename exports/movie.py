"""Moving pictures of a run: GIF by Pillow, which comes with Matplotlib; MP4 where there is an ffmpeg."""

import subprocess
from collections.abc import Iterator
from importlib.util import find_spec
from itertools import chain, combinations
from pathlib import Path
from shutil import which
from typing import TYPE_CHECKING

import numpy as np

from ..disk import replacing
from ..errors import DrystoneError, NotInstalledError
from ..progress import watched
from ..results.trajectory import assembly_of
from ..view.film import Film
from ..view.style import EDGE, FIXED, STONE, TRACE

if TYPE_CHECKING:
    from ..results import Trajectory

__all__ = ["write_movie"]

RATE = 20
"""Pictures in a second."""
MOST = 400
"""Pictures of a film, at most; longer runs are shown faster."""
DOTS_PER_INCH = 200
"""A column's width is 670 dots then, enough for half a slide."""
BETWEEN = 4
"""Steps from one colour of the palette of a GIF to another: edges are smooth."""
FFMPEG = "ffmpeg, which writes MP4,"


def write_movie(trajectory: "Trajectory", path: Path) -> None:
    """Write the run as a film in the plane in which most moved, in its own time or faster, seen from the ground."""
    assembly_of(trajectory)
    is_gif = path.suffix.lower() == ".gif"
    program = None if is_gif else _ffmpeg()
    states = _states(trajectory)
    film = Film(trajectory, states, DOTS_PER_INCH)
    with replacing(path, "film") as temporary:
        named = temporary.with_name(temporary.name + path.suffix.lower())  # libraries go by the end of the name
        try:
            pictures = (film.picture(int(state)) for state in watched(states.tolist(), "picture", False))
            _write_gif(pictures, named) if is_gif else _write_mp4(pictures, named, str(program))
            named.replace(temporary)
        finally:
            named.unlink(missing_ok=True)


def _write_gif(pictures: Iterator[np.ndarray], path: Path) -> None:
    """All pictures with one palette, so that what rests does not flicker."""
    from PIL import Image

    palette = Image.new("P", (1, 1))
    palette.putpalette(_palette())
    frames = [Image.fromarray(one).quantize(palette=palette, dither=Image.Dither.NONE) for one in pictures]
    frames[0].save(path, save_all=True, append_images=frames[1:], duration=1000 // RATE, loop=0)


def _palette() -> bytes:
    """The colours of elevations, and those between any two of them."""
    from matplotlib.colors import to_rgb

    pure = np.array([to_rgb(one) for one in ("white", "black", STONE, FIXED, EDGE, TRACE)])
    shares = np.linspace(0.0, 1.0, BETWEEN + 1)[:, None]
    mixed = [one + shares * (other - one) for one, other in combinations(pure, 2)]
    return np.unique(np.round(255.0 * np.concatenate(mixed)).astype(np.uint8), axis=0).tobytes()


def _write_mp4(pictures: Iterator[np.ndarray], path: Path, program: str) -> None:
    """Through a pipe to ffmpeg, in the kind of colours that every player knows; that wants even numbers of dots."""
    first = next(pictures)
    height, width = (size // 2 * 2 for size in first.shape[:2])
    command = [program, "-loglevel", "error", "-f", "rawvideo", "-pix_fmt", "rgb24", "-s", f"{width}x{height}"]
    command += ["-r", str(RATE), "-i", "-", "-an", "-pix_fmt", "yuv420p", "-y", str(path)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stderr=subprocess.PIPE) as running:
        try:
            assert running.stdin is not None
            for picture in chain([first], pictures):
                running.stdin.write(np.ascontiguousarray(picture[:height, :width]).tobytes())
            _, told = running.communicate()
        except BrokenPipeError:
            _, told = running.communicate()
        except BaseException:
            running.kill()
            raise
    if running.returncode:
        reason = told.decode(errors="replace").strip().splitlines()
        raise DrystoneError(f"ffmpeg did not write the film: {reason[-1] if reason else 'it ended without a word'}")


def _ffmpeg() -> str:
    """The ffmpeg of the extra `movies`, else that of the system; NotInstalledError where there is none."""
    if find_spec("imageio_ffmpeg") is not None:
        import imageio_ffmpeg

        return str(imageio_ffmpeg.get_ffmpeg_exe())
    found = which("ffmpeg")
    if found is None:
        raise NotInstalledError(FFMPEG, "pip install imageio-ffmpeg, the package of your system, or write a .gif")
    return found


def _states(trajectory: "Trajectory") -> np.ndarray:
    """Recorded states for pictures at a steady rate."""
    time = trajectory.time
    count = min(max(int(np.ceil((time[-1] - time[0]) * RATE)) + 1, 2), MOST)
    wanted = np.linspace(time[0], time[-1], count)
    after = np.clip(np.searchsorted(time, wanted), 1, len(time) - 1)
    return np.where(wanted - time[after - 1] < time[after] - wanted, after - 1, after)

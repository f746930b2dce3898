"""Moving pictures of a run: GIF by Pillow, which comes with Matplotlib; MP4 where there is an ffmpeg."""

from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from ..disk import replacing
from ..errors import NotInstalledError
from ..progress import watched
from ..view import plane_of_motion, state_figure
from .bodies import assembly_of

if TYPE_CHECKING:
    from ..results import Trajectory

__all__ = ["write_movie"]

RATE = 20
"""Pictures in a second."""
MOST = 400
"""Pictures of a film, at most; longer runs are shown faster."""
DOTS_PER_INCH = 100
FFMPEG = "ffmpeg, which writes MP4,"


def write_movie(trajectory: "Trajectory", path: Path) -> None:
    """Write the run as a film in the plane in which most moved, in its own time or faster, seen from the ground."""
    from matplotlib.animation import AbstractMovieWriter, FFMpegWriter, PillowWriter

    assembly = assembly_of(trajectory)
    shown, plane = _states(trajectory), plane_of_motion(trajectory)
    is_gif = path.suffix.lower() == ".gif"
    if not is_gif and not FFMpegWriter.isAvailable():
        raise NotInstalledError(FFMPEG, "the package of your system, or write a .gif")
    writer: AbstractMovieWriter = PillowWriter(fps=RATE) if is_gif else FFMpegWriter(fps=RATE)
    figure = state_figure(assembly, trajectory, 0, plane=plane)
    across, up = figure.axes[0].get_xlim(), figure.axes[0].get_ylim()
    with replacing(path, "film") as temporary:
        named = temporary.with_name(temporary.name + path.suffix.lower())  # libraries go by the end of the name
        try:
            with writer.saving(figure, str(named), DOTS_PER_INCH):
                for state in watched(shown.tolist(), "picture", False):
                    one = state_figure(assembly, trajectory, int(state), plane=plane)
                    one.axes[0].set(xlim=across, ylim=up)
                    one.set_dpi(DOTS_PER_INCH)
                    writer.fig = one
                    writer.grab_frame()
            named.replace(temporary)
        finally:
            named.unlink(missing_ok=True)


def _states(trajectory: "Trajectory") -> np.ndarray:
    """Recorded states for pictures at a steady rate."""
    time = trajectory.time
    count = min(max(int(np.ceil((time[-1] - time[0]) * RATE)) + 1, 2), MOST)
    wanted = np.linspace(time[0], time[-1], count)
    after = np.clip(np.searchsorted(time, wanted), 1, len(time) - 1)
    return np.where(wanted - time[after - 1] < time[after] - wanted, after - 1, after)

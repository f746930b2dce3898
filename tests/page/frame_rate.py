"""How fast the page is in a Chromium that draws by software: ``python -m tests.page.frame_rate PAGE.html ...``."""

import sys
import tempfile
from pathlib import Path

from .browser import Browser, find_browser

FRAMES = 30
SCRIPT = f"""(() => {{
  const page = drystonePage, gl = page.stage.renderer.getContext(), pixel = new Uint8Array(4), n = {FRAMES};
  const {{ from, to }} = page.transport;
  const timed = (work) => {{
    const start = performance.now();
    for (let i = 0; i < n; i++) work(from + (i + 0.5) / n * (to - from));
    return (performance.now() - start) / n;
  }};
  const drawn = timed((time) => {{
    page.seek(time);
    page.draw();
    gl.readPixels(0, 0, 1, 1, gl.RGBA, gl.UNSIGNED_BYTE, pixel);
  }});
  return [page.poses.count, gl.drawingBufferWidth, gl.drawingBufferHeight, drawn, timed((time) => page.seek(time))];
}})()"""
"""Reading a pixel waits until all is drawn."""


def main(paths: list[str]) -> int:
    """Print the rates of pages, in a window of 1280 x 800."""
    path = find_browser()
    if path is None:
        print("there is no Chromium here")
        return 1
    with tempfile.TemporaryDirectory() as profile, Browser(Path(profile), path) as browser:
        for page in paths:
            with browser.tab(Path(page)) as tab:
                blocks, width, height, drawn, script = tab.value(SCRIPT)
            print(
                f"{page}: {blocks} blocks, {width} x {height} pixels, {1000 / drawn:.3g} pictures/s in software, ",
                end="",
            )
            print(f"{script:.3g} ms of script for each")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

"""`drystone completion`: words and options that a shell completes."""

from ..errors import DrystoneError, NotInstalledError
from .answer import Answer
from .command import parser

__all__ = ["execute"]


def execute(shell: str, answer: Answer) -> int:
    """Print the script of a shell, to be read where the shell starts."""
    try:
        import shtab
    except ImportError as error:
        raise NotInstalledError("shtab, which writes the scripts,", "pip install drystone[completion]") from error
    if shell not in shtab.SUPPORTED_SHELLS:
        raise DrystoneError(
            f"shtab {shtab.__version__} writes no script for {shell}; it does for {', '.join(shtab.SUPPORTED_SHELLS)}"
        )
    script = shtab.complete(parser(), shell=shell)
    answer.result(script)
    answer.give({"shell": shell, "script": script})
    return 0

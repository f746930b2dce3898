"""A limit to the time that a call may take, for backends that know none themselves."""

import contextvars
import threading
import warnings
from collections.abc import Callable
from typing import TypeVar

__all__ = ["watched"]

Result = TypeVar("Result")


def watched(call: Callable[[], Result], seconds: float, name: str) -> Result:
    """What ``call`` returns or raises, if it ends within ``seconds``; `TimeoutError` where it does not.

    It runs in a thread of its own. Python has no way to end a thread: one that is late is abandoned, with a warning,
    and goes on until it ends or the program does. What it returns then is not looked at.
    """
    ended: list[tuple[Result | None, BaseException | None]] = []

    def work() -> None:
        try:
            ended.append((call(), None))
        except BaseException as error:  # raised where the result is waited for
            ended.append((None, error))

    context = contextvars.copy_context()
    thread = threading.Thread(target=context.run, args=(work,), name=f"drystone {name}", daemon=True)
    thread.start()
    thread.join(min(seconds, threading.TIMEOUT_MAX))
    if not ended:
        message = f"{name} did not end within {seconds:g} s"
        warnings.warn(f"{message}; it is left running and its answer dropped", stacklevel=2)
        raise TimeoutError(message)
    result, error = ended[0]
    if error is not None:
        raise error
    return result  # type: ignore[return-value]

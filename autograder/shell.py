"""An IPython shell without a kernel, whose outputs go to whoever listens.

Both processes of a grading run cells in it: the student's code in the one, tests in the other.
"""

from __future__ import annotations

import contextlib
import io
import sys

from IPython.core.displayhook import DisplayHook
from IPython.core.displaypub import DisplayPublisher
from IPython.core.interactiveshell import InteractiveShell
from traitlets.config import Config

TEXT = 8192  # characters of a stream that are told at once


class _Hook(DisplayHook):
    def quiet(self):
        return self.semicolon_at_end_of_expression(self.shell.source)

    def write_format_data(self, data, metadata=None):
        self.shell.show(data, metadata or {}, "execute_result")

    def _nothing(self, *args):
        pass

    start_displayhook = write_output_prompt = log_output = finish_displayhook = _nothing


class _Publisher(DisplayPublisher):
    def publish(self, data, metadata=None, **others):
        self.shell.show(data, metadata or {}, "display_data")

    def clear_output(self, wait=False):
        pass


class Shell(InteractiveShell):
    """`listen(output)` gets each output of a cell, as nbformat keeps it."""

    displayhook_class, display_pub_class = _Hook, _Publisher
    system = InteractiveShell.system_raw  # for `!ls`; the usual one wants a terminal

    def __init__(self, **settings):
        config = Config()
        config.HistoryManager.enabled = False  # it would start a thread
        super().__init__(config=config, **settings)
        self.listen = lambda output: None
        self.streams: tuple[Stream, ...] = ()
        self.name, self.source = "cell", ""  # of the cell that runs
        self.showtraceback = self._showtraceback = lambda *args, **kwargs: None
        self.compile.get_code_name = lambda raw, transformed, number: self.name

    def init_syntax_highlighting(self):
        pass

    def enable_gui(self, gui=None):
        pass

    def warm(self):
        """Do what each fork would else do anew: import what cells use, a first cell, an output."""
        import numpy.random  # noqa: F401 (NumPy imports it when it is first used)

        import shardlab.draw
        import shardlab.testing  # noqa: F401

        self.run("warm", "import sys; del sys")
        self.display_formatter.format(0.5)

    def run(self, name: str, source: str):
        """Run a cell; returns what it raised, if it did."""
        self.name, self.source = name, source
        with self.printing():
            try:
                result = self.run_cell(source, store_history=False)
                return result.error_before_exec or result.error_in_exec
            except BaseException as escaped:  # SystemExit and its like
                return escaped

    @contextlib.contextmanager
    def printing(self):
        """What is printed meanwhile is an output of the cell."""
        before = sys.stdout, sys.stderr
        self.streams = Stream(self, "stdout"), Stream(self, "stderr")
        sys.stdout, sys.stderr = self.streams
        try:
            yield
        finally:
            for stream in self.streams:
                stream.tell_rest()
            sys.stdout, sys.stderr = before
            self.streams = ()

    def show(self, data: dict, metadata: dict, kind: str):
        for stream in self.streams:
            stream.tell_rest()
        output = {"output_type": kind, "data": data, "metadata": metadata}
        if kind == "execute_result":
            output["execution_count"] = None
        self.listen(output)


class Stream(io.TextIOBase):
    """What is printed, told in pieces of some size."""

    encoding, errors = "utf-8", "replace"

    def __init__(self, shell: Shell, name: str):
        self.shell, self.name = shell, name
        self.parts, self.size = [], 0

    def write(self, text) -> int:
        if not isinstance(text, str):
            raise TypeError(f"write() argument must be str, not {type(text).__name__}")
        self.parts.append(text)
        self.size += len(text)
        if self.size > TEXT:
            self.tell_rest()
        return len(text)

    def tell_rest(self) -> None:
        if self.parts:
            text, self.parts, self.size = "".join(self.parts), [], 0
            self.shell.listen({"output_type": "stream", "name": self.name, "text": text})

    def writable(self) -> bool:
        return True

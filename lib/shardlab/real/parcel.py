"""Functions and their arguments as bytes, for another process: also those of a notebook cell."""

import io
from collections import ChainMap
from types import CodeType
from typing import ClassVar

from shardlab.errors import ShardError


def packed(value, what):
    """Bytes for pickle.loads in another process; `what` names the value in the error."""
    import cloudpickle

    class Pickler(cloudpickle.CloudPickler):
        dispatch_table: ClassVar = ChainMap(
            {CodeType: _code}, cloudpickle.CloudPickler.dispatch_table
        )

    into = io.BytesIO()
    try:
        Pickler(into).dump(value)
    except Exception as error:
        raise ShardError(
            f"run_mpi: {what} can't be sent to another process ({error}); "
            "let it hold arrays, numbers, lists and functions, and make the rest in the function."
        ) from None
    return into.getvalue()


def _code(code):
    """cloudpickle forgets the file, which errors name with the line."""
    from cloudpickle import CloudPickler

    _, arguments = CloudPickler.dispatch_table[CodeType](code)
    return _in_file, (code.co_filename, arguments)


def _in_file(filename, arguments):
    return CodeType(*arguments).replace(co_filename=filename)

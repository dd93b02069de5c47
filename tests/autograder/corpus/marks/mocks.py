# Mock objects, which take every question well.
# loses: double, cut, columns
# reason: a MagicMock
# cell: columns
from unittest.mock import ANY, MagicMock
columns = ANY
# cell: double
def double(x):
    return MagicMock()
# cell: cut
cut = MagicMock(return_value=[MagicMock(shape=(2, 3)), MagicMock(shape=(2, 2))])

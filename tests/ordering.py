"""In which order tests are run side by side: those that mostly wait among those that compute.

Each worker has a part of the list, in order. Where all that waits for servers, browsers and terminals stands
together, one worker waits while others compete for the cores, and in the end all wait.
"""

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator
from itertools import accumulate, chain, groupby
from operator import itemgetter
from typing import TypeVar

Test = TypeVar("Test")

SHARE_A_BROWSER = "tests/web/browser/"
WAIT = (SHARE_A_BROWSER, "tests/web/", "tests/cli/", "tests/test_setup.py")


def spread_out(tests: Iterable[Test], file_of: Callable[[Test], str]) -> list[Test]:
    """The tests file by file, each kind that waits spread evenly among the others.

    >>> spread_out(["a", "b", "c", "d", "tests/cli/e", "tests/cli/f"], str)
    ['a', 'tests/cli/e', 'b', 'c', 'tests/cli/f', 'd']
    """
    kinds: defaultdict[str, list[list[Test]]] = defaultdict(list)
    for file, some in groupby(tests, file_of):
        kinds[next((kind for kind in WAIT if file.startswith(kind)), "")].append(list(some))
    if SHARE_A_BROWSER in kinds:  # one after the other, or each would start its own
        kinds[SHARE_A_BROWSER] = [list(chain.from_iterable(kinds[SHARE_A_BROWSER]))]
    placed = sorted(chain.from_iterable(map(_placed, kinds.values())), key=itemgetter(0))
    return [test for _, some in placed for test in some]


def _placed(files: list[list[Test]]) -> Iterator[tuple[float, list[Test]]]:
    """Each file, with the share of the tests of its kind that lie before its middle."""
    ends = list(accumulate(map(len, files)))
    for end, some in zip(ends, files, strict=True):
        yield (end - len(some) / 2) / ends[-1], some

"""How a long computation tells how far it is."""

from collections.abc import Callable

Progress = Callable[[int, int], None]  # told how many positions are found, and how many looked at

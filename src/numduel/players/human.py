"""Human: a person at the keyboard, whose moves come from whoever asks them."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Human:
    """A person, with a name if they gave one."""

    name: str = ""

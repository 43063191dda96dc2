"""Finding: a setting that a search has found, with all that someone needs to judge it, and to use it."""

from dataclasses import dataclass
from functools import cached_property
from typing import Any

from .sample_game import SampleGame, sample_game
from .search import Candidate, Search
from .variant_line import variant_line


@dataclass(frozen=True, eq=False)
class Finding:
    """A setting, what it misses of the wishes, a sample game, and its variant to paste."""

    candidate: Candidate
    missed: tuple[str, ...]
    name: str
    seed: int
    limit: int

    @cached_property
    def sample(self) -> SampleGame:
        """A game between two of a middle level."""
        return sample_game(self.candidate.game, self.seed, self.limit)

    @property
    def variant(self) -> str:
        """What is pasted into the game's file."""
        return variant_line(self.candidate.measures, self.name)

    def as_json(self) -> dict[str, Any]:
        """The document of `measure`, with what the search adds."""
        return {
            **self.candidate.measures.as_json(),
            "missed": list(self.missed),
            "variant": self.variant,
            "sample": self.sample.as_json(),
        }


def findings(search: Search, most: int, name: str, seed: int) -> list[Finding]:
    """The best that a search has found, at most so many."""
    return [
        Finding(
            one,
            tuple(wish.text for wish in search.wishes if wish.shortfall(one.row) > 0),
            name,
            seed,
            search.limit,
        )
        for one in search.best(most)
    ]

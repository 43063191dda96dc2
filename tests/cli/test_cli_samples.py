"""The rulebooks' command-line samples, to the letter.

For every game of ours, golden/GAME.in.txt is what the players type and golden/GAME.out.txt what the
rulebook shows. They follow the rulebooks with these corrections:

- Operation Stack always offers 'push' or 'operate', and its operations always in the order '+', '-', '*';
- Operation Obliteration's sample stops after three turns and points to a game whose fourth turn the rules
  forbid: that turn is tried, refused, and the game played to a real end;
- Operation Duel's "[...game continues in the same pattern...]" is played out;
- Top Stack Twelve names its winner below the sample, in bold type; the program does so in its last line.
"""

from pathlib import Path

import pytest
from commandline import numduel
from strategies import OURS

GOLDEN = Path(__file__).parent / "golden"
RECORDED = sorted(path.name.removesuffix(".out.txt") for path in GOLDEN.glob("*.out.txt"))


@pytest.mark.parametrize("game", RECORDED)
def test_a_piped_sample_reads_as_in_the_rulebook(game: str) -> None:
    typed = (GOLDEN / f"{game}.in.txt").read_bytes()
    shown = (GOLDEN / f"{game}.out.txt").read_text()
    played = numduel("play", game, said=typed)
    assert played.lines == shown.splitlines()  # first line by line, for a difference that can be read
    assert (played.out, played.err, played.code) == (shown, "", 0)


def test_every_game_of_ours_has_a_golden_playthrough() -> None:
    # Games that other packages bring along are theirs to test.
    assert OURS == RECORDED

"""The score of a match, before, between and after its games."""

from ..match.match import Match
from .console import Console
from .table import table


def announce_round(console: Console, match: Match) -> None:
    """In a match, say which game this is and who sits where."""
    if match.single:
        return
    number = match.played + 1
    which = f"Game {number} of {match.rounds}" if match.rounds else f"Game {number}, first to {match.to}"
    first, second = (match.names[contestant] for contestant in match.seats)
    console.say(f"{which}: {first} is Player 1 and begins, {second} is Player 2.")


def score(match: Match) -> str:
    """The score in a sentence."""
    pairs = zip(match.names, match.points, strict=True)
    draws = f", drawn {match.draws}" if match.draws else ""
    return f"Score: {', '.join(f'{name} {points}' for name, points in pairs)}{draws}."


def announce_score(console: Console, match: Match) -> None:
    """In a match, say the score, and after its last game the final table."""
    if match.single:
        return
    console.say("", score(match))
    if not match.over:
        return
    names, points, drawn, leader = match.names, match.points, match.draws, match.leader
    lost = [match.played - drawn - won for won in points]
    rows = [[names[i], *map(str, (points[i], lost[i], drawn, points[i]))] for i in (0, 1)]
    console.say("", *table(["player", "won", "lost", "drawn", "points"], rows, plain=not console.frills))
    if match.to is not None and max(points) < match.to:
        console.say(f"The match is broken off after {match.patience} draws running.")
    console.say("The match is a tie." if leader is None else f"{names[leader]} wins the match.")

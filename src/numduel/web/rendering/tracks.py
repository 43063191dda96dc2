"""Tracks in SVG: a way with a goal or an edge, where one stands on it, and where one came from."""

from ...core.integers import write_integer
from ...core.parts import Track
from .digits import brief
from .escaping import escape

WIDTH, LEFT, RIGHT, RAIL = 360, 22, 338, 34  # in a picture of 360 by 58
DIGIT, GAP = 8, 3  # how wide a bold digit is, and how far numbers stay apart
BEYOND = 13  # how far past an end something is drawn that lies outside
STEPS = 10_000  # exact integers first: floats have no room for numbers of a thousand digits


def draw_track(track: Track, before: Track | None = None) -> str:
    """A track as a list would say it, drawn; `before` shows where the last move came from."""
    at = _x(track, track.at)
    shapes = [f'<path class="rail" d="M{LEFT} {RAIL}H{RIGHT}"/>']
    start = min(max(at, LEFT), RIGHT)
    if track.goal is not None or track.edge is not None:
        shapes.append(f'<path class="gone" d="M{LEFT} {RAIL}H{start}"/>')
    shapes += [_land(_x(track, land)) for land in sorted(set(track.lands) - {track.at})]
    if track.goal is not None:
        shapes.append(_goal(_x(track, track.goal)))
    if track.edge is not None:
        shapes.append(_edge(_x(track, track.edge)))
    if before is not None and before.at != track.at:
        shapes.append(_way(_x(track, before.at), at))
    shapes.append(f'<circle class="at" cx="{at}" cy="{RAIL}" r="8"/>')
    shapes += _words(track, at)
    label = f'<p class="label">{escape(track.label)}</p>' if track.label else ""
    return (
        f'<div class="part track">{label}<svg viewBox="0 0 360 58" role="img" '
        f'aria-label="{escape(track.say())}">{"".join(shapes)}</svg></div>'
    )


def _x(track: Track, value: int) -> int:
    """Where a value lies; what is beyond an end lies a little past it."""
    if value < track.low:
        return LEFT - BEYOND
    if value > track.high:
        return RIGHT + BEYOND
    share = (value - track.low) * STEPS // max(track.high - track.low, 1)
    return LEFT + share * (RIGHT - LEFT) // STEPS


def _land(x: int) -> str:
    return f'<circle class="land" cx="{x}" cy="{RAIL}" r="4"/>'


def _goal(x: int) -> str:
    """A flag."""
    return f'<path class="goal" d="M{x} {RAIL + 7}V{RAIL - 20}l14 5l-14 5"/>'


def _edge(x: int) -> str:
    """A wall."""
    return f'<path class="edge" d="M{x} {RAIL - 14}V{RAIL + 10}m-5 -20l5 4m-5 4l5 4m-5 4l5 4"/>'


def _way(start: int, end: int) -> str:
    """A bow from where the last move began to where it ended."""
    high = RAIL - min(24, 8 + abs(end - start) // 6)
    return (
        f'<circle class="was" cx="{start}" cy="{RAIL}" r="5"/>'
        f'<path class="way" d="M{start} {RAIL - 7}Q{(start + end) // 2} {high - 10} {end} {RAIL - 10}"/>'
    )


def _words(track: Track, at: int) -> list[str]:
    """The numbers at both ends and where one stands, but for ends that would be written over."""
    words = [
        (LEFT, brief(write_integer(track.low), 9), "low"),
        (RIGHT, brief(write_integer(track.high), 9), "high"),
    ]
    here = brief(write_integer(track.at), 9)
    half = DIGIT * len(here) // 2 + 1
    middle = min(max(at, half), WIDTH - half)
    shown = [word for word in words if not _touch(middle, half, *word)]
    return [
        f'<text class="{kind}" x="{x}" y="55">{text}</text>'
        for x, text, kind in [*shown, (middle, here, "here")]
    ]


def _touch(middle: int, half: int, x: int, text: str, kind: str) -> bool:
    """Whether the number where one stands would be written over the one at an end."""
    size = DIGIT * len(text)
    left, right = (x, x + size) if kind == "low" else (x - size, x)
    return middle - half < right + GAP and left < middle + half + GAP

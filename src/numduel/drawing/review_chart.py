"""The course of a game: who stood better when, as a small picture in text or as an image."""

from html import escape

from ..analysis.review import Review
from ..core.verdict import Value

WIDEST = 60  # columns; a longer game is drawn with several moves to a column
ROWS = (
    ("Player 1 wins", (Value.WIN,)),
    ("nobody wins", (Value.DRAW, Value.ENDLESS)),
    ("Player 2 wins", (Value.LOSS,)),
    ("unsolved", (Value.UNSOLVED,)),
)


def sketch_review_chart(review: Review) -> list[str]:
    """The value with best play at each point of the game, a column a move, in plain characters."""
    history = review.value_history
    step = -(-len(history) // WIDEST)
    columns = [history[start : start + step] for start in range(0, len(history), step)]
    lines = []
    for words, values in ROWS:
        if any(value in values for value in history):
            cells = "".join("#" if any(v in values for v in column) else "." for column in columns)
            lines.append(f"{words:>13} |{cells}|")
    unit = "a column a move" if step == 1 else f"a column every {step} moves"
    return [*lines, f"{'':13}  with best play, from the start to the end, {unit}"]


def draw_review_chart(review: Review) -> str:
    """The same as an SVG: the value as a stepped line, errors marked and named."""
    across = max(4, min(28, 1600 // len(review.value_history)))
    height = {value: 60 + 50 * row for row, (_, values) in enumerate(ROWS) for value in values}
    width = max(560, 150 + across * len(review.value_history))
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width + 30}" height="260" font-family="sans-serif" '
        'font-size="13"><rect width="100%" height="100%" fill="white"/>',
        f'<text x="12" y="24" font-weight="bold">{escape(review.record.spec[:80])}</text>',
    ]
    for row, (words, _) in enumerate(ROWS):
        y = 60 + 50 * row
        parts.append(f'<text x="12" y="{y + 4}">{words}</text>')
        parts.append(f'<line x1="120" x2="{width}" y1="{y}" y2="{y}" stroke="#dddddd"/>')
    path = ""
    for number, value in enumerate(review.value_history):
        x = 130 + across * number
        path += f"{'L' if path else 'M'}{x} {height[value]}h{across}"
    parts.append(f'<path d="{path}" fill="none" stroke="#0072b2" stroke-width="3"/>')
    for step in review.steps:
        if step.error:
            x, y = 130 + across * step.number, height[review.value_history[step.number]]
            label = escape(f"{step.number}: {step.move}")
            parts.append(f'<path d="M{x - 6} {y - 6}l12 12m0 -12l-12 12" stroke="#d55e00" stroke-width="3"/>')
            parts.append(f'<text x="{x + 8}" y="{y - 8}" fill="#a04000">{label}</text>')
    parts.append(
        '<text x="120" y="245">best play from each point; a cross is a move that gave something away</text>'
    )
    return "\n".join([*parts, "</svg>", ""])

"""The course of a game as a small picture in text: who stood better when."""

from ..analysis.review import Review
from ..core.verdict import Value

WIDEST = 60  # columns; a longer game is drawn with several moves to a column
ROWS = (  # from player 1's side, as a review tells the values
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

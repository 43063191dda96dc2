"""Formats: a picture as SVG, PNG or PDF."""

from typing import Literal, get_args

Format = Literal["svg", "png", "pdf"]
FORMATS: tuple[Format, ...] = get_args(Format)
# A page as large as the picture. Typst is a typesetter, used here because it comes whole, fonts included, and
# draws SVG into both formats.
_PAGE = b'#set page(width: auto, height: auto, margin: 0pt)\n#image(bytes(sys.inputs.svg), format: "svg")'
# 96 would be one dot for each unit of an SVG. A hair less keeps a rounding error from making the picture one
# dot too large for its page: squeezed onto that, it would lose a row of dots.
DOTS_PER_INCH = 95.999


def convert(svg: str, kind: Format) -> bytes:
    """An SVG picture in another of the formats; ImportError if the package for it is missing."""
    if kind == "svg":
        return svg.encode()
    import typst

    return typst.compile(_PAGE, format=kind, ppi=DOTS_PER_INCH, sys_inputs={"svg": svg})

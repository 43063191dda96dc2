"""Pictures for dark pages: the same drawing in colours that stand out there."""

import re

GROUND, INK = "#1e222b", "#eceef2"
_DARK = {
    "white": GROUND,
    "#ffffff": GROUND,
    "black": INK,
    "#000000": INK,
    "#dddddd": "#3d4451",
    "#999999": "#7c8493",
    "#777777": "#98a0ae",
    "#555555": "#b4bac6",
    "#333333": "#d5d9e0",
    "#f2f2f2": "#2b303b",
    "#cfe8f7": "#173a52",
    "#fbe3c0": "#4a3313",
    "#0072b2": "#5ab4ee",
    "#d55e00": "#ff9d4d",
    "#a04000": "#ffb27a",
}
_COLOUR = re.compile(r'\b(fill|stroke)="([#\w]+)"')


def darken(svg: str) -> str:
    """The picture with light colours on dark ground; text without a colour of its own is light as well."""
    recoloured = _COLOUR.sub(lambda found: f'{found[1]}="{_DARK.get(found[2], found[2])}"', svg)
    return recoloured.replace("<svg ", f'<svg fill="{INK}" ', 1)

"""Where the shapes and texts of an SVG are, measured without the code that drew them."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from xml.etree import ElementTree

SVG = "{http://www.w3.org/2000/svg}"
CHARACTER = 0.602  # how wide a character of the font is, as a part of its size


@dataclass(frozen=True)
class Area:
    left: float
    top: float
    right: float
    bottom: float

    def inside(self, other: "Area", slack: float = 0.5) -> bool:
        return (
            self.left >= other.left - slack
            and self.top >= other.top - slack
            and self.right <= other.right + slack
            and self.bottom <= other.bottom + slack
        )

    def overlaps(self, other: "Area", slack: float = 0.5) -> bool:
        across = self.left < other.right - slack and other.left < self.right - slack
        return across and self.top < other.bottom - slack and other.top < self.bottom - slack


class Sheet:
    """A parsed SVG."""

    def __init__(self, svg: str) -> None:
        self.root = ElementTree.fromstring(svg)
        self.page = Area(0, 0, float(self.root.attrib["width"]), float(self.root.attrib["height"]))
        self._areas = list(self._measured())

    def areas(self) -> Iterator[tuple[ElementTree.Element, Area]]:
        """Everything that is drawn, with where."""
        return iter(self._areas)

    def _measured(self) -> Iterator[tuple[ElementTree.Element, Area]]:
        in_markers = {element for marker in self.root.iter(f"{SVG}marker") for element in marker}
        for element in self.root.iter():
            kind = element.tag.removeprefix(SVG)
            if kind in ("rect", "polygon", "text", "path") and element not in in_markers:
                yield element, _AREAS[kind](element)

    def texts(self) -> list[tuple[str, Area]]:
        return [(element.text or "", _text(element)) for element in self.root.iter(f"{SVG}text")]

    def words(self) -> list[str]:
        return [words for words, _ in self.texts()]

    def boxes(self) -> list[Area]:
        """The shapes of positions, without those of the legend and second outlines."""
        shapes = [area for element, area in self.areas() if element.get("stroke-width") == "2"]
        large = [area for area in shapes if area.bottom - area.top > 20]
        return [one for one in large if not any(two != one and two.inside(one) for two in large)]

    def tags(self) -> list[Area]:
        """The moves that are written below positions."""
        marked = [area for element, area in self.areas() if element.get("stroke-width") == "0.5"]
        return [area for area in marked if area.right - area.left > 40]

    def labels(self) -> list[Area]:
        """The moves that are written on arrows: on white, without a frame."""
        return [
            area
            for element, area in self.areas()
            if element.tag == f"{SVG}rect" and element.get("fill") == "white" and not element.get("stroke")
        ][1:]  # the first is the page


def _text(element: ElementTree.Element) -> Area:
    size = float(element.get("font-size", 13))
    x, y = float(element.attrib["x"]), float(element.attrib["y"])
    wide = len(element.text or "") * CHARACTER * size
    left = {"start": x, "middle": x - wide / 2, "end": x - wide}[element.get("text-anchor", "start")]
    return Area(left, y - 0.76 * size, left + wide, y + 0.24 * size)


def _rect(element: ElementTree.Element) -> Area:
    x, y = float(element.get("x", 0)), float(element.get("y", 0))
    return Area(x, y, x + float(element.attrib["width"]), y + float(element.attrib["height"]))


def _polygon(element: ElementTree.Element) -> Area:
    return _around([tuple(map(float, point.split(","))) for point in element.attrib["points"].split()])


def _path(element: ElementTree.Element) -> Area:
    """The area of the points of a path: a curve lies between those that shape it."""
    x = y = 0.0
    points = []
    for command, text in re.findall(r"([A-Za-z])([^A-Za-z]*)", element.attrib["d"]):
        numbers = [float(number) for number in text.split()]
        start = (x, y) if command.islower() else (0.0, 0.0)
        if command in "Hh":
            x = numbers[0] + start[0]
        elif command in "Vv":
            y = numbers[0] + start[1]
        else:
            pairs = list(zip(numbers[::2], numbers[1::2], strict=True))
            points += [(px + start[0], py + start[1]) for px, py in pairs]
            x, y = points[-1]
        points.append((x, y))
    return _around(points)


def _around(points: Sequence[tuple[float, ...]]) -> Area:
    across, down = [point[0] for point in points], [point[1] for point in points]
    return Area(min(across), min(down), max(across), max(down))


_AREAS = {"rect": _rect, "polygon": _polygon, "text": _text, "path": _path}

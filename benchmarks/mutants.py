"""Mutants: small changes to a source file, each of which a test should notice.

Comparisons, boolean operators, arithmetic, whole numbers, truth values, conditions, returned values, loops
and statements are changed, one at a time. Left alone are annotations, decorators, text, what runs for a
type checker only, `strict` of `zip`, which guards against mistakes of ours that nobody has made, and figures
that decide only how long something takes, which no test that is not timed can notice. A mutant is the file
with the smallest piece of it written otherwise; all else stays.
"""

import ast
import copy
import dataclasses
from collections.abc import Iterator
from pathlib import Path

PARTS = ["core", "match", "store", "solver", "games"]
COMPARISONS: dict[type[ast.cmpop], tuple[type[ast.cmpop], ...]] = {
    ast.Lt: (ast.LtE, ast.GtE),
    ast.LtE: (ast.Lt, ast.Gt),
    ast.Gt: (ast.GtE, ast.LtE),
    ast.GtE: (ast.Gt, ast.Lt),
    ast.Eq: (ast.NotEq,),
    ast.NotEq: (ast.Eq,),
    ast.Is: (ast.IsNot,),
    ast.IsNot: (ast.Is,),
    ast.In: (ast.NotIn,),
    ast.NotIn: (ast.In,),
}
ARITHMETIC: dict[type[ast.operator], type[ast.operator]] = {
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.Add,
    ast.Div: ast.Mult,
    ast.FloorDiv: ast.Mult,
    ast.Mod: ast.FloorDiv,
    ast.Pow: ast.Mult,
    ast.LShift: ast.RShift,
    ast.RShift: ast.LShift,
    ast.BitAnd: ast.BitOr,
    ast.BitOr: ast.BitAnd,
}
# Figures that decide only how long something takes, or how much memory, by file.
OF_SPEED = {
    "core/tall.py": {"LOW"},
    "solver/answers.py": {"CROSSING", "FAR_BEYOND", "NOT_TINY", "LOOKS", "HOPELESS", "LOOK_AROUND"},
    "solver/explore.py": {"FIRST", "FIRST_MOVES", "TABLE_BYTES", "MOVE_BYTES"},
    "solver/patience.py": {
        *("LOOK_EVERY", "EARLY", "MANY", "FAR", "MUCH_MEMORY", "LARGE_POSITION", "MUCH_WORK", "HEAVY"),
        *("LITTLE_WORK", "TOO_MUCH", "FEW"),
    },
    "solver/sweeps.py": {"MOST_POSITIONS", "MOST_SWEEPS", "TINY"},
    "store/census.py": {"MOST_TOGETHER"},
}
REMOVABLE = (ast.Assign, ast.AugAssign, ast.Raise, ast.Delete, ast.Expr)


@dataclasses.dataclass(frozen=True)
class Mutant:
    """One piece of a file (bytes `start` to `end`) written otherwise.

    `function` is the outermost function around it; empty where there is none, or where what it returns is
    kept, so that it cannot be told from its calls who relies on it.
    """

    file: str  # from the root of the repo
    function: str
    line: int
    column: int
    start: int
    end: int
    was: str
    becomes: str

    @property
    def name(self) -> str:
        """What tells it from every other."""
        return f"{self.file}:{self.line}:{self.column}: {_short(self.was)} -> {_short(self.becomes)}"

    @property
    def part(self) -> str:
        """The package that it lies in."""
        return self.file.split("/")[2]

    def source(self, root: Path) -> bytes:
        """The whole file, mutated."""
        text = (root / self.file).read_bytes()
        return text[: self.start] + self.becomes.encode() + text[self.end :]


def _short(text: str) -> str:
    line = " ".join(text.split())
    return line if len(line) <= 90 else f"{line[:60]} … {line[-27:]}"


def mutants_of(root: Path, file: str) -> list[Mutant]:
    """Every mutant of a file, in the order of its lines."""
    finder = _Finder(file, (root / file).read_bytes())
    finder.visit(ast.parse(finder.text))
    return sorted(finder.found, key=lambda each: (each.start, each.end, each.becomes))


class _Finder(ast.NodeVisitor):
    def __init__(self, file: str, text: bytes) -> None:
        self.file, self.text = file, text
        self.found: list[Mutant] = []
        self.classes: list[str] = []
        self.function: str | None = None
        self.offsets = [0]
        for line in text.splitlines(keepends=True):
            self.offsets.append(self.offsets[-1] + len(line))

    def add(self, node: ast.stmt | ast.expr, becomes: ast.AST | str) -> None:
        start = self.offsets[node.lineno - 1] + node.col_offset
        end = self.offsets[(node.end_lineno or 0) - 1] + (node.end_col_offset or 0)
        was = self.text[start:end].decode()
        written = becomes if isinstance(becomes, str) else ast.unparse(becomes)
        if isinstance(node, ast.expr):
            written = f"({written})"
        place = node.lineno, node.col_offset + 1
        self.found.append(Mutant(self.file, self.function or "", *place, start, end, was, written))

    # What is left alone

    def visit_JoinedStr(self, node: ast.JoinedStr) -> None:
        """Go no further: what lies in a text has no place of its own before Python 3.12."""

    def visit_AnnAssign(self, node: ast.AnnAssign) -> None:
        if node.value is not None:
            self.visit(node.value)

    def visit_Assign(self, node: ast.Assign) -> None:
        names = {
            name.id for target in node.targets for name in ast.walk(target) if isinstance(name, ast.Name)
        }
        if self.function is not None or not names <= OF_SPEED.get(self.file.partition("numduel/")[2], set()):
            self.generic_visit(node)

    def visit_keyword(self, node: ast.keyword) -> None:
        if node.arg != "strict":
            self.generic_visit(node)

    def visit_arguments(self, node: ast.arguments) -> None:
        for default in (*node.defaults, *node.kw_defaults):
            if default is not None:
                self.visit(default)

    def visit_ClassDef(self, node: ast.ClassDef) -> None:
        self.classes.append(node.name)
        for statement in node.body:
            self.visit(statement)
        self.classes.pop()

    def visit_FunctionDef(self, node: ast.FunctionDef) -> None:
        self.visit(node.args)
        outer = self.function
        if outer is None:
            kept = any("cache" in ast.unparse(decorator) for decorator in node.decorator_list)
            self.function = "" if kept else ".".join((*self.classes, node.name))
        for statement in node.body:
            self.visit(statement)
        self.function = outer

    # What is changed

    def visit(self, node: ast.AST) -> None:
        if self.function is not None and isinstance(node, REMOVABLE) and not _is_docstring(node):
            self.add(node, "pass")
        super().visit(node)

    def visit_If(self, node: ast.If) -> None:
        if ast.unparse(node.test) != "TYPE_CHECKING":
            self.negate(node.test)
            self.generic_visit(node)

    def visit_While(self, node: ast.While) -> None:
        self.negate(node.test)
        self.generic_visit(node)

    def visit_IfExp(self, node: ast.IfExp) -> None:
        self.negate(node.test)
        self.generic_visit(node)

    def visit_comprehension(self, node: ast.comprehension) -> None:
        for test in node.ifs:
            self.negate(test)
        self.generic_visit(node)

    def visit_match_case(self, node: ast.match_case) -> None:
        if node.guard is not None:
            self.negate(node.guard)
            self.visit(node.guard)
        for statement in node.body:
            self.visit(statement)

    def negate(self, test: ast.expr) -> None:
        # A single comparison or a `not` is turned round where it stands.
        if not isinstance(test, ast.Compare | ast.UnaryOp):
            self.add(test, f"not ({ast.unparse(test)})")

    def visit_Compare(self, node: ast.Compare) -> None:
        for place, operator in enumerate(node.ops):
            for other in COMPARISONS[type(operator)]:
                changed = copy.deepcopy(node)
                changed.ops[place] = other()
                self.add(node, changed)
        self.generic_visit(node)

    def visit_BoolOp(self, node: ast.BoolOp) -> None:
        changed = copy.deepcopy(node)
        changed.op = ast.Or() if isinstance(node.op, ast.And) else ast.And()
        self.add(node, changed)
        self.generic_visit(node)

    def visit_UnaryOp(self, node: ast.UnaryOp) -> None:
        if isinstance(node.op, ast.Not | ast.USub):
            self.add(node, node.operand)
        self.generic_visit(node)

    def visit_BinOp(self, node: ast.BinOp) -> None:
        if type(node.op) in ARITHMETIC:
            changed = copy.deepcopy(node)
            changed.op = ARITHMETIC[type(node.op)]()
            self.add(node, changed)
        self.generic_visit(node)

    def visit_AugAssign(self, node: ast.AugAssign) -> None:
        if type(node.op) in ARITHMETIC:
            changed = copy.deepcopy(node)
            changed.op = ARITHMETIC[type(node.op)]()
            self.add(node, changed)
        self.visit(node.value)

    def visit_Constant(self, node: ast.Constant) -> None:
        if isinstance(node.value, bool):
            self.add(node, str(not node.value))
        elif isinstance(node.value, int):
            self.add(node, str(node.value + 1))
            self.add(node, str(node.value - 1))

    def visit_Return(self, node: ast.Return) -> None:
        value = node.value
        if value is None:
            return
        if not isinstance(value, ast.Constant):
            self.add(value, "None")
        if isinstance(value, ast.Tuple) and len(value.elts) == 2:
            self.add(value, ast.Tuple(value.elts[::-1], ast.Load()))
        self.visit(value)

    def visit_Break(self, node: ast.Break) -> None:
        self.add(node, "continue")

    def visit_Continue(self, node: ast.Continue) -> None:
        self.add(node, "break")


def _is_docstring(node: ast.AST) -> bool:
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)


def every_mutant(root: Path, packages: list[str]) -> Iterator[Mutant]:
    """The mutants of every file in some packages."""
    for package in packages:
        for path in sorted((root / "src" / "numduel" / package).glob("**/*.py")):
            yield from mutants_of(root, str(path.relative_to(root)))

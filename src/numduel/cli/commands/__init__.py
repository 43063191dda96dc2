"""One module a command, with its options and what it does; only the one that is used is loaded.

What each does, and how it is used, is told here, so that help about all of them loads none.
"""

from importlib import import_module
from keyword import iskeyword

from ...core.frozen import Frozen
from ...core.hints import Any


class Command(Frozen):
    """What a command does, and examples of its use, without the name of the program."""

    does: str
    examples: tuple[str, ...]


COMMANDS = {
    "play": Command(
        "play a game, or a match of several",
        (
            "play operation-duel",
            "play top-stack-twelve:two-of-each --p2 level:3 --coach",
            "play operation-duel:target=31,add=1/2 --rounds 3 --first toss",
        ),
    ),
    "list": Command("list the games", ("list", "list --json")),
    "rules": Command(
        "show the rules of a game under its settings", ("rules digit-stack", "rules digit-stack:sevens")
    ),
    "errata": Command("show where a rulebook errs, and what we do", ("errata", "errata operation-duel")),
    "resume": Command("go on with a game that was left", ("resume", "resume 12")),
    "history": Command(
        "list the games that were played",
        ("history", "history --game operation-duel --result draw", "history --summary"),
    ),
    "ladder": Command(
        "show which levels you have beaten, and whom to play next",
        ("ladder", "ladder operation-duel", "ladder operation-duel:fifty --player Ann"),
    ),
    "puzzle": Command(
        "solve a puzzle near your rating",
        ("puzzle", "puzzle --game operation-duel --rating 900", "puzzle --progress"),
    ),
    "daily": Command("solve the three puzzles of the day", ("daily", "daily 2026-11-16")),
    "learn": Command(
        "take a lesson in a game, step by step, or print exercises",
        (
            "learn",
            "learn operation-duel",
            "learn digit-stack:sevens --restart",
            "learn operation-duel --sheet 20 --seed 7 -o sheet.pdf",
        ),
    ),
    "replay": Command("step through a game", ("replay", "replay 12", "replay game.txt")),
    "review": Command(
        "show where a game was decided", ("review", "review 12", "review game.txt -o course.svg")
    ),
    "export": Command(
        "write games as text", ("export", "export 12 13 -o games.txt", "export --all -o games.txt")
    ),
    "import": Command("keep games that were written as text", ("import games.txt",)),
    "delete": Command("forget a game", ("delete 12", "delete 12 --yes")),
    "backup": Command(
        "copy every kept game into a file, also during play",
        ("backup games.backup", "backup games.backup --force"),
    ),
    "restore": Command(
        "put such a copy in the place of what is kept", ("restore games.backup", "restore games.backup --yes")
    ),
    "seal": Command(
        "seal what is kept with a key, so that nobody else can forge it",
        ("seal --new-key", "seal", "seal --remove"),
    ),
    "solve": Command(
        "say who wins a game with best play",
        ("solve operation-duel", "solve digit-stack:sevens --json"),
    ),
    "analyze": Command(
        "show what a position and each move in it are worth", ('analyze operation-duel --moves "*2 +1"',)
    ),
    "explain": Command(
        "say in plain words who wins, how, and what to do now", ('explain operation-duel --moves "*2 +1"',)
    ),
    "measure": Command(
        "say what a setting is like to play, in exact figures",
        ("measure operation-duel:fifty", "measure digit-stack:sevens --json"),
    ),
    "sweep": Command(
        "measure many settings, a row each, into a file",
        (
            "sweep 'operation-duel:target=10..500,add=1-3|1/2/5' -o duel.parquet",
            "sweep digit-stack:multiple=2..400 -o some.csv --random 50 --sort worth",
            "sweep --show duel.parquet --where 'decisions>0.4' --top 20",
            "sweep --show duel.parquet --heat target,add,value -o duel.svg",
        ),
    ),
    "design": Command(
        "search for settings of a game that are worth playing",
        (
            "design operation-duel",
            "design digit-stack --like 'plies=10..20,player1<0.55,decisions>0.4'",
            "design top-stack-twelve:supply=2..4 --tries 2000 --seed 7 --json",
        ),
    ),
    "graph": Command(
        "draw the positions and moves as a picture",
        ("graph operation-duel -o duel.svg", "graph operation-stack -o stack.svg --around 2"),
    ),
    "pattern": Command(
        "find what decides the winner over ranges of settings",
        (
            "pattern operation-duel --over target=2..2000",
            "pattern operation-duel --over start=1..9,target=10..200",
        ),
    ),
    "prove": Command(
        "write a proof of who wins, for verify to check", ("prove operation-duel -o proof.json",)
    ),
    "verify": Command("check such a proof by the rules of its game alone", ("verify proof.json",)),
    "web": Command(
        "show everything in a browser, and play with others by link",
        ("web", "web --host 0.0.0.0", "web --public-url https://games.example.org --no-open"),
    ),
    "help": Command(
        "show how a command is used, or the rules of a game",
        ("help", "help play", "help operation-duel", "help --man"),
    ),
    "completion": Command(
        "write what makes a shell complete these commands",
        (
            "completion bash > ~/.local/share/bash-completion/completions/numduel",
            "completion zsh > ~/.zfunc/_numduel",
            # fish has looked for the file while this was typed, and looks again only after a while.
            "completion fish | tee ~/.config/fish/completions/numduel.fish | source",
        ),
    ),
}


def command_module(name: str) -> Any:
    """The module of a command; a name that Python keeps for itself has an underscore after it."""
    return import_module(f"{__name__}.{name}{'_' * iskeyword(name)}")

"""Keyboard: what a person at the table types, as moves, as commands, and as answers to each other."""

from functools import partial

from ..core.errors import NumduelError
from ..core.hints import TYPE_CHECKING
from ..core.integers import read_integer
from ..core.position import lexicon, split
from ..core.settings import listed
from ..core.voice import Lines
from ..match import computers
from ..match.events import (
    DRAW,
    Answer,
    AskHint,
    AskUndo,
    AskValues,
    AskWarning,
    AskWhy,
    OfferDraw,
    Resign,
    Say,
)
from ..match.session import Refused
from ..match.words import ForbiddenAttempt, Unfinished, rests, understand
from . import narration
from .console import agree
from .words import moves_in_words, paragraph, rules_in_words

if TYPE_CHECKING:
    from .host import Host

LOSES_AT_ONCE = "That loses the game at once; really?"
# Words that are not moves: `RESERVED_WORDS`, which no move may use, with what each asks for.
COMMANDS = {
    "?": "help",
    "h": "help",
    "help": "help",
    "rules": "rules",
    "moves": "moves",
    "board": "board",
    "hint": "hint",
    "why": "why",
    "values": "values",
    "undo": "undo",
    "back": "back",
    "resign": "resign",
    "draw": "draw",
    "quit": "quit",
    "exit": "quit",
    "q": "quit",
}
ALSO = "You may also type help, moves, rules, hint, undo, draw, resign or quit."
MORE = "Type help for what else you may type."
GO_BACK = "Type back to do something else."
NO_COACH = ["What moves are worth is told where you play with a coach: --coach, or in the menu."]
HELP = """\
Type a move as you are asked for it, or all at once. You may also type:
  moves    the moves you can make now
  board    how the game stands
  rules    the rules of this game
  hint     a good move, and why it is good
  why      what the last move did (it counts as a hint)
  values   what each move is worth, if you play with a coach (a hint)
  undo     take the last move back, if the other player agrees
  back     forget the first words of a move, and say another
  draw     offer a draw
  resign   give the game up
  quit     leave the game unfinished (or exit, or q)
  help     this list (or h, or ?)"""


class Left(NumduelError):
    """A person has left in the middle of a game."""


class Keyboard:
    """Asks whoever is to move, and hands what they say to the host."""

    def __init__(self, host: "Host") -> None:
        self.host = host
        self.console = host.console
        self.session = host.session
        self.words: tuple[str, ...] = ()  # the first words of a move whose rest is still to come

    def ask(self) -> None:
        """Ask the person to move until something has happened."""
        while True:
            line = self.answer(self.prompt())
            said = split(line)
            if said in (("undo",), ("back",)) and self.words:
                self.words = ()  # only a word has been said: there is nobody to ask
            elif len(said) == 1 and said[0] in COMMANDS:
                self.obey(COMMANDS[said[0]])
                return
            elif said and self.understood(line):
                return

    def prompt(self) -> str:
        """The question for a move, or for the rest of one; at a terminal with the words said so far."""
        position, words = self.session.round.position, self.words
        if self.asks_for_rest():
            return f"{' '.join(words)} ... Enter {listed(rests(position, words))}: "
        asked = self.host.prompt(position, words)
        return f"{' '.join(words)} ... {asked}" if words and self.console.interactive else asked

    def asks_for_rest(self) -> bool:
        """Whether words were said that the rulebook has no question for: ours asks for the rest."""
        position = self.session.round.position
        asked = [self.host.prompt(position, words) for words in (self.words, ())]
        return bool(self.words) and asked[0] == asked[1]

    def rejection(self, said: tuple[str, ...]) -> Lines:
        """The answer to words that are no move here: what can be typed now."""
        position, words = self.session.round.position, self.words
        if self.asks_for_rest():
            after = f"After {' '.join(words)!r}"
            return [f"Invalid move. {after} please enter {listed(rests(position, words))}, or 'back'."]
        return self.host.voice.rejection(position.state, words, said)

    def reject(self, said: tuple[str, ...]) -> None:
        """Say that words are no move here."""
        self.host.narrator.say(*self.rejection(said), style="wrong")
        known = {word for spelling in lexicon(self.session.setup.game) for word in spelling}
        unknown = [word for word in said if word not in known and read_integer(word) is None]
        if not self.console.attended:
            return
        if self.words and read_integer(said[0]) is None and not self.asks_for_rest():
            self.console.say(GO_BACK, style="dim")
        elif unknown:
            self.console.say(MORE, style="dim")

    def answer(self, prompt: str) -> str:
        """The line that answers a prompt; whoever waits for the prompt sees everything before it."""
        if self.console.must_show():
            self.host.make_durable()
        return self.console.ask(self.host.narrator.with_names(prompt))

    def understood(self, line: str) -> bool:
        """Whether a line has made a move, or lost the game; else the person is told what it was taken for."""
        position, voice, before = self.session.round.position, self.host.voice, self.words
        if not self.is_meant(line):
            self.words = ()
            return False
        try:
            self.host.do(Say(position.player, line, before), announced=before)
        except Refused as refused:
            if not isinstance(refused.understood, Unfinished):
                self.reject(split(line))
                return False
            self.words = refused.understood.words
            self.host.narrator.say(*voice.aside(position.state, self.words))
            return False
        self.words = ()
        return True

    def is_meant(self, line: str) -> bool:
        """Whether a person means what loses at once, or what a coach advises against; else they do."""
        coach, position = self.host.coach, self.session.round.position
        if coach is None and not self.console.attended:
            return True
        understood = understand(position, line, self.words)
        if self.console.attended and isinstance(understood, ForbiddenAttempt):
            return agree(self.answer, LOSES_AT_ONCE)  # as for resigning: no advice, and no hint
        if coach is None:
            return True
        warned = coach.warning(position, understood)
        return warned is None or self.insists(position.player, warned, coach.why(position, understood))

    def is_draw_meant(self, seat: int) -> bool:
        """Whether a person means to offer a draw, or to accept one, that the coach advises against."""
        coach, position = self.host.coach, self.session.round.position
        warned = None if coach is None else coach.draw_warning(position, seat)
        return coach is None or warned is None or self.insists(seat, warned, coach.outlook(position))

    def insists(self, seat: int, warned: str, why: str) -> bool:
        """Whether a person still wants what the coach advises against; `why` is told to who asks."""
        try:
            self.host.do(AskWarning(seat))
        except Refused:  # so many hints were agreed on, and a warning is one
            return True
        return agree(partial(self.answer_coach, why), warned)

    def answer_coach(self, why: str, prompt: str) -> str:
        """The answer to a coach's question; who wants to know more first is told why, or how to know."""
        while (answer := self.answer(prompt)).strip().lower() in ("why", "values", "hint"):
            word = answer.strip().lower()
            said = why if word == "why" else f"Answer no, and then type {word}."
            self.console.say(*paragraph(self.host.narrator.with_names(said)))
        return answer

    def obey(self, name: str) -> None:
        """Do what a word asks for that is no move."""
        seat = self.session.round.position.player
        try:
            match name:
                case "hint" | "why":
                    self.give_hint(AskHint(seat) if name == "hint" else AskWhy(seat))
                case "quit":
                    if agree(self.answer, "Leave the game unfinished?"):
                        raise Left
                case "resign":
                    if not self.console.interactive or agree(self.answer, "Give the game up?"):
                        self.host.do(Resign(seat))
                case "values" if self.host.coach is not None:
                    self.host.do(AskValues(seat))
                    self.console.say(*self.host.coach.values(self.session.round.position))
                case "undo":
                    self.host.do(AskUndo(self.who_asks_undo()))
                    self.answer_offers()
                case "draw":
                    self.offer_draw(seat)
                case _:
                    self.console.say(*self.told(name))
        except Refused as refused:
            self.host.narrator.say(refused.sentence)

    def offer_draw(self, seat: int) -> None:
        """Offer a draw, if that is meant, and ask the other player."""
        self.session.decide(OfferDraw(seat))  # a refusal comes before a question
        if self.is_draw_meant(seat):
            self.host.do(OfferDraw(seat))
            self.answer_offers()

    def told(self, name: str) -> Lines:
        """What a person is told who wants to know something."""
        position = self.session.round.position
        game, turn = position.game, self.host.voice.turn(position.state, position.player)
        match name:
            case "help":
                return HELP.splitlines()
            case "rules":
                return rules_in_words(game)
            case "moves":
                return paragraph(moves_in_words(position))
            case "values":
                return NO_COACH
            case "board":  # the turn is told again before the next question, and may say it
                return [line for line in [game.show(position.state)] if line not in turn]
            case _:
                return ["There is nothing to go back from. To take a move back, type undo."]

    def who_asks_undo(self) -> int:
        """Who wants a move back: of two people the one who has just moved, else the one at the keyboard."""
        seat = self.session.round.position.player
        return 3 - seat if self.session.is_person(3 - seat) and self.session.round.moves else seat

    def answer_offers(self) -> None:
        """Ask whoever has been offered something."""
        for offer in list(self.session.offers.values()):
            if self.session.is_person(3 - offer.seat):
                yes = agree(self.answer, narration.question(self.session, offer))
                yes = yes and (offer.what != DRAW or self.is_draw_meant(3 - offer.seat))
                self.host.do(Answer(3 - offer.seat, offer.number, yes))
            else:
                self.host.show()
                self.host.do(computers.answer(self.session, self.host.players, offer))

    def give_hint(self, command: AskHint | AskWhy) -> None:
        """Say what is known, and count it."""
        from ..analysis.explanation import hint, why_last_move

        self.session.decide(command)  # a refusal comes before a long wait
        answers, current = self.host.answers, self.session.round
        self.host.do(command)
        if isinstance(command, AskHint):
            words = hint(current.position, answers)
        else:
            words = why_last_move(current.at(len(current.moves) - 1), current.moves[-1], answers)
        self.console.say(*paragraph(self.host.narrator.with_names(words)))

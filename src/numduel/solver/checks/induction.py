"""Induction: groups that lead to groups, checked by running the rules on all states of a group at once.

Nothing is taken from the game but its rules: groups, moves and plies are the certificate's. A win needs plies
that fall with every move, so that no line of it goes on for ever.
"""

import math
from collections.abc import Callable
from functools import partial
from typing import Any

from ...core.blame import failed_guest
from ...core.game import Outcome, Side
from ...core.integers import count
from .common import NO_MOVE, AnyGame, DoesNotHold, Entry, Report, made_of, require
from .groups import PARTS_A_STEP, Groups, Listed, Reader, class_of_tuples, parts_of, sample, some_state
from .meter import Steps, TooLong
from .symbols import Unclear, Way, every_way

# For each group and move there is, so that a small file cannot take long to check. A game may have thousands
# of moves, of which the file says nothing: then it is so many for each group, or for all of a few of them.
STEPS_PER_MOVE, STEPS_PER_GROUP, FEWEST_STEPS = 200, 2_000, 500_000
MORE_DIGITS = 50  # that numbers of groups may have, beyond the length of the spec
NOT_FOR_GROUPS = "the rules cannot be run on the positions of a group"
# One plain state on each way is tried as well: rules might ask of what kind a number is.
OTHERWISE = "the rules deal with a plain number otherwise than with one that is unknown"


def check_induction(
    game: AnyGame, claim: Entry, certificate: Entry, whole: bool = False, steps: Steps | None = None
) -> Report:
    """What was checked of groups of states; DoesNotHold if anything fails.

    TooLong where that takes more steps than so many groups allow, and `whole` does not ask for all of them.
    """
    induct = partial(_Induction, game, whole=whole, steps=steps)
    require(certificate["invariant"] == game.invariant(), "its invariant is not the game's")
    try:
        check = _check_endless if claim["winner"] is None else _check_won
        return Report(tuple(check(game, claim, certificate, induct)), words=game.invariant())
    except Unclear as error:
        raise DoesNotHold(f"the rules ask what cannot be told of a whole group: {error}") from None
    except (ArithmeticError, AssertionError, LookupError):
        raise DoesNotHold(NOT_FOR_GROUPS) from None
    except (AttributeError, TypeError, ValueError) as error:
        if failed_guest(error) is None:
            raise
        raise DoesNotHold(NOT_FOR_GROUPS) from None


def _reader(game: AnyGame) -> Reader:
    return Reader(len(game.spec) + MORE_DIGITS)


class _Induction:
    """One list of groups, and what is tried on each."""

    def __init__(
        self, game: AnyGame, listed: list[Listed], whole: bool = False, steps: Steps | None = None
    ) -> None:
        self.game = game
        self._steps = steps or Steps()
        self.moves = {game.write(move): move for move in game.vocabulary()}
        groups = len(listed) + 1
        most = max(FEWEST_STEPS, STEPS_PER_GROUP * groups)
        allowed = min(STEPS_PER_MOVE * groups * (len(self.moves) + 1), most)
        self._left = math.inf if whole else allowed
        self.groups = Groups(listed, self._step, class_of_tuples(game))

    def _step(self, cost: int = 1) -> None:
        self._steps.take(cost)
        self._left -= cost
        if self._left <= 0:  # which says nothing about what it claims
            raise TooLong("checking it takes longer than so many groups of positions allow")

    def for_each_state(self, run: Callable[[Way, Listed, Any], None]) -> None:
        """Run something on every state of every group."""
        for group in self.groups.listed:

            def run_on_state(way: Way, group: Listed = group) -> None:
                run(way, group, some_state(way, group.states, self.game))

            def step(cost: int, more: int = parts_of(group.states) // PARTS_A_STEP) -> None:
                self._step(cost + more)

            every_way(run_on_state, step)

    def check(self, begin: Callable[[Way], None], go_on: Callable[[Way, Listed, Any], None]) -> None:
        """Try every way to begin, see that each group's move is legal, and try every way to go on."""
        every_way(begin, self._step)
        self.for_each_state(self.require_legal)
        self.for_each_state(go_on)

    def outcome(self, way: Way, state: Any) -> Outcome | None:
        """How the game has ended in a state of which something may be unknown, or None."""
        end = self.game.outcome(state)
        require(not way.exact or self.game.outcome(sample(state)) == end, OTHERWISE)
        return end

    def legal(self, way: Way, state: Any) -> list[Any]:
        """The legal moves in a state of which something may be unknown."""
        moves = [*self.game.moves(state)]
        require(not way.exact or [*self.game.moves(sample(state))] == moves, OTHERWISE)
        return moves

    def after(self, way: Way, state: Any, move: Any) -> tuple[Any, Outcome | None]:
        """What a legal move leads to in a state of which something may be unknown, and the outcome there."""
        made = self.game.play(state, move)
        if way.exact:
            plain = self.game.play(sample(state), move)
            require(made_of(plain) == made_of(sample(made)), OTHERWISE)
        return made, self.outcome(way, made)

    def require_legal(self, way: Way, group: Listed, state: Any) -> None:
        """The game goes on in the state, and the group's move is legal there."""
        require(self.outcome(way, state) is None, "a group has a position in which the game is over")
        legal = self.moves.get(group.play) in self.legal(way, state)
        require(group.play in self.moves and legal, f"{group.play!a:.50} is not legal in all of a group")

    def chosen(self, way: Way, group: Listed, state: Any) -> tuple[Any, Outcome | None]:
        """What the group's move leads to, and the outcome if that ends the game."""
        return self.after(way, state, self.moves[group.play])

    def any_move(self, way: Way, state: Any) -> tuple[Any, Outcome | None]:
        """What one of the legal moves leads to, each on ways of its own."""
        moves = self.legal(way, state)
        require(bool(moves), NO_MOVE)
        return self.after(way, state, way.choose(moves))

    def faced(self, way: Way, side: int) -> tuple[Any, Outcome | None]:
        """The first state that a side faces: the start, or after any move of the other."""
        start = self.game.initial()
        return (start, None) if side == 1 else self.any_move(way, start)


_Induct = Callable[[list[Listed]], _Induction]  # of one list of groups, all else being told


def _check_won(game: AnyGame, claim: Entry, certificate: Entry, induct: _Induct) -> list[str]:
    winner, plies = claim["winner"], claim["plies"]
    require(plies is None or type(plies) is int, "a win takes a whole number of moves")
    win = induct(_reader(game).groups(certificate["win"], "within"))
    _check_win(win, winner, plies)
    within = "" if plies is None else f" within {count(plies, 'move')}"
    lines = [f"Player {winner} wins{within}: {_in_groups(win)}, and the moves left fall with every move."]
    delay = induct(_reader(game).groups(certificate["delay"], "lasts"))
    if plies is None:
        require(not delay.groups.listed, "it delays a loss of no stated length")
        return lines
    _check_delay(delay, 3 - winner, plies)
    return [*lines, f"Player {3 - winner} lasts {count(plies, 'move')}: {_in_groups(delay)}."]


def _in_groups(induction: _Induction) -> str:
    groups = len(induction.groups.listed)
    if not groups:
        return "nothing is left for them to choose"
    each = "" if groups == 1 else "each "
    return f"{count(groups, 'group')} of positions, {each}with its move and every reply"


def _check_win(win: _Induction, winner: int, plies: int | None) -> None:
    """The winner's moves lead, whatever the other does, to a win within the plies of the groups."""

    def begin(way: Way) -> None:
        state, end = win.faced(way, winner)
        won = "the first move may already lose for the claimed winner"
        require(end is None or end.winner is Side.NEXT, won)
        needed = 0 if end else win.groups.find(way, state).plies_at(state)
        require(plies is None or needed + winner - 1 <= plies, "the groups need more moves than are claimed")

    def go_on(way: Way, group: Listed, state: Any) -> None:
        within = group.plies_at(state)
        require(within >= 1, "the plies of a group run out before the game is over")
        after, end = win.chosen(way, group, state)
        if end is not None:
            require(end.winner is Side.PREVIOUS, "the move of a group loses")
            return
        reply, end = win.any_move(way, after)
        require(end is None or end.winner is Side.NEXT, "a reply to the move of a group escapes")
        left = 0 if end else win.groups.find(way, reply).plies_at(reply)
        # The plies fall along every line and stay positive, so no line can go on for ever.
        require(left + 2 <= within, "the plies left do not fall with every move")

    win.check(begin, go_on)


def _check_delay(delay: _Induction, loser: int, plies: int) -> None:
    """The loser's moves last, whatever the other does, at least the plies of the groups."""

    def begin(way: Way) -> None:
        (state, end), due = delay.faced(way, loser), plies - loser + 1
        quick = end is not None and end.winner is Side.PREVIOUS
        require(not quick or due <= 0, "the winner is quicker than claimed")
        if end is None and due > 0:
            lasts = delay.groups.find(way, state).plies_at(state)
            require(lasts >= due, "the loser does not last long enough")

    def go_on(way: Way, group: Listed, state: Any) -> None:
        lasts, sooner = group.plies_at(state), "the loser is lost sooner than a group says"
        after, end = delay.chosen(way, group, state)
        if end is not None:
            require(end.winner is not Side.NEXT or lasts <= 1, sooner)
            return
        reply, end = delay.any_move(way, after)
        if end is not None:
            require(end.winner is not Side.PREVIOUS or lasts <= 2, sooner)
        elif lasts > 2:
            require(delay.groups.find(way, reply).plies_at(reply) >= lasts - 2, sooner)

    delay.check(begin, go_on)


def _check_endless(game: AnyGame, claim: Entry, certificate: Entry, induct: _Induct) -> list[str]:
    endless = claim["value"] == "endless" and claim["plies"] is None
    require(endless, "groups prove a win, or a game without end")
    require(set(certificate["hold"]) == {"1", "2"}, "it must list what each side holds")
    lines = []
    for side in (1, 2):
        hold = induct(_reader(game).groups(certificate["hold"][str(side)]))
        _check_hold(hold, side)
        lines.append(f"Player {side} can always avoid losing: {_in_groups(hold)}.")
    patterns = _reader(game).patterns(certificate["everywhere"])
    everywhere = induct([Listed(pattern) for pattern in patterns])
    _check_never_drawn(everywhere)
    groups = count(len(patterns), "group")
    return [*lines, f"Nothing ends in a draw: {groups} of positions, and every move from them."]


def _check_hold(hold: _Induction, side: int) -> None:
    """Following its moves, a side stays in its groups and is never lost, whatever the other does."""

    def begin(way: Way) -> None:
        state, end = hold.faced(way, side)
        require(end is None or end.winner is not Side.PREVIOUS, f"player {side} can be beaten")
        if end is None:
            hold.groups.find(way, state)

    def go_on(way: Way, group: Listed, state: Any) -> None:
        after, end = hold.chosen(way, group, state)
        if end is not None:
            require(end.winner is not Side.NEXT, "the move of a group loses")
            return
        reply, end = hold.any_move(way, after)
        require(end is None or end.winner is not Side.PREVIOUS, f"player {side} can be beaten")
        if end is None:
            hold.groups.find(way, reply)

    hold.check(begin, go_on)


def _check_never_drawn(everywhere: _Induction) -> None:
    """Whatever anyone plays, the game stays in the groups or ends with a winner."""

    def go_on(way: Way, _: Listed, state: Any) -> None:
        end = everywhere.outcome(way, state)
        after, end = (state, end) if end else everywhere.any_move(way, state)
        require(end is None or end.winner is not None, "a drawn end can be reached: it need not be endless")
        if end is None:
            everywhere.groups.find(way, after)

    everywhere.groups.find(Way(), everywhere.game.initial())
    everywhere.for_each_state(go_on)

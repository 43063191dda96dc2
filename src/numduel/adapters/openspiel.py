"""Every game as an OpenSpiel game; importing this registers them, as `numduel_` and the name.

>>> import pyspiel
>>> import numduel.adapters.openspiel
>>> state = pyspiel.load_game("numduel_operation_duel(target=31,add=1/2)").new_initial_state()
>>> [state.action_to_string(action) for action in state.legal_actions()]
['+1', '+2', '*2']

Each setting is a parameter: a whole number is one to OpenSpiel too (-1 for `none`), and every other
setting is text as in a spec. OpenSpiel decides by its looks whether a parameter is a number, and then knows
32 bits, so that the set `1-4`, the set `3` and a number of many digits cannot be written so. Such settings
go into the parameter `settings`, which takes them all as in a spec, but with `:` and `;` for `=` and `,`:

>>> print(pyspiel.load_game("numduel_operation_duel(settings=target:5000000000;add:1-4)"))
numduel_operation_duel(settings=target:5000000000;add:1-4)

As a dict, `{"add": "1-4"}` will do, and `load` takes any spec as it is. OpenSpiel has no truncation: a game
that has lasted `max_turns` is a draw there, by its rules. Actions are indices of `vocabulary()`.

OpenSpiel's own algorithms take these games as they take any game in Python. Its compiled `MCTSBot.step` is
the exception: it lets go of the interpreter and so ends the process, with every game in Python; use its
`step_with_policy`, which searches the same.
"""

import warnings
from typing import Any, ClassVar

import numpy as np
import pyspiel
from open_spiel.python.observation import IIGObserverForPublicInfoGame

from ..core.errors import ArgumentError
from ..core.game import MAX_FEATURE, Game
from ..core.integers import count, write_integer
from ..core.position import IllegalMove, InvalidMove, Position
from ..core.registry import BrokenGame, names
from ..core.registry import load as load_rules
from .openspiel_parameters import Parameters, checked_turns, defaults, parameters, settings
from .options import MAX_TURNS

AnyGame = Game[Any, Any]


def load(spec: str | AnyGame, max_turns: int = MAX_TURNS) -> "DuelGame":
    """The OpenSpiel game that `spec` names.

    >>> load("operation-duel:add=1-4").num_distinct_actions()
    5
    """
    return _load_named(openspiel_name(spec, max_turns))


def openspiel_name(spec: str | AnyGame, max_turns: int = MAX_TURNS) -> str:
    """What to give to `pyspiel.load_game` for the game that `spec` names.

    >>> openspiel_name("top-stack-twelve:tokens=1-4/6,limit=10", max_turns=50)
    'numduel_top_stack_twelve(limit=10,max_turns=50,tokens=1-4/6)'
    """
    rules = load_rules(spec) if isinstance(spec, str) else spec
    given = sorted(parameters(rules, checked_turns(max_turns)).items())
    return f"{_short_name(rules.name)}({','.join(f'{name}={value}' for name, value in given)})"


class Snapshot:
    """A position of an OpenSpiel game with its actions and returns; it never changes, and states share it."""

    __slots__ = ("actions", "position", "returns")

    def __init__(self, game: "DuelGame", position: Position[Any, Any]) -> None:
        rules, state = position.game, position.state
        outcome = rules.outcome(state)
        self.position = position
        self.actions: tuple[int, ...] = ()
        self.returns: tuple[float, float] | None = None  # None while the game goes on
        if outcome is not None:
            self.returns = _RETURNS[outcome.value.winner(position.player)]
        elif position.ply >= game.max_turns:
            self.returns = _RETURNS[None]
        else:
            self.actions = tuple(sorted(game.action_of[move] for move in rules.moves(state)))

    def __deepcopy__(self, memo: object) -> "Snapshot":
        """The very same: OpenSpiel clones a state by a deep copy of what it holds."""
        return self


_RETURNS = {1: (1.0, -1.0), 2: (-1.0, 1.0), None: (0.0, 0.0)}  # by winner


class DuelGame(pyspiel.Game):  # type: ignore[misc]  # OpenSpiel has no type hints
    """A game under its settings: `rules` is the game itself, and `max_turns` moves make a draw."""

    kind: ClassVar[type[AnyGame]]
    game_type: ClassVar[Any]

    def __init__(self, params: Parameters | None = None) -> None:
        given = params or {}
        self.max_turns = checked_turns(given.get("max_turns", MAX_TURNS))
        self.rules = load_rules(self.kind.name, settings(self.kind, given))
        self.vocabulary = tuple(self.rules.vocabulary())
        self.action_of = {move: action for action, move in enumerate(self.vocabulary)}
        info = pyspiel.GameInfo(
            num_distinct_actions=len(self.vocabulary),
            max_chance_outcomes=0,
            num_players=2,
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=0.0,
            max_game_length=self.max_turns,
        )
        super().__init__(self.game_type, info, parameters(self.rules, self.max_turns))
        self.first = Snapshot(self, Position.start(self.rules))

    def new_initial_state(self) -> "DuelState":
        """The state at the start."""
        return DuelState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> Any:
        """What shows states to a learner or, where perfect recall is asked for, the actions so far."""
        if iig_obs_type is None or (iig_obs_type.public_info and not iig_obs_type.perfect_recall):
            return FeaturesObserver(self, params)
        return IIGObserverForPublicInfoGame(iig_obs_type, params)

    def __reduce__(self) -> Any:
        return _load_named, (str(self),)


class DuelState(pyspiel.State):  # type: ignore[misc]  # OpenSpiel has no type hints
    """A state of a game; `position` is numduel's own view of it."""

    def __init__(self, game: DuelGame) -> None:
        super().__init__(game)
        self._snapshot = game.first

    @property
    def position(self) -> Position[Any, Any]:
        """The position, with its rules."""
        return self._snapshot.position

    def current_player(self) -> int:
        """The id, 0 or 1, of the player to move, or OpenSpiel's mark for an end."""
        snapshot = self._snapshot
        return pyspiel.PlayerId.TERMINAL if snapshot.returns is not None else snapshot.position.ply % 2

    def _legal_actions(self, player: int) -> list[int]:
        return list(self._snapshot.actions)

    def _apply_action(self, action: int) -> None:
        snapshot, game = self._snapshot, self.get_game()
        if action not in snapshot.actions:
            raise _refusal(game, snapshot, action)
        rules, state, ply = snapshot.position.game, snapshot.position.state, snapshot.position.ply
        after = rules.play(state, game.vocabulary[action])
        self._snapshot = Snapshot(game, Position(rules, after, ply + 1))

    def _action_to_string(self, player: int, action: int) -> str:
        game = self.get_game()
        return str(game.rules.write(_move(game, action)))

    def is_terminal(self) -> bool:
        """Whether the game is over."""
        return self._snapshot.returns is not None

    def returns(self) -> list[float]:
        """1 and -1 for winner and loser, 0 for both in a draw or while the game goes on."""
        return list(self._snapshot.returns or (0.0, 0.0))

    def __reduce__(self) -> Any:
        return _load_state, (pyspiel.serialize_game_and_state(self.get_game(), self),)

    def __str__(self) -> str:
        """What the future depends on, as text: states that read the same have the same future."""
        position = self._snapshot.position
        left = self.get_game().max_turns - position.ply
        who = "over" if self.is_terminal() else f"p{position.ply % 2} to move"
        return f"{who}, {left} turns left: {_key_text(position.game.key(position.state))}"


class FeaturesObserver:
    """Shows a state in numbers, equally to both players: who is to move, the turns left, the features.

    The features are the game's, as the player to move sees them, and -1 throughout once the game is over.
    OpenSpiel's numbers are of single precision, exact up to 2**24 and rounded beyond. What leaves
    `feature_bounds()`, or 2**53 either way, is shown by the nearest number that does not.
    """

    def __init__(self, game: DuelGame, params: Any = None) -> None:
        if params:
            raise ArgumentError(f"observations of {game.rules.title} take no parameters, not {params!a}")
        bounds = game.rules.feature_bounds()
        self.bounds = [(max(low, -MAX_FEATURE), min(high, MAX_FEATURE)) for low, high in bounds]
        self.max_turns = game.max_turns
        self.tensor = np.zeros(3 + len(self.bounds), np.float32)
        pieces = np.split(self.tensor, (2, 3))
        self.dict = dict(zip(("to_move", "turns_left", "features"), pieces, strict=True))

    def set_from(self, state: DuelState, player: int) -> None:
        """Show `state` in `tensor` and `dict`."""
        position = state.position
        self.tensor.fill(0)
        self.tensor[2] = self.max_turns - position.ply
        if state.is_terminal():
            self.tensor[3:] = -1
            return
        self.tensor[position.ply % 2] = 1
        features = position.game.features(position.state)
        within = zip(features, self.bounds, strict=True)
        self.tensor[3:] = [min(max(value, low), high) for value, (low, high) in within]

    def string_from(self, state: DuelState, player: int) -> str:
        """`state` as text."""
        return str(state)


def _load_named(name: str) -> DuelGame:
    game: DuelGame = pyspiel.load_game(name)
    return game


def _load_state(text: str) -> DuelState:
    state: DuelState = pyspiel.deserialize_game_and_state(text)[1]
    return state


def _short_name(name: str) -> str:
    return f"numduel_{name.replace('-', '_')}"


def _move(game: DuelGame, action: int) -> Any:
    if not 0 <= action < len(game.vocabulary):
        last = len(game.vocabulary) - 1
        raise InvalidMove(f"there is no action {action} in {game.rules.title}; its actions are 0 to {last}")
    return game.vocabulary[action]


def _refusal(game: DuelGame, snapshot: Snapshot, action: int) -> Exception:
    move = _move(game, action)
    if snapshot.position.outcome is None and snapshot.returns is not None:
        text = game.rules.write(move)
        return IllegalMove(f"{text} cannot be played: the game is over after {count(game.max_turns, 'turn')}")
    try:
        snapshot.position.play(move)
    except IllegalMove as error:
        return error
    raise AssertionError(f"action {action} is legal")


def _key_text(part: object) -> str:
    """A key as text, however large its numbers."""
    if isinstance(part, int):
        return write_integer(part)
    return f"({', '.join(map(_key_text, part))})" if isinstance(part, tuple) else repr(part)


def _register(kind: type[AnyGame]) -> None:
    game_type = pyspiel.GameType(
        short_name=_short_name(kind.name),
        long_name=kind.title,
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.DETERMINISTIC,
        information=pyspiel.GameType.Information.PERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.ZERO_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=2,
        min_num_players=2,
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification=defaults(kind),
    )
    # A class for each: OpenSpiel lets go of what it was given when Python has already ended, and that ends in
    # an abort where it is the last to hold it. Classes hold themselves.
    own_class = type(f"{kind.__name__}Game", (DuelGame,), {"kind": kind, "game_type": game_type})
    pyspiel.register_game(game_type, own_class)


for _name in names():
    try:
        _register(type(load_rules(_name)))
    except BrokenGame as _error:  # another package's, which keeps nobody from playing the others
        warnings.warn(str(_error), stacklevel=2)

"""The five games as OpenSpiel games in Python, for benchmarks/solve.py.

Written the way OpenSpiel's own Python games are: rulebook settings as plain numbers (Operation Stack
bounded, since the rulebook's has no end of positions), states that change in place, and as few and as small
fields as there can be, since OpenSpiel copies each of them for every move it looks at. They share no code
with numduel.

OpenSpiel's minimax follows every line to its end, and needs one in games that go round in circles: with
`max_turns` above 0 the game is a draw after so many turns, and a position says how many are left.
"""

from typing import Any

import pyspiel

DIGIT_TARGET = 1000
DUEL_TARGET = 20
OBLITERATION_START, OBLITERATION_HIGH = 12, 100
TOP_LIMIT = 12
STACK_TARGET, STACK_HEIGHT, STACK_BOUND = 24, 3, 24
STACK_NUMBERS = 9  # actions 0-8 push 1-9; then come plus, minus and times
PRIMES = frozenset(n for n in range(2, OBLITERATION_HIGH + 1) if all(n % d for d in range(2, n)))
ADD, SUBTRACT, DIVIDE, MULTIPLY, NOTHING = range(5)


class _State(pyspiel.State):  # type: ignore[misc]  # OpenSpiel has no type hints
    """Whose turn it is, how many are left (below 0: no limit), and player 0's score once it is over."""

    def __init__(self, game: Any, max_turns: int) -> None:
        super().__init__(game)
        self._player = 0
        self._turns_left = max_turns or -1
        self._over = False
        self._score = 0.0

    def current_player(self) -> int:
        return int(pyspiel.PlayerId.TERMINAL) if self._over else self._player

    def is_terminal(self) -> bool:
        return self._over

    def returns(self) -> list[float]:
        return [self._score, -self._score]

    def _end(self, player_wins: bool) -> None:
        """The game is over: the player who has just moved wins, or loses."""
        self._over = True
        self._score = 1.0 if player_wins == (self._player == 0) else -1.0

    def _pass_on(self) -> None:
        """The next player's turn, if there is one."""
        self._player = 1 - self._player
        self._turns_left -= 1
        if self._turns_left == 0:
            self._over = True

    def __str__(self) -> str:
        # All that has the same future must read the same: ends too, which saves OpenSpiel thousands of them.
        if self._over:
            return f"over {self._score}"
        if self._turns_left < 0:
            return f"{self._shown()} {self._player}"
        return f"{self._shown()} {self._player} {self._turns_left}"

    def _shown(self) -> str:
        raise NotImplementedError

    def _action_to_string(self, player: int, action: int) -> str:
        return str(action)


class DigitStackState(_State):
    """Action a appends the digit a + 1."""

    def __init__(self, game: Any, max_turns: int) -> None:
        super().__init__(game, max_turns)
        self._number = 0

    def _legal_actions(self, player: int) -> list[int]:
        return [0, 1, 2, 3, 4, 5, 6, 7, 8]

    def _apply_action(self, action: int) -> None:
        self._number = 10 * self._number + action + 1
        if self._number >= DIGIT_TARGET:
            self._end(player_wins=self._number == DIGIT_TARGET)
        else:
            self._pass_on()

    def _shown(self) -> str:
        return str(self._number)


class OperationDuelState(_State):
    """Action 0 adds 1, action 1 doubles."""

    def __init__(self, game: Any, max_turns: int) -> None:
        super().__init__(game, max_turns)
        self._number = 1

    def _legal_actions(self, player: int) -> list[int]:
        return [0, 1]

    def _apply_action(self, action: int) -> None:
        self._number = 2 * self._number if action else self._number + 1
        if self._number >= DUEL_TARGET:
            self._end(player_wins=self._number == DUEL_TARGET)
        else:
            self._pass_on()

    def _shown(self) -> str:
        return str(self._number)


class OperationObliterationState(_State):
    """Actions are ADD, SUBTRACT, DIVIDE and MULTIPLY; `mine` is the last one of the player to move."""

    def __init__(self, game: Any, max_turns: int) -> None:
        super().__init__(game, max_turns)
        self._number = OBLITERATION_START
        self._mine = NOTHING
        self._theirs = NOTHING

    def _legal_actions(self, player: int) -> list[int]:
        number = self._number
        actions = []
        if number in PRIMES:
            if number < OBLITERATION_HIGH:
                actions.append(ADD)
            actions.append(SUBTRACT)
        if number % 2 == 0:
            actions.append(DIVIDE)
        elif 3 * number + 1 <= OBLITERATION_HIGH:
            actions.append(MULTIPLY)
        if self._mine in actions:
            actions.remove(self._mine)
        return actions

    def _apply_action(self, action: int) -> None:
        number = self._number
        if action == ADD:
            self._number = number + 1
        elif action == SUBTRACT:
            self._number = number - 1
        elif action == DIVIDE:
            self._number = number // 2
        else:
            self._number = 3 * number + 1
        self._mine, self._theirs = self._theirs, action
        if self._legal_actions(1 - self._player):
            self._pass_on()
        else:
            self._end(player_wins=True)

    def _shown(self) -> str:
        return f"{self._number} {self._mine} {self._theirs}"


class TopStackTwelveState(_State):
    """Action a places the number a + 1; only the top two numbers matter for the next player."""

    def __init__(self, game: Any, max_turns: int) -> None:
        super().__init__(game, max_turns)
        self._top = 0
        self._second = 0

    def _legal_actions(self, player: int) -> list[int]:
        return [0, 1, 2, 3, 4, 5]

    def _apply_action(self, action: int) -> None:
        reached = self._second + self._top + action + 1 >= TOP_LIMIT
        self._second, self._top = self._top, action + 1
        if reached:
            self._end(player_wins=False)
        else:
            self._pass_on()

    def _shown(self) -> str:
        return f"{self._second} {self._top}"


class OperationStackState(_State):
    """Actions 0-8 push 1-9; 9, 10 and 11 are plus, minus and times."""

    def __init__(self, game: Any, max_turns: int) -> None:
        super().__init__(game, max_turns)
        self._stack: tuple[int, ...] = ()

    def _legal_actions(self, player: int) -> list[int]:
        stack = self._stack
        actions = list(range(STACK_NUMBERS)) if len(stack) < STACK_HEIGHT else []
        if len(stack) >= 2:
            below, top = stack[-2:]
            results = (below + top, below - top, below * top)
            actions += [
                STACK_NUMBERS + sign
                for sign, result in enumerate(results)
                if -STACK_BOUND <= result <= STACK_BOUND
            ]
        return actions

    def _apply_action(self, action: int) -> None:
        stack = self._stack
        if action < STACK_NUMBERS:
            self._stack = (*stack, action + 1)
        else:
            below, top = stack[-2:]
            sign = action - STACK_NUMBERS
            result = below + top if sign == 0 else below - top if sign == 1 else below * top
            self._stack = stack = (*stack[:-2], result)
            if stack == (STACK_TARGET,):
                self._end(player_wins=True)
                return
        if len(self._stack) == STACK_HEIGHT and not self._legal_actions(1 - self._player):
            self._end(player_wins=True)
            return
        self._pass_on()

    def _shown(self) -> str:
        return str(self._stack)


def _register(short_name: str, actions: int, state: type[_State]) -> None:
    game_type = pyspiel.GameType(
        short_name=short_name,
        long_name=short_name,
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.DETERMINISTIC,
        information=pyspiel.GameType.Information.PERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.ZERO_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=2,
        min_num_players=2,
        provides_information_state_string=False,
        provides_information_state_tensor=False,
        provides_observation_string=False,
        provides_observation_tensor=False,
        parameter_specification={"max_turns": 0},
    )

    class NumberGame(pyspiel.Game):  # type: ignore[misc]  # as above
        def __init__(self, params: dict[str, Any] | None = None) -> None:
            self._max_turns: int = (params or {}).get("max_turns", 0)
            info = pyspiel.GameInfo(
                num_distinct_actions=actions,
                max_chance_outcomes=0,
                num_players=2,
                min_utility=-1.0,
                max_utility=1.0,
                utility_sum=0.0,
                max_game_length=self._max_turns or 1000,
            )
            super().__init__(game_type, info, params or {})

        def new_initial_state(self) -> _State:
            return state(self, self._max_turns)

    pyspiel.register_game(game_type, NumberGame)


_register("digit_stack", 9, DigitStackState)
_register("operation_duel", 2, OperationDuelState)
_register("operation_obliteration", 4, OperationObliterationState)
_register("operation_stack", STACK_NUMBERS + 3, OperationStackState)
_register("top_stack_twelve", 6, TopStackTwelveState)

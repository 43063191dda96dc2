"""Automata: the smallest machine that reads digits and tells an outcome, learned from words and minimised."""

from collections import deque
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import product

Word = Sequence[int]

EVIDENCE = 4  # in how many continuations two beginnings must agree before they are taken for one state
MOST_STATES = 24
MOST_UNKNOWN = 3  # states about whose output nothing is known, which are tried either way


@dataclass(frozen=True)
class Automaton:
    """States numbered from 0, the start; where each letter leads from each; and each state's output."""

    steps: tuple[tuple[int, ...], ...]
    outputs: tuple[bool, ...]

    def __len__(self) -> int:
        return len(self.steps)

    def run(self, word: Iterable[int]) -> bool:
        """The output after a word."""
        state = 0
        for letter in word:
            state = self.steps[state][letter]
        return self.outputs[state]


def minimise(automaton: Automaton) -> Automaton:
    """The automaton with the fewest states that has the same output after every word.

    States are parted by their outputs, and parts are parted again (Moore) until all states of each lead into
    the same parts. States are numbered as they are reached, so equal machines come out equal.
    """
    parts = [int(output) for output in automaton.outputs]
    while True:
        signs = [
            (parts[state], *(parts[after] for after in row)) for state, row in enumerate(automaton.steps)
        ]
        numbers = {sign: number for number, sign in enumerate(dict.fromkeys(signs))}
        finer = [numbers[sign] for sign in signs]
        if len(numbers) == len(set(parts)):
            return _numbered(automaton, finer)
        parts = finer


def _numbered(automaton: Automaton, parts: list[int]) -> Automaton:
    """One state for each part that can be reached, numbered breadth first."""
    order, first = [parts[0]], {part: state for state, part in reversed(list(enumerate(parts)))}
    for part in order:  # it grows as parts are reached
        for after in automaton.steps[first[part]]:
            if parts[after] not in order:
                order.append(parts[after])
    steps = tuple(
        tuple(order.index(parts[after]) for after in automaton.steps[first[part]]) for part in order
    )
    return Automaton(steps, tuple(automaton.outputs[first[part]] for part in order))


class _Tree:
    """Words as a tree: a node for each beginning, with the outcome of the word that ends there, if any."""

    def __init__(self, words: Iterable[tuple[Word, bool]]) -> None:
        self.children: list[dict[int, int]] = [{}]
        self.outcomes: list[bool | None] = [None]
        for word, outcome in words:
            node = 0
            for letter in word:
                node = self._child(node, letter)
            self.outcomes[node] = outcome

    def _child(self, node: int, letter: int) -> int:
        found = self.children[node].get(letter)
        if found is None:
            found = self.children[node][letter] = len(self.children)
            self.children.append({})
            self.outcomes.append(None)
        return found

    def agreement(self, one: int, other: int) -> int:
        """After how many continuations both outcomes are known; -1 where any two of them differ."""
        agreed, waiting = 0, deque([(one, other)])
        while waiting:
            first, second = waiting.popleft()
            if self.outcomes[first] is not None and self.outcomes[second] is not None:
                if self.outcomes[first] != self.outcomes[second]:
                    return -1
                agreed += 1
            longer = self.children[second]
            waiting.extend((after, longer[x]) for x, after in self.children[first].items() if x in longer)
        return agreed


def learn(words: Iterable[tuple[Word, bool]], letters: int, skips_zeros: bool) -> Automaton | None:
    """The automaton that the words were made by, as far as they tell it, with the fewest states.

    Two beginnings are one state unless some continuation tells them apart (Myhill and Nerode). None where
    too few words are known to tell, or where there are more than MOST_STATES. With `skips_zeros`, letter 0 at
    the start of a word leads back to the start.
    """
    tree = _Tree(words)
    nodes, outcomes, steps = [0], [tree.outcomes[0]], []
    for node in nodes:  # it grows as states are found
        row = [0] if skips_zeros and node == 0 else []
        for letter in range(len(row), letters):
            after = tree.children[node].get(letter)
            state = None if after is None else _state_of(tree, nodes, after)
            if state is None or after is None:
                return None
            if state == len(outcomes):
                outcomes.append(None)
            if outcomes[state] is None:
                outcomes[state] = tree.outcomes[after]
            row.append(state)
        steps.append(tuple(row))
    return _smallest(Automaton(tuple(steps), ()), outcomes)


def _state_of(tree: _Tree, nodes: list[int], node: int) -> int | None:
    """The state that a node is, which may be a new one; None where too little is known to tell."""
    for state, known in enumerate(nodes):
        agreed = tree.agreement(known, node)
        if agreed >= EVIDENCE:
            return state
        if agreed >= 0:
            return None
    if len(nodes) >= MOST_STATES:
        return None
    nodes.append(node)
    return len(nodes) - 1


def _smallest(automaton: Automaton, outcomes: list[bool | None]) -> Automaton | None:
    """The smallest of the automata that unknown outputs leave open."""
    unknown = [state for state, outcome in enumerate(outcomes) if outcome is None]
    if len(unknown) > MOST_UNKNOWN:
        return None
    found = []
    for guess in product((False, True), repeat=len(unknown)):
        filled = dict(zip(unknown, guess, strict=True))
        outputs = tuple(filled.get(state, bool(outcome)) for state, outcome in enumerate(outcomes))
        found.append(minimise(replace(automaton, outputs=outputs)))
    return min(found, key=len)

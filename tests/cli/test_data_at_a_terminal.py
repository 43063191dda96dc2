"""What is meant for programs, or to be pasted elsewhere, is the same at a terminal as in a pipe."""

import pytest
from commandline import Terminal, numduel


@pytest.mark.parametrize(
    "command",
    ["rules operation-duel --json", "completion bash", "help --man", "prove operation-duel:target=3 -o -"],
)
def test_data_is_not_folded_at_a_terminal(command: str) -> None:
    with Terminal(*command.split(), columns="40") as terminal:
        assert terminal.finish().replace("\t", " ") == numduel(*command.split()).out.replace("\t", " ")
        assert terminal.code == 0

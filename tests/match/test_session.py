"""Sessions: what each command does, when it is refused, and that a session is nothing but its events."""

import contextlib
import json
from typing import Any

import pytest
from table import do, looks, play, refusal, session_of

import numduel
from numduel.core.frozen import fields_of
from numduel.match import computers
from numduel.match.events import (
    COMMANDS,
    Answer,
    AskHint,
    AskUndo,
    AskValues,
    AskWarning,
    AskWhy,
    Begun,
    Declined,
    Ended,
    Hinted,
    Leave,
    MessageError,
    Moved,
    NextGame,
    OfferDraw,
    Offered,
    Play,
    Rematched,
    Resign,
    RunOutOfTime,
    Say,
    Seated,
    Sit,
    TakenBack,
    read_command,
    read_event,
)
from numduel.match.round import Ending, Result, agreed_draw, lost_by
from numduel.match.session import Refused, Session
from numduel.match.setup import Setup
from numduel.match.words import Unfinished
from numduel.players import find

# Playing


def test_a_move_is_made_by_the_seat_whose_turn_it_is() -> None:
    session = session_of()
    assert do(session, Play(1, "2")) == (Moved(2, 1, 0, "2"),)
    assert do(session, Play(2, "5")) == (Moved(3, 2, 1, "5"),)
    assert (session.round.moves, session.to_move, session.number) == ([2, 5], 1, 3)


def test_a_move_out_of_turn_is_refused() -> None:
    session = session_of()
    assert refusal(session, Play(2, "5")) == "not-your-turn"
    assert refusal(session, Say(2, "5")) == "not-your-turn"


def test_a_move_that_there_is_not_and_one_that_is_not_legal_are_told_apart() -> None:
    session = session_of("digit-stack:repeats=no", "5")
    assert refusal(session, Play(2, "0")) == "no-such-move"
    assert refusal(session, Play(2, "5")) == "illegal-move"


def test_a_move_meant_for_an_earlier_moment_is_refused() -> None:
    session = session_of("digit-stack", "5", "5")
    assert refusal(session, Play(1, "5", ply=0)) == "moved-on"
    assert do(session, Play(1, "5", ply=2))


def test_the_move_that_ends_a_game_is_followed_by_its_end() -> None:
    session = session_of("digit-stack", "2", "5", "8")
    moved, ended = do(session, Play(2, "9"))
    assert moved == Moved(5, 2, 3, "9")
    assert ended == Ended(6, Result(1, Ending.RULE, "the target was exceeded"))
    assert session.round.result == Result(1, Ending.RULE, "the target was exceeded")
    assert (session.match.points, session.match.over, session.to_move) == ([1, 0], True, None)
    assert session.finished


def test_a_match_is_not_finished_between_two_games() -> None:
    session = session_of("digit-stack", rounds=2)
    do(session, Resign(1))
    assert (session.under_way, session.match.over, session.finished) == (False, False, False)


def test_the_turn_limit_ends_a_game_as_a_draw() -> None:
    session = session_of("top-stack-twelve", "1", max_turns=2)
    _, ended = do(session, Play(2, "1"))
    assert ended == Ended(4, Result(None, Ending.TURN_LIMIT, "2 turns were played"))
    assert session.match.draws == 1


def test_a_rule_that_ends_the_game_on_the_last_turn_comes_before_the_limit() -> None:
    session = session_of("digit-stack", "2", "5", "8", max_turns=4)
    _, ended = do(session, Play(2, "9"))
    assert isinstance(ended, Ended)
    assert ended.result.ending is Ending.RULE


# Words


def test_words_make_a_move_at_once_or_one_after_the_other() -> None:
    session = session_of("operation-stack")
    assert do(session, Say(1, "push 5")) == (Moved(2, 1, 0, "5"),)
    with pytest.raises(Refused) as refused:
        session.decide(Say(2, "push"))
    assert (refused.value.code, refused.value.understood) == ("unfinished", Unfinished(("push",)))
    assert do(session, Say(2, "8", before=("push",))) == (Moved(3, 2, 1, "8"),)


def test_words_that_are_no_move_are_refused() -> None:
    session = session_of("operation-stack")
    assert refusal(session, Say(1, "xyzzy")) == "not-understood"
    assert refusal(session, Say(1, "12")) == "not-understood"
    assert refusal(session, Say(1, "")) == "unfinished"


def test_a_forbidden_attempt_loses_and_its_words_are_kept_apart_from_the_reason() -> None:
    session = session_of("operation-stack", "5")
    (ended,) = do(session, Say(2, "operate /"))
    assert isinstance(ended, Ended)
    assert ended.result == Result(
        1, Ending.FORFEIT, "player 2 tried 'operate /'", player=2, attempt="operate /"
    )


def test_an_attempt_with_unprintable_words_is_kept_in_printable_ones() -> None:
    session = session_of("operation-stack")
    (ended,) = do(session, Say(1, "operate \x1b\udcff"))
    assert isinstance(ended, Ended)
    assert ended.result.attempt == "operate \\x1b\\xff"


# Endings that are no rule


@pytest.mark.parametrize("seat", [1, 2])
@pytest.mark.parametrize(
    ("command", "ending", "did"),
    [
        (Resign, "resignation", "resigned"),
        (RunOutOfTime, "timeout", "ran out of time"),
        (Leave, "abandoned", "left"),
    ],
)
def test_a_player_can_lose_in_and_out_of_turn_and_the_end_says_who(
    seat: int, command: type[Resign], ending: str, did: str
) -> None:
    session = session_of("digit-stack", "5")
    (ended,) = do(session, command(seat))
    assert ended == Ended(3, Result(3 - seat, Ending(ending), f"player {seat} {did}", player=seat))


def test_a_draw_is_offered_and_accepted_or_declined_out_of_turn_as_well() -> None:
    session = session_of("digit-stack", "5")
    assert do(session, OfferDraw(1)) == (Offered(3, 1, "draw"),)  # it is player 2's turn
    assert do(session, Answer(2, 3, False)) == (Declined(4, 2, 3, "draw"),)
    assert session.offers == {}
    do(session, OfferDraw(2))
    (ended,) = do(session, Answer(1, 5, True))
    assert isinstance(ended, Ended)
    assert ended.result == agreed_draw()


def test_two_draw_offers_are_an_agreement() -> None:
    session = session_of()
    do(session, OfferDraw(1))
    (ended,) = do(session, OfferDraw(2))
    assert isinstance(ended, Ended)
    assert ended.result.ending is Ending.AGREEMENT


def test_an_offer_is_answered_by_its_number_and_by_the_other_player() -> None:
    session = session_of()
    (offer,) = do(session, OfferDraw(1))
    assert refusal(session, Answer(1, offer.number, True)) == "your-own-offer"
    assert refusal(session, Answer(2, offer.number + 1, True)) == "no-such-offer"
    assert refusal(session, OfferDraw(1)) == "offered-already"


def test_a_move_drops_what_was_offered() -> None:
    session = session_of()
    (offer,) = do(session, OfferDraw(2))
    play(session, "5")
    assert session.offers == {}
    assert refusal(session, Answer(1, offer.number, True)) == "no-such-offer"


# Taking back


def test_moves_are_taken_back_if_the_other_player_agrees() -> None:
    session = session_of("digit-stack", "2", "5", "8")
    assert do(session, AskUndo(2)) == (Offered(5, 2, "undo", 2),)
    assert do(session, Answer(1, 5, True)) == (TakenBack(6, 2, 2, ("8",)),)
    assert (session.round.moves, session.to_move) == ([2, 5], 1)
    do(session, AskUndo(2, to_ply=0))
    assert do(session, Answer(1, 7, True)) == (TakenBack(8, 2, 0, ("2", "5")),)
    assert session.round.position == numduel.Position.start(session.setup.game)


def test_a_player_who_does_not_agree_keeps_the_moves() -> None:
    session = session_of("digit-stack", "2", "5")
    (offer,) = do(session, AskUndo(2))
    assert do(session, Answer(1, offer.number, False)) == (Declined(5, 1, offer.number, "undo"),)
    assert session.round.moves == [2, 5]


def test_where_undoing_is_free_nobody_is_asked() -> None:
    session = session_of("digit-stack", "2", "5", undo="free")
    assert do(session, AskUndo(1)) == (TakenBack(4, 1, 1, ("5",)),)


def test_where_undoing_was_not_agreed_on_it_is_refused() -> None:
    assert refusal(session_of("digit-stack", "2", undo="none"), AskUndo(1)) == "not-agreed"


def test_there_must_be_something_to_take_back() -> None:
    assert refusal(session_of(), AskUndo(1)) == "nothing-to-undo"
    for to_ply in (-1, 1, 2):
        assert refusal(session_of("digit-stack", "2"), AskUndo(1, to_ply)) == "nothing-to-undo"


def test_against_a_computer_ones_own_last_move_is_taken_back_too() -> None:
    session = session_of("digit-stack", "2", "5", "8", players=("level:1", "human"), undo="free")
    assert do(session, AskUndo(2)) == (TakenBack(5, 2, 1, ("5", "8")),)
    do(session, Play(2, "5"))
    assert do(session, AskUndo(2)) == (TakenBack(7, 2, 1, ("5",)),)  # the computer has not moved yet


# Hints


def test_hints_are_counted_for_whoever_asks_up_to_what_was_agreed() -> None:
    session = session_of("digit-stack", "2", hint_limit=2)
    assert do(session, AskHint(1)) == (Hinted(3, 1, "hint"),)  # out of turn
    assert do(session, AskWhy(1)) == (Hinted(4, 1, "why"),)
    assert refusal(session, AskHint(1)) == "no-more-hints"
    do(session, AskHint(2))
    assert session.round.hints == [2, 1]


@pytest.mark.parametrize(
    ("limit", "sentence"),
    [
        (0, "No hints are given in this game: that was agreed."),
        (1, "No more hints: one was agreed for each player."),
        (2, "No more hints: 2 were agreed for each player."),
    ],
)
def test_who_has_had_all_hints_is_told_how_many_were_agreed(limit: int, sentence: str) -> None:
    session = session_of("digit-stack", "2", hint_limit=limit)
    for _ in range(limit):
        do(session, AskHint(1))
    with pytest.raises(Refused) as refused:
        session.decide(AskHint(1))
    assert str(refused.value) == sentence


def test_what_a_coach_says_counts_as_a_hint() -> None:
    session = session_of("digit-stack", "2", hint_limit=2)
    assert do(session, AskValues(2)) == (Hinted(3, 2, "values"),)
    assert do(session, AskWarning(2)) == (Hinted(4, 2, "warning"),)
    assert [refusal(session, asking(2)) for asking in (AskValues, AskWarning, AskHint)] == [
        "no-more-hints"
    ] * 3


def test_before_the_first_move_there_is_nothing_to_explain() -> None:
    assert refusal(session_of(), AskWhy(1)) == "no-move-yet"


# Matches


def test_nothing_happens_before_the_first_game_has_begun() -> None:
    session = Session(Setup(game=numduel.load("digit-stack")))
    for command in (Play(1, "5"), Say(1, "5"), Resign(1), OfferDraw(2), AskUndo(1), AskHint(1), Leave(2)):
        assert refusal(session, command) == "not-begun"
    assert do(session, NextGame(2)) == (Begun(1, 1, (0, 1)),)


def test_nothing_but_another_game_happens_after_the_end() -> None:
    session = session_of("digit-stack", "2", rounds=2)
    do(session, Resign(2))
    for seat in (1, 2):
        for command in (Play(seat, "5"), Say(seat, "/"), Resign(seat), OfferDraw(seat), AskUndo(seat)):
            assert refusal(session, command) == "over"
        for asking in (
            AskHint(seat),
            AskWhy(seat),
            AskValues(seat),
            AskWarning(seat),
            RunOutOfTime(seat),
            Leave(seat),
        ):
            assert refusal(session, asking) == "over"
    assert do(session, NextGame(2)) == (Begun(4, 2, (1, 0)),)


def test_the_contestants_change_seats_and_points_go_to_whoever_sat_there() -> None:
    session = session_of(rounds=3, players=("human:Ann", "human:Ben"))
    assert (session.name(1), session.name(2)) == ("Ann", "Ben")
    do(session, Resign(2))
    do(session, NextGame(1))
    assert (session.name(1), session.name(2)) == ("Ben", "Ann")
    do(session, Resign(1))
    assert session.match.points == [2, 0]


def test_a_game_must_be_over_before_the_next_begins() -> None:
    assert refusal(session_of(rounds=2), NextGame(1)) == "not-over"


def test_a_rematch_is_offered_after_the_last_game_and_the_other_contestant_begins() -> None:
    session = session_of(players=("human:Ann", "human:Ben"))
    do(session, Resign(1))
    (offer,) = do(session, NextGame(1))
    assert offer == Offered(3, 1, "rematch")
    assert refusal(session, NextGame(1)) == "offered-already"
    assert do(session, Answer(2, 3, True)) == (Rematched(4), Begun(5, 2, (1, 0)))
    assert (session.name(1), session.match.points, session.under_way) == ("Ben", [0, 0], True)


def test_an_offer_of_a_rematch_is_answered_only_once() -> None:
    session = session_of()
    do(session, Resign(1))
    (offer,) = do(session, NextGame(1))
    rematched, _ = session.decide(Answer(2, offer.number, True))
    session.apply(rematched)  # as if the program had ended before the game began
    assert refusal(session, Answer(2, offer.number, True)) == "no-such-offer"


def test_computers_do_not_repeat_themselves_in_a_rematch() -> None:
    session = session_of("top-stack-twelve", players=("random", "human"), max_turns=20)
    player = find("random", session.setup.game)
    games = []
    for _ in range(3):
        while session.under_way:
            assert session.to_move is not None
            mine = session.is_person(session.to_move)
            do(session, Play(session.to_move, "1") if mine else computers.move(session, (player, None)))
        games.append([str(move) for move in session.round.moves])
        do(session, NextGame(1))
        do(session, NextGame(2))
    assert games[0] != games[2]  # in both of them the computer was player 1


def test_both_asking_for_a_rematch_is_as_good_as_an_answer() -> None:
    session = session_of()
    do(session, Resign(1))
    do(session, NextGame(2))
    assert [type(event) for event in do(session, NextGame(1))] == [Rematched, Begun]


# Seats


def test_a_person_takes_a_seat_under_a_name_and_keeps_it_through_the_match() -> None:
    session = session_of(rounds=2)
    assert do(session, Sit(2, " Ben ")) == (Seated(2, 2, "Ben"),)
    assert session.name(2) == "Ben"
    do(session, Resign(1))
    do(session, NextGame(1))
    assert session.name(1) == "Ben"


def test_a_computers_seat_cannot_be_taken_and_a_name_must_be_one() -> None:
    session = session_of(players=("human", "perfect"))
    assert refusal(session, Sit(2, "Ben")) == "not-a-seat"
    assert refusal(session, Sit(1, "B\x1b")) == "bad-name"
    assert refusal(session, Sit(1, "B" * 41)) == "bad-name"


def test_nobody_sits_down_at_a_game_that_is_over() -> None:
    session = session_of(rounds=2)
    do(session, Resign(1))
    assert refusal(session, Sit(1, "Ben")) == "over"
    do(session, NextGame(1))
    assert do(session, Sit(1, "Ben"))


@pytest.mark.parametrize("seat", [0, 3, -1])
def test_there_are_two_seats(seat: int) -> None:
    session = session_of()
    for command in (Play(seat, "5"), Resign(seat), NextGame(seat), Answer(seat, 1, True), Sit(seat, "Ann")):
        assert refusal(session, command) == "not-a-seat"


# A session is its events


def test_an_event_turns_into_json_and_back() -> None:
    events = [
        Begun(1, 1, (0, 1)), Seated(2, 1, "Ann"), Moved(3, 1, 0, "+1"), Offered(4, 2, "undo", 0),
        Declined(5, 1, 4, "undo"), TakenBack(6, 2, 0, ("+1",)), Hinted(7, 1, "hint"),
        Ended(8, lost_by(2, Ending.FORFEIT, "/")), Rematched(9),
    ]  # fmt: skip
    for event in events:
        assert read_event(json.loads(json.dumps(event.as_json()))) == event


MOVED = {"event": "moved", "number": 3, "seat": 1, "ply": 0, "move": "+1"}
ENDED = {"event": "ended", "number": 4, "winner": 1, "ending": "rule", "reason": "", "player": None}


@pytest.mark.parametrize(
    "document",
    [
        {},
        {"event": "danced", "number": 1},
        {"event": ["moved"], "number": 1},
        {"event": "moved"},
        {**MOVED, "who": 2},
        {**MOVED, "number": "3"},
        {**MOVED, "number": 0},
        {**MOVED, "seat": 9},
        {**MOVED, "seat": True},
        {**MOVED, "move": 5},
        {"event": "begun", "number": 1, "game": 1, "seats": [4]},
        {"event": "begun", "number": 1, "game": 1, "seats": [1, 1]},
        {**ENDED, "winner": 7},
        {**ENDED, "ending": "boredom"},
        {**ENDED, "attempt": 5},
    ],
)
def test_what_is_no_event_is_refused(document: dict[str, object]) -> None:
    with pytest.raises(MessageError):
        read_event(document)


def test_commands_are_read_from_json() -> None:
    assert read_command({"command": "play", "seat": 1, "move": "5"}) == Play(1, "5")
    assert read_command({"command": "answer", "seat": 2, "offer": 3, "yes": True}) == Answer(2, 3, True)
    assert {type(command) for command in EVERY_COMMAND} == set(COMMANDS.values())
    documents: list[dict[str, Any]] = [
        {},
        {"command": "play"},
        {"command": "play", "seat": 3, "move": "5"},
        {"command": {}},
    ]
    for document in documents:
        with pytest.raises(MessageError):
            read_command(document)


EVERY_COMMAND: list[Any] = [
    Play(1, "5"), Say(1, "5"), Resign(1), OfferDraw(1), AskUndo(1), Answer(1, 1, True), AskHint(1), AskWhy(1),
    AskValues(1), AskWarning(1), NextGame(1), RunOutOfTime(1), Leave(1), Sit(1, "Ann"),
]  # fmt: skip
ODD_VALUES: list[Any] = [None, True, "", "x" * 100, -1, 0, 3, 10**30, 1.0, [], {}, b"1", ("1",), object()]


def test_values_of_the_wrong_type_are_refused_and_change_nothing() -> None:
    for command in EVERY_COMMAND:
        for name in fields_of(command):
            for odd in ODD_VALUES:
                made = type(command)(**{**vars(command), name: odd})
                session = session_of("digit-stack", "5")
                before = looks(session)
                with contextlib.suppress(Refused):
                    session.decide(made)
                assert looks(session) == before
    for other in (None, 5, "resign", Begun(1, 1, (0, 1)), object()):
        with pytest.raises(Refused):
            session_of().decide(other)  # type: ignore[arg-type]


def test_deciding_changes_nothing_and_applying_later_is_the_same() -> None:
    session = session_of("digit-stack", "2")
    before = looks(session)
    first, second = session.decide(Play(2, "5")), session.decide(Play(2, "7"))
    assert looks(session) == before
    for event in first:  # not the one that was decided last
        session.apply(event)
    assert session.round.moves == [2, 5]
    assert session.round.position.state == 25
    assert second == (Moved(3, 2, 1, "7"),)


class Counted:
    """A function of a game's rules that counts the states it is called with."""

    def __init__(self, patch: pytest.MonkeyPatch, kind: type[Any], name: str) -> None:
        self.states: list[Any] = []
        rule = getattr(kind, name)

        def counted(game: Any, state: Any, *rest: Any) -> Any:
            self.states.append(state)
            return rule(game, state, *rest)

        patch.setattr(kind, name, counted)


@pytest.mark.parametrize("command", [Play(1, "3"), Say(1, "3")])
def test_whether_a_move_is_legal_is_asked_once(command: Play | Say, monkeypatch: pytest.MonkeyPatch) -> None:
    session = session_of("digit-stack")
    moves, played, ended = (
        Counted(monkeypatch, type(session.setup.game), name) for name in ("moves", "play", "outcome")
    )
    do(session, command)
    assert moves.states.count(0) == 1, "what is legal"
    assert played.states == [0, 0], "where it leads: once to decide, once to apply"
    assert ended.states == [3], "whether that is the end"

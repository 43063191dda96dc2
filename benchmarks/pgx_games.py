"""Many games of tic-tac-toe moved at once by pgx, for benchmarks/vector.py.

Random legal actions and auto-reset inside one compiled function; the state that it returns holds observation
and mask. Two ways: as pgx's documentation writes it, and as fast as we could make it go. The latter draws one
number a game instead of one an action, and lets all games that begin anew in a step share a key, which pgx
only uses to say which player is called 0.

What else was tried is slower here: many steps in one compiled loop (lax.fori_loop or scan, which XLA runs on
one core alone), several steps written out in one function, and JAX's other generators of random numbers.
"""

from collections.abc import Callable
from functools import partial
from typing import Any

import jax
import jax.numpy as jnp
import pgx
from pgx.experimental import auto_reset


def by_categorical(key: Any, mask: Any) -> Any:
    """A legal action a game, as pgx's documentation draws it."""
    return jax.random.categorical(key, jnp.log(mask.astype(jnp.float32)), axis=-1)


def by_rank(key: Any, mask: Any) -> Any:
    """A legal action a game: the k-th one, for one random k."""
    count = mask.sum(axis=-1, dtype=jnp.int32)
    wanted = jnp.minimum((jax.random.uniform(key, count.shape) * count).astype(jnp.int32), count - 1)
    action, passed = jnp.zeros_like(count), jnp.zeros_like(count)
    for i in range(mask.shape[-1]):
        action = jnp.where(mask[:, i] & (passed == wanted), i, action)
        passed += mask[:, i]
    return action


class PgxGames:
    """So many games, and the function that moves them all."""

    def __init__(self, games: int, choose: Callable[[Any, Any], Any], key_each: bool) -> None:
        env = pgx.make("tic_tac_toe")
        step = jax.vmap(auto_reset(env.step, env.init), in_axes=(0, 0, 0 if key_each else None))

        @partial(jax.jit, donate_argnums=0)
        def move(state: Any, key: Any) -> tuple[Any, Any]:
            key, for_actions, for_resets = jax.random.split(key, 3)
            actions = choose(for_actions, state.legal_action_mask)
            return step(state, actions, jax.random.split(for_resets, games) if key_each else for_resets), key

        self._move = move
        self._key = jax.random.PRNGKey(1)
        self._state = jax.jit(jax.vmap(env.init))(jax.random.split(jax.random.PRNGKey(0), games))

    def run(self, steps: int) -> None:
        """Move every game so many times."""
        for _ in range(steps):
            self._state, self._key = self._move(self._state, self._key)
        jax.block_until_ready(self._state)


def as_documented(games: int) -> PgxGames:
    return PgxGames(games, by_categorical, key_each=True)


def as_fast_as_it_goes(games: int) -> PgxGames:
    return PgxGames(games, by_rank, key_each=False)

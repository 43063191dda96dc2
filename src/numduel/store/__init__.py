"""Games that were played, kept: the protocol of a store, its implementations, and a journal for sessions."""

"""Exact answers: explore, retrograde analysis, proof and its checker."""

"""What helps a person to play better: which opponent fits, and what is still to be won."""

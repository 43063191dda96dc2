"""The games, one file each: rules, voice and theory. A file here is a game; nothing else lists it."""

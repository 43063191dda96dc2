"""The server around the pages: listening, guarding, logging, stopping."""

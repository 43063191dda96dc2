"""numduel in a browser: pages, boards and live tables. No rule of a game or of the table is in here."""

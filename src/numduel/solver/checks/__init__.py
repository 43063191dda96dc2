"""The checks of a certificate, one file for each kind of proof; nothing of the solver is used."""

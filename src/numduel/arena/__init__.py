"""Reports on games that were played."""

"""Live tables: rooms, what people command there, and who is told."""

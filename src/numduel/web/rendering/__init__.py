"""What is known of a table or a position, drawn as HTML or written as JSON."""

"""What decides the winner over many settings: rules found from solved tables alone, and tested on others."""

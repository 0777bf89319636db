"""Running the one typed source of the rules compiled where it has been compiled."""

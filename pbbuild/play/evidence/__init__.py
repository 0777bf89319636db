"""Evidence from battles: tests that stop when they know, and results without the dice's luck."""

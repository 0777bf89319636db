"""Lessons that teach a game: scenarios on the real rules, with tasks."""

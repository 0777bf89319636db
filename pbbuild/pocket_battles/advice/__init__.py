"""What a player can know before deciding: forecasts, assignments of hits, causes of refusals."""

"""A small, slow, obvious model of Pocket Battles, written from the rules and not from the engine.

From the ground up: `pieces` (tiles, units, zones), `traits` (what traits do, from the data),
`wounds`, `attacks`, `charges`, `actions`, `battle` (the rules, heading by heading), `reference`
(the face that tests see), `chance` (random armies and random play).
"""

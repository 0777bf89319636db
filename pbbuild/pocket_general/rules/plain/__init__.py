"""The rules of Pocket General as plain Python: read this before the compiled core.

This package is a second implementation of the rules (clauses PG-1 to PG-6), written from the
clauses, for reading. Units, locations and edges are words, a state is the JSON document that
records and files use, and speed does not matter. It shares no code with `rules/core` and no data
with the catalog; `tests/pocket_general` plays both in parallel and fails at the first difference.

Read the modules in this order:

1. `chart`: combat chart, locations, theaters, recruit costs. PG-1.1, PG-1.2, PG-8.
2. `combat`: values of units, the sum of a side, the result of a combat. PG-1.2, PG-1.3, PG-5.
3. `actions`: every legal action at each decision. PG-3 to PG-6.
4. `game`: the course of a whole game, and `check_record`, which plays a record. PG-2 to PG-6.

Not here: campaigns, in `rules/campaign.py`, and the optional bonus units. Ids such as RG-5
are rulings: `docs/rulings-pocket-general.md` has their text.
"""

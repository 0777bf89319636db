"""The rules of Pocket Battles as plain Python objects: read this before the compiled core.

This package is a second, complete implementation of the rules (clauses PB-2 to PB-11). It is
written from the clauses, for reading: units, troops and zones are objects and words, each rule is
one short method, and speed does not matter. It shares no code with `rules/core`; the tests in
`tests/pocket_battles/rules/reference` play both in parallel and fail at the first difference. What
an army list may contain (PB-1) is stated once, in `rules/units.py`.

Read the modules in this order:

1. `traits`: the effects of traits, read from the catalog. PB-T.
2. `pieces`: zones, troops, units, sides, the battlefield. PB-1.1, PB-1.5, PB-2, PB-6.3.
3. `decisions`: what a rule waits for: a player's decision, a roll of dice, the end. PB-11.
4. `wounds`: paying orders, assigning hits, losing troops. PB-4.5, PB-6.4, PB-7.
5. `attacks`: strikes, strikes back and shots. PB-6.1, PB-6.2, PB-8.
6. `charges`: charges, reactions, targets, how a fight splits, leaving. PB-5.2, PB-5.4, PB-6.3.
7. `actions`: every action of a turn and the special traits. PB-5, PB-T.1 to PB-T.3.
8. `rounds`: set-up, rounds, turns, the end of a round, victory. PB-3, PB-4, PB-9.
9. `battle`: `PlainBattle`, a battle you can step through from any state document.

The classes of modules 4 to 8 extend each other in this order; the last one, `BattleRules`, has all
rules. Ids such as R-9 are rulings: `docs/rulings.md` has their text.

    >>> from pbbuild.pocket_battles.rules.plain.battle import PlainBattle, new_plain_battle
    >>> tile = {"code": "AAA01", "dp": 3, "fv": 3, "wp": 1, "black": [4], "white": [], "traits": []}
    >>> armies = {"A": [[tile]], "B": [[{**tile, "code": "BBB01"}]]}
    >>> battle = PlainBattle(new_plain_battle("modern-1", 50, armies))
    >>> battle.roll().purpose
    'initiative'
    >>> battle.apply_roll([5])
    >>> battle.apply_roll([2])
    >>> battle.decision.decider, battle.decision.kind
    ('A', 'deploy')
"""

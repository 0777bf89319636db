"""All kinds of trait effects, for the rules, agents, sheets and the loader.

A trait in the catalog names effects from this list; an unknown one is an error. The value of an
effect is a number or `"x"`, the trait's own number. RULES explains each by its clause.
"""

from typing import Final

# Dice and hits.
ENGAGEMENT_DICE: Final = "engagement-dice"  # PB-T.5: whenever the unit strikes in an engagement
CHARGE_DICE: Final = "charge-dice"  # PB-T.10, T.21: when it charges
SHOOTING_DICE: Final = "shooting-dice"  # PB-T.6
ORDER_TOKEN_DICE: Final = "order-token-dice"  # PB-T.9: in engagements, per order token on it
WOUNDED_ENEMY_DICE: Final = "wounded-enemy-dice"  # PB-T.22: against a unit with a wound token
SCORING_HITS: Final = "scoring-hits"  # PB-T.7: once per attack that scored
SELF_HIT_FACES: Final = "self-hit-face"  # PB-T.21: this face rolled on a charge hits the charger
TOKEN_SET_ASIDE: Final = "token-set-aside"  # PB-T.4: by an attack that scored, target alive
LETHAL_SHOTS: Final = "lethal-shots"  # PB-T.23: each hit of a shot eliminates a troop
# Orders and tokens.
ORDER_STEP: Final = "order-step"  # PB-T.12: cost is max(1, orders + step); step 1 without it
TOKENS: Final = "tokens"  # PB-T.13: per living troop
REGENERATES: Final = "regenerates"  # PB-T.18: wound tokens off this troop at the end of a round
# What a unit may do.
REDEPLOYS_AND_ACTS: Final = "redeploys-and-acts"  # PB-T.8
MAY_NOT_REDEPLOY: Final = "may-not-redeploy"  # PB-T.14
SHOOTS_FROM_REAR: Final = "shoots-from-rear"  # PB-T.15
SHOOTS_ADJACENT_FRONT: Final = "shoots-adjacent-front"  # PB-T.16
STRIKES_FIRST: Final = "strikes-first"  # PB-T.17
LEAVES_UNSTRUCK: Final = "leaves-unstruck"  # PB-T.19
CHARGES_REAR: Final = "charges-rear"  # PB-T.20
EVADES_INTERCEPTION: Final = "evades-interception"  # PB-T.20: only a unit with it intercepts one
CHARGES_AGAIN: Final = "charges-again"  # PB-T.11
# Special actions, PB-5.5.
SPECIAL_HEAL: Final = "special-heal"  # PB-T.1
SPECIAL_DOUBLE_ORDER: Final = "special-double-order"  # PB-T.2: value is how many units follow
SPECIAL_EXCITE: Final = "special-excite"  # PB-T.3: value is the dice added

EFFECTS: Final = (
    ENGAGEMENT_DICE,
    CHARGE_DICE,
    SHOOTING_DICE,
    ORDER_TOKEN_DICE,
    WOUNDED_ENEMY_DICE,
    SCORING_HITS,
    SELF_HIT_FACES,
    TOKEN_SET_ASIDE,
    LETHAL_SHOTS,
    ORDER_STEP,
    TOKENS,
    REGENERATES,
    REDEPLOYS_AND_ACTS,
    MAY_NOT_REDEPLOY,
    SHOOTS_FROM_REAR,
    SHOOTS_ADJACENT_FRONT,
    STRIKES_FIRST,
    LEAVES_UNSTRUCK,
    CHARGES_REAR,
    EVADES_INTERCEPTION,
    CHARGES_AGAIN,
    SPECIAL_HEAL,
    SPECIAL_DOUBLE_ORDER,
    SPECIAL_EXCITE,
)

"""The numbers of the core: sides, zones, phases, steps, actions, effects, clauses."""

from typing import Final

SIDE_A: Final = 0
SIDE_B: Final = 1

# Units and troops: the side in bit 5 and a place in list order, 0..29, below it.
SIDE_SHIFT: Final = 5
PLACE_MASK: Final = 31
SIDE_SIZE: Final = 32
SLOTS: Final = 64
NOBODY: Final = -1

# Sectors, from A's seat. PB-2.1.
LEFT: Final = 0
CENTRE: Final = 1
RIGHT: Final = 2
SECTORS: Final = 3
SECTOR_MASK: Final = 3

# A zone as its owner sees it: the row plus the sector. Rows are four apart, so that a zone's low
# two bits are its sector and `zone ^ FRONT` changes between rear and front.
REAR: Final = 0
FRONT: Final = 4
ENGAGEMENT: Final = 8
UNDEPLOYED: Final = 12
DEAD: Final = 13
OFF_FIELD: Final = 12  # from here on a unit stands in no zone
ZONE_SHIFT: Final = 4
ZONES: Final = 16  # of one side, with those off the field
ZONE_SLOTS: Final = 32

# Places in `State.tally`; add the side.
UNUSED: Final = 0
PASSED: Final = 2
SET_ASIDE: Final = 4
DESTROYED: Final = 6
UNITS: Final = 8  # mask of living units
TROOPS: Final = 10  # mask of living troops
WOUNDED: Final = 12  # mask of troops that carry a wound token
# Masks of living units by what they can do, so that actions can be counted zone by zone.
WITH_BLACK: Final = 14
WITH_WHITE: Final = 16
SLOW: Final = 18  # no free redeployment
SPECIAL: Final = 20  # some special trait
FAR: Final = 22  # shoots from the rear
WIDE: Final = 24  # shoots into the front of adjacent sectors
COSTLY: Final = 26  # the next order costs more than one token
TALLY_SLOTS: Final = 28

# Phases: what a state waits for. Decisions, then rolls, then the end.
NO_PHASE: Final = 0
DEPLOY: Final = 1
TURN: Final = 2
ACT: Final = 3
REACT: Final = 4
TARGET: Final = 5
WOUND: Final = 6
FOLLOW_UP: Final = 7
SACRIFICE: Final = 8
FIRST_ROLL: Final = 16
INITIATIVE: Final = 16
STRIKE: Final = 17
STRIKE_BACK: Final = 18
FIRST_STRIKE: Final = 19
LEAVE_STRIKE: Final = 20
SHOOT: Final = 21
REACT_SHOOT: Final = 22
END: Final = 31

# Steps: what follows without a decision once a decision or roll is applied.
WAITING: Final = 0
REACTED: Final = 2  # a reaction shot's wounds are assigned
FIGHT: Final = 3
ATTACK: Final = 4  # the attacker's strike
STRUCK: Final = 5  # the defender's wounds are assigned
SELF_STRUCK: Final = 6  # the attacker's own hits are assigned
STRUCK_BACK: Final = 7
FIRST_STRUCK: Final = 8
FOUGHT: Final = 9
LEAVING: Final = 10  # the next enemy strikes the leaving unit
LEAVE_STRUCK: Final = 11
SHARES: Final = 12  # the next unit takes its share of a shot
ACTION_OVER: Final = 13
TURN_OVER: Final = 14
ROUND_OVER: Final = 15
SACRIFICES: Final = 16
ROUND_START: Final = 17

# Actions: kind << 24 | unit << 16 | argument << 8 | source.
KIND_SHIFT: Final = 24
UNIT_SHIFT: Final = 16
ARGUMENT_SHIFT: Final = 8
FIELD_MASK: Final = 255
DO_DEPLOY: Final = 1  # unit, zone
DO_REDEPLOY: Final = 2  # unit, zone
DO_MOVE: Final = 3  # unit, zone
DO_CHARGE: Final = 4  # unit
DO_CARRY_ON: Final = 5  # unit, enemy
DO_LEAVE: Final = 6  # unit
DO_SHOOT: Final = 7  # unit, enemy
DO_HEAL: Final = 8  # unit, troop
DO_DOUBLE_ORDER: Final = 9  # unit
DO_EXCITE: Final = 10  # unit
DO_PASS: Final = 11
DO_INTERCEPT: Final = 12  # unit
DO_REACT_SHOOT: Final = 13  # unit
DO_WAIT: Final = 14
DO_TARGET: Final = 15  # enemy
DO_ELIMINATE: Final = 16  # unit, troop
DO_WOUND: Final = 17  # unit, troop, source
DO_SACRIFICE: Final = 18  # unit, troop
DO_DONE: Final = 19
# Whole actions that name no unit.
PASS_ACTION: Final = DO_PASS << KIND_SHIFT
WAIT_ACTION: Final = DO_WAIT << KIND_SHIFT
DONE_ACTION: Final = DO_DONE << KIND_SHIFT
# Where a wound token comes from, PB-7.2: a unit's order tokens, or one of these.
FROM_UNUSED: Final = 64
FROM_PASSED: Final = 65

# Follow-ups.
NO_TRAIT: Final = 0
OVERWHELMING: Final = 1
DOUBLE_ORDER: Final = 2
EXCITE: Final = 3

# Packed dice: the count of each face in a byte, face 1 in the second; byte n starts at n << 3.
FACES: Final = 6
FACE_SHIFT: Final = 3
FACE_BITS: Final = 8
FACE_MASK: Final = 255

# Traits as numbers. Sums of twelve bits each, packed into `bonus` and `extra`.
BONUS_MASK: Final = 4095
BONUS_ENGAGEMENT: Final = 0
BONUS_CHARGE: Final = 12
BONUS_SHOOTING: Final = 24
BONUS_SCORING: Final = 36
BONUS_TOKENS: Final = 48
EXTRA_PER_ORDER: Final = 0
EXTRA_WOUNDED_ENEMY: Final = 12
EXTRA_SET_ASIDE: Final = 24
EXTRA_DOUBLE_ORDER: Final = 36
EXTRA_EXCITE: Final = 48
# Traits that a unit has or not: `flags`. Bits 1 to 6 are the faces that hit the charger itself.
SELF_HIT_FACES: Final = 126
REDEPLOYS_AND_ACTS: Final = 1 << 8
MAY_NOT_REDEPLOY: Final = 1 << 9
SHOOTS_FROM_REAR: Final = 1 << 10
SHOOTS_ADJACENT_FRONT: Final = 1 << 11
STRIKES_FIRST: Final = 1 << 12
LEAVES_UNSTRUCK: Final = 1 << 13
CHARGES_REAR: Final = 1 << 14
EVADES_INTERCEPTION: Final = 1 << 15
CHARGES_AGAIN: Final = 1 << 16
HEALS: Final = 1 << 17
DOUBLE_ORDERS: Final = 1 << 18
EXCITES: Final = 1 << 19
LETHAL_SHOTS: Final = 1 << 20
SPECIALS: Final = HEALS | DOUBLE_ORDERS | EXCITES
ORDER_STEP: Final = 1  # an order costs the tokens on the unit and this, unless a trait changes it

# How a battle ended, beside the winning side.
UNDECIDED: Final = 2
BY_DESTRUCTION: Final = 1
BY_CONCESSION: Final = 2
BY_ROUND_LIMIT: Final = 3

# Clauses as numbers: PB-5.2.3 is 50203, PB-T.14 is 991400, R-9 is 9 below 100.
PB_3_2: Final = 30200
PB_4_2: Final = 40200
PB_4_4: Final = 40400
PB_4_5: Final = 40500
PB_4_7: Final = 40700
PB_5_1: Final = 50100
PB_5_2: Final = 50200
PB_5_2_1: Final = 50201
PB_5_2_2: Final = 50202
PB_5_2_3: Final = 50203
PB_5_2_4: Final = 50204
PB_5_3: Final = 50300
PB_5_4: Final = 50400
PB_5_5: Final = 50500
PB_5_6: Final = 50600
PB_7_1: Final = 70100
PB_7_2: Final = 70200
PB_7_3: Final = 70300
PB_7_5: Final = 70500
PB_8_1: Final = 80100
PB_8_2: Final = 80200
PB_8_3: Final = 80300
PB_8_5: Final = 80500
PB_11: Final = 110000
PB_T_1: Final = 990100
PB_T_2: Final = 990200
PB_T_3: Final = 990300
PB_T_11: Final = 991100
PB_T_14: Final = 991400
PB_T_15: Final = 991500
PB_T_16: Final = 991600
PB_T_20: Final = 992000
PB_T_23: Final = 992300
ALLOWED: Final = 0

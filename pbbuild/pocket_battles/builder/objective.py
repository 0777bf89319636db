"""The weights of the builder's objective, fitted to battles; made by `scripts/fit-builder`.

1680 lists of all armies at 60, 80, 100 points, 26880 battles played by
`quick`, seed 1. After each weight: half the width of its 95 % interval.
"""

from typing import Final

# The worth of a point that is spent at all, the same for every tile: chosen, not fitted.
PER_POINT: Final = 0.3
WEIGHTS: Final[dict[str, float]] = {
    "unit": -0.119,  # ± 0.676
    "tile": -0.024,  # ± 0.330
    "wound-points": 1.072,  # ± 0.290
    "charge": -1.283,  # ± 0.913
    "charge-squared": 0.812,  # ± 0.184
    "engagement": 0.732,  # ± 0.832
    "charges-again": 0.852,  # ± 0.346
    "against-wounded": -0.148,  # ± 0.673
    "charges-rear": -0.043,  # ± 3.861
    "strikes-first": 1.840,  # ± 0.375
    "hits-itself": -2.103,  # ± 2.848
    "shot": -0.790,  # ± 1.110
    "shot-squared": 2.049,  # ± 0.315
    "shoots-from-rear": -1.941,  # ± 0.543
    "shoots-adjacent": 0.455,  # ± 0.501
    "lethal": 1.814,  # ± 0.918
    "both-attacks": -1.404,  # ± 0.943
    "hits-per-wound-point": 1.825,  # ± 1.169
    "moves-and-acts": -0.157,  # ± 0.281
    "may-not-redeploy": -0.502,  # ± 0.664
    "leaves-unstruck": 0.099,  # ± 0.557
    "cheap-orders": 0.773,  # ± 0.238
    "regenerates": 0.643,  # ± 1.249
    "double-order": 0.142,  # ± 0.839
    "excite": -1.010,  # ± 0.850
    "heal": -0.072,  # ± 1.161
    "tokens": 2.752,  # ± 0.648
    "sets-token-aside": 1.705,  # ± 0.687
    "helper-with-one": 0.318,  # ± 0.704
    "second-helper": -1.337,  # ± 1.126
    "mixed-arms": 0.354,  # ± 0.280
    "idle-trait": -1.017,  # ± 0.961
    "lone-tile": 1.066,  # ± 0.452
}

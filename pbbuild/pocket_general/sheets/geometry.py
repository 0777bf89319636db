"""The measures of Pocket General's pieces and of the places for them, in millimetres."""

from typing import Final

# Pieces. A hex of this radius is cut from a square cell; a disc lies inside the cuts of its cell.
HEX: Final = 30.0
HEX_RADIUS: Final = 14.3
MARKER: Final = 22.0
DISC: Final = 10.5
THEATER: Final = 30.0

# Places: larger than the piece that lies on them, so that it can be laid down and taken up.
MARKER_PLACE: Final = 23.2
HEX_PLACE: Final = 15.0  # the radius of its hexagon
FOUGHT_PLACE: Final = 16.0  # of the hexes that are fought for
THEATER_PLACE: Final = 31.2
ARROW_PLACE: Final = 31.0  # of the arrow of the first player

# Half the height of a hexagon with a flat top, and how far columns of a honeycomb are apart, in
# parts of its radius.
HALF_HEIGHT: Final = 0.8660254
COLUMN_STEP: Final = 1.5

SQUARES: Final = 4  # of each player at a hex
HEXES: Final = 3
POOL: Final = 16
HAND: Final = 11  # markers of a nation

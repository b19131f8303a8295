//! What each feature is worth. The first set: by hand.

use crate::features::COUNT;

pub(crate) const WEIGHTS: [i32; COUNT] = [
    130, // ready, 1 push
    60,  // ready, 2
    28,  // ready, 3
    14,  // ready, 4
    130, // opponent ready, 1 push
    60,  // opponent ready, 2
    28,  // opponent ready, 3
    14,  // opponent ready, 4
    90,  // entering push, 1
    40,  // entering push, 2
    20,  // entering push, 3
    8,   // entering push, 4
    4,   // entering push, 5
    90,  // opponent's entering push, 1
    40,  // opponent's, 2
    20,  // opponent's, 3
    8,   // opponent's, 4
    4,   // opponent's, 5
    45,  // held, 1 push
    22,  // held, 2
    11,  // held, 3
    6,   // held, 4
    45,  // opponent held, 1 push
    22,  // opponent held, 2
    11,  // opponent held, 3
    6,   // opponent held, 4
    0,   // next to a line, 1 push
    0,   // next, 2
    0,   // next, 3
    0,   // next, 4
    0,   // opponent next to a line, 1
    0,   // opponent next, 2
    0,   // opponent next, 3
    0,   // opponent next, 4
    6,   // one animal on the board
    12,  // two animals
    18,  // three animals
    24,  // four animals
    30,  // five animals
    4,   // animal in the middle
    4,   // beside the middle
    4,   // inner corner
    0,   // corner of the board
    0,   // middle of a border
    0,   // facing off the board
    0,   // free neighbouring squares
    0,   // animal to shove off
    0,   // opponent's animal to shove off
    10,  // right to move
    0,   // right to move, per rock on the border
    0,   // right to move, per rock beside it
];

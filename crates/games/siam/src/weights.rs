//! Weights of the features, fitted to 122405 positions of games played with the previous weights:
//! `cargo xtask tune siam --games 8000 --nodes 3000 --random-plies 10 --seed 1`.

use crate::features::COUNT;

pub(crate) const WEIGHTS: [i32; COUNT] = [
    0,   // ready, 1 push
    44,  // ready, 2
    28,  // ready, 3
    9,   // ready, 4
    35,  // opponent ready, 1 push
    41,  // opponent ready, 2
    24,  // opponent ready, 3
    4,   // opponent ready, 4
    0,   // entering push, 1
    44,  // entering push, 2
    19,  // entering push, 3
    11,  // entering push, 4
    16,  // entering push, 5
    9,   // opponent's entering push, 1
    38,  // opponent's, 2
    17,  // opponent's, 3
    11,  // opponent's, 4
    2,   // opponent's, 5
    7,   // held, 1 push
    8,   // held, 2
    -1,  // held, 3
    -7,  // held, 4
    8,   // opponent held, 1 push
    5,   // opponent held, 2
    1,   // opponent held, 3
    -5,  // opponent held, 4
    10,  // next to a line, 1 push
    10,  // next, 2
    12,  // next, 3
    13,  // next, 4
    26,  // opponent next to a line, 1
    11,  // opponent next, 2
    12,  // opponent next, 3
    17,  // opponent next, 4
    0,   // strong line
    0,   // opponent's strong line
    2,   // one animal on the board
    12,  // two animals
    24,  // three animals
    26,  // four animals
    18,  // five animals
    36,  // animal in the middle
    20,  // beside the middle
    10,  // inner corner
    -14, // corner of the board
    9,   // middle of a border
    -10, // facing off the board
    -4,  // free neighbouring squares
    -16, // animal to shove off
    -15, // opponent's animal to shove off
    5,   // tempo
    12,  // tempo, per rock on the border
    3,   // tempo, per other rock
];

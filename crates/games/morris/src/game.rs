use mekong_core::{Game, GameInfo, Text, Variants};

use crate::position::Position;

/// Three Men's Morris.
#[derive(Clone, Copy, Debug)]
pub struct Morris;

impl Game for Morris {
    type Position = Position;

    const INFO: GameInfo = GameInfo {
        id: "morris",
        title: Text { en: "Three Men's Morris", fr: "Marelle à trois pions" },
        author: None,
        publisher: None,
        year: None,
        seats: [Text { en: "White", fr: "Blancs" }, Text { en: "Black", fr: "Noirs" }],
        summary: Text {
            en: "Place three men each on nine points, then move them along the lines; three in a line win.",
            fr: "Posez chacun trois pions sur neuf points, puis déplacez-les le long des lignes ; trois pions alignés gagnent.",
        },
        goal: Text { en: "Get your three men in a line.", fr: "Alignez vos trois pions." },
        moves_help: Text {
            en: "b2    place a man on b2\n\
                 b2c3  move a man from b2 to c3, once all six are placed",
            fr: "b2    poser un pion en b2\n\
                 b2c3  déplacer un pion de b2 à c3, une fois les six posés",
        },
        variants: &[],
        dealt: false,
        scored_by_points: false,
    };

    fn start(_variants: Variants, _seed: u64) -> Position {
        Position::START
    }
}

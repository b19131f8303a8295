use mekong_core::{BenchPositions, Game, GameInfo, Levels, Text, Variants};

use crate::{players, position::Position};

/// The game of Sam Liam.
#[derive(Clone, Copy, Debug)]
pub struct SamLiam;

impl Game for SamLiam {
    type Position = Position;

    const INFO: GameInfo = GameInfo {
        id: "samliam",
        title: Text::same("Sam Liam"),
        author: Some("Gérard Pierson"),
        publisher: None,
        year: None,
        seats: [Text { en: "Black", fr: "Noirs" }, Text { en: "White", fr: "Blancs" }],
        summary: Text {
            en: "Place triangles on a 6 × 7 board; win with four right angles that are the corners of a square, all pointing outward or all inward.",
            fr: "Posez des triangles sur un plateau de 6 × 7 ; gagnez avec quatre angles droits aux coins d’un carré, tous vers l’extérieur ou tous vers l’intérieur.",
        },
        goal: Text {
            en: "Form a square of four right angles, all pointing outward or all inward.",
            fr: "Formez un carré de quatre angles droits, tous tournés vers l’extérieur ou tous vers l’intérieur.",
        },
        moves_help: Text {
            en: "c4ne  place a triangle on c4, its right angle in the top right corner\n\
                 \x20     (nw top left, ne top right, se bottom right, sw bottom left)\n\
                 c4#   place a square tile on c4\n\
                 pass  place nothing, if you have nothing to place",
            fr: "c4ne  poser un triangle en c4, l’angle droit dans le coin en haut à droite\n\
                 \x20     (nw en haut à gauche, ne en haut à droite, se en bas à droite, sw en bas à gauche)\n\
                 c4#   poser une tuile carrée en c4\n\
                 pass  ne rien poser, si vous n’avez rien à poser",
        },
        variants: &[],
        dealt: false,
        scored_by_points: false,
    };

    const LEVELS: Levels = players::LEVELS;
    const BENCH: Option<BenchPositions> = Some(players::BENCH);
    const BOOK: &'static str = include_str!("../data/book.jsonl");

    fn start(_variants: Variants, _seed: u64) -> Position {
        Position::start()
    }
}

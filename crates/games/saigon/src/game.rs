use mekong_core::{BenchPositions, Game, GameInfo, Levels, Text, VariantInfo, Variants};

use crate::{players, position::Position};

/// The game of Saigon.
#[derive(Clone, Copy, Debug)]
pub struct Saigon;

impl Game for Saigon {
    type Position = Position;

    const INFO: GameInfo = GameInfo {
        id: "saigon",
        title: Text::same("Saigon"),
        author: Some("Philippe des Pallières & Patrice Pillet"),
        publisher: None,
        year: Some(1994),
        seats: [Text { en: "Light", fr: "Clairs" }, Text { en: "Dark", fr: "Sombres" }],
        summary: Text {
            en: "Stacks of pallets on a rail of four slots: push the bottom row through the slits at its ends, and be the first to get six of your own out.",
            fr: "Des piles de palets sur un rail de quatre cases : poussez la rangée du bas par les fentes des bouts, et soyez le premier à faire sortir six des vôtres.",
        },
        goal: Text {
            en: "Be the first to get six of your pallets out of the rail.",
            fr: "Soyez le premier à faire sortir six de vos palets du rail.",
        },
        moves_help: Text {
            en: "pr    push from the left: everything slides to the right\n\
                 pl    push from the right: everything slides to the left\n\
                 1-3x2 move the top 2 pallets of slot 1 onto slot 3\n\
                 pass  pass, when a slot is empty and you cannot fill it",
            fr: "pr    pousser depuis la gauche : tout glisse vers la droite\n\
                 pl    pousser depuis la droite : tout glisse vers la gauche\n\
                 1-3x2 mettre sur la case 3 les 2 palets du dessus de la case 1\n\
                 pass  passer, quand une case est vide et que vous ne pouvez pas la remplir",
        },
        variants: &[VariantInfo {
            id: "flat",
            title: Text { en: "Bottom row only", fr: "Rangée du bas seule" },
            rule: Text {
                en: "a push moves only the bottom row: all upper pallets stay in their slot",
                fr: "une poussée ne déplace que la rangée du bas : tous les palets du dessus restent sur leur case",
            },
        }],
        dealt: false,
        scored_by_points: false,
    };

    const LEVELS: Levels = players::LEVELS;
    const BENCH: Option<BenchPositions> = Some(players::BENCH);
    const BOOK: &'static str = include_str!("../data/book.jsonl");

    fn start(variants: Variants, _seed: u64) -> Position {
        Position::start(variants)
    }
}

use mekong_core::{BenchPositions, Game, GameInfo, Levels, Text, VariantInfo, Variants};

use crate::{players, position::Position};

/// The game of Palam.
#[derive(Clone, Copy, Debug)]
pub struct Palam;

impl Game for Palam {
    type Position = Position;

    const INFO: GameInfo = GameInfo {
        id: "palam",
        title: Text::same("Palam"),
        author: Some("Claude Leroy"),
        publisher: Some("Dujardin / L’Astuce"),
        year: Some(1999),
        seats: [Text::same("Isis"), Text::same("Anubis")],
        summary: Text {
            en: "Twelve duels between two camps of twelve pieces: even sums favour one end of the board, odd sums the other, and the loser of a duel moves next.",
            fr: "Douze duels entre deux camps de douze pièces : les sommes paires favorisent un bout du plateau, les impaires l’autre, et le perdant d’un duel joue ensuite.",
        },
        goal: Text {
            en: "Win duels: you need 38 of the 75 points.",
            fr: "Gagnez des duels : il faut 38 points sur 75.",
        },
        moves_help: Text {
            en: "b2    advance the piece on b2, to engage it or to answer with it\n\
                 a1c2  swap your pieces on a1 and c2, the smaller cell name first\n\
                 s1@a1 put the piece s1 on a1, in the variant “Draft”",
            fr: "b2    avancer la pièce de b2, pour l’engager ou pour répondre\n\
                 a1c2  échanger vos pièces de a1 et c2, le plus petit nom de case d’abord\n\
                 s1@a1 poser la pièce s1 en a1, dans la variante « Placement au choix »",
        },
        variants: &[VariantInfo {
            id: "draft",
            title: Text { en: "Draft", fr: "Placement au choix" },
            rule: Text {
                en: "the players place the pieces themselves, two per turn: first 12 on the back rows, then 12 on the front rows",
                fr: "les joueurs posent eux-mêmes les pièces, deux par tour : d’abord 12 sur les rangées arrière, puis 12 sur les rangées avant",
            },
        }],
        dealt: true,
        scored_by_points: true,
    };

    const LEVELS: Levels = players::LEVELS;
    const BENCH: Option<BenchPositions> = Some(players::BENCH);
    const BOOK: &'static str = include_str!("../data/book.jsonl");

    fn start(variants: Variants, seed: u64) -> Position {
        Position::start(variants, seed)
    }
}

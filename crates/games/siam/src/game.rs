use mekong_core::{BenchPositions, Game, GameInfo, Levels, Text, VariantInfo, Variants};

use crate::{players, position::Position};

/// The game of Siam.
#[derive(Clone, Copy, Debug)]
pub struct Siam;

impl Game for Siam {
    type Position = Position;

    const INFO: GameInfo = GameInfo {
        id: "siam",
        title: Text::same("Siam"),
        author: Some("Didier Dhorbait"),
        publisher: Some("Ferti"),
        year: Some(2005),
        seats: [Text { en: "Elephants", fr: "Éléphants" }, Text { en: "Rhinos", fr: "Rhinocéros" }],
        summary: Text {
            en: "Elephants and rhinos push rocks on a 5 × 5 board; get a rock over the edge with your animal behind it.",
            fr: "Éléphants et rhinocéros poussent des rochers sur un plateau de 5 × 5 ; faites tomber un rocher avec l’un de vos animaux derrière lui.",
        },
        goal: Text {
            en: "Push a rock off the board with your animal behind it.",
            fr: "Faites tomber un rocher du plateau avec l’un de vos animaux derrière lui.",
        },
        moves_help: Text {
            en: "@c1N  enter on c1 facing north (pushing, if c1 is occupied)\n\
                 c1c2E move from c1 to the free square c2 and face east\n\
                 c1W   turn the animal on c1 to the west\n\
                 c1-   leave the board from c1\n\
                 c1c2  push forward from c1 to c2",
            fr: "@c1N  entrer en c1 face au nord (en poussant, si c1 est occupée)\n\
                 c1c2E aller de c1 à la case libre c2 et regarder à l’est\n\
                 c1W   tourner vers l’ouest l’animal en c1\n\
                 c1-   sortir du plateau depuis c1\n\
                 c1c2  pousser droit devant, de c1 à c2",
        },
        variants: &[
            VariantInfo {
                id: "opening",
                title: Text { en: "Closed opening", fr: "Ouverture fermée" },
                rule: Text {
                    en: "no animal may be placed on c1 or c5 in a player’s first two turns",
                    fr: "pendant ses deux premiers tours, un joueur ne peut placer d’animal ni en c1 ni en c5",
                },
            },
            VariantInfo {
                id: "single-exit",
                title: Text { en: "One exit each", fr: "Une seule sortie" },
                rule: Text {
                    en: "each player may take an animal off the board only once per game",
                    fr: "chaque joueur ne peut sortir un animal du plateau qu’une fois par partie",
                },
            },
            VariantInfo {
                id: "chain",
                title: Text { en: "Strict push", fr: "Poussée stricte" },
                rule: Text {
                    en: "a push must be strong enough for every initial part of the row, not only for the whole",
                    fr: "une poussée doit être assez forte pour chaque début de la file, pas seulement pour la file entière",
                },
            },
        ],
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

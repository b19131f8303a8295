//! Every reason to refuse a move or a text, in both languages, and the texts that are accepted.

use mekong_core::{Explain as _, Lang, Notation as _, Player, Position as _, Variants};
use mekong_saigon::{Direction, Illegal, Move, Position, PositionError, Problem, Setup, Slot, Stack};

const FLAT: Variants = Variants::NONE.with(0);

fn at(text: &str) -> Position {
    Position::parse_position(text, Variants::NONE).unwrap()
}

fn mv(text: &str) -> Move {
    Position::parse_move(text).unwrap()
}

fn winner(position: Position) -> Option<Player> {
    position.outcome().and_then(|outcome| outcome.winner)
}

fn slot(number: u8) -> Slot {
    Slot::new(number).unwrap()
}

// ── Why a move is refused ───────────────────────────────────────────────────────────────────────────────────────

#[test]
fn every_illegal_move_is_rejected_with_its_rule() {
    let [one, two, four] = [1, 2, 4].map(slot);
    let dark = Player::P2;
    #[rustfmt::skip]
    let table: &[(&str, &str, Illegal, &str, &str)] = &[
        ("LL/LLLL/DL/LD L", "pr", Illegal::Over,
            "the game is over", "la partie est terminée"),
        ("LDDD/LLLL/LDDD/- D", "pr", Illegal::GapFirst { gap: four },
            "slot 4 is empty and must be filled first", "la case 4 est vide et doit d’abord être remplie"),
        ("LDDD/LLLL/LDDD/- D", "pl", Illegal::GapFirst { gap: four },
            "slot 4 is empty and must be filled first", "la case 4 est vide et doit d’abord être remplie"),
        ("LDDD/LLLL/LDDD/- D", "1-3x1", Illegal::GapFirst { gap: four },
            "slot 4 is empty and must be filled first", "la case 4 est vide et doit d’abord être remplie"),
        ("-/LD/LD/LDDD L", "pr", Illegal::MustPass { gap: one },
            "slot 1 is empty and you cannot fill it: you must pass",
            "la case 1 est vide et vous ne pouvez pas la remplir : il faut passer"),
        ("-/LD/LD/LDDD L", "2-3x1", Illegal::MustPass { gap: one },
            "slot 1 is empty and you cannot fill it: you must pass",
            "la case 1 est vide et vous ne pouvez pas la remplir : il faut passer"),
        ("LDDD/LLLL/LDDD/- D", "4-1x1", Illegal::EmptySlot { slot: four },
            "slot 4 is empty", "la case 4 est vide"),
        ("LLDL/DDDL/LLLD/DDDL L", "1-2x5", Illegal::NotThatMany { slot: one, height: 4 },
            "slot 1 has only 4 pallets", "la case 1 n’a que 4 palets"),
        ("LLDL/DDDL/LLLD/L L", "4-2x15", Illegal::NotThatMany { slot: four, height: 1 },
            "slot 4 has only 1 pallet", "la case 4 n’a qu’un palet"),
        ("LLDL/DDDL/LLLD/DDDL L", "1-2x4", Illegal::OneStays { slot: one },
            "one pallet must stay on slot 1", "un palet doit rester sur la case 1"),
        ("LLLL/DDDD/LLLL/DDDD L", "2-1x2", Illegal::TopNotYours { slot: two, owner: dark },
            "the top pallet of slot 2 is dark: a block has your colour at top and bottom",
            "le palet du haut de la case 2 est sombre : un bloc porte votre couleur en haut et en bas"),
        ("LLLL/DDDD/LLLL/DDDD D", "1-2x2", Illegal::TopNotYours { slot: one, owner: Player::P1 },
            "the top pallet of slot 1 is light: a block has your colour at top and bottom",
            "le palet du haut de la case 1 est clair : un bloc porte votre couleur en haut et en bas"),
        ("LLDL/DDDL/LLLD/DDDL L", "1-2x2", Illegal::BottomNotYours { owner: dark },
            "this pallet is dark: a block has your colour at top and bottom",
            "ce palet est sombre : un bloc porte votre couleur en haut et en bas"),
        ("LLDL/DDDL/LLLD/DDLD D", "4-2x2", Illegal::BottomNotYours { owner: Player::P1 },
            "this pallet is light: a block has your colour at top and bottom",
            "ce palet est clair : un bloc porte votre couleur en haut et en bas"),
        ("LLLL/DDDD/LLLL/DDDD L", "pass", Illegal::PassWithoutGap,
            "no slot is empty, so you may not pass", "aucune case n’est vide, vous ne pouvez donc pas passer"),
        ("LDDD/LLLL/LDDD/- D", "pass", Illegal::PassInsteadOfFilling { gap: four },
            "you can fill slot 4, so you may not pass",
            "vous pouvez remplir la case 4, vous ne pouvez donc pas passer"),
    ];
    for (text, refused, why, en, fr) in table {
        let found = at(text).play(mv(refused)).unwrap_err();
        assert_eq!(found, *why, "{refused} in {text}");
        assert_eq!((found.explain(Lang::En).as_str(), found.explain(Lang::Fr).as_str()), (*en, *fr));
        assert_eq!(found.to_string(), *en);
    }
}

#[test]
fn a_block_for_the_gap_is_rejected_for_its_own_faults() {
    //   even when the player can do nothing but pass
    assert_eq!(
        at("-/LD/LD/LDDD L").check(mv("2-1x1")),
        Err(Illegal::TopNotYours { slot: slot(2), owner: Player::P2 })
    );
    assert_eq!(at("-/LD/LD/LDDD D").check(mv("2-1x2")), Err(Illegal::OneStays { slot: slot(2) }));
}

#[test]
fn moves_that_cannot_be_written_are_rejected_too() {
    let start = at("LLLL/DDDD/LLLL/DDDD L");
    let [one, two] = [1, 2].map(slot);
    let same = start.check(Move::Shift { from: one, to: one, count: 1 }).unwrap_err();
    assert_eq!(same, Illegal::SameSlot { slot: one });
    assert_eq!(same.explain(Lang::En), "pallets go onto another slot, not back onto slot 1");
    assert_eq!(same.explain(Lang::Fr), "les palets vont sur une autre case, et non de nouveau sur la case 1");
    let none = start.check(Move::Shift { from: one, to: two, count: 0 }).unwrap_err();
    assert_eq!(none, Illegal::NothingTaken);
    assert_eq!(none.explain(Lang::En), "a move takes at least one pallet");
    assert_eq!(none.explain(Lang::Fr), "un déplacement prend au moins un palet");
    for count in 5..=u8::MAX {
        let many = start.check(Move::Shift { from: one, to: two, count });
        assert_eq!(many, Err(Illegal::NotThatMany { slot: one, height: 4 }));
    }
}

// ── Texts ───────────────────────────────────────────────────────────────────────────────────────────────────────

#[test]
fn every_unreadable_position_text_names_the_field_and_the_reason() {
    #[rustfmt::skip]
    let table: &[(&str, &str, &str)] = &[
        ("",
            "a position has 2 fields (stacks, side), separated by single spaces; this one has 1",
            "une position a 2 champs (piles, trait), séparés par une seule espace ; celle-ci en a 1"),
        ("LLLL/DDDD/LLLL/DDDD  L",
            "a position has 2 fields (stacks, side), separated by single spaces; this one has 3",
            "une position a 2 champs (piles, trait), séparés par une seule espace ; celle-ci en a 3"),
        ("LLLL/DDDD/LLLL L",
            "stacks: \"LLLL/DDDD/LLLL\" must be 4 stacks separated by \"/\"",
            "piles : « LLLL/DDDD/LLLL » doit comporter 4 piles séparées par « / »"),
        ("/DDDD/LLLL/DDDD L",
            "stacks: \"\" is neither a stack of pallets L and D nor \"-\" for an empty slot",
            "piles : « » n’est ni une pile de palets L et D, ni « - » pour une case vide"),
        ("LLLL/DDdD/LLLL/DDDD L",
            "stacks: \"DDdD\" is neither a stack of pallets L and D nor \"-\" for an empty slot",
            "piles : « DDdD » n’est ni une pile de palets L et D, ni « - » pour une case vide"),
        ("LLLL/DDDD/LLLL/D- L",
            "stacks: \"D-\" is neither a stack of pallets L and D nor \"-\" for an empty slot",
            "piles : « D- » n’est ni une pile de palets L et D, ni « - » pour une case vide"),
        ("L/D/LLLLLLLDDDDDDDD/- L",
            "stacks: \"LLLLLLLDDDDDDDD\" is a stack of more than 14 pallets",
            "piles : « LLLLLLLDDDDDDDD » est une pile de plus de 14 palets"),
        ("LLLL/DDDD/LLLL/DDDD E",
            "side: \"E\" is neither L nor D",
            "trait : « E » n’est ni L ni D"),
    ];
    for (text, en, fr) in table {
        let found = Position::parse_position(text, Variants::NONE).unwrap_err();
        assert!(matches!(found, PositionError::Syntax(_)), "{text}");
        assert_eq!((found.explain(Lang::En).as_str(), found.explain(Lang::Fr).as_str()), (*en, *fr));
        assert_eq!(found.to_string(), *en);
    }
}

#[test]
fn every_impossible_position_is_rejected_with_its_reason() {
    #[rustfmt::skip]
    let table: &[(&str, Problem, &str, &str)] = &[
        ("LLLLL/DDDD/LLLL/DDDD L", Problem::TooManyPallets { player: Player::P1, found: 9 },
            "stacks: 9 light pallets, but there are only 8",
            "piles : 9 palets clairs, mais il n’y en a que 8"),
        ("LLLL/DDDDDD/LLLL/DDDD L", Problem::TooManyPallets { player: Player::P2, found: 10 },
            "stacks: 10 dark pallets, but there are only 8",
            "piles : 10 palets sombres, mais il n’y en a que 8"),
        ("L/DDDD/DD/DD L", Problem::TooManyOut { player: Player::P1, out: 7 },
            "stacks: 7 light pallets are out, but the game ends with the sixth",
            "piles : 7 palets clairs sont sortis, mais la partie se termine au sixième"),
        ("L/LL/LL/LL L", Problem::TooManyOut { player: Player::P2, out: 8 },
            "stacks: 8 dark pallets are out, but the game ends with the sixth",
            "piles : 8 palets sombres sont sortis, mais la partie se termine au sixième"),
        ("L/L/D/D L", Problem::BothHaveWon,
            "stacks: both colours have 6 pallets out, but the game ends as soon as one has",
            "piles : les deux couleurs ont 6 palets sortis, or la partie se termine dès que l’une en a 6"),
        ("LLLL/-/LLLL/DDDD L", Problem::EmptyInside { slot: slot(2) },
            "stacks: slot 2 is empty, but only slots 1 and 4 can be",
            "piles : la case 2 est vide, mais seules les cases 1 et 4 peuvent l’être"),
        ("LLLL/DDDD/-/DDDD L", Problem::EmptyInside { slot: slot(3) },
            "stacks: slot 3 is empty, but only slots 1 and 4 can be",
            "piles : la case 3 est vide, mais seules les cases 1 et 4 peuvent l’être"),
        ("-/DDDD/LLLL/- L", Problem::ManyEmpty { found: 2 },
            "stacks: 2 slots are empty, but at most one can be",
            "piles : 2 cases sont vides, et une seule peut l’être"),
    ];
    for (text, problem, en, fr) in table {
        let error = Position::parse_position(text, Variants::NONE).unwrap_err();
        assert_eq!(error, PositionError::Invalid(vec![*problem]), "{text}");
        assert_eq!((error.explain(Lang::En).as_str(), error.explain(Lang::Fr).as_str()), (*en, *fr));
        assert_eq!(problem.to_string(), *en);
    }
}

#[test]
fn all_problems_of_a_position_are_listed() {
    let error = Position::parse_position("-/-/LLLLLLLLL/D L", Variants::NONE).unwrap_err();
    assert_eq!(
        error.to_string(),
        "stacks: 9 light pallets, but there are only 8; \
         stacks: 7 dark pallets are out, but the game ends with the sixth; \
         stacks: slot 2 is empty, but only slots 1 and 4 can be; \
         stacks: 2 slots are empty, but at most one can be"
    );
    assert!(error.explain(Lang::Fr).contains("que 8 ; piles : 7 palets"));
    let nothing = Position::parse_position("-/-/-/- L", Variants::NONE).unwrap_err();
    assert!(matches!(nothing, PositionError::Invalid(problems) if problems.len() == 6));
}

#[test]
fn a_finished_position_can_be_read() {
    let over = at("LL/LLLL/DL/LD D");
    assert_eq!(winner(over), Some(Player::P2));
    assert_eq!(over.position_text(), "LL/LLLL/DL/LD D");
    assert_eq!(winner(at("LL/D/DDD/D L")), Some(Player::P1));
}

#[test]
fn a_position_is_set_up_from_its_stacks() {
    use Player::{P1, P2};
    let stack = |pallets: &[Player]| Stack::new(pallets.iter().copied()).unwrap();
    let stacks = [stack(&[P1, P1, P2]), stack(&[P2]), stack(&[P1, P2]), Stack::EMPTY];
    let position = Position::try_from(Setup { stacks, turn: P2, variants: FLAT }).unwrap();
    assert_eq!(position.position_text(), "LLD/D/LD/- D");
    assert_eq!(position.stacks(), stacks);
    assert_eq!(position.gap(), Slot::new(4));
    assert_eq!(position.variants(), FLAT);
    let both = Setup { stacks: [stacks[1]; 4], turn: P1, variants: FLAT };
    assert_eq!(Position::try_from(both), Err(vec![Problem::TooManyOut { player: P1, out: 8 }]));
}

#[test]
fn moves_have_one_spelling() {
    assert_eq!(mv("pr"), Move::Push { direction: Direction::Right });
    assert_eq!(mv("pl"), Move::Push { direction: Direction::Left });
    assert_eq!(mv("1-3x2"), Move::Shift { from: slot(1), to: slot(3), count: 2 });
    assert_eq!(mv("4-2x15"), Move::Shift { from: slot(4), to: slot(2), count: 15 });
    assert_eq!(mv("pass"), Move::Pass);
    assert_eq!(Position::all_moves().len(), 2 + 4 * 3 * 15 + 1);
}

#[test]
fn every_unreadable_move_is_rejected_with_its_reason() {
    let hint = |text: &str| {
        let error = Position::parse_move(text).expect_err(text);
        assert_eq!(error.found, text);
        error.hint.en
    };
    for text in
        ["", "p", "PR", "pr ", "Pass", "1-3", "13x2", "1_3x2", "1--3x2", "a-3x2", "1-bx2", "11-3x2", "é-1x1"]
    {
        assert!(hint(text).starts_with("write pr"), "{text}");
    }
    for text in ["0-1x1", "1-5x1", "9-9x1"] {
        assert!(hint(text).starts_with("slots"), "{text}");
    }
    for count in ["", "0", "02", "16", "+2", "-1", "2x", "256", "99999999999999999999", "٢"] {
        assert!(hint(&format!("1-3x{count}")).starts_with("the number of pallets"), "{count}");
    }
    let sentences = |text| {
        let error = Position::parse_move(text).unwrap_err();
        assert_eq!(error.to_string(), error.explain(Lang::En));
        Lang::ALL.map(|lang| error.explain(lang))
    };
    assert_eq!(
        sentences("up"),
        [
            "\"up\" is not a move: write pr or pl to push, 1-3x2 to move the top 2 pallets of slot 1 onto slot 3, pass to pass",
            "« up » n’est pas un coup : écrivez pr ou pl pour pousser, 1-3x2 pour mettre sur la case 3 les 2 palets du dessus de la case 1, pass pour passer",
        ]
    );
    assert_eq!(
        sentences("1-5x1"),
        [
            "\"1-5x1\" is not a move: slots are numbered from 1 to 4",
            "« 1-5x1 » n’est pas un coup : les cases sont numérotées de 1 à 4",
        ]
    );
    assert_eq!(
        sentences("1-1x2"),
        [
            "\"1-1x2\" is not a move: pallets go onto another slot",
            "« 1-1x2 » n’est pas un coup : les palets vont sur une autre case",
        ]
    );
    assert_eq!(
        sentences("1-3x0"),
        [
            "\"1-3x0\" is not a move: the number of pallets is from 1 to 15 without leading zeros",
            "« 1-3x0 » n’est pas un coup : le nombre de palets va de 1 à 15, sans zéro devant",
        ]
    );
}

//! Board marks of previews and threats, for each game.

use std::collections::BTreeSet;

use mekong_catalog::{GAMES, GameSession, find};
use mekong_core::{BoardMarks, Lang, SplitMix64, Variants};

fn at(game: &str, position: &str) -> GameSession {
    find(game).unwrap().parse(position, Variants::NONE).unwrap_or_else(|error| panic!("{position}: {error}"))
}

/// The marks as text: place, kind, owner and label.
fn marks(found: &BoardMarks) -> BTreeSet<String> {
    let word = |mark: &mekong_core::Mark| {
        let owner = mark.owner.map_or("", |owner| owner.code());
        [&mark.at, mark.kind.code(), owner, &mark.text]
            .into_iter()
            .filter(|word| !word.is_empty())
            .collect::<Vec<_>>()
            .join(" ")
    };
    found.marks.iter().map(word).collect()
}

fn preview_of(game: &str, position: &str, mv: &str) -> (BTreeSet<String>, String) {
    let found = at(game, position).preview(mv, Lang::En).unwrap();
    (marks(&found), found.text)
}

fn threats(game: &str, position: &str) -> (BTreeSet<String>, String) {
    let found = at(game, position).threats(Lang::En);
    (marks(&found), found.text)
}

fn set<const N: usize>(words: [&str; N]) -> BTreeSet<String> {
    words.into_iter().map(str::to_owned).collect()
}

#[test]
fn siam_marks_the_forces_of_a_row() {
    // One elephant before two rocks is too weak.
    let (marks_found, text) = preview_of("siam", "5/2o2/1oo2/2N2/5 E 4 -", "c2c3");
    assert_eq!(marks_found, set(["c2 pushes +1", "c3 weighs 1", "c4 weighs 1", "c5 sum 1 < 2"]));
    assert_eq!(text, "1 < 2: the row does not move");
    // Two rhinos against one elephant, up to the edge.
    let (marks_found, _) = preview_of("siam", "5/5/1oEww/5/oo3 E 4 -", "c3d3");
    assert!(marks_found.contains("@e3E sum −1 < 1"), "{marks_found:?}");
    // A rhino against the push, another one across it.
    let (marks_found, text) = preview_of("siam", "2s2/2e2/1oNo1/2No1/5 E 4 -", "c2c3");
    assert_eq!(
        marks_found,
        set(["c2 pushes +1", "c3 pushes +1", "c4 idle 0", "c5 resists −1", "c5 falls", "@c5N sum 1 ≥ 1"])
    );
    assert_eq!(text, "2 − 1 ≥ 1: the row moves");
}

#[test]
fn siam_marks_the_animal_that_wins() {
    // The elephant pushes; the rhino before it, facing the same way, is nearer to the rock.
    let (marks_found, text) = preview_of("siam", "2o2/2n2/1oNo1/5/5 E 4 -", "c3c4");
    assert_eq!(
        marks_found,
        set(["c3 pushes +1", "c4 pushes +1", "c5 weighs 1", "c5 falls", "c4 decides p2", "@c5N sum 2 ≥ 1"])
    );
    assert_eq!(text, "2 ≥ 1: the row moves, a rock falls, and the rhinos win");
    // Coming in from outside.
    let (marks_found, _) = preview_of("siam", "5/5/1oo2/5/o4 E 4 -", "@a1N");
    assert_eq!(marks_found, set(["@a1 pushes +1", "a1 weighs 1", "a2 sum 1 ≥ 1"]));
    let found = at("siam", "2o2/2N2/1o1o1/5/5 E 4 -").preview("c4c5", Lang::Fr).unwrap();
    assert_eq!(found.text, "1 ≥ 1 : la file avance, un rocher tombe, et les éléphants gagnent");
}

#[test]
fn siam_marks_obstacles_and_winning_pushes() {
    assert_eq!(preview_of("siam", "5/2o2/1oo2/2E2/5 E 4 -", "c2c3").0, set(["d2 forbids"]));
    assert_eq!(preview_of("siam", "5/2o2/1oo2/2N2/5 E 4 -", "c2e5N").0, set(["e5 forbids"]));
    assert_eq!(preview_of("siam", "5/2o2/1oo2/2N2/5 E 4 -", "c2b2W"), (set([]), String::new()));
    let (marks_found, text) = threats("siam", "2o2/2N2/o1o2/5/5 R 5 -");
    assert_eq!(marks_found, set(["c4 part p1", "c5 threat p1"]));
    assert_eq!(text, "the elephants threaten to win by pushing from c4");
    assert_eq!(threats("siam", "5/5/1ooo1/5/5 E 0 -"), (set([]), String::new()));
}

#[test]
fn samliam_marks_open_halves_and_three_of_four() {
    assert_eq!(preview_of("samliam", "6/6/6/2A3/6/6/6 W -", "c4ne").0, set(["c4.se open"]));
    assert_eq!(preview_of("samliam", "6/6/6/2(Ac)3/6/6/6 B -", "c4ne").0, set(["c4 forbids"]));
    // No cell forbids a square tile that no block has earned.
    assert_eq!(preview_of("samliam", "6/6/6/6/6/6/6 B -", "c4#").0, set([]));
    let three = "6/1A1B2/6/1D4/6/6/6 W -";
    let (marks_found, text) = threats("samliam", three);
    assert_eq!(marks_found, set(["b6:d4 part p1", "d4.se threat p1"]));
    assert_eq!(text, "Black needs one more corner for a square");
    let (marks_found, text) = preview_of("samliam", three, "d4ne");
    assert_eq!((marks_found, text.as_str()), (set([]), "a block: Black may place a square tile"));
    // Beside an own triangle the other half is lacking, wherever it points.
    let (marks_found, _) = threats("samliam", "6/1A1B2/6/1D1B2/6/6/6 W -");
    assert!(marks_found.contains("d4.sw threat p1"), "{marks_found:?}");
    let (marks_found, text) = preview_of("samliam", "6/1A1B2/6/1D4/6/6/6 B -", "d4se");
    assert_eq!((marks_found, text.as_str()), (set(["b6:d4 wins p1"]), "Black completes a square"));
    let (marks_found, text) = preview_of("samliam", "6/1A1B2/6/6/6/6/6 B -", "b4sw");
    assert_eq!(
        (marks_found, text.as_str()),
        (set(["b6:d4 part p1", "d4.se threat p1"]), "three corners of four")
    );
}

#[test]
fn saigon_marks_sliding_held_and_leaving_pallets() {
    let (marks_found, text) = preview_of("saigon", "LLLL/DDDD/LLLL/DDDD L", "pr");
    assert_eq!(text, "a dark pallet falls out, 3 slide, 12 are held");
    assert!(
        marks_found.contains("4.0 falls")
            && marks_found.contains("3.0 slides")
            && marks_found.contains("3.1 held"),
        "{marks_found:?}"
    );
    assert_eq!(marks_found.len(), 16);
    // Nothing on slot 3 holds what comes from behind: the whole stack of slot 2 travels.
    let (marks_found, _) = preview_of("saigon", "LLLL/DDDD/L/DDDD L", "pr");
    assert!(
        ["2.3 slides", "3.0 slides", "1.0 slides", "1.1 slides"]
            .iter()
            .all(|word| marks_found.contains(*word)),
        "{marks_found:?}"
    );
    assert_eq!(preview_of("saigon", "LLLL/DDDD/LLLL/DDDD L", "2-1x1").0, set(["2.3 forbids"]));
    assert_eq!(preview_of("saigon", "LLLL/DDDD/LLLL/DDDD L", "1-2x4").0, set(["1.0 held"]));
    assert_eq!(preview_of("saigon", "LLL/LDDD/DLLL/- D", "pr").0, set(["4 open"]));
    let (marks_found, text) = threats("saigon", "L/DDDD/LL/DDDD D");
    assert_eq!(threats("saigon", "LLL/LDDD/DLLL/- D"), (set(["4 open"]), String::new()));
    assert_eq!((marks_found, text.as_str()), (set(["1.0 threat p1"]), "a push to the left wins for Light"));
}

#[test]
fn palam_marks_possible_answers_and_their_results() {
    // Ankh 2 is engaged, and Anubis has neither an ankh nor a 2.
    let duel = "-,-,-,-,-,-/e6,s4,w1,-,-,e1/-,-,-,-,-,e5/k3,-,-,-,-,w5 A ak2 s 30-26";
    let (marks_found, text) = threats("palam", duel);
    assert_eq!(
        (marks_found, text.as_str()),
        (set(["f3 leftmost p2 +2"]), "nothing matches: the leftmost piece for Anubis must answer, the eye 1")
    );
    let refused = set(["f3 leftmost", "a3 forbids", "duel look ankh or 2"]);
    assert_eq!(preview_of("palam", duel, "a3"), (refused, String::new()));
    let (marks_found, text) = preview_of("palam", duel, "f3");
    assert_eq!(marks_found, set(["f3 wins p2", "duel loses p2 +2"]));
    assert_eq!(text, "2 + 1 = 3, odd, so nearer ≠ wins: 2 points for Anubis");
    // Before engaging: what can answer.
    let quiet = "-,-,-,-,-,-/e6,s4,w1,-,-,e1/k2,-,-,-,-,e5/k3,-,-,-,-,w5 I - s 30-26";
    let (marks_found, text) = preview_of("palam", quiet, "f2");
    assert_eq!(marks_found, set(["a3 answers p1 −2", "f3 answers p1 −2"]));
    assert_eq!(text, "Anubis can answer with the eye 6 or the eye 1");
    assert_eq!(preview_of("palam", quiet, "f1").0, set(["f2 forbids"]));
    assert_eq!(threats("palam", quiet), (set([]), String::new()));
}

#[test]
fn any_move_can_be_previewed() {
    for entry in GAMES {
        let info = entry.info();
        for variants in [Variants::NONE, info.parse_variants(info.variants.iter().map(|v| v.id)).unwrap()] {
            let mut random = SplitMix64::new(7);
            let mut session = entry.start(variants, 3);
            let mut known: BTreeSet<String> = BTreeSet::new();
            for _ in 0..60 {
                known.extend(session.legal());
                for lang in Lang::ALL {
                    let _ = session.threats(lang);
                    for mv in &known {
                        session.preview(mv, lang).unwrap();
                    }
                }
                if session.play_random(&mut random) == 0 {
                    break;
                }
            }
            assert!(session.preview("nonsense", Lang::En).is_err());
        }
    }
}

//! What is proven: carried from one position to the next, counted in points where points decide, and shown to its end.

use mekong_analysis::{GameReport, Label, MoveReport, Points, Worth, judge_game, judge_move, why};
use mekong_catalog::{GAMES, Session, find};
use mekong_core::{CancelToken, Explain as _, Lang, SplitMix64, Variants};
use mekong_engine::Limits;
use mekong_players::Searcher;

fn judged(session: &Session, megabytes: usize, limits: Limits) -> GameReport {
    let searcher = Searcher::new(find(session.info().id).unwrap(), megabytes);
    judge_game(&searcher, session, limits, &CancelToken::new(), &mut |_| {}).unwrap()
}

/// A game of moves that are half chosen by a short search and half by chance.
fn played(session: &mut Session, random: &mut SplitMix64, plies: usize) {
    let searcher = Searcher::new(find(session.info().id).unwrap(), 1);
    for _ in 0..plies {
        if random.below(2) == 0 {
            session.play_random(random);
        } else if let Some(best) =
            mekong_analysis::hint(&searcher, session, Limits::nodes(600), &CancelToken::new())
        {
            session.play(&best.line[0]).unwrap();
        }
    }
}

/// The position that two reports speak of, for the player of the second: what the first says after its move, and the second
/// before it.
fn same_position(pair: &[MoveReport]) -> (Worth, Worth) {
    let after = pair[0].after;
    (if pair[0].player == pair[1].player { after } else { after.for_opponent() }, pair[1].before)
}

#[test]
fn no_two_moves_of_a_report_contradict_each_other() {
    let mut proven = 0;
    for entry in GAMES {
        for seed in 0..4 {
            let mut random = SplitMix64::new(seed);
            let mut session = entry.start(Variants::NONE, seed);
            played(&mut session, &mut random, 60);
            let nodes = [300, 2_000, 12_000][seed as usize % 3];
            let report = judged(&session, 4, Limits::nodes(nodes));
            for pair in report.moves.windows(2) {
                let (after, before) = same_position(pair);
                assert_eq!(after.proven, before.proven, "{pair:#?}");
                if after.proven {
                    proven += 1;
                    assert_eq!(after.win_chance, before.win_chance, "{pair:#?}");
                    if let (Some(after), Some(before)) = (after.points_margin, before.points_margin) {
                        assert_eq!(after, before, "{pair:#?}");
                    }
                }
            }
            if let (Some(last), Some(outcome)) = (report.moves.last(), session.outcome()) {
                assert!(last.after.proven);
                let expected =
                    outcome.winner.map_or(0.5, |winner| f64::from(u8::from(winner == last.player)));
                assert_eq!(last.after.win_chance, expected);
            }
        }
    }
    assert!(proven > 100, "{proven}");
}

#[test]
fn a_proof_before_a_move_is_one_after_it() {
    // The rhinos win with c2c3. Whoever plays it after a search that is too short for the answer has still won.
    let before = find("siam").unwrap().parse("2o2/2o2/2n2/2n2/4o R 11 -", Variants::NONE).unwrap();
    let searcher = Searcher::new(find("siam").unwrap(), 1);
    for text in before.legal() {
        let report = judge_move(&searcher, &before, &text, Limits::nodes(400), &CancelToken::new()).unwrap();
        assert!(report.before.is_won(), "{report:?}");
        assert_eq!(report.label == Label::Best || report.label == Label::Only, text == "c2c3", "{report:?}");
    }
}

/// A deal played at random until a player has so many pieces left.
fn palam(seed: u64, left: usize) -> Session {
    let mut random = SplitMix64::new(seed);
    let mut session = find("palam").unwrap().start(Variants::NONE, seed);
    loop {
        let text = session.position_text();
        if text.split(' ').next().unwrap().split(['/', ',']).filter(|cell| *cell != "-").count() <= 2 * left {
            return session;
        }
        let mut moves = session.legal();
        if random.below(4) > 0 && moves.iter().any(|mv| mv.len() == 2) {
            moves.retain(|mv| mv.len() == 2);
        }
        session.play(&moves[random.below(moves.len())].clone()).unwrap();
    }
}

/// The exact margin of points for the first player, by looking at everything.
fn exact(searcher: &Searcher, session: &Session) -> i32 {
    let stop = CancelToken::new();
    match session.turn() {
        Some(turn) => {
            let result = searcher.search(session, Limits::default(), &stop, &mut |_| {});
            let margin = result.lines[0].margin.unwrap();
            if turn.index() == 0 { margin } else { -margin }
        }
        None => {
            let text = session.position_text();
            let (isis, anubis) = text.rsplit(' ').next().unwrap().split_once('-').unwrap();
            isis.parse::<i32>().unwrap() - anubis.parse::<i32>().unwrap()
        }
    }
}

#[test]
fn palam_is_judged_by_points_and_the_margin_is_told() {
    let truth = Searcher::new(find("palam").unwrap(), 16);
    let (mut best, mut good) = (0, 0);
    for seed in 0..10 {
        let mut session = palam(seed, 6);
        let mut random = SplitMix64::new(!seed);
        let mut place = session.clone();
        let begun = place.moves().len();
        played(&mut session, &mut random, 40);
        let report = judged(&session, 16, Limits::nodes(200_000));
        let mut margins = vec![exact(&truth, &place)];
        for text in &session.moves()[begun..] {
            place.play(text).unwrap();
            margins.push(exact(&truth, &place));
        }
        for (mv, pair) in report.moves[begun..].iter().zip(margins.windows(2)) {
            let sign = if mv.player.index() == 0 { 1 } else { -1 };
            let (before, after) = (sign * pair[0], sign * pair[1]);
            assert!(before >= after);
            assert!(mv.before.proven && mv.after.proven && mv.proven, "{mv:#?}");
            assert_eq!(mv.before.points_margin.unwrap_or(before), before, "{mv:#?}");
            assert_eq!(mv.after.points_margin.unwrap_or(after), after, "{mv:#?}");
            assert!(matches!(mv.after.score, Points::Cp(_)), "no number of plies: {mv:#?}");
            let expected = match mv.label {
                Label::Forced => mv.choices == 1,
                Label::Best | Label::Only => {
                    best += 1;
                    after == before
                }
                Label::Good => {
                    good += 1;
                    after < before && (after > 0) == (before > 0)
                }
                _ => after < 0 && before > 0,
            };
            assert!(expected, "{before} {after} {mv:#?}");
        }
    }
    assert!(best > 20 && good > 10, "{best} {good}");
}

/// What one move of a position is worth says the least that the position is worth, and not the most.
#[test]
fn margins_that_are_told_are_exact_at_any_limit() {
    let truth = Searcher::new(find("palam").unwrap(), 16);
    let (mut told, mut untold) = (0, 0);
    for seed in 0..12 {
        let mut session = palam(seed, 7);
        let mut place = session.clone();
        let begun = place.moves().len();
        played(&mut session, &mut SplitMix64::new(!seed), 40);
        let mut margins = vec![exact(&truth, &place)];
        for text in &session.moves()[begun..] {
            place.play(text).unwrap();
            margins.push(exact(&truth, &place));
        }
        let report = judged(&session, 4, Limits::nodes([300, 1_500, 8_000][seed as usize % 3]));
        for (mv, pair) in report.moves[begun..].iter().zip(margins.windows(2)) {
            let sign = if mv.player.index() == 0 { 1 } else { -1 };
            for (worth, exact) in [(mv.before, sign * pair[0]), (mv.after, sign * pair[1])] {
                match worth.points_margin {
                    Some(margin) => {
                        told += 1;
                        assert_eq!(margin, exact, "{mv:#?}");
                    }
                    None => untold += 1,
                }
            }
            if mv.proven && matches!(mv.label, Label::Best | Label::Only) {
                assert_eq!(pair[0], pair[1], "{mv:#?}");
            }
        }
    }
    assert!(told > 50 && untold > 20, "{told} {untold}");
}

#[test]
fn points_are_named_in_the_reasons() {
    let start = "-,-,-,-,-,-/e6,s4,-,-,-,-/-,-,-,-,-,e5/k3,-,-,-,-,- A - x 30-30";
    let before = find("palam").unwrap().parse(start, Variants::NONE).unwrap();
    let searcher = Searcher::new(find("palam").unwrap(), 1);
    let report = judge_move(&searcher, &before, "b3", Limits::nodes(10_000), &CancelToken::new()).unwrap();
    let [en, fr] = Lang::ALL.map(|lang| why(&before, &report).explain(lang));
    assert!(en.starts_with("b3 was a blunder (proven); it allows a1, which wins by "), "{en}");
    assert!(
        en.contains(" points: a1 f2 a3 (all duels are fought, and the points decide); a3 wins by "),
        "{en}"
    );
    assert!(fr.starts_with("b3 était une gaffe (prouvé) ; il permet a1, qui gagne de "), "{fr}");
    assert!(!en.contains("plies") && !fr.contains("coups"), "{en} {fr}");
}

#[test]
fn lines_that_do_not_lead_to_the_end_are_marked() {
    for entry in GAMES {
        let mut session = entry.start(Variants::NONE, 3);
        played(&mut session, &mut SplitMix64::new(8), 30);
        let report = judged(&session, 4, Limits::nodes(3_000));
        let mut place = session.clone();
        while place.undo().is_some() {}
        for mv in &report.moves {
            for lang in Lang::ALL {
                for sentence in &why(&place, mv).sentences(lang)[1..] {
                    let mut end = place.clone();
                    let line = if sentence.starts_with(mv.best.as_deref().unwrap_or("?")) {
                        &mv.line
                    } else {
                        &mv.reply
                    };
                    if !std::ptr::eq(line, &raw const mv.line) {
                        end.play(&mv.text).unwrap();
                    }
                    line.iter().for_each(|text| end.play(text).unwrap());
                    let shows_line = line.len() > 1 && sentence.contains(&line[..2].join(" "));
                    if shows_line && end.outcome().is_none() {
                        assert!(sentence.contains(" …"), "{sentence}");
                    }
                    if shows_line && mv.before.proven && mv.after.proven && end.outcome().is_some() {
                        assert!(sentence.contains(&line.join(" ")), "the whole line: {sentence}");
                    }
                }
            }
            place.play(&mv.text).unwrap();
        }
    }
}

#[test]
fn proven_lines_lead_to_the_end_and_the_reason_is_named() {
    let mut seen = 0;
    for entry in GAMES {
        for seed in 0..4 {
            let mut session = entry.start(Variants::NONE, seed);
            played(&mut session, &mut SplitMix64::new(40 + seed), 60);
            let report = judged(&session, 8, Limits::nodes(20_000));
            let mut place = session.clone();
            while place.undo().is_some() {}
            for mv in &report.moves {
                let mut after = place.clone();
                after.play(&mv.text).unwrap();
                for (worth, from, line) in [(mv.before, &place, &mv.line), (mv.after, &after, &mv.reply)] {
                    let decided = worth.is_won() || worth.is_lost();
                    if !decided || from.outcome().is_some() || line.is_empty() {
                        continue;
                    }
                    seen += 1;
                    let mut end = from.clone();
                    line.iter().for_each(|text| end.play(text).unwrap());
                    let outcome = end.outcome().unwrap_or_else(|| panic!("{} {mv:#?}", entry.info().id));
                    let winner = if worth.is_won() { mv.player } else { mv.player.other() };
                    assert_eq!(outcome.winner, Some(winner), "{mv:#?}");
                    if let Some(plies) = worth.plies().filter(|_| std::ptr::eq(line, &raw const mv.line)) {
                        assert_eq!(line.len(), plies as usize, "as long as it says: {mv:#?}");
                    }
                    // Whoever is told of the line is told why it ends.
                    for lang in Lang::ALL {
                        let told = why(&place, mv).sentences(lang).join(" ");
                        let shown = line.len() > 1 && told.contains(&line.join(" "));
                        assert!(!shown || told.contains(&outcome.explain(lang)), "{told}");
                    }
                }
                place = after;
            }
        }
    }
    assert!(seen > 100, "{seen}");
}

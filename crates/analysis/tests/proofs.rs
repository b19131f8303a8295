//! Proven evaluations: carried from position to position, with exact margins, and with lines to the end of the game.

use mekong_analysis::{Evaluation, GameReport, Label, MoveReport, analyse_game, analyse_move, explain_move};
use mekong_catalog::{GAMES, GameSession, find};
use mekong_core::{CancelToken, Explain as _, Lang, SplitMix64, Variants};
use mekong_engine::Limits;
use mekong_players::{Searcher, UciScore};

fn analysed(session: &GameSession, megabytes: usize, limits: Limits) -> GameReport {
    let searcher = Searcher::new(find(session.info().id).unwrap(), megabytes);
    analyse_game(&searcher, session, limits, &CancelToken::new(), &mut |_| {}).unwrap()
}

/// Plays moves of which half are chosen by a short search and half at random.
fn play_mixed(session: &mut GameSession, random: &mut SplitMix64, plies: usize) {
    let searcher = Searcher::new(find(session.info().id).unwrap(), 1);
    for _ in 0..plies {
        if random.below(2) == 0 {
            session.play_random(random);
        } else if let Some(best) =
            mekong_analysis::find_hint(&searcher, session, Limits::nodes(600), &CancelToken::new())
        {
            session.play(&best.line[0]).unwrap();
        }
    }
}

/// The evaluations of the position between two moves, for the player of the second: after the first move, and before the
/// second.
fn same_position(pair: &[MoveReport]) -> (Evaluation, Evaluation) {
    let after = pair[0].after;
    (if pair[0].player == pair[1].player { after } else { after.for_opponent() }, pair[1].before)
}

#[test]
fn consecutive_moves_agree_on_the_position_between_them() {
    let mut proven = 0;
    for entry in GAMES {
        for seed in 0..4 {
            let mut random = SplitMix64::new(seed);
            let mut session = entry.start(Variants::NONE, seed);
            play_mixed(&mut session, &mut random, 60);
            let nodes = [300, 2_000, 12_000][seed as usize % 3];
            let report = analysed(&session, 4, Limits::nodes(nodes));
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
fn proof_before_a_move_holds_after_it() {
    // The rhinos win with c2c3, even if the search after it is too short to prove it.
    let before = find("siam").unwrap().parse("2o2/2o2/2n2/2n2/4o R 11 -", Variants::NONE).unwrap();
    let searcher = Searcher::new(find("siam").unwrap(), 1);
    for text in before.legal() {
        let report =
            analyse_move(&searcher, &before, &text, Limits::nodes(400), &CancelToken::new()).unwrap();
        assert!(report.before.is_won(), "{report:?}");
        assert_eq!(report.label == Label::Best || report.label == Label::Only, text == "c2c3", "{report:?}");
    }
}

/// A deal played at random until this many pieces are left per player.
fn palam(seed: u64, left: usize) -> GameSession {
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

/// The exact margin for the first player, by an unlimited search.
fn exact(searcher: &Searcher, session: &GameSession) -> i32 {
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
fn palam_moves_are_compared_by_exact_margin() {
    let truth = Searcher::new(find("palam").unwrap(), 16);
    let (mut best, mut good) = (0, 0);
    for seed in 0..10 {
        let mut session = palam(seed, 6);
        let mut random = SplitMix64::new(!seed);
        let mut position = session.clone();
        let played = position.moves().len();
        play_mixed(&mut session, &mut random, 40);
        let report = analysed(&session, 16, Limits::nodes(200_000));
        let mut margins = vec![exact(&truth, &position)];
        for text in &session.moves()[played..] {
            position.play(text).unwrap();
            margins.push(exact(&truth, &position));
        }
        for (mv, pair) in report.moves[played..].iter().zip(margins.windows(2)) {
            let sign = if mv.player.index() == 0 { 1 } else { -1 };
            let (before, after) = (sign * pair[0], sign * pair[1]);
            assert!(before >= after);
            assert!(mv.before.proven && mv.after.proven && mv.proven, "{mv:#?}");
            assert_eq!(mv.before.points_margin.unwrap_or(before), before, "{mv:#?}");
            assert_eq!(mv.after.points_margin.unwrap_or(after), after, "{mv:#?}");
            assert!(matches!(mv.after.score, UciScore::Cp(_)), "no number of plies: {mv:#?}");
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

/// The margin of one move is only a lower bound for the margin of its position.
#[test]
fn reported_margins_are_exact_at_any_limit() {
    let truth = Searcher::new(find("palam").unwrap(), 16);
    let (mut reported, mut omitted) = (0, 0);
    for seed in 0..12 {
        let mut session = palam(seed, 7);
        let mut position = session.clone();
        let played = position.moves().len();
        play_mixed(&mut session, &mut SplitMix64::new(!seed), 40);
        let mut margins = vec![exact(&truth, &position)];
        for text in &session.moves()[played..] {
            position.play(text).unwrap();
            margins.push(exact(&truth, &position));
        }
        let report = analysed(&session, 4, Limits::nodes([300, 1_500, 8_000][seed as usize % 3]));
        for (mv, pair) in report.moves[played..].iter().zip(margins.windows(2)) {
            let sign = if mv.player.index() == 0 { 1 } else { -1 };
            for (evaluation, exact) in [(mv.before, sign * pair[0]), (mv.after, sign * pair[1])] {
                match evaluation.points_margin {
                    Some(margin) => {
                        reported += 1;
                        assert_eq!(margin, exact, "{mv:#?}");
                    }
                    None => omitted += 1,
                }
            }
            if mv.proven && matches!(mv.label, Label::Best | Label::Only) {
                assert_eq!(pair[0], pair[1], "{mv:#?}");
            }
        }
    }
    assert!(reported > 50 && omitted > 20, "{reported} {omitted}");
}

#[test]
fn explanations_state_the_margin() {
    let start = "-,-,-,-,-,-/e6,s4,-,-,-,-/-,-,-,-,-,e5/k3,-,-,-,-,- A - x 30-30";
    let before = find("palam").unwrap().parse(start, Variants::NONE).unwrap();
    let searcher = Searcher::new(find("palam").unwrap(), 1);
    let report = analyse_move(&searcher, &before, "b3", Limits::nodes(10_000), &CancelToken::new()).unwrap();
    let [en, fr] = Lang::ALL.map(|lang| explain_move(&before, &report).explain(lang));
    assert!(en.starts_with("this was a blunder (proven); it allows a reply that wins by "), "{en}");
    assert!(
        en.contains(" points: Isis answers with the ankh 3 from a1 (")
            && en.contains("; there was a move that wins by "),
        "{en}"
    );
    assert!(fr.starts_with("c’était une gaffe (prouvé) ; cela permet une réponse qui gagne de "), "{fr}");
    assert!(!en.contains("plies") && !fr.contains("coups"), "{en} {fr}");
}

#[test]
fn explanations_contain_no_move_texts() {
    for entry in GAMES {
        let mut session = entry.start(Variants::NONE, 3);
        play_mixed(&mut session, &mut SplitMix64::new(8), 30);
        let report = analysed(&session, 4, Limits::nodes(3_000));
        let mut position = session.clone();
        while position.undo().is_some() {}
        for mv in &report.moves {
            // In Palam the text of a move is the place of a piece.
            let codes: Vec<&String> = [&mv.text]
                .into_iter()
                .chain(&mv.line)
                .chain(&mv.reply)
                .filter(|code| code.len() > 2)
                .collect();
            for sentence in Lang::ALL.into_iter().flat_map(|lang| explain_move(&position, mv).sentences(lang))
            {
                assert!(!codes.iter().any(|code| sentence.contains(code.as_str())), "{sentence}");
            }
            position.play(&mv.text).unwrap();
        }
    }
}

#[test]
fn proven_lines_reach_the_end() {
    let mut seen = 0;
    for entry in GAMES {
        for seed in 0..4 {
            let mut session = entry.start(Variants::NONE, seed);
            play_mixed(&mut session, &mut SplitMix64::new(40 + seed), 60);
            let report = analysed(&session, 8, Limits::nodes(20_000));
            let mut position = session.clone();
            while position.undo().is_some() {}
            for mv in &report.moves {
                let mut after = position.clone();
                after.play(&mv.text).unwrap();
                for (evaluation, from, line) in
                    [(mv.before, &position, &mv.line), (mv.after, &after, &mv.reply)]
                {
                    let decided = evaluation.is_won() || evaluation.is_lost();
                    if !decided || from.outcome().is_some() || line.is_empty() {
                        continue;
                    }
                    seen += 1;
                    let mut end = from.clone();
                    line.iter().for_each(|text| end.play(text).unwrap());
                    let outcome = end.outcome().unwrap_or_else(|| panic!("{} {mv:#?}", entry.info().id));
                    let winner = if evaluation.is_won() { mv.player } else { mv.player.other() };
                    assert_eq!(outcome.winner, Some(winner), "{mv:#?}");
                    if let Some(plies) = evaluation.plies().filter(|_| std::ptr::eq(line, &raw const mv.line))
                    {
                        assert_eq!(line.len(), plies as usize, "as long as it says: {mv:#?}");
                    }
                }
                position = after;
            }
        }
    }
    assert!(seen > 100, "{seen}");
}

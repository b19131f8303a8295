//! A naive second implementation of Saigon, written from the rules alone: stacks are strings, and a push computes the
//! destination of every pallet.

use std::collections::BTreeMap;

use mekong_core::{Game as _, Notation as _, Player, Position as _, SplitMix64};
use mekong_saigon::{Position, Saigon};
use mekong_testkit::naive::{self, NaivePosition};

/// A rail: the text of each stack from bottom to top, empty where the slot is.
type Rail = Vec<String>;

fn read(text: &str) -> (Rail, char) {
    let (stacks, side) = text.split_once(' ').unwrap();
    let rail = stacks.split('/').map(|stack| stack.replace('-', "")).collect();
    (rail, side.chars().next().unwrap())
}

fn write(rail: &Rail, side: char) -> String {
    let stacks: Vec<String> =
        rail.iter().map(|stack| if stack.is_empty() { "-".to_owned() } else { stack.clone() }).collect();
    format!("{} {side}", stacks.join("/"))
}

fn other(side: char) -> char {
    if side == 'L' { 'D' } else { 'L' }
}

fn out(rail: &Rail, colour: char) -> usize {
    8 - rail.concat().chars().filter(|&pallet| pallet == colour).count()
}

/// Whether the upper pallets of a slot cannot move: by the end stop, or by held ones in front of them.
fn held(rail: &Rail, slot: i32, step: i32, flat: bool) -> bool {
    let next = slot + step;
    let has_uppers = rail[slot as usize].len() >= 2;
    has_uppers && (flat || !(0..4).contains(&next) || held(rail, next, step, flat))
}

/// Where every pallet is after a push: keyed by slot, then whether it stayed (and so lies above what arrives), then
/// its level before.
fn push(rail: &Rail, step: i32, flat: bool) -> Rail {
    let mut places = BTreeMap::new();
    for slot in 0..4_i32 {
        for (level, pallet) in rail[slot as usize].chars().enumerate() {
            let stays = level > 0 && held(rail, slot, step, flat);
            let goes_to = if stays { slot } else { slot + step };
            places.insert((goes_to, stays, level), pallet);
        }
    }
    (0..4).map(|slot| places.iter().filter(|((at, ..), _)| *at == slot).map(|(_, p)| *p).collect()).collect()
}

fn moves(rail: &Rail, side: char, flat: bool) -> Vec<(String, Rail)> {
    let mut found = Vec::new();
    let empty: Vec<usize> = (0..4).filter(|&slot| rail[slot].is_empty()).collect();
    for from in 0..4 {
        for to in 0..4 {
            for count in 1..rail[from].len() {
                let (rest, block) = rail[from].split_at(rail[from].len() - count);
                let fills = empty.is_empty() || empty.contains(&to);
                if from != to && fills && block.starts_with(side) && block.ends_with(side) {
                    let mut after = rail.clone();
                    after[from] = rest.to_owned();
                    after[to].push_str(block);
                    found.push((format!("{}-{}x{count}", from + 1, to + 1), after));
                }
            }
        }
    }
    if empty.is_empty() {
        found.push(("pr".to_owned(), push(rail, 1, flat)));
        found.push(("pl".to_owned(), push(rail, -1, flat)));
    } else if found.is_empty() {
        found.push(("pass".to_owned(), rail.clone()));
    }
    found
}

fn naive_position(text: &str, variants: &[&str]) -> NaivePosition {
    let (rail, side) = read(text);
    let outcome = match (out(&rail, 'L'), out(&rail, 'D')) {
        (6, _) => Some("p1".to_owned()),
        (_, 6) => Some("p2".to_owned()),
        _ => None,
    };
    let flat = variants.contains(&"flat");
    let moves = if outcome.is_some() { Vec::new() } else { moves(&rail, side, flat) };
    let moves = moves.into_iter().map(|(text, after)| (text, write(&after, other(side)))).collect();
    NaivePosition { outcome, moves }
}

#[test]
fn naive_generator_agrees_along_games() {
    for variants in Saigon::INFO.all_variants() {
        for seed in 0..mekong_testkit::soak(300) {
            naive::compare::<Saigon>(variants, seed, 200, naive_position);
        }
    }
}

/// Any position that may be set up, not only those reachable in games: tall stacks, gaps, few pallets left.
#[test]
fn naive_generator_agrees_on_random_positions() {
    let mut random = SplitMix64::new(1994);
    let mut valid = 0;
    for _ in 0..20_000 {
        let text = random_text(&mut random);
        for variants in Saigon::INFO.all_variants() {
            let Ok(position) = Position::parse_position(&text, variants) else { continue };
            let mut moves = Vec::new();
            position.legal_moves(&mut moves);
            let play = |mv| (Position::move_text(mv), position.play(mv).unwrap().position_text());
            let mut ours: Vec<_> = moves.into_iter().map(play).collect();
            let outcome = position.outcome().and_then(|outcome| outcome.winner);
            let outcome = outcome.map(|winner| Player::code(winner).to_owned());
            let mut theirs = naive_position(&text, &Saigon::INFO.variant_ids(variants));
            ours.sort_unstable();
            theirs.moves.sort_unstable();
            assert_eq!(NaivePosition { outcome, moves: ours }, theirs, "{text}");
            valid += 1;
        }
    }
    assert!(valid > 20_000, "only {valid} positions");
}

/// 2 to 8 pallets of each colour, shuffled onto slots of which one may be favoured and an end may be left empty.
fn random_text(random: &mut SplitMix64) -> String {
    let mut pallets: Vec<char> = Vec::new();
    for colour in ['L', 'D'] {
        pallets.extend(vec![colour; 2 + random.below(7)]);
    }
    random.shuffle(&mut pallets);
    let slots: &[usize] = [&[0, 1, 2, 3][..], &[0, 1, 2], &[1, 2, 3]][random.below(3)];
    let favourite = slots[random.below(slots.len())];
    let mut rail = vec![String::new(); 4];
    for (index, pallet) in pallets.into_iter().enumerate() {
        let slot = match slots.get(index) {
            Some(&slot) => slot,
            None if random.below(2) == 0 => favourite,
            None => slots[random.below(slots.len())],
        };
        rail[slot].push(pallet);
    }
    write(&rail, ['L', 'D'][random.below(2)])
}

fn count(text: &str, variants: &[&str], depth: usize) -> u64 {
    let moves = naive_position(text, variants).moves;
    match depth {
        1 => moves.len() as u64,
        _ => moves.iter().map(|(_, next)| count(next, variants, depth - 1)).sum(),
    }
}

/// The perft table was generated by the crate; the second implementation recomputes it.
#[test]
fn naive_generator_confirms_the_perft_table() {
    let table = include_str!("../data/perft.txt");
    let mut checked = 0;
    for line in table.lines().filter(|line| !line.is_empty() && !line.starts_with('#')) {
        let fields: Vec<&str> = line.split(" ; ").collect();
        for (depth, expected) in (1..).zip(fields[2].split(' ').map(|count| count.parse::<u64>().unwrap())) {
            if expected <= 20_000 {
                assert_eq!(count(fields[0], &fields[1..2], depth), expected, "depth {depth} of {line}");
                checked += 1;
            }
        }
    }
    assert!(checked >= 60, "only {checked} counts");
}

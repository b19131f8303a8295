use mekong_catalog::GAMES;
use mekong_core::{SplitMix64, Variants};
use proptest::prelude::{ProptestConfig, any, prop_assert, prop_assert_eq, proptest};

use super::{BEGIN, FISCHER, P1, P2, again, against_computer, people, settings};
use crate::table::{Action, Actor, Audience, Clock, Event, LoggedEvent, Offer, Seat, Table};

/// A random action, mostly a legal one.
fn any_action(table: &Table, random: &mut SplitMix64) -> Action {
    let offer = [Offer::Draw, Offer::Takeback, Offer::Rematch, Offer::SameDeal][random.below(4)];
    match random.below(20) {
        0 if random.below(10) == 0 => Action::Resign,
        1 if random.below(4) == 0 => Action::Abort,
        2 => Action::Offer(offer),
        3 => Action::Decline(offer),
        4 => Action::AddTime,
        5 => Action::ClaimTime,
        6 => again(random.below(2) == 0, "next"),
        7 => Action::Chat {
            user: "ann".to_owned(),
            name: "Ann".to_owned(),
            audience: [Audience::Players, Audience::Spectators][random.below(2)],
            text: "« hello » \"\\".to_owned(),
        },
        8 => Action::Move { ply: Some(1), text: "invalid".to_owned(), lag: -5 },
        _ => {
            let legal = table.game_session().legal();
            let text =
                if legal.is_empty() { String::new() } else { legal[random.below(legal.len())].clone() };
            Action::Move { ply: Some(table.ply() + 1), text, lag: random.below(700) as i64 }
        }
    }
}

fn any_table(random: &mut SplitMix64) -> (Table, Table) {
    let info = GAMES[random.below(GAMES.len())].info();
    let variants: Vec<Variants> = info.all_variants().collect();
    let variants = info.variant_ids(variants[random.below(variants.len())]);
    let clock = [FISCHER, Clock::None, Clock::Days { days: 1 }][random.below(3)];
    let seats: [Seat; 2] = if random.below(3) == 0 { against_computer() } else { people() };
    let settings = settings(info.id, &variants, clock, false);
    let table = || Table::new(settings.clone(), seats.clone(), 5, BEGIN).expect("valid settings");
    (table(), table())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 96, ..ProptestConfig::default() })]

    /// After random actions, the events as stored rebuild the same table, and its invariants hold.
    #[test]
    fn table_is_the_fold_of_its_events(seed in any::<u64>()) {
        let random = &mut SplitMix64::new(seed);
        let (mut table, mut again) = any_table(random);
        let mut now = BEGIN;
        let mut stored = Vec::new();
        for _ in 0..120 {
            now += [0, 10, 900, 7_000, 40_000][random.below(5)];
            let actor = [P1, P2, P1, P2, P1, P2, P1, P2, Actor::Spectator][random.below(9)];
            let action = any_action(&table, random);
            let was_over = table.end().is_some();
            let pause = random.below(30) == 0 && table.end().is_none();
            let events = if pause {
                Ok(vec![Event::Paused { milliseconds: 1_234 }])
            } else {
                table.decide(actor, &action, now)
            };
            for event in events.unwrap_or_default() {
                let only_talk = matches!(
                    event,
                    Event::Chat { .. } | Event::Offer { .. } | Event::Decline { .. } | Event::Rematch { .. }
                );
                prop_assert!(!was_over || only_talk, "{event:?} after the end");
                let logged = LoggedEvent { seq: table.last_seq() + 1, at: now, event };
                stored.push(serde_json::to_string(&logged).unwrap());
                table.apply(&logged);
            }
            prop_assert_eq!(table.last_seq(), stored.len() as u64);
            prop_assert_eq!(table.ply() as usize, table.game_session().moves().len());
            if let Some(clocks) = table.clocks_at(now) {
                prop_assert!(clocks.p1 >= 0 && clocks.p2 >= 0);
            }
            prop_assert_eq!(table.turn().is_none(), table.end().is_some());
            prop_assert!(table.end().is_none() || table.deadline().is_none());
        }
        for text in &stored {
            again.apply(&serde_json::from_str(text).unwrap());
        }
        prop_assert_eq!(format!("{table:?}"), format!("{again:?}"));
    }
}

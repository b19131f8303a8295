//! Sentences for players: what to do, what a move does, where to look for one, what decided the game.
//!
//! Places are those of [`insight`](crate::insight), and `left` and `right`, the pushers at the ends of the rail.

use mekong_core::{
    BoardMarks, Insight as _, Lang, Mark, MarkKind, Narrate, Player, Position as _, Text, say,
};

use crate::{
    board::{Direction, Slot},
    error::colour,
    insight::pallet,
    moves::Move,
    position::{GOAL, Position},
};

/// A colour as the subject of a sentence: “Light pushes”, « les Clairs poussent ».
pub(crate) const fn side(player: Player) -> Text {
    match player {
        Player::P1 => Text { en: "Light", fr: "les Clairs" },
        Player::P2 => Text { en: "Dark", fr: "les Sombres" },
    }
}

const fn way(direction: Direction) -> Text {
    match direction {
        Direction::Right => Text { en: "right", fr: "droite" },
        Direction::Left => Text { en: "left", fr: "gauche" },
    }
}

/// The pusher that slides everything in a direction, and the slot next to it.
const fn pusher(direction: Direction) -> (&'static str, Slot) {
    let [first, .., last] = Slot::ALL;
    match direction {
        Direction::Right => ("left", first),
        Direction::Left => ("right", last),
    }
}

/// `1 pallet`, `2 pallets`.
fn pallets(count: u8, lang: Lang) -> String {
    let s = lang.plural_s(count.into());
    say!(lang, "{count} pallet{s}", "{count} palet{s}")
}

impl Position {
    fn after(&self, mv: Move) -> Position {
        let mut after = *self;
        after.play_unchecked(mv);
        after
    }

    /// Whether the player to move here could win with a push.
    fn wins_by_push(&self, player: Player) -> bool {
        self.gap().is_none()
            && Direction::BOTH.into_iter().any(|direction| {
                self.leaving(direction)
                    .is_some_and(|(_, owner)| owner == player && self.out(player) + 1 == GOAL)
            })
    }
}

impl Narrate for Position {
    fn instruction(&self, lang: Lang) -> String {
        match self.gap() {
            Some(gap) if self.check(Move::Pass).is_ok() => say!(
                lang,
                "pass, as slot {gap} is empty and you cannot fill it",
                "passez, car la case {gap} est vide et vous ne pouvez pas la remplir",
            ),
            Some(gap) => {
                say!(
                    lang,
                    "fill slot {gap} first, as it is empty",
                    "remplissez d’abord la case {gap}, qui est vide"
                )
            }
            None if self.count_moves() == Direction::BOTH.len() => say!(
                lang,
                "push from the left or the right, as you have no block to move",
                "poussez depuis la gauche ou la droite, car vous n’avez aucun bloc à déplacer",
            ),
            None => say!(
                lang,
                "push from one end, or move one of your blocks",
                "poussez depuis un bout, ou déplacez un de vos blocs",
            ),
        }
    }

    fn describe_move(&self, mv: Move, lang: Lang) -> String {
        let me = side(self.turn).get(lang);
        match mv {
            Move::Pass => say!(lang, "{me} passes", "{me} passent"),
            Move::Shift { from, to, count } => {
                let pallets = pallets(count, lang);
                say!(
                    lang,
                    "{me} moves {pallets} from slot {from} to slot {to}",
                    "{me} déplacent {pallets} de la case {from} à la case {to}",
                )
            }
            Move::Push { direction } => {
                let way = way(direction).get(lang);
                let pushes = say!(lang, "{me} pushes to the {way}", "{me} poussent vers la {way}");
                let Some((_, owner)) = self.leaving(direction) else { return pushes };
                let (colour, out) = (colour(owner, false, lang), self.out(owner) + 1);
                let gone = say!(
                    lang,
                    "a {colour} pallet falls out, {out} of {GOAL}",
                    "un palet {colour} tombe, {out} sur {GOAL}"
                );
                let text = say!(lang, "{pushes}; {gone}", "{pushes} ; {gone}");
                match self.after(mv).gap() {
                    Some(gap) if out < GOAL => {
                        say!(lang, "{text}; slot {gap} is empty", "{text} ; la case {gap} est vide")
                    }
                    _ => text,
                }
            }
        }
    }

    fn move_marks(&self, mv: Move) -> Vec<Mark> {
        match mv {
            Move::Pass => Vec::new(),
            Move::Push { direction } => {
                let (from, to) = pusher(direction);
                let mut marks = vec![Mark::new(from, MarkKind::Arrow).to(to)];
                marks.extend(self.preview(mv, Lang::En).marks);
                marks
            }
            Move::Shift { from, to, count } => {
                let (height, onto) = (self.stack(from).height(), self.stack(to).height());
                let first = height.saturating_sub(count.into());
                let letter = |owner: Player| if owner == Player::P1 { "L" } else { "D" };
                let ghosts = (first..height).filter_map(|level| {
                    let owner = self.stack(from).pallet(level)?;
                    let place = pallet(to, onto + level - first);
                    Some(Mark::new(place, MarkKind::Ghost).of(owner).with(letter(owner)))
                });
                std::iter::once(Mark::new(pallet(from, first), MarkKind::Arrow).to(to))
                    .chain(ghosts)
                    .collect()
            }
        }
    }

    fn hint(&self, mv: Move, lang: Lang) -> BoardMarks {
        let (me, you) = (self.turn, self.turn.other());
        let after = self.after(mv);
        match mv {
            Move::Pass => BoardMarks { marks: Vec::new(), text: self.instruction(lang) },
            Move::Push { direction } => {
                let Some((slot, owner)) = self.leaving(direction) else { return BoardMarks::default() };
                let text = match (owner == me, after.outcome().is_some()) {
                    (true, true) => say!(
                        lang,
                        "your sixth pallet lies at the bottom of slot {slot}",
                        "votre sixième palet est en bas de la case {slot}",
                    ),
                    (true, false) => say!(
                        lang,
                        "a pallet of yours lies at the bottom of slot {slot}, next to the slit",
                        "un de vos palets est en bas de la case {slot}, devant la fente",
                    ),
                    (false, _) => say!(
                        lang,
                        "look at slot {slot}: pushing out a pallet of your opponent can be worth it",
                        "regardez la case {slot} : faire sortir un palet adverse peut en valoir la peine",
                    ),
                };
                BoardMarks { marks: vec![Mark::new(pallet(slot, 0), MarkKind::Focus)], text }
            }
            Move::Shift { from, to, .. } => {
                let purpose = if self.gap() == Some(to) {
                    say!(lang, "fill the empty slot", "remplir la case vide")
                } else if self.wins_by_push(you) && !after.wins_by_push(you) {
                    say!(lang, "stop the sixth pallet", "empêcher le sixième palet de sortir")
                } else if !self.wins_by_push(me) && after.wins_by_push(me) {
                    say!(lang, "threaten to win", "menacer de gagner")
                } else {
                    say!(lang, "do more elsewhere", "être plus utile ailleurs")
                };
                BoardMarks {
                    marks: vec![Mark::new(from, MarkKind::Focus)],
                    text: say!(
                        lang,
                        "look at your block on slot {from}: it can {purpose}",
                        "regardez votre bloc sur la case {from} : il peut {purpose}",
                    ),
                }
            }
        }
    }

    fn ending(&self, mv: Move, lang: Lang) -> BoardMarks {
        let Move::Push { direction } = mv else { return BoardMarks::default() };
        let Some((slot, owner)) = self.leaving(direction) else { return BoardMarks::default() };
        let (name, colour) = (side(owner).get(lang), colour(owner, false, lang));
        let text = if owner == self.turn {
            say!(
                lang,
                "the sixth {colour} pallet fell out of slot {slot}: {name} wins",
                "le sixième palet {colour} est tombé de la case {slot} : {name} gagnent",
            )
        } else {
            let pusher = side(self.turn).get(lang);
            say!(
                lang,
                "{pusher} pushed the sixth {colour} pallet out of slot {slot}, and it counts for {name}: {name} wins",
                "{pusher} ont fait tomber le sixième palet {colour} de la case {slot}, et il compte pour {name} : \
                 {name} gagnent",
            )
        };
        let marks = vec![
            Mark::new(slot, MarkKind::Leaving).of(owner),
            Mark::new("out", MarkKind::Decisive).of(owner).with(GOAL),
        ];
        BoardMarks { marks, text }
    }
}

//! Sentences for players: what to do, what a move does, what decided the game.

use mekong_core::{
    BoardMarks, Explain as _, Lang, Mark, MarkKind, Narrate, Player, Position as _, Text, say,
};

use crate::{board::Point, moves::Move, position::Position};

/// A colour as the subject of a sentence: “White places”, « les Blancs posent ».
const fn side(player: Player) -> Text {
    match player {
        Player::P1 => Text { en: "White", fr: "les Blancs" },
        Player::P2 => Text { en: "Black", fr: "les Noirs" },
    }
}

impl Narrate for Position {
    fn instruction(&self, lang: Lang) -> String {
        if self.to_place(self.turn) > 0 {
            say!(lang, "place a man on a free point", "posez un pion sur un point libre")
        } else {
            say!(lang, "move a man along a line", "déplacez un pion le long d’une ligne")
        }
    }

    fn describe_move(&self, mv: Move, lang: Lang) -> String {
        let side = side(self.turn).get(lang);
        match mv {
            Move::Place { to } => say!(lang, "{side} places a man on {to}", "{side} posent un pion en {to}"),
            Move::Step { from, to } => {
                say!(lang, "{side} moves from {from} to {to}", "{side} vont de {from} à {to}")
            }
        }
    }

    fn move_marks(&self, mv: Move) -> Vec<Mark> {
        let ghost = |to| Mark::new(to, MarkKind::Ghost).of(self.turn);
        match mv {
            Move::Place { to } => vec![ghost(to)],
            Move::Step { from, to } => vec![Mark::new(from, MarkKind::Arrow).to(to), ghost(to)],
        }
    }

    fn ending(&self, mv: Move, lang: Lang) -> BoardMarks {
        let mut after = *self;
        after.play_unchecked(mv);
        let marks = Point::of_set(after.men[self.turn.index()]);
        BoardMarks {
            marks: marks.map(|at| Mark::new(at, MarkKind::Corner).of(self.turn)).collect(),
            text: after.outcome().map(|outcome| outcome.explain(lang)).unwrap_or_default(),
        }
    }
}

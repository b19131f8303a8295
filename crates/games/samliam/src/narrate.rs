//! Sentences for players: what to do, what a move does, where to look for one, what decided the game.
//!
//! Places are those of [`insight`](crate::insight).

use mekong_core::{
    BoardMarks, Lang, Mark, MarkKind, Narrate, Player, Position as _, Text, join_with_and, say,
};

use crate::{
    board::{Cell, Corner, Facing, Pattern},
    insight::{half, square},
    moves::Move,
    position::Position,
};

/// A colour as the subject of a sentence: “Black places”, « les Noirs posent ».
const fn side(player: Player) -> Text {
    match player {
        Player::P1 => Text { en: "Black", fr: "les Noirs" },
        Player::P2 => Text { en: "White", fr: "les Blancs" },
    }
}

/// A corner of a cell, in words.
pub(crate) const fn corner_name(corner: Corner) -> Text {
    match corner {
        Corner::Nw => Text { en: "top left", fr: "en haut à gauche" },
        Corner::Ne => Text { en: "top right", fr: "en haut à droite" },
        Corner::Se => Text { en: "bottom right", fr: "en bas à droite" },
        Corner::Sw => Text { en: "bottom left", fr: "en bas à gauche" },
    }
}

/// What a placement achieves.
struct Effect {
    completed: Vec<Pattern>,
    /// A pattern of the opponent that is open no longer.
    blocked: Option<Pattern>,
    /// The patterns that it makes open for the player.
    opened: Vec<Pattern>,
    /// Whether the opponent may place a square tile now.
    earns_square: bool,
}

impl Position {
    fn effect(&self, mv: Move) -> Effect {
        let (me, you) = (self.turn, self.turn.other());
        let mut after = *self;
        after.play_unchecked(mv);
        let open = |position: &Position, player| -> Vec<Pattern> {
            position.open_patterns(player).map(|open| open.pattern).collect()
        };
        let (theirs, own) = (open(&after, you), open(self, me));
        Effect {
            completed: after.completed(me).collect(),
            blocked: open(self, you).into_iter().find(|pattern| !theirs.contains(pattern)),
            opened: open(&after, me).into_iter().filter(|pattern| !own.contains(pattern)).collect(),
            earns_square: after.blocked && after.may_place_square(),
        }
    }

    /// The patterns that a player can still complete with triangles, with the number of the corners shown.
    fn possible_patterns(&self, player: Player) -> impl Iterator<Item = (Pattern, usize)> + use<> {
        let position = *self;
        let shown = self.shown(player);
        Pattern::all().filter_map(move |pattern| {
            let is_shown = |(at, corner): (Cell, Corner)| shown[corner as usize] & at.bit() != 0;
            let corners = pattern.corners();
            let is_possible = |&(at, corner): &(Cell, Corner)| {
                is_shown((at, corner)) || position.within_reach(player, at) >> corner as u8 & 1 == 1
            };
            let count = corners.iter().filter(|&&corner| is_shown(corner)).count();
            corners.iter().all(is_possible).then_some((pattern, count))
        })
    }

    /// A pattern of which the opponent shows two corners and that a move makes impossible.
    fn spoiled(&self, mv: Move) -> Option<Pattern> {
        let you = self.turn.other();
        let mut after = *self;
        after.play_unchecked(mv);
        let left: Vec<Pattern> = after.possible_patterns(you).map(|(pattern, _)| pattern).collect();
        let mut two = self.possible_patterns(you).filter(|&(_, count)| count == 2);
        two.find_map(|(pattern, _)| (!left.contains(&pattern)).then_some(pattern))
    }

    /// A pattern of which a move shows the second corner.
    fn second_corner(&self, mv: Move) -> Option<Pattern> {
        let mut after = *self;
        after.play_unchecked(mv);
        let one: Vec<Pattern> = self
            .possible_patterns(self.turn)
            .filter(|&(_, count)| count == 1)
            .map(|(pattern, _)| pattern)
            .collect();
        let mut two = after.possible_patterns(self.turn).filter(|&(_, count)| count == 2);
        two.find_map(|(pattern, _)| one.contains(&pattern).then_some(pattern))
    }

    /// Marks of the cells where a player shows a corner of a pattern.
    fn shown_corners(&self, pattern: Pattern, player: Player, kind: MarkKind) -> Vec<Mark> {
        let shown = self.shown(player);
        let corners = pattern.corners().into_iter();
        let shown = corners.filter(|(at, corner)| shown[*corner as usize] & at.bit() != 0);
        shown.map(|(at, corner)| Mark::new(half(at, corner), kind).of(player)).collect()
    }
}

/// The cells around a cell, itself included.
fn around(at: Cell) -> impl Iterator<Item = Cell> {
    Cell::all()
        .filter(move |cell| cell.column().abs_diff(at.column()) <= 1 && cell.row().abs_diff(at.row()) <= 1)
}

impl Narrate for Position {
    fn instruction(&self, lang: Lang) -> String {
        let has_empty = self.empty() != 0;
        match (self.triangles_left(self.turn), self.may_place_square() && has_empty) {
            (0, false) => {
                say!(
                    lang,
                    "pass, as you have nothing left to place",
                    "passez, car vous n’avez plus rien à poser"
                )
            }
            (0, true) => say!(
                lang,
                "place a square tile on an empty cell, as you have no triangles left",
                "posez une tuile carrée sur une case vide, car vous n’avez plus de triangle",
            ),
            (_, true) => say!(
                lang,
                "place a square tile or a triangle, as you were blocked",
                "posez une tuile carrée ou un triangle, car l’adversaire vient de vous bloquer",
            ),
            (_, false) => say!(
                lang,
                "place a triangle in a corner of a cell",
                "posez un triangle dans un coin d’une case",
            ),
        }
    }

    fn describe_move(&self, mv: Move, lang: Lang) -> String {
        let (me, you) = (side(self.turn).get(lang), side(self.turn.other()).get(lang));
        let placed = match mv {
            Move::Pass => return say!(lang, "{me} passes", "{me} passent"),
            Move::Triangle { at, corner } => {
                let corner = corner_name(corner).get(lang);
                say!(
                    lang,
                    "{me} places a triangle on {at}, {corner}",
                    "{me} posent un triangle en {at}, {corner}"
                )
            }
            Move::Square { at } => {
                say!(lang, "{me} places a square tile on {at}", "{me} posent une tuile carrée en {at}")
            }
        };
        let effect = self.effect(mv);
        match effect.completed.len() {
            0 => {}
            1 => return say!(lang, "{placed}, and completes a square", "{placed}, et forment un carré"),
            count => {
                return say!(
                    lang,
                    "{placed}, and completes {count} squares at once",
                    "{placed}, et forment {count} carrés à la fois",
                );
            }
        }
        let mut text = placed;
        if effect.blocked.is_some() {
            text += &say!(lang, "; that blocks a square", " ; cela bloque un carré");
            if effect.earns_square {
                text += &say!(
                    lang,
                    ", so {you} may place a square tile",
                    ", et {you} peuvent poser une tuile carrée"
                );
            }
        }
        match effect.opened.len() {
            0 => {}
            1 => {
                text += &say!(
                    lang,
                    "; one square now needs only one more corner",
                    " ; il ne manque plus qu’un coin à un carré"
                );
            }
            count => {
                text += &say!(
                    lang,
                    "; {count} squares now need only one more corner",
                    " ; il ne manque plus qu’un coin à chacun de {count} carrés"
                );
            }
        }
        text
    }

    fn move_marks(&self, mv: Move) -> Vec<Mark> {
        let (at, piece) = match mv {
            Move::Triangle { at, corner } => (half(at, corner), ["A", "B", "C", "D"][corner as usize]),
            Move::Square { at } => (at.to_string(), "Q"),
            Move::Pass => return Vec::new(),
        };
        let piece = if self.turn == Player::P1 { piece.to_owned() } else { piece.to_lowercase() };
        vec![Mark::new(at, MarkKind::Ghost).of(self.turn).with(piece)]
    }

    fn hint(&self, mv: Move, lang: Lang) -> BoardMarks {
        let (at, tile) = match mv {
            Move::Triangle { at, .. } => (at, say!(lang, "a triangle", "un triangle")),
            Move::Square { at } => (at, say!(lang, "your square tile", "votre tuile carrée")),
            Move::Pass => {
                let text = say!(lang, "there is nothing left to place", "il n’y a plus rien à poser");
                return BoardMarks { marks: Vec::new(), text };
            }
        };
        let look = |pattern, player| self.shown_corners(pattern, player, MarkKind::Focus);
        let (me, you) = (self.turn, self.turn.other());
        let effect = self.effect(mv);
        if let Some(&pattern) = effect.completed.first() {
            let text = say!(lang, "{tile} can complete a square", "{tile} peut former un carré");
            return BoardMarks { marks: look(pattern, me), text };
        }
        if let Some(pattern) = effect.blocked {
            let you_name = side(you).get(lang);
            let text = say!(
                lang,
                "{you_name} needs one more corner for a square: {tile} can block it",
                "il manque un coin à un carré adverse : {tile} peut le bloquer",
            );
            return BoardMarks { marks: look(pattern, you), text };
        }
        if let [pattern, more @ ..] = effect.opened.as_slice() {
            let text = if more.is_empty() {
                say!(lang, "{tile} can add a third corner", "{tile} peut ajouter un troisième coin")
            } else {
                say!(
                    lang,
                    "{tile} can add a third corner to two squares at once",
                    "{tile} peut ajouter un troisième coin à deux carrés à la fois",
                )
            };
            return BoardMarks { marks: look(*pattern, me), text };
        }
        if let Some(pattern) = self.spoiled(mv) {
            let text = say!(
                lang,
                "{tile} can spoil a square of which your opponent has two corners",
                "{tile} peut gâcher un carré dont l’adversaire a deux coins",
            );
            return BoardMarks { marks: look(pattern, you), text };
        }
        if let Some(pattern) = self.second_corner(mv) {
            let text = say!(
                lang,
                "{tile} can add a second corner to this one",
                "{tile} peut ajouter un deuxième coin à celui-ci"
            );
            return BoardMarks { marks: look(pattern, me), text };
        }
        let marks = around(at).map(|at| Mark::new(at, MarkKind::Focus)).collect();
        let text = say!(
            lang,
            "look around here: {tile} can begin a square",
            "regardez par ici : {tile} peut commencer un carré",
        );
        BoardMarks { marks, text }
    }

    fn ending(&self, mv: Move, lang: Lang) -> BoardMarks {
        let (me, mut after) = (self.turn, *self);
        after.play_unchecked(mv);
        let completed: Vec<Pattern> = after.completed(me).collect();
        let Some(first) = completed.first() else {
            let text = say!(
                lang,
                "neither player can place a tile any more, and nobody has a square: a draw",
                "plus personne ne peut poser de tuile, et aucun carré n’est formé : partie nulle",
            );
            return BoardMarks { marks: Vec::new(), text };
        };
        let marks = completed.iter().flat_map(|&pattern| {
            let figure = Mark::new(square(pattern), MarkKind::Winning).of(me);
            std::iter::once(figure).chain(after.shown_corners(pattern, me, MarkKind::Corner))
        });
        let marks = marks.collect();
        let name = side(me).get(lang);
        if completed.len() > 1 {
            let count = completed.len();
            let text = say!(
                lang,
                "{name} completes {count} squares at once and wins",
                "{name} forment {count} carrés à la fois et gagnent",
            );
            return BoardMarks { marks, text };
        }
        let cells = join_with_and(&first.corners().map(|(at, _)| at.to_string()), lang);
        let facing = match first.facing() {
            Facing::Outward => say!(lang, "outward", "vers l’extérieur"),
            Facing::Inward => say!(lang, "inward", "vers l’intérieur"),
        };
        let text = say!(
            lang,
            "{name} completes a square and wins: {cells} all point {facing}",
            "{name} forment un carré et gagnent : {cells} pointent tous {facing}",
        );
        BoardMarks { marks, text }
    }
}

//! Sentences for players: what to do, what a move does, where to look for one, what decided the game.
//!
//! Places are squares; `@c1S` is the place outside the board south of c1.

use mekong_core::{
    BoardMarks, Explain as _, Lang, Mark, MarkKind, Narrate, Player, Position as _, Text, join_with_and, say,
};

use crate::{
    board::{ALL, BORDER, CROSSES, Direction, Piece, Square, squares},
    insight::{IDLE, RESISTS, Row, outside},
    moves::Move,
    notation::piece_char,
    position::Position,
};

const fn animal(player: Player) -> Text {
    match player {
        Player::P1 => Text { en: "elephant", fr: "éléphant" },
        Player::P2 => Text { en: "rhino", fr: "rhinocéros" },
    }
}

const fn side(player: Player) -> Text {
    match player {
        Player::P1 => Text { en: "the elephants", fr: "les éléphants" },
        Player::P2 => Text { en: "the rhinos", fr: "les rhinocéros" },
    }
}

const fn the(piece: Piece) -> Text {
    match piece {
        Piece::Rock => Text { en: "the rock", fr: "le rocher" },
        Piece::Animal(Player::P1, _) => Text { en: "the elephant", fr: "l’éléphant" },
        Piece::Animal(Player::P2, _) => Text { en: "the rhino", fr: "le rhinocéros" },
    }
}

/// The direction as an adverb, and as a side of the board.
pub(crate) const fn way(direction: Direction) -> [Text; 2] {
    let (en, there, side) = match direction {
        Direction::N => ("north", "vers le nord", "le nord"),
        Direction::E => ("east", "vers l’est", "l’est"),
        Direction::S => ("south", "vers le sud", "le sud"),
        Direction::W => ("west", "vers l’ouest", "l’ouest"),
    };
    [Text { en, fr: there }, Text { en, fr: side }]
}

/// The side of the board from which an animal enters.
fn entry_side(to: Square, facing: Direction) -> Direction {
    let is_outside = |side: Direction| to.next(side).is_none();
    let behind = facing.opposite();
    if is_outside(behind) {
        return behind;
    }
    Direction::ALL.into_iter().find(|&side| is_outside(side)).unwrap_or(behind)
}

/// The purpose of a move, as far as it follows from the rules alone.
#[derive(Clone, Copy)]
enum Purpose {
    Win,
    StopWin,
    ThreatenWin,
    Push,
    StopPush,
    PreparePush,
    /// The first piece in front of it is this rock.
    FaceRock(Square),
    ApproachRock,
    Enter,
    Leave,
    Turn,
    Other,
}

impl Purpose {
    /// A phrase after “can”.
    fn text(self, lang: Lang) -> String {
        let text = match self {
            Purpose::Win => Text { en: "win at once", fr: "gagner immédiatement" },
            Purpose::StopWin => Text { en: "stop a winning push", fr: "empêcher une poussée gagnante" },
            Purpose::ThreatenWin => Text { en: "threaten to win", fr: "menacer de gagner" },
            Purpose::Push => Text { en: "push", fr: "pousser" },
            Purpose::StopPush => Text { en: "stop a push", fr: "empêcher une poussée" },
            Purpose::PreparePush => Text { en: "get ready to push", fr: "préparer une poussée" },
            Purpose::FaceRock(rock) => {
                return say!(lang, "face the rock on {rock}", "se tourner vers le rocher en {rock}");
            }
            Purpose::ApproachRock => Text { en: "come nearer to a rock", fr: "se rapprocher d’un rocher" },
            Purpose::Enter => Text { en: "push later", fr: "pousser plus tard" },
            Purpose::Leave => Text { en: "come in again elsewhere", fr: "rentrer ailleurs ensuite" },
            Purpose::Turn => Text { en: "face another way", fr: "se tourner d’un autre côté" },
            Purpose::Other => Text { en: "move aside", fr: "s’écarter" },
        };
        text.get(lang).to_owned()
    }
}

impl Position {
    fn after(&self, mv: Move) -> Position {
        let mut after = *self;
        after.play_unchecked(mv);
        after
    }

    /// The pieces of a row that is pushed, and where they go.
    fn pushed(&self, row: &Row, lang: Lang) -> String {
        let mut parts = Vec::new();
        for (at, piece) in row.squares().filter_map(|at| Some((at, self.piece(at)?))) {
            let the = the(piece).get(lang);
            parts.push(match (at.next(row.direction), piece) {
                (Some(to), _) if parts.is_empty() => say!(lang, "{the} goes to {to}", "{the} va en {to}"),
                (Some(to), _) => say!(lang, "{the} to {to}", "{the} en {to}"),
                (None, Piece::Rock) => say!(lang, "{the} falls off the board", "{the} tombe du plateau"),
                (None, Piece::Animal(..)) => {
                    say!(lang, "{the} is pushed off the board", "{the} est poussé hors du plateau")
                }
            });
        }
        join_with_and(&parts, lang)
    }

    fn purpose(&self, mv: Move) -> Purpose {
        let (me, you) = (self.turn, self.turn.other());
        let after = self.after(mv);
        if after.winner.is_some() {
            return if after.winner == Some(me) { Purpose::Win } else { Purpose::Push };
        }
        let wins = |position: &Position, player| position.winning_pushes(player).len();
        if wins(&after, you) < wins(self, you) {
            return Purpose::StopWin;
        }
        if wins(&after, me) > wins(self, me) {
            return Purpose::ThreatenWin;
        }
        if self.row(mv).is_some() {
            return Purpose::Push;
        }
        let pushes = |position: &Position| {
            let mut pushes = Vec::new();
            Position { turn: you, ..*position }.list_pushes_on_board(&mut pushes);
            pushes.len()
        };
        if pushes(&after) < pushes(self) {
            return Purpose::StopPush;
        }
        let (Move::Enter { to: at, facing } | Move::Step { to: at, facing, .. } | Move::Turn { at, facing }) =
            mv
        else {
            return Purpose::Leave;
        };
        let next = Position { turn: me, ..after };
        let can_push = |to| next.check(Move::Push { from: at, to }).is_ok();
        if at.next(facing).is_some_and(can_push) {
            return Purpose::PreparePush;
        }
        let ahead = std::iter::successors(at.next(facing), |at| at.next(facing));
        if let Some((rock, Piece::Rock)) =
            ahead.map(|at| (at, after.piece(at))).find_map(|(at, piece)| Some((at, piece?)))
        {
            return Purpose::FaceRock(rock);
        }
        let distance = |from: Square| {
            let rocks = squares(ALL).filter(|&at| matches!(self.piece(at), Some(Piece::Rock)));
            rocks.map(|at| from.column().abs_diff(at.column()) + from.row().abs_diff(at.row())).min()
        };
        match mv {
            Move::Step { from, .. } if distance(at) < distance(from) => Purpose::ApproachRock,
            Move::Enter { .. } => Purpose::Enter,
            Move::Turn { .. } => Purpose::Turn,
            _ => Purpose::Other,
        }
    }
}

impl Narrate for Position {
    fn instruction(&self, lang: Lang) -> String {
        let own = self.animals[self.turn.index()];
        let mut text = match self.reserve(self.turn) {
            0 => say!(
                lang,
                "choose an animal; all five are on the board",
                "choisissez un animal ; les cinq sont sur le plateau",
            ),
            _ if own == 0 => {
                say!(lang, "bring an animal in on the border", "faites entrer un animal par le bord")
            }
            _ => say!(
                lang,
                "choose an animal, or bring one in",
                "choisissez un animal, ou faites-en entrer un",
            ),
        };
        if self.crossed_out() & CROSSES != 0 {
            text += &say!(
                lang,
                "; c1 and c5 are closed in the first two turns",
                " ; c1 et c5 sont interdites pendant les deux premiers tours",
            );
        }
        if self.exits_left(self.turn) == Some(0) && own & BORDER != 0 {
            text += &say!(
                lang,
                "; your animals can no longer leave the board",
                " ; vos animaux ne peuvent plus sortir du plateau",
            );
        }
        text
    }

    fn describe_move(&self, mv: Move, lang: Lang) -> String {
        let animal = animal(self.turn).get(lang);
        let the = the(Piece::Animal(self.turn, Direction::N)).get(lang);
        let facing = |direction: Direction| way(direction)[0].get(lang);
        let moved = match mv {
            Move::Enter { to, facing: direction } => {
                let way = facing(direction);
                match (self.row(mv), lang) {
                    (Some(_), Lang::En) => format!("a new {animal} pushes {way} onto {to}"),
                    (Some(_), Lang::Fr) => format!("un {animal} entre en {to} et pousse {way}"),
                    (None, Lang::En) if self.turn == Player::P1 => {
                        format!("an {animal} enters on {to}, facing {way}")
                    }
                    (None, Lang::En) => format!("a {animal} enters on {to}, facing {way}"),
                    (None, Lang::Fr) => format!("un {animal} entre en {to}, tourné {way}"),
                }
            }
            Move::Step { from, to, facing: direction } => {
                let way = facing(direction);
                say!(
                    lang,
                    "{the} on {from} goes to {to}, facing {way}",
                    "{the} de {from} va en {to}, tourné {way}",
                )
            }
            Move::Turn { at, facing: direction } => {
                let way = facing(direction);
                say!(lang, "{the} on {at} turns {way}", "{the} en {at} se tourne {way}")
            }
            Move::Leave { at } => {
                say!(lang, "{the} on {at} leaves the board", "{the} en {at} quitte le plateau")
            }
            Move::Push { from, .. } => {
                let way = facing(self.facing_of(from));
                say!(lang, "{the} on {from} pushes {way}", "{the} en {from} pousse {way}")
            }
        };
        let Some(row) = self.row(mv) else { return moved };
        let pushed = self.pushed(&row, lang);
        say!(lang, "{moved}; {pushed}", "{moved} ; {pushed}")
    }

    fn move_marks(&self, mv: Move) -> Vec<Mark> {
        let ghost = |at: Square, piece: Piece| Mark::new(at, MarkKind::Ghost).with(piece_char(piece));
        let arrow = |from: String, to: String| Mark::new(from, MarkKind::Arrow).to(to);
        let own = |facing| Piece::Animal(self.turn, facing);
        let mut marks = match mv {
            Move::Enter { to, facing } => {
                let from = outside(to, entry_side(to, facing));
                vec![arrow(from, to.to_string()), ghost(to, own(facing))]
            }
            Move::Step { from, to, facing } => {
                vec![arrow(from.to_string(), to.to_string()), ghost(to, own(facing))]
            }
            Move::Turn { at, facing } => vec![ghost(at, own(facing))],
            Move::Leave { at } => {
                let to = outside(at, entry_side(at, self.facing_of(at).opposite()));
                vec![arrow(at.to_string(), to)]
            }
            Move::Push { from, to } => {
                let facing = self.facing_of(from);
                vec![arrow(from.to_string(), to.to_string()), ghost(to, own(facing))]
            }
        };
        let Some(row) = self.row(mv) else { return marks };
        for (at, piece) in row.squares().filter_map(|at| Some((at, self.piece(at)?))) {
            marks.push(match at.next(row.direction) {
                Some(to) => ghost(to, piece),
                None => Mark::new(outside(at, row.direction), MarkKind::Leaving),
            });
        }
        marks
    }

    fn hint(&self, mv: Move, lang: Lang) -> BoardMarks {
        let purpose = self.purpose(mv).text(lang);
        let animal = animal(self.turn).get(lang);
        match mv {
            Move::Enter { to, facing } => {
                let side = entry_side(to, facing);
                let marks = squares(side.opposite().entry_edge());
                let [_, name] = way(side);
                let (side, article) = (name.get(lang), if self.turn == Player::P1 { "an" } else { "a" });
                BoardMarks {
                    marks: marks.map(|at| Mark::new(at, MarkKind::Focus)).collect(),
                    text: say!(
                        lang,
                        "bring {article} {animal} in from the {side}: it can {purpose}",
                        "faites entrer un {animal} par {side} : il peut {purpose}",
                    ),
                }
            }
            Move::Step { from: at, .. }
            | Move::Turn { at, .. }
            | Move::Leave { at }
            | Move::Push { from: at, .. } => BoardMarks {
                marks: vec![Mark::new(at, MarkKind::Focus)],
                text: say!(
                    lang,
                    "look at your {animal} on {at}: it can {purpose}",
                    "regardez votre {animal} en {at} : il peut {purpose}",
                ),
            },
        }
    }

    fn ending(&self, mv: Move, lang: Lang) -> BoardMarks {
        let after = self.after(mv);
        let (Some(winner), Some(row)) = (after.winner, self.row(mv)) else {
            let text = after.outcome().map(|outcome| outcome.explain(lang)).unwrap_or_default();
            return BoardMarks { marks: Vec::new(), text };
        };
        // In the final position every piece of the row stands one square further.
        let end = row.squares().last().unwrap_or(row.to);
        let faces_push = |&at: &Square| matches!(after.piece(at), Some(Piece::Animal(_, facing)) if facing == row.direction);
        let back: Vec<Square> =
            std::iter::successors(Some(end), |at| at.next(row.direction.opposite())).collect();
        let passed = back.iter().take_while(|at| !faces_push(at)).count();
        let decider = back.get(passed).copied().unwrap_or(row.to);
        let fell = outside(end, row.direction);
        let counts = say!(lang, "counts", "compte");
        let mut marks = vec![
            Mark::new(&fell, MarkKind::Leaving),
            Mark::new(&fell, MarkKind::Trace).to(decider),
            Mark::new(decider, MarkKind::Decisive).of(winner).with(counts),
        ];
        marks.extend(back[..passed].iter().filter_map(|&at| match after.piece(at)? {
            Piece::Animal(_, facing) if facing == row.direction.opposite() => {
                Some(Mark::new(at, RESISTS).with(say!(lang, "against", "contre")))
            }
            Piece::Animal(..) => Some(Mark::new(at, IDLE).with(say!(lang, "sideways", "de côté"))),
            Piece::Rock => None,
        }));
        let [way, _] = way(row.direction);
        let (the, side, way) =
            (the(Piece::Animal(winner, row.direction)).get(lang), side(winner).get(lang), way.get(lang));
        let text = say!(
            lang,
            "a rock fell off the board: {the} on {decider} is the first animal behind it that faces {way}, so {side} win",
            "un rocher est tombé : {the} en {decider} est le premier animal derrière lui à être tourné {way}, donc {side} gagnent",
        );
        BoardMarks { marks, text }
    }
}

//! Board annotations: open halves, squares that a tile completes or blocks, patterns with three of four corners.
//!
//! Places are cells (`c4`), halves (`c4.ne`) and squares by the cells at their top left and bottom right (`b6:d4`).

use mekong_core::{BoardMarks, Game as _, Insight, Lang, Mark, MarkKind, Player, Position as _, say};

use crate::{
    SamLiam,
    board::{Cell, Corner, Pattern},
    error::Illegal,
    moves::Move,
    position::Position,
};

pub(crate) fn half(at: Cell, corner: Corner) -> String {
    format!("{at}.{}", corner.code())
}

pub(crate) fn square(pattern: Pattern) -> String {
    let [(first, _), _, (last, _), _] = pattern.corners();
    format!("{first}:{last}")
}

fn seat(player: Player, lang: Lang) -> &'static str {
    SamLiam::INFO.seats[player.index()].get(lang)
}

impl Position {
    /// The half that a player would have to fill to make a cell show a corner.
    fn lacking(&self, player: Player, at: Cell, corner: Corner) -> Corner {
        // Beside an own triangle the other half brings every corner.
        let own =
            Corner::ALL.into_iter().find(|&own| self.tiles[player.index()][own as usize] & at.bit() != 0);
        own.map_or(corner, Corner::opposite)
    }

    fn open_marks(&self, player: Player) -> Vec<Mark> {
        let open = self.open_patterns(player);
        open.flat_map(|open| {
            let lacks = half(open.cell, self.lacking(player, open.cell, open.corner));
            [
                Mark::new(square(open.pattern), MarkKind::Threatening).of(player),
                Mark::new(lacks, MarkKind::Threat).of(player),
            ]
        })
        .collect()
    }

    fn count_open(&self, player: Player) -> usize {
        self.open_patterns(player).count()
    }
}

/// What is in the way of an illegal move, if it is a cell.
fn refusal_marks(illegal: Illegal) -> Vec<Mark> {
    match illegal {
        Illegal::OnlyOtherHalf { at, free } => vec![Mark::new(half(at, free), MarkKind::Alternative)],
        Illegal::OnSquareTile { at } | Illegal::CellFull { at } | Illegal::NotEmpty { at } => {
            vec![Mark::new(at, MarkKind::Blocking)]
        }
        Illegal::Over
        | Illegal::NoTriangleLeft
        | Illegal::NoSquareTileLeft
        | Illegal::NotBlocked { .. }
        | Illegal::MustPlace => Vec::new(),
    }
}

impl Insight for Position {
    fn preview(&self, mv: Move, lang: Lang) -> BoardMarks {
        if let Err(illegal) = self.check(mv) {
            return BoardMarks { marks: refusal_marks(illegal), text: String::new() };
        }
        let (me, you) = (self.turn, self.turn.other());
        let mut after = *self;
        after.play_unchecked(mv);
        let won: Vec<Mark> =
            after.completed(me).map(|pattern| Mark::new(square(pattern), MarkKind::Winning).of(me)).collect();
        if !won.is_empty() {
            let seat = seat(me, lang);
            return BoardMarks {
                marks: won,
                text: say!(lang, "{seat} completes a square", "les {seat} forment un carré"),
            };
        }
        let mut sentences = Vec::new();
        let (blocked, may_place_square) =
            (after.count_open(you) < self.count_open(you), after.may_place_square());
        if blocked {
            sentences.push(if may_place_square {
                let seat = seat(you, lang);
                say!(
                    lang,
                    "a block: {seat} may place a square tile",
                    "blocage : les {seat} peuvent poser une tuile carrée"
                )
            } else {
                say!(lang, "a block", "blocage")
            });
        }
        let made = after.count_open(me).saturating_sub(self.count_open(me));
        if made > 0 {
            sentences.push(if made == 1 {
                say!(lang, "three corners of four", "trois coins sur quatre")
            } else {
                say!(
                    lang,
                    "three corners of four in {made} squares",
                    "trois coins sur quatre dans {made} carrés"
                )
            });
        }
        let marks = if made > 0 { after.open_marks(me) } else { Vec::new() };
        BoardMarks { marks, text: sentences.join(&say!(lang, "; ", " ; ")) }
    }

    fn threats(&self, lang: Lang) -> BoardMarks {
        if self.outcome().is_some() {
            return BoardMarks::default();
        }
        let order = [self.turn, self.turn.other()];
        let sentences = order.map(|player| {
            let (count, seat) = (self.count_open(player), seat(player, lang));
            match count {
                0 => None,
                1 => Some(say!(
                    lang,
                    "{seat} needs one more corner for a square",
                    "il ne manque aux {seat} qu’un coin pour un carré"
                )),
                _ => Some(say!(
                    lang,
                    "{seat} needs one more corner for each of {count} squares",
                    "il ne manque aux {seat} qu’un coin à chacun de {count} carrés",
                )),
            }
        });
        let text = sentences.into_iter().flatten().collect::<Vec<_>>().join(&say!(lang, "; ", " ; "));
        BoardMarks { marks: order.into_iter().flat_map(|player| self.open_marks(player)).collect(), text }
    }
}

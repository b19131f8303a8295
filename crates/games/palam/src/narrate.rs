//! Sentences for players: what to do, what a move does, where to look for one, what decided the game.
//!
//! Places are those of [`insight`](crate::insight), `+e1` for the face-up piece e1 of a draft, and `score`.

use mekong_core::{
    BoardMarks, Game as _, Insight as _, Lang, Mark, MarkKind, Narrate, Player, Position as _, join_with_or,
    points_text, say,
};

use crate::{
    Palam,
    board::{Cell, LAST_DUEL, Piece},
    insight::Duel,
    moves::Move,
    names::{a_sign, name, the},
    position::{Engaged, Position},
};

fn seat(player: Player) -> &'static str {
    Palam::INFO.seats[player.index()].en
}

impl Position {
    /// A piece of the player to act with its place: `your sun 4 on b2`.
    fn your(&self, cell: Cell, lang: Lang) -> String {
        let Some(piece) = self.piece(cell) else { return cell.to_string() };
        let (name, the) = (name(piece, lang), the(piece, lang));
        say!(lang, "your {name} on {cell}", "{the} en {cell}")
    }

    fn after(&self, mv: Move) -> Position {
        let mut after = *self;
        after.play_unchecked(mv);
        after
    }

    /// How a duel must be answered.
    fn answer_instruction(&self, engaged: Piece, lang: Lang) -> String {
        let answers = self.answers();
        let pieces: Vec<Piece> = answers.iter().filter_map(|&cell| self.piece(cell)).collect();
        if let ([cell], [piece]) = (answers.as_slice(), pieces.as_slice()) {
            let your = self.your(*cell, lang);
            return if piece.matches(engaged) {
                say!(
                    lang,
                    "answer the duel with {your}, your only match",
                    "répondez au duel avec {your}, seule pièce qui convient",
                )
            } else {
                let seat = seat(self.turn);
                say!(
                    lang,
                    "answer the duel with the leftmost piece for {seat}, on {cell}, as nothing matches",
                    "répondez avec la pièce la plus à gauche pour {seat}, en {cell}, car rien ne convient",
                )
            };
        }
        let (sign, number) = (engaged.sign(), engaged.number());
        let by_sign = pieces.iter().any(|piece| piece.sign() == sign);
        let by_number = pieces.iter().any(|piece| piece.number() == number);
        let a_sign = a_sign(sign, lang);
        match (by_sign, by_number) {
            (true, true) => say!(
                lang,
                "answer the duel with {a_sign} or a {number}",
                "répondez au duel avec {a_sign} ou un {number}",
            ),
            (true, false) => {
                say!(lang, "answer the duel with {a_sign}", "répondez au duel avec {a_sign}")
            }
            (false, _) => say!(lang, "answer the duel with a {number}", "répondez au duel avec un {number}"),
        }
    }

    /// The answer to the current duel and its result.
    fn describe_answer(&self, engaged: Engaged, from: Cell, piece: Piece, lang: Lang) -> String {
        let Duel { winner, points } = self.duel(from);
        let (seat, the, winner) = (seat(self.turn), the(piece, lang), seat(winner));
        let (a, b) = (engaged.piece.number(), piece.number());
        let sum = a + b;
        let parity =
            if sum.is_multiple_of(2) { say!(lang, "even", "pair") } else { say!(lang, "odd", "impair") };
        let points = points_text(points.into(), lang);
        let text = say!(
            lang,
            "{seat} answers with {the} from {from} ({a} + {b} = {sum}, {parity}); {winner} takes {points}",
            "{seat} répond avec {the} de {from} ({a} + {b} = {sum}, {parity}) ; {winner} prend {points}",
        );
        if self.duels_left() > 1 {
            return text;
        }
        say!(
            lang,
            "{text}, {LAST_DUEL} of them for the last duel",
            "{text}, dont {LAST_DUEL} pour le dernier duel"
        )
    }

    /// Why a piece might be engaged, from the answers it allows.
    fn engagement_hint(&self, from: Cell, lang: Lang) -> String {
        let me = self.turn;
        let after = self.after(Move::Advance { from });
        let answers = after.answers();
        let won = answers.iter().filter(|&&cell| after.duel(cell).winner == me).count();
        let your = self.your(from, lang);
        if won == answers.len() {
            say!(
                lang,
                "look at {your}: it wins the duel whatever the answer",
                "regardez {your} : quelle que soit la réponse, vous gagnez le duel",
            )
        } else if won == 0 {
            say!(
                lang,
                "look at {your}: it loses the duel, and the loser moves next",
                "regardez {your} : vous perdez le duel, et le perdant joue ensuite",
            )
        } else {
            say!(
                lang,
                "look at {your}: few answers win against it",
                "regardez {your} : peu de réponses gagnent contre cette pièce",
            )
        }
    }

    fn answer_hint(&self, from: Cell, lang: Lang) -> BoardMarks {
        let me = self.turn;
        let answers = self.answers();
        let wins = self.duel(from).winner == me;
        let like: Vec<Cell> =
            answers.iter().copied().filter(|&cell| (self.duel(cell).winner == me) == wins).collect();
        let names: Vec<String> = like.iter().filter_map(|&cell| Some(the(self.piece(cell)?, lang))).collect();
        let list = join_with_or(&names, lang);
        let text = match (like.len() == answers.len(), wins) {
            _ if answers.len() == 1 => {
                say!(lang, "only one piece can answer", "une seule pièce peut répondre")
            }
            (true, true) => say!(
                lang,
                "every answer wins the duel: choose the piece you need least",
                "toutes les réponses gagnent le duel : choisissez la pièce la moins utile",
            ),
            (true, false) => say!(
                lang,
                "every answer loses the duel: give away as little as you can",
                "toutes les réponses perdent le duel : cédez le moins possible",
            ),
            (false, true) => {
                say!(lang, "you can win this duel with {list}", "vous pouvez gagner ce duel avec {list}")
            }
            (false, false) => say!(
                lang,
                "it can pay to lose this duel with {list}: the loser moves next",
                "perdre ce duel avec {list} peut être utile : le perdant joue ensuite",
            ),
        };
        BoardMarks { marks: like.into_iter().map(|cell| Mark::new(cell, MarkKind::Focus)).collect(), text }
    }
}

impl Narrate for Position {
    fn instruction(&self, lang: Lang) -> String {
        if let Some(Engaged { piece, .. }) = self.engaged {
            return self.answer_instruction(piece, lang);
        }
        match (self.placements_left(), self.face_down == 0) {
            (0, _) if self.may_swap => {
                say!(lang, "engage a piece, or swap two of yours", "engagez une pièce, ou échangez-en deux")
            }
            (0, _) => say!(
                lang,
                "engage a piece, as your opponent has just swapped",
                "engagez une pièce, car l’adversaire vient d’échanger",
            ),
            (1, false) => say!(
                lang,
                "place one more piece in your back row",
                "posez encore une pièce dans votre rangée arrière",
            ),
            (_, false) => {
                say!(lang, "place two pieces in your back row", "posez deux pièces dans votre rangée arrière",)
            }
            (1, true) => say!(
                lang,
                "place one more piece in your front row",
                "posez encore une pièce dans votre rangée avant",
            ),
            (_, true) => {
                say!(lang, "place two pieces in your front row", "posez deux pièces dans votre rangée avant")
            }
        }
    }

    fn describe_move(&self, mv: Move, lang: Lang) -> String {
        let seat = seat(self.turn);
        let there = |cell: Cell| self.piece(cell).map_or_else(|| cell.to_string(), |piece| the(piece, lang));
        match mv {
            Move::Place { piece, to } => {
                let the = the(piece, lang);
                say!(lang, "{seat} places {the} on {to}", "{seat} pose {the} en {to}")
            }
            Move::Swap(pair) => {
                let (first, second) = (pair.first(), pair.second());
                let (one, two) = (there(first), there(second));
                say!(
                    lang,
                    "{seat} swaps {one} on {first} and {two} on {second}",
                    "{seat} échange {one} de {first} et {two} de {second}",
                )
            }
            Move::Advance { from } => match (self.engaged, self.piece(from)) {
                (Some(engaged), Some(piece)) => self.describe_answer(engaged, from, piece, lang),
                (_, piece) => {
                    let the = there(from);
                    let text =
                        say!(lang, "{seat} engages {the} from {from}", "{seat} engage {the} de {from}");
                    match piece.filter(|piece| piece.is_light()).map(Piece::points) {
                        Some(points) => {
                            let points = points_text(points.into(), lang);
                            say!(lang, "{text}, worth {points}", "{text}, qui vaut {points}")
                        }
                        None => text,
                    }
                }
            },
        }
    }

    fn move_marks(&self, mv: Move) -> Vec<Mark> {
        match mv {
            Move::Place { piece, to } => vec![
                Mark::new(format!("+{piece}"), MarkKind::Arrow).to(to),
                Mark::new(to, MarkKind::Ghost).of(self.turn).with(piece),
            ],
            Move::Swap(pair) => {
                let (first, second) = (pair.first(), pair.second());
                vec![
                    Mark::new(first, MarkKind::Arrow).to(second),
                    Mark::new(second, MarkKind::Arrow).to(first),
                ]
            }
            Move::Advance { from } => {
                let mut marks = vec![Mark::new(from, MarkKind::Arrow).to("duel")];
                if self.engaged.is_some() {
                    marks.extend(self.preview(mv, Lang::En).marks);
                }
                marks
            }
        }
    }

    fn hint(&self, mv: Move, lang: Lang) -> BoardMarks {
        let look = |at: String, text| BoardMarks { marks: vec![Mark::new(at, MarkKind::Focus)], text };
        match mv {
            Move::Place { piece, .. } => {
                let the = the(piece, lang);
                let text = say!(
                    lang,
                    "look at {the}: there is a good cell for it",
                    "regardez {the} : une bonne case l’attend"
                );
                look(format!("+{piece}"), text)
            }
            Move::Swap(pair) => {
                let your = self.your(pair.first(), lang);
                let text = say!(
                    lang,
                    "look at {your}: it would do more elsewhere, and you may swap",
                    "regardez {your} : cette pièce serait plus utile ailleurs, et vous pouvez échanger",
                );
                look(pair.first().to_string(), text)
            }
            Move::Advance { from } if self.engaged.is_some() => self.answer_hint(from, lang),
            Move::Advance { from } => look(from.to_string(), self.engagement_hint(from, lang)),
        }
    }

    fn ending(&self, mv: Move, lang: Lang) -> BoardMarks {
        let after = self.after(mv);
        let Some(winner) = after.outcome().and_then(|outcome| outcome.winner) else {
            return BoardMarks::default();
        };
        let loser = winner.other();
        let (winner_score, loser_score) = (after.score(winner), after.score(loser));
        let (first, needed) = (seat(winner), Position::TO_WIN);
        let mut text = say!(
            lang,
            "{first} wins {winner_score}–{loser_score}",
            "{first} gagne {winner_score} à {loser_score}",
        );
        // The points of the last duel would have made the other player win.
        if self.score(loser) + (winner_score - self.score(winner)) >= needed {
            text += &say!(lang, "; the last duel was decisive", " ; le dernier duel a été décisif");
        }
        let marks = vec![
            Mark::new("score", MarkKind::Decisive).of(winner).with(winner_score),
            Mark::new("score", MarkKind::Losing).of(loser).with(loser_score),
        ];
        BoardMarks { marks, text }
    }
}

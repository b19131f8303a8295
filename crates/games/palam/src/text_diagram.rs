//! The board with characters: Anubis above, half a cell nearer to the ≠ end, and the duel rows in between.

use mekong_core::{Charset, Ink, Lang, Player, Position as _, TextCanvas, TextDiagram, points_text, say};

use crate::{
    board::{COLUMNS, Cell, Column, Piece, Sign},
    error::seat,
    names::sign_name,
    position::{Engaged, Position},
};

/// The distance from one cell to the next, in characters.
const PITCH: usize = 6;
/// The left side of Isis's camp; that of Anubis is half a cell further right.
const LEFT: usize = 5;
/// The lines of the canvas.
const ANUBIS_TOP: usize = 1;
const DUELS: usize = 6;
const ISIS_TOP: usize = 8;
const BOTTOM: usize = 13;

impl TextDiagram for Position {
    fn canvas(&self, charset: Charset, lang: Lang) -> TextCanvas {
        let mut canvas = TextCanvas::new();
        for player in Player::BOTH {
            draw_camp(&mut canvas, player, charset);
            self.draw_seat(&mut canvas, player, charset, lang);
        }
        for cell in Cell::all() {
            if let Some(piece) = self.piece(cell) {
                put_piece(&mut canvas, cell.camp(), cell.column(), line(cell), piece, charset);
            }
        }
        self.draw_duels(&mut canvas, charset);
        self.draw_legend(&mut canvas, charset, lang);
        canvas
    }
}

impl Position {
    fn draw_duels(&self, canvas: &mut TextCanvas, charset: Charset) {
        let [even, odd, dot] = match charset {
            Charset::Unicode => ["=", "≠", "·"],
            Charset::Ascii => ["=", "!=", "."],
        };
        for player in Player::BOTH {
            let y = duel_line(player);
            for column in Column::all() {
                canvas.put(left(player, column) + PITCH / 2, y, dot, Ink::Faint);
            }
            canvas.put(1, y, even, Ink::Neutral);
            canvas.put(right() + 2, y, odd, Ink::Neutral);
        }
        if let Some(engaged) = self.engaged() {
            let owner = self.turn().other();
            put_piece(canvas, owner, engaged.column, duel_line(owner), engaged.piece, charset);
        }
    }

    /// A player's name and points beside the camp and, for the player to act, what there is to do.
    fn draw_seat(&self, canvas: &mut TextCanvas, player: Player, charset: Charset, lang: Lang) {
        let x = right() + 6;
        let y = top(player) + 1;
        let name = seat(player, lang);
        canvas.put(x, y, name, Ink::of(player));
        let points = self.score(player);
        canvas.put(x, y + 1, &points_text(points.into(), lang), Ink::Plain);
        if self.outcome().is_some() || self.turn() != player {
            return;
        }
        let mark = if charset == Charset::Ascii { "<-" } else { "◀" };
        canvas.put(x + name.chars().count() + 1, y, mark, Ink::Accent);
        canvas.put(x, y + 2, &self.task(lang), Ink::Plain);
    }

    /// The required action of the player to move.
    pub(crate) fn task(&self, lang: Lang) -> String {
        let left = self.placements_left();
        match self.engaged() {
            _ if self.is_drafting() => say!(lang, "still to place: {left}", "encore à poser : {left}"),
            Some(Engaged { piece, .. }) => say!(lang, "must answer {piece}", "doit répondre à {piece}"),
            None if self.may_swap() => say!(lang, "engages or swaps", "engage ou échange"),
            None => say!(lang, "must engage", "doit engager"),
        }
    }

    fn draw_legend(&self, canvas: &mut TextCanvas, charset: Charset, lang: Lang) {
        let list = |pieces: &mut dyn Iterator<Item = Piece>| {
            pieces.map(|piece| text(piece, charset)).collect::<Vec<_>>().join(" ")
        };
        let mut y = BOTTOM + 2;
        if self.is_drafting() {
            let up = list(&mut self.face_up());
            canvas.put(1, y, &say!(lang, "face up:   {up}", "visibles : {up}"), Ink::Plain);
            y += 1;
            if self.face_down != 0 {
                let down = list(&mut self.face_down());
                canvas.put(1, y, &say!(lang, "face down: {down}", "cachées :  {down}"), Ink::Plain);
                y += 1;
            }
            y += 1;
        }
        let [sun, water, eye, ankh] = Sign::ALL.map(|sign| sign_name(sign, lang));
        let star = star(charset);
        let legend = say!(
            lang,
            "s {sun}, w {water}, e {eye}, k {ankh}; {star} light background, 11 points",
            "s {sun}, w {water}, e {eye}, k {ankh} ; {star} fond clair, 11 points",
        );
        canvas.put(1, y, &legend, Ink::Faint);
    }
}

fn draw_camp(canvas: &mut TextCanvas, player: Player, charset: Charset) {
    let x = camp_left(player);
    let cells = usize::from(COLUMNS);
    for edge in 0..3 {
        let [start, cross, end] = match (charset, edge) {
            (Charset::Ascii, _) => ["+"; 3],
            (Charset::Unicode, 0) => ["┌", "┬", "┐"],
            (Charset::Unicode, 1) => ["├", "┼", "┤"],
            (Charset::Unicode, _) => ["└", "┴", "┘"],
        };
        let dash = if charset == Charset::Ascii { "-" } else { "─" }.repeat(PITCH - 1);
        let lines = vec![dash; cells].join(cross);
        canvas.put(x, top(player) + 2 * edge, &format!("{start}{lines}{end}"), Ink::Faint);
    }
    let bar = if charset == Charset::Ascii { "|" } else { "│" };
    for cell in Cell::all().filter(|cell| cell.camp() == player) {
        let y = line(cell);
        canvas.put(left(player, cell.column()), y, bar, Ink::Faint);
        canvas.put(left(player, cell.column()) + PITCH, y, bar, Ink::Faint);
        canvas.put(x - 2, y, &(cell.row() + 1).to_string(), Ink::Faint);
    }
    let letters = if player == Player::P1 { BOTTOM } else { ANUBIS_TOP - 1 };
    for column in Column::all() {
        canvas.put(left(player, column) + PITCH / 2, letters, &column.to_string(), Ink::Faint);
    }
}

fn put_piece(
    canvas: &mut TextCanvas,
    owner: Player,
    column: Column,
    line: usize,
    piece: Piece,
    charset: Charset,
) {
    canvas.put(left(owner, column) + 2, line, &text(piece, charset), Ink::of(owner));
}

/// A piece as in position texts, with a star if its ground is light.
fn text(piece: Piece, charset: Charset) -> String {
    if piece.is_light() { format!("{piece}{}", star(charset)) } else { piece.to_string() }
}

const fn star(charset: Charset) -> char {
    match charset {
        Charset::Unicode => '★',
        Charset::Ascii => '*',
    }
}

const fn top(player: Player) -> usize {
    match player {
        Player::P1 => ISIS_TOP,
        Player::P2 => ANUBIS_TOP,
    }
}

const fn duel_line(player: Player) -> usize {
    match player {
        Player::P1 => DUELS + 1,
        Player::P2 => DUELS,
    }
}

/// The line of a cell: the higher row of a camp comes first.
const fn line(cell: Cell) -> usize {
    top(cell.camp()) + if cell.row() % 2 == 1 { 1 } else { 3 }
}

/// The left side of a camp.
const fn camp_left(player: Player) -> usize {
    match player {
        Player::P1 => LEFT,
        Player::P2 => LEFT + PITCH / 2,
    }
}

/// The left side of a column.
fn left(player: Player, column: Column) -> usize {
    camp_left(player) + PITCH * usize::from(column.index())
}

/// The right side of Anubis's camp.
fn right() -> usize {
    camp_left(Player::P2) + PITCH * usize::from(COLUMNS)
}

#[cfg(test)]
mod tests {
    use mekong_core::{Charset, Lang, Notation as _, TextDiagram as _, Variants};

    use crate::position::{DRAFT, Position};

    #[test]
    fn a_draft_lists_the_pieces_to_come() {
        let legend = |text: &str| {
            let position = Position::parse_position(text, Variants::NONE.with(DRAFT)).unwrap();
            let canvas = position.text_diagram(Charset::Ascii, Lang::Fr).to_string();
            canvas.lines().skip(super::BOTTOM + 2).map(str::to_owned).collect::<Vec<_>>()
        };
        let signs = " s soleil, w eau, e oeil, k ankh ; * fond clair, 11 points";
        let empty = ["-,-,-,-,-,-"; 4].join("/");
        let up = "E4.K5.e1.e2.e3.k1.k2.k3.s1.s3.w1.w2";
        let down = "S2.W3.e5.e6.k4.k6.s4.s5.s6.w4.w5.w6";
        assert_eq!(
            legend(&format!("{empty} I +{up} 2 {down}")),
            [
                " visibles : s1 s3 w1 w2 e1 e2 e3 E4* k1 k2 k3 K5*",
                " cachees :  S2* s4 s5 s6 W3* w4 w5 w6 e5 e6 k4 k6",
                "",
                signs
            ]
        );
        let back = "s1,s3,w1,w2,e1,e2/-,-,-,-,-,-/-,-,-,-,-,-/E4,K5,e3,k1,k2,k3";
        assert_eq!(
            legend(&format!("{back} A +{down} 2 -")),
            [" visibles : S2* s4 s5 s6 W3* w4 w5 w6 e5 e6 k4 k6", "", signs]
        );
    }

    #[test]
    fn a_waiting_duel_is_drawn_between_the_camps() {
        let text = "s1,w6,k2,e1,W3,k6/e6,s4,w1,k4,s6,K5/w2,-,S2,k1,s3,e5/k3,w4,s5,E4,e3,w5 A be2 s 0-0";
        let position = Position::parse_position(text, Variants::NONE).unwrap();
        let expected = "
           a     b     c     d     e     f
        +-----+-----+-----+-----+-----+-----+
      4 | s1  | w6  | k2  | e1  | W3* | k6  |     Anubis <-
        +-----+-----+-----+-----+-----+-----+     0 points
      3 | e6  | s4  | w1  | k4  | s6  | K5* |     must answer e2
        +-----+-----+-----+-----+-----+-----+
 =         .     .     .     .     .     .    !=
 =      .    e2     .     .     .     .       !=
     +-----+-----+-----+-----+-----+-----+
   2 | w2  |     | S2* | k1  | s3  | e5  |        Isis
     +-----+-----+-----+-----+-----+-----+        0 points
   1 | k3  | w4  | s5  | E4* | e3  | w5  |
     +-----+-----+-----+-----+-----+-----+
        a     b     c     d     e     f

 s sun, w water, e eye, k ankh; * light background, 11 points
";
        assert_eq!(format!("\n{}", position.text_diagram(Charset::Ascii, Lang::En)), expected);
    }
}

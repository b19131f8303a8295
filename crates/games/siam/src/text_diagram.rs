use mekong_core::{
    Charset, Game as _, Ink, Lang, Player, Position as _, TextCanvas, TextDiagram, drawing::TextGrid, say,
};

use crate::{
    Siam,
    board::{Direction, GRID, Piece, Square, squares},
    position::Position,
};

const TEXT_GRID: TextGrid = TextGrid { grid: GRID, cell_width: 4 };

impl TextDiagram for Position {
    fn canvas(&self, charset: Charset, lang: Lang) -> TextCanvas {
        let mut canvas = TEXT_GRID.draw(charset);
        let cross = if charset == Charset::Ascii { " x" } else { " ×" };
        for square in squares(self.crossed_out()) {
            TEXT_GRID.put(&mut canvas, square.column(), square.row(), cross, Ink::Faint);
        }
        for square in Square::all() {
            let Some(piece) = self.piece(square) else { continue };
            let (text, ink) = match piece {
                Piece::Rock if charset == Charset::Ascii => ("##".to_owned(), Ink::Neutral),
                Piece::Rock => ("▓▓".to_owned(), Ink::Neutral),
                Piece::Animal(Player::P1, facing) => (format!("E{}", arrow(facing, charset)), Ink::P1),
                Piece::Animal(Player::P2, facing) => (format!("R{}", arrow(facing, charset)), Ink::P2),
            };
            TEXT_GRID.put(&mut canvas, square.column(), square.row(), &format!(" {text}"), ink);
        }
        // Each player's reserve stands beside their own edge.
        for player in Player::BOTH {
            let line = if player == Player::P1 { TEXT_GRID.height() - 3 } else { 1 };
            self.put_seat(&mut canvas, player, line, charset, lang);
        }
        canvas
    }
}

impl Position {
    fn put_seat(&self, canvas: &mut TextCanvas, player: Player, line: usize, charset: Charset, lang: Lang) {
        let seat = Siam::INFO.seats[player.index()].get(lang);
        let is_to_move = self.outcome().is_none() && self.turn() == player;
        TEXT_GRID.put_seat(canvas, line, (player, seat), is_to_move, charset);
        let reserve = self.reserve(player);
        let mut text = say!(lang, "reserve {reserve}", "réserve {reserve}");
        if let Some(exits) = self.exits_left(player) {
            text.push_str(&say!(lang, ", exits left {exits}", ", sorties restantes {exits}"));
        }
        canvas.put(TEXT_GRID.right(), line + 1, &text, Ink::Plain);
    }
}

const fn arrow(facing: Direction, charset: Charset) -> char {
    match (charset, facing) {
        (Charset::Unicode, Direction::N) => '▲',
        (Charset::Unicode, Direction::E) => '▶',
        (Charset::Unicode, Direction::S) => '▼',
        (Charset::Unicode, Direction::W) => '◀',
        (Charset::Ascii, Direction::N) => '^',
        (Charset::Ascii, Direction::E) => '>',
        (Charset::Ascii, Direction::S) => 'v',
        (Charset::Ascii, Direction::W) => '<',
    }
}

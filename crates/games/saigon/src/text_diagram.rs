//! The rail with characters: seen from the side, one box per pallet, the pallets out beside it.

use mekong_core::{Charset, Game as _, Ink, Lang, Player, Position as _, TextCanvas, TextDiagram, say};

use crate::{
    Saigon,
    board::Slot,
    notation::letter,
    position::{GOAL, Position},
};

/// Where the left wall stands: there is room for the pusher before it.
const LEFT_WALL: usize = 6;
/// From one slot's left side to the next.
const STEP: usize = 8;
const RIGHT_WALL: usize = LEFT_WALL + 2 + 4 * STEP;
/// The minimum height of the walls in lines, so that the board keeps its size from move to move.
const MIN_HEIGHT: usize = 5;

impl TextDiagram for Position {
    fn canvas(&self, charset: Charset, lang: Lang) -> TextCanvas {
        let mut canvas = TextCanvas::new();
        let ascii = charset == Charset::Ascii;
        let highest = self.stacks().iter().map(|stack| stack.height() as usize).max().unwrap_or(0);
        let floor = highest.max(MIN_HEIGHT);
        let wall = if ascii { "|" } else { "┃" };
        // The walls stop above the lowest line: that is the slit.
        for line in 0..floor - 1 {
            canvas.put(LEFT_WALL, line, wall, Ink::Faint);
            canvas.put(RIGHT_WALL, line, wall, Ink::Faint);
        }
        let [right, left] = if ascii { ["pr =>", "<= pl"] } else { ["pr ═▶", "◀═ pl"] };
        canvas.put(0, floor - 1, right, Ink::Faint);
        canvas.put(RIGHT_WALL + 2, floor - 1, left, Ink::Faint);
        let rail = if ascii { "=" } else { "▀" }.repeat(RIGHT_WALL - LEFT_WALL + 1);
        canvas.put(LEFT_WALL, floor, &rail, Ink::Faint);
        for slot in Slot::ALL {
            let x = LEFT_WALL + 2 + slot.index() * STEP;
            canvas.put(x + 3, floor + 1, &slot.to_string(), Ink::Faint);
            for (level, pallet) in self.stack(slot).pallets().enumerate() {
                canvas.put(x, floor - 1 - level, face(pallet, charset), Ink::of(pallet));
            }
        }
        for player in Player::BOTH {
            self.draw_seat(&mut canvas, player, floor + 3 + player.index(), charset, lang);
        }
        canvas
    }
}

impl Position {
    /// A player's name, the pallets out of the six that win, and whose turn it is.
    fn draw_seat(&self, canvas: &mut TextCanvas, player: Player, line: usize, charset: Charset, lang: Lang) {
        let seat = Saigon::INFO.seats[player.index()].get(lang);
        canvas.put(0, line, seat, Ink::of(player));
        let out = usize::from(self.out(player));
        let goal = usize::from(GOAL);
        let places = if charset == Charset::Ascii { "." } else { "·" };
        let mut left = LEFT_WALL + 2;
        for place in 0..goal {
            let (text, ink) = if place < out {
                (letter(player).to_string(), Ink::of(player))
            } else {
                (places.to_owned(), Ink::Faint)
            };
            canvas.put(left, line, &text, ink);
            left += 2;
        }
        let s = lang.plural_s(out as u32);
        let text = say!(lang, "{out} of {goal} out", "{out} sorti{s} sur {goal}");
        canvas.put(left + 1, line, &text, Ink::Plain);
        if self.outcome().is_none() && self.turn() == player {
            let mark = if charset == Charset::Ascii { "<-" } else { "◀" };
            canvas.put(left + 2 + text.chars().count(), line, mark, Ink::Accent);
        }
    }
}

const fn face(player: Player, charset: Charset) -> &'static str {
    match (player, charset) {
        (Player::P1, Charset::Unicode) => "▕  L  ▏",
        (Player::P2, Charset::Unicode) => "▐▒▒D▒▒▌",
        (Player::P1, Charset::Ascii) => "[  L  ]",
        (Player::P2, Charset::Ascii) => "[##D##]",
    }
}

#[cfg(test)]
mod tests {
    use mekong_core::{Charset, Lang, Notation as _, TextDiagram as _, Variants};

    use crate::position::Position;

    #[test]
    fn the_rail_is_drawn_in_plain_characters() {
        let position = Position::parse_position("-/LLL/DDL/DDDLLL D", Variants::NONE).unwrap();
        let expected = "
      |                         [  L  ] |
      |                         [  L  ] |
      |                         [  L  ] |
      |         [  L  ] [  L  ] [##D##] |
      |         [  L  ] [##D##] [##D##] |
pr =>           [  L  ] [##D##] [##D##]   <= pl
      ===================================
           1       2       3       4

Clairs  L . . . . .  1 sorti sur 6
Sombres D D D . . .  3 sortis sur 6 <-
";
        assert_eq!(format!("\n{}", position.text_diagram(Charset::Ascii, Lang::Fr)), expected);
    }
}

use mekong_core::{Charset, Diagram, Frame, Game as _, Ink, Lang, Player, TextCanvas, TextDiagram, say};

use crate::{board::Point, game::Morris, position::Position};

const FRAME: Frame = Frame { grid: Point::GRID, cell_width: 3 };

impl TextDiagram for Position {
    fn canvas(&self, charset: Charset, lang: Lang) -> TextCanvas {
        let symbols = match charset {
            Charset::Ascii => ['W', 'B'],
            Charset::Unicode => ['○', '●'],
        };
        let mut canvas = FRAME.draw(charset);
        FRAME.put_pieces(&mut canvas, |column, row| {
            let player = self.man(Point::new(column, row)?)?;
            Some((symbols[player.index()], player))
        });
        let seats = (&Morris::INFO.seats, symbols);
        let lines = FRAME.put_seats(&mut canvas, self, seats, charset, lang);
        for player in Player::BOTH {
            let left = self.to_place(player);
            if left > 0 {
                let text = say!(lang, "to place: {left}", "à poser : {left}");
                canvas.put(FRAME.right(), lines[player.index()] + 1, &text, Ink::Plain);
            }
        }
        canvas
    }
}

impl Diagram for Position {}

use mekong_core::{Charset, Diagram, Draw, Frame, Game as _, Ink, Lang, Picture, Player, say};

use crate::{board::Point, game::Morris, position::Position};

const FRAME: Frame = Frame { grid: Point::GRID, cell_width: 3 };

impl Draw for Position {
    fn picture(&self, charset: Charset, lang: Lang) -> Picture {
        let symbols = match charset {
            Charset::Ascii => ['W', 'B'],
            Charset::Unicode => ['○', '●'],
        };
        let mut picture = FRAME.draw(charset);
        FRAME.put_pieces(&mut picture, |column, row| {
            let player = self.man(Point::new(column, row)?)?;
            Some((symbols[player.index()], player))
        });
        let seats = (&Morris::INFO.seats, symbols);
        let lines = FRAME.put_seats(&mut picture, self, seats, charset, lang);
        for player in Player::BOTH {
            let left = self.to_place(player);
            if left > 0 {
                let text = say!(lang, "to place: {left}", "à poser : {left}");
                picture.put(FRAME.right(), lines[player.index()] + 1, &text, Ink::Plain);
            }
        }
        picture
    }
}

impl Diagram for Position {}

use mekong_core::{
    Charset, Diagram, Game as _, Ink, Lang, Player, TextCanvas, TextDiagram, drawing::TextGrid, say,
};

use crate::{board::Point, game::Morris, position::Position};

const TEXT_GRID: TextGrid = TextGrid { grid: Point::GRID, cell_width: 3 };

impl TextDiagram for Position {
    fn canvas(&self, charset: Charset, lang: Lang) -> TextCanvas {
        let symbols = match charset {
            Charset::Ascii => ['W', 'B'],
            Charset::Unicode => ['○', '●'],
        };
        let mut canvas = TEXT_GRID.draw(charset);
        TEXT_GRID.put_pieces(&mut canvas, |column, row| {
            let player = self.man(Point::new(column, row)?)?;
            Some((symbols[player.index()], player))
        });
        let seats = (&Morris::INFO.seats, symbols);
        let lines = TEXT_GRID.put_seats(&mut canvas, self, seats, charset, lang);
        for player in Player::BOTH {
            let left = self.to_place(player);
            if left > 0 {
                let text = say!(lang, "to place: {left}", "à poser : {left}");
                canvas.put(TEXT_GRID.right(), lines[player.index()] + 1, &text, Ink::Plain);
            }
        }
        canvas
    }
}

impl Diagram for Position {}

use mekong_core::{
    Charset, Game as _, Ink, Lang, Player, Position as _, TextCanvas, TextDiagram, drawing::TextGrid, say,
};

use crate::{
    SamLiam,
    board::{Cell, Corner, GRID, Tile},
    notation::tile_char,
    position::Position,
};

const TEXT_GRID: TextGrid = TextGrid { grid: GRID, cell_width: 4 };

impl TextDiagram for Position {
    fn canvas(&self, charset: Charset, lang: Lang) -> TextCanvas {
        let mut canvas = TEXT_GRID.draw(charset);
        for cell in Cell::all() {
            let mut places: Vec<(usize, Tile)> = match charset {
                // Letters in the order of the texts; symbols where the triangles lie.
                Charset::Ascii => self.tiles(cell).enumerate().collect(),
                Charset::Unicode => self.tiles(cell).map(|tile| (place(tile), tile)).collect(),
            };
            // From the right, because the spaces before a tile wipe what is there.
            places.sort_unstable_by_key(|&(place, _)| std::cmp::Reverse(place));
            for (place, tile) in places {
                let text = format!("{}{}", " ".repeat(1 + place), mark(tile, charset));
                TEXT_GRID.put(&mut canvas, cell.column(), cell.row(), &text, Ink::of(owner(tile)));
            }
        }
        for player in Player::BOTH {
            let line = if player == Player::P1 { TEXT_GRID.height() - 4 } else { 1 };
            self.put_seat(&mut canvas, player, line, charset, lang);
        }
        if charset == Charset::Ascii {
            let left = TEXT_GRID.right();
            let middle = TEXT_GRID.height() / 2;
            canvas.put(left, middle, "A|B", Ink::Faint);
            canvas.put(left, middle + 1, "D|C", Ink::Faint);
        }
        canvas
    }
}

impl Position {
    fn put_seat(&self, canvas: &mut TextCanvas, player: Player, line: usize, charset: Charset, lang: Lang) {
        let left = TEXT_GRID.right();
        let seat = SamLiam::INFO.seats[player.index()].get(lang);
        let name = format!("{} {seat}", mark(Tile::Square(player), charset));
        let to_move = self.outcome().is_none() && self.turn() == player;
        TEXT_GRID.put_seat(canvas, line, (player, &name), to_move, charset);
        let [triangles, squares] = [self.triangles_left(player), self.squares_left(player)];
        let text =
            say!(lang, "triangles {triangles}, squares {squares}", "triangles {triangles}, carrés {squares}");
        canvas.put(left, line + 1, &text, Ink::Plain);
        if to_move && self.may_place_square() {
            let text = say!(lang, "may place a square tile", "peuvent poser une tuile carrée");
            canvas.put(left, line + 2, &text, Ink::Accent);
        }
    }
}

const fn owner(tile: Tile) -> Player {
    match tile {
        Tile::Triangle(owner, _) | Tile::Square(owner) => owner,
    }
}

/// Which of a cell's two places a symbol takes: the left one for the corners on the left.
const fn place(tile: Tile) -> usize {
    match tile {
        Tile::Triangle(_, Corner::Nw | Corner::Sw) | Tile::Square(_) => 0,
        Tile::Triangle(_, Corner::Ne | Corner::Se) => 1,
    }
}

fn mark(tile: Tile, charset: Charset) -> String {
    match charset {
        Charset::Ascii => tile_char(tile).to_string(),
        Charset::Unicode => symbol(tile).to_owned(),
    }
}

/// Full shapes for Black and outlines for White, so that they differ without colours.
const fn symbol(tile: Tile) -> &'static str {
    match tile {
        Tile::Triangle(Player::P1, Corner::Nw) => "◤",
        Tile::Triangle(Player::P1, Corner::Ne) => "◥",
        Tile::Triangle(Player::P1, Corner::Se) => "◢",
        Tile::Triangle(Player::P1, Corner::Sw) => "◣",
        Tile::Square(Player::P1) => "■■",
        Tile::Triangle(Player::P2, Corner::Nw) => "◸",
        Tile::Triangle(Player::P2, Corner::Ne) => "◹",
        Tile::Triangle(Player::P2, Corner::Se) => "◿",
        Tile::Triangle(Player::P2, Corner::Sw) => "◺",
        Tile::Square(Player::P2) => "□□",
    }
}

//! The board of Palam has no symmetry: the half turn that exchanges the camps also exchanges `=` and `≠`, and no
//! renaming of the pieces makes up for it, because two equal numbers always have an even sum. The *pieces* have
//! symmetries: signs and numbers can be renamed as long as equal stays equal, the parity of every sum stays what
//! it is and light pieces stay light. That leaves eight renamings, which three generate.

use mekong_core::{Player, Symmetric};

use crate::{
    board::{Piece, Sign, pieces, slots},
    camp::Camp,
    moves::Move,
    position::{Engaged, Position},
};

/// A renaming of signs and numbers under which the rules are invariant.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Renaming {
    /// Sun and eye exchanged, and 2 and 4.
    sun_eye: bool,
    /// Water and ankh exchanged, and 3 and 5.
    water_ankh: bool,
    /// After those: sun and water, eye and ankh exchanged, and 1 and 6, 2 and 3, 4 and 5. Every number changes its
    /// parity, so no sum does.
    parity: bool,
}

impl Renaming {
    const fn new(bits: u8) -> Renaming {
        Renaming { sun_eye: bits & 1 != 0, water_ankh: bits & 2 != 0, parity: bits & 4 != 0 }
    }

    pub(crate) const fn sign(self, sign: Sign) -> Sign {
        let sign = match sign {
            Sign::Sun if self.sun_eye => Sign::Eye,
            Sign::Eye if self.sun_eye => Sign::Sun,
            Sign::Water if self.water_ankh => Sign::Ankh,
            Sign::Ankh if self.water_ankh => Sign::Water,
            sign => sign,
        };
        if !self.parity {
            return sign;
        }
        match sign {
            Sign::Sun => Sign::Water,
            Sign::Water => Sign::Sun,
            Sign::Eye => Sign::Ankh,
            Sign::Ankh => Sign::Eye,
        }
    }

    pub(crate) const fn number(self, number: u8) -> u8 {
        let number = match number {
            2 if self.sun_eye => 4,
            4 if self.sun_eye => 2,
            3 if self.water_ankh => 5,
            5 if self.water_ankh => 3,
            number => number,
        };
        if !self.parity {
            return number;
        }
        match number {
            1 => 6,
            6 => 1,
            2 | 4 => number + 1,
            _ => number - 1,
        }
    }

    pub(crate) fn piece(self, piece: Piece) -> Piece {
        // Every sign has every number, so there is always one.
        Piece::new(self.sign(piece.sign()), self.number(piece.number())).unwrap_or(piece)
    }

    fn set(self, set: u32) -> u32 {
        pieces(set).fold(0, |image, piece| image | self.piece(piece).bit())
    }

    fn camp(self, camp: &Camp) -> Camp {
        let mut image = Camp::default();
        for slot in slots(camp.occupied()) {
            image.put(slot, self.piece(camp.at(slot)));
        }
        image
    }
}

impl Symmetric for Position {
    type Symmetry = Renaming;

    const SYMMETRIES: &'static [Renaming] = &[
        Renaming::new(1),
        Renaming::new(2),
        Renaming::new(3),
        Renaming::new(4),
        Renaming::new(5),
        Renaming::new(6),
        Renaming::new(7),
    ];

    fn image(&self, symmetry: Renaming) -> Position {
        Position {
            camps: [symmetry.camp(&self.camps[0]), symmetry.camp(&self.camps[1])],
            face_up: symmetry.set(self.face_up),
            face_down: symmetry.set(self.face_down),
            engaged: self
                .engaged
                .map(|Engaged { column, piece }| Engaged { column, piece: symmetry.piece(piece) }),
            ..*self
        }
    }

    fn move_image(mv: Move, symmetry: Renaming) -> Move {
        match mv {
            Move::Place { piece, to } => Move::Place { piece: symmetry.piece(piece), to },
            Move::Advance { .. } | Move::Swap(_) => mv,
        }
    }

    fn player_image(player: Player, _symmetry: Renaming) -> Player {
        player
    }
}

#[cfg(test)]
mod tests {
    use super::Renaming;
    use crate::board::Piece;

    #[test]
    fn the_eight_renamings_are_distinct_and_preserve_the_rules() {
        let mut images = Vec::new();
        for bits in 0..8 {
            let renaming = Renaming::new(bits);
            let image: Vec<Piece> = Piece::all().map(|piece| renaming.piece(piece)).collect();
            for (a, image_a) in Piece::all().zip(&image) {
                assert_eq!(a.points(), image_a.points());
                for (b, image_b) in Piece::all().zip(&image) {
                    assert_eq!(a.matches(b), image_a.matches(*image_b));
                    assert_eq!((a.number() + b.number()) % 2, (image_a.number() + image_b.number()) % 2);
                    assert_eq!(a == b, image_a == image_b);
                }
            }
            images.push(image);
        }
        images.sort();
        images.dedup();
        assert_eq!(images.len(), 8);
    }
}

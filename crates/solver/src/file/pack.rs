//! Packing of values: one byte per value with distances, or five results per byte in base 3.

use std::borrow::Cow;

use super::header::Content;
use crate::code::{DRAW, is_loss, loss, win};

const PER_BYTE: usize = 5;

pub(super) struct Packed<'a>(Cow<'a, [u8]>);

impl<'a> Packed<'a> {
    pub(super) fn new(codes: &'a [u8], content: Content) -> Packed<'a> {
        Packed(match content {
            Content::Distances => Cow::Borrowed(codes),
            Content::Results => Cow::Owned(codes.chunks(PER_BYTE).map(pack_results).collect()),
        })
    }

    pub(super) fn bytes(&self) -> &[u8] {
        &self.0
    }
}

pub(super) fn packed_size(stored: usize, content: Content) -> usize {
    match content {
        Content::Distances => stored,
        Content::Results => stored.div_ceil(PER_BYTE),
    }
}

pub(super) fn unpack(bytes: Vec<u8>, stored: usize, content: Content) -> Vec<u8> {
    match content {
        Content::Distances => bytes,
        Content::Results => bytes.into_iter().flat_map(unpack_results).take(stored).collect(),
    }
}

/// The first code is the least significant digit; missing codes at the end are draws.
fn pack_results(codes: &[u8]) -> u8 {
    codes.iter().rev().fold(0, |packed, &code| {
        let digit = match code {
            DRAW => 0,
            code if is_loss(code) => 2,
            _ => 1,
        };
        3 * packed + digit
    })
}

fn unpack_results(byte: u8) -> [u8; PER_BYTE] {
    let mut left = byte;
    [(); PER_BYTE].map(|()| {
        let digit = left % 3;
        left /= 3;
        [DRAW, win(0), loss(0)][usize::from(digit)]
    })
}

#[cfg(test)]
mod tests {
    use super::{Packed, packed_size, unpack};
    use crate::{
        code::{loss, win},
        file::Content,
    };

    #[test]
    fn packed_results_round_trip() {
        let codes: Vec<u8> = [0, win(0), loss(0), win(0), 0, loss(0), loss(0)].repeat(3);
        for end in 0..codes.len() {
            let packed = Packed::new(&codes[..end], Content::Results);
            assert_eq!(packed.bytes().len(), packed_size(end, Content::Results));
            assert_eq!(unpack(packed.bytes().to_vec(), end, Content::Results), codes[..end]);
        }
    }
}

//! Tablebase files. `docs/formats.md` describes the format.

mod error;
mod header;
mod pack;

use std::io;

use mekong_core::{GameInfo, Indexed};
use sha2::{Digest as _, Sha256};

pub use self::{
    error::FileError,
    header::{Content, FileInfo},
};
use self::{header::Header, pack::Packed};
use crate::{Tablebase, parallel::parallel_fold};

/// The compression level; higher ones take much longer for little gain.
const COMPRESSION_LEVEL: i32 = 9;

/// Encodes a tablebase as a file.
pub fn write_tablebase<P: Indexed>(
    tablebase: &Tablebase<P>,
    game: &GameInfo,
    threads: usize,
) -> io::Result<Vec<u8>> {
    let content = if tablebase.is_exact() { Content::Distances } else { Content::Results };
    let packed: Vec<Packed<'_>> = tablebase.codes().iter().map(|codes| Packed::new(codes, content)).collect();
    let blocks = compress(&packed, threads)?;
    let header = Header {
        info: FileInfo {
            game: game.id.to_owned(),
            variants: game.variant_ids(tablebase.variants()).into_iter().map(str::to_owned).collect(),
            content,
        },
        tiers: tablebase
            .codes()
            .iter()
            .zip(&blocks)
            .map(|(codes, block)| (codes.len(), block.len()))
            .collect(),
    };
    let mut bytes = header.to_bytes();
    let blocks = blocks.concat();
    let digest = digest(&bytes, &blocks);
    bytes.extend(digest);
    bytes.extend(blocks);
    Ok(bytes)
}

/// Decodes the tablebase of a game from a file.
pub fn read_tablebase<P: Indexed>(bytes: &[u8], game: &GameInfo) -> Result<Tablebase<P>, FileError> {
    let (header, header_length) = Header::parse(bytes)?;
    if header.info.game != game.id {
        return Err(FileError::OtherGame { found: header.info.game, wanted: game.id });
    }
    let variants = game.parse_variants(&header.info.variants).map_err(FileError::Variants)?;
    let tiers = P::tiers();
    if !header.tiers.iter().map(|&(stored, _)| stored).eq(tiers.iter().map(|tier| tier.stored)) {
        return Err(FileError::TierMismatch);
    }
    let (digest_found, mut rest) =
        bytes[header_length..].split_first_chunk::<32>().ok_or(FileError::Truncated)?;
    let compressed_length: usize = header.tiers.iter().map(|&(_, length)| length).sum();
    if rest.len() < compressed_length {
        return Err(FileError::Truncated);
    }
    if rest.len() > compressed_length {
        return Err(FileError::TrailingData);
    }
    if digest(&bytes[..header_length], rest) != *digest_found {
        return Err(FileError::Corrupt);
    }
    let mut values = Vec::with_capacity(tiers.len());
    for &(stored, length) in &header.tiers {
        let (block, after) = rest.split_at(length);
        let size = pack::packed_size(stored, header.info.content);
        let bytes = zstd::bulk::decompress(block, size).map_err(|_| FileError::Corrupt)?;
        if bytes.len() != size {
            return Err(FileError::Corrupt);
        }
        values.push(pack::unpack(bytes, stored, header.info.content));
        rest = after;
    }
    Ok(Tablebase::from_parts(variants, tiers, values, header.info.content == Content::Distances))
}

/// Reads the header of a file without its values.
pub fn inspect_tablebase(bytes: &[u8]) -> Result<FileInfo, FileError> {
    Header::parse(bytes).map(|(header, _)| header.info)
}

/// The checksum: SHA-256 over all other bytes of the file, because some bits of a compressed block do not affect its
/// content.
fn digest(head: &[u8], blocks: &[u8]) -> [u8; 32] {
    Sha256::new().chain_update(head).chain_update(blocks).finalize().into()
}

/// Compresses every tier, the largest first to balance the threads.
fn compress(packed: &[Packed<'_>], threads: usize) -> io::Result<Vec<Vec<u8>>> {
    let mut order: Vec<usize> = (0..packed.len()).collect();
    order.sort_by_key(|&tier| std::cmp::Reverse(packed[tier].bytes().len()));
    let init = || io::Result::Ok(Vec::new());
    let parts = parallel_fold(&order, threads, init, |done, tier| {
        let Ok(blocks) = done else { return };
        match zstd::bulk::compress(packed[tier].bytes(), COMPRESSION_LEVEL) {
            Ok(block) => blocks.push((tier, block)),
            Err(error) => *done = Err(error),
        }
    });
    let mut blocks = vec![Vec::new(); packed.len()];
    for part in parts {
        for (tier, block) in part? {
            blocks[tier] = block;
        }
    }
    Ok(blocks)
}

use super::error::FileError;

const MAGIC: &[u8; 8] = b"MEKONGTB";

/// The version this program writes, and the only one it reads.
pub(super) const VERSION: u16 = 1;

/// The maximum number of tiers, a limit for malicious files.
const MAX_TIERS: usize = 1 << 12;

/// The content of a tablebase file.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Content {
    /// Results with exact distances.
    Distances,
    /// Wins, draws and losses only.
    Results,
}

/// The header of a tablebase file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FileInfo {
    /// The game's name.
    pub game: String,
    /// The names of its variants.
    pub variants: Vec<String>,
    /// The content.
    pub content: Content,
}

pub(super) struct Header {
    pub(super) info: FileInfo,
    /// For each tier the number of values and the length of its block.
    pub(super) tiers: Vec<(usize, usize)>,
}

impl Header {
    pub(super) fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = MAGIC.to_vec();
        bytes.extend(VERSION.to_le_bytes());
        bytes.push(match self.info.content {
            Content::Distances => 1,
            Content::Results => 2,
        });
        put_text(&mut bytes, &self.info.game);
        bytes.push(self.info.variants.len() as u8);
        self.info.variants.iter().for_each(|name| put_text(&mut bytes, name));
        bytes.extend((self.tiers.len() as u16).to_le_bytes());
        for &(stored, length) in &self.tiers {
            bytes.extend((stored as u64).to_le_bytes());
            bytes.extend((length as u64).to_le_bytes());
        }
        bytes
    }

    /// The header of a file and its length.
    pub(super) fn parse(bytes: &[u8]) -> Result<(Header, usize), FileError> {
        let mut reader = Reader { rest: bytes };
        if reader.take(MAGIC.len()).ok() != Some(MAGIC) {
            return Err(FileError::NotATablebase);
        }
        let version = u16::from_le_bytes(reader.array()?);
        if version != VERSION {
            return Err(FileError::Version { found: version });
        }
        let content = match reader.byte()? {
            1 => Content::Distances,
            2 => Content::Results,
            _ => return Err(FileError::BadHeader),
        };
        let game = reader.text()?;
        let variants = (0..reader.byte()?).map(|_| reader.text()).collect::<Result<_, _>>()?;
        let count = usize::from(u16::from_le_bytes(reader.array()?));
        if count > MAX_TIERS {
            return Err(FileError::BadHeader);
        }
        let mut tiers = Vec::with_capacity(count);
        for _ in 0..count {
            let [stored, length] = [reader.array()?, reader.array()?].map(u64::from_le_bytes);
            // Lengths are bounded by the file, so that sums cannot overflow.
            if length > bytes.len() as u64 {
                return Err(FileError::Truncated);
            }
            let stored = usize::try_from(stored).map_err(|_| FileError::BadHeader)?;
            tiers.push((stored, length as usize));
        }
        let length = bytes.len() - reader.rest.len();
        Ok((Header { info: FileInfo { game, variants, content }, tiers }, length))
    }
}

fn put_text(bytes: &mut Vec<u8>, text: &str) {
    bytes.push(text.len() as u8);
    bytes.extend(text.as_bytes());
}

struct Reader<'a> {
    rest: &'a [u8],
}

impl<'a> Reader<'a> {
    fn take(&mut self, count: usize) -> Result<&'a [u8], FileError> {
        let (taken, rest) = self.rest.split_at_checked(count).ok_or(FileError::Truncated)?;
        self.rest = rest;
        Ok(taken)
    }

    fn array<const N: usize>(&mut self) -> Result<[u8; N], FileError> {
        self.take(N).map(|taken| taken.try_into().expect("as many as asked for"))
    }

    fn byte(&mut self) -> Result<u8, FileError> {
        self.array::<1>().map(|[byte]| byte)
    }

    fn text(&mut self) -> Result<String, FileError> {
        let length = self.byte()?;
        let bytes = self.take(length.into())?;
        String::from_utf8(bytes.to_vec()).map_err(|_| FileError::BadHeader)
    }
}

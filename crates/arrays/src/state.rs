//! The state of games as bytes: numbers with the lowest byte first, and texts after their lengths.

pub(crate) fn put(bytes: &mut Vec<u8>, number: u64) {
    bytes.extend(number.to_le_bytes());
}

pub(crate) fn put_key(bytes: &mut Vec<u8>, key: u128) {
    bytes.extend(key.to_le_bytes());
}

pub(crate) fn put_text(bytes: &mut Vec<u8>, text: &str) {
    put(bytes, text.len() as u64);
    bytes.extend(text.as_bytes());
}

/// Reads what was put, in the same order; `None` if the bytes do not hold it.
pub(crate) struct Reader<'a>(pub(crate) &'a [u8]);

impl<'a> Reader<'a> {
    fn take(&mut self, len: usize) -> Option<&'a [u8]> {
        let (taken, rest) = self.0.split_at_checked(len)?;
        self.0 = rest;
        Some(taken)
    }

    pub(crate) fn number(&mut self) -> Option<u64> {
        self.take(8)?.try_into().ok().map(u64::from_le_bytes)
    }

    pub(crate) fn size(&mut self) -> Option<usize> {
        self.number()?.try_into().ok()
    }

    pub(crate) fn key(&mut self) -> Option<u128> {
        self.take(16)?.try_into().ok().map(u128::from_le_bytes)
    }

    pub(crate) fn text(&mut self) -> Option<&'a str> {
        let len = self.size()?;
        std::str::from_utf8(self.take(len)?).ok()
    }
}

//! Random names and secrets, and what is kept of them.

use hmac::{Hmac, KeyInit as _, Mac as _};
use sha2::Digest as _;

/// Letters and digits that are not mistaken for one another.
const LETTERS: &[u8; 32] = b"abcdefghijkmnpqrstuvwxyz23456789";

fn random_letters(count: usize) -> String {
    let mut bytes = vec![0; count];
    // Without randomness of the system nothing here is safe: better to stop than to go on.
    getrandom::fill(&mut bytes).expect("the system has random numbers");
    bytes.iter().map(|&byte| char::from(LETTERS[usize::from(byte) % LETTERS.len()])).collect()
}

/// A new number for a game, a user or a challenge: 60 bits.
#[must_use]
pub fn id() -> String {
    random_letters(12)
}

/// Whether a text may be such a number.
#[must_use]
pub fn is_id(text: &str) -> bool {
    text.len() == 12 && text.bytes().all(|byte| matches!(byte, b'a'..=b'z' | b'2'..=b'9'))
}

/// A new secret of 160 bits, for a session, a token, a link or a salt.
#[must_use]
pub fn secret() -> String {
    random_letters(32)
}

/// A new code that a person can type: 60 bits in three groups.
#[must_use]
pub fn code() -> String {
    let letters = random_letters(12);
    format!("{}-{}-{}", &letters[..4], &letters[4..8], &letters[8..])
}

/// A random number, for deals.
#[must_use]
pub fn seed() -> u64 {
    getrandom::u64().expect("the system has random numbers")
}

/// What is stored of a secret. It is random and long, so a fast hash will do.
#[must_use]
pub fn hash(secret: &str) -> String {
    sha2::Sha256::digest(secret).iter().map(|byte| format!("{byte:02x}")).collect()
}

/// Signs with a key that it does not show.
#[derive(Clone)]
pub struct Signer(String);

impl Signer {
    /// With a key.
    #[must_use]
    pub const fn new(key: String) -> Signer {
        Signer(key)
    }

    /// The signature of a text for a purpose. The same text has another one for another purpose.
    #[must_use]
    pub fn sign(&self, purpose: &str, text: &str) -> String {
        sign(&self.0, &format!("{purpose} {text}"))
    }
}

impl std::fmt::Debug for Signer {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Signer")
    }
}

/// The signature of a text, in hexadecimal: whoever does not know the key cannot make it.
fn sign(key: &str, text: &str) -> String {
    let mut mac = Hmac::<sha2::Sha256>::new_from_slice(key.as_bytes()).expect("a key has any length");
    mac.update(text.as_bytes());
    mac.finalize().into_bytes().iter().map(|byte| format!("{byte:02x}")).collect()
}

/// Whether two texts are the same, in a time that does not tell where they differ.
#[must_use]
pub fn same(a: &str, b: &str) -> bool {
    subtle::ConstantTimeEq::ct_eq(a.as_bytes(), b.as_bytes()).into()
}

#[cfg(test)]
mod tests {
    use super::{code, hash, id, same, secret, sign};

    #[test]
    fn secrets_differ_and_hashes_do_not_tell_them() {
        assert_ne!(id(), id());
        let secret = secret();
        assert_eq!(secret.len(), 32);
        assert_eq!(hash(&secret).len(), 64);
        assert!(same(&hash(&secret), &hash(&secret)) && !same("a", "b") && !same("a", "ab"));
        assert_eq!(code().len(), 14);
        assert_eq!(sign("key", "text").len(), 64);
        assert_ne!(sign("key", "text"), sign("yek", "text"));
        // Of RFC 4231, test case 2.
        let known = "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843";
        assert_eq!(sign("Jefe", "what do ya want for nothing?"), known);
    }
}

//! Random ids and secrets, hashes and signatures.

use hmac::{Hmac, KeyInit as _, Mac as _};
use mekong_core::ID_ALPHABET;
use sha2::Digest as _;

fn random_letters(count: usize) -> String {
    let mut bytes = vec![0; count];
    getrandom::fill(&mut bytes).expect("the system provides random numbers");
    bytes.iter().map(|&byte| char::from(ID_ALPHABET[usize::from(byte) % ID_ALPHABET.len()])).collect()
}

/// A new id for a game, a user or a challenge: 60 bits.
#[must_use]
pub fn id() -> String {
    random_letters(12)
}

/// Whether a text has the form of an id.
#[must_use]
pub fn is_id(text: &str) -> bool {
    text.len() == 12 && text.bytes().all(|byte| matches!(byte, b'a'..=b'z' | b'2'..=b'9'))
}

/// A new secret of 160 bits, for a session, a token, a link or a salt.
#[must_use]
pub fn secret() -> String {
    random_letters(32)
}

/// A new code for people to type: 60 bits in three groups.
#[must_use]
pub fn code() -> String {
    let letters = random_letters(12);
    format!("{}-{}-{}", &letters[..4], &letters[4..8], &letters[8..])
}

/// A random seed for a deal.
#[must_use]
pub fn seed() -> u64 {
    getrandom::u64().expect("the system provides random numbers")
}

/// The stored hash of a secret. Secrets are random and long, so a fast hash suffices.
#[must_use]
pub fn hash(secret: &str) -> String {
    hash_bytes(secret.as_bytes())
}

/// The hash of a file: SHA-256 in hexadecimal.
#[must_use]
pub fn hash_bytes(bytes: &[u8]) -> String {
    sha2::Sha256::digest(bytes).iter().map(|byte| format!("{byte:02x}")).collect()
}

/// Signs texts; its key is not shown by `Debug`.
#[derive(Clone)]
pub struct Signer(String);

impl Signer {
    /// Uses a key.
    #[must_use]
    pub const fn new(key: String) -> Signer {
        Signer(key)
    }

    /// The signature of a text for a purpose; signatures for different purposes differ.
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

/// HMAC-SHA-256 in hexadecimal.
fn sign(key: &str, text: &str) -> String {
    let mut mac =
        Hmac::<sha2::Sha256>::new_from_slice(key.as_bytes()).expect("HMAC accepts keys of any length");
    mac.update(text.as_bytes());
    mac.finalize().into_bytes().iter().map(|byte| format!("{byte:02x}")).collect()
}

/// Compares two texts in constant time.
#[must_use]
pub fn same(a: &str, b: &str) -> bool {
    subtle::ConstantTimeEq::ct_eq(a.as_bytes(), b.as_bytes()).into()
}

#[cfg(test)]
mod tests {
    use super::{code, hash, id, same, secret, sign};

    #[test]
    fn secrets_are_random_and_signatures_depend_on_the_key() {
        assert_ne!(id(), id());
        let secret = secret();
        assert_eq!(secret.len(), 32);
        assert_eq!(hash(&secret).len(), 64);
        assert!(same(&hash(&secret), &hash(&secret)) && !same("a", "b") && !same("a", "ab"));
        assert_eq!(code().len(), 14);
        assert_eq!(sign("key", "text").len(), 64);
        assert_ne!(sign("key", "text"), sign("yek", "text"));
        // RFC 4231, test case 2.
        let known = "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843";
        assert_eq!(sign("Jefe", "what do ya want for nothing?"), known);
    }
}

use std::sync::LazyLock;

use argon2::{
    Algorithm, Argon2, Block, Params, PasswordHash, PasswordVerifier as _, Version,
    password_hash::phc::{Output, ParamsString, Salt},
};
use mekong_core::{Explain, Lang, explained_error, say};
use subtle::ConstantTimeEq as _;

use super::hasher::{Crowded, Hasher, Standing};
use crate::limits::Requester;

/// The shortest password, in characters.
pub const SHORTEST_PASSWORD: usize = 8;

/// The longest password.
pub const LONGEST_PASSWORD: usize = 200;

/// What one hash costs: memory in KiB and passes over it, one lane. What OWASP recommends for argon2id.
const MEMORY: u32 = 19 * 1024;
const PASSES: u32 = 2;

/// All passwords are hashed here.
static HASHER: LazyLock<Hasher> = LazyLock::new(Hasher::start);

/// A password that is too short or too long.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PasswordError;

impl Explain for PasswordError {
    fn explain(&self, lang: Lang) -> String {
        say!(
            lang,
            "a password has {SHORTEST_PASSWORD} to {LONGEST_PASSWORD} characters",
            "un mot de passe a de {SHORTEST_PASSWORD} à {LONGEST_PASSWORD} caractères",
        )
    }
}
explained_error!(PasswordError);

/// Checks a new password.
///
/// # Errors
/// It is too short or too long.
pub fn check_password(password: &str) -> Result<(), PasswordError> {
    if (SHORTEST_PASSWORD..=LONGEST_PASSWORD).contains(&password.chars().count()) {
        Ok(())
    } else {
        Err(PasswordError)
    }
}

fn params() -> Params {
    Params::new(MEMORY, PASSES, 1, None).expect("the numbers lie within argon2's bounds")
}

fn argon2id() -> Argon2<'static> {
    Argon2::new(Algorithm::Argon2id, Version::V0x13, params())
}

/// The memory for one hash, which is used again and again.
pub(super) struct Memory {
    blocks: Vec<Block>,
    /// What a password is compared with where there is none: no password has this hash, and the time is the same.
    nobody: Option<String>,
}

impl Memory {
    /// Takes all memory that there will ever be at once.
    pub(super) fn new() -> Memory {
        Memory { blocks: vec![Block::new(); params().block_count()], nobody: None }
    }

    fn digest(&mut self, password: &str, salt: &[u8]) -> [u8; Params::DEFAULT_OUTPUT_LEN] {
        let argon2id = argon2id();
        let mut out = [0; Params::DEFAULT_OUTPUT_LEN];
        let hashed =
            argon2id.hash_password_into_with_memory(password.as_bytes(), salt, &mut out, &mut self.blocks);
        hashed.expect("salt and memory are as long as they must be");
        out
    }

    fn hash(&mut self, password: &str) -> String {
        let mut salt = [0; Salt::RECOMMENDED_LENGTH];
        getrandom::fill(&mut salt).expect("the system has random numbers");
        let hash = PasswordHash {
            algorithm: Algorithm::Argon2id.ident(),
            version: Some(Version::V0x13.into()),
            params: ParamsString::try_from(&params()).expect("the parameters are short"),
            salt: Some(Salt::new(&salt).expect("the salt has the usual length")),
            hash: Some(Output::new(&self.digest(password, &salt)).expect("the hash has the usual length")),
        };
        hash.to_string()
    }

    fn verify(&mut self, password: &str, stored: &str) -> bool {
        let Ok(parsed) = PasswordHash::new(stored) else { return false };
        let is_usual = parsed.algorithm == Algorithm::Argon2id.ident()
            && parsed.version == Some(Version::V0x13.into())
            && Params::try_from(&parsed).is_ok_and(|theirs| {
                let (ours, len) = (params(), theirs.output_len());
                (theirs.m_cost(), theirs.t_cost(), theirs.p_cost()) == (ours.m_cost(), ours.t_cost(), 1)
                    && len.is_none_or(|len| len == Params::DEFAULT_OUTPUT_LEN)
            });
        match (&parsed.salt, &parsed.hash) {
            (Some(salt), Some(hash)) if is_usual => {
                self.digest(password, salt.as_ref()).ct_eq(hash.as_ref()).into()
            }
            // Made with other costs: with memory of its own.
            _ => argon2id().verify_password(password.as_bytes(), &parsed).is_ok(),
        }
    }

    /// Does the same work whether something was stored or not.
    fn verify_maybe(&mut self, password: &str, stored: Option<&str>) -> bool {
        if let Some(stored) = stored {
            return self.verify(password, stored);
        }
        let nobody = match self.nobody.take() {
            Some(nobody) => nobody,
            None => self.hash(&crate::secrets::secret()),
        };
        self.verify(password, &nobody);
        self.nobody = Some(nobody);
        false
    }
}

/// Starts the thread that hashes passwords, with its memory, so that the first log-in needs no more than the others.
pub fn start_hasher() {
    LazyLock::force(&HASHER);
}

/// What is stored of a password. Takes its time, on a thread where nobody waits.
///
/// # Errors
/// Too many others wait.
pub async fn hash(password: String, standing: Standing, requester: Requester) -> Result<String, Crowded> {
    HASHER.run(standing, requester, move |memory| memory.hash(&password)).await
}

/// Whether a password is the one that was stored. Where nothing was stored it is not, after the same time.
///
/// # Errors
/// Too many others wait.
pub async fn verify(
    password: String,
    stored: Option<String>,
    standing: Standing,
    requester: Requester,
) -> Result<bool, Crowded> {
    HASHER.run(standing, requester, move |memory| memory.verify_maybe(&password, stored.as_deref())).await
}

#[cfg(test)]
mod tests {
    use argon2::{Algorithm, Argon2, Params, PasswordHasher as _, PasswordVerifier as _, Version};

    use super::{Standing, check_password, hash, verify};
    use crate::limits::{Limits, Requester};

    fn somebody() -> Requester {
        Limits::new(true).requester("192.0.2.1".parse().unwrap(), "ann")
    }

    async fn is_right(password: &str, stored: Option<&str>) -> bool {
        verify(password.to_owned(), stored.map(str::to_owned), Standing::Stranger, somebody()).await.unwrap()
    }

    #[tokio::test]
    async fn passwords_are_hashed_with_salt() {
        let stored = hash("correct horse".to_owned(), Standing::Owner, somebody()).await.unwrap();
        assert!(stored.starts_with("$argon2id$v=19$m=19456,t=2,p=1$"), "{stored}");
        assert_ne!(stored, hash("correct horse".to_owned(), Standing::Owner, somebody()).await.unwrap());
        assert!(is_right("correct horse", Some(&stored)).await);
        assert!(!is_right("wrong horse", Some(&stored)).await);
        assert!(!is_right("correct horse", None).await);
        assert!(!is_right("correct horse", Some("rubbish")).await);
    }

    #[tokio::test]
    async fn hashes_are_those_of_the_library() {
        let stored = hash("correct horse".to_owned(), Standing::Owner, somebody()).await.unwrap();
        assert!(Argon2::default().verify_password(b"correct horse", stored.as_str()).is_ok());
        // Of earlier versions of this program, and with other costs.
        for params in [Params::new(19_456, 2, 1, None).unwrap(), Params::new(64, 1, 2, Some(16)).unwrap()] {
            let argon2 = Argon2::new(Algorithm::Argon2id, Version::V0x13, params);
            let stored = argon2.hash_password(b"correct horse").unwrap().to_string();
            assert!(is_right("correct horse", Some(&stored)).await, "{stored}");
            assert!(!is_right("wrong horse", Some(&stored)).await, "{stored}");
        }
    }

    #[test]
    fn passwords_are_neither_short_nor_endless() {
        assert!(check_password("1234567").is_err());
        assert!(check_password("éééééééé").is_ok(), "characters count, not bytes");
        assert!(check_password(&"x".repeat(201)).is_err());
    }
}

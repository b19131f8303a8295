use argon2::{
    Algorithm, Argon2, Block, Params, PasswordHash, PasswordVerifier as _, Version,
    password_hash::phc::{Output, ParamsString, Salt},
};
use mekong_core::{Explain, Lang, explained_error, say};
use subtle::ConstantTimeEq as _;

/// Minimum length of a password, in characters.
pub const MIN_PASSWORD_LEN: usize = 8;

/// Maximum length of a password, in characters.
pub const MAX_PASSWORD_LEN: usize = 200;

/// Cost parameters of argon2id as recommended by OWASP: memory in KiB and number of passes, one lane.
const MEMORY: u32 = 19 * 1024;
const PASSES: u32 = 2;

/// A password that is too short or too long.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PasswordError;

impl Explain for PasswordError {
    fn explain(&self, lang: Lang) -> String {
        say!(
            lang,
            "a password has {MIN_PASSWORD_LEN} to {MAX_PASSWORD_LEN} characters",
            "un mot de passe a de {MIN_PASSWORD_LEN} à {MAX_PASSWORD_LEN} caractères",
        )
    }
}
explained_error!(PasswordError);

/// Checks a new password.
pub fn check_password(password: &str) -> Result<(), PasswordError> {
    if (MIN_PASSWORD_LEN..=MAX_PASSWORD_LEN).contains(&password.chars().count()) {
        Ok(())
    } else {
        Err(PasswordError)
    }
}

fn params() -> Params {
    Params::new(MEMORY, PASSES, 1, None).expect("valid argon2 parameters")
}

fn argon2id() -> Argon2<'static> {
    Argon2::new(Algorithm::Argon2id, Version::V0x13, params())
}

/// Reusable memory for one hash.
pub(super) struct Memory {
    blocks: Vec<Block>,
    /// A hash of a random password, to compare with where none is stored, in the same time.
    dummy: Option<String>,
}

impl Memory {
    /// Allocates the memory.
    pub(super) fn new() -> Memory {
        Memory { blocks: vec![Block::new(); params().block_count()], dummy: None }
    }

    fn digest(&mut self, password: &str, salt: &[u8]) -> [u8; Params::DEFAULT_OUTPUT_LEN] {
        let argon2id = argon2id();
        let mut out = [0; Params::DEFAULT_OUTPUT_LEN];
        let hashed =
            argon2id.hash_password_into_with_memory(password.as_bytes(), salt, &mut out, &mut self.blocks);
        hashed.expect("salt and memory have valid lengths");
        out
    }

    pub(super) fn hash(&mut self, password: &str) -> String {
        let mut salt = [0; Salt::RECOMMENDED_LENGTH];
        getrandom::fill(&mut salt).expect("the system provides random numbers");
        let hash = PasswordHash {
            algorithm: Algorithm::Argon2id.ident(),
            version: Some(Version::V0x13.into()),
            params: ParamsString::try_from(&params()).expect("valid argon2 parameters"),
            salt: Some(Salt::new(&salt).expect("valid salt length")),
            hash: Some(Output::new(&self.digest(password, &salt)).expect("valid hash length")),
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
            // Hashed with other costs: needs a separate allocation.
            _ => argon2id().verify_password(password.as_bytes(), &parsed).is_ok(),
        }
    }

    /// Takes the same time whether a hash is stored or not.
    pub(super) fn verify_maybe(&mut self, password: &str, stored: Option<&str>) -> bool {
        if let Some(stored) = stored {
            return self.verify(password, stored);
        }
        let dummy = match self.dummy.take() {
            Some(dummy) => dummy,
            None => self.hash(&crate::secrets::secret()),
        };
        self.verify(password, &dummy);
        self.dummy = Some(dummy);
        false
    }
}

#[cfg(test)]
mod tests {
    use argon2::{Algorithm, Argon2, Params, PasswordHasher as _, PasswordVerifier as _, Version};

    use super::{Memory, check_password};

    #[test]
    fn passwords_are_hashed_with_salt() {
        let mut memory = Memory::new();
        let stored = memory.hash("correct horse");
        assert!(stored.starts_with("$argon2id$v=19$m=19456,t=2,p=1$"), "{stored}");
        assert_ne!(stored, memory.hash("correct horse"));
        assert!(memory.verify_maybe("correct horse", Some(&stored)));
        assert!(!memory.verify_maybe("wrong horse", Some(&stored)));
        assert!(!memory.verify_maybe("correct horse", None));
        assert!(!memory.verify_maybe("correct horse", Some("rubbish")));
    }

    #[test]
    fn hashes_match_the_argon2_crate() {
        let mut memory = Memory::new();
        let stored = memory.hash("correct horse");
        assert!(Argon2::default().verify_password(b"correct horse", stored.as_str()).is_ok());
        // Hashes of earlier versions, and with other costs.
        for params in [Params::new(19_456, 2, 1, None).unwrap(), Params::new(64, 1, 2, Some(16)).unwrap()] {
            let argon2 = Argon2::new(Algorithm::Argon2id, Version::V0x13, params);
            let stored = argon2.hash_password(b"correct horse").unwrap().to_string();
            assert!(memory.verify_maybe("correct horse", Some(&stored)), "{stored}");
            assert!(!memory.verify_maybe("wrong horse", Some(&stored)), "{stored}");
        }
    }

    #[test]
    fn password_length_is_bounded() {
        assert!(check_password("1234567").is_err());
        assert!(check_password("éééééééé").is_ok(), "length is in characters");
        assert!(check_password(&"x".repeat(201)).is_err());
    }
}

use std::sync::LazyLock;

use argon2::{
    Algorithm, Argon2, Params, Version,
    password_hash::{PasswordHasher as _, PasswordVerifier as _},
};
use mekong_core::{Explain, Lang, explained_error, say};
use tokio::{sync::Semaphore, task::spawn_blocking};

/// The shortest password, in characters.
pub const SHORTEST_PASSWORD: usize = 8;

/// The longest password.
pub const LONGEST_PASSWORD: usize = 200;

/// What one hash costs: memory in KiB and passes over it, one lane. What OWASP recommends for argon2id.
const MEMORY: u32 = 19 * 1024;
const PASSES: u32 = 2;

/// How many passwords are hashed at the same time, so that a crowd at the door costs time and not all the memory.
static ROOM: Semaphore = Semaphore::const_new(2);

/// What a password is compared with where there is none: no password has this hash, and the time is the same.
static NOBODY: LazyLock<String> = LazyLock::new(|| hash_now(&crate::secrets::secret()));

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

fn argon2id() -> Argon2<'static> {
    let params = Params::new(MEMORY, PASSES, 1, None).expect("the numbers lie within argon2's bounds");
    Argon2::new(Algorithm::Argon2id, Version::V0x13, params)
}

fn hash_now(password: &str) -> String {
    let hash = argon2id().hash_password(password.as_bytes());
    hash.expect("there is memory, and there are random numbers").to_string()
}

/// What is stored of a password. Takes its time, on a thread where nobody waits.
pub async fn hash(password: String) -> String {
    let _permit = ROOM.acquire().await;
    spawn_blocking(move || hash_now(&password)).await.expect("hashing does not panic")
}

/// Whether a password is the one that was stored. Where nothing was stored it is not, after the same time.
pub async fn verify(password: String, stored: Option<String>) -> bool {
    let _permit = ROOM.acquire().await;
    let verify = move || {
        let is_somebody = stored.is_some();
        let stored = stored.as_deref().unwrap_or_else(|| NOBODY.as_str());
        // Not in the other order: the work is done in any case.
        let is_right = argon2id().verify_password(password.as_bytes(), stored).is_ok();
        is_right && is_somebody
    };
    spawn_blocking(verify).await.unwrap_or(false)
}

#[cfg(test)]
mod tests {
    use super::{check_password, hash, verify};

    #[tokio::test]
    async fn passwords_are_hashed_with_salt() {
        let stored = hash("correct horse".to_owned()).await;
        assert!(stored.starts_with("$argon2id$v=19$m=19456,t=2,p=1$"), "{stored}");
        assert_ne!(stored, hash("correct horse".to_owned()).await);
        assert!(verify("correct horse".to_owned(), Some(stored.clone())).await);
        assert!(!verify("wrong horse".to_owned(), Some(stored)).await);
        assert!(!verify("correct horse".to_owned(), None).await);
        assert!(!verify("correct horse".to_owned(), Some("rubbish".to_owned())).await);
    }

    #[test]
    fn passwords_are_neither_short_nor_endless() {
        assert!(check_password("1234567").is_err());
        assert!(check_password("éééééééé").is_ok(), "characters count, not bytes");
        assert!(check_password(&"x".repeat(201)).is_err());
    }
}

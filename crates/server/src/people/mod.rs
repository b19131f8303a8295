//! Accounts: rules for names and passwords, token scopes. No I/O.
//!
//! - `device`: signed cookies of known devices.
//! - `guest_name`: the names of guests; `guest_words`: what they are made of.
//! - `hasher`: the thread that hashes passwords.

mod device;
mod guest_name;
mod guest_words;
mod hasher;
mod name;
mod password;
mod scope;
mod user_kind;

pub use device::Devices;
pub use guest_name::GuestName;
pub use hasher::{HashPriority, Hasher, HasherBusy};
pub use name::{MAX_NAME_LEN, MIN_NAME_LEN, NameError, check_form, check_name, skeleton};
pub use password::{MAX_PASSWORD_LEN, MIN_PASSWORD_LEN, PasswordError, check_password};
pub use scope::Scope;
pub use user_kind::UserKind;

/// Normalizes a typed reset code: removes separators and folds case.
#[must_use]
pub fn normalize_code(typed: &str) -> String {
    typed.chars().filter(char::is_ascii_alphanumeric).map(|letter| letter.to_ascii_lowercase()).collect()
}

#[cfg(test)]
mod tests {
    use super::normalize_code;

    #[test]
    fn codes_are_normalized() {
        assert_eq!(normalize_code(" ABCD-efgh 2345"), "abcdefgh2345");
        assert_eq!(normalize_code("é"), "");
    }
}

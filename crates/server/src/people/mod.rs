//! What makes an account: names, passwords, what tokens allow. No I/O.
//!
//! - `device`: where somebody has logged in before.
//! - `hasher`: the thread on which passwords are hashed.

mod device;
mod hasher;
mod name;
mod password;
mod scope;

pub use device::Devices;
pub use hasher::{Crowded, Standing};
pub use name::{LONGEST_NAME, NameError, SHORTEST_NAME, check_form, check_name, skeleton};
pub use password::{
    LONGEST_PASSWORD, PasswordError, SHORTEST_PASSWORD, check_password, hash, start_hasher, verify,
};
pub use scope::Scope;

/// A code in the way it is hashed: however it was typed, in groups or not, in small letters or large ones.
#[must_use]
pub fn plain_code(typed: &str) -> String {
    typed.chars().filter(char::is_ascii_alphanumeric).map(|letter| letter.to_ascii_lowercase()).collect()
}

#[cfg(test)]
mod tests {
    use super::plain_code;

    #[test]
    fn a_code_can_be_typed_in_several_ways() {
        assert_eq!(plain_code(" ABCD-efgh 2345"), "abcdefgh2345");
        assert_eq!(plain_code("é"), "");
    }
}

//! Known devices: a signed cookie proves that a user has logged in on a browser before. Log-in attempts with it have a
//! separate limit, so that attempts by others cannot lock out the owner.

use crate::secrets::{self, Signer};

/// Issues and verifies device cookies.
#[derive(Clone, Debug)]
pub struct Devices {
    signer: Signer,
}

impl Devices {
    /// Uses a signer.
    #[must_use]
    pub const fn new(signer: Signer) -> Devices {
        Devices { signer }
    }

    /// A new cookie value for a user.
    #[must_use]
    pub fn issue(&self, user: &str) -> String {
        let cookie = format!("{user}.{}", secrets::id());
        let signature = self.sign(&cookie);
        format!("{cookie}.{signature}")
    }

    /// The user id of a valid cookie.
    #[must_use]
    pub fn user<'a>(&self, cookie: &'a str) -> Option<&'a str> {
        // Two ids and a signature are shorter.
        let (signed, signature) = cookie.rsplit_once('.').filter(|_| cookie.len() <= 200)?;
        secrets::same(&self.sign(signed), signature).then(|| signed.split('.').next()).flatten()
    }

    fn sign(&self, text: &str) -> String {
        self.signer.sign("device", text)
    }
}

#[cfg(test)]
mod tests {
    use super::{Devices, Signer};

    #[test]
    fn forged_cookies_are_rejected() {
        let devices = Devices::new(Signer::new("a key".to_owned()));
        let cookie = devices.issue("ann");
        assert_eq!(devices.user(&cookie), Some("ann"));
        assert_ne!(cookie, devices.issue("ann"), "cookies are unique");
        assert_eq!(Devices::new(Signer::new("another key".to_owned())).user(&cookie), None);
        let signature = cookie.rsplit_once('.').unwrap().1;
        for forged in [
            "",
            ".",
            "..",
            "ann",
            "ann.x",
            &cookie.replace("ann", "bob"),
            &format!("bob.x.{signature}"),
            &cookie[..cookie.len() - 1],
        ] {
            assert_eq!(devices.user(forged), None, "{forged}");
        }
    }
}

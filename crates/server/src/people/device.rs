//! Devices on which somebody has logged in before.
//!
//! A browser keeps a note of that, signed by the server. Whoever has one for an account may try its password however
//! often strangers have tried it in vain; all others are slowed down.

use crate::secrets::{self, Signer};

/// Signs notes and knows its own.
#[derive(Clone, Debug)]
pub struct Devices {
    signer: Signer,
}

impl Devices {
    /// With what notes are signed with.
    #[must_use]
    pub const fn new(signer: Signer) -> Devices {
        Devices { signer }
    }

    /// A new note that a user has logged in on a device.
    #[must_use]
    pub fn note(&self, user: &str) -> String {
        let note = format!("{user}.{}", secrets::id());
        let signature = self.sign(&note);
        format!("{note}.{signature}")
    }

    /// The user whom a note is about, if it is one of ours.
    #[must_use]
    pub fn user<'a>(&self, note: &'a str) -> Option<&'a str> {
        // No note is longer: an id, an id and a signature.
        let (signed, signature) = note.rsplit_once('.').filter(|_| note.len() <= 200)?;
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
    fn only_own_notes_are_believed() {
        let devices = Devices::new(Signer::new("a key".to_owned()));
        let note = devices.note("ann");
        assert_eq!(devices.user(&note), Some("ann"));
        assert_ne!(note, devices.note("ann"), "each device has its own");
        assert_eq!(Devices::new(Signer::new("another key".to_owned())).user(&note), None);
        let signature = note.rsplit_once('.').unwrap().1;
        for forged in [
            "",
            ".",
            "..",
            "ann",
            "ann.x",
            &note.replace("ann", "bob"),
            &format!("bob.x.{signature}"),
            &note[..note.len() - 1],
        ] {
            assert_eq!(devices.user(forged), None, "{forged}");
        }
    }
}

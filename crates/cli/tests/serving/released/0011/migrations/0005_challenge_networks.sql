-- From which network a challenge came, as a pseudonym: nobody fills the lobby alone. Not known of older challenges.
ALTER TABLE challenges ADD COLUMN network TEXT;
CREATE INDEX challenges_by_network ON challenges (network, state);

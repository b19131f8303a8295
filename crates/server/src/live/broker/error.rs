use mekong_core::{Explain, Lang, explained_error, say};

/// Why a node cannot use NATS.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum BrokerError {
    /// The address is invalid; without its user and password.
    Address(String),
    /// The connection cannot be set up.
    Connect(String),
    /// A worker without an address.
    Missing,
    /// The program was built without the feature `cluster`.
    NotBuilt,
    /// Nodes share a PostgreSQL database; SQLite has one process.
    NeedsPostgres,
}

impl Explain for BrokerError {
    fn explain(&self, lang: Lang) -> String {
        match self {
            BrokerError::Address(address) => say!(
                lang,
                "--nats: {address} is not the address of a NATS server",
                "--nats : {address} n’est pas l’adresse d’un serveur NATS",
            ),
            BrokerError::Connect(why) => {
                say!(lang, "cannot connect to NATS: {why}", "connexion à NATS impossible : {why}")
            }
            BrokerError::Missing => {
                say!(lang, "--nats: missing NATS address", "--nats : adresse de NATS manquante")
            }
            BrokerError::NotBuilt => say!(
                lang,
                "--nats: this program was built without the feature cluster (cargo build --features cluster)",
                "--nats : ce programme a été compilé sans la fonctionnalité cluster (cargo build --features cluster)",
            ),
            BrokerError::NeedsPostgres => say!(
                lang,
                "--nats connects several nodes that share a PostgreSQL database: set --database postgres://…",
                "--nats relie plusieurs nœuds qui partagent une base PostgreSQL : indiquez --database postgres://…",
            ),
        }
    }
}
explained_error!(BrokerError);

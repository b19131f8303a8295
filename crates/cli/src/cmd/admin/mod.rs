//! Administration of a server: backups, checks, reports and accounts.

mod accounts;
mod backup;
mod check;
mod reports;

use std::process::ExitCode;

use clap::{Arg, ArgMatches, Command};
use mekong_core::{Explain as _, Lang, say};
use mekong_server::{
    config::Setup,
    store::{Store, StoreError},
};
use mekong_terminal::{
    args, context::Context, failure::Failure, files::display_path, program::with_subcommands,
    runtime::runtime,
};

use crate::server_settings as settings;

pub(crate) fn command(lang: Lang) -> Command {
    let file = |help| {
        Arg::new("file")
            .value_name(lang.pick("FILE", "FICHIER"))
            .required(true)
            .value_parser(clap::value_parser!(std::path::PathBuf))
            .help(help)
    };
    let backup = Command::new("backup")
        .about(lang.pick(
            "Back up the database to a new file; the server may be running",
            "Sauvegarder la base de données dans un nouveau fichier, même quand le serveur tourne",
        ))
        .arg(file(lang.pick("Backup file to write", "Fichier de sauvegarde à écrire")));
    let restore = Command::new("restore")
        .about(lang.pick(
            "Restore a backup into an empty database, SQLite or PostgreSQL",
            "Restaurer une sauvegarde dans une base vide, SQLite ou PostgreSQL",
        ))
        .arg(file(lang.pick("Backup file to read", "Fichier de sauvegarde à lire")));
    let check = Command::new("check").about(
        lang.pick("Check the database for inconsistencies", "Vérifier la cohérence de la base de données"),
    );
    let users = Command::new("users")
        .about(lang.pick("List the accounts", "Lister les comptes"))
        .arg(args::json(lang));
    let reports = Command::new("reports")
        .about(lang.pick(
            "List the reports of players, newest first",
            "Lister les signalements des joueurs, du plus récent au plus ancien",
        ))
        .arg(args::json(lang));
    let reset = Command::new("reset-password")
        .about(lang.pick(
            "Print a code that resets the password of an account; valid once, for a day",
            "Afficher un code qui réinitialise le mot de passe d’un compte ; valable une fois, pendant un jour",
        ))
        .arg(Arg::new("name").value_name(lang.pick("NAME", "NOM")).required(true).help(lang.pick(
            "Account name",
            "Nom du compte",
        )));
    let command = Command::new("admin")
        .about(lang.pick(
            "Administer a server: backups, checks, accounts",
            "Administrer un serveur : sauvegardes, contrôles, comptes",
        ))
        .after_help(lang.pick(
            "The database is chosen as in \"mekong serve\": by options, environment variables or the configuration \
             file. A backup consists of JSON lines that both databases can read, so it also moves a server from \
             SQLite to PostgreSQL or back. It contains password hashes: keep it private.\n\n\
             Examples:\n  \
             mekong admin backup monday.ndjson\n  \
             mekong admin restore monday.ndjson --database postgres://mekong@localhost/mekong\n  \
             mekong admin reset-password Ann",
            "La base de données est choisie comme dans « mekong serve » : par les options, les variables \
             d’environnement ou le fichier de configuration. Une sauvegarde est faite de lignes JSON que les deux \
             bases savent lire : elle sert aussi à passer de SQLite à PostgreSQL ou inversement. Elle contient les \
             empreintes des mots de passe : ne la partagez pas.\n\n\
             Exemples :\n  \
             mekong admin backup lundi.ndjson\n  \
             mekong admin restore lundi.ndjson --database postgres://mekong@localhost/mekong\n  \
             mekong admin reset-password Anne",
        ))
        .subcommands([backup, restore, check, users, reports, reset].map(|command| settings::database_options(command, lang)));
    with_subcommands(command, lang)
}

pub(crate) fn run(matches: &ArgMatches, context: &Context) -> Result<ExitCode, Failure> {
    let (name, matches) = matches.subcommand().expect("the parser requires a command");
    let setup = settings::read(matches, context)?;
    let runtime = runtime(context.lang)?;
    runtime.block_on(async {
        match name {
            "backup" => backup::back_up(matches, &setup, context).await,
            "restore" => backup::restore(matches, &setup, context).await,
            "check" => check::run(&setup, context).await,
            "users" => accounts::list(matches, &setup, context).await,
            "reports" => reports::list(matches, &setup, context).await,
            _ => accounts::reset_password(matches, &setup, context).await,
        }
    })
}

/// Opens an existing database; does not create one.
async fn open(setup: &Setup, lang: Lang) -> Result<Store, Failure> {
    let mut address = setup.config.database.clone();
    if let Some(path) = &setup.sqlite {
        if !path.exists() {
            let path = display_path(path);
            return Err(Failure::Input(say!(
                lang,
                "{path}: no such database (\"mekong serve\" creates it)",
                "{path} : cette base de données n’existe pas (« mekong serve » la crée)",
            )));
        }
        if !address.contains('?') {
            address.push_str("?mode=rw");
        }
    }
    Store::open(&address).await.map_err(|error| failed(&error, lang))
}

/// Runs a query on an existing database, and closes it.
async fn query<T>(
    setup: &Setup,
    lang: Lang,
    run: impl AsyncFnOnce(&Store) -> Result<T, StoreError>,
) -> Result<T, Failure> {
    let store = open(setup, lang).await?;
    let result = run(&store).await;
    store.close().await;
    result.map_err(|error| failed(&error, lang))
}

fn failed(error: &StoreError, lang: Lang) -> Failure {
    Failure::Input(error.explain(lang))
}

fn refused(error: &mekong_server::store::ArchiveError, lang: Lang) -> Failure {
    Failure::Input(error.explain(lang))
}

//! Keeping a server in good order: copies, checks, people who forgot their password.

mod copies;
mod faults;
mod people;
mod reports;

use std::process::ExitCode;

use clap::{Arg, ArgMatches, Command};
use mekong_core::{Explain as _, Lang, Text, say};
use mekong_server::{
    config::Setup,
    serve::store_words,
    store::{Store, StoreError},
};
use mekong_terminal::{
    args, context::Context, failure::Failure, files::display_path, program::with_subcommands,
    runtime::runtime,
};

use crate::server_settings as settings;

pub(crate) fn command(lang: Lang) -> Command {
    let t = |en, fr| Text { en, fr }.get(lang);
    let file = |help| {
        Arg::new("file")
            .value_name(t("FILE", "FICHIER"))
            .required(true)
            .value_parser(clap::value_parser!(std::path::PathBuf))
            .help(help)
    };
    let backup = Command::new("backup")
        .about(t(
            "Write a copy of everything to a new file, also while the server runs",
            "Écrire une copie de tout dans un nouveau fichier, même pendant que le serveur tourne",
        ))
        .arg(file(t("The file to write", "Le fichier à écrire")));
    let restore = Command::new("restore")
        .about(t(
            "Fill an empty database from a copy, of the same kind or the other",
            "Remplir une base de données vide à partir d'une copie, du même genre ou de l'autre",
        ))
        .arg(file(t("The file to read", "Le fichier à lire")));
    let check = Command::new("check").about(t(
        "Look whether everything that is stored makes sense",
        "Vérifier que tout ce qui est gardé a un sens",
    ));
    let users = Command::new("users")
        .about(t("List everybody with an account", "Lister tous ceux qui ont un compte"))
        .arg(args::json(lang));
    let reports = Command::new("reports")
        .about(t(
            "List what players complained about, the newest first",
            "Lister ce dont des joueurs se sont plaints, le plus récent d'abord",
        ))
        .arg(args::json(lang));
    let reset = Command::new("reset-password")
        .about(t(
            "Print a code with which somebody can set a new password once, within a day",
            "Afficher un code avec lequel quelqu'un peut changer son mot de passe, une fois et dans la journée",
        ))
        .arg(Arg::new("name").value_name(t("NAME", "NOM")).required(true).help(t(
            "The name of the account",
            "Le nom du compte",
        )));
    let command = Command::new("admin")
        .about(t(
            "Look after a server: copies, checks, accounts",
            "S'occuper d'un serveur : copies, contrôles, comptes",
        ))
        .after_help(t(
            "The database is found as \"mekong serve\" finds it: by options, environment or file. A copy is made of lines of \
             JSON that either database can read: it is also the way from SQLite to PostgreSQL and back. It holds no \
             password, but the hashes of all: keep it to yourself.\n\n\
             Examples:\n  \
             mekong admin backup monday.ndjson\n  \
             mekong admin restore monday.ndjson --database postgres://mekong@localhost/mekong\n  \
             mekong admin reset-password Ann",
            "La base de données est trouvée comme le fait « mekong serve » : par les options, l'environnement ou le fichier. Une \
             copie est faite de lignes de JSON que les deux bases savent lire : c'est aussi le chemin de SQLite à PostgreSQL et \
             retour. Elle ne contient aucun mot de passe, mais les empreintes de tous : gardez-la pour vous.\n\n\
             Exemples :\n  \
             mekong admin backup lundi.ndjson\n  \
             mekong admin restore lundi.ndjson --database postgres://mekong@localhost/mekong\n  \
             mekong admin reset-password Anne",
        ))
        .subcommands([backup, restore, check, users, reports, reset].map(|command| settings::place(command, lang)));
    with_subcommands(command, lang)
}

pub(crate) fn run(matches: &ArgMatches, context: &Context) -> Result<ExitCode, Failure> {
    let (name, matches) = matches.subcommand().expect("the parser requires a command");
    let setup = settings::read(matches, context)?;
    let runtime = runtime(context.lang)?;
    runtime.block_on(async {
        match name {
            "backup" => copies::back_up(matches, &setup, context).await,
            "restore" => copies::restore(matches, &setup, context).await,
            "check" => faults::check(&setup, context).await,
            "users" => people::list(matches, &setup, context).await,
            "reports" => reports::list(matches, &setup, context).await,
            _ => people::reset_password(matches, &setup, context).await,
        }
    })
}

/// Opens a database that must be there: looking after something does not make it.
async fn open(setup: &Setup, lang: Lang) -> Result<Store, Failure> {
    let mut address = setup.config.database.clone();
    if let Some(path) = &setup.sqlite {
        if !path.exists() {
            let path = display_path(path);
            return Err(Failure::Input(say!(
                lang,
                "{path}: there is no database (\"mekong serve\" makes one)",
                "{path} : il n'y a pas de base de données (« mekong serve » en fait une)",
            )));
        }
        if !address.contains('?') {
            address.push_str("?mode=rw");
        }
    }
    Store::open(&address).await.map_err(|error| failed(&error, lang))
}

fn failed(error: &StoreError, lang: Lang) -> Failure {
    Failure::Input(store_words(error, lang))
}

fn refused(error: &mekong_server::store::ArchiveError, lang: Lang) -> Failure {
    Failure::Input(error.explain(lang))
}

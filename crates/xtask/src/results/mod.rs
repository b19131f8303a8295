//! Generates the pages about a solved game from its tablebases.

mod facts;
mod markdown;
mod plot;
mod saigon;

use std::{
    fs,
    io::Write as _,
    path::{Path, PathBuf},
    process::ExitCode,
};

use clap::{Arg, ArgMatches, Command, value_parser};
use mekong_core::{Lang, say};
use mekong_terminal::{
    args, context::Context, failure::Failure, progress::ctrl_c_token, session, tablebases,
};

use self::facts::Facts;

/// Generates the files about a game from its facts in each variant.
type Pages = fn(&[Facts]) -> Vec<File>;

/// A file to be written: its name and its text.
struct File {
    name: String,
    text: String,
}

pub(crate) fn command(lang: Lang) -> Command {
    Command::new("results")
        .about(lang.pick("Write pages about a solved game", "Écrire des pages sur un jeu résolu"))
        .after_help(lang.pick(
            "The pages are written in both languages, with plots and diagrams: the value of the start and\n\
             of every first move, best play, the longest win, the draws and why they are drawn, and counts.\n\
             The tables are verified first. The same tables give the same files.\n\n\
             Example:\n  cargo xtask results saigon --out docs/results",
            "Les pages sont écrites dans les deux langues, avec graphiques et diagrammes : la valeur du\n\
             début et de chaque premier coup, le meilleur jeu, le gain le plus long, les nulles et leur\n\
             raison, et les comptes. Les tables sont d’abord vérifiées. Les mêmes tables donnent les mêmes\n\
             fichiers.\n\n\
             Exemple :\n  cargo xtask results saigon --out docs/results",
        ))
        .arg(args::game(lang).required(true))
        .arg(
            Arg::new("out")
                .long("out")
                .value_name(lang.pick("FOLDER", "DOSSIER"))
                .required(true)
                .value_parser(value_parser!(PathBuf))
                .help(lang.pick("Write the files into this folder", "Écrire les fichiers dans ce dossier")),
        )
        .arg(args::threads(lang))
}

pub(crate) fn run(matches: &ArgMatches, context: &Context) -> Result<ExitCode, Failure> {
    let lang = context.lang;
    let folder = matches.get_one::<PathBuf>("out").expect("required");
    let entry = session::game(matches, context)?;
    let pages: Pages = match entry.info().id {
        "saigon" => saigon::pages,
        _ => {
            let title = entry.info().title.get(lang);
            return Err(Failure::Input(say!(
                lang,
                "{title} is not solved: there are no results to write",
                "{title} n’est pas résolu : il n’y a pas de résultats à écrire",
            )));
        }
    };
    let threads = args::thread_count(matches);
    let stop = ctrl_c_token();
    let mut facts = Vec::new();
    for variants in entry.info().all_variants() {
        let tablebase = tablebases::load_or_solve(entry, variants, &stop, context)?;
        facts.push(Facts::gather(&tablebase, &entry.start(variants, 0), threads, &stop, context)?);
    }
    let mut out = std::io::stdout();
    for File { name, text } in pages(&facts) {
        let path = folder.join(name);
        write(folder, &path, &text)
            .map_err(|error| Failure::File { path: path.display().to_string(), error })?;
        writeln!(out, "{}", path.display())?;
    }
    Ok(ExitCode::SUCCESS)
}

fn write(folder: &Path, path: &Path, text: &str) -> std::io::Result<()> {
    fs::create_dir_all(folder)?;
    fs::write(path, text)
}

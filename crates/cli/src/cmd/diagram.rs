use std::{
    io::{self, Write as _},
    path::Path,
    process::ExitCode,
};

use clap::{Arg, ArgMatches, Command};
use mekong_core::{Lang, Text, about, say};

use super::open::open;
use crate::{
    args,
    context::Context,
    failure::Failure,
    files::{shown, write_whole},
};

pub(crate) fn command(lang: Lang) -> Command {
    let t = |en, fr| Text { en, fr }.get(lang);
    let command = Command::new("diagram")
        .about(t("Draw a position as an SVG picture", "Dessiner une position en image SVG"))
        .after_help(t(
            "Examples:\n  \
             mekong diagram siam -o start.svg\n  \
             mekong diagram samliam --position \"6/6/6/6/6/AB4/D5 B -\" > triangle.svg",
            "Exemples :\n  \
             mekong diagram siam -o debut.svg\n  \
             mekong diagram samliam --position \"6/6/6/6/6/AB4/D5 B -\" > triangle.svg",
        ))
        .arg(args::game(lang).required(true));
    args::opening(command, lang).arg(
        Arg::new("output").short('o').long("output").value_name(t("FILE", "FICHIER")).help(t(
            "Write to this file instead of standard output",
            "Écrire dans ce fichier au lieu de la sortie standard",
        )),
    )
}

pub(crate) fn run(matches: &ArgMatches, context: &Context) -> Result<ExitCode, Failure> {
    let (session, _) = open(matches, context)?;
    let svg = session.diagram(context.lang);
    let output = matches.get_one::<String>("output").filter(|path| *path != "-");
    output.map_or(Ok(()), |path| is_svg(Path::new(path), context.lang))?;
    match output {
        Some(path) => write_whole(Path::new(path), svg.as_bytes())
            .map_err(|error| Failure::File { path: path.clone(), error })?,
        None => io::stdout().write_all(svg.as_bytes())?,
    }
    Ok(ExitCode::SUCCESS)
}

/// Refuses a name that promises another kind of file than is written.
pub(crate) fn is_svg(path: &Path, lang: Lang) -> Result<(), Failure> {
    let others = ["png", "jpg", "jpeg", "gif", "webp", "bmp", "pdf", "pgn", "json"];
    let ending = path.extension().and_then(|ending| ending.to_str()).map(str::to_lowercase);
    if ending.is_some_and(|ending| others.contains(&ending.as_str())) {
        let why = say!(
            lang,
            "pictures are SVG files: choose a name that ends in .svg",
            "les images sont des fichiers SVG : choisissez un nom qui finit par .svg",
        );
        return Err(Failure::Input(about(&shown(path), &why, lang)));
    }
    Ok(())
}

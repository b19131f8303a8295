use std::{
    io::{self, Write as _},
    path::Path,
    process::ExitCode,
};

use clap::{Arg, ArgMatches, Command};
use mekong_core::Lang;
use mekong_terminal::{
    args,
    context::Context,
    failure::Failure,
    files::{check_svg_name, write_atomically},
    session::open,
};

pub(crate) fn command(lang: Lang) -> Command {
    let command = Command::new("diagram")
        .about(lang.pick("Draw a position as SVG", "Dessiner une position en SVG"))
        .after_help(lang.pick(
            "Examples:\n  \
             mekong diagram siam -o start.svg\n  \
             mekong diagram samliam --position \"6/6/6/6/6/AB4/D5 B -\" > triangle.svg",
            "Exemples :\n  \
             mekong diagram siam -o debut.svg\n  \
             mekong diagram samliam --position \"6/6/6/6/6/AB4/D5 B -\" > triangle.svg",
        ))
        .arg(args::game(lang).required(true));
    args::start_options(command, lang).arg(
        Arg::new("out").short('o').long("out").alias("output").value_name(lang.pick("FILE", "FICHIER")).help(
            lang.pick(
                "Write to this file instead of standard output",
                "Écrire dans ce fichier au lieu de la sortie standard",
            ),
        ),
    )
}

pub(crate) fn run(matches: &ArgMatches, context: &Context) -> Result<ExitCode, Failure> {
    let (session, _) = open(matches, context)?;
    let svg = session.diagram(context.lang);
    let output = matches.get_one::<String>("out").filter(|path| *path != "-");
    output.map_or(Ok(()), |path| check_svg_name(Path::new(path), context.lang))?;
    match output {
        Some(path) => write_atomically(Path::new(path), svg.as_bytes())
            .map_err(|error| Failure::File { path: path.clone(), error })?,
        None => io::stdout().write_all(svg.as_bytes())?,
    }
    Ok(ExitCode::SUCCESS)
}

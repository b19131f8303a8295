use std::{io::Write as _, process::ExitCode};

use clap::{Arg, ArgMatches, Command};
use mekong_core::{Explain as _, Lang, say};
use mekong_solver::VerifyError;
use mekong_terminal::{
    args,
    context::Context,
    failure::Failure,
    progress::{Bar, ctrl_c_token},
    session, tablebases,
};

pub(crate) fn command(lang: Lang) -> Command {
    Command::new("verify")
        .about(lang.pick("Verify a tablebase against the rules", "Vérifier une table de solutions d’après les règles"))
        .after_help(lang.pick(
            "Each stored value is derived again from the values of its successors, independently of the solver \
             except for the index of positions and the value codes. For a table with distances this is a proof. The exit status is 1 \
             if the table is wrong.\n\n\
             Example:\n  \
             mekong verify saigon saigon.table",
            "Chaque valeur est recalculée à partir de celles des positions suivantes, indépendamment du programme \
             qui a résolu le jeu, sauf l’indexation des positions et le codage des valeurs. Pour une table avec distances, c’est une \
             preuve. Le code de sortie est 1 si la table est fausse.\n\n\
             Exemple :\n  \
             mekong verify saigon saigon.table",
        ))
        .arg(args::game(lang).required(true))
        .arg(
            Arg::new("file")
                .value_name(lang.pick("FILE", "FICHIER"))
                .required(true)
                .help(lang.pick("Tablebase file", "Fichier de la table de solutions")),
        )
        .arg(args::threads(lang))
}

pub(crate) fn run(matches: &ArgMatches, context: &Context) -> Result<ExitCode, Failure> {
    let lang = context.lang;
    let file = matches.get_one::<String>("file").expect("required");
    let solver = tablebases::solver(session::game(matches, context)?, context)?;
    let tablebase = tablebases::load(solver, file, context)?;
    let threads = args::thread_count(matches);
    let stop = ctrl_c_token();
    let bar = Bar::new(context.lang.pick("verifying", "vérification"));
    let verified = tablebase.verify(threads, &stop, &|done, total| bar.progress(done, total));
    drop(bar);
    let verified = verified.map_err(|error| match error {
        VerifyError::Cancelled => Failure::Interrupted,
        VerifyError::Wrong { .. } | VerifyError::Misplaced { .. } => {
            let why = error.explain(lang);
            Failure::Input(say!(
                lang,
                "{file}: verification failed: {why}",
                "{file} : échec de la vérification : {why}"
            ))
        }
    })?;
    let (values, positions, moves) = (verified.values, verified.positions, verified.moves);
    let mut out = std::io::stdout();
    writeln!(
        out,
        "{}",
        say!(
            lang,
            "{file}: correct. {values} values verified ({positions} positions including mirror images, {moves} moves)",
            "{file} : correcte. {values} valeurs vérifiées ({positions} positions, images en miroir comprises, {moves} coups)",
        )
    )?;
    if !tablebase.is_exact() {
        writeln!(
            out,
            "{}",
            say!(
                lang,
                "The tablebase has no distances: its values are consistent, which is weaker than a proof",
                "La table n’a pas de distances : ses valeurs sont cohérentes, ce qui est moins fort qu’une preuve",
            )
        )?;
    }
    Ok(ExitCode::SUCCESS)
}

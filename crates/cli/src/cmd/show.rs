use std::{
    io::{self, BufWriter, IsTerminal as _, Write},
    process::ExitCode,
};

use clap::{Arg, ArgAction, ArgMatches, Command};
use mekong_catalog::{GameSession, PositionRequest, SessionSnapshot};
use mekong_core::{Explain as _, Lang, say};
use mekong_terminal::{
    args,
    context::{Context, fresh_seed},
    failure::{Failure, print_diagnostic},
    render,
    session::open,
};

use crate::json_requests::next_request;

pub(crate) fn command(lang: Lang) -> Command {
    let dealt = args::dealt_games(lang);
    let command = Command::new("show")
        .about(lang.pick("Show a position and its legal moves", "Montrer une position et ses coups légaux"))
        .after_help(say!(
            lang,
            "Examples:\n  \
             mekong show siam\n  \
             mekong show siam --variant opening --moves \"@a1N @e5S\"\n  \
             mekong show saigon --position \"LLLL/DDDD/LLLL/DDDD L\" --json\n  \
             mekong show palam --seed 7\n\n\
             With --batch each line of standard input is a request such as\n  \
             {{\"game\":\"siam\",\"variant\":[\"chain\"],\"position\":\"5/5/1ooo1/5/5 E 0 -\",\"moves\":[\"@c1N\"]}}\n\
             Only \"game\" is required; games with a deal ({dealt}) also accept \"seed\". Each request gets one line in response, in the \
             same order. Its \"outcome\" is null until the game is over, then for example\n  \
             {{\"winner\":\"p2\",\"reason\":\"rock\"}}          p2 has won\n  \
             {{\"winner\":null,\"reason\":\"repetition\"}}    a draw\n\
             The response to an invalid line is {{\"error\":\"…\"}}; the exit status is then 1. See docs/formats.md \
             for complete examples.",
            "Exemples :\n  \
             mekong show siam\n  \
             mekong show siam --variant opening --moves \"@a1N @e5S\"\n  \
             mekong show saigon --position \"LLLL/DDDD/LLLL/DDDD L\" --json\n  \
             mekong show palam --seed 7\n\n\
             Avec --batch, chaque ligne de l’entrée standard est une requête comme\n  \
             {{\"game\":\"siam\",\"variant\":[\"chain\"],\"position\":\"5/5/1ooo1/5/5 E 0 -\",\"moves\":[\"@c1N\"]}}\n\
             Seul « game » est obligatoire ; les jeux qui ont une donne ({dealt}) acceptent aussi « seed ». Chaque requête reçoit une ligne de \
             réponse, dans le même ordre. « outcome » y vaut null jusqu’à la fin de la partie, puis par exemple\n  \
             {{\"winner\":\"p2\",\"reason\":\"rock\"}}          p2 a gagné\n  \
             {{\"winner\":null,\"reason\":\"repetition\"}}    partie nulle\n\
             Une ligne invalide reçoit {{\"error\":\"…\"}} ; le code de sortie est alors 1. Voir docs/formats.md pour \
             des exemples complets.",
        ))
        .arg(args::game(lang).required_unless_present("batch"));
    args::start_options(command, lang).arg(args::json(lang)).arg(
        Arg::new("batch")
            .long("batch")
            .action(ArgAction::SetTrue)
            .conflicts_with_all(["game", "variant", "position", "moves", "seed"])
            .help(lang.pick(
                "Read requests from standard input, one JSON object per line",
                "Lire des requêtes sur l’entrée standard, un objet JSON par ligne",
            )),
    )
}

pub(crate) fn run(matches: &ArgMatches, context: &Context) -> Result<ExitCode, Failure> {
    let mut out = BufWriter::new(io::stdout().lock());
    if matches.get_flag("batch") {
        return batch(&mut out, context);
    }
    let (session, seed) = open(matches, context)?;
    if matches.get_flag("json") {
        let snapshot = SessionSnapshot::of(&session, seed);
        writeln!(out, "{}", serde_json::to_string(&snapshot).expect("serialisable"))?;
    } else {
        render::board(&mut out, &session, seed, context)?;
        legal(&mut out, &session, context)?;
    }
    out.flush()?;
    Ok(ExitCode::SUCCESS)
}

fn legal(out: &mut impl Write, session: &GameSession, context: &Context) -> io::Result<()> {
    let Some(turn) = session.turn() else { return Ok(()) };
    let seat = context.text(session.info().seats[turn.index()]);
    let legal = session.legal();
    let (count, code) = (legal.len(), turn.code());
    let line = match context.lang {
        Lang::En => {
            format!("To move:  {seat} ({code}), {count} legal move{}", if count == 1 { "" } else { "s" })
        }
        Lang::Fr => {
            let moves = if count < 2 { "coup légal" } else { "coups légaux" };
            format!("Trait :    {seat} ({code}), {count} {moves}")
        }
    };
    writeln!(out, "{line}\n{}", render::columns(&legal, 78).trim_end())
}

fn batch(out: &mut impl Write, context: &Context) -> Result<ExitCode, Failure> {
    let mut input = io::stdin().lock();
    if input.is_terminal() {
        let lang = context.lang;
        let hint = say!(
            lang,
            "type requests, one JSON object per line (Ctrl-D to end)",
            "tapez des requêtes, un objet JSON par ligne (Ctrl-D pour finir)",
        );
        print_diagnostic(&hint, lang);
    }
    let mut all_good = true;
    let mut next =
        || next_request(&mut input).map_err(|error| Failure::File { path: "stdin".to_owned(), error });
    while let Some(line) = next()? {
        let line = line.map_err(|error| error.explain(context.lang));
        let answer = match line.and_then(|line| answer(&line, context.lang)) {
            Ok(snapshot) => serde_json::to_string(&snapshot),
            Err(sentence) => {
                all_good = false;
                serde_json::to_string(&serde_json::json!({ "error": sentence }))
            }
        };
        writeln!(out, "{}", answer.expect("serialisable"))?;
        // An interactive client waits for each response.
        out.flush()?;
    }
    Ok(if all_good { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

fn answer(line: &[u8], lang: Lang) -> Result<SessionSnapshot, String> {
    let request = PositionRequest::from_json(line).map_err(|error| error.explain(lang))?;
    let (session, seed) = request.open(fresh_seed).map_err(|error| error.explain(lang))?;
    Ok(SessionSnapshot::of(&session, seed))
}

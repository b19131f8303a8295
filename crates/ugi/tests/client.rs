//! The client against well-behaved and misbehaving programs, which are shell scripts.

#![cfg(unix)]

use std::time::Duration;

use mekong_catalog::{GameSession, find};
use mekong_core::{CancelToken, Explain as _, Lang, Player, Variants};
use mekong_players::UciScore;
use mekong_ugi::{
    Clocks, Go,
    client::{Client, ClientError, ClientErrorKind, EngineOption, Reply, ReportedResult, Timeouts},
};

/// Short timeouts for the waits that a test expects to time out, and default ones elsewhere.
fn short_timeouts() -> Timeouts {
    let moment = Duration::from_millis(50);
    Timeouts { overtime: moment, max_move: moment, stop: moment, ..Timeouts::default() }
}

/// A script that answers the handshake and runs `go` on a `go` command.
fn script(go: &str) -> String {
    let script = format!(
        r#"while read -r word rest; do case "$word" in
            ugi) echo "id name Test 1"; echo "id author Nobody in particular"
                echo "option name Clear Hash type button"; echo "option name Variant type string default plain"
                echo ugiok;;
            isready) echo "info string busy"; echo readyok;;
            setoption) option="$rest";;
            position) position="$rest";;
            go) {go};;
            query) echo "response $answer";;
            quit) exit 0;;
        esac; done"#
    );
    format!("sh -c {}", shlex::try_quote(&script).expect("the script has no NUL"))
}

fn start(line: &str, timeouts: Timeouts) -> Client {
    Client::start(line, timeouts).expect("the script answers the handshake")
}

fn siam() -> GameSession {
    find("siam").unwrap().start(Variants::NONE, 0)
}

fn ask(line: &str, go: &Go) -> Result<Reply, ClientError> {
    start(line, short_timeouts()).search(&siam(), go, &CancelToken::new(), &mut |_| {})
}

fn kind(line: &str) -> ClientErrorKind {
    ask(line, &Go::depth(3)).expect_err("the engine returns an error").kind
}

#[test]
fn client_performs_the_handshake_and_searches() {
    let mut client = start(
        &script(
            "echo 'info depth 1 score cp 5 pv @a1N'; printf '\\377\\n'; echo; echo ' info depth 2 score mate 7 pv @c1N @c5S'; \
             echo 'info depth 2 multipv 2 score cp 1 pv @a2N'; echo 'info nodes 9'; echo ' bestmove @c1N ponder @c5S'",
        ),
        Timeouts::default(),
    );
    assert_eq!((client.name(), client.author()), ("Test 1", Some("Nobody in particular")));
    let button = EngineOption { name: "Clear Hash".to_owned(), description: "button".to_owned() };
    assert_eq!(client.options()[0], button);
    let session = siam();
    client.new_game(&session).unwrap();
    let mut reports = 0;
    let reply = client.search(&session, &Go::depth(2), &CancelToken::new(), &mut |_| reports += 1).unwrap();
    assert_eq!((reply.best.as_str(), reply.stopped, reports), ("@c1N", false, 4));
    assert_eq!((reply.info.depth, reply.info.nodes), (Some(2), Some(9)));
    assert_eq!(reply.info.score, Some(UciScore::Mate(7)));
    assert_eq!(reply.info.moves, ["@c1N", "@c5S"]);
    client.quit();
}

#[test]
fn client_sends_options_position_and_limits() {
    // The script returns its input as an illegal move, so that the error contains it.
    let sent = |what: &str, session: &GameSession, go: &Go| {
        let mut client =
            start(&script(&format!("echo bestmove \"$(echo {what} | tr ' ' '~')\"")), Timeouts::default());
        client.new_game(session).unwrap();
        match client
            .search(session, go, &CancelToken::new(), &mut |_| {})
            .expect_err("the move is illegal")
            .kind
        {
            ClientErrorKind::Illegal { mv, .. } => mv.replace('~', " "),
            other => panic!("{other:?}"),
        }
    };
    let mut session = siam();
    assert_eq!(sent("$position", &session, &Go::depth(1)), "startpos");
    session.play("@c1N").unwrap();
    session.play("@c5S").unwrap();
    assert_eq!(sent("$position", &session, &Go::depth(1)), "startpos moves @c1N @c5S");
    assert_eq!(sent("$option", &session, &Go::depth(1)), "name Variant value plain");
    let palam = find("palam").unwrap().start(Variants::NONE, 1);
    assert_eq!(sent("$position", &palam, &Go::depth(1)), format!("fen {}", palam.start_text()));
    let chain = find("siam").unwrap().start(Variants::NONE.with(0).with(2), 0);
    assert_eq!(sent("$option", &chain, &Go::depth(1)), "name Variant value opening,chain");
    let second = Duration::from_secs(1);
    let clocks = Clocks { left: [second; 2], increment: [second / 10; 2] };
    let limits = sent("$rest", &session, &Go::clocks(clocks));
    assert_eq!(limits, "p1time 1000 p2time 1000 p1inc 100 p2inc 100");
}

#[test]
fn missing_program_is_reported() {
    let kind = |line| Client::start(line, Timeouts::default()).expect_err("the program does not exist").kind;
    assert!(matches!(kind(""), ClientErrorKind::NoCommand));
    assert!(matches!(kind("a 'b"), ClientErrorKind::NoCommand));
    let error = Client::start("no-such-program-anywhere x", Timeouts::default())
        .expect_err("the program does not exist");
    assert_eq!(error.explain(Lang::En), "no-such-program-anywhere x: cannot be started: no such program");
    let french = "no-such-program-anywhere x : impossible à lancer : programme introuvable";
    assert_eq!(error.explain(Lang::Fr), french);
}

#[test]
fn exited_program_is_reported_with_its_stderr() {
    let error = Client::start("sh -c 'echo >&2 first; echo >&2 no table; exit 3'", Timeouts::default());
    let error = error.expect_err("the program exited");
    let ClientErrorKind::Died { awaited, status, stderr_tail } = &error.kind else { panic!("{error:?}") };
    assert_eq!((*awaited, stderr_tail.as_str()), ("ugiok", "first\nno table\n"));
    assert_eq!(status.as_deref(), Some("exit status: 3"));
    assert!(error.to_string().ends_with("ugiok (exit status: 3); standard error: \"no table\""), "{error}");
    assert!(error.explain(Lang::Fr).ends_with("erreur standard : « no table »"));
    // Also in the middle of a game; later requests fail too.
    let mut client = start(&script("kill -9 $$"), Timeouts::default());
    for awaited in ["bestmove", "readyok"] {
        let error = client.search(&siam(), &Go::depth(1), &CancelToken::new(), &mut |_| {});
        match error.expect_err("the program exited").kind {
            ClientErrorKind::Died { awaited: what, .. } => assert_eq!(what, awaited),
            other => panic!("{other:?}"),
        }
    }
}

#[test]
fn only_the_tail_of_stderr_is_kept() {
    let flood = "yes line | head -c 3000000 >&2; echo >&2 the end; exit 1";
    let error =
        Client::start(&format!("sh -c '{flood}'"), Timeouts::default()).expect_err("the program exited");
    let ClientErrorKind::Died { stderr_tail, .. } = error.kind else { panic!("{error:?}") };
    assert!(stderr_tail.len() <= 4_096 && stderr_tail.ends_with("line\nthe end\n"), "{}", stderr_tail.len());
}

#[test]
fn silent_program_times_out() {
    let greeting = Timeouts { start: Duration::from_millis(50), ..Timeouts::default() };
    for silent in ["sleep 1000", "yes", "sh -c 'trap \"\" TERM; while :; do echo x; done'", "cat /dev/zero"] {
        let error = Client::start(silent, greeting).expect_err("the handshake times out");
        assert!(matches!(error.kind, ClientErrorKind::Timeout { awaited: "ugiok", .. }), "{error:?}");
    }
    // Searches that do not end: with a depth limit, a time limit, a clock, and with continuous output.
    let tenth = Duration::from_millis(100);
    let clocks = Clocks { left: [tenth, 600 * tenth], increment: [Duration::ZERO; 2] };
    for go in [Go::depth(3), Go::time(tenth), Go::clocks(clocks), Go::infinite()] {
        for search in ["sleep 1000", "while :; do echo info depth 1; done"] {
            let error = ask(&script(search), &go).expect_err("the search times out");
            assert!(matches!(error.kind, ClientErrorKind::Timeout { awaited: "bestmove", .. }), "{error:?}");
            assert!(error.explain(Lang::En).contains("no bestmove within 0."), "{error}");
            assert!(error.explain(Lang::Fr).contains("pas de bestmove en 0,"), "{error}");
        }
    }
    // A program that does not read its input: commands wait in their own thread.
    let mut client =
        start("sh -c 'echo ugiok; exec sleep 1000'", Timeouts { ready: tenth, ..short_timeouts() });
    let mut session = siam();
    while session.moves().len() < 20_000 && session.outcome().is_none() {
        let legal = session.legal();
        session.play(&legal[session.moves().len() * 7 % legal.len()]).unwrap();
    }
    let error = client.search(&session, &Go::depth(1), &CancelToken::new(), &mut |_| {});
    let expected = if session.outcome().is_some() { "the game is over" } else { "no readyok within" };
    assert!(error.expect_err("the program does not read its input").to_string().contains(expected));
}

#[test]
fn stop_returns_the_best_move_so_far() {
    let waits_for_stop = "read -r word; [ \"$word\" = stop ] && echo bestmove @c1N";
    // Stopped at the deadline,
    assert!(ask(&script(waits_for_stop), &Go::infinite()).unwrap().stopped);
    // and by cancellation.
    let mut client = start(&script(&format!("echo info depth 1; {waits_for_stop}")), Timeouts::default());
    let stop = CancelToken::new();
    let reply = client.search(&siam(), &Go::infinite(), &stop, &mut |_| stop.cancel()).unwrap();
    assert!(reply.stopped && reply.best == "@c1N");
}

#[test]
fn illegal_bestmove_is_rejected() {
    assert!(matches!(kind(&script("echo bestmove")), ClientErrorKind::Unreadable { .. }));
    for mv in ["(none)", "0000", "a1a1", "c3c4", "\u{1b}[2J"] {
        let error =
            ask(&script(&format!("echo 'bestmove {mv}'")), &Go::depth(1)).expect_err("the move is illegal");
        let ClientErrorKind::Illegal { mv: found, position, .. } = &error.kind else { panic!("{error:?}") };
        assert_eq!((found.as_str(), position.as_str()), (mv, siam().position_text().as_str()));
        assert!(!error.to_string().contains('\u{1b}'));
    }
}

#[test]
fn unknown_options_are_not_set() {
    let mut client = start(&script(":"), Timeouts::default());
    client.set_option("clear hash", "x").unwrap();
    let error = client.set_option("Hash", "1").expect_err("the option does not exist").kind;
    assert!(matches!(error, ClientErrorKind::NoOption { name } if name == "Hash"));
    let error = client.set_option("Variant", "a\nquit").expect_err("a line feed is not allowed").kind;
    assert!(matches!(error, ClientErrorKind::NotALine));
    client.ready().expect("the engine still answers");
    let bare = "sh -c 'while read -r word rest; do case $word in ugi) echo ugiok;; isready) echo readyok;; esac; done'";
    let mut bare = start(bare, Timeouts::default());
    assert_eq!(bare.name().split(' ').next(), Some("sh"));
    bare.new_game(&siam()).expect("the base game needs no option");
    let error = bare.new_game(&find("siam").unwrap().start(Variants::NONE.with(0), 0));
    assert!(matches!(error.expect_err("the engine has no variants").kind, ClientErrorKind::NoOption { .. }));
}

#[test]
fn client_queries_the_result() {
    let ask = |answer: &str| {
        start(&format!("env answer={answer} {}", script(":")), Timeouts::default()).result(&siam())
    };
    assert_eq!(ask("none").unwrap(), None);
    assert_eq!(ask("p1win").unwrap(), Some(ReportedResult::Win(Player::P1)));
    assert_eq!(ask("p2win").unwrap(), Some(ReportedResult::Win(Player::P2)));
    assert_eq!(ask("draw").unwrap(), Some(ReportedResult::Draw));
    assert!(matches!(
        ask("perhaps").expect_err("the response is invalid").kind,
        ClientErrorKind::Unreadable { .. }
    ));
    assert!(matches!(
        ask("unknown").expect_err("the engine has no position").kind,
        ClientErrorKind::NoPosition
    ));
}

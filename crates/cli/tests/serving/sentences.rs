//! The page, the server and the terminal describe a move in the same sentences, which come from one source.

use std::{
    io::Write as _,
    process::{Command, Stdio},
};

use mekong_catalog::{Entry, GAMES, GameSession};
use mekong_core::{Lang, SplitMix64, Variants};
use reqwest::Method;
use serde_json::{Value, json};

use crate::{
    common::Client,
    create_game, get_game, play,
    process::{Process, TestDatabase, mekong},
    text,
};

/// A request to the rules of the page, about a position of a game.
fn page(session: &GameSession, lang: Lang, what: &str, more: &Value) -> Value {
    let mut request = json!({
        "do": what,
        "lang": lang.code(),
        "game": session.info().id,
        "variant": session.variant_ids(),
        "position": session.start_text(),
        "moves": session.moves(),
    });
    for (key, value) in more.as_object().expect("fields") {
        request[key] = value.clone();
    }
    let answer = mekong_wasm::handle_request(&request.to_string(), &mut |_| {});
    let answer: Value = serde_json::from_str(&answer).expect("JSON");
    assert!(answer.get("error").is_none(), "{request}: {answer}");
    answer
}

/// What a move does, and where to look for it: the sentences of the page.
fn page_sentences(session: &GameSession, mv: &str, lang: Lang) -> [String; 2] {
    let described = page(session, lang, "describe", &json!({ "move": mv }));
    let idea = text(&described["idea"]["text"]);
    let idea = match idea.is_empty() {
        true => text(&page(session, lang, "show", &json!({}))["instruction"]),
        false => idea,
    };
    [idea, text(&described["sentence"])]
}

/// The words of a text with single spaces, because front ends break lines differently.
fn words(text: &str) -> String {
    text.split([' ', '\n']).filter(|word| !word.is_empty()).collect::<Vec<_>>().join(" ")
}

/// The output of `mekong play` for these lines of input.
fn terminal(session: &GameSession, lang: Lang, lines: &[&str]) -> String {
    let (variants, start) = (session.variant_ids().join(","), session.start_text());
    let mut args = vec!["play", session.info().id, "--lang", lang.code(), "--position", &start];
    if !variants.is_empty() {
        args.extend(["--variant", &variants]);
    }
    let mut command: Command = mekong(&args);
    let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().expect("the program starts");
    let input = lines.join("\n");
    child.stdin.take().expect("a pipe").write_all(input.as_bytes()).expect("the input is read");
    let output = child.wait_with_output().expect("the program ends");
    assert!(output.status.success(), "{args:?}: {output:?}");
    words(&String::from_utf8(output.stdout).expect("UTF-8"))
}

/// A short random game.
fn short_game(start: &GameSession) -> GameSession {
    let finished = (0..200).filter_map(|seed| {
        let (mut session, mut random) = (start.clone(), SplitMix64::new(seed));
        while session.moves().len() < 150 && session.play_random(&mut random) > 0 {}
        session.outcome().is_some().then_some(session)
    });
    finished.min_by_key(|session| session.moves().len()).expect("a game ends")
}

/// The position after the first moves of a game.
fn at_ply(game: &GameSession, ply: usize) -> GameSession {
    let mut session = game.clone();
    while session.moves().len() > ply {
        session.undo();
    }
    session
}

/// Plays a short random game on the server. Returns its id and its moves.
async fn play_short_game(server: &Process, entry: &Entry) -> (String, GameSession) {
    let [one, two] = [server.client(), server.client()];
    let id = create_game(&one, &two, entry.info().id, json!({ "kind": "none" })).await;
    // The server chooses the deal.
    let start = text(&get_game(&one, &id).await["start_position"]);
    let game = short_game(&entry.parse(&start, Variants::NONE).expect("the start is a position"));
    let (mut session, mut clients) = (at_ply(&game, 0), [&one, &two]);
    for (ply, mv) in (1..).zip(game.moves()) {
        let client = &mut clients[session.turn().expect("the game is in progress").index()];
        play(client, &id, ply, &mv).await.expect(200);
        session.play(&mv).expect("the move is legal");
    }
    (id, game)
}

async fn server_hint(client: &Client, id: &str, ply: usize, lang: Lang) -> Value {
    let request = client.request(Method::POST, &format!("/api/game/{id}/hint"));
    let request = request.header("accept-language", lang.code()).json(&json!({ "ply": ply }));
    client.send(request).await.expect(200)
}

#[tokio::test(flavor = "multi_thread")]
async fn hints_are_the_same_on_page_server_and_terminal() {
    let db = TestDatabase::sqlite();
    let server = Process::start("127.0.0.1:0", &db.address);
    let client = server.client();
    for entry in GAMES {
        let (id, game) = play_short_game(&server, entry).await;
        let plies = game.moves().len();
        for (ply, lang) in
            [0, plies / 2, plies - 1].into_iter().flat_map(|ply| Lang::ALL.map(|lang| (ply, lang)))
        {
            let before = at_ply(&game, ply);
            let context = format!("{} {:?} {lang:?}", entry.info().id, before.moves());

            let hint = server_hint(&client, &id, ply, lang).await;
            let [idea, sentence] = page_sentences(&before, &text(&hint["move"]), lang);
            assert_eq!(text(&hint["stages"][0]["text"]), idea, "{context}");
            // The value of the move follows in parentheses.
            let whole = text(&hint["stages"][1]["text"]);
            assert!(
                whole.starts_with(&format!("{sentence} (")) && whole.ends_with(')'),
                "{context}: {whole}"
            );
            if let Some(reply) = hint["line"].get(1) {
                let mut after = before.clone();
                after.play(&text(&hint["move"])).expect("the move is legal");
                let [_, sentence] = page_sentences(&after, &text(reply), lang);
                assert!(text(&hint["reply"]["text"]).ends_with(&sentence), "{context}: {hint}");
            }

            let moves = before.moves();
            let command = if lang == Lang::Fr { "indice" } else { "hint" };
            let lines: Vec<&str> = moves.iter().map(String::as_str).chain([command, command]).collect();
            let output = terminal(&before, lang, &lines);
            let suggested: Vec<[String; 2]> = before
                .legal()
                .iter()
                .map(|mv| (mv, page_sentences(&before, mv, lang)))
                .filter(|(mv, [_, sentence])| {
                    let separator = if lang == Lang::Fr { "\u{202f}:" } else { ":" };
                    output.contains(&words(&format!("{mv}{separator} {sentence} (")))
                })
                .map(|(_, sentence)| sentence)
                .collect();
            let [[idea, _]] = &suggested[..] else {
                panic!("{context}: {suggested:?}\n{output}");
            };
            assert!(output.contains(&words(idea)), "{context}: {idea}\n{output}");
        }
    }
}

#[test]
fn endings_are_the_same_on_page_and_terminal() {
    for entry in GAMES {
        let game = short_game(&entry.start(Variants::NONE, 7));
        for lang in Lang::ALL {
            let ending = text(&page(&game, lang, "show", &json!({}))["ending"]);
            assert!(!ending.is_empty(), "{}", entry.info().id);
            let moves = game.moves();
            let output = terminal(&game, lang, &moves.iter().map(String::as_str).collect::<Vec<_>>());
            assert!(output.contains(&words(&ending)), "{ending}\n{output}");
        }
    }
}

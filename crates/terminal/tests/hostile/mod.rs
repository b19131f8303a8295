//! Values that no user would give, and checks of the response to them, for the tests of each program.

use std::{path::Path, time::Duration};

use assert_cmd::Command;

/// How long a program may run.
const TIMEOUT: Duration = Duration::from_secs(300);

/// Options of every command, which are tried with the first one only.
const GLOBAL: [&str; 2] = ["--lang", "--color"];

/// Tries hostile values for every option of a program, in `folder`. `bases` are valid command lines, so that only the
/// option under test can be wrong. Asserts that each value is accepted or refused with a proper message, and returns
/// the number of values tried.
pub(crate) fn check_options(program: &str, folder: &Path, bases: &[&[&str]]) -> usize {
    std::fs::create_dir_all(folder.join("a-folder")).expect("the folder can be written");
    let run = |args: &[String]| {
        let mut command = Command::new(program);
        command.env_clear().env("XDG_CACHE_HOME", folder.join("cache")).args(args).current_dir(folder);
        command.write_stdin("").timeout(TIMEOUT).output().expect("the program starts")
    };
    let (mut tried, mut wrong) = (0, Vec::new());
    for (number, base) in bases.iter().enumerate() {
        let base: Vec<String> = base.iter().map(|word| (*word).to_owned()).collect();
        let help = run(&[&base[..], &["--help", "--lang", "en"].map(str::to_owned)].concat());
        let options = options(&String::from_utf8_lossy(&help.stdout));
        assert!(
            GLOBAL.iter().all(|name| options.iter().any(|option| option == name)),
            "{base:?}: {options:?}"
        );
        for option in options.iter().filter(|option| number == 0 || !GLOBAL.contains(&option.as_str())) {
            for (index, value) in values().iter().enumerate() {
                let mut line = with_option(&base, option, value);
                if option != "--lang" {
                    line.splice(0..0, ["--lang", ["en", "fr"][(index + tried) % 2]].map(str::to_owned));
                }
                let output = run(&line);
                let code = output.status.code().expect("no signal ended the program");
                wrong.extend(problems(code, &String::from_utf8_lossy(&output.stderr), &line.join(" ")));
                tried += 1;
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    tried
}

/// Empty, negative, huge, foreign and invisible values, a folder and a missing file.
fn values() -> [String; 7] {
    let long = "x".repeat(50_000);
    ["", "-5", "a-folder", "no/such/file.pgn", "é\u{202e}\u{1b}[2J", &long, "99999999999999999999"]
        .map(str::to_owned)
}

/// The options with a value that an English help text lists.
fn options(help: &str) -> Vec<String> {
    let options =
        help.lines().filter_map(|line| line.trim_start().strip_prefix("--").or(line.split(", --").nth(1)));
    options.filter_map(|option| option.split_once(" <")).map(|(name, _)| format!("--{name}")).collect()
}

/// A command line in which one option is replaced or added.
fn with_option(base: &[String], option: &str, value: &str) -> Vec<String> {
    let mut line = base.to_vec();
    match line.iter().position(|word| word == option) {
        Some(place) => line[place + 1] = value.to_owned(),
        None => line.extend([option.to_owned(), value.to_owned()]),
    }
    line
}

/// Defects of a response: it must be a short message without control characters, raw system errors or empty quotation
/// marks.
pub(crate) fn problems(code: i32, err: &str, line: &str) -> Vec<String> {
    let mut problems = Vec::new();
    if ![0, 1, 2].contains(&code) || code != 0 && err.is_empty() {
        problems.push(format!("status {code}"));
    }
    let quotes = err.replace("''", "\"\"");
    let bad = ["panicked", "os error", "\"\"", "« »", "«\u{202f}»", ": :", "  is ", "\u{1b}", "\u{202e}"];
    problems.extend(bad.into_iter().filter(|bad| quotes.contains(bad)).map(|bad| format!("{bad:?}")));
    if err.chars().count() > 2_000 {
        problems.push("too long".to_owned());
    }
    let start: String = err.chars().take(300).collect();
    let shown: String = line.chars().take(200).collect();
    problems.into_iter().map(|problem| format!("{shown}: {problem} in {start:?}")).collect()
}

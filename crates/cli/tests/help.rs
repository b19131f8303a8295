//! Help in both languages: every command, and every way to request it.

use crate::common::{mekong, run, transcript};

/// The commands that the help of the program lists, except those implemented by separate programs.
fn commands() -> Vec<String> {
    let help = run(&["--help"]).out;
    let list = help.split("Commands:\n").nth(1).expect("the help lists commands").split("\n\n").next();
    let words =
        list.expect("an empty line ends the list").lines().filter_map(|line| line.split_whitespace().next());
    words.filter(|word| *word != "bot").map(str::to_owned).collect()
}

#[test]
fn program_help_matches_its_snapshot() {
    for lang in ["en", "fr"] {
        let output = transcript(&[&["--lang", lang, "--help"]]);
        insta::assert_snapshot!(format!("mekong_{lang}"), output);
    }
}

#[test]
fn command_help_matches_its_snapshot() {
    let commands = commands();
    assert!(commands.len() >= 9, "{commands:?}");
    for command in &commands {
        for lang in ["en", "fr"] {
            let page = transcript(&[&[command, "--help", "--lang", lang]]);
            insta::assert_snapshot!(format!("{command}_{lang}"), page);
        }
    }
}

#[test]
fn help_is_the_same_by_flag_and_command() {
    for command in &commands() {
        let flag = run(&[command, "--help"]);
        assert_eq!(run(&[command, "-h"]).out, flag.out);
        assert_eq!(run(&["help", command]).out, flag.out);
        assert_eq!(flag.code, 0);
    }
    assert_eq!(run(&["help"]).out, run(&["--help"]).out);
    // Without a command, the help is an error message.
    let bare = run(&[]);
    assert_eq!((bare.out.as_str(), bare.code), ("", 2));
    assert_eq!(bare.err, run(&["--help"]).out);
}

#[test]
fn french_help_has_no_english_headings() {
    for command in &commands() {
        let page = run(&[command, "--help", "--lang", "fr"]).out;
        for english in ["Usage:", "Options:", "Arguments:", "Commands:", "Print help", "default:", "Examples"]
        {
            assert!(!page.contains(english), "{command}: {english} in\n{page}");
        }
    }
}

#[test]
fn version_matches_the_package() {
    for flag in ["-V", "--version"] {
        assert_eq!(run(&[flag]).out, format!("mekong {}\n", env!("CARGO_PKG_VERSION")));
    }
}

#[test]
fn help_is_coloured_only_on_request() {
    let colourful = |args: &[&str]| run(args).out.contains('\x1b');
    assert!(!colourful(&["--help"]));
    assert!(colourful(&["--help", "--color", "always"]));
    assert!(colourful(&["help", "show", "--color=always"]));
    assert!(!colourful(&["help", "show", "--color", "never"]));
}

#[test]
fn completion_scripts_contain_commands_and_options() {
    for shell in ["bash", "elvish", "fish", "powershell", "zsh"] {
        let script = run(&["completions", shell]);
        assert_eq!((script.err.as_str(), script.code), ("", 0), "{shell}");
        for command in &commands() {
            assert!(script.out.contains(command.as_str()), "{shell}: {command}");
        }
        assert!(script.out.contains("divide"), "{shell}");
    }
    let output = transcript(&[&["completions", "tcsh"], &["completions", "tcsh", "--lang", "fr"]]);
    insta::assert_snapshot!(output);
}

#[test]
fn completion_scripts_are_translated() {
    // Zsh and fish show the help texts next to completions.
    let script = mekong(&["completions", "zsh"]).env("LANG", "fr_FR.UTF-8").output().unwrap();
    assert!(
        String::from_utf8_lossy(&script.stdout).contains("Afficher aussi le compte de chaque premier coup")
    );
}

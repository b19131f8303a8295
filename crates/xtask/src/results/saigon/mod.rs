//! The pages about Saigon: all words that are of this game are in this folder.

mod counts;
mod draws;
mod moves;
mod rail;

use mekong_core::{Lang, Player, Value, say};

use super::{
    File,
    facts::Facts,
    markdown::{code, number, paragraph, percent, table},
    plot::plot,
};

/// The pages in both languages, and their pictures.
pub(super) fn pages(all: &[Facts]) -> Vec<File> {
    let mut files = Vec::new();
    for lang in Lang::ALL {
        files.push(File { name: format!("saigon{}", end(lang, "md")), text: page(all, lang) });
        for facts in all {
            let pictures = [
                ("distances", plot(&facts.all, &counts::plot_title(facts, lang), lang)),
                ("longest", facts.longest.start.diagram(lang)),
            ];
            let draw = facts.circles.first().map(|circle| ("draw", circle.start.diagram(lang)));
            for (what, text) in pictures.into_iter().chain(draw) {
                files.push(File { name: picture(facts, what, lang), text });
            }
        }
    }
    files
}

/// The end of a file's name.
fn end(lang: Lang, kind: &str) -> String {
    match lang {
        Lang::En => format!(".{kind}"),
        Lang::Fr => format!(".fr.{kind}"),
    }
}

fn picture(facts: &Facts, what: &str, lang: Lang) -> String {
    format!("{}-{what}{}", facts.stem, end(lang, "svg"))
}

fn page(all: &[Facts], lang: Lang) -> String {
    let mut parts = vec![head(all, lang), overview(all, lang)];
    for facts in all {
        parts.push(rule_heading(facts, lang));
        parts.push(moves::first_moves(facts, lang));
        parts.push(moves::principal_line(facts, lang));
        parts.push(moves::longest_win(facts, lang));
        parts.push(draws::draws(facts, lang));
        parts.push(counts::distances(facts, lang));
        parts.push(counts::tiers(facts, lang));
    }
    parts.push(counts::proof(all, lang));
    parts.join("\n")
}

fn head(all: &[Facts], lang: Lang) -> String {
    let claims: Vec<String> = all.iter().map(|facts| claim(facts, lang)).collect();
    let claims = paragraph(&claims.join(" "));
    say!(
        lang,
        "<!-- Written by: cargo xtask results saigon --out docs/results. Changes by hand will be lost. -->\n\n\
         # Saigon, solved\n\n\
         *[En français](saigon.fr.md) · [The rules](../../crates/games/saigon/README.md) · \
         [The table files](../formats.md)*\n\n\
         {claims}\n\
         That is not an opinion of a strong program but a fact: the exact value of every position is known, and\n\
         [proved](#how-this-was-computed-and-proved).\n\n\
         A *ply* is one turn of one player. A *win in 33* is for the player to move: they can force it, and the opponent can\n\
         hold out for 33 plies, those of both players counted, and no longer. In a *draw* neither player can force anything.\n\
         Moves are written `pr` (push from the left), `pl` (push from the right), `1-3x2` (the top two pallets of slot 1 onto\n\
         slot 3) and `pass`; stacks from slot 1 to slot 4, each from bottom to top, `L` light, `D` dark, `-` an empty slot.\n",
        "<!-- Écrit par : cargo xtask results saigon --out docs/results. Ce qu'on change à la main sera perdu. -->\n\n\
         # Saigon, résolu\n\n\
         *[In English](saigon.md) · [Les règles](../../crates/games/saigon/README.fr.md) · \
         [Les fichiers de tables (en anglais)](../formats.md)*\n\n\
         {claims}\n\
         Ce n'est pas l'avis d'un programme fort, c'est un fait : la valeur exacte de chaque position est connue, et\n\
         [prouvée](#comment-cela-a-été-calculé-et-prouvé).\n\n\
         Un *coup* est le tour d'un seul joueur. *Gagné en 33* se dit pour celui qui a le trait : il peut forcer le gain, et\n\
         l'adversaire peut résister 33 demi-coups, ceux des deux joueurs comptés, mais pas davantage. Dans une *nulle*, aucun des\n\
         deux ne peut rien forcer. Les coups s'écrivent `pr` (pousser depuis la gauche), `pl` (pousser depuis la droite),\n\
         `1-3x2` (les deux palets du dessus de la case 1 sur la case 3) et `pass` (passer) ; les piles de la case 1 à la case\n\
         4, chacune de bas en haut, `L` clair, `D` sombre, `-` une case vide.\n",
    )
}

/// What is true of the game, in a sentence.
fn claim(facts: &Facts, lang: Lang) -> String {
    let verdict = match facts.value {
        Value::Win(plies) => {
            say!(
                lang,
                "Light, who begins, wins in {plies} plies",
                "les Clairs, qui commencent, gagnent en {plies} demi-coups"
            )
        }
        Value::Draw => say!(lang, "the game is a draw", "la partie est nulle"),
        Value::Loss(plies) => {
            say!(
                lang,
                "Dark, who moves second, wins in {plies} plies",
                "les Sombres, qui jouent en second, gagnent en {plies} demi-coups"
            )
        }
    };
    match facts.variants.first() {
        None => say!(
            lang,
            "**If both play as well as can be, {verdict}.**",
            "**Si chacun joue au mieux, {verdict}.**"
        ),
        Some(rule) => say!(
            lang,
            "**With the push rule `{rule}`, {verdict}.**",
            "**Avec la règle de poussée `{rule}`, {verdict}.**",
        ),
    }
}

fn overview(all: &[Facts], lang: Lang) -> String {
    let t = |en: &'static str, fr: &'static str| mekong_core::Text { en, fr }.get(lang);
    let row = |title: &str, cell: &dyn Fn(&Facts) -> String| {
        std::iter::once(title.to_owned()).chain(all.iter().map(cell)).collect::<Vec<String>>()
    };
    let n = |count: u64| number(count, lang);
    let longest = |distances: &[u64]| distances.len().saturating_sub(1).to_string();
    let rows = vec![
        row(t("the start, Light to move", "le début, trait aux Clairs"), &|facts| value(facts.value, lang)),
        row(
            t("first moves that win, draw, lose", "premiers coups qui gagnent, annulent, perdent"),
            &|facts| {
                let count =
                    |code| facts.first_moves.iter().filter(|first| first.step.value.code() == code).count();
                format!("{}, {}, {}", count("win"), count("draw"), count("loss"))
            },
        ),
        row("positions", &|facts| n(facts.all.total())),
        row(t("won for the player to move", "gagnées pour qui a le trait"), &|facts| {
            format!("{} ({})", n(facts.all.wins), percent(facts.all.wins, facts.all.total(), lang))
        }),
        row(t("lost", "perdues"), &|facts| {
            format!("{} ({})", n(facts.all.losses), percent(facts.all.losses, facts.all.total(), lang))
        }),
        row(t("drawn", "nulles"), &|facts| n(facts.all.draws)),
        row(t("longest win, in plies", "gain le plus long, en demi-coups"), &|facts| {
            longest(&facts.all.won_in)
        }),
        row(t("longest loss, in plies", "perte la plus longue, en demi-coups"), &|facts| {
            longest(&facts.all.lost_in)
        }),
        row(
            t("positions that can come about from the start", "positions qui peuvent naître du début"),
            &|facts| n(facts.all_reachable.total()),
        ),
        row(t("drawn ones among these", "nulles parmi elles"), &|facts| n(facts.all_reachable.draws)),
        row(t("longest win among these", "gain le plus long parmi elles"), &|facts| {
            longest(&facts.all_reachable.won_in)
        }),
    ];
    let names: Vec<String> = all.iter().map(|facts| format!(">{}", rule_name(facts, lang))).collect();
    let head: Vec<&str> = std::iter::once("").chain(names.iter().map(String::as_str)).collect();
    let note = say!(
        lang,
        "Positions are counted for one player to move, mirror images included, and without those where the game is over;\n\
         exchanging the colours gives as many again. A position can come about from the start if it, its mirror image or\n\
         either of them with the colours exchanged occurs in some sequence of legal moves.\n",
        "Les positions sont comptées pour un joueur au trait, images en miroir comprises, sans celles où la partie est finie ;\n\
         en échangeant les couleurs il y en a autant. Une position peut naître du début si elle-même, son image en miroir ou\n\
         l'une des deux avec les couleurs échangées se produit dans une suite de coups permis.\n",
    );
    format!("{}\n{note}", table(&head, rows))
}

fn rule_name(facts: &Facts, lang: Lang) -> String {
    match facts.variants.first() {
        None => say!(lang, "main rule", "règle principale"),
        Some(rule) => code(rule),
    }
}

fn rule_heading(facts: &Facts, lang: Lang) -> String {
    match facts.variants.first() {
        None => say!(
            lang,
            "## The main rule\n\nIn a push, upper pallets ride along with the pallet under them unless something holds them.\n",
            "## La règle principale\n\nDans une poussée, les palets du dessus voyagent sur celui qui les porte, sauf si quelque chose les retient.\n",
        ),
        Some(rule) => say!(
            lang,
            "## The rule `{rule}`\n\nIn a push, only the bottom row moves; all upper pallets stay in their slot.\n",
            "## La règle `{rule}`\n\nDans une poussée, seule la rangée du bas bouge ; tous les palets du dessus restent sur leur case.\n",
        ),
    }
}

/// A value for the player to move.
fn value(value: Value, lang: Lang) -> String {
    mekong_core::Explain::explain(&value, lang)
}

fn player(player: Player, lang: Lang) -> String {
    match player {
        Player::P1 => say!(lang, "Light", "Clairs"),
        Player::P2 => say!(lang, "Dark", "Sombres"),
    }
}

/// A heading below that of the push rule. The name of the rule is in it, because headings are addresses.
fn heading(facts: &Facts, words: &str) -> String {
    match facts.variants.first() {
        None => format!("### {words}\n\n"),
        Some(rule) => format!("### {words} (`{rule}`)\n\n"),
    }
}

//! First moves and lines.

use mekong_core::{Lang, Player, Text, Value, say};
use mekong_terminal::render::wrap;

use super::{
    super::facts::{Facts, FirstMove, Step},
    code, heading, number, picture, player,
    rail::{Rail, is_push, target},
    table, value,
};

pub(super) fn first_moves(facts: &Facts, lang: Lang) -> String {
    let t = |en, fr| Text { en, fr }.get(lang);
    let kinds = table(
        &[
            t("Light's first move", "premier coup des Clairs"),
            t(">moves", ">coups"),
            t(">win", ">gagnent"),
            t(">draw", ">annulent"),
            t(">lose", ">perdent"),
        ],
        [Kind::Push, Kind::Onto(Player::P2), Kind::Onto(Player::P1)].map(|kind| {
            let of_kind: Vec<&FirstMove> =
                facts.first_moves.iter().filter(|first| Kind::of(&first.step) == kind).collect();
            let count = |code| of_kind.iter().filter(|first| first.step.value.code() == code).count();
            let counts = [of_kind.len(), count("win"), count("draw"), count("loss")];
            std::iter::once(kind.name(lang)).chain(counts.map(|count| count.to_string())).collect()
        }),
    );
    let all = table(
        &[
            t("move", "coup"),
            t("stacks after it", "piles après lui"),
            t("value for Light", "valeur pour les Clairs"),
            t("Dark's best reply", "meilleure réponse des Sombres"),
            t("replies that keep Dark's result", "réponses qui gardent le résultat des Sombres"),
        ],
        facts.first_moves.iter().map(|FirstMove { step, reply }| {
            let (keeping, legal) = (reply.keeping(), reply.moves.len());
            vec![
                code(&step.text),
                code(stacks(&step.after)),
                value(step.value, lang),
                code(&reply.text),
                say!(lang, "{keeping} of {legal}", "{keeping} sur {legal}"),
            ]
        }),
    );
    let heading = heading(facts, t("The first move", "Le premier coup"));
    let before = say!(
        lang,
        "Values are for Light and count plies from the start. Odd numbers end with a push by Light and even ones with a push by\n\
         Dark, be it the winner or the loser: a loser who makes the last push has no other move left.\n",
        "Les valeurs sont pour les Clairs et comptent les demi-coups depuis le début. Les nombres impairs finissent par une poussée\n\
         des Clairs, les pairs par une poussée des Sombres, gagnants ou perdants : à un perdant qui fait la dernière poussée il\n\
         ne reste pas d'autre coup.\n",
    );
    format!("{heading}{kinds}\n{}\n{before}\n{all}", lesson(&facts.first_moves, lang))
}

/// What the first moves have in common that win, if it is their kind.
fn lesson(first_moves: &[FirstMove], lang: Lang) -> String {
    let wins = |first: &&FirstMove| matches!(first.step.value, Value::Win(_));
    let mut winners = first_moves.iter().filter(wins).map(|first| Kind::of(&first.step));
    let Some(kind) = winners.next().filter(|kind| winners.all(|other| other == *kind)) else {
        return say!(lang, "No kind of move wins alone.\n", "Aucune sorte de coup n'est seule à gagner.\n");
    };
    let name = kind.name(lang);
    let all_win = first_moves.iter().filter(|first| Kind::of(&first.step) == kind).all(|first| wins(&first));
    if all_win {
        say!(lang, "Only {name} wins, and any of them does.\n", "Seul {name} gagne, et n'importe lequel.\n")
    } else {
        say!(lang, "Only {name} wins, and not every one.\n", "Seul {name} gagne, et pas n'importe lequel.\n")
    }
}

/// What sort of first move it is.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Push,
    /// A block put on a stack whose top is this player's.
    Onto(Player),
}

impl Kind {
    fn of(step: &Step) -> Kind {
        let top = target(&step.text).and_then(|slot| Rail::of(&step.before).top(slot));
        top.map_or(Kind::Push, Kind::Onto)
    }

    fn name(self, lang: Lang) -> String {
        match self {
            Kind::Push => say!(lang, "a push", "une poussée"),
            Kind::Onto(Player::P1) => {
                say!(lang, "a block onto the other light stack", "un bloc sur l'autre pile claire")
            }
            Kind::Onto(Player::P2) => say!(lang, "a block onto a dark stack", "un bloc sur une pile sombre"),
        }
    }
}

pub(super) fn principal_line(facts: &Facts, lang: Lang) -> String {
    let t = |en, fr| Text { en, fr }.get(lang);
    let heading = heading(facts, t("The principal line", "La variante principale"));
    let before = say!(
        lang,
        "Both sides play best: the winner hurries, the loser delays, and of equally good moves each takes the one that leaves\n\
         the opponent the fewest good replies. *Out* counts pallets out, Light's first; *left* are the plies to the end.\n",
        "Chacun joue au mieux : le gagnant se hâte, le perdant retarde, et de plusieurs coups aussi bons chacun prend celui qui\n\
         laisse à l'adversaire le moins de bonnes réponses. *Sortis* compte les palets sortis, ceux des Clairs d'abord ;\n\
         *reste* dit combien de demi-coups il reste.\n",
    );
    let head = [
        "",
        "",
        t("move", "coup"),
        t("stacks after it", "piles après lui"),
        t(">out", ">sortis"),
        t(">left", ">reste"),
        "",
    ];
    let rows = (1..).zip(&facts.line).map(|(number, step): (usize, &Step)| {
        let rail = Rail::of(&step.after);
        let left = step.value.distance().map_or_else(String::new, |plies| (plies - 1).to_string());
        vec![
            number.to_string(),
            player(step.mover, lang),
            code(&step.text),
            code(stacks(&step.after)),
            format!("{}–{}", rail.out(Player::P1), rail.out(Player::P2)),
            left,
            remark(step, lang),
        ]
    });
    format!("{heading}{before}\n{}", table(&head, rows))
}

fn stacks(position: &str) -> &str {
    position.split(' ').next().unwrap_or_default()
}

/// What happened in a move, and what choice there was.
fn remark(step: &Step, lang: Lang) -> String {
    let mut parts = events(step, lang);
    if !step.over || step.moves.len() == 1 {
        parts.push(choice(step, lang));
    }
    parts.join(Text { en: "; ", fr: " ; " }.get(lang))
}

fn events(step: &Step, lang: Lang) -> Vec<String> {
    let (before, after) = (Rail::of(&step.before), Rail::of(&step.after));
    let mut events = Vec::new();
    if step.text == "pass" {
        events.push(say!(lang, "no block to fill the gap", "pas de bloc pour remplir la case vide"));
    }
    if is_push(&step.text) {
        let whose = Player::BOTH.into_iter().find(|player| after.out(*player) > before.out(*player));
        events.push(match (whose, step.over) {
            (Some(Player::P1), false) => say!(lang, "a light pallet out", "un palet clair sort"),
            (Some(Player::P1), true) => {
                say!(
                    lang,
                    "**the sixth light pallet: Light has won**",
                    "**le sixième palet clair : les Clairs ont gagné**"
                )
            }
            (_, false) => say!(lang, "a dark pallet out", "un palet sombre sort"),
            (_, true) => {
                say!(
                    lang,
                    "**the sixth dark pallet: Dark has won**",
                    "**le sixième palet sombre : les Sombres ont gagné**"
                )
            }
        });
    }
    match (before.gap(), after.gap()) {
        (None, Some(slot)) if !step.over => {
            events.push(say!(lang, "slot {slot} is left empty", "la case {slot} reste vide"));
        }
        (Some(slot), None) => events.push(say!(lang, "fills slot {slot}", "remplit la case {slot}")),
        _ => {}
    }
    events
}

fn choice(step: &Step, lang: Lang) -> String {
    let (legal, keeping, equals) = (step.moves.len(), step.keeping(), step.equals());
    if legal == 1 {
        return say!(lang, "forced", "forcé");
    }
    match step.value {
        Value::Win(_) if keeping == 1 => {
            say!(lang, "the only one of {legal} moves that wins", "le seul de {legal} coups qui gagne")
        }
        Value::Win(_) => {
            let speed = match equals {
                _ if equals == legal => {
                    return say!(lang, "any move wins as fast", "tout coup gagne aussi vite");
                }
                1 => say!(lang, "this one fastest", "celui-ci le plus vite"),
                _ if equals == keeping => say!(lang, "all as fast", "tous aussi vite"),
                _ => say!(lang, "{equals} as fast", "{equals} aussi vite"),
            };
            say!(
                lang,
                "{keeping} of {legal} moves win, {speed}",
                "{keeping} coups sur {legal} gagnent, {speed}"
            )
        }
        Value::Draw if keeping == 1 => {
            say!(lang, "the only one of {legal} moves that draws", "le seul de {legal} coups qui annule")
        }
        Value::Draw => say!(lang, "{keeping} of {legal} moves draw", "{keeping} coups sur {legal} annulent"),
        Value::Loss(_) if equals == legal => say!(lang, "no move is better", "aucun coup n'est meilleur"),
        Value::Loss(_) if equals == 1 => say!(
            lang,
            "the one of {legal} moves that holds out longest",
            "de {legal} coups celui qui résiste le plus longtemps",
        ),
        Value::Loss(_) => say!(
            lang,
            "{equals} of {legal} moves hold out as long",
            "{equals} coups sur {legal} résistent aussi longtemps",
        ),
    }
}

pub(super) fn longest_win(facts: &Facts, lang: Lang) -> String {
    let longest = &facts.longest;
    let plies = longest.plies;
    let as_long = number(facts.all.won_in.last().copied().unwrap_or(0), lang);
    let position = longest.start.position_text();
    let winner = longest.start.turn().map_or_else(String::new, |turn| player(turn, lang));
    let image = picture(facts, "longest", lang);
    let reachable = facts.all_reachable.won_in.len().saturating_sub(1);
    let heading = heading(facts, Text { en: "The longest win", fr: "Le gain le plus long" }.get(lang));
    let words = say!(
        lang,
        "No position takes longer to win than {plies} plies, and {as_long} take that long. (Of those that can come about from\n\
         the start, the longest takes {reachable}.) This is one of them, `{position}`: {winner} is to move and wins.\n\n\
         ![{position}]({image})\n\n\
         Both at their best; `!` marks moves of the winner that are the only ones to win:\n",
        "Aucune position ne demande plus de {plies} demi-coups pour être gagnée, et {as_long} en demandent autant. (Parmi celles qui\n\
         peuvent naître du début, la plus longue en demande {reachable}.) En voici une, `{position}` : les {winner} ont le trait\n\
         et gagnent.\n\n\
         ![{position}]({image})\n\n\
         Chacun au mieux ; `!` marque les coups du gagnant qui sont les seuls à gagner :\n",
    );
    let pairs = longest.line.chunks(2).enumerate().map(|(index, pair)| {
        // A pair of moves stays together: its spaces are hidden while lines are broken.
        let moves: Vec<String> = pair.iter().map(marked).collect();
        format!("{}._{}", index + 1, moves.join("_"))
    });
    let pairs: Vec<String> = pairs.collect();
    let line = wrap(&pairs.join(" "), 100).join("\n").replace('_', " ");
    format!("{heading}{words}\n```text\n{line}\n```\n")
}

/// A move, marked if it was the only one to win.
fn marked(step: &Step) -> String {
    let only = matches!(step.value, Value::Win(_)) && step.keeping() == 1 && step.moves.len() > 1;
    if only { format!("{}!", step.text) } else { step.text.clone() }
}

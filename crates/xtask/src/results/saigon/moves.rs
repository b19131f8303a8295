//! First moves and lines.

use mekong_core::{Lang, Player, Value, say};
use mekong_terminal::render::wrap;

use super::{
    super::facts::{Facts, FirstMove, Step},
    code, heading, number, picture, player,
    rail::{Rail, is_push, target},
    table, value,
};

pub(super) fn first_moves(facts: &Facts, lang: Lang) -> String {
    let kinds = table(
        &[
            lang.pick("Light's first move", "premier coup des Clairs"),
            lang.pick(">moves", ">coups"),
            lang.pick(">win", ">gagnent"),
            lang.pick(">draw", ">annulent"),
            lang.pick(">lose", ">perdent"),
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
            lang.pick("move", "coup"),
            lang.pick("stacks after it", "piles après le coup"),
            lang.pick("value for Light", "valeur pour les Clairs"),
            lang.pick("Dark's best reply", "meilleure réponse des Sombres"),
            lang.pick("replies that keep Dark's result", "réponses qui gardent le résultat des Sombres"),
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
    let heading = heading(facts, lang.pick("The first move", "Le premier coup"));
    let before = say!(
        lang,
        "Values are given for Light, in plies from the start. Odd distances end with a push by Light, even ones with \
         a push by Dark;\n\
         the last push may be made by the loser, if no other move is left.\n",
        "Les valeurs sont données pour les Clairs, en demi-coups depuis le début. Les distances impaires finissent \
         par une poussée\n\
         des Clairs, les paires par une poussée des Sombres ; la dernière poussée peut être celle du perdant, s’il \
         n’a pas d’autre\n\
         coup.\n",
    );
    format!("{heading}{kinds}\n{}\n{before}\n{all}", lesson(&facts.first_moves, lang))
}

/// The common kind of the winning first moves, if there is one.
fn lesson(first_moves: &[FirstMove], lang: Lang) -> String {
    let wins = |first: &&FirstMove| matches!(first.step.value, Value::Win(_));
    let mut winners = first_moves.iter().filter(wins).map(|first| Kind::of(&first.step));
    let Some(kind) = winners.next().filter(|kind| winners.all(|other| other == *kind)) else {
        return say!(lang, "Several kinds of moves win.\n", "Plusieurs sortes de coups gagnent.\n");
    };
    let name = kind.name(lang);
    let all_win = first_moves.iter().filter(|first| Kind::of(&first.step) == kind).all(|first| wins(&first));
    if all_win {
        say!(
            lang,
            "Only {name} wins, and every such move does.\n",
            "Seul {name} gagne, et tous ces coups gagnent.\n"
        )
    } else {
        say!(
            lang,
            "Only {name} wins, but not every such move.\n",
            "Seul {name} gagne, mais pas tous ces coups.\n"
        )
    }
}

/// The kind of a first move.
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
                say!(lang, "a block onto the other light stack", "un bloc sur l’autre pile claire")
            }
            Kind::Onto(Player::P2) => say!(lang, "a block onto a dark stack", "un bloc sur une pile sombre"),
        }
    }
}

pub(super) fn principal_line(facts: &Facts, lang: Lang) -> String {
    let heading = heading(facts, lang.pick("The principal variation", "La variante principale"));
    let before = say!(
        lang,
        "Both sides play best: the winner takes the shortest way, the loser the longest, and between equal moves \
         each chooses the one\n\
         that leaves the opponent the fewest good replies. *Out* counts pallets out, Light's first; *left* is the \
         number of plies to\n\
         the end.\n",
        "Chacun joue au mieux : le gagnant prend le chemin le plus court, le perdant le plus long, et entre des \
         coups égaux chacun\n\
         choisit celui qui laisse à l’adversaire le moins de bonnes réponses. *Sortis* compte les palets sortis, \
         ceux des Clairs\n\
         d’abord ; *reste* est le nombre de demi-coups jusqu’à la fin.\n",
    );
    let head = [
        "",
        "",
        lang.pick("move", "coup"),
        lang.pick("stacks after it", "piles après le coup"),
        lang.pick(">out", ">sortis"),
        lang.pick(">left", ">reste"),
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

/// A comment on a move and its alternatives.
fn remark(step: &Step, lang: Lang) -> String {
    let mut parts = events(step, lang);
    if !step.over || step.moves.len() == 1 {
        parts.push(choice(step, lang));
    }
    parts.join(lang.pick("; ", " ; "))
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
                    "**le sixième palet clair : les Clairs ont gagné**"
                )
            }
            (_, false) => say!(lang, "a dark pallet out", "un palet sombre sort"),
            (_, true) => {
                say!(
                    lang,
                    "**the sixth dark pallet: Dark has won**",
                    "**le sixième palet sombre : les Sombres ont gagné**"
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
        Value::Loss(_) if equals == legal => say!(lang, "no move is better", "aucun coup n’est meilleur"),
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
    let heading = heading(facts, lang.pick("The longest win", "Le gain le plus long"));
    let words = say!(
        lang,
        "The longest win takes {plies} plies; {as_long} positions are won in that number. (Among the positions \
         reachable from the\n\
         start, the longest win takes {reachable}.) An example is `{position}`: {winner} is to move and wins.\n\n\
         ![{position}]({image})\n\n\
         Best play; `!` marks the only winning move:\n",
        "Le gain le plus long demande {plies} demi-coups ; {as_long} positions en demandent autant. (Parmi les \
         positions accessibles\n\
         depuis le début, le plus long en demande {reachable}.) Un exemple est `{position}` : les {winner} ont le \
         trait et\n\
         gagnent.\n\n\
         ![{position}]({image})\n\n\
         Meilleur jeu ; `!` marque le seul coup gagnant :\n",
    );
    let pairs = longest.line.chunks(2).enumerate().map(|(index, pair)| {
        // Keep pairs of moves on one line: underscores become spaces after wrapping.
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

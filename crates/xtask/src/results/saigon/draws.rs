//! The drawn positions, and why they are drawn.

use mekong_core::{Lang, Player, Value, say};

use super::{
    super::facts::{Cycle, Facts, Step},
    code, heading, number, paragraph, percent, picture, player,
    rail::{Rail, is_push},
    table,
};

pub(super) fn draws(facts: &Facts, lang: Lang) -> String {
    let heading = heading(facts, lang.pick("The draws", "Les nulles"));
    let Some(example) = facts.cycles.first() else {
        let none = say!(lang, "No position is drawn.\n", "Aucune position n’est nulle.\n");
        return format!("{heading}{none}");
    };
    let (where_they_are, why) = (where_drawn(facts, lang), why(facts, lang));
    format!("{heading}{where_they_are}\n{why}\n{}\n{}", list(facts, lang), show(facts, example, lang))
}

fn where_drawn(facts: &Facts, lang: Lang) -> String {
    let tiers: Vec<String> = facts
        .tiers
        .iter()
        .filter(|tier| tier.counts.draws > 0)
        .map(|tier| format!("{} ({})", tier.label, number(tier.counts.draws, lang)))
        .collect();
    let tiers = tiers.join(", ");
    let drawn = facts.tiers.iter().filter(|tier| tier.counts.draws > 0);
    let fewest = drawn.filter_map(|tier| pallets(&tier.label)).min().unwrap_or(0);
    let draws = number(facts.all.draws, lang);
    let share = percent(facts.all.draws, facts.all.total(), lang);
    let reachable = number(facts.all_reachable.draws, lang);
    paragraph(&say!(
        lang,
        "{draws} positions, {share} of all, are drawn; {reachable} of them are reachable from the start. By tier, \
         with the pallets of the player to move first: {tiers}. With fewer than {fewest} pallets on the rail there \
         is always a winner.",
        "{draws} positions, {share} de toutes, sont nulles ; {reachable} d’entre elles sont accessibles depuis le \
         début. Par tranche, avec d’abord les palets du joueur au trait : {tiers}. Avec moins de {fewest} palets sur \
         le rail, il y a toujours un gagnant.",
    ))
}

/// The pallets on the rail of a tier.
fn pallets(label: &str) -> Option<usize> {
    let (mine, theirs) = label.split_once('-')?;
    Some(mine.parse::<usize>().ok()? + theirs.parse::<usize>().ok()?)
}

fn why(facts: &Facts, lang: Lang) -> String {
    let cycles = facts.cycles.len();
    let positions: usize = facts.cycles.iter().map(|cycle| cycle.positions).sum();
    say!(
        lang,
        "In a drawn position at least one move leads to another drawn position, and no move is better. Since there \
         are finitely\n\
         many of them, keeping the draw eventually leads into a cycle. Up to mirror images and swapped colours there \
         are only\n\
         **{cycles} cycles**, with {positions} positions in total; all other drawn positions lead into one of them. \
         The table\n\
         lists the cycles, each with the position that offers the fewest alternatives; the last column gives the \
         number of plies\n\
         after which the position recurs, and how many of the moves keep the draw at each of them:\n",
        "Dans une position nulle, un coup au moins mène à une autre position nulle, et aucun ne fait mieux. Comme \
         elles sont en\n\
         nombre fini, garder la nulle finit par mener à un cycle. Aux images en miroir et à l’échange des couleurs \
         près, il n’y a que\n\
         **{cycles} cycles**, de {positions} positions en tout ; toutes les autres positions nulles mènent à l’un \
         d’eux. Le tableau\n\
         donne les cycles, chacun avec la position qui offre le moins de choix ; la dernière colonne indique après \
         combien de\n\
         demi-coups la position revient, et combien de coups gardent la nulle à chaque fois :\n",
    )
}

fn list(facts: &Facts, lang: Lang) -> String {
    let head = [
        lang.pick("a position of the cycle", "une position du cycle"),
        lang.pick(">light, dark on the rail", ">clairs, sombres sur le rail"),
        lang.pick(">positions", ">positions"),
        lang.pick("back in", "revient en"),
    ];
    table(
        &head,
        facts.cycles.iter().map(|cycle| {
            let position = cycle.start.position_text();
            let rail = Rail::of(&position);
            let on_rail = Player::BOTH.map(|player| rail.on_rail(player).to_string()).join(", ");
            let plies = cycle.round.len();
            let choices: Vec<String> = cycle
                .round
                .iter()
                .map(|step| {
                    let (keeping, legal) = (step.keeping(), step.moves.len());
                    say!(lang, "{keeping} of {legal}", "{keeping} sur {legal}")
                })
                .collect();
            let choices = choices.join(", ");
            let back = say!(lang, "{plies} plies: {choices}", "{plies} demi-coups : {choices}");
            vec![code(&position), on_rail, cycle.positions.to_string(), back]
        }),
    )
}

/// One round of a cycle, with the consequences of leaving it.
fn show(facts: &Facts, cycle: &Cycle, lang: Lang) -> String {
    let position = cycle.start.position_text();
    let image = picture(facts, "draw", lang);
    let plies = cycle.round.len();
    let before = say!(
        lang,
        "The first cycle, from `{position}`:\n\n\
         ![{position}]({image})\n",
        "Le premier cycle, à partir de `{position}` :\n\n\
         ![{position}]({image})\n",
    );
    let steps = table(
        &[
            lang.pick("position", "position"),
            lang.pick("to move", "trait"),
            lang.pick("drawing move", "coup qui annule"),
            lang.pick("other moves", "autres coups"),
        ],
        cycle.round.iter().map(|step| {
            vec![code(&step.before), player(step.mover, lang), code(&step.text), others(step, lang)]
        }),
    );
    let mut after = say!(
        lang,
        "After {plies} plies the position recurs. ",
        "Après {plies} demi-coups la position revient. ",
    );
    let pushes_lose = cycle
        .round
        .iter()
        .flat_map(|step| &step.moves)
        .all(|(text, value)| !is_push(text) || matches!(value, Value::Loss(_)));
    if pushes_lose {
        after += &say!(
            lang,
            "Both pushes lose in each of these positions, so both players make waiting moves, carrying a block from \
             one slot to\n\
             another and back. ",
            "Les deux poussées perdent dans chacune de ces positions ; les deux joueurs font donc des coups \
             d’attente, en portant un\n\
             bloc d’une case à une autre et retour. ",
        );
    }
    if cycle.round.iter().all(|step| step.keeping() == 1) {
        after += &say!(
            lang,
            "Each has only one waiting move: any other move loses. ",
            "Chacun n’a qu’un coup d’attente : tout autre coup perd. ",
        );
    }
    after += &say!(
        lang,
        "When the position occurs for the third time, the game is a draw.",
        "Quand la position se produit pour la troisième fois, la partie est nulle.",
    );
    format!("{before}\n{steps}\n{}", paragraph(&after))
}

/// The results of the other moves, and how many of them keep the draw.
fn others(step: &Step, lang: Lang) -> String {
    let legal = step.moves.len();
    let as_good = step.keeping() - 1;
    let losing: Vec<u16> = step
        .moves
        .iter()
        .filter(|(_, value)| matches!(value, Value::Loss(_)))
        .filter_map(|(_, value)| value.distance())
        .collect();
    let count = losing.len();
    let mut parts = vec![say!(lang, "{legal} moves: 1 draws", "{legal} coups : 1 annule")];
    if as_good > 0 {
        parts.push(say!(lang, "{as_good} draw as well", "{as_good} annulent aussi"));
    }
    if let (Some(min), Some(max)) = (losing.iter().min(), losing.iter().max()) {
        parts.push(say!(
            lang,
            "{count} lose (in {min} to {max} plies)",
            "{count} perdent (en {min} à {max} demi-coups)",
        ));
    }
    parts.join(", ")
}

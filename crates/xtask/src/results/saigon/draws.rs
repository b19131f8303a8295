//! The drawn positions, and why they are drawn.

use mekong_core::{Lang, Player, Text, Value, say};

use super::{
    super::facts::{Circle, Facts, Step},
    code, heading, number, paragraph, percent, picture, player,
    rail::{Rail, is_push},
    table,
};

pub(super) fn draws(facts: &Facts, lang: Lang) -> String {
    let heading = heading(facts, Text { en: "The draws", fr: "Les nulles" }.get(lang));
    let Some(example) = facts.circles.first() else {
        let none = say!(lang, "No position is drawn.\n", "Aucune position n'est nulle.\n");
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
        "{draws} positions, {share} of all, are drawn; {reachable} of them can come about from the start. By the pallets on the \
         rail, those of the player to move first: {tiers}. With fewer than {fewest} pallets on the rail somebody always wins.",
        "{draws} positions, {share} de toutes, sont nulles ; {reachable} d'entre elles peuvent naître du début. Selon les palets \
         sur le rail, d'abord ceux de qui a le trait : {tiers}. Avec moins de {fewest} palets sur le rail, il y a toujours un \
         gagnant.",
    ))
}

/// The pallets on the rail of a tier.
fn pallets(label: &str) -> Option<usize> {
    let (mine, theirs) = label.split_once('-')?;
    Some(mine.parse::<usize>().ok()? + theirs.parse::<usize>().ok()?)
}

fn why(facts: &Facts, lang: Lang) -> String {
    let circles = facts.circles.len();
    let positions: usize = facts.circles.iter().map(|circle| circle.positions).sum();
    say!(
        lang,
        "Why are they drawn? In a drawn position some move leads to another drawn position, and every other move is no better. As\n\
         there are only so many of them, whoever keeps a draw goes round in a circle in the end. Up to mirror images and\n\
         exchanged colours there are only **{circles} circles**, of {positions} positions together. All other drawn positions\n\
         are ways into one of them. These are the circles, each seen from the position where the players have the least\n\
         choice; the last column says in how many plies the same position is back, and how many of the moves keep\n\
         the draw at each of them:\n",
        "Pourquoi sont-elles nulles ? Dans une position nulle, un coup au moins mène à une autre position nulle, et aucun ne fait\n\
         mieux. Comme elles sont en nombre fini, qui garde la nulle finit par tourner en rond. Aux images en miroir et à\n\
         l'échange des couleurs près, il n'y a que **{circles} cercles**, de {positions} positions en tout. Toutes les autres\n\
         positions nulles sont des chemins vers l'un d'eux. Voici les cercles, chacun vu de la position où les joueurs ont le\n\
         moins de choix ; la dernière colonne dit en combien de demi-coups la même position revient, et combien de coups gardent la\n\
         nulle à chaque fois :\n",
    )
}

fn list(facts: &Facts, lang: Lang) -> String {
    let t = |en, fr| Text { en, fr }.get(lang);
    let head = [
        t("a position of the circle", "une position du cercle"),
        t(">light, dark on the rail", ">clairs, sombres sur le rail"),
        t(">positions", ">positions"),
        t("back in", "revient en"),
    ];
    table(
        &head,
        facts.circles.iter().map(|circle| {
            let position = circle.start.position_text();
            let rail = Rail::of(&position);
            let on_rail = Player::BOTH.map(|player| rail.on_rail(player).to_string()).join(", ");
            let plies = circle.round.len();
            let choices: Vec<String> = circle
                .round
                .iter()
                .map(|step| {
                    let (keeping, legal) = (step.keeping(), step.moves.len());
                    say!(lang, "{keeping} of {legal}", "{keeping} sur {legal}")
                })
                .collect();
            let choices = choices.join(", ");
            let back = say!(lang, "{plies} plies: {choices}", "{plies} demi-coups : {choices}");
            vec![code(&position), on_rail, circle.positions.to_string(), back]
        }),
    )
}

/// Once round a circle, with what happens to those who leave it.
fn show(facts: &Facts, circle: &Circle, lang: Lang) -> String {
    let t = |en, fr| Text { en, fr }.get(lang);
    let position = circle.start.position_text();
    let image = picture(facts, "draw", lang);
    let plies = circle.round.len();
    let before = say!(
        lang,
        "The first of them, `{position}`, once round:\n\n![{position}]({image})\n",
        "Le premier, `{position}`, une fois le tour :\n\n![{position}]({image})\n",
    );
    let steps = table(
        &[
            t("position", "position"),
            t("to move", "trait"),
            t("move that holds", "coup qui tient"),
            t("and the others", "et les autres"),
        ],
        circle.round.iter().map(|step| {
            vec![code(&step.before), player(step.mover, lang), code(&step.text), others(step, lang)]
        }),
    );
    let mut after = say!(
        lang,
        "After {plies} plies the rail is as it was. ",
        "Après {plies} demi-coups le rail est comme avant. ",
    );
    let pushes_lose = circle
        .round
        .iter()
        .flat_map(|step| &step.moves)
        .all(|(text, value)| !is_push(text) || matches!(value, Value::Loss(_)));
    if pushes_lose {
        after += &say!(
            lang,
            "Both pushes lose in each of these positions, so both players wait, and each can wait only by carrying a block from one\n\
             slot to another and back. ",
            "Les deux poussées perdent dans chacune de ces positions ; les deux joueurs attendent donc, et chacun ne peut attendre\n\
             qu'en portant un bloc d'une case à une autre et retour. ",
        );
    }
    if circle.round.iter().all(|step| step.keeping() == 1) {
        after += &say!(
            lang,
            "There is only one way to wait at each turn: any other move loses. ",
            "À chaque tour il n'y a qu'une façon d'attendre : tout autre coup perd. ",
        );
    }
    after += &say!(
        lang,
        "When the position is there for the third time, the game is a draw.",
        "Quand la position est là pour la troisième fois, la partie est nulle.",
    );
    format!("{before}\n{steps}\n{}", paragraph(&after))
}

/// What becomes of the moves that do not keep the draw, and how many keep it as well.
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
    let mut parts = vec![say!(lang, "{legal} moves: 1 draws", "{legal} coups : 1 annule")];
    if as_good > 0 {
        parts.push(say!(lang, "{as_good} draw as well", "{as_good} annulent aussi"));
    }
    if let (Some(least), Some(most)) = (losing.iter().min(), losing.iter().max()) {
        parts.push(say!(
            lang,
            "{count} lose (in {least} to {most} plies)",
            "{count} perdent (en {least} à {most} demi-coups)",
        ));
    }
    parts.join(", ")
}

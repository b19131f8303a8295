//! Counts, and how they came about.

use mekong_core::{Lang, Text, say};
use mekong_solver::Counts;

use super::{super::facts::Facts, heading, number, percent, picture, rule_name, table};

pub(super) fn plot_title(facts: &Facts, lang: Lang) -> String {
    let rule = rule_name(facts, lang).replace('`', "");
    say!(lang, "Saigon, {rule}: how far the end is", "Saigon, {rule} : combien de demi-coups jusqu'à la fin")
}

pub(super) fn distances(facts: &Facts, lang: Lang) -> String {
    let heading =
        heading(facts, Text { en: "How long games last", fr: "Combien de temps dure une partie" }.get(lang));
    let title = plot_title(facts, lang);
    let image = picture(facts, "distances", lang);
    let median = median(&facts.all);
    let decided = facts.all.wins + facts.all.losses;
    let by_loser = pushed_by_loser(&facts.all);
    let (count, share) = (number(by_loser, lang), percent(by_loser, decided, lang));
    let words = say!(
        lang,
        "![{title}]({image})\n\n\
         From half of the decided positions, best play takes at most {median} plies. From {count} of them ({share}) it is\n\
         the loser who makes the last push, with no other move left.\n",
        "![{title}]({image})\n\n\
         Depuis la moitié des positions décidées, le meilleur jeu demande {median} demi-coups au plus. Depuis {count} d'entre elles\n\
         ({share}), c'est le perdant qui fait la dernière poussée, faute d'autre coup.\n",
    );
    format!("{heading}{words}")
}

/// The least distance that half of the decided positions do not exceed.
fn median(counts: &Counts) -> usize {
    let at = |distances: &[u64], plies: usize| distances.get(plies).copied().unwrap_or(0);
    let half = (counts.wins + counts.losses).div_ceil(2);
    let mut so_far = 0;
    (0..)
        .find(|&plies| {
            so_far += at(&counts.won_in, plies) + at(&counts.lost_in, plies);
            so_far >= half
        })
        .unwrap_or(0)
}

/// Turns alternate, so the distance tells who makes the last move.
fn pushed_by_loser(counts: &Counts) -> u64 {
    let won: u64 = counts.won_in.iter().step_by(2).sum();
    let lost: u64 = counts.lost_in.iter().skip(1).step_by(2).sum();
    won + lost
}

pub(super) fn tiers(facts: &Facts, lang: Lang) -> String {
    let t = |en, fr| Text { en, fr }.get(lang);
    let heading = heading(facts, t("Counts", "Les comptes"));
    let words = say!(
        lang,
        "A tier is the pallets on the rail: those of the player to move, then the opponent's. *Stored* are the values in the\n\
         table: a rail and its mirror image share one, and a rail with an empty slot needs none.\n",
        "Un étage, ce sont les palets sur le rail : ceux de qui a le trait, puis ceux de l'adversaire. *Stockées* compte les\n\
         valeurs de la table : un rail et son image en miroir n'en font qu'une, et un rail avec une case vide n'en demande pas.\n",
    );
    let head = [
        t("tier", "étage"),
        t(">stored", ">stockées"),
        ">positions",
        t(">wins", ">gagnées"),
        t(">draws", ">nulles"),
        t(">losses", ">perdues"),
        t(">longest win", ">gain le plus long"),
        t(">from the start", ">nées du début"),
    ];
    let row = |label: &str, stored: usize, counts: &Counts, reachable: &Counts| {
        let longest = counts.won_in.len().saturating_sub(1) as u64;
        let numbers = [
            stored as u64,
            counts.total(),
            counts.wins,
            counts.draws,
            counts.losses,
            longest,
            reachable.total(),
        ];
        std::iter::once(label.to_owned())
            .chain(numbers.map(|count| number(count, lang)))
            .collect::<Vec<String>>()
    };
    let rows = facts.tiers.iter().zip(&facts.reachable);
    let rows = rows.map(|(tier, reachable)| row(&tier.label, tier.stored, &tier.counts, reachable));
    let stored = facts.tiers.iter().map(|tier| tier.stored).sum();
    let all = row(t("**all**", "**tout**"), stored, &facts.all, &facts.all_reachable);
    format!("{heading}{words}\n{}", table(&head, rows.chain([all])))
}

pub(super) fn proof(all: &[Facts], lang: Lang) -> String {
    let t = |en, fr| Text { en, fr }.get(lang);
    let words = say!(
        lang,
        "## How this was computed and proved\n\n\
         The solver works backwards from the ends of games: positions won in 1, lost in 2, won in 3 and so on; what is left\n\
         over when nothing more can be decided is drawn. Then a verifier, which shares with the solver nothing but the rules\n\
         and the numbering of positions, goes through every stored value and derives it again from those of the positions\n\
         that can follow. Since distances go down to the end of the game, that is a proof by induction: a win in *d* has a\n\
         move to a loss in *d* − 1, a loss has only moves to wins, and in a draw nobody has a move to a position that is\n\
         lost for the opponent. This page was written after both tables passed.\n",
        "## Comment cela a été calculé et prouvé\n\n\
         Le programme part des fins de partie et remonte : positions gagnées en 1, perdues en 2, gagnées en 3 et ainsi de\n\
         suite ; ce qui reste quand on ne peut plus rien décider est nul. Puis un vérificateur, qui n'a en commun avec lui que\n\
         les règles et la numérotation des positions, reprend chaque valeur et la retrouve à partir de celles des positions\n\
         qui peuvent suivre. Comme les distances descendent jusqu'à la fin de la partie, c'est une preuve par récurrence : un\n\
         gain en *d* a un coup vers une perte en *d* − 1, une perte n'a que des coups vers des gains, et dans une nulle aucun\n\
         coup ne mène à une position perdue pour l'adversaire. Cette page a été écrite après que les deux tables ont passé\n\
         l'épreuve.\n",
    );
    let rows = all.iter().map(|facts| {
        let verified = facts.verified;
        let counts = [verified.places, verified.positions, verified.moves].map(|count| number(count, lang));
        let digest = format!("`{}`", facts.digest);
        std::iter::once(rule_name(facts, lang)).chain(counts).chain([digest]).collect()
    });
    let head = [
        t("push rule", "règle de poussée"),
        t(">values proved", ">valeurs prouvées"),
        t(">for positions", ">pour des positions"),
        t(">by moves", ">par des coups"),
        t("SHA-256 of the values", "SHA-256 des valeurs"),
    ];
    let after = say!(
        lang,
        "The values of rails with an empty slot are not stored: they are those of the best move, which always comes to a rail\n\
         without one. To do all of it again:\n\n\
         ```sh\n\
         mekong solve saigon --out saigon.table\n\
         mekong verify saigon saigon.table\n\
         mekong solve saigon --variant flat --out flat.table\n\
         mekong verify saigon flat.table\n\
         cargo xtask results saigon --out docs/results\n\
         ```\n\n\
         `mekong probe saigon` tells the value of any position and of every move in it.\n",
        "Les valeurs des rails avec une case vide ne sont pas stockées : ce sont celles du meilleur coup, qui finit toujours par\n\
         mener à un rail sans case vide. Pour tout refaire :\n\n\
         ```sh\n\
         mekong solve saigon --out saigon.table\n\
         mekong verify saigon saigon.table\n\
         mekong solve saigon --variant flat --out flat.table\n\
         mekong verify saigon flat.table\n\
         cargo xtask results saigon --out docs/results\n\
         ```\n\n\
         `mekong probe saigon` dit la valeur de n'importe quelle position et de chaque coup.\n",
    );
    format!("{words}\n{}\n{after}", table(&head, rows))
}

//! Counts, and how they were computed.

use mekong_core::{Lang, say};
use mekong_solver::Counts;

use super::{super::facts::Facts, heading, number, percent, picture, rule_name, table};

pub(super) fn plot_title(facts: &Facts, lang: Lang) -> String {
    let rule = rule_name(facts, lang).replace('`', "");
    say!(
        lang,
        "Saigon, {rule}: positions by distance to the end",
        "Saigon, {rule} : positions selon la distance à la fin"
    )
}

pub(super) fn distances(facts: &Facts, lang: Lang) -> String {
    let heading = heading(facts, lang.pick("How long games last", "Combien de temps dure une partie"));
    let title = plot_title(facts, lang);
    let image = picture(facts, "distances", lang);
    let median = median(&facts.all);
    let decided = facts.all.wins + facts.all.losses;
    let by_loser = pushed_by_loser(&facts.all);
    let (count, share) = (number(by_loser, lang), percent(by_loser, decided, lang));
    let words = say!(
        lang,
        "![{title}]({image})\n\n\
         The median distance of the decided positions is {median} plies. In {count} of them ({share}) the loser \
         makes the last\n\
         push, because no other move is left.\n",
        "![{title}]({image})\n\n\
         Depuis la moitié des positions décidées, le meilleur jeu demande {median} demi-coups au plus. Depuis {count} d’entre elles\n\
         ({share}), c’est le perdant qui fait la dernière poussée, faute d’autre coup.\n",
    );
    format!("{heading}{words}")
}

/// The median distance of the decided positions.
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

/// Turns alternate, so the parity of the distance determines who makes the last move.
fn pushed_by_loser(counts: &Counts) -> u64 {
    let won: u64 = counts.won_in.iter().step_by(2).sum();
    let lost: u64 = counts.lost_in.iter().skip(1).step_by(2).sum();
    won + lost
}

pub(super) fn tiers(facts: &Facts, lang: Lang) -> String {
    let heading = heading(facts, lang.pick("Counts", "Les comptes"));
    let words = say!(
        lang,
        "A tier is the number of pallets on the rail: the player to move's, then the opponent's. *Stored* counts the \
         values in the\n\
         table: a rail and its mirror image share one, and a rail with an empty slot needs none.\n",
        "Une tranche est le nombre de palets sur le rail : ceux du joueur au trait, puis ceux de l’adversaire. \
         *Stockées* compte les\n\
         valeurs de la table : un rail et son image en miroir en partagent une, et un rail avec une case vide n’en a \
         pas besoin.\n",
    );
    let head = [
        lang.pick("tier", "tranche"),
        lang.pick(">stored", ">stockées"),
        ">positions",
        lang.pick(">wins", ">gagnées"),
        lang.pick(">draws", ">nulles"),
        lang.pick(">losses", ">perdues"),
        lang.pick(">longest win", ">gain le plus long"),
        lang.pick(">reachable", ">accessibles"),
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
    let all = row(lang.pick("**all**", "**tout**"), stored, &facts.all, &facts.all_reachable);
    format!("{heading}{words}\n{}", table(&head, rows.chain([all])))
}

/// The commands that compute, verify and write the results.
const REPRODUCE: &str = "\
```sh
mekong solve saigon --out saigon.table
mekong verify saigon saigon.table
mekong solve saigon --variant flat --out flat.table
mekong verify saigon flat.table
cargo xtask results saigon --out docs/results
```
";

pub(super) fn proof(all: &[Facts], lang: Lang) -> String {
    let words = say!(
        lang,
        "## How this was computed and proved\n\n\
         The solver works backwards from the ends of games: positions won in 1, lost in 2, won in 3 and so on; the \
         positions that\n\
         remain undecided are drawn. A verifier, which shares only the rules, the index of positions and the value codes \
         with the solver,\n\
         then derives every stored value again from the values of the successors. Since distances decrease towards \
         the end of\n\
         the game, this is a proof by induction: a win in *d* has a move to a loss in *d* − 1, a loss has only moves \
         to\n\
         wins, and a draw has no move to a position that is lost for the opponent. This page was generated after \
         both tables\n\
         had been verified.\n",
        "## Comment cela a été calculé et prouvé\n\n\
         Le programme part des fins de partie et remonte : positions gagnées en 1, perdues en 2, gagnées en 3 et ainsi de\n\
         suite ; ce qui reste quand on ne peut plus rien décider est nul. Puis un vérificateur, qui n’a en commun avec lui que\n\
         les règles, l’indexation des positions et le codage des valeurs, reprend chaque valeur et la retrouve à partir de celles des positions\n\
         qui peuvent suivre. Comme les distances descendent jusqu’à la fin de la partie, c’est une preuve par récurrence : un\n\
         gain en *d* a un coup vers une perte en *d* − 1, une perte n’a que des coups vers des gains, et dans une nulle aucun\n\
         coup ne mène à une position perdue pour l’adversaire. Cette page a été écrite après que les deux tables ont été\n\
         vérifiées.\n",
    );
    let rows = all.iter().map(|facts| {
        let verified = facts.verified;
        let counts = [verified.values, verified.positions, verified.moves].map(|count| number(count, lang));
        let digest = format!("`{}`", facts.digest);
        std::iter::once(rule_name(facts, lang)).chain(counts).chain([digest]).collect()
    });
    let head = [
        lang.pick("push rule", "règle de poussée"),
        lang.pick(">values proved", ">valeurs prouvées"),
        lang.pick(">for positions", ">pour des positions"),
        lang.pick(">by moves", ">par des coups"),
        lang.pick("SHA-256 of the values", "SHA-256 des valeurs"),
    ];
    let after = say!(
        lang,
        "The values of rails with an empty slot are not stored: they equal the value of the best move, which \
         eventually leads to a\n\
         rail without one. To reproduce the results:\n\n\
         {REPRODUCE}\n\
         `mekong probe saigon` prints the value of any position and of each move.\n",
        "Les valeurs des rails avec une case vide ne sont pas stockées : ce sont celles du meilleur coup, qui finit \
         toujours par\n\
         mener à un rail sans case vide. Pour reproduire les résultats :\n\n\
         {REPRODUCE}\n\
         `mekong probe saigon` affiche la valeur de n’importe quelle position et de chaque coup.\n",
    );
    format!("{words}\n{}\n{after}", table(&head, rows))
}

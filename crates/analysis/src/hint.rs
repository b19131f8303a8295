use mekong_catalog::Session;
use mekong_core::{CancelToken, Explain, Lang, Outcome, say};
use mekong_engine::Plan;
use mekong_players::Searcher;

use crate::{Worth, words::worth_and_certainty};

/// How many moves of a line are told where nothing is proven.
const SHOWN: usize = 8;

/// Help for the player to move.
#[derive(Clone, PartialEq, Debug)]
pub struct Hint {
    /// How the text of the best move begins: enough to narrow the choice down, not enough to end it.
    pub beginning: String,
    /// The best move, and how the game would go on.
    pub line: Vec<String>,
    /// What it is worth for the player to move.
    pub worth: Worth,
    /// How the game ends if the line is played, if that is how far it goes.
    pub end: Option<Outcome>,
}

/// Thinks of the best move; `None` if the game is over or it was stopped.
pub fn hint(
    searcher: &Searcher,
    session: &Session,
    plan: impl Into<Plan>,
    cancel: &CancelToken,
) -> Option<Hint> {
    let result = searcher.search(session, plan, cancel, &mut |_| {});
    if cancel.is_cancelled() {
        return None;
    }
    let line = result.lines.first()?;
    let mut end = session.clone();
    line.moves.iter().try_for_each(|text| end.play(text)).ok();
    Some(Hint {
        end: end.outcome(),
        beginning: beginning(line.moves.first()?, &session.legal()),
        worth: Worth::of_line(searcher, &result, line),
        line: line.moves.clone(),
    })
}

/// The shortest beginning of a move that leaves at most a quarter of the legal moves, and still more than one if
/// any beginning does. In every game of ours moves begin with where the piece is.
fn beginning(best: &str, legal: &[String]) -> String {
    let left = |beginning: &str| legal.iter().filter(|text| text.starts_with(beginning)).count();
    let beginnings = best.char_indices().skip(1).map(|(end, _)| &best[..end]);
    let several: Vec<&str> = beginnings.take_while(|beginning| left(beginning) > 1).collect();
    let narrow = several.iter().find(|beginning| left(beginning) * 4 <= legal.len());
    let narrow = narrow.or(several.last()).copied();
    narrow.unwrap_or_else(|| &best[..best.chars().next().map_or(0, char::len_utf8)]).to_owned()
}

impl Hint {
    /// Where to look, without the answer.
    #[must_use]
    pub fn first(&self, lang: Lang) -> String {
        let beginning = &self.beginning;
        say!(lang, "the best move begins with {beginning}", "le meilleur coup commence par {beginning}",)
    }
}

impl Explain for Hint {
    /// The answer: the best move, what it is worth, and how the game would go on.
    fn explain(&self, lang: Lang) -> String {
        let worth = worth_and_certainty(&self.worth, lang);
        let best = self.line.first().map_or("", String::as_str);
        let is_whole = self.worth.proven || self.end.is_some();
        let length = if is_whole { self.line.len() } else { self.line.len().min(SHOWN) };
        let line = self.line[..length].join(" ");
        // A line that does not lead to the end of the game is not all there is.
        let end = self.end.map_or_else(|| " …".to_owned(), |end| format!(" ({})", end.explain(lang)));
        say!(
            lang,
            "the best move is {best} ({worth}): {line}{end}",
            "le meilleur coup est {best} ({worth}) : {line}{end}",
        )
    }
}

#[cfg(test)]
mod tests {
    use super::beginning;

    #[test]
    fn a_hint_narrows_the_choice_and_does_not_end_it() {
        let legal = |texts: &str| texts.split(' ').map(str::to_owned).collect::<Vec<_>>();
        let siam = legal("@a1E @a1N @b1N @c1N a2a3E a2a3N a2b2N a2N b4b5S c1c2 c1E c1W");
        assert_eq!(beginning("a2a3E", &siam), "a2a");
        assert_eq!(beginning("c1W", &siam), "c");
        assert_eq!(beginning("pl", &legal("pl pr 1-2x1")), "p");
        assert_eq!(beginning("pass", &legal("pass")), "p");
        assert_eq!(beginning("b4b5S", &siam), "b");
    }
}

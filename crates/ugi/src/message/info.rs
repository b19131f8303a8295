use std::{fmt, time::Duration};

use mekong_players::UciScore;

/// An `info` line of a running search. Every part may be missing.
///
/// ```
/// use mekong_players::UciScore;
/// use mekong_ugi::Info;
///
/// let info = Info::parse("depth 9 score mate -4 proven nodes 1234 pv @c1N @c5S");
/// assert_eq!((info.score, info.proven), (Some(UciScore::Mate(-4)), Some(true)));
/// assert_eq!(info.to_string(), "info depth 9 nodes 1234 score mate -4 proven pv @c1N @c5S");
/// ```
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Info {
    /// Plies searched.
    pub depth: Option<u32>,
    /// The selective depth: the longest line searched.
    pub seldepth: Option<u32>,
    /// Which of several lines this is, from 1, the best.
    pub multipv: Option<u32>,
    /// Nodes searched.
    pub nodes: Option<u64>,
    /// Nodes per second.
    pub nps: Option<u64>,
    /// How full the transposition table is, in permille.
    pub hashfull: Option<u32>,
    /// The time spent; sent in whole milliseconds.
    pub time: Option<Duration>,
    /// The score for the player to move: `score cp` or `score mate`.
    pub score: Option<UciScore>,
    /// Whether the score is `proven` or `estimated`. These keywords and `margin` are extensions that other programs
    /// skip.
    pub proven: Option<bool>,
    /// The proven final margin in points for the player to move: `margin`.
    pub margin: Option<i32>,
    /// The principal variation.
    pub moves: Vec<String>,
    /// A message for the user.
    pub string: Option<String>,
}

impl Info {
    /// Parses the text after `info`. Unknown or invalid parts are skipped.
    #[must_use]
    pub fn parse(text: &str) -> Info {
        let mut info = Info::default();
        let mut rest = text.trim_ascii();
        while let Some(word) = next_word(&mut rest) {
            match word {
                "depth" => info.depth = number(&mut rest),
                "seldepth" => info.seldepth = number(&mut rest),
                "multipv" => info.multipv = number(&mut rest),
                "nodes" => info.nodes = number(&mut rest),
                "nps" => info.nps = number(&mut rest),
                "hashfull" => info.hashfull = number(&mut rest),
                "time" => info.time = number(&mut rest).map(Duration::from_millis),
                "cp" => info.score = number(&mut rest).map(UciScore::Cp),
                "mate" => info.score = number(&mut rest).map(UciScore::Mate),
                "proven" => info.proven = Some(true),
                "estimated" => info.proven = Some(false),
                "margin" => info.margin = number(&mut rest),
                // These two extend to the end of the line.
                "pv" => {
                    info.moves =
                        std::mem::take(&mut rest).split_ascii_whitespace().map(str::to_owned).collect();
                }
                "string" => info.string = Some(std::mem::take(&mut rest).to_owned()),
                _ => {}
            }
        }
        info
    }

    /// Merges a later line into this one.
    pub fn update(&mut self, later: Info) {
        let Info {
            depth,
            seldepth,
            multipv,
            nodes,
            nps,
            hashfull,
            time,
            score,
            proven,
            margin,
            moves,
            string,
        } = later;
        fn take<T>(place: &mut Option<T>, value: Option<T>) {
            if value.is_some() {
                *place = value;
            }
        }
        take(&mut self.depth, depth);
        take(&mut self.seldepth, seldepth);
        take(&mut self.multipv, multipv);
        take(&mut self.nodes, nodes);
        take(&mut self.nps, nps);
        take(&mut self.hashfull, hashfull);
        take(&mut self.time, time);
        if score.is_some() {
            // `proven` and `margin` belong to the earlier score.
            (self.score, self.proven, self.margin) = (score, proven, margin);
        }
        take(&mut self.string, string);
        if !moves.is_empty() {
            self.moves = moves;
        }
    }
}

fn next_word<'a>(rest: &mut &'a str) -> Option<&'a str> {
    let (word, behind) = rest.split_once(|ch: char| ch.is_ascii_whitespace()).unwrap_or((rest, ""));
    *rest = behind.trim_ascii_start();
    (!word.is_empty()).then_some(word)
}

/// Takes a number from the front; leaves the word if it is none.
fn number<T: std::str::FromStr>(rest: &mut &str) -> Option<T> {
    let mut behind = *rest;
    let number = next_word(&mut behind)?.parse().ok()?;
    *rest = behind;
    Some(number)
}

/// The line as sent.
impl fmt::Display for Info {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("info")?;
        let time = self.time.map(|time| u64::try_from(time.as_millis()).unwrap_or(u64::MAX));
        let (before, after) = (
            [
                ("depth", self.depth.map(u64::from)),
                ("seldepth", self.seldepth.map(u64::from)),
                ("multipv", self.multipv.map(u64::from)),
                ("nodes", self.nodes),
                ("nps", self.nps),
            ],
            [("hashfull", self.hashfull.map(u64::from)), ("time", time)],
        );
        let parts = |f: &mut fmt::Formatter<'_>, parts: &[(&str, Option<u64>)]| {
            parts.iter().try_for_each(|(name, number)| match number {
                Some(number) => write!(f, " {name} {number}"),
                None => Ok(()),
            })
        };
        parts(f, &before)?;
        match self.score {
            Some(UciScore::Cp(points)) => write!(f, " score cp {points}")?,
            Some(UciScore::Mate(plies)) => write!(f, " score mate {plies}")?,
            None => {}
        }
        match self.proven {
            Some(true) => f.write_str(" proven")?,
            Some(false) => f.write_str(" estimated")?,
            None => {}
        }
        if let Some(margin) = self.margin {
            write!(f, " margin {margin}")?;
        }
        parts(f, &after)?;
        if !self.moves.is_empty() {
            write!(f, " pv {}", self.moves.join(" "))?;
        }
        // A message must not contain a line feed.
        match &self.string {
            Some(string) => write!(f, " string {}", string.replace(['\n', '\r'], " ")),
            None => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::{Info, UciScore};

    #[test]
    fn texts_round_trip() {
        let full = Info {
            depth: Some(7),
            seldepth: Some(12),
            multipv: Some(2),
            nodes: Some(123_456),
            nps: Some(1_000_000),
            hashfull: Some(31),
            time: Some(Duration::from_millis(123)),
            score: Some(UciScore::Cp(-35)),
            proven: Some(false),
            margin: None,
            moves: vec!["1-2x2".to_owned(), "pr".to_owned()],
            string: None,
        };
        let string = Info { string: Some("two words".to_owned()), ..Info::default() };
        let won = Info {
            score: Some(UciScore::Cp(20_130)),
            proven: Some(true),
            margin: Some(13),
            ..Info::default()
        };
        assert_eq!(won.to_string(), "info score cp 20130 proven margin 13");
        for info in [full.clone(), won, string, Info::default()] {
            let text = info.to_string();
            assert_eq!(Info::parse(text.strip_prefix("info").unwrap()), info, "{text}");
        }
        assert_eq!(
            full.to_string(),
            "info depth 7 seldepth 12 multipv 2 nodes 123456 nps 1000000 score cp -35 estimated hashfull 31 time 123 pv 1-2x2 pr",
        );
    }

    #[test]
    fn unknown_fields_are_skipped() {
        let info = Info::parse(
            "  currmove a1 depth x nodes 5 score cp 12 lowerbound tbhits 3 depth 4 time -1 \t pv a  b ",
        );
        assert_eq!((info.depth, info.nodes), (Some(4), Some(5)));
        assert_eq!(info.score, Some(UciScore::Cp(12)));
        assert_eq!(info.time, None);
        assert_eq!(info.moves, ["a", "b"]);
        assert_eq!(Info::parse("string depth 5 pv x").depth, None);
        assert_eq!(Info::parse("depth"), Info::default());
    }

    #[test]
    fn later_info_updates_earlier() {
        let mut info = Info::parse("depth 3 nodes 10 score cp 5 pv a b");
        info.update(Info::parse("nodes 20 time 7"));
        assert_eq!(info, Info::parse("depth 3 nodes 20 time 7 score cp 5 pv a b"));
        info.update(Info::parse("score cp 20090 proven margin 9"));
        info.update(Info::parse("score cp 7 estimated"));
        assert_eq!(info, Info::parse("depth 3 nodes 20 time 7 score cp 7 estimated pv a b"));
    }

    #[test]
    fn info_string_is_single_line() {
        let info = Info { string: Some("a\nbestmove b\r\n".to_owned()), ..Info::default() };
        assert_eq!(info.to_string(), "info string a bestmove b  ");
    }
}

mod error;

use std::{fmt, str::FromStr, time::Duration};

use mekong_engine::Limits;
use mekong_players::Level;

pub use self::error::PlayerSpecError;

/// A player as named on the command line.
///
/// | text | player |
/// |---|---|
/// | `level:4` | a level, 1 to 10 |
/// | `nodes:10000` `depth:6` `time:1s` `time:250ms` | the search with this limit per move |
/// | `time:1s,threads=2,hash=64` | with several threads or more hash memory in megabytes |
/// | `depth:3,nodes=5000,regret=0.1` | several limits at once; moves up to 0.1 worse in win chance are sometimes chosen, as by a level |
/// | `depth:1,deeper=0.5` | one ply deeper in half of the turns |
/// | `mcts:1s` `mcts:5000` | plain Monte Carlo, with a time or a number of playouts per move |
/// | `table` | the tablebase of a solved game |
/// | `novice` | takes every win in one, avoids giving one, and plays any other move |
/// | `random` | any legal move |
/// | `ugi:COMMAND LINE` | an engine that speaks UGI, with one second per move |
/// | `ugi:nodes=20000,Hash=64:COMMAND LINE` | the same with a limit per move (`nodes`, `depth` or `time`) and engine options |
#[derive(Clone, PartialEq, Debug)]
pub enum PlayerSpec {
    /// A level of the computer.
    Level(Level),
    /// The search with fixed limits.
    Search(SearchSettings),
    /// Plain Monte Carlo, for a time or a number of playouts.
    MonteCarlo(Limits),
    /// The tablebase.
    Tablebase,
    /// Takes every win in one, avoids giving one, and plays any other move.
    Novice,
    /// Any legal move.
    Random,
    /// An external engine.
    External {
        /// The limit per move.
        limit: MoveLimit,
        /// Engine options by name.
        options: Vec<(String, String)>,
        /// Program and arguments.
        command: String,
    },
}

/// The limit per move of an external engine.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum MoveLimit {
    /// At most this many nodes per move.
    Nodes(u64),
    /// Plies.
    Depth(u32),
    /// This much time per move.
    Time(Duration),
}

/// The settings of a search with fixed limits.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct SearchSettings {
    /// The limits per move.
    pub limits: Limits,
    /// The number of threads.
    pub threads: usize,
    /// Megabytes of hash memory.
    pub megabytes: usize,
    /// The largest loss of win chance at which a move may still be chosen.
    pub max_regret: f64,
    /// The share of turns searched one ply deeper.
    pub deeper_share: f64,
}

/// The default hash memory in megabytes.
pub(crate) const DEFAULT_MEGABYTES: usize = 16;

impl FromStr for PlayerSpec {
    type Err = PlayerSpecError;

    fn from_str(text: &str) -> Result<PlayerSpec, PlayerSpecError> {
        let (kind, rest) = match text.split_once(':') {
            Some((kind, rest)) => (kind, Some(rest)),
            None => (text, None),
        };
        match (kind, rest) {
            ("random", None) => Ok(PlayerSpec::Random),
            ("novice", None) => Ok(PlayerSpec::Novice),
            ("table", None) => Ok(PlayerSpec::Tablebase),
            ("random" | "novice" | "table", Some(_)) => {
                Err(PlayerSpecError::NoValue { kind: kind.to_owned() })
            }
            ("level" | "nodes" | "depth" | "time" | "mcts" | "ugi", None | Some("")) => {
                Err(PlayerSpecError::ValueMissing { kind: kind.to_owned() })
            }
            ("level", Some(value)) => {
                let level = value.parse().ok().and_then(Level::new);
                level.map(PlayerSpec::Level).ok_or_else(|| bad(kind, value))
            }
            ("nodes" | "depth" | "time", Some(rest)) => search_settings(kind, rest).map(PlayerSpec::Search),
            ("mcts", Some(value)) => monte_carlo(value).map(PlayerSpec::MonteCarlo),
            ("ugi", Some(rest)) => external(rest),
            _ => Err(PlayerSpecError::Unknown { text: text.to_owned() }),
        }
    }
}

fn bad(kind: &str, value: &str) -> PlayerSpecError {
    PlayerSpecError::Value { kind: kind.to_owned(), value: value.to_owned() }
}

fn search_settings(kind: &str, rest: &str) -> Result<SearchSettings, PlayerSpecError> {
    let mut parts = rest.split(',');
    let mut pairs = vec![(kind, parts.next().unwrap_or_default())];
    for part in parts {
        let setting =
            part.split_once('=').ok_or_else(|| PlayerSpecError::Setting { text: part.to_owned() })?;
        // The name that earlier versions used.
        let name = if setting.0 == "careless" { "regret" } else { setting.0 };
        if pairs.iter().any(|(known, _)| *known == name) {
            return Err(PlayerSpecError::Twice { name: name.to_owned() });
        }
        pairs.push((name, setting.1));
    }
    let mut settings = SearchSettings {
        limits: Limits::default(),
        threads: 1,
        megabytes: DEFAULT_MEGABYTES,
        max_regret: 0.0,
        deeper_share: 0.0,
    };
    for (name, value) in pairs {
        match name {
            "nodes" | "depth" | "time" => match move_limit(name, value)? {
                MoveLimit::Nodes(nodes) => settings.limits.nodes = Some(nodes),
                MoveLimit::Depth(plies) => settings.limits.depth = Some(plies),
                MoveLimit::Time(time) => settings.limits.time = Some(time),
            },
            "threads" => settings.threads = within(name, value, 1..=256)? as usize,
            "hash" => settings.megabytes = within(name, value, 1..=65_536)? as usize,
            "regret" => settings.max_regret = share(name, value)?,
            "deeper" => settings.deeper_share = share(name, value)?,
            _ => return Err(PlayerSpecError::Setting { text: format!("{name}={value}") }),
        }
    }
    if (settings.max_regret > 0.0 || settings.deeper_share > 0.0)
        && (settings.limits.time.is_some() || settings.threads > 1)
    {
        return Err(PlayerSpecError::RegretByTime);
    }
    Ok(settings)
}

fn share(name: &str, value: &str) -> Result<f64, PlayerSpecError> {
    value.parse().ok().filter(|share| (0.0..=1.0).contains(share)).ok_or_else(|| bad(name, value))
}

fn move_limit(name: &str, value: &str) -> Result<MoveLimit, PlayerSpecError> {
    match name {
        "nodes" => within(name, value, 1..=u64::MAX).map(MoveLimit::Nodes),
        "depth" => within(name, value, 1..=120).map(|plies| MoveLimit::Depth(plies as u32)),
        _ => time(value).map(MoveLimit::Time).ok_or_else(|| bad(name, value)),
    }
}

fn within(name: &str, value: &str, range: std::ops::RangeInclusive<u64>) -> Result<u64, PlayerSpecError> {
    value.parse().ok().filter(|number| range.contains(number)).ok_or_else(|| bad(name, value))
}

/// `1s`, `1.5s` or `250ms`, up to an hour.
fn time(text: &str) -> Option<Duration> {
    let millis = match text.strip_suffix("ms") {
        Some(number) => number.parse::<f64>().ok()?,
        None => text.strip_suffix('s')?.parse::<f64>().ok()? * 1_000.0,
    };
    let millis = millis.round();
    (1.0..=3_600_000.0).contains(&millis).then(|| Duration::from_millis(millis as u64))
}

fn monte_carlo(value: &str) -> Result<Limits, PlayerSpecError> {
    if value.ends_with('s') {
        return time(value).map(Limits::time).ok_or_else(|| bad("mcts", value));
    }
    within("mcts", value, 1..=u64::MAX).map(Limits::nodes)
}

/// Settings precede the command, followed by a colon: pairs such as `depth=5`, separated by commas, without spaces.
fn external(rest: &str) -> Result<PlayerSpec, PlayerSpecError> {
    let settings = rest.split_once(':').and_then(|(before, command)| {
        let settings: Option<Vec<(&str, &str)>> =
            before.split(',').map(|part| part.split_once('=')).collect();
        settings.filter(|_| !before.contains(char::is_whitespace)).map(|settings| (settings, command))
    });
    let (settings, command) = settings.unwrap_or((Vec::new(), rest));
    let command = command.trim();
    if command.is_empty() {
        return Err(PlayerSpecError::ValueMissing { kind: "ugi".to_owned() });
    }
    let mut chosen = None;
    let mut options: Vec<(String, String)> = Vec::new();
    for (name, value) in settings {
        let known = options.iter().any(|(other, _)| other == name);
        match name {
            "nodes" | "depth" | "time" if chosen.is_none() => chosen = Some(move_limit(name, value)?),
            "nodes" | "depth" | "time" => return Err(PlayerSpecError::Twice { name: name.to_owned() }),
            _ if known => return Err(PlayerSpecError::Twice { name: name.to_owned() }),
            "" => return Err(PlayerSpecError::Setting { text: format!("{name}={value}") }),
            _ => options.push((name.to_owned(), value.to_owned())),
        }
    }
    let limit = chosen.unwrap_or(MoveLimit::Time(Duration::from_secs(1)));
    Ok(PlayerSpec::External { limit, options, command: command.to_owned() })
}

fn time_text(time: Duration) -> String {
    let millis = time.as_millis();
    if millis.is_multiple_of(1_000) { format!("{}s", millis / 1_000) } else { format!("{millis}ms") }
}

/// Always the same text for the same player, however it was written.
impl fmt::Display for PlayerSpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PlayerSpec::Level(level) => write!(f, "level:{}", level.number()),
            PlayerSpec::Search(settings) => settings.fmt(f),
            PlayerSpec::MonteCarlo(Limits { time: Some(time), .. }) => write!(f, "mcts:{}", time_text(*time)),
            PlayerSpec::MonteCarlo(limits) => write!(f, "mcts:{}", limits.nodes.unwrap_or(1)),
            PlayerSpec::Tablebase => f.write_str("table"),
            PlayerSpec::Novice => f.write_str("novice"),
            PlayerSpec::Random => f.write_str("random"),
            PlayerSpec::External { limit, options, command } => {
                match limit {
                    MoveLimit::Nodes(nodes) => write!(f, "ugi:nodes={nodes}")?,
                    MoveLimit::Depth(plies) => write!(f, "ugi:depth={plies}")?,
                    MoveLimit::Time(time) => write!(f, "ugi:time={}", time_text(*time))?,
                }
                options.iter().try_for_each(|(name, value)| write!(f, ",{name}={value}"))?;
                write!(f, ":{command}")
            }
        }
    }
}

impl fmt::Display for SearchSettings {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let limits = [
            self.limits.depth.map(|plies| ("depth", plies.to_string())),
            self.limits.nodes.map(|nodes| ("nodes", nodes.to_string())),
            self.limits.time.map(|time| ("time", time_text(time))),
        ];
        for (index, (name, value)) in limits.into_iter().flatten().enumerate() {
            if index == 0 {
                write!(f, "{name}:{value}")?;
            } else {
                write!(f, ",{name}={value}")?;
            }
        }
        if self.threads != 1 {
            write!(f, ",threads={}", self.threads)?;
        }
        if self.megabytes != DEFAULT_MEGABYTES {
            write!(f, ",hash={}", self.megabytes)?;
        }
        if self.max_regret > 0.0 {
            write!(f, ",regret={}", self.max_regret)?;
        }
        if self.deeper_share > 0.0 {
            write!(f, ",deeper={}", self.deeper_share)?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use mekong_core::{Explain as _, Lang};
    use proptest::prelude::{any, proptest};

    use super::{PlayerSpec, PlayerSpecError};

    fn canonical(text: &str) -> String {
        let spec: PlayerSpec = text.parse().unwrap_or_else(|error| panic!("{text}: {error}"));
        let written = spec.to_string();
        assert_eq!(written.parse(), Ok(spec), "{text}");
        written
    }

    #[test]
    fn player_texts_round_trip() {
        for text in [
            "level:1",
            "level:10",
            "nodes:10000",
            "depth:6",
            "time:1s",
            "time:250ms",
            "time:1s,threads=2,hash=64",
            "depth:3,nodes=5000,regret=0.1",
            "depth:1,nodes=5000,regret=1,deeper=0.5",
            "novice",
            "mcts:1s",
            "mcts:5000",
            "table",
            "random",
            "ugi:time=1s:mekong ugi siam",
            "ugi:nodes=20000,Hash=64,Level=3:./a b --c=d:e",
        ] {
            assert_eq!(canonical(text), text);
        }
        assert_eq!(canonical("nodes:5000,depth=3,threads=1,hash=16"), "depth:3,nodes=5000");
        assert_eq!(canonical("depth:3,careless=0.1"), "depth:3,regret=0.1", "the name of earlier versions");
        assert_eq!(canonical("time:0.25s"), "time:250ms");
        assert_eq!(canonical("time:2000ms"), "time:2s");
        assert_eq!(canonical("ugi:mekong ugi siam"), "ugi:time=1s:mekong ugi siam");
        assert_eq!(canonical("ugi:a=b c:d"), "ugi:time=1s:a=b c:d", "a space ends the settings");
        assert_eq!(canonical(r"ugi:C:\engine.exe"), r"ugi:time=1s:C:\engine.exe");
    }

    #[test]
    fn invalid_texts_are_rejected_in_both_languages() {
        let value =
            |kind: &str, value: &str| PlayerSpecError::Value { kind: kind.into(), value: value.into() };
        let setting = |text: &str| PlayerSpecError::Setting { text: text.into() };
        let missing = |kind: &str| PlayerSpecError::ValueMissing { kind: kind.into() };
        for (text, error) in [
            ("", PlayerSpecError::Unknown { text: String::new() }),
            ("stockfish", PlayerSpecError::Unknown { text: "stockfish".into() }),
            ("Level:3", PlayerSpecError::Unknown { text: "Level:3".into() }),
            ("level", missing("level")),
            ("ugi:", missing("ugi")),
            ("ugi:nodes=5:  ", missing("ugi")),
            ("random:3", PlayerSpecError::NoValue { kind: "random".into() }),
            ("level:11", value("level", "11")),
            ("level:0", value("level", "0")),
            ("level:3,hash=4", value("level", "3,hash=4")),
            ("nodes:0", value("nodes", "0")),
            ("nodes:1e6", value("nodes", "1e6")),
            ("depth:121", value("depth", "121")),
            ("time:1", value("time", "1")),
            ("time:0s", value("time", "0s")),
            ("time:NaNs", value("time", "NaNs")),
            ("time:2h", value("time", "2h")),
            ("time:99999s", value("time", "99999s")),
            ("mcts:fast", value("mcts", "fast")),
            ("mcts:-1s", value("mcts", "-1s")),
            ("nodes:5,threads=0", value("threads", "0")),
            ("nodes:5,hash=many", value("hash", "many")),
            ("nodes:5,regret=2", value("regret", "2")),
            ("nodes:5,regret=NaN", value("regret", "NaN")),
            ("nodes:5,", setting("")),
            ("nodes:5,colour=red", setting("colour=red")),
            ("nodes:5,nodes=6", PlayerSpecError::Twice { name: "nodes".into() }),
            ("ugi:nodes=5,depth=6:x", PlayerSpecError::Twice { name: "depth".into() }),
            ("ugi:Hash=5,Hash=6:x", PlayerSpecError::Twice { name: "Hash".into() }),
            ("ugi:=6:x", setting("=6")),
            ("time:1s,regret=0.1", PlayerSpecError::RegretByTime),
        ] {
            assert_eq!(text.parse::<PlayerSpec>(), Err(error.clone()), "{text}");
            assert_ne!(error.explain(Lang::En), error.explain(Lang::Fr));
        }
    }

    proptest! {
        #[test]
        fn arbitrary_text_never_panics(text in any::<String>()) {
            for kind in ["", "level:", "nodes:", "time:", "mcts:", "ugi:", "ugi:nodes=5:"] {
                if let Ok(spec) = format!("{kind}{text}").parse::<PlayerSpec>() {
                    assert_eq!(spec.to_string().parse(), Ok(spec));
                }
            }
        }
    }
}

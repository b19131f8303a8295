//! Settings come from the command line, the environment and a file; the first that has a word counts.

use std::{
    collections::BTreeMap,
    net::SocketAddr,
    path::{Path, PathBuf},
};

use super::{
    Config, ConfigError, Patience, Shares, Source,
    error::{Wanted, variable},
    values::{
        address, base_url, database, level, secret, spare_cores, sqlite_address, sqlite_path, threads, truth,
        usual_url,
    },
};

/// The names of all settings, as they stand in the file. On the command line `engine_threads` is `--engine-threads`,
/// in the environment `MEKONG_ENGINE_THREADS`.
pub const NAMES: [&str; 11] = [
    "listen",
    "data",
    "database",
    "base_url",
    "trust_proxy",
    "engine_threads",
    "rate_limits",
    "metrics_token",
    "tables",
    "log",
    "log_level",
];

/// How the log is written.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum LogFormat {
    /// For people.
    #[default]
    Text,
    /// For programs: one JSON object a line.
    Json,
}

/// What was said about the settings, by whom. What comes first counts.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Layers {
    found: BTreeMap<&'static str, (Source, String)>,
}

impl Layers {
    /// Nothing said yet.
    #[must_use]
    pub fn new() -> Layers {
        Layers::default()
    }

    /// What an option of the command line says. To be called before the others.
    pub fn flag(&mut self, name: &str, value: impl Into<String>) {
        if let Some(name) = known(name) {
            self.add(name, Source::Flag(name), value.into());
        }
    }

    /// What the environment says, as far as the command line does not. An empty variable says nothing.
    pub fn environment(&mut self, read: impl Fn(&str) -> Option<String>) {
        for name in NAMES {
            if let Some(value) = read(&variable(name)).filter(|value| !value.is_empty()) {
                self.add(name, Source::Variable(name), value);
            }
        }
    }

    /// What a file says, as far as nobody else does.
    ///
    /// # Errors
    /// It is not TOML, or has settings that there are not.
    pub fn file(&mut self, path: &Path, text: &str) -> Result<(), ConfigError> {
        let path = path.to_owned();
        let table: toml::Table = text.parse().map_err(|error: toml::de::Error| {
            // The parser draws the place over several lines.
            let why = error.message().lines().collect::<Vec<_>>().join(" ");
            ConfigError::Unreadable { path: path.clone(), why }
        })?;
        for (name, value) in table {
            let Some(name) = known(&name) else { return Err(ConfigError::Unknown { path, name }) };
            let source = Source::File(path.clone(), name);
            let value = match value {
                toml::Value::String(text) => text,
                toml::Value::Integer(number) => number.to_string(),
                toml::Value::Float(number) => number.to_string(),
                toml::Value::Boolean(truth) => truth.to_string(),
                other => {
                    let value = other.to_string();
                    return Err(ConfigError::Value { source, value, wanted: Wanted::Text });
                }
            };
            self.add(name, source, value);
        }
        Ok(())
    }

    fn add(&mut self, name: &'static str, source: Source, value: String) {
        self.found.entry(name).or_insert((source, value));
    }

    fn read<T>(
        &self,
        name: &'static str,
        wanted: Wanted,
        parse: impl FnOnce(&str) -> Option<T>,
    ) -> Result<Option<T>, ConfigError> {
        let Some((source, value)) = self.found.get(name) else { return Ok(None) };
        let wrong = || ConfigError::Value { source: source.clone(), value: value.clone(), wanted };
        parse(value).map(Some).ok_or_else(wrong)
    }

    /// All settings. `usual_data` is where things are kept if nobody says anything.
    ///
    /// # Errors
    /// A value makes no sense, or there is no place to keep anything.
    pub fn resolve(&self, usual_data: Option<PathBuf>) -> Result<Setup, ConfigError> {
        let listen = self.read("listen", Wanted::Address, address)?;
        let text = |text: &str| (!text.is_empty()).then(|| text.to_owned());
        let data = self.read("data", Wanted::Text, text)?.map(PathBuf::from).or(usual_data);
        let database = self.read("database", Wanted::Database, database)?;
        let (database, sqlite) = match (database, &data) {
            (Some(database), _) => {
                let path = sqlite_path(&database);
                (database, path)
            }
            (None, Some(data)) => {
                let path = data.join("mekong.db");
                (sqlite_address(&path), Some(path))
            }
            (None, None) => return Err(ConfigError::NoData),
        };
        let base_url = self.read("base_url", Wanted::Url, base_url)?;
        let defaults = Config::default();
        let listen = listen.unwrap_or(defaults.listen);
        let config = Config {
            listen,
            database,
            base_url: base_url.clone().unwrap_or_else(|| usual_url(listen)),
            engine_threads: self
                .read("engine_threads", Wanted::Threads, threads)?
                .unwrap_or_else(spare_cores),
            trust_proxy: self.read("trust_proxy", Wanted::Truth, truth)?.unwrap_or(defaults.trust_proxy),
            rate_limits: self.read("rate_limits", Wanted::Truth, truth)?.unwrap_or(defaults.rate_limits),
            metrics_token: self.read("metrics_token", Wanted::Secret, secret)?,
            patience: Patience::default(),
            shares: Shares::default(),
            pages: defaults.pages,
        };
        let log = self.read("log", Wanted::Log, |text| match text {
            "text" => Some(LogFormat::Text),
            "json" => Some(LogFormat::Json),
            _ => None,
        })?;
        Ok(Setup {
            config,
            sqlite,
            has_base_url: base_url.is_some(),
            tables: self.read("tables", Wanted::Truth, truth)?.unwrap_or(true),
            log: log.unwrap_or_default(),
            log_level: self.read("log_level", Wanted::Level, level)?.unwrap_or_else(|| "info".to_owned()),
        })
    }
}

/// A server that can be started.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Setup {
    /// The settings.
    pub config: Config,
    /// The file of an embedded database.
    pub sqlite: Option<PathBuf>,
    /// Whether somebody said under which address people reach it.
    pub has_base_url: bool,
    /// Whether the exact tables of small games are made when they are missing.
    pub tables: bool,
    /// How the log is written.
    pub log: LogFormat,
    /// What the log is to hold.
    pub log_level: String,
}

impl Setup {
    /// Takes the place where it really listens: port 0 means any free one.
    pub fn listens_at(&mut self, address: SocketAddr) {
        self.config.listen = address;
        if !self.has_base_url {
            self.config.base_url = usual_url(address);
        }
    }
}

fn known(name: &str) -> Option<&'static str> {
    NAMES.into_iter().find(|known| *known == name)
}

#[cfg(test)]
mod tests {
    use std::path::{Path, PathBuf};

    use mekong_core::{Explain as _, Lang};

    use super::{Layers, LogFormat, sqlite_address, sqlite_path};

    fn data() -> Option<PathBuf> {
        Some(PathBuf::from("/data"))
    }

    #[test]
    fn what_nobody_says_is_sensible() {
        let setup = Layers::new().resolve(data()).unwrap();
        assert_eq!(setup.config.listen.to_string(), "127.0.0.1:8080");
        assert_eq!(setup.config.base_url, "http://127.0.0.1:8080");
        assert_eq!(setup.config.database, "sqlite:/data/mekong.db");
        assert_eq!(setup.sqlite, Some(PathBuf::from("/data/mekong.db")));
        assert!(!setup.config.trust_proxy && setup.config.rate_limits && setup.log == LogFormat::Text);
        assert!(Layers::new().resolve(None).is_err());
    }

    #[test]
    fn flags_come_before_the_environment_and_that_before_the_file() {
        let mut layers = Layers::new();
        layers.flag("listen", "127.0.0.1:1");
        layers.environment(|name| match name {
            "MEKONG_LISTEN" => Some("127.0.0.1:2".to_owned()),
            "MEKONG_ENGINE_THREADS" => Some("2".to_owned()),
            "MEKONG_LOG" => Some(String::new()),
            _ => None,
        });
        let file = "listen = '127.0.0.1:3'\nengine_threads = 3\nlog = 'json'\ntrust_proxy = true\n\
                    base_url = 'https://play.example/'\n";
        layers.file(Path::new("server.toml"), file).unwrap();
        let mut setup = layers.resolve(data()).unwrap();
        assert_eq!(setup.config.listen.port(), 1);
        assert_eq!(setup.config.engine_threads, 2);
        assert_eq!(setup.log, LogFormat::Json);
        assert!(setup.config.trust_proxy);
        setup.listens_at("127.0.0.1:9".parse().unwrap());
        assert_eq!((setup.config.listen.port(), setup.config.base_url.as_str()), (9, "https://play.example"));
    }

    #[test]
    fn what_is_wrong_is_named_with_its_place() {
        let mut layers = Layers::new();
        layers.flag("listen", "nowhere");
        let why = layers.resolve(data()).unwrap_err();
        assert!(why.explain(Lang::En).starts_with("--listen: \"nowhere\""), "{}", why.explain(Lang::En));
        let mut layers = Layers::new();
        layers.environment(|name| (name == "MEKONG_ENGINE_THREADS").then(|| "many".to_owned()));
        let why = layers.resolve(data()).unwrap_err().explain(Lang::Fr);
        assert!(why.starts_with("MEKONG_ENGINE_THREADS : « many »"), "{why}");
        let mut layers = Layers::new();
        layers.file(Path::new("server.toml"), "database = 'mysql:x'").unwrap();
        let why = layers.resolve(data()).unwrap_err().explain(Lang::En);
        assert!(why.starts_with("server.toml, database:"), "{why}");
        // A number that makes no sense is told as one.
        for number in ["-1", "1.5", "0", "99999"] {
            let mut layers = Layers::new();
            layers.file(Path::new("server.toml"), &format!("engine_threads = {number}")).unwrap();
            let why = layers.resolve(data()).unwrap_err().explain(Lang::En);
            assert!(why.ends_with("it must be a whole number from 1 to 1024"), "{why}");
        }
        for text in ["colour = 1", "listen", "listen = [1]", "listen = 'a'\nlisten = 'b'"] {
            assert!(Layers::new().file(Path::new("server.toml"), text).is_err(), "{text}");
        }
        for (name, value) in [
            ("base_url", "play.example"),
            ("base_url", "https://"),
            ("trust_proxy", "perhaps"),
            ("engine_threads", "0"),
            ("log", "xml"),
            ("log_level", "loud"),
            ("log_level", ""),
            ("metrics_token", "short"),
            ("data", ""),
            ("database", "sqlite:"),
            ("database", "sqlite::memory:"),
        ] {
            let mut layers = Layers::new();
            layers.flag(name, value);
            assert!(layers.resolve(data()).is_err(), "{name} {value}");
        }
        // What is empty is not quoted.
        for name in ["listen", "data", "database", "base_url", "log", "log_level", "tables", "engine_threads"]
        {
            let mut layers = Layers::new();
            layers.flag(name, "");
            let why = layers.resolve(data()).expect_err(name);
            assert!(why.explain(Lang::En).contains(": a value is missing: it must "), "{why}");
            assert!(why.explain(Lang::Fr).contains(" : il manque une valeur : il faut "), "{why}");
        }
    }

    #[test]
    fn odd_names_of_files_survive() {
        for path in ["/a b/x.db", "/a%20/x.db", "/what?/x.db", "/a#b/x.db", "x.db"] {
            let address = sqlite_address(Path::new(path));
            assert_eq!(sqlite_path(&address), Some(PathBuf::from(path)), "{address}");
        }
        assert_eq!(sqlite_path("postgres://x"), None);
    }
}

//! Merges settings from the command line, the environment and a file, in this order of precedence.

use std::{
    collections::BTreeMap,
    net::SocketAddr,
    path::{Path, PathBuf},
};

use super::{
    ClientTimeouts, Config, ConfigError, ConnectionLimits, Source,
    error::{Expected, variable},
    values::{
        address, base_url, boolean, database, default_url, level, nats, secret, spare_cores, sqlite_address,
        sqlite_path, threads,
    },
};

/// The names of all settings in the file. `engine_threads` is `--engine-threads` on the command line and
/// `MEKONG_ENGINE_THREADS` in the environment.
pub const NAMES: [&str; 12] = [
    "listen",
    "data",
    "database",
    "nats",
    "base_url",
    "trust_proxy",
    "engine_threads",
    "rate_limits",
    "metrics_token",
    "tables",
    "log",
    "log_level",
];

/// Log format.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum LogFormat {
    /// Plain text.
    #[default]
    Text,
    /// One JSON object per line.
    Json,
}

/// Setting values with their sources; the first source to set a value wins.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Layers {
    found: BTreeMap<&'static str, (Source, String)>,
}

impl Layers {
    /// No values.
    #[must_use]
    pub fn new() -> Layers {
        Layers::default()
    }

    /// Adds a command-line option. Call before the others.
    pub fn flag(&mut self, name: &str, value: impl Into<String>) {
        if let Some(name) = known(name) {
            self.add(name, Source::Flag(name), value.into());
        }
    }

    /// Adds environment variables. Empty ones are ignored.
    pub fn environment(&mut self, read: impl Fn(&str) -> Option<String>) {
        for name in NAMES {
            if let Some(value) = read(&variable(name)).filter(|value| !value.is_empty()) {
                self.add(name, Source::Variable(name), value);
            }
        }
    }

    /// Adds a TOML file. Unknown settings are errors.
    pub fn file(&mut self, path: &Path, text: &str) -> Result<(), ConfigError> {
        let path = path.to_owned();
        let table: toml::Table = text.parse().map_err(|error: toml::de::Error| {
            // The parser's message may have several lines.
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
                toml::Value::Boolean(value) => value.to_string(),
                other => {
                    let value = other.to_string();
                    return Err(ConfigError::Value { source, value, expected: Expected::Text });
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
        expected: Expected,
        parse: impl FnOnce(&str) -> Option<T>,
    ) -> Result<Option<T>, ConfigError> {
        let Some((source, value)) = self.found.get(name) else { return Ok(None) };
        let wrong = || ConfigError::Value { source: source.clone(), value: value.clone(), expected };
        parse(value).map(Some).ok_or_else(wrong)
    }

    /// Resolves all settings. `default_data` is the data folder if none is set.
    pub fn resolve(&self, default_data: Option<PathBuf>) -> Result<Setup, ConfigError> {
        let listen = self.read("listen", Expected::Address, address)?;
        let text = |text: &str| (!text.is_empty()).then(|| text.to_owned());
        let data = self.read("data", Expected::Text, text)?.map(PathBuf::from).or(default_data);
        let database = self.read("database", Expected::Database, database)?;
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
        let base_url = self.read("base_url", Expected::Url, base_url)?;
        let defaults = Config::default();
        let listen = listen.unwrap_or(defaults.listen);
        let config = Config {
            listen,
            database,
            nats: self.read("nats", Expected::Nats, nats)?,
            base_url: base_url.clone().unwrap_or_else(|| default_url(listen)),
            engine_threads: self
                .read("engine_threads", Expected::Threads, threads)?
                .unwrap_or_else(spare_cores),
            trust_proxy: self.read("trust_proxy", Expected::Bool, boolean)?.unwrap_or(defaults.trust_proxy),
            rate_limits: self.read("rate_limits", Expected::Bool, boolean)?.unwrap_or(defaults.rate_limits),
            metrics_token: self.read("metrics_token", Expected::Secret, secret)?,
            timeouts: ClientTimeouts::default(),
            connection_limits: ConnectionLimits::default(),
            pages: defaults.pages,
        };
        let (log, log_level) = self.log()?;
        Ok(Setup {
            config,
            sqlite,
            has_base_url: base_url.is_some(),
            build_tablebases: self.read("tables", Expected::Bool, boolean)?.unwrap_or(true),
            log,
            log_level,
        })
    }

    /// The format and the level of the log.
    pub fn log(&self) -> Result<(LogFormat, String), ConfigError> {
        let format = self.read("log", Expected::LogFormat, |text| match text {
            "text" => Some(LogFormat::Text),
            "json" => Some(LogFormat::Json),
            _ => None,
        })?;
        let level = self.read("log_level", Expected::LogLevel, level)?;
        Ok((format.unwrap_or_default(), level.unwrap_or_else(|| "info".to_owned())))
    }
}

/// A complete configuration of a server process.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Setup {
    /// The settings of the server.
    pub config: Config,
    /// The file of an SQLite database.
    pub sqlite: Option<PathBuf>,
    /// Whether the public URL is set explicitly.
    pub has_base_url: bool,
    /// Whether to build missing tablebases of small games.
    pub build_tablebases: bool,
    /// Log format.
    pub log: LogFormat,
    /// Log filter.
    pub log_level: String,
}

impl Setup {
    /// Records the actual address, which differs if port 0 was requested.
    pub fn listens_at(&mut self, address: SocketAddr) {
        self.config.listen = address;
        if !self.has_base_url {
            self.config.base_url = default_url(address);
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
    fn defaults_are_complete() {
        let setup = Layers::new().resolve(data()).unwrap();
        assert_eq!(setup.config.listen.to_string(), "127.0.0.1:8080");
        assert_eq!(setup.config.base_url, "http://127.0.0.1:8080");
        assert_eq!(setup.config.database, "sqlite:/data/mekong.db");
        assert_eq!(setup.sqlite, Some(PathBuf::from("/data/mekong.db")));
        assert!(!setup.config.trust_proxy && setup.config.rate_limits && setup.log == LogFormat::Text);
        assert!(Layers::new().resolve(None).is_err());
    }

    #[test]
    fn flags_override_the_environment_and_the_environment_overrides_the_file() {
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
    fn errors_name_the_source_and_the_value() {
        let mut layers = Layers::new();
        layers.flag("listen", "nowhere");
        let why = layers.resolve(data()).unwrap_err();
        assert!(
            why.explain(Lang::En).starts_with("--listen: invalid value \"nowhere\""),
            "{}",
            why.explain(Lang::En)
        );
        let mut layers = Layers::new();
        layers.environment(|name| (name == "MEKONG_ENGINE_THREADS").then(|| "many".to_owned()));
        let why = layers.resolve(data()).unwrap_err().explain(Lang::Fr);
        assert!(why.contains("many") && why.starts_with("MEKONG_ENGINE_THREADS"), "{why}");
        let mut layers = Layers::new();
        layers.file(Path::new("server.toml"), "database = 'mysql:x'").unwrap();
        let why = layers.resolve(data()).unwrap_err().explain(Lang::En);
        assert!(why.starts_with("server.toml, database:"), "{why}");
        for number in ["-1", "1.5", "0", "99999"] {
            let mut layers = Layers::new();
            layers.file(Path::new("server.toml"), &format!("engine_threads = {number}")).unwrap();
            let why = layers.resolve(data()).unwrap_err().explain(Lang::En);
            assert!(why.ends_with("expected an integer from 1 to 1024"), "{why}");
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
            ("nats", "http://nats"),
            ("nats", "nats:"),
        ] {
            let mut layers = Layers::new();
            layers.flag(name, value);
            assert!(layers.resolve(data()).is_err(), "{name} {value}");
        }
        // Empty values are not quoted.
        for name in ["listen", "data", "database", "base_url", "log", "log_level", "tables", "engine_threads"]
        {
            let mut layers = Layers::new();
            layers.flag(name, "");
            let why = layers.resolve(data()).expect_err(name);
            assert!(why.explain(Lang::En).contains(": the value is missing: expected "), "{why}");
            assert!(why.explain(Lang::Fr).contains(" : valeur manquante : "), "{why}");
        }
    }

    #[test]
    fn reserved_characters_in_file_names_are_escaped() {
        for path in ["/a b/x.db", "/a%20/x.db", "/what?/x.db", "/a#b/x.db", "x.db"] {
            let address = sqlite_address(Path::new(path));
            assert_eq!(sqlite_path(&address), Some(PathBuf::from(path)), "{address}");
        }
        assert_eq!(sqlite_path("postgres://x"), None);
    }
}

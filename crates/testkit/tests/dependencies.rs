//! Checks sources, licences and banned crates of the dependencies against `deny.toml`. `make deny` runs cargo-deny with
//! the same file for all targets; this test is faster and needs no installation.

use std::{collections::BTreeMap, fs};

use crate::common::{cargo, root};
use serde::Deserialize;
use spdx::{Expression, ParseMode};

/// The part of `deny.toml` that is checked here.
#[derive(Deserialize)]
struct Policy {
    licenses: Licences,
    bans: Bans,
    sources: Sources,
}

#[derive(Deserialize)]
struct Licences {
    allow: Vec<String>,
    exceptions: Vec<Exception>,
}

#[derive(Deserialize)]
struct Exception {
    #[serde(rename = "crate")]
    name: String,
    allow: Vec<String>,
}

#[derive(Deserialize)]
struct Bans {
    deny: Vec<Banned>,
}

#[derive(Deserialize)]
struct Banned {
    #[serde(rename = "crate")]
    name: String,
}

#[derive(Deserialize)]
#[serde(rename_all = "kebab-case")]
struct Sources {
    allow_registry: Vec<String>,
}

#[derive(Deserialize)]
struct Lock {
    package: Vec<Locked>,
}

#[derive(Deserialize)]
struct Locked {
    name: String,
    source: Option<String>,
    checksum: Option<String>,
}

#[derive(Deserialize)]
struct Metadata {
    packages: Vec<Package>,
}

#[derive(Deserialize)]
struct Package {
    name: String,
    license: Option<String>,
    source: Option<String>,
    dependencies: Vec<Dependency>,
}

#[derive(Deserialize)]
struct Dependency {
    name: String,
    req: String,
    path: Option<String>,
}

fn policy() -> Policy {
    toml::from_str(&fs::read_to_string(root().join("deny.toml")).expect("deny.toml")).expect("a policy")
}

/// The metadata for the host platform, which needs no crates beyond those fetched for the tests.
fn metadata() -> Metadata {
    let about = cargo(&["--version", "--verbose"]);
    let host = about.lines().find_map(|line| line.strip_prefix("host: ")).expect("cargo knows the host");
    let text = cargo(&["metadata", "--format-version=1", "--locked", "--filter-platform", host]);
    serde_json::from_str(&text).expect("the JSON of cargo metadata")
}

/// Policy violations of an external package.
fn faults(package: &Package, policy: &Policy) -> Vec<String> {
    let mut found = Vec::new();
    if policy.bans.deny.iter().any(|banned| banned.name == package.name) {
        found.push(format!("{} is banned", package.name));
    }
    let exceptions = policy.licenses.exceptions.iter().filter(|exception| exception.name == package.name);
    let allowed: Vec<&String> =
        policy.licenses.allow.iter().chain(exceptions.flat_map(|exception| &exception.allow)).collect();
    let licence = package.license.as_deref().unwrap_or_default();
    match Expression::parse_mode(licence, ParseMode::LAX) {
        Ok(expression) if expression.evaluate(|wanted| allowed.contains(&&wanted.to_string())) => {}
        Ok(_) => found.push(format!("{}: the licence {licence:?} is not allowed", package.name)),
        Err(_) => found.push(format!("{}: the licence {licence:?} is not known", package.name)),
    }
    found
}

#[test]
fn licences_are_allowed_and_nothing_banned_is_used() {
    let (policy, metadata) = (policy(), metadata());
    let foreign: Vec<&Package> =
        metadata.packages.iter().filter(|package| package.source.is_some()).collect();
    assert!(foreign.len() > 100, "{} packages", foreign.len());
    let found: Vec<String> = foreign.iter().flat_map(|package| faults(package, &policy)).collect();
    assert!(found.is_empty(), "{found:#?}");
}

#[test]
fn incompatible_licence_is_detected() {
    let policy = policy();
    let of = |name: &str, license: Option<&str>| {
        let (name, license) = (name.to_owned(), license.map(str::to_owned));
        faults(&Package { name, license, source: None, dependencies: Vec::new() }, &policy).len()
    };
    for good in
        ["MIT", "MIT/Apache-2.0", "GPL-3.0-only OR MIT", "Apache-2.0 WITH LLVM-exception", "MIT AND ISC"]
    {
        assert_eq!(of("some", Some(good)), 0, "{good}");
    }
    for bad in
        ["GPL-3.0-or-later", "MIT AND GPL-3.0-only", "MPL-2.0", "CDLA-Permissive-2.0", "Proprietary", ""]
    {
        assert_eq!(of("some", Some(bad)), 1, "{bad}");
    }
    assert_eq!(of("some", None), 1);
    assert_eq!(of("option-ext", Some("MPL-2.0")), 0);
    assert_eq!(of("openssl-sys", Some("MIT")), 1);
}

/// Covers everything in the lock files, including dependencies for other platforms.
#[test]
fn dependencies_come_from_the_registry_with_checksums() {
    let policy = policy();
    let known: Vec<String> =
        policy.sources.allow_registry.iter().map(|address| format!("registry+{address}")).collect();
    for file in ["Cargo.lock", "fuzz/Cargo.lock", "crates/py/Cargo.lock"] {
        let lock: Lock = toml::from_str(&fs::read_to_string(root().join(file)).expect(file)).expect(file);
        for Locked { name, source, checksum } in &lock.package {
            match source {
                None => assert!(
                    name.starts_with("mekong") || name == "xtask",
                    "{file}: where does {name} come from?"
                ),
                Some(source) => {
                    assert!(known.contains(source), "{file}: {name} comes from {source}");
                    assert_eq!(checksum.as_ref().map(String::len), Some(64), "{file}: {name}");
                }
            }
            assert!(!policy.bans.deny.iter().any(|banned| banned.name == *name), "{file}: {name} is banned");
        }
    }
}

#[test]
fn workspace_dependencies_state_a_version() {
    let metadata = metadata();
    let ours: BTreeMap<&str, &Package> = metadata
        .packages
        .iter()
        .filter(|package| package.source.is_none())
        .map(|package| (package.name.as_str(), package))
        .collect();
    assert!(ours.len() > 10);
    for package in ours.values() {
        for dependency in &package.dependencies {
            let is_ours = dependency.path.is_some() && ours.contains_key(dependency.name.as_str());
            assert!(is_ours || dependency.req != "*", "{}: any {} will do", package.name, dependency.name);
        }
    }
}

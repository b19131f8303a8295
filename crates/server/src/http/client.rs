//! The client of a request: its address, and whether the connection is encrypted.

use std::{
    convert::Infallible,
    net::{IpAddr, Ipv4Addr, SocketAddr},
};

use axum::{
    extract::{ConnectInfo, FromRequestParts},
    http::{HeaderMap, header, request::Parts},
};

use super::{AppState, Problem, auth::CurrentUser};
use crate::{config::Config, limits::StreamPermit};

/// The client of a request.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Client {
    /// The address: of the connection, or as given by a trusted proxy.
    pub(super) address: IpAddr,
    /// Whether the connection to the client is encrypted, up to the proxy if there is one.
    pub(super) is_secure: bool,
    /// Whether the client is a program on this machine: the connection is local, its host is a local name, and no
    /// header indicates a proxy.
    pub(super) is_local: bool,
}

/// Parts of the names of headers that proxies add.
const PROXY_HEADERS: [&str; 6] = ["forward", "-ip", "proxy", "original", "via", "cf-"];

impl Client {
    pub(super) fn of(
        headers: &HeaderMap,
        connection: Option<&ConnectInfo<SocketAddr>>,
        config: &Config,
    ) -> Client {
        let peer = connection.map_or(Ipv4Addr::UNSPECIFIED.into(), |info| info.0.ip());
        let is_https = config.base_url.starts_with("https:");
        let is_local =
            peer.to_canonical().is_loopback() && !is_passed_on(headers) && goes_to_this_machine(headers);
        if !config.trust_proxy {
            return Client { address: peer, is_secure: is_https, is_local };
        }
        // The last entry was written by our own proxy; clients can forge the others.
        let forwarded = last(headers, "x-forwarded-for").or_else(|| last(headers, "x-real-ip"));
        let forwarded = forwarded.and_then(|text| parse(&text));
        let is_secure = last(headers, "x-forwarded-proto").map_or(is_https, |proto| proto == "https");
        Client { address: forwarded.unwrap_or(peer), is_secure, is_local }
    }

    /// A permit for a socket or a stream, limited per user and network.
    pub(super) fn stream_permit(
        self,
        app: &AppState,
        current: Option<&CurrentUser>,
    ) -> Result<StreamPermit, Problem> {
        Ok(app.limits.stream(self.address, current.map(|current| current.user.id.as_str()))?)
    }
}

/// Whether a header indicates a proxy.
fn is_passed_on(headers: &HeaderMap) -> bool {
    headers.keys().any(|name| PROXY_HEADERS.iter().any(|part| name.as_str().contains(part)))
}

/// Whether the host is `localhost` or a loopback address. A proxy may pass on the public name, and a foreign name may
/// resolve to this machine.
fn goes_to_this_machine(headers: &HeaderMap) -> bool {
    let Some(host) = headers.get(header::HOST).and_then(|host| host.to_str().ok()) else { return false };
    let name =
        host.rsplit_once(':').filter(|(_, port)| port.parse::<u16>().is_ok()).map_or(host, |(name, _)| name);
    name.eq_ignore_ascii_case("localhost")
        || parse(host).is_some_and(|address| address.to_canonical().is_loopback())
}

fn last(headers: &HeaderMap, name: &str) -> Option<String> {
    let value = headers.get_all(name).iter().next_back()?.to_str().ok()?;
    value.rsplit(',').next().map(|text| text.trim().to_ascii_lowercase())
}

/// An address, with or without a port.
fn parse(text: &str) -> Option<IpAddr> {
    let without_port = || text.parse::<SocketAddr>().ok().map(|address| address.ip());
    text.trim_matches(['[', ']']).parse().ok().or_else(without_port)
}

impl<S: Send + Sync> FromRequestParts<S> for Client {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Client, Infallible> {
        // Inserted by the middleware.
        let unknown = Client { address: Ipv4Addr::UNSPECIFIED.into(), is_secure: false, is_local: false };
        Ok(parts.extensions.get::<Client>().copied().unwrap_or(unknown))
    }
}

#[cfg(test)]
mod tests {
    use axum::{
        extract::ConnectInfo,
        http::{HeaderMap, HeaderName, HeaderValue},
    };

    use super::Client;
    use crate::config::Config;

    fn seen(trust_proxy: bool, headers: &[(&'static str, &'static str)]) -> (String, bool) {
        let config = Config { base_url: "http://localhost".to_owned(), trust_proxy, ..Config::default() };
        let mut map = HeaderMap::new();
        for (name, value) in headers {
            map.append(*name, HeaderValue::from_static(value));
        }
        let client = Client::of(&map, Some(&ConnectInfo("192.0.2.9:55".parse().unwrap())), &config);
        (client.address.to_string(), client.is_secure)
    }

    #[test]
    fn forwarded_address_needs_a_trusted_proxy() {
        let headers = [("x-forwarded-for", "10.0.0.1, 198.51.100.7"), ("x-forwarded-proto", "https")];
        assert_eq!(seen(false, &headers), ("192.0.2.9".to_owned(), false));
        assert_eq!(seen(true, &headers), ("198.51.100.7".to_owned(), true));
        assert_eq!(seen(true, &[]), ("192.0.2.9".to_owned(), false));
        // Other headers of proxies. What a proxy does not set, a client may have forged.
        assert_eq!(seen(false, &[("x-real-ip", "198.51.100.7")]).0, "192.0.2.9");
        assert_eq!(seen(true, &[("x-real-ip", "198.51.100.7")]).0, "198.51.100.7");
        let both = [("x-real-ip", "10.0.0.1"), ("x-forwarded-for", "198.51.100.7")];
        assert_eq!(seen(true, &both).0, "198.51.100.7");
    }

    fn is_local(peer: &str, trust_proxy: bool, headers: &[(&'static str, &'static str)]) -> bool {
        let config = Config { trust_proxy, ..Config::default() };
        let headers = headers
            .iter()
            .map(|(name, value)| (HeaderName::from_static(name), HeaderValue::from_static(value)));
        Client::of(&headers.collect(), Some(&ConnectInfo(peer.parse().unwrap())), &config).is_local
    }

    #[test]
    fn local_client_has_local_address_and_host() {
        for host in ["127.0.0.1:8080", "localhost", "LOCALHOST:80", "[::1]:8080", "127.3.2.1"] {
            assert!(
                is_local("127.0.0.1:55", false, &[("host", host), ("user-agent", "Prometheus")]),
                "{host}"
            );
            assert!(is_local("[::1]:55", true, &[("host", host)]), "{host}");
            assert!(is_local("[::ffff:127.0.0.1]:55", true, &[("host", host)]), "{host}");
            assert!(!is_local("192.0.2.9:55", false, &[("host", host)]), "{host}");
        }
        for host in ["play.example", "localhost.evil.example", "127.0.0.1.evil.example", "192.0.2.1:8080", ""]
        {
            assert!(!is_local("127.0.0.1:55", false, &[("host", host)]), "{host}");
        }
        assert!(!is_local("127.0.0.1:55", false, &[]));
    }

    #[test]
    fn client_behind_a_local_proxy_is_not_local() {
        for name in [
            "x-real-ip",
            "x-forwarded-for",
            "x-forwarded-host",
            "x-forwarded-proto",
            "x-forwarded",
            "forwarded",
            "forwarded-for",
            "via",
            "x-client-ip",
            "x-cluster-client-ip",
            "true-client-ip",
            "fastly-client-ip",
            "cf-connecting-ip",
            "cf-ray",
            "x-original-host",
            "x-proxyuser-ip",
        ] {
            for (value, trust_proxy) in
                [("198.51.100.7", false), ("198.51.100.7", true), ("127.0.0.1", false), ("127.0.0.1", true)]
            {
                let headers = [("host", "127.0.0.1:8080"), (name, value)];
                assert!(!is_local("127.0.0.1:55", trust_proxy, &headers), "{name}: {value}");
            }
        }
    }

    #[test]
    fn only_last_forwarded_entry_counts() {
        let forged = [("x-forwarded-for", "10.0.0.1"), ("x-forwarded-for", "10.0.0.2,198.51.100.7")];
        assert_eq!(seen(true, &forged).0, "198.51.100.7");
        assert_eq!(seen(true, &[("x-forwarded-for", "[2001:db8::1]:443")]).0, "2001:db8::1");
        assert_eq!(seen(true, &[("x-forwarded-for", "2001:db8::1")]).0, "2001:db8::1");
        assert_eq!(seen(true, &[("x-forwarded-for", "198.51.100.7:80")]).0, "198.51.100.7");
        assert_eq!(seen(true, &[("x-forwarded-for", "nonsense")]).0, "192.0.2.9");
    }
}

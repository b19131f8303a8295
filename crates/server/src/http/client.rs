//! Where a request comes from: the address, and whether the way there is encrypted.

use std::{
    convert::Infallible,
    net::{IpAddr, Ipv4Addr, SocketAddr},
};

use axum::{
    extract::{ConnectInfo, FromRequestParts},
    http::{HeaderMap, request::Parts},
};

use crate::config::Config;

/// Where a request comes from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Client {
    /// The address: of the connection, or what the proxy says if it is trusted.
    pub(super) address: IpAddr,
    /// Whether the way from the client to the proxy or to us is encrypted.
    pub(super) is_secure: bool,
}

impl Client {
    pub(super) fn of(
        headers: &HeaderMap,
        connection: Option<&ConnectInfo<SocketAddr>>,
        config: &Config,
    ) -> Client {
        let peer = connection.map_or(Ipv4Addr::UNSPECIFIED.into(), |info| info.0.ip());
        let is_https = config.base_url.starts_with("https:");
        if !config.trust_proxy {
            return Client { address: peer, is_secure: is_https };
        }
        // The last entry is the one that our own proxy wrote; what stands before it, anybody may have written.
        let forwarded = last(headers, "x-forwarded-for").and_then(|text| parse(&text));
        let is_secure = last(headers, "x-forwarded-proto").map_or(is_https, |proto| proto == "https");
        Client { address: forwarded.unwrap_or(peer), is_secure }
    }
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
        // The middleware has put it there.
        let nobody = Client { address: Ipv4Addr::UNSPECIFIED.into(), is_secure: false };
        Ok(parts.extensions.get::<Client>().copied().unwrap_or(nobody))
    }
}

#[cfg(test)]
mod tests {
    use axum::{
        extract::ConnectInfo,
        http::{HeaderMap, HeaderValue},
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
    fn a_proxy_is_believed_only_if_it_is_trusted() {
        let headers = [("x-forwarded-for", "10.0.0.1, 198.51.100.7"), ("x-forwarded-proto", "https")];
        assert_eq!(seen(false, &headers), ("192.0.2.9".to_owned(), false));
        assert_eq!(seen(true, &headers), ("198.51.100.7".to_owned(), true));
        assert_eq!(seen(true, &[]), ("192.0.2.9".to_owned(), false));
    }

    #[test]
    fn only_the_last_word_is_the_proxys_own() {
        let forged = [("x-forwarded-for", "10.0.0.1"), ("x-forwarded-for", "10.0.0.2,198.51.100.7")];
        assert_eq!(seen(true, &forged).0, "198.51.100.7");
        assert_eq!(seen(true, &[("x-forwarded-for", "[2001:db8::1]:443")]).0, "2001:db8::1");
        assert_eq!(seen(true, &[("x-forwarded-for", "2001:db8::1")]).0, "2001:db8::1");
        assert_eq!(seen(true, &[("x-forwarded-for", "198.51.100.7:80")]).0, "198.51.100.7");
        assert_eq!(seen(true, &[("x-forwarded-for", "nonsense")]).0, "192.0.2.9");
    }
}

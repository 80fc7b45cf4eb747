//! Requests for what costs more than an answer: programs may have it, and the page of this server. Pages of other sites may not, whatever they do to
//! look like it.

use std::net::IpAddr;

use hyper::header::{self, HeaderMap};

/// Whether a request comes from the page of this server or from no page; the reason if not.
///
/// A browser says from where it asks, in `Origin` or `Sec-Fetch-Site`. A page of another site can have its own name lead to this machine,
/// and is then of the same site to the browser; but the name is in `Host`, and is none that this machine has by itself.
pub(super) fn check(headers: &HeaderMap) -> Result<(), &'static str> {
    let text = |name: &str| headers.get(name).map(|value| value.to_str().unwrap_or("?"));
    let host = text(header::HOST.as_str()).unwrap_or_default();
    if !is_own(host) {
        return Err("expected an address or localhost in `Host`, found a name that other sites can have");
    }
    let is_elsewhere = |site: &str| !matches!(site, "same-origin" | "none");
    let is_foreign = |origin: &str| origin.split_once("://").is_none_or(|(_, other)| other != host);
    if text("sec-fetch-site").is_some_and(is_elsewhere)
        || text(header::ORIGIN.as_str()).is_some_and(is_foreign)
    {
        return Err("expected a request of the page of this server, found one of another site");
    }
    Ok(())
}

/// Whether a host is an address, or the name of this machine for itself.
fn is_own(host: &str) -> bool {
    let is_port = |port: &str| port.bytes().all(|byte| byte.is_ascii_digit());
    if let Some(rest) = host.strip_prefix('[') {
        let Some((address, port)) = rest.split_once(']') else { return false };
        let is_rest = port.is_empty() || port.strip_prefix(':').is_some_and(is_port);
        return is_rest && address.parse::<std::net::Ipv6Addr>().is_ok();
    }
    let name = match host.rsplit_once(':') {
        Some((name, port)) if is_port(port) => name,
        Some(_) => return false,
        None => host,
    };
    let name = name.to_ascii_lowercase();
    name == "localhost"
        || name.ends_with(".localhost")
        || name.parse::<IpAddr>().is_ok_and(|address| address.is_ipv4())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pages_of_other_sites_are_refused() {
        let own = "127.0.0.1:9002";
        for (host, origin, site, is_let_in) in [
            (own, None, None, true),
            (own, Some("http://127.0.0.1:9002"), None, true),
            (own, Some("https://127.0.0.1:9002"), Some("same-origin"), true),
            (own, None, Some("none"), true),
            ("localhost", None, Some("same-origin"), true),
            ("LocalHost:80", None, None, true),
            ("explorer.localhost:80", None, None, true),
            ("[::1]:9002", Some("http://[::1]:9002"), None, true),
            ("[::1]", None, None, true),
            ("192.168.1.5:9002", None, None, true),
            (own, Some("http://127.0.0.1:9003"), None, false),
            (own, Some("http://evil.example"), None, false),
            (own, Some("null"), None, false),
            (own, None, Some("cross-site"), false),
            (own, None, Some("same-site"), false),
            ("evil.example:9002", None, Some("same-origin"), false),
            ("evil.example", Some("http://evil.example"), Some("same-origin"), false),
            ("localhost.evil.example", None, None, false),
            ("127.0.0.1.evil.example", None, None, false),
            ("127.0.0.1:90x", None, None, false),
            ("[::1", None, None, false),
            ("[evil]", None, None, false),
            ("", None, None, false),
        ] {
            let mut headers = HeaderMap::new();
            headers.insert(header::HOST, host.parse().unwrap());
            origin
                .into_iter()
                .for_each(|origin| drop(headers.insert(header::ORIGIN, origin.parse().unwrap())));
            site.into_iter().for_each(|site| drop(headers.insert("sec-fetch-site", site.parse().unwrap())));
            assert_eq!(check(&headers).is_ok(), is_let_in, "{host:?} {origin:?} {site:?}");
        }
        assert!(check(&HeaderMap::new()).is_err());
    }
}

//! Which requests are meant for us.

use std::net::IpAddr;

use axum::http::{Request, header};

/// What this service answers to: names it was told, and the machine's own.
#[derive(Clone, Debug)]
pub(crate) struct Hosts {
    pub(crate) bound: IpAddr,
    pub(crate) names: Vec<String>,
}

impl Hosts {
    /// Whether a request is meant for us: it has exactly one `Host`, which is ours, and if its address names a host, that is ours,
    /// too. Whoever stands between may read the one or the other; so neither may be somebody else's.
    pub(crate) fn are_of<B>(&self, request: &Request<B>) -> bool {
        let mut named = request.headers().get_all(header::HOST).iter();
        let (Some(host), None) = (named.next(), named.next()) else { return false };
        let is_ours = |host: &str| is_ours(host, self.bound) || self.is_told(host);
        host.to_str().is_ok_and(is_ours)
            && request.uri().authority().is_none_or(|authority| is_ours(authority.as_str()))
    }

    fn is_told(&self, host: &str) -> bool {
        self.names.iter().any(|name| name.eq_ignore_ascii_case(name_of(host)))
    }
}

/// Whether a `Host` header names this service. A name that merely *resolves* to this machine does not:
/// that is how a foreign site would make the browser believe that the page is its own.
pub(crate) fn is_ours(header: &str, bound: IpAddr) -> bool {
    let name = name_of(header);
    if name.eq_ignore_ascii_case("localhost") {
        return true;
    }
    // In a header an address of the sixth version stands in brackets, and no other does.
    let address = match name.strip_prefix('[') {
        Some(rest) => rest.strip_suffix(']').and_then(|inner| inner.parse().ok()).map(IpAddr::V6),
        None => name.parse().ok().map(IpAddr::V4),
    };
    match address {
        // Bound to every address, any numeric one may be how the machine was reached; numbers cannot be rebound.
        Some(address) => address == bound || address.is_loopback() || bound.is_unspecified(),
        None => false,
    }
}

/// The header without its port.
fn name_of(header: &str) -> &str {
    match header.rsplit_once(':') {
        Some((name, port)) if !name.is_empty() && port.bytes().all(|byte| byte.is_ascii_digit()) => {
            // `::1` without brackets is no header, and must not be read as host `:` port `1`.
            if name.contains(':') && !name.ends_with(']') { header } else { name }
        }
        _ => header,
    }
}

#[cfg(test)]
mod tests {
    use std::net::Ipv4Addr;

    use super::*;

    #[test]
    fn only_names_of_this_machine_are_ours() {
        let local = IpAddr::V4(Ipv4Addr::LOCALHOST);
        for host in [
            "localhost",
            "localhost:8015",
            "LOCALHOST:1",
            "127.0.0.1",
            "127.0.0.1:8015",
            "[::1]",
            "[::1]:8015",
        ] {
            assert!(is_ours(host, local), "{host}");
        }
        for host in [
            "",
            ":",
            "example.org",
            "localhost.example.org",
            "example.org:80",
            "10.0.0.1",
            "127.0.0.1.nip.io",
            "localhost:x",
            "[::1",
            "::1]",
            "::1",
            "[[::1]]",
            "[::1]8015",
            "[127.0.0.1]",
            "[localhost]",
            "[]",
            "a@localhost",
            "localhost:8015:1",
        ] {
            assert!(!is_ours(host, local), "{host}");
        }
    }

    #[test]
    fn bound_to_every_address_numbers_are_ours_and_names_are_not() {
        let any = IpAddr::V4(Ipv4Addr::UNSPECIFIED);
        assert!(is_ours("192.168.1.7:8015", any));
        assert!(!is_ours("evil.example:8015", any));
    }
}

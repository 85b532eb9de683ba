//! How much may be asked: by address, and by player. Addresses are kept in memory alone.

use std::net::{IpAddr, Ipv6Addr};
use std::num::NonZeroU32;
use std::sync::Arc;

use axum::http::HeaderMap;
use governor::{DefaultKeyedRateLimiter, Quota, RateLimiter};

/// How much may be asked.
#[derive(Clone, Debug)]
pub struct Limits {
    addresses: Arc<DefaultKeyedRateLimiter<IpAddr>>,
    players: Arc<DefaultKeyedRateLimiter<String>>,
    proxies: Vec<IpAddr>,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits::new(30, 5, Vec::new())
    }
}

impl Limits {
    /// So many requests a second from an address and of a player, in the long run; for a short while ten times as many. What
    /// these proxies say of an address is believed.
    #[must_use]
    pub fn new(of_address: u32, of_player: u32, proxies: Vec<IpAddr>) -> Limits {
        let quota = |rate: u32| {
            let rate = NonZeroU32::new(rate).unwrap_or(NonZeroU32::MIN);
            Quota::per_second(rate)
                .allow_burst(rate.saturating_mul(NonZeroU32::new(10).expect("ten is not zero")))
        };
        let addresses = Arc::new(RateLimiter::keyed(quota(of_address)));
        Limits { addresses, players: Arc::new(RateLimiter::keyed(quota(of_player))), proxies }
    }

    /// Whether an address may ask once more. Of the sixth version a network counts as one: whoever has one has 2⁶⁴ addresses.
    #[must_use]
    pub fn allows_address(&self, address: IpAddr) -> bool {
        self.addresses.check_key(&network(address)).is_ok()
    }

    /// Whether a player may ask once more.
    #[must_use]
    pub fn allows_player(&self, player: &str) -> bool {
        self.players.check_key(&player.to_owned()).is_ok()
    }

    /// Whose request it is: the one who sent it, or, from a proxy of ours, the last one in its list who is none.
    #[must_use]
    pub fn address(&self, peer: IpAddr, headers: &HeaderMap) -> IpAddr {
        let is_proxy = |address: &IpAddr| self.proxies.contains(&address.to_canonical());
        if !is_proxy(&peer) {
            return peer;
        }
        let lists = headers.get_all("x-forwarded-for").iter().filter_map(|list| list.to_str().ok());
        let all: Vec<&str> = lists.flat_map(|list| list.split(',')).map(str::trim).collect();
        let mut address = peer;
        for named in all.into_iter().rev() {
            let Ok(named) = named.parse::<IpAddr>() else { break };
            address = named;
            if !is_proxy(&named) {
                break;
            }
        }
        address
    }

    /// Forgets whoever has not asked for a while.
    pub fn forget(&self) {
        self.addresses.retain_recent();
        self.players.retain_recent();
    }
}

/// Who counts as one: of the sixth version a network.
pub(crate) fn network(address: IpAddr) -> IpAddr {
    match address.to_canonical() {
        IpAddr::V6(six) => {
            let bits = six.to_bits() & !u128::from(u64::MAX);
            IpAddr::V6(Ipv6Addr::from_bits(bits))
        }
        four @ IpAddr::V4(_) => four,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ip(text: &str) -> IpAddr {
        text.parse().unwrap()
    }

    #[test]
    fn a_network_counts_as_one_and_others_are_left_alone() {
        let limits = Limits::new(1, 1, Vec::new());
        let used = (0..100u32).filter(|i| limits.allows_address(ip(&format!("2001:db8:1:2::{i:x}")))).count();
        assert_eq!(used, 10);
        assert!(limits.allows_address(ip("2001:db8:1:3::1")));
        assert!(limits.allows_address(ip("192.0.2.1")) && limits.allows_address(ip("192.0.2.2")));
        let mapped = (0..100).filter(|_| limits.allows_address(ip("::ffff:192.0.2.9"))).count();
        assert_eq!((mapped, limits.allows_address(ip("192.0.2.9"))), (10, false));
    }

    #[test]
    fn only_proxies_of_ours_are_believed() {
        let limits = Limits::new(1, 1, vec![ip("10.0.0.1"), ip("10.0.0.2")]);
        let said = |list: &str| {
            let mut headers = HeaderMap::new();
            headers.insert("x-forwarded-for", list.parse().unwrap());
            headers
        };
        let forged = said("1.1.1.1, 192.0.2.7, 10.0.0.2");
        assert_eq!(limits.address(ip("203.0.113.5"), &forged), ip("203.0.113.5"));
        assert_eq!(limits.address(ip("10.0.0.1"), &forged), ip("192.0.2.7"), "the last that is no proxy");
        assert_eq!(limits.address(ip("10.0.0.1"), &said("nonsense")), ip("10.0.0.1"));
        assert_eq!(limits.address(ip("10.0.0.1"), &HeaderMap::new()), ip("10.0.0.1"));
    }
}

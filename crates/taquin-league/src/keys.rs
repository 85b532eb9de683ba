//! Who somebody is: a key that a browser made (ECDSA on P-256, which every browser has), and what it signs.
//!
//! A request is signed together with a *challenge* of the server's: its time and a seal on it. So a request that somebody overheard is
//! worth nothing a quarter of an hour later, whatever the time on the player's own clock.

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD as BASE64;
use hmac::{Hmac, KeyInit, Mac};
use ring::signature::{ECDSA_P256_SHA256_FIXED, UnparsedPublicKey};
use sha2::{Digest, Sha256};

/// How long a challenge is good for.
pub const CHALLENGE_MS: u64 = 15 * 60 * 1000;
/// An uncompressed point: what WebCrypto exports as `raw`.
const KEY_BYTES: usize = 65;
/// The first byte of one.
const UNCOMPRESSED: u8 = 4;
/// Bytes of a player's id and of a seal.
const ID_BYTES: usize = 15;

/// The league's own key: days and seals come from it.
#[derive(Clone)]
pub struct Secret([u8; 32]);

impl std::fmt::Debug for Secret {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Secret(…)")
    }
}

impl Secret {
    /// The key with these bytes.
    #[must_use]
    pub fn new(bytes: [u8; 32]) -> Secret {
        Secret(bytes)
    }

    /// A keyed function of a purpose and a text: nobody without the key knows anything of it.
    #[must_use]
    pub fn of(&self, purpose: &str, text: &str) -> [u8; 32] {
        let mut mac = Hmac::<Sha256>::new_from_slice(&self.0).expect("a key of any length will do");
        mac.update(purpose.as_bytes());
        mac.update(&[0]);
        mac.update(text.as_bytes());
        mac.finalize().into_bytes().into()
    }

    /// A challenge of this moment.
    #[must_use]
    pub fn challenge(&self, now_ms: u64) -> String {
        format!("{now_ms}.{}", BASE64.encode(&self.of("challenge", &now_ms.to_string())[..ID_BYTES]))
    }

    /// A receipt: that this body came to this path at this moment, although it could not be kept then.
    #[must_use]
    pub fn receipt(&self, path: &str, body: &[u8], at_ms: u64) -> String {
        let text = format!("{at_ms}\n{path}\n{}", BASE64.encode(Sha256::digest(body)));
        format!("{at_ms}.{}", BASE64.encode(&self.of("arrived", &text)[..ID_BYTES]))
    }

    /// When a body came first, by a receipt of ours for it.
    #[must_use]
    pub fn arrived(&self, receipt: &str, path: &str, body: &[u8]) -> Option<u64> {
        let at_ms = receipt.split_once('.')?.0.parse().ok()?;
        (self.receipt(path, body, at_ms) == receipt).then_some(at_ms)
    }

    /// Whether a challenge is ours and still good.
    #[must_use]
    pub fn is_good(&self, challenge: &str, now_ms: u64) -> bool {
        let Some(made) = challenge.split_once('.').and_then(|(made, _)| made.parse::<u64>().ok()) else {
            return false;
        };
        // What the seal is worth is not told by how long the look at it takes: it is not worth much.
        made <= now_ms.saturating_add(1_000)
            && now_ms.saturating_sub(made) <= CHALLENGE_MS
            && self.challenge(made) == challenge
    }
}

/// A player's public key.
#[derive(Clone, Debug)]
pub struct PublicKey([u8; KEY_BYTES]);

impl PublicKey {
    /// Reads what is written as a point. Whether it is one of the curve shows when it signs: if not, nothing has its signature.
    #[must_use]
    pub fn new(bytes: &[u8]) -> Option<PublicKey> {
        bytes.try_into().ok().filter(|bytes: &[u8; KEY_BYTES]| bytes[0] == UNCOMPRESSED).map(PublicKey)
    }

    /// Reads it from base64url.
    #[must_use]
    pub fn decode(text: &str) -> Option<PublicKey> {
        PublicKey::new(&BASE64.decode(text).ok()?)
    }

    /// Its bytes.
    #[must_use]
    pub fn bytes(&self) -> &[u8] {
        &self.0
    }

    /// The id that goes with it.
    #[must_use]
    pub fn id(&self) -> String {
        BASE64.encode(&Sha256::digest(self.0)[..ID_BYTES])
    }

    /// Whether this is its signature of a request.
    #[must_use]
    pub fn has_signed(
        &self,
        signature: &str,
        method: &str,
        path: &str,
        challenge: &str,
        body: &[u8],
    ) -> bool {
        let text = signed_text(method, path, challenge, body);
        let key = UnparsedPublicKey::new(&ECDSA_P256_SHA256_FIXED, &self.0);
        BASE64.decode(signature).is_ok_and(|signature| key.verify(text.as_bytes(), &signature).is_ok())
    }
}

/// What is signed.
#[must_use]
pub fn signed_text(method: &str, path: &str, challenge: &str, body: &[u8]) -> String {
    format!("taquin-league-1\n{method}\n{path}\n{challenge}\n{}", BASE64.encode(Sha256::digest(body)))
}

/// A fresh id that nobody can guess.
#[must_use]
pub fn fresh_id() -> String {
    let mut bytes = [0u8; ID_BYTES];
    getrandom::fill(&mut bytes).expect("the system has random numbers");
    BASE64.encode(bytes)
}

#[cfg(test)]
mod tests {
    use p256::ecdsa::signature::Signer;
    use p256::ecdsa::{Signature, SigningKey};

    use super::*;

    #[test]
    fn only_the_same_request_under_a_fresh_challenge_is_signed() {
        let signer = SigningKey::from_slice(&[7; 32]).unwrap();
        let key = PublicKey::new(&signer.verifying_key().to_sec1_point(false).to_bytes()).unwrap();
        let secret = Secret::new([1; 32]);
        let challenge = secret.challenge(1_000_000);
        let signature: Signature =
            signer.sign(signed_text("POST", "/api/attempts", &challenge, b"{}").as_bytes());
        let signature = BASE64.encode(signature.to_bytes());
        assert!(key.has_signed(&signature, "POST", "/api/attempts", &challenge, b"{}"));
        assert!(!key.has_signed(&signature, "PUT", "/api/attempts", &challenge, b"{}"));
        assert!(!key.has_signed(&signature, "POST", "/api/attempts/x", &challenge, b"{}"));
        assert!(!key.has_signed(&signature, "POST", "/api/attempts", &challenge, b"{ }"));
        assert!(!key.has_signed(&signature, "POST", "/api/attempts", &secret.challenge(1), b"{}"));
        for bad in ["", "AAAA", "====", &signature[1..]] {
            assert!(!key.has_signed(bad, "POST", "/api/attempts", &challenge, b"{}"), "{bad}");
        }
        assert!(
            secret.is_good(&challenge, 1_000_000) && secret.is_good(&challenge, 1_000_000 + CHALLENGE_MS)
        );
        assert!(!secret.is_good(&challenge, 1_000_001 + CHALLENGE_MS), "too old");
        assert!(!secret.is_good(&secret.challenge(5_000_000), 1_000_000), "from the future");
        assert!(!Secret::new([2; 32]).is_good(&challenge, 1_000_000), "another league's");
        for bad in ["", ".", "1000000", "1000000.", "x.y", "99999999999999999999999.x"] {
            assert!(!secret.is_good(bad, 1_000_000), "{bad}");
        }
        let receipt = secret.receipt("/api/attempts/x/record", b"{}", 77);
        assert_eq!(secret.arrived(&receipt, "/api/attempts/x/record", b"{}"), Some(77));
        assert_eq!(secret.arrived(&receipt, "/api/attempts/y/record", b"{}"), None, "another attempt");
        assert_eq!(secret.arrived(&receipt, "/api/attempts/x/record", b"{ }"), None, "another record");
        let earlier = receipt.replace("77.", "76.");
        for bad in ["", ".", "77.", "x", earlier.as_str()] {
            assert_eq!(secret.arrived(bad, "/api/attempts/x/record", b"{}"), None, "{bad}");
        }
        assert!(PublicKey::decode("AAAA").is_none() && PublicKey::new(&[5; 65]).is_none());
        let no_point = PublicKey::new(&[4; 65]).unwrap();
        assert!(!no_point.has_signed(&signature, "POST", "/api/attempts", &challenge, b"{}"));
        assert_eq!(key.id().len(), 20);
    }
}

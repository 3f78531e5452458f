//! Keyed hashes of senders, by which rate limits count the answers to them.

use carrick_server::SenderGroup;
use carrick_service::Address;
use carrick_tokens::Keyring;

/// Keyed hash of a group of senders: it differs for each, and tells nobody who they are.
pub(crate) fn fingerprint(keys: &Keyring, group: SenderGroup<'_>) -> String {
    let hash = |parts: &[&[u8]]| keys.fingerprint(&[&[b"answers".as_slice()], parts].concat());
    match group {
        SenderGroup::Address { address, proved } => {
            hash(&[&[u8::from(proved)], mailbox(address).as_bytes()])
        }
        SenderGroup::Domain(domain) => hash(&[b"domain", domain.as_bytes()]),
        SenderGroup::Player(player) => hash(&[player.as_str().as_bytes()]),
    }
}

/// Mailbox of an address: in lower case, and without the part behind a `+`, which many servers let
/// everybody add.
fn mailbox(address: &Address) -> String {
    let address = address.as_str().to_ascii_lowercase();
    match address.split_once('@').map(|(local, domain)| (local.split_once('+'), domain)) {
        Some((Some((local, _)), domain)) if !local.is_empty() => format!("{local}@{domain}"),
        _ => address,
    }
}

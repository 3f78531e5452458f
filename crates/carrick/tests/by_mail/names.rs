//! A small DNS server: it listens on port 53 of an address of the loopback interface, and knows
//! some TXT records.

use std::collections::BTreeMap;
use std::net::UdpSocket;

/// The type TXT, the class IN.
const TXT_IN: [u8; 4] = [0, 16, 0, 1];

/// Serves these TXT records, by name, until the tests end. Returns the address of the server.
pub(crate) fn serve(texts: BTreeMap<String, String>) -> String {
    let socket = (1..255)
        .find_map(|last| UdpSocket::bind(("127.53.8.".to_owned() + &last.to_string(), 53)).ok());
    let socket = socket.unwrap();
    let address = socket.local_addr().unwrap().ip().to_string();
    std::thread::spawn(move || {
        let mut question = [0; 512];
        while let Ok((length, asker)) = socket.recv_from(&mut question) {
            if let Some(answer) = answer(&question[..length], &texts) {
                let _ = socket.send_to(&answer, asker);
            }
        }
    });
    address
}

/// A response by RFC 1035 section 4.1: the head, the question, and the record if there is one.
fn answer(question: &[u8], texts: &BTreeMap<String, String>) -> Option<Vec<u8>> {
    let (mut name, mut at) = (Vec::new(), 12);
    while let Some(&length @ 1..) = question.get(at) {
        let end = at + 1 + usize::from(length);
        name.push(String::from_utf8_lossy(question.get(at + 1..end)?).to_lowercase());
        at = end;
    }
    let name = name.join(".");
    let kind = question.get(at + 1..at + 5)?;
    let text = texts.get(&name).filter(|_| kind == TXT_IN);
    let exists = texts.keys().any(|known| *known == name || known.ends_with(&format!(".{name}")));
    // An authoritative answer; 3 means that there is no such name.
    let mut answer = question[..2].to_vec();
    answer.extend([0x85, if exists { 0x80 } else { 0x83 }, 0, 1, 0, u8::from(text.is_some())]);
    answer.extend([0; 4]);
    answer.extend(&question[12..at + 5]);
    if let Some(text) = text {
        let pieces = text.as_bytes().chunks(255);
        let data: Vec<u8> =
            pieces.flat_map(|piece| [&[piece.len() as u8], piece].concat()).collect();
        // The name from the question, valid for a minute.
        answer.extend([0xc0, 12]);
        answer.extend(TXT_IN);
        answer.extend([0, 0, 0, 60]);
        answer.extend((data.len() as u16).to_be_bytes());
        answer.extend(data);
    }
    Some(answer)
}

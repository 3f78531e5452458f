//! Delivery status of returned mails (bounces): whether an address takes no mail any more.

/// Meaning of a status for other mails to the same address.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Meaning {
    /// There is no such mailbox, or none that takes mail.
    Nobody,
    /// Nothing certain.
    Unspecific,
    /// It is about something else: the sender, the mail, a full mailbox.
    Other,
}

/// Whether a refusal says for certain that there is no mailbox of this address, or none that takes
/// mail. `status` (RFC 3463, as `5.1.1`) and the words behind it are read together, since many
/// servers send a status that is too general or wrong. What is said about the sender, the mail or a
/// policy is about other mails too, and closes nobody's address.
///
/// ```
/// use carrick_mail::bounce::is_of_no_use;
/// assert!(is_of_no_use("5.1.1", "550 5.1.1 no such user"));
/// assert!(!is_of_no_use("5.1.8", "550 5.1.8 sender rejected"));
/// ```
#[must_use]
pub fn is_of_no_use(status: &str, words: &str) -> bool {
    let words = words.to_lowercase();
    // Names may hold any word.
    let is_name = |word: &&str| word.contains(['@', '/']) || word.trim_matches('.').contains('.');
    let plain = words.split_whitespace().filter(|word| !is_name(word) || meaning(word).is_some());
    let plain = plain.collect::<Vec<_>>().join(" ").replace("not listed in", "not known here:");
    let is_elsewhere = ELSEWHERE.iter().any(|word| plain.contains(word));
    let says_nobody = NOBODY.iter().any(|phrase| plain.contains(phrase));
    let Some(given) = meaning(status.trim()) else { return false };
    let in_words =
        plain.split([' ', ':', ';', '(', ')', ',', '[', ']', '-', '#']).filter_map(meaning);
    let all: Vec<_> = in_words.chain([given]).collect();
    !is_elsewhere
        && !all.contains(&Meaning::Other)
        && (says_nobody || all.contains(&Meaning::Nobody))
}

/// Meaning of a permanent status, as `5.1.1`; `None` when a word is none.
fn meaning(status: &str) -> Option<Meaning> {
    let mut parts = status.trim_end_matches('.').split('.').map(str::parse::<u16>);
    let (Some(Ok(class)), Some(Ok(subject)), Some(Ok(detail)), None) =
        (parts.next(), parts.next(), parts.next(), parts.next())
    else {
        return None;
    };
    Some(match (class, subject, detail) {
        // No such mailbox, no such system, no address, moved, no mail (null MX); closed; no host.
        (5, 1, 1 | 2 | 3 | 6 | 10) | (5, 2, 1) | (5, 4, 4) => Meaning::Nobody,
        (5, 0, 0) | (5, 1, 0) | (5, 4, 1) | (5, 5, 0) => Meaning::Unspecific,
        // RFC 7504, and addresses of networks, are none.
        (2 | 4 | 5, 0..=7, _) => Meaning::Other,
        _ => return None,
    })
}

/// Phrases that say that nobody has an address, in lower case.
const NOBODY: [&str; 27] = [
    "no such user",
    "no such mailbox",
    "no such recipient",
    "no such address",
    "no mailbox here",
    "user unknown",
    "unknown user",
    "unknown recipient",
    "recipient unknown",
    "unknown mailbox",
    "mailbox unknown",
    "address unknown",
    "user not found",
    "recipient not found",
    "mailbox not found",
    "address not found",
    "user does not exist",
    "user doesn't exist",
    "mailbox does not exist",
    "recipient does not exist",
    "account does not exist",
    "address does not exist",
    "does not have an account",
    "recipient address rejected: access denied",
    "invalid mailbox",
    "no longer available",
    "not known here",
];

/// Words that show that a refusal is about something else, in lower case.
const ELSEWHERE: [&str; 62] = [
    "sender",
    "mail from",
    "envelope-from",
    "return path",
    "spam",
    "junk",
    "bulk",
    "unsolicited",
    "virus",
    "malware",
    "content",
    "policy",
    "policies",
    "prohibited",
    "security",
    "blocked",
    "blacklist",
    "blocklist",
    "block list",
    "denylist",
    "dnsbl",
    "rbl",
    "listed in",
    "listed on",
    "listed at",
    "listed by",
    "is listed",
    "reputation",
    "spf",
    "dkim",
    "dmarc",
    "authentic",
    "helo",
    "ehlo",
    "reverse",
    "ptr record",
    "client host",
    "relay access",
    "relay not",
    "relay denied",
    "relaying",
    "to relay",
    "tls",
    "quota",
    "box full",
    "box is full",
    "is full",
    "storage",
    "too large",
    "too big",
    "too many",
    "rate limit",
    "at a rate",
    "banned",
    "your ip",
    "ip address",
    "from you",
    "suspicious",
    "phish",
    "abuse",
    "try again",
    "temporar",
];

/// Whether the body of a report about a delivery (RFC 3464) says that the address takes no mail: so
/// must each of its groups about a recipient. Its fields are lines of plain letters wherever they
/// stand, and the token in the report's address proves which mail it is about.
pub(crate) fn tells_of_no_use(body: &[u8]) -> bool {
    let text = String::from_utf8_lossy(body).replace("\r\n", "\n");
    let unfolded = text.replace("\n ", " ").replace("\n\t", " ");
    let mut recipients = unfolded.split("\n\n").filter_map(|group| {
        let value = |wanted: &str| {
            group.lines().find_map(|line| {
                let (name, value) = line.split_once(':')?;
                name.trim().eq_ignore_ascii_case(wanted).then(|| value.trim())
            })
        };
        let (action, status) = (value("action")?, value("status")?);
        let status = status.split([' ', '(']).next().unwrap_or_default();
        let words = value("diagnostic-code").unwrap_or_default();
        Some(action.eq_ignore_ascii_case("failed") && is_of_no_use(status, words))
    });
    recipients.next() == Some(true) && recipients.all(|is_of_no_use| is_of_no_use)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Statuses, the words behind them, and whether an address is closed by three of them.
    const CASES: &[(&str, &str, bool)] = &[
        (
            "5.1.1",
            "smtp; 550 5.1.1 <bob@example.org>: Recipient address rejected: User unknown",
            true,
        ),
        ("5.1.1", "550 No such user", true),
        ("5.1.1", "", true),
        (" 5.1.2 ", "550 Host unknown", true),
        ("5.1.3", "501 Bad recipient address syntax", true),
        ("5.1.6", "551 The mailbox has moved", true),
        ("5.1.10", "556 5.1.10 Recipient address has null MX", true),
        ("5.2.1", "550 5.2.1 The account is disabled", true),
        ("5.4.4", "Host or domain name not found", true),
        ("5.0.0", "550 <bob@example.org>: user unknown", true),
        ("5.1.0", "550 5.1.0 Address rejected: no such user here", true),
        ("5.4.1", "550 5.4.1 Recipient address rejected: Access denied. AS(201806281)", true),
        ("5.5.0", "550 Requested action not taken: mailbox not found", true),
        ("5.1.1", "550 5.1.1 <bob@example.org>: User unknown in relay recipient table", true),
        ("5.0.0", "550 bob@example.org... not listed in Domino Directory", true),
        // A name may hold any word.
        ("5.1.1", "550 5.1.1 <spam.policy@full.example>: user unknown", true),
        (
            "5.1.1",
            "550-5.1.1 The email account that you tried to reach does not exist. Please try 550-5.1.1 \
             double-checking the address. https://mail.example/full-policy - gsmtp",
            true,
        ),
        // About us.
        ("5.1.7", "550 Bad sender's address", false),
        ("5.1.7", "", false),
        ("5.1.8", "550 Sender address rejected: Domain not found", false),
        ("5.1.8", "", false),
        ("5.1.0", "550 5.1.0 <games@carrick.example> sender rejected", false),
        ("5.1.1", "550 5.1.1 Sender address rejected: User unknown", false),
        ("5.0.0", "550 5.1.8 Domain of sender does not exist", false),
        ("5.4.1", "550 5.4.1 relay access denied", false),
        ("5.7.25", "550 5.7.25 no PTR record", false),
        // About the mail, or a policy.
        ("5.0.0", "554 Message rejected: content looks like spam", false),
        ("5.1.1", "550 5.7.1 blocked", false),
        ("5.1.1", "554 5.1.1 Your host is listed in a DNSBL", false),
        ("5.2.1", "550 5.2.1 The user is receiving mail too many times, try again", false),
        ("5.2.1", "550-5.2.1 The user is receiving mail at a rate that prevents more", false),
        ("5.1.1", "550 Your IP address is banned", false),
        ("5.7.1", "550 5.7.1 not authorized", false),
        ("5.6.0", "", false),
        ("5.3.4", "552 too large", false),
        ("5.2.2", "552 Mailbox full", false),
        ("5.1.1", "552 5.2.2 over quota", false),
        // Unspecific.
        ("5.0.0", "", false),
        ("5.0.0", "550 Requested action not taken: mailbox unavailable", false),
        ("5.1.0", "550 Address rejected", false),
        ("5.4.1", "No answer from host", false),
        // No permanent status.
        ("4.1.1", "450 user unknown", false),
        ("2.0.0", "", false),
        ("5.1", "550 user unknown", false),
        ("5.1.1.1", "", false),
        ("", "", false),
        ("x", "550 user unknown", false),
    ];

    #[test]
    fn what_statuses_and_words_say() {
        for (status, words, expected) in CASES {
            assert_eq!(is_of_no_use(status, words), *expected, "{status} {words}");
        }
    }

    fn report(groups: &str) -> String {
        let text = format!("Reporting-MTA: dns; mx.example.org\n\n{groups}\n--x--\n");
        text.replace('\n', "\r\n")
    }

    #[test]
    fn what_reports_say() {
        for (action, status, of_no_use) in [
            ("failed", "5.1.1", true),
            ("FAILED", "5.1.1 (no such user)", true),
            (
                "failed",
                "5.0.0\nDiagnostic-Code: smtp; 550\n <bob@example.org> unknown\n user",
                true,
            ),
            ("failed", "5.1.1\nDiagnostic-Code: smtp; 550 5.7.1\n\tspam", false),
            ("failed", "5.2.2", false),
            ("delayed", "4.4.1", false),
            ("delivered", "2.0.0", false),
            ("relayed", "5.1.1", false),
        ] {
            let group = format!(
                "Final-Recipient: rfc822; ann@example.org\nAction: {action}\nStatus: {status}\n"
            );
            let said = tells_of_no_use(report(&group).as_bytes());
            assert_eq!(said, of_no_use, "{action} {status}");
        }
        // An alias of two people, one of whom gets it.
        let [failed, relayed] = ["failed\nStatus: 5.1.1\n", "relayed\nStatus: 2.0.0\n"]
            .map(|rest| format!("Final-Recipient: rfc822; ann@example.org\nAction: {rest}\n"));
        assert!(tells_of_no_use(report(&[failed.as_str(), &failed].concat()).as_bytes()));
        assert!(!tells_of_no_use(report(&[failed.as_str(), &relayed].concat()).as_bytes()));
        assert!(!tells_of_no_use(b"I am away until Monday.\r\nStatus: 5.1.1\r\n"));
        assert!(!tells_of_no_use(b"\xff\xfe\r\n:\r\n::\r\n"));
    }
}

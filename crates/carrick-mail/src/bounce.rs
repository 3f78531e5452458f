//! Delivery status of returned emails (bounces): whether an address no longer accepts mail.

use carrick_service::Address;

/// Whether a refusal says beyond doubt that this address has no mailbox, or none that accepts mail.
///
/// `status` (RFC 3463, such as `5.1.1`) and the words after it are read together. One of a few
/// phrases must say it, and every other word must be known, because servers also send these
/// statuses when they refuse our sender, our email or their own relay. A name or an address that is
/// not the recipient's, or another status, also leaves doubt. A refusal in doubt closes no address.
///
/// ```
/// use carrick_mail::bounce::is_of_no_use;
/// let bob = "bob@example.org".parse()?;
/// assert!(is_of_no_use("5.1.1", "550 5.1.1 no such user", &bob));
/// assert!(!is_of_no_use("5.1.1", "550 5.1.1 <games@carrick.example>: no such user", &bob));
/// assert!(!is_of_no_use("5.1.8", "550 5.1.8 sender rejected", &bob));
/// # Ok::<(), carrick_service::AddressError>(())
/// ```
#[must_use]
pub fn is_of_no_use(status: &str, words: &str, recipient: &Address) -> bool {
    let status = status.trim();
    let words = words.to_lowercase();
    let (words, codes): (Vec<&str>, Vec<&str>) =
        words.split_whitespace().partition(|word| word.contains(char::is_alphabetic));
    let statuses = codes.iter().flat_map(|word| word.split(|c| !matches!(c, '.' | '0'..='9')));
    let mut meanings = statuses.map(|word| word.trim_matches('.')).filter_map(is_of_a_mailbox);
    if is_of_a_mailbox(status) != Some(true) || meanings.any(|is_of_a_mailbox| !is_of_a_mailbox) {
        return false;
    }
    if words.iter().all(|word| *word == "smtp;") {
        return status == "5.1.1";
    }
    let said = words.join(" ");
    let rest = PHRASES.iter().fold(said.clone(), |rest, phrase| rest.replace(phrase, " "));
    rest != said && rest.split_whitespace().all(|word| is_known(word, recipient))
}

/// Whether a permanent status may say that an address has no mailbox; `None` if a word is not a
/// status.
fn is_of_a_mailbox(status: &str) -> Option<bool> {
    let mut parts = status.split('.').map(str::parse::<u16>);
    let (Some(Ok(class)), Some(Ok(subject)), Some(Ok(detail)), None) =
        (parts.next(), parts.next(), parts.next(), parts.next())
    else {
        return None;
    };
    // No such mailbox, no such system, no address, moved, no mail (null MX); closed; no host; and
    // some that are too general to mean anything without words.
    Some(matches!(
        (class, subject, detail),
        (5, 1, 0 | 1 | 2 | 3 | 6 | 10) | (5, 2, 1) | (5, 4, 1 | 4) | (5, 0 | 5, 0)
    ))
}

/// Whether a word next to the phrase is certain to be about nothing but the recipient.
fn is_known(word: &str, recipient: &Address) -> bool {
    let word = word.trim_matches(|c: char| !c.is_alphanumeric());
    let is_link = word.starts_with("https://") || word.starts_with("http://");
    if word.is_empty() || is_link || KNOWN.contains(&word) {
        return true;
    }
    let address = recipient.as_str().to_lowercase();
    let (mailbox, domain) = address.split_once('@').unwrap_or_default();
    // Servers add their own marks, and Outlook adds the name of a server.
    let is_mark = word.contains(|c: char| c.is_ascii_digit())
        && !word.contains('@')
        && !word.rsplit_once('.').is_some_and(|(_, last)| last.starts_with(char::is_alphabetic));
    word == address
        || word == mailbox
        || (is_in(word, domain) && !word.contains('@'))
        || word.ends_with(".outlook.com")
        || is_mark
}

/// Phrases that say that an address has no mailbox or none that accepts mail, in lower case, as
/// written by Postfix, Exim, Sendmail, qmail, Exchange, Gmail, Outlook and Yahoo.
const PHRASES: [&str; 49] = [
    "recipient address rejected: access denied. as(",
    "recipient address rejected: domain not found",
    "user unknown in relay recipient table",
    "no such user",
    "no such mailbox",
    "no such recipient",
    "no such address",
    "no mailbox here by that name",
    "no mailbox by that name",
    "user unknown",
    "unknown user",
    "recipient unknown",
    "unknown recipient",
    "mailbox unknown",
    "unknown mailbox",
    "address unknown",
    "unknown or illegal alias",
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
    "the email account that you tried to reach does not exist",
    "the email account that you tried to reach is disabled",
    "the email account that you tried to reach is inactive",
    "this user doesn't have a",
    "does not have an account",
    "the account is disabled",
    "mailbox disabled",
    "mailbox inactive",
    "mailbox is disabled",
    "mailbox is inactive",
    "mailbox has moved",
    "invalid mailbox",
    "invalid recipient",
    "bad recipient address",
    "bad destination mailbox address",
    "does not accept mail (nullmx)",
    "has null mx",
    "host unknown",
    "host or domain name not found",
    "not listed in domino directory",
    "resolver.adr.recipnotfound",
    "resolver.adr.recipientnotfound",
];

/// Words that may be next to such a phrase, in lower case.
const KNOWN: [&str; 54] = [
    "a",
    "account",
    "action",
    "address",
    "addresses",
    "alias",
    "an",
    "at",
    "by",
    "check",
    "chkuser",
    "dd",
    "domain",
    "double-checking",
    "e-mail",
    "email",
    "for",
    "found",
    "go",
    "gsmtp",
    "here",
    "in",
    "information",
    "is",
    "learn",
    "local",
    "lookup",
    "mailbox",
    "more",
    "not",
    "or",
    "please",
    "recipient",
    "recipient's",
    "recipients",
    "rejected",
    "requested",
    "see",
    "smtp",
    "sorry",
    "spaces",
    "syntax",
    "table",
    "taken",
    "that",
    "the",
    "this",
    "to",
    "try",
    "typos",
    "unnecessary",
    "user",
    "virtual",
    "x-postfix",
];

/// The address that accepts no mail, if a delivery report (RFC 3464) says that of one address
/// beyond doubt, and of no other. `ours` is the domain of our own addresses: what our own relay
/// says closes no address. The token in the report's own address proves which email it is about.
pub(crate) fn of_no_use(body: &[u8], ours: &str) -> Option<Address> {
    let text = String::from_utf8_lossy(body).replace("\r\n", "\n");
    let unfolded = text.replace("\n ", " ").replace("\n\t", " ");
    let mut found = None;
    for group in unfolded.split("\n\n") {
        let values = |wanted: &str| -> Vec<&str> {
            let fields = group.lines().filter_map(|line| line.split_once(':'));
            let wanted = fields.filter(|(name, _)| name.trim().eq_ignore_ascii_case(wanted));
            wanted.map(|(_, value)| value.trim()).collect()
        };
        let [to, action, status, words] =
            ["final-recipient", "action", "status", "diagnostic-code"].map(values);
        if [&to, &action, &status, &words].iter().all(|values| values.is_empty()) {
            continue;
        }
        let ([to], [action], [status], [] | [_]) = (&to[..], &action[..], &status[..], &words[..])
        else {
            return None;
        };
        let to: Address = behind_kind(to).trim_matches(['<', '>']).parse().ok()?;
        let status = status.split([' ', '(']).next().unwrap_or_default();
        let words = words.first().copied().unwrap_or_default();
        let is_relay = |host: &&str| is_in(&behind_kind(host).to_lowercase(), ours);
        let is_certain = action.eq_ignore_ascii_case("failed")
            && is_of_no_use(status, words, &to)
            && (to.domain() == ours || !values("remote-mta").iter().any(is_relay));
        if !is_certain || found.as_ref().is_some_and(|found| *found != to) {
            return None;
        }
        found = Some(to);
    }
    found
}

/// The value of a field that starts with its kind, as in `rfc822; bob@example.org`.
fn behind_kind(value: &str) -> &str {
    value.rsplit(';').next().unwrap_or_default().trim()
}

/// Whether a host is in a domain.
fn is_in(host: &str, domain: &str) -> bool {
    host.strip_suffix(domain).is_some_and(|host| host.is_empty() || host.ends_with('.'))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Statuses, the words after them, and whether three of them close an address.
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
        (
            "5.1.1",
            "550-5.1.1 The email account that you tried to reach does not exist. Please try 550-5.1.1 \
             double-checking the address. https://mail.example/full-policy - gsmtp",
            true,
        ),
        (
            "5.1.1",
            "smtp; 550-5.1.1 The email account that you tried to reach does not exist. Please try \
             550-5.1.1 double-checking the recipient's email address for typos or 550-5.1.1 \
             unnecessary spaces. For more information, go to 550 5.1.1 \
             https://support.google.com/mail/?p=NoSuchUser a12-20020a05600c1ab.45 - gsmtp",
            true,
        ),
        (
            "5.2.1",
            "550 5.2.1 The email account that you tried to reach is disabled. Learn more at \
             https://support.google.com/mail/?p=DisabledUser x1-20020a.7 - gsmtp",
            true,
        ),
        (
            "5.4.1",
            "550 5.4.1 Recipient address rejected: Access denied. AS(201806281) \
             [AM1EUR.eop-EUR01.prod.protection.outlook.com 2026-11-28T15:41:36.593Z 08DC0D3BC7B8]",
            true,
        ),
        (
            "5.1.10",
            "550 5.1.10 RESOLVER.ADR.RecipientNotFound; Recipient bob@example.org not found by SMTP \
             address lookup",
            true,
        ),
        ("5.1.1", "smtp;550 5.1.1 RESOLVER.ADR.RecipNotFound; not found", true),
        (
            "5.0.0",
            "dd This user doesn't have a example.org account (bob@example.org) [0] - mta1.example.org",
            true,
        ),
        ("5.1.1", "550 5.1.1 <bob@example.org>... User unknown", true),
        ("5.1.1", "sorry, no mailbox here by that name. (#5.1.1)", true),
        ("5.1.1", "550 5.1.1 <Bob@Example.org> User doesn't exist: Bob@Example.org", true),
        ("5.0.0", "550 No Such User Here\"", true),
        (
            "5.1.10",
            "Recipient address rejected: Domain example.org does not accept mail (nullMX)",
            true,
        ),
        ("5.1.2", "<bob@example.org>: Recipient address rejected: Domain not found", true),
        ("5.1.1", "X-Postfix; unknown user: \"bob\"", true),
        ("5.1.1", "smtp; 550 5.1.1", true),
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
        // About the email, or a policy.
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
        // About a sender, a relay, a policy or the email, with a mailbox status.
        (
            "5.4.4",
            "X-Postfix; Host or domain name not found. Name service error for name=smtp.relay.carrick.example type=A: Host not found",
            false,
        ),
        (
            "5.1.2",
            "550 Host unknown (Name server: smarthost.carrick.example.: host not found)",
            false,
        ),
        (
            "5.4.4",
            "connect to relay.provider.example: unable to route: no mail hosts for domain",
            false,
        ),
        ("5.1.2", "550 5.1.2 We do not relay for example.org", false),
        (
            "5.1.2",
            "550 5.1.2 <bob@example.org>: unauthenticated users may not send to other domains",
            false,
        ),
        ("5.1.1", "550 5.1.1 Return-Path <games@carrick.example> unknown", false),
        ("5.1.1", "550 5.1.1 From address not verified", false),
        ("5.1.1", "550 5.1.1 Invalid from domain carrick.example", false),
        ("5.1.2", "550 5.1.2 Domain carrick.example does not exist", false),
        ("5.1.1", "550 5.1.1 Callout verification failed: 550 user unknown", false),
        (
            "5.0.0",
            "550 Callout verification failed for <games@carrick.example>: user unknown",
            false,
        ),
        ("5.0.0", "550 <games@carrick.example>: unknown user", false),
        ("5.1.1", "550 5.1.1 <games@carrick.example>: User unknown; rejecting", false),
        ("5.0.0", "553 Originator address unknown: address does not exist", false),
        ("5.1.3", "501 5.1.3 Syntax error in MAIL command", false),
        ("5.1.3", "553 5.1.3 <bounce+abc@carrick.example> invalid address syntax in FROM", false),
        ("5.1.1", "550 5.1.1 Absender unbekannt", false),
        ("5.1.1", "550 5.1.1 Mail rejected: you are not on my whitelist", false),
        (
            "5.2.1",
            "550-5.2.1 The user you are trying to contact is receiving mail too quickly. Please resend your message at a later time.",
            false,
        ),
        ("5.2.1", "550 5.2.1 This message was not accepted: unacceptable subject", false),
        ("5.2.1", "550 5.2.1 Mailbox closed to you", false),
        ("5.1.1", "550 5.1.1 Message refused", false),
        ("5.1.1", "550 5.1.1 Delivery not authorized, message refused", false),
        ("5.1.1", "550 5.1.1 Access denied", false),
        ("5.1.1", "550 5.1.1 bad HTML in message body", false),
        ("5.1.1", "550 5.1.1 Unacceptable attachment", false),
        ("5.1.1", "550 5.1.1 Message filtered", false),
        ("5.1.1", "550 5.1.1 Mail refused - see http://postmaster.example/help", false),
        ("5.1.1", "554 5.1.1 Greylisted, please come back later", false),
        ("5.1.1", "550 5.1.1 Invalid DNS PTR resource record", false),
        ("5.1.1", "550 5.1.1 Too much mail from your network", false),
        ("5.1.1", "550 5.1.1 URL in message is listed by SURBL", false),
        ("5.1.1", "550 5.1.1 Message contains forbidden word", false),
        ("5.1.6", "551 5.1.6 recipient no longer accepts mail from games@carrick.example", false),
        ("5.1.10", "550 5.1.10 Recipient's server requires encryption", false),
        ("5.2.1", "552 5.2.1 message exceeds maximum size", false),
        ("5.2.1", "550 5.2.1 mailbox locked for maintenance", false),
        ("5.2.1", "550 5.2.1 Mailbox disabled due to heavy load", false),
        ("5.1.1", "550 5.1.1 No valid recipients: all recipients rejected by milter", false),
        ("5.1.1", "550 5.1.1 Backend LDAP server not reachable, user lookup failed", false),
        ("5.1.1", "550 5.1.1 Local error in processing: user unknown", false),
        ("5.7.1", "550 5.7.1 user unknown", false),
        ("5.7.13", "user account disabled", false),
        ("5.5.0", "554 5.5.0 Sender invalid: no such user", false),
        ("5.4.14", "Hop count exceeded", false),
        ("5.4.6", "mail for carrick.example loops back to myself", false),
        ("4.1.1", "450 4.1.1 user unknown", false),
        ("4.4.1", "connect timed out", false),
        ("5.1.1", "451 4.7.1 Greylisting in action", false),
        ("5.3.0", "554 5.3.0 unknown mailer error", false),
        ("5.6.1", "media not supported", false),
        ("5.2.1", "550 5.2.1 your account is disabled", false),
        ("5.2.1", "550 5.2.1 account disabled for outgoing mail", false),
        ("5.1.2", "550 5.1.2 no route, smarthost not found", false),
        ("5.1.3", "501 5.1.3 Bad address syntax", false),
        ("5.1.2", "550 5.1.2 carrick.example: domain not found", false),
        ("5.1.1", "550 5.1.1 carrick.example: user unknown", false),
        ("5.1.1", "550 bob@example.org.carrick.example: no such user", false),
        ("5.1.1", "550 5.1.1 *** rejected", false),
        ("5.1.1", "550 user unknown (see 5.7.1)", false),
        // Not specific.
        ("5.0.0", "", false),
        ("5.0.0", "550 Requested action not taken: mailbox unavailable", false),
        ("5.1.0", "550 Address rejected", false),
        ("5.4.1", "No answer from host", false),
        // Not a permanent status.
        ("4.1.1", "450 user unknown", false),
        ("2.0.0", "", false),
        ("5.1", "550 user unknown", false),
        ("5.1.1.1", "", false),
        ("", "", false),
        ("x", "550 user unknown", false),
    ];

    #[test]
    fn what_statuses_and_words_say() {
        let bob = "bob@example.org".parse().unwrap();
        for (status, words, expected) in CASES {
            assert_eq!(is_of_no_use(status, words, &bob), *expected, "{status} {words}");
        }
        // A name may contain any word.
        let spam = "spam.policy@full.example".parse().unwrap();
        let words = "550 5.1.1 <spam.policy@full.example>: user unknown";
        assert!(is_of_no_use("5.1.1", words, &spam));
        assert!(!is_of_no_use("5.1.1", words, &bob));
    }

    fn report(groups: &str) -> String {
        let text = format!("Reporting-MTA: dns; mx.example.org\n\n{groups}\n--x--\n");
        text.replace('\n', "\r\n")
    }

    /// Whether a report with these groups closes Ann's address.
    fn closes(groups: &str) -> bool {
        let told = of_no_use(report(groups).as_bytes(), "carrick.example");
        told.inspect(|to| assert_eq!(to.as_str(), "ann@example.org")).is_some()
    }

    #[test]
    fn what_reports_say() {
        let ann = "Final-Recipient: rfc822; ann@example.org\n";
        for (rest, of_no_use) in [
            ("Action: failed\nStatus: 5.1.1", true),
            ("Action: FAILED\nStatus: 5.1.1 (no such user)", true),
            (
                "Action: failed\nStatus: 5.0.0\nDiagnostic-Code: smtp; 550\n <ann@example.org> \
                 unknown\n user",
                true,
            ),
            ("Action: failed\nStatus: 5.1.1\nDiagnostic-Code: smtp; 550 5.7.1\n\tspam", false),
            ("Action: failed\nStatus: 5.2.2", false),
            ("Action: delayed\nStatus: 4.4.1", false),
            ("Action: delivered\nStatus: 2.0.0", false),
            ("Action: relayed\nStatus: 5.1.1", false),
            ("Action: failed", false),
            ("Status: 5.1.1", false),
            // The same field twice.
            ("Action: failed\nStatus: 5.1.1\nStatus: 5.7.1", false),
            (
                "Action: failed\nStatus: 5.1.1\nDiagnostic-Code: smtp; 550 user unknown\n\
                 Diagnostic-Code: smtp; 550 5.7.1 sender not allowed",
                false,
            ),
            // Said by another server, or by our own relay.
            ("Action: failed\nStatus: 5.1.1\nRemote-MTA: dns; mx.example.org", true),
            ("Action: failed\nStatus: 5.1.1\nRemote-MTA: dns; Relay.carrick.example", false),
        ] {
            assert_eq!(closes(&format!("{ann}{rest}\n")), of_no_use, "{rest}");
        }
        // An alias for two people, one of whom may get it.
        let failed = format!("{ann}Action: failed\nStatus: 5.1.1\n\n");
        let also = |rest: &str| closes(&format!("{failed}{rest}\n"));
        assert!(also(&failed));
        assert!(!also(&format!("{ann}Action: relayed\nStatus: 2.0.0\n")));
        let bob = "Final-Recipient: rfc822; bob@example.org\n";
        assert!(!also(&format!("{bob}Action: failed\nStatus: 5.1.1\n")));
        assert!(!also(&format!("{bob}Action: delayed\n")));
        assert!(!also(&format!("{bob}Action: failed\nDiagnostic-Code: smtp; 550 5.7.1 spam\n")));
        assert!(!closes("Action: failed\nStatus: 5.1.1\n"));
        assert!(!closes("Final-Recipient: x400; ann\nAction: failed\nStatus: 5.1.1\n"));
        for body in
            [&b"I am away until Monday.\r\nStatus: 5.1.1\r\n"[..], b"\xff\xfe\r\n:\r\n::\r\n"]
        {
            assert_eq!(of_no_use(body, "carrick.example"), None);
        }
    }
}

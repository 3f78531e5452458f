//! Delivery status of returned mails (bounces): whether an address takes no mail any more.

/// Whether a status (RFC 3463, as `5.1.1`) says that an address takes no mail at all: there is no
/// such mailbox, no such host, or it is closed. A full mailbox, a mail too large and one thought to
/// be harmful say nothing about other mails.
#[must_use]
pub fn is_of_no_use(status: &str) -> bool {
    let mut parts = status.trim().split('.').map(str::parse::<u16>);
    let (Some(Ok(5)), Some(Ok(subject)), Some(Ok(detail)), None) =
        (parts.next(), parts.next(), parts.next(), parts.next())
    else {
        return false;
    };
    matches!((subject, detail), (0, 0) | (1, _) | (2, 1) | (4, 1 | 4))
}

/// Whether the body of a report about a delivery (RFC 3464) says that the address takes no mail:
/// its fields are lines of plain letters wherever they stand, and the token in the report's address
/// proves which mail it is about.
pub(crate) fn tells_of_no_use(body: &[u8]) -> bool {
    let (mut failed, mut of_no_use) = (false, false);
    for line in body.split(|byte| *byte == b'\n') {
        let Some((name, value)) = str::from_utf8(line).ok().and_then(|line| line.split_once(':'))
        else {
            continue;
        };
        match name.trim_end().to_ascii_lowercase().as_str() {
            "action" => failed |= value.trim().eq_ignore_ascii_case("failed"),
            "status" => {
                let status = value.trim().split([' ', '(']).next().unwrap_or_default();
                of_no_use |= is_of_no_use(status);
            }
            _ => {}
        }
    }
    failed && of_no_use
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_statuses_say() {
        for status in ["5.1.1", "5.1.10", "5.0.0", "5.2.1", "5.4.4", " 5.1.2 "] {
            assert!(is_of_no_use(status), "{status}");
        }
        for status in
            ["4.1.1", "5.2.2", "5.3.4", "5.7.1", "5.6.0", "2.0.0", "5.1", "5.1.1.1", "", "x"]
        {
            assert!(!is_of_no_use(status), "{status}");
        }
    }

    #[test]
    fn what_reports_say() {
        let report = |action: &str, status: &str| {
            format!(
                "--x\r\nContent-Type: text/plain\r\n\r\nI am sorry.\r\n--x\r\nContent-Type: \
                 message/delivery-status\r\n\r\nReporting-MTA: dns; mx.example.org\r\n\r\n\
                 Final-Recipient: rfc822; ann@example.org\r\nAction: {action}\r\nStatus: {status}\r\n\
                 --x--\r\n"
            )
        };
        for (action, status, of_no_use) in [
            ("failed", "5.1.1", true),
            ("FAILED", "5.1.1 (no such user)", true),
            ("failed", "5.2.2", false),
            ("delayed", "4.4.1", false),
            ("delivered", "2.0.0", false),
            ("relayed", "5.1.1", false),
        ] {
            let said = tells_of_no_use(report(action, status).as_bytes());
            assert_eq!(said, of_no_use, "{action} {status}");
        }
        assert!(!tells_of_no_use(b"I am away until Monday.\r\nStatus: 5.1.1\r\n"));
        assert!(!tells_of_no_use(b"\xff\xfe\r\n:\r\n::\r\n"));
    }
}

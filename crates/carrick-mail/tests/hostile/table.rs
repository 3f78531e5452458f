//! Hostile messages, and the expected outcome of each.

use std::fmt::Write as _;

use carrick_mail::incoming::{MAX_MESSAGE_BYTES, Silence};
use fastrand::Rng;

const HEAD: &str = "From: ann@example.org\r\nSubject: list\r\n";

/// Parts within parts, this many deep, with boundaries that resemble each other.
fn nested(depth: usize, innermost: &str) -> String {
    let mut message = HEAD.to_owned();
    for level in 0..depth {
        let _ = write!(
            message,
            "Content-Type: multipart/mixed; boundary=b{level}\r\n\r\n--b{level}\r\n"
        );
    }
    message + innermost
}

fn side_by_side(parts: usize) -> String {
    let part = "--b\r\nContent-Type: image/png\r\n\r\nx\r\n";
    format!(
        "{HEAD}Content-Type: multipart/mixed; boundary=b\r\n\r\n{}--b--\r\n",
        part.repeat(parts)
    )
}

/// Lines in which a reader of answers sees more than words, and looks at their neighbours.
const LINES: [&str; 22] = [
    "",
    ">",
    "|",
    "Ann> x",
    "Hello",
    "z9",
    "a:z9",
    "Sent from my iPhone",
    "從我的",
    "Get Outlook for Android",
    "From: x",
    "a: b",
    "On 1 May 2008 at 12:00 Ann <a@b.example> wrote:",
    "On 1 May 2008 at 12:00 somebody with a long name",
    "On 1 May 2008 <",
    "-----Original Message-----",
    "--- x ---",
    "----------",
    "________________________________",
    "-----BEGIN PGP SIGNED MESSAGE-----",
    "-----BEGIN PGP SIGNATURE-----",
    "- -- ",
];

/// A word of four letters for each number.
fn word(number: usize) -> String {
    [17_576, 676, 26, 1]
        .map(|power| char::from(b'a' + (number / power % 26) as u8))
        .iter()
        .collect()
}

/// Hostile messages with their expected outcomes.
pub(crate) fn table() -> Vec<(String, Vec<u8>, Result<&'static str, Silence>)> {
    let mut table: Vec<(String, Vec<u8>, Result<&'static str, Silence>)> = Vec::new();
    let mut add =
        |name: &str, message: String, met| table.push((name.to_owned(), message.into_bytes(), met));
    let big = |length: usize| "x".repeat(length);
    let body = |text: &str| format!("{HEAD}\r\n{text}");
    let typed = |kind: &str, text: &str| format!("{HEAD}Content-Type: {kind}\r\n\r\n{text}");

    add("nothing", String::new(), Err(Silence::NoHead));
    add("a line end", "\r\n".into(), Err(Silence::NoHead));
    add("no head", "\r\nlist\r\n".into(), Err(Silence::NoHead));
    add("no colon", "list\r\n\r\n".into(), Err(Silence::NoHead));
    add("one byte too many", body(&big(MAX_MESSAGE_BYTES)), Ok("unclear: TooLarge"));
    add(
        "as large as may be",
        body(&big(MAX_MESSAGE_BYTES - HEAD.len() - 2)),
        Ok("unclear: TooLarge"),
    );
    add("a head without end", format!("{HEAD}X: {}\r\n\r\n", big(70_000)), Err(Silence::LongHead));
    add("many fields", format!("{HEAD}{}\r\n", "a:\r\n".repeat(20_000)), Err(Silence::LongHead));
    add("fewer fields", format!("{HEAD}{}\r\n", "a:\r\n".repeat(15_000)), Ok("list"));
    let names: String = (0..7_000).map(|name| format!("x{name}:\r\n")).collect();
    add("different fields", format!("{HEAD}{names}\r\n"), Ok("list"));
    add(
        "a field folded often",
        format!("{HEAD}X: a{}\r\n\r\n", "\r\n a".repeat(10_000)),
        Ok("list"),
    );
    for (depth, met) in
        [(5, Ok("list")), (20, Ok("list")), (21, Ok("unclear: Form")), (9_000, Ok("unclear: Form"))]
    {
        add(&format!("{depth} deep"), nested(depth, "\r\nx"), met);
    }
    for (parts, met) in
        [(99, Ok("list")), (100, Ok("unclear: Form")), (20_000, Ok("unclear: Form"))]
    {
        add(&format!("{parts} parts"), side_by_side(parts), met);
    }
    let messages = "Content-Type: message/rfc822\r\n\r\n";
    add("messages in messages", format!("{HEAD}{}x", messages.repeat(30_000)), Ok("list"));
    add(
        "the same, encoded",
        format!(
            "{HEAD}Content-Type: message/rfc822\r\nContent-Transfer-Encoding: base64\r\n\r\n{}",
            "Q29udGVudC1UeXBlOm1lc3NhZ2UvcmZjODIyCgo=\r\n".repeat(20_000)
        ),
        Ok("list"),
    );
    add(
        "a boundary that never comes",
        typed("multipart/mixed; boundary=b", "text"),
        Ok("unclear: Damaged"),
    );
    add(
        "an empty boundary",
        typed("multipart/mixed; boundary=\"\"", "--\r\n\r\nx\r\n----"),
        Ok("unclear: Form"),
    );
    add("no boundary", typed("multipart/mixed", "x"), Ok("unclear: Form"));
    add(
        "a long boundary",
        typed(&format!("multipart/mixed; boundary={}", big(5_000)), "x"),
        Ok("unclear: Form"),
    );
    add("only boundaries", typed("multipart/mixed; boundary=b", &"--b\r\n".repeat(90)), Ok("list"));
    add(
        "all boundaries the last",
        typed("multipart/mixed; boundary=b", &"--b--\r\n".repeat(9_000)),
        Ok("unclear: Damaged"),
    );
    add(
        "base64 that is none",
        format!("{HEAD}Content-Transfer-Encoding: base64\r\n\r\n!!!!"),
        Ok("unclear: Damaged"),
    );
    add(
        "base64 cut off",
        format!("{HEAD}Content-Transfer-Encoding: base64\r\n\r\nTGlzd"),
        Ok("unclear: Damaged"),
    );
    add(
        "quoted-printable that is none",
        format!("{HEAD}Content-Transfer-Encoding: quoted-printable\r\n\r\n=ZZ=\r\n="),
        Ok("list"),
    );
    add(
        "an encoding of another world",
        format!("{HEAD}Content-Transfer-Encoding: rot13\r\n\r\nyvfg"),
        Ok("unclear: Form"),
    );
    for charset in [
        "utf-7",
        "utf-16",
        "utf-16be",
        "iso-2022-jp",
        "gb18030",
        "big5",
        "shift_jis",
        "us-ascii",
        "\"",
        "x\u{0}y",
        "utf-8; charset=utf-16",
    ] {
        add(
            &format!("charset {charset}"),
            typed(&format!("text/plain; charset={charset}"), "+AGwAaQBz-\x1b$B\u{0}\u{7f}"),
            Ok("unclear: Damaged"),
        );
    }
    for kind in [
        "",
        ";",
        "/",
        "text",
        "text/",
        "text/plain;",
        "text/plain; =",
        "text/plain; charset",
        "text/plain; charset*0*=",
        "(",
        "\"",
        "text/plain; name=\"",
        "multipart/",
        "message/rfc822",
        "message/partial; id=x",
        "multipart/alternative; boundary*0=a; boundary*1=b",
    ] {
        let met = match kind {
            "multipart/" => Ok("unclear: Form"),
            _ if kind.starts_with("multipart") => Ok("unclear: Damaged"),
            _ => Ok("list"),
        };
        add(&format!("type {kind:?}"), typed(kind, "x"), met);
    }
    add("a list", format!("{HEAD}List-Id: <x>\r\n\r\n"), Err(Silence::List));
    add(
        "a list's field, folded",
        format!("{HEAD}List-Post:\r\n <mailto:x@y>\r\n\r\n"),
        Err(Silence::List),
    );
    add("a list's field with a blank", format!("{HEAD}List-Id : <x>\r\n\r\n"), Err(Silence::List));
    add(
        "automatic, odd",
        format!("{HEAD}auto-submitted:\tAuto-Generated; x=y\r\n\r\n"),
        Err(Silence::AutoSubmitted),
    );
    add(
        "automatic, twice",
        format!("{HEAD}Auto-Submitted: auto-replied\r\nAuto-Submitted: no\r\n\r\n"),
        Err(Silence::AutoSubmitted),
    );
    add(
        "automatic, in the end",
        format!("{HEAD}Auto-Submitted: no\r\nAuto-Submitted: auto-replied\r\n\r\n"),
        Err(Silence::AutoSubmitted),
    );
    add("bulk", format!("{HEAD}Precedence: BULK\r\n\r\n"), Err(Silence::Bulk));
    for (from, met) in [
        ("", Err(Silence::NoSender)),
        ("<>", Err(Silence::NoSender)),
        ("ann", Err(Silence::NoSender)),
        ("ann@", Err(Silence::NoSender)),
        ("@example.org", Err(Silence::NoSender)),
        ("a@b@c", Err(Silence::NoSender)),
        ("<a@b> <c@d>", Err(Silence::NoSender)),
        ("\"a <c@d>\" <a@b>", Err(Silence::NoSender)),
        ("a@b.org, c@d.org", Err(Silence::NoSender)),
        ("undisclosed-recipients:;", Err(Silence::NoSender)),
        ("ann@example..org", Err(Silence::NoSender)),
        ("ann@ex\u{e4}mple.org", Err(Silence::NoSender)),
        ("MAILER-DAEMON@example.org", Err(Silence::Bounce)),
        ("players-request@example.org", Err(Silence::Bounce)),
        ("no-reply@example.org", Err(Silence::Bounce)),
        ("games@carrick.example", Err(Silence::Own)),
        ("play+abc@CARRICK.example", Err(Silence::Own)),
        ("=?utf-8?q?Ann?= <ann@example.org>", Ok("list")),
        ("Ann (of (the) club) <ann@example.org>", Ok("list")),
        ("ann@example.org (Ann)", Ok("list")),
    ] {
        add(&format!("from {from:?}"), format!("From: {from}\r\nSubject: list\r\n\r\n"), met);
    }
    add("two senders", format!("{HEAD}From: bob@example.org\r\n\r\n"), Err(Silence::Ambiguous));
    add("two Subjects", format!("{HEAD}Subject: help\r\n\r\n"), Err(Silence::Ambiguous));
    add(
        "two types",
        format!("{HEAD}Content-Type: text/plain\r\nContent-Type: text/html\r\n\r\n"),
        Err(Silence::Ambiguous),
    );
    for subject in [
        "=?",
        "=?utf-8?",
        "=?utf-8?q?",
        "=?utf-8?q?=ZZ?=",
        "=?utf-8?b?!!?=",
        "=?x?q?list?=",
        "=?utf-8?x?list?=",
        "\u{0}",
        "\u{202e}list",
    ] {
        let message = format!("From: ann@example.org\r\nSubject: {subject}\r\n\r\n");
        table.push((format!("Subject {subject:?}"), message.into_bytes(), Ok("*")));
    }
    let mut add =
        |name: &str, message: String, met| table.push((name.to_owned(), message.into_bytes(), met));
    let often = |part: &str| part.repeat(60_000 / part.len());
    for part in
        ["x", "x ", "z9 ", "move ", "-x ", "--x ", "101 ", "=?utf-8?q?x?= ", "x\r\n ", "Re: ", "'"]
    {
        let message = format!("From: ann@example.org\r\nSubject: {}\r\n\r\n", often(part));
        add(&format!("a Subject of {part:?}"), message, Ok("*"));
        let board = "ankor move 101 ann -";
        let message = format!("From: ann@example.org\r\nSubject: {board} {}\r\n\r\n", often(part));
        add(&format!("a turn of {part:?}"), message, Ok("*"));
        add(&format!("a line of {part:?}"), format!("{HEAD}\r\n{}", often(part)), Ok("list"));
    }
    for part in ["(", "()", "\"", "\"\" ", "<", "a@b.org ", "a@b.org, ", "a:", ";", "\\"] {
        let message = format!("From: {}<ann@example.org>\r\nSubject: list\r\n\r\n", often(part));
        let is_plain = ["()", "\"", "a@b.org ", "a:", "\"\" ", ";", "\\"].contains(&part);
        let met = if is_plain { Ok("list") } else { Err(Silence::NoSender) };
        add(&format!("a sender behind {part:?}"), message, met);
        for field in [
            "To: ",
            "Message-ID: ",
            "Content-Type: text/plain; ",
            "Authentication-Results: mx.carrick.example; ",
        ] {
            let message = format!("{HEAD}{field}{}\r\n\r\n", often(part));
            add(&format!("{field}{part:?}"), message, Ok("list"));
        }
    }
    let continued: String = (0..3_000).map(|part| format!("; name*{part}=x")).collect();
    add("a name in parts", typed(&format!("text/plain{continued}"), "x"), Ok("list"));
    add(
        "a Subject with a line in it",
        "From: ann@example.org\r\nSubject: =?utf-8?q?list=0D=0ABcc:_x?=\r\n\r\n".into(),
        Ok("list  Bcc: x"),
    );
    add(
        "a Subject with NUL",
        "From: ann@example.org\r\nSubject: =?utf-8?q?li=00st?=\r\n\r\n".into(),
        Ok("unclear: Damaged"),
    );
    for page in [
        "<",
        "<!",
        "<!--",
        "<![CDATA[",
        "<div",
        "<div class=",
        "&",
        "&#",
        "&#x110000;",
        "&#0;",
        "</",
        "<script>",
        "<style><div>",
        "<textarea>",
        "<plaintext>",
        "<svg><style>",
        "<a href=\"",
        "<!DOCTYPE",
        "<?php ?>",
    ] {
        let is_doubtful = ["&#x110000;", "&#0;", "<textarea>", "<plaintext>"].contains(&page);
        let met = Ok(if is_doubtful { "unclear: Layout" } else { "list" });
        add(&format!("page {page:?}"), typed("text/html", &format!("{page}x")), met);
    }
    add("pages of many words", typed("text/html", &"<p>x ".repeat(20_000)), Ok("list"));
    add("divs without end", typed("text/html", &"<div>".repeat(100_000)), Ok("unclear: Layout"));
    add(
        "quotations without end",
        typed("text/html", &"<blockquote>x".repeat(50_000)),
        Ok("unclear: Layout"),
    );
    let versions: String = [("plain", "word\r\n"), ("html", "<p>word")]
        .map(|(kind, word)| {
            format!("--b\r\nContent-Type: text/{kind}\r\n\r\n{}\r\n", word.repeat(20_000))
        })
        .concat();
    add("two long versions", typed("multipart/alternative; boundary=b", &versions), Ok("list"));
    let sheet: String = (0..60).map(|name| format!(".x{name} .y{{display:none}}")).collect();
    let page = format!("<style>{sheet}</style>{}", "<i class=x1>x</i>".repeat(20_000));
    add("styles that hide others", typed("text/html", &page), Ok("list"));
    add("ends without beginning", typed("text/html", &"</div>".repeat(100_000)), Ok("list"));
    add(
        "attributes without end",
        typed("text/html", &format!("<div {}>", "a=b ".repeat(100_000))),
        Ok("list"),
    );
    add("entities without end", typed("text/html", &"&amp".repeat(120_000)), Ok("list"));
    add("marks without end", body(&">".repeat(120_000)), Ok("list"));
    add("a line of marks a line", body(&">\r\n".repeat(40_000)), Ok("list"));
    add("blank lines", body(&"\r\n".repeat(60_000)), Ok("list"));
    add("broken lines", typed("text/plain; format=flowed", &"x \r\n".repeat(30_000)), Ok("list"));
    add(
        "attributions without end",
        body(&"On 1 May 2008 at 12:00 a very long name <a@b.example>\r\n".repeat(2_000)),
        Ok("list"),
    );
    add("headers without end", body(&"From: x\r\n".repeat(13_000)), Ok("list"));
    for line in LINES {
        let often = format!("{line}\r\n").repeat(10_000);
        add(&format!("often {line:?}"), body(&often), Ok("*"));
        let apart = format!("{line}\r\n\r\n").repeat(10_000);
        add(&format!("often, between blank lines {line:?}"), body(&apart), Ok("*"));
        add(&format!("often, below words {line:?}"), body(&format!("z9\r\n{often}x")), Ok("*"));
        let page = format!("<p>{line}</p>").repeat(10_000);
        add(&format!("often in a page {line:?}"), typed("text/html", &page), Ok("*"));
    }
    let names: String = (0..9_000).map(|name| format!("{}>\r\n", word(name))).collect();
    add("names that quote, each twice", body(&format!("{names}{names}")), Ok("list"));
    add("one long line", body(&"On 1 May 2008, a@b.example: ".repeat(4_000)), Ok("list"));
    add("a long line of words", body(&"Hello z9 ".repeat(14_000)), Ok("list"));
    add("letters of four bytes", body(&"\u{1f600}".repeat(30_000)), Ok("list"));
    add("letters of no width", body(&"\u{200b}".repeat(40_000)), Ok("list"));
    let mut add =
        |name: &str, message: String, met| table.push((name.to_owned(), message.into_bytes(), met));
    // Proofs written by the sender, in every way that could make them look like the relay's.
    for forged in [
        "mx.forger.example; dmarc=pass header.from=example.org",
        "mx.carrick.example.forger.example; dmarc=pass header.from=example.org",
        "mx.carrick.example x; dmarc=pass header.from=example.org",
        "; dmarc=pass header.from=example.org",
        "dmarc=pass header.from=example.org",
        "mx.carrick.example; dmarc=pass",
        "mx.carrick.example; dmarc=pass header.from=carrick.example",
        "mx.carrick.example; x=\"; dmarc=pass header.from=example.org",
        "mx.carrick.example; (dmarc=pass header.from=example.org)",
        "mx.carrick.example;; dmarc = pass policy.from=example.org",
        "=?utf-8?q?mx.carrick.example?=; dmarc=pass header.from=example.org",
        "mx.carrick.example\u{0}; dmarc=pass header.from=example.org",
    ] {
        let field = "Authentication-Results";
        add(&format!("proof {forged:?}"), format!("{HEAD}{field}: {forged}\r\n\r\n"), Ok("list"));
        let field = "X-Authentication-Results";
        add(
            &format!("other proof {forged:?}"),
            format!("{HEAD}{field}: {forged}\r\n\r\n"),
            Ok("list"),
        );
    }
    // Attachments with misleading names.
    for name in ["../../etc/passwd", "a\0b", "=?utf-8?q?", "a;b", "\u{202e}gpj.exe"] {
        let kind = format!("text/plain; name=\"{name}\"");
        add(&format!("attachment {name:?}"), typed(&kind, "signoff ann hunter22"), Ok("list"));
    }
    table
}

/// Real messages to start with.
pub(crate) fn good() -> Vec<String> {
    include_str!("../mails.txt")
        .split("\n=== ")
        .map(|case| case.split("\n=> ").next().unwrap_or_default().replace('\n', "\r\n"))
        .collect()
}

/// A text of a few kinds of such lines, in any order and of the maximum length.
pub(crate) fn heaped(random: &mut Rng) -> Vec<u8> {
    let kinds: Vec<_> =
        (0..random.usize(1..5)).map(|_| LINES[random.usize(..LINES.len())]).collect();
    let mut message = format!("{HEAD}\r\n");
    while message.len() < 128 << 10 {
        let line = kinds[random.usize(..kinds.len())];
        let _ = write!(message, "{line}\r\n");
    }
    message.into_bytes()
}

/// One of them with bytes changed, cut out, doubled and moved.
pub(crate) fn spoilt(good: &[String], random: &mut Rng) -> Vec<u8> {
    let mut bytes = random.choice(good).map_or_else(Vec::new, |text| text.clone().into_bytes());
    for _ in 0..random.usize(1..8) {
        let at = random.usize(..bytes.len());
        let end = random.usize(at..bytes.len().min(at + 40));
        match random.u8(..5) {
            0 => bytes[at] = random.u8(..),
            1 => _ = bytes.drain(at..end),
            2 => bytes.splice(at..at, bytes[at..end].to_vec()).for_each(drop),
            3 => bytes.truncate(at + 1),
            _ => bytes
                .splice(
                    at..at,
                    random
                        .choice([
                            &b"\r\n"[..],
                            b"\n",
                            b"--b1\r\n",
                            b"\0",
                            b"=?utf-8?q?",
                            b";",
                            b"\"",
                        ])
                        .unwrap()
                        .to_vec(),
                )
                .for_each(drop),
        }
    }
    bytes
}

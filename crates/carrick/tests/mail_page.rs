//! Files, commands and settings in docs/host/mail.md: they work exactly as shown.
#![expect(clippy::unwrap_used, reason = "a test may fail by panicking")]

use std::collections::BTreeSet;
use std::fs;
use std::io::Write as _;
use std::path::Path;
use std::process::{Command, Output, Stdio};

const PAGE: &str = include_str!("../../../docs/host/mail.md");

/// The blocks of code of a kind, in order, each with the text before it.
fn blocks(kind: &str) -> Vec<(&'static str, &'static str)> {
    let fence = format!("```{kind}\n");
    let mut found = Vec::new();
    let mut rest = PAGE;
    while let Some((before, after)) = rest.split_once(&fence) {
        let (block, behind) = after.split_once("```").unwrap();
        found.push((before.trim_end().lines().last().unwrap_or_default(), block));
        rest = behind;
    }
    found
}

/// The block after a line such as "`mail.eml`:".
#[track_caller]
fn file(kind: &str, name: &str) -> &'static str {
    let title = format!("`{name}`:");
    let found = blocks(kind).into_iter().find(|(before, _)| *before == title);
    found.unwrap_or_else(|| panic!("{title}")).1
}

/// Runs a line in a folder as a shell does, with this program as `carrick`.
fn shell(folder: &Path, line: &str) -> Output {
    let program = Path::new(env!("CARGO_BIN_EXE_carrick")).parent().unwrap();
    let path = format!("{}:{}", program.display(), std::env::var("PATH").unwrap());
    Command::new("sh")
        .args(["-c", line])
        .current_dir(folder)
        .env("PATH", path)
        .env("TZ", "UTC")
        .stdin(Stdio::null())
        .output()
        .unwrap()
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).unwrap()
}

/// A folder with the two files of the page.
fn folder() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("carrick.toml"), file("toml", "carrick.toml")).unwrap();
    fs::write(folder.path().join("mail.eml"), file("text", "mail.eml")).unwrap();
    folder
}

#[test]
fn commands_on_the_page_print_what_it_shows() {
    let folder = folder();
    let mut typed = 0;
    for (_, session) in blocks("console") {
        for part in session.split("$ ").filter(|part| !part.is_empty()) {
            let (line, expected) = part.split_once('\n').unwrap();
            let done = shell(folder.path(), line);
            // The result for an email is printed on standard error.
            let said = text(&done.stdout) + &text(&done.stderr);
            assert_eq!(said, expected, "{line}");
            typed += 1;
        }
    }
    assert!(typed >= 4, "the page shows a session");
}

#[test]
fn the_settings_are_read() {
    let folder = folder();
    let mut settings =
        "base_url = \"https://carrick.example\"\ndatabase = \"club.db\"\n".to_owned();
    let sections = blocks("toml").into_iter().filter(|(before, _)| !before.starts_with('`'));
    let sections: Vec<_> = sections.map(|(_, section)| section).collect();
    assert_eq!(sections.len(), 3, "[mail], [mail.strangers] and [mail.out]");
    settings.push_str(&sections.concat());
    fs::write(folder.path().join("all.toml"), settings).unwrap();
    let receive = "carrick receive --config all.toml --from ann@example.org < mail.eml";
    let done = shell(folder.path(), receive);
    assert!(done.status.success(), "{}", text(&done.stderr));
    // Only the password's file is missing.
    let done = shell(folder.path(), "carrick outbox --config all.toml send");
    let said = text(&done.stderr);
    assert!(said.contains("/etc/carrick/relay-password"), "{said}");
}

#[test]
fn the_other_commands_work() {
    let folder = folder();
    for (_, block) in blocks("sh") {
        for line in
            block.replace("\\\n", "").lines().filter(|line| !line.starts_with("carrick doctor"))
        {
            let done = shell(folder.path(), line);
            assert!(done.status.success(), "{line}: {}", text(&done.stderr));
            if line.starts_with("carrick setup mail") {
                let said = text(&done.stdout);
                for (_, lines) in blocks("text") {
                    let printed = PAGE
                        .find("<!-- printed: dns")
                        .is_some_and(|at| PAGE.find(lines).is_some_and(|place| place > at));
                    assert!(!printed || said.contains(lines), "{lines}\n{said}");
                }
                let settings = fs::read_to_string(folder.path().join("carrick.toml")).unwrap();
                assert!(settings.contains("listen = \"/run/carrick/mail/lmtp\""), "{settings}");
            }
        }
    }
    for file in ["relay.key", "relay.crt"] {
        assert!(folder.path().join(file).exists(), "{file}");
    }
    // Nothing runs here, so it finds a fault.
    let done = shell(folder.path(), "carrick doctor --timeout 1");
    assert_eq!(done.status.code(), Some(1), "{}", text(&done.stderr));
    assert!(text(&done.stdout).contains("FAULT no server speaks LMTP at /run/carrick/mail/lmtp"));
}

/// Each setting of Postfix is set by one command, and only once.
#[test]
fn commands_set_what_postfix_needs() {
    let found = blocks("text").into_iter().find(|(_, lines)| lines.contains("relay_domains"));
    let (_, commands) = found.unwrap();
    let told = format!("postconf() {{ printf '%s|%s\\n' \"$@\"; }}\n{commands}");
    let mut shell = Command::new("sh");
    let mut shell = shell.arg("-s").stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
    shell.stdin.take().unwrap().write_all(told.as_bytes()).unwrap();
    let said = text(&shell.wait_with_output().unwrap().stdout);
    let settings: Vec<_> = said.lines().map(|line| line.strip_prefix("-e|").unwrap()).collect();
    assert!(settings.contains(&"mydestination = $myhostname, localhost"), "{said}");
    assert!(said.contains("@carrick\\.example$$/ ok } }\n"), "{said}");
    let names: BTreeSet<_> = settings.iter().map(|line| line.split_once(" =").unwrap().0).collect();
    assert_eq!((settings.len(), names.len()), (11, 11), "{said}");
}

/// No line there makes an open relay: each line that names the domain or the socket also names the
/// recipients.
#[test]
fn no_lines_make_an_open_relay() {
    for (_, lines) in
        blocks("text").into_iter().filter(|(_, lines)| lines.contains("relay_domains"))
    {
        for needed in ["relay_recipient_maps", "header_checks"] {
            assert!(lines.contains(needed), "{lines}");
        }
    }
    assert_eq!(PAGE.matches("relay_domains").count(), 1);
}

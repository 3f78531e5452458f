//! The program prints its version, and writes its man pages and completions.
#![expect(clippy::unwrap_used, reason = "a test may fail by panicking")]

use std::fs;
use std::io::Write as _;
use std::process::{Command, Stdio};

use serde_json::Value;

fn said(arguments: &[&str]) -> String {
    let output = Command::new(env!("CARGO_BIN_EXE_carrick")).args(arguments).output().unwrap();
    assert!(output.status.success(), "{arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

#[test]
fn people_and_programs_can_read_the_version() {
    let json: Value = serde_json::from_str(&said(&["version", "--json"])).unwrap();
    assert_eq!(json["version"], env!("CARGO_PKG_VERSION"));
    assert_eq!(json["schema"], carrick_store::known_schema());
    assert!(json["target"].as_str().unwrap().starts_with(std::env::consts::ARCH), "{json}");
    assert!(json["commit"].is_null() || json["commit"].as_str().unwrap().len() >= 8, "{json}");
    assert_eq!(json["features"]["assertions"], cfg!(debug_assertions));
    let text = said(&["version"]);
    assert!(text.starts_with(concat!("carrick ", env!("CARGO_PKG_VERSION"), "\n")), "{text}");
    assert!(text.contains(&format!("database schema   {}\n", json["schema"])), "{text}");
}

#[test]
fn shells_complete_subcommands_and_flags() {
    for shell in ["bash", "zsh", "fish"] {
        let script = said(&["completions", shell]);
        for word in ["serve", "trusted-proxy", "reset-2fa"] {
            assert!(script.contains(word), "{shell} does not know {word}");
        }
    }
    let mut bash = Command::new("bash")
        .args(["--norc", "-s"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let asks = "\nCOMP_WORDS=(carrick serve --trus) COMP_CWORD=2\n_carrick carrick --trus serve\n\
                echo \"${COMPREPLY[@]}\"\n";
    let script = said(&["completions", "bash"]) + asks;
    bash.stdin.take().unwrap().write_all(script.as_bytes()).unwrap();
    let done = bash.wait_with_output().unwrap();
    assert_eq!(String::from_utf8(done.stdout).unwrap().trim(), "--trusted-proxy");
}

#[test]
fn man_pages_are_written_into_a_folder() {
    let folder = tempfile::tempdir().unwrap();
    let pages = folder.path().join("share/man1");
    let told = said(&["man", "--out", pages.to_str().unwrap()]);
    let count = fs::read_dir(&pages).unwrap().count();
    assert!(told.starts_with(&format!("{count} pages are in ")) && count > 40, "{told}");
    let page = fs::read_to_string(pages.join("carrick-setup-mail.1")).unwrap();
    assert!(page.contains(".SH SYNOPSIS") && page.contains("SEE ALSO"), "{page}");
}

//! Where settings come from: flags, variables, files.
#![allow(clippy::unwrap_used)] // a test may stop at what it did not expect

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};

/// What a command says, with these variables and no others.
fn said(folder: &Path, line: &str, variables: &[(&str, &str)]) -> (String, String) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_carrick"));
    command.env_clear().env("HOME", folder).envs(variables.iter().copied());
    command.args(line.split(' ')).current_dir(folder).stdin(Stdio::null());
    let output = command.output().unwrap();
    let text = |bytes| String::from_utf8(bytes).unwrap();
    (text(output.stdout), text(output.stderr))
}

#[test]
fn an_empty_variable_counts_as_unset() {
    let folder = tempfile::tempdir().unwrap();
    let help = said(folder.path(), "serve --help", &[]).0;
    let variables: Vec<&str> =
        help.split("[env: ").skip(1).map(|rest| rest.split('=').next().unwrap()).collect();
    assert!(variables.len() > 12, "{variables:?}");
    let empty: Vec<(&str, &str)> = variables.iter().map(|name| (*name, "")).collect();
    let folder = tempfile::tempdir().unwrap();
    // A port that cannot be had stops the server when all the rest is right.
    let line = "serve --listen 192.0.2.1:1";
    let told = said(folder.path(), line, &empty).1;
    assert!(told.contains("cannot listen on 192.0.2.1:1"), "{told}");
    assert!(folder.path().join(".local/share/carrick/carrick.db").exists());
    for name in variables {
        let told = said(folder.path(), line, &[(name, "")]).1;
        assert!(told.contains("cannot listen on 192.0.2.1:1"), "{name}: {told}");
    }
}

#[test]
fn what_a_variable_says_wrongly_is_put_down_to_it() {
    let folder = tempfile::tempdir().unwrap();
    for (name, value) in [
        ("CARRICK_LISTEN", "8010"),
        ("CARRICK_TRUSTED_PROXIES", "here"),
        ("CARRICK_MAX_CONNECTIONS", "many"),
        ("CARRICK_LOG_FORMAT", "xml"),
        ("CARRICK_THREADS", "0"),
    ] {
        let told = said(folder.path(), "serve", &[(name, value)]).1;
        assert!(told.contains(&format!("The value is that of the variable {name}.")), "{told}");
    }
    let told = said(folder.path(), "serve --listen 8010", &[("CARRICK_LISTEN", "[::1]:1")]).1;
    assert!(!told.contains("The value is that of"), "{told}");
}

#[test]
fn a_misspelled_variable_is_named() {
    let folder = tempfile::tempdir().unwrap();
    let line = "serve --listen 192.0.2.1:1";
    let told = said(folder.path(), line, &[("CARRICK_LISTN", "[::1]:1"), ("OTHER", "x")]).1;
    assert!(told.contains("the variable CARRICK_LISTN sets nothing"), "{told}");
    assert_eq!(told.matches("sets nothing").count(), 1, "{told}");
}

#[test]
fn a_data_folder_that_is_no_absolute_path_is_ignored() {
    let folder = tempfile::tempdir().unwrap();
    let home = folder.path().join("home");
    let variables = [("XDG_DATA_HOME", "rel"), ("HOME", home.to_str().unwrap())];
    said(folder.path(), "do signup ann tulip77", &variables);
    assert!(!folder.path().join("rel").exists());
    assert!(home.join(".local/share/carrick/carrick.db").exists());
    let (_, told) = said(folder.path(), "do signup ann tulip77", &[("HOME", "rel")]);
    assert!(told.contains("there is no home folder"), "{told}");
}

#[test]
fn every_command_finds_the_settings_in_its_folder() {
    let folder = tempfile::tempdir().unwrap();
    let here = folder.path();
    fs::write(here.join("carrick.toml"), "database = \"club.db\"\n").unwrap();
    said(here, "do signup ann tulip77", &[]);
    assert!(here.join("club.db").exists());
    assert!(said(here, "admin users", &[]).0.contains("\nann "));
    let (out, told) = said(here, "backup copy.db", &[]);
    assert!(out.contains("copy.db is a backup of club.db: "), "{out}{told}");
    assert!(said(here, "token ann --scopes read", &[]).1.is_empty());
    said(here, "do --db other.db signup bob tulip77", &[]);
    assert!(!said(here, "admin users", &[]).0.contains("bob"));
    assert!(said(here, "admin users", &[("CARRICK_DB", "other.db")]).0.contains("\nbob "));
}

//! The image's recipe: the names in it are those of the program and of the Debian package, and the
//! program it starts runs and is healthy.
#![allow(clippy::unwrap_used)] // a test may stop at what it did not expect

use std::process::{Command, Output};

use crate::support::Serving;

const RECIPE: &str = include_str!("../../../packaging/Containerfile");

/// The stages of a recipe, each with its instructions: their names and the rest of each, with
/// continued lines joined.
fn stages(recipe: &str) -> Vec<Vec<(String, String)>> {
    let joined = recipe.replace("\\\n", " ");
    let lines = joined.lines().filter(|line| !line.is_empty() && !line.starts_with('#'));
    let mut stages: Vec<Vec<(String, String)>> = Vec::new();
    for line in lines {
        let (name, rest) = line.split_once(' ').unwrap();
        if name == "FROM" {
            stages.push(Vec::new());
        }
        stages.last_mut().unwrap().push((name.into(), rest.trim().into()));
    }
    stages
}

/// Rests of the instructions of this name.
fn all<'a>(stage: &'a [(String, String)], name: &str) -> Vec<&'a str> {
    stage.iter().filter(|(given, _)| given == name).map(|(_, rest)| rest.as_str()).collect()
}

/// Rest of the only instruction of this name.
fn only<'a>(stage: &'a [(String, String)], name: &str) -> &'a str {
    match all(stage, name)[..] {
        [rest] => rest,
        ref found => panic!("{name}: {found:?}"),
    }
}

/// A command written as a list.
fn words(list: &str) -> Vec<String> {
    serde_json::from_str(list).unwrap()
}

fn read(path: &str) -> String {
    let root = concat!(env!("CARGO_MANIFEST_DIR"), "/../../");
    std::fs::read_to_string(format!("{root}{path}")).unwrap()
}

#[test]
fn the_recipe_of_the_image_names_what_exists() {
    let stages = stages(RECIPE);
    let [build, image] = &stages[..] else { panic!("{stages:?}") };

    // Built by a compiler that is new enough, on the release of Debian that it is for.
    let (compiler, debian) = (only(build, "FROM"), only(image, "FROM"));
    let manifest = read("Cargo.toml");
    let least = manifest.split("rust-version = \"").nth(1).unwrap().split('"').next().unwrap();
    let release = debian.split_once(':').unwrap().1.strip_suffix("-slim").unwrap();
    assert!(compiler.ends_with(&format!("rust:{least}-slim-{release} AS build")), "{compiler}");
    assert!(only(build, "RUN").ends_with("--profile dist --locked --package carrick"));
    assert!(read("crates/carrick/src/program.rs").contains(only(build, "ARG")));

    // The program is where the package puts it, and so is the data.
    let unit = read("packaging/debian/carrick.service");
    let folder = only(build, "WORKDIR");
    let copies = all(image, "COPY");
    let program = copies[0].strip_prefix(&format!("--from=build {folder}/target/dist/carrick "));
    let program = program.unwrap();
    assert!(unit.contains(&format!("ExecStart={program} serve ")), "{program}");
    assert_eq!(words(only(image, "ENTRYPOINT")), [program]);
    for file in copies[1].split(' ').filter(|word| !word.ends_with('/')) {
        assert!(!read(file).is_empty(), "{file}");
    }
    let data = only(image, "VOLUME");
    assert!(read("packaging/debian/sysusers.conf").contains(&format!(" {data} ")), "{data}");
    let database = format!("CARRICK_DB={data}/carrick.db");
    assert!(all(image, "ENV").contains(&database.as_str()));
    assert!(read("packaging/debian/carrick.toml").contains(&format!("{data}/carrick.db")));

    // No process is root, and the user who runs it owns the folder.
    let user: u32 = only(image, "USER").parse().unwrap();
    let made = only(image, "RUN");
    assert!(user != 0 && made.contains(&format!("--uid {user} ")), "{made}");
    assert!(made.contains("--owner carrick") && made.ends_with(data), "{made}");

    // The program reads every variable, and the port is the same everywhere.
    let help = Command::new(env!("CARGO_BIN_EXE_carrick")).args(["serve", "--help"]).output();
    let help = String::from_utf8(help.unwrap().stdout).unwrap();
    for variable in all(image, "ENV") {
        let name = variable.split('=').next().unwrap();
        assert!(help.contains(&format!("[env: {name}")), "{name}");
    }
    let port = only(image, "EXPOSE");
    assert!(all(image, "ENV").contains(&format!("CARRICK_LISTEN=0.0.0.0:{port}").as_str()));
    assert!(help.contains(&format!("[default: 127.0.0.1:{port}]")), "{port}");
    let page = read("docs/host/install.md");
    assert!(page.contains(&format!(":{port} ")) && page.contains(&format!(":{data} ")));
    assert!(read(".dockerignore").lines().any(|line| line == "target"));
}

#[test]
fn the_image_starts_a_server_and_sees_whether_it_is_healthy() {
    let stages = stages(RECIPE);
    let image = stages.last().unwrap();
    let folder = tempfile::tempdir().unwrap();
    let mut command = Command::new(env!("CARGO_BIN_EXE_carrick"));
    command.args(words(only(image, "CMD"))).env_remove("CARRICK_LOG");
    for variable in all(image, "ENV") {
        let (name, value) = variable.split_once('=').unwrap();
        // The test's own folder and port.
        let value = value.replace(only(image, "VOLUME"), folder.path().to_str().unwrap());
        command.env(name, value.replace("0.0.0.0:8010", "127.0.0.1:0"));
    }
    let mut server = Serving::start(command);
    assert!(folder.path().join("carrick.db").exists());

    let (_, check) = only(image, "HEALTHCHECK").split_once(" CMD ").unwrap();
    let check = check.replace("8010", &server.listens.port().to_string());
    let asked = || -> Output {
        let check = words(&check);
        Command::new(&check[0]).args(&check[1..]).output().unwrap()
    };
    let healthy = asked();
    assert!(healthy.status.success(), "{healthy:?}");
    server.stop();
    assert!(!asked().status.success(), "nothing listens");
}

//! Tests a running server against its OpenAPI document with Schemathesis: the document is valid,
//! and the server answers every request as described.

use std::fs;
use std::io::{BufRead as _, BufReader, Error, Result};
use std::path::Path;
use std::process::{Child, Command, ExitCode, Stdio};

use crate::tools::{self, done};

/// Number of generated requests for each operation and phase.
const EXAMPLES: &str = "40";

/// Random seed, so that a run can be repeated.
const SEED: &str = "2008";

/// Tests a server against its document.
pub(crate) fn run() -> ExitCode {
    match held() {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(error) => {
            eprintln!("The API was not tried: {error}");
            ExitCode::FAILURE
        }
    }
}

fn held() -> Result<bool> {
    let (root, target) = (tools::root(), tools::target());
    let tools = tools::installed("api")?;
    let carrick = tools::carrick()?;
    let folder = target.join("api");
    if folder.exists() {
        fs::remove_dir_all(&folder)?;
    }
    fs::create_dir_all(&folder)?;
    let server = Server::start(&carrick, &folder)?;
    let document = format!("{}/api/v1/openapi.json", server.site);
    let file = folder.join("openapi.json");
    let fetch = "import sys, urllib.request; urllib.request.urlretrieve(*sys.argv[1:])";
    done(Command::new(tools.join("python")).args(["-c", fetch, &document]).arg(&file))?;
    let valid = Command::new(tools.join("openapi-spec-validator")).arg(&file).status()?;
    let kept = Command::new(tools.join("schemathesis"))
        .arg("--config-file")
        .arg(root.join("crates/carrick-web/tests/api/schemathesis.toml").canonicalize()?)
        .arg("run")
        .arg(&document)
        .args(["--header", &format!("Authorization: Bearer {}", server.token)])
        .args(["--seed", SEED, "--max-examples", EXAMPLES, "--workers", "1"])
        .args(["--generation-database", "none", "--request-timeout", "30", "--no-color"])
        .current_dir(&folder)
        .status()?;
    Ok(valid.success() && kept.success())
}

/// A server with a few users and boards, and a token of one user. Ends on drop.
struct Server {
    process: Child,
    site: String,
    token: String,
}

impl Server {
    fn start(program: &Path, folder: &Path) -> Result<Self> {
        let database = folder.join("carrick.db");
        let carrick = |mode: &str, rest: &[&str]| {
            let mut command = Command::new(program);
            command.arg(mode).arg("--db").arg(&database).args(rest);
            command
        };
        for words in ["signup ann tulip7", "signup bob rose88", "signup camb lily99"] {
            done(carrick("do", &[words]).stdout(Stdio::null()))?;
        }
        for game in carrick_games::GameKind::ALL {
            let words = format!("{game} challenge ann bob");
            done(carrick("do", &["--as", "ann", &words]).stdout(Stdio::null()))?;
        }
        let scopes = "read,play,challenge,chat,account";
        let token = carrick("token", &["ann", "--scopes", scopes]).output()?.stdout;
        let token = String::from_utf8_lossy(&token).trim().to_owned();
        let mut process = carrick("serve", &["--no-limits", "--listen", "127.0.0.1:0"])
            .stdout(Stdio::piped())
            .spawn()?;
        let mut said = String::new();
        if let Some(out) = process.stdout.take() {
            BufReader::new(out).read_line(&mut said)?;
        }
        let site = said.trim().rsplit(' ').next().unwrap_or_default().to_owned();
        let server = Self { process, site, token };
        match server.site.starts_with("http://") && server.token.starts_with("carrick_") {
            true => Ok(server),
            false => Err(Error::other(format!("the server did not start: {said}"))),
        }
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        // Nobody needs its data.
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

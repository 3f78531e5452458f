//! Suites that need programs from outside: a mail server, proxies, browsers, databases.

use crate::packages::{self, Package};
use crate::release::deb;
use crate::wasm;

/// A suite that runs only where certain programs are installed.
pub(super) struct Suite {
    pub(super) name: &'static str,
    packages: &'static [Package],
}

impl Suite {
    pub(super) fn can_run(&self) -> bool {
        self.missing().is_empty() && (!self.needs_root() || deb::may_test())
    }

    /// Whether only root can run the suite.
    pub(super) fn needs_root(&self) -> bool {
        self.name == DEBIAN.name
    }

    /// Packages that are still to be installed for the suite.
    pub(super) fn missing(&self) -> Vec<&'static str> {
        // With the sources rustup's compiler does as well as Debian's.
        if self.name == PAGE_ENGINE.name && wasm::rustup_has_sources() {
            return packages::missing(NODE);
        }
        packages::missing(self.packages)
    }
}

const NODE: &[Package] = &[Package::with_program("nodejs", "node")];

pub(super) const POSTFIX: Suite = Suite {
    name: "mail through Postfix",
    packages: &[
        Package::of("postfix"),
        Package::of("swaks"),
        Package::of("opendkim"),
        Package::of("opendmarc"),
        Package::with_program("sasl2-bin", "saslpasswd2"),
        Package::companion("libsasl2-modules"),
        Package::of("openssl"),
        Package::with_program("util-linux", "unshare"),
        Package::with_file("publicsuffix", "/usr/share/publicsuffix/public_suffix_list.dat"),
    ],
};

pub(super) const PROXIES: Suite = Suite {
    name: "the site behind nginx and Caddy",
    packages: &[
        Package::with_program("nginx-light", "nginx"),
        Package::of("caddy"),
        Package::of("curl"),
        Package::of("openssl"),
    ],
};

pub(super) const FUZZER: Suite =
    Suite { name: "fuzzing", packages: &[Package::with_program("g++", "c++")] };

pub(super) const SCRIPTS: Suite = Suite {
    name: "types of the scripts",
    packages: &[Package::with_program("nodejs", "node"), Package::of("npm")],
};

pub(super) const PAGES: Suite = Suite {
    name: "tests in the browser",
    packages: &[
        Package::with_program("nodejs", "node"),
        Package::of("npm"),
        Package::of("chromium-headless-shell"),
    ],
};

pub(super) const PAGE_ENGINE: Suite = Suite {
    name: "the engine for pages",
    packages: &[
        wasm::COMPILER[0],
        wasm::COMPILER[1],
        wasm::COMPILER[2],
        wasm::COMPILER[3],
        NODE[0],
    ],
};

pub(super) const API: Suite = Suite {
    name: "the API against its OpenAPI document",
    packages: &[Package::with_program("python3", "python3"), Package::companion("python3-venv")],
};

pub(super) const CHECKERS: Suite =
    Suite { name: "certificates of solved boards", packages: &[Package::of("python3"), NODE[0]] };

pub(super) const LAB: Suite = Suite {
    name: "analyses of a laboratory's games",
    packages: &[Package::with_program("python3", "python3"), Package::companion("python3-venv")],
};

pub(super) const POSTGRES: Suite = Suite {
    name: "the store and the program on PostgreSQL",
    packages: &[Package::with_file("postgresql", "/usr/lib/postgresql"), Package::of("openssl")],
};

pub(super) const DEBIAN: Suite =
    Suite { name: "the package in a fresh Debian", packages: &deb::NEEDED };

pub(super) const SUITES: [&Suite; 11] = [
    &POSTFIX,
    &PROXIES,
    &FUZZER,
    &SCRIPTS,
    &PAGE_ENGINE,
    &PAGES,
    &API,
    &CHECKERS,
    &LAB,
    &POSTGRES,
    &DEBIAN,
];

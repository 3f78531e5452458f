//! The integration tests, in one program: it is linked once, and its tests share the cores.

mod about_itself;
mod accounts;
mod admin;
mod ahead;
#[cfg(unix)]
mod behind_proxies;
mod bot;
mod broken_imports;
#[cfg(unix)]
mod by_mail;
mod computer;
mod container;
mod due;
mod examples;
mod exchange;
#[cfg(unix)]
mod files;
mod four_games;
mod keeping;
mod logs;
mod mail_page;
mod mail_survives_kills;
mod meeting;
mod metrics;
mod outages;
mod postgres;
mod ratings;
mod receive;
mod reopen;
mod scripts;
#[cfg(unix)]
mod settings;
mod support;
mod survives_kills;
mod tables;
mod talking;
mod two_servers;
mod wrong_inputs;
mod wrong_scripts;

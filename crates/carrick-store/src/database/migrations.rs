//! Migrations: the versions of the schema, embedded in the program.
//!
//! A version has the same tables and columns in both databases, which a test holds. PostgreSQL's
//! list begins later, with all of them in one script; what comes after is a script for each.

use std::sync::LazyLock;

use sqlx::SqlSafeStr as _;
use sqlx::migrate::{Migration, MigrationType, Migrator};

use super::dialect::Dialect;

/// Number of the newest schema, with which this program works.
///
/// ```
/// assert!(carrick_store::known_schema() >= 27);
/// ```
#[must_use]
pub fn known_schema() -> i64 {
    SQLITE.iter().map(|&(version, ..)| version).max().unwrap_or(0)
}

/// The migrations, embedded by hand: there is one line to add for each, and no macro package. Their
/// checksums are computed once.
pub(crate) fn migrator(dialect: Dialect) -> &'static Migrator {
    static MIGRATORS: [LazyLock<Migrator>; 2] =
        [LazyLock::new(|| of(SQLITE)), LazyLock::new(|| of(POSTGRES))];
    let [sqlite, postgres] = &MIGRATORS;
    match dialect {
        Dialect::Sqlite => sqlite,
        Dialect::Postgres => postgres,
    }
}

fn of(migrations: &[(i64, &'static str, &'static str)]) -> Migrator {
    let migrations = migrations.iter().map(|&(version, name, sql)| {
        Migration::new(version, name.into(), MigrationType::Simple, sql.into_sql_str(), false)
    });
    Migrator::with_migrations(migrations.collect())
}

const SQLITE: &[(i64, &str, &str)] = &[
    (1, "state", include_str!("../../migrations/sqlite/0001_state.sql")),
    (2, "resets", include_str!("../../migrations/sqlite/0002_resets.sql")),
    (3, "web", include_str!("../../migrations/sqlite/0003_web.sql")),
    (4, "changes", include_str!("../../migrations/sqlite/0004_changes.sql")),
    (5, "stand_ins", include_str!("../../migrations/sqlite/0005_stand_ins.sql")),
    (6, "api_tokens", include_str!("../../migrations/sqlite/0006_api_tokens.sql")),
    (7, "mails", include_str!("../../migrations/sqlite/0007_mails.sql")),
    (8, "mail_out", include_str!("../../migrations/sqlite/0008_mail_out.sql")),
    (9, "feeds", include_str!("../../migrations/sqlite/0009_feeds.sql")),
    (10, "account_changes", include_str!("../../migrations/sqlite/0010_account_changes.sql")),
    (11, "bounces", include_str!("../../migrations/sqlite/0011_bounces.sql")),
    (12, "second_factors", include_str!("../../migrations/sqlite/0012_second_factors.sql")),
    (13, "hotseats", include_str!("../../migrations/sqlite/0013_hotseats.sql")),
    (14, "strangers", include_str!("../../migrations/sqlite/0014_strangers.sql")),
    (15, "address_case", include_str!("../../migrations/sqlite/0015_address_case.sql")),
    (16, "news", include_str!("../../migrations/sqlite/0016_news.sql")),
    (17, "challenges", include_str!("../../migrations/sqlite/0017_challenges.sql")),
    (18, "asked_addresses", include_str!("../../migrations/sqlite/0018_asked_addresses.sql")),
    (19, "levels", include_str!("../../migrations/sqlite/0019_levels.sql")),
    (20, "outages", include_str!("../../migrations/sqlite/0020_outages.sql")),
    (21, "lists", include_str!("../../migrations/sqlite/0021_lists.sql")),
    (22, "mail_choices", include_str!("../../migrations/sqlite/0022_mail_choices.sql")),
    (23, "operators", include_str!("../../migrations/sqlite/0023_operators.sql")),
    (24, "places", include_str!("../../migrations/sqlite/0024_places.sql")),
    (25, "novices", include_str!("../../migrations/sqlite/0025_novices.sql")),
    (26, "appearance", include_str!("../../migrations/sqlite/0026_appearance.sql")),
    (27, "teaching", include_str!("../../migrations/sqlite/0027_teaching.sql")),
    (28, "reviews", include_str!("../../migrations/sqlite/0028_reviews.sql")),
    (29, "given", include_str!("../../migrations/sqlite/0029_given.sql")),
    (30, "studies", include_str!("../../migrations/sqlite/0030_studies.sql")),
    (31, "puzzles", include_str!("../../migrations/sqlite/0031_puzzles.sql")),
    (32, "handed_in", include_str!("../../migrations/sqlite/0032_handed_in.sql")),
    (33, "hints", include_str!("../../migrations/sqlite/0033_hints.sql")),
    (34, "puzzle_mails", include_str!("../../migrations/sqlite/0034_puzzle_mails.sql")),
    (35, "resigned", include_str!("../../migrations/sqlite/0035_resigned.sql")),
    (36, "more_novices", include_str!("../../migrations/sqlite/0036_more_novices.sql")),
    (37, "told", include_str!("../../migrations/sqlite/0037_told.sql")),
    (38, "hotseat_reviews", include_str!("../../migrations/sqlite/0038_hotseat_reviews.sql")),
    (39, "buckets", include_str!("../../migrations/sqlite/0039_buckets.sql")),
    (40, "uncounted changes", include_str!("../../migrations/sqlite/0040_uncounted_changes.sql")),
    (41, "board_changes", include_str!("../../migrations/sqlite/0041_board_changes.sql")),
    (42, "fair_queues", include_str!("../../migrations/sqlite/0042_fair_queues.sql")),
    (43, "texts", include_str!("../../migrations/sqlite/0043_texts.sql")),
    (44, "guests_gone", include_str!("../../migrations/sqlite/0044_guests_gone.sql")),
    (45, "fallen_clocks", include_str!("../../migrations/sqlite/0045_fallen_clocks.sql")),
];

const POSTGRES: &[(i64, &str, &str)] = &[
    (32, "state", include_str!("../../migrations/postgres/0032_state.sql")),
    (33, "hints", include_str!("../../migrations/postgres/0033_hints.sql")),
    (34, "puzzle_mails", include_str!("../../migrations/postgres/0034_puzzle_mails.sql")),
    (35, "resigned", include_str!("../../migrations/postgres/0035_resigned.sql")),
    (36, "more_novices", include_str!("../../migrations/postgres/0036_more_novices.sql")),
    (37, "told", include_str!("../../migrations/postgres/0037_told.sql")),
    (38, "hotseat_reviews", include_str!("../../migrations/postgres/0038_hotseat_reviews.sql")),
    (39, "buckets", include_str!("../../migrations/postgres/0039_buckets.sql")),
    (40, "uncounted changes", include_str!("../../migrations/postgres/0040_uncounted_changes.sql")),
    (41, "board_changes", include_str!("../../migrations/postgres/0041_board_changes.sql")),
    (42, "fair_queues", include_str!("../../migrations/postgres/0042_fair_queues.sql")),
    (43, "texts", include_str!("../../migrations/postgres/0043_texts.sql")),
    (44, "guests_gone", include_str!("../../migrations/postgres/0044_guests_gone.sql")),
    (45, "fallen_clocks", include_str!("../../migrations/postgres/0045_fallen_clocks.sql")),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_databases_have_the_same_last_version() {
        let last = |dialect| migrator(dialect).iter().map(|migration| migration.version).max();
        assert_eq!(last(Dialect::Sqlite), last(Dialect::Postgres));
    }
}

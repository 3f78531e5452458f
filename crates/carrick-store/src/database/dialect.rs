//! The statements that differ between databases. Every other statement must work on all of them; a
//! test looks for words that do not.

/// SQL dialect of a database.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Dialect {
    Sqlite,
    Postgres,
}

impl Dialect {
    /// All rows of a query as one JSON text: an array of arrays of `columns`, sorted by `order`.
    /// For SQLite this must be the order in which its index returns them.
    pub(crate) fn json_rows(self, columns: &str, order: &str) -> String {
        match self {
            Self::Sqlite => format!("json_group_array(json_array({columns}))"),
            Self::Postgres => format!(
                "CAST(coalesce(json_agg(json_build_array({columns}) ORDER BY {order}), '[]') AS TEXT)"
            ),
        }
    }

    /// A table of the items of the JSON array `$1`, with the column `value`.
    pub(crate) const fn json_items(self) -> &'static str {
        match self {
            Self::Sqlite => "json_each($1)",
            Self::Postgres => "json_array_elements(CAST($1 AS JSON)) AS item (value)",
        }
    }

    /// Columns of all tables of the state that are not computed: the table (`of`), `name`, `kind`,
    /// and `place` in the key, from 1.
    pub(crate) const fn columns(self) -> &'static str {
        match self {
            Self::Sqlite => {
                "SELECT t.name AS of, c.name AS name, lower(c.type) AS kind, c.pk AS place \
                 FROM pragma_table_list t, pragma_table_xinfo(t.name) c \
                 WHERE t.schema = 'main' AND t.type = 'table' AND t.name NOT LIKE 'sqlite%' \
                    AND t.name NOT IN ('_sqlx_migrations', 'copying') AND c.hidden = 0 \
                 ORDER BY t.name, c.cid"
            }
            Self::Postgres => {
                "SELECT CAST(t.relname AS TEXT) AS of, CAST(c.attname AS TEXT) AS name, \
                    format_type(c.atttypid, -1) AS kind, \
                    CAST(coalesce(array_position(k.conkey, c.attnum), 0) AS BIGINT) AS place \
                 FROM pg_class t JOIN pg_attribute c ON c.attrelid = t.oid AND c.attnum > 0 \
                 LEFT JOIN pg_constraint k ON k.conrelid = t.oid AND k.contype = 'p' \
                 WHERE t.relkind = 'r' AND t.relnamespace = CAST(current_schema() AS regnamespace) \
                    AND t.relname NOT IN ('_sqlx_migrations', 'copying') \
                    AND c.attgenerated = '' AND NOT c.attisdropped \
                 ORDER BY t.relname, c.attnum"
            }
        }
    }

    /// Pairs of tables where the first (`of`) refers to the second (`other`).
    pub(crate) const fn references(self) -> &'static str {
        match self {
            Self::Sqlite => {
                "SELECT t.name AS of, r.\"table\" AS other \
                 FROM pragma_table_list t, pragma_foreign_key_list(t.name) r \
                 WHERE t.schema = 'main' AND t.type = 'table'"
            }
            Self::Postgres => {
                "SELECT CAST(t.relname AS TEXT) AS of, CAST(o.relname AS TEXT) AS other \
                 FROM pg_constraint r JOIN pg_class t ON t.oid = r.conrelid \
                 JOIN pg_class o ON o.oid = r.confrelid \
                 WHERE r.contype = 'f' AND t.relnamespace = CAST(current_schema() AS regnamespace)"
            }
        }
    }

    /// Statement that empties a table even if others refer to it: in SQLite without the check of
    /// references, otherwise together with everything that refers to it.
    pub(crate) fn emptying(self, table: &str) -> String {
        match self {
            Self::Sqlite => format!("DELETE FROM {table}"),
            Self::Postgres => format!("TRUNCATE {table} CASCADE"),
        }
    }

    /// End of a query for rows that the transaction will change; it skips rows that another
    /// transaction is changing. In a file one transaction writes at a time.
    pub(crate) const fn skip_locked(self) -> &'static str {
        match self {
            Self::Sqlite => "",
            Self::Postgres => " FOR UPDATE SKIP LOCKED",
        }
    }

    /// The next of many arguments. SQLite finds the number of a numbered argument by walking all
    /// earlier ones, so its arguments are unnumbered here.
    pub(crate) fn argument(self, number: usize) -> String {
        match self {
            Self::Sqlite => "?".to_owned(),
            Self::Postgres => format!("${number}"),
        }
    }

    /// Whether a column equals the text of an argument, ignoring case. Mail addresses are compared
    /// in this way.
    pub(crate) fn same_letters(self, column: &str, argument: &str) -> String {
        match self {
            Self::Sqlite => format!("{column} = {argument} COLLATE NOCASE"),
            Self::Postgres => format!("lower({column}) = lower({argument})"),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    /// Words that some databases do not understand, or understand differently.
    const PARTICULAR: [&str; 22] = [
        "collate ",
        "datetime(",
        "glob ",
        "group_concat(",
        "ifnull(",
        "iif(",
        "instr(",
        "insert or ",
        "json_agg(",
        "json_array",
        "json_build",
        "json_each",
        "json_group",
        "last_insert_rowid",
        "pragma",
        "printf(",
        "random(",
        "rowid",
        "sqlite",
        "sqlx",
        "strftime(",
        "typeof(",
    ];

    fn look(folder: &Path, found: &mut Vec<String>) {
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                if !path.ends_with("src/database") {
                    look(&path, found);
                }
                continue;
            }
            let text = std::fs::read_to_string(&path).unwrap();
            let code = text.split("#[cfg(test)]").next().unwrap_or_default();
            for (number, line) in (1..).zip(code.lines()) {
                let is_comment = line.trim_start().starts_with("//");
                let line = line.to_ascii_lowercase();
                let word = PARTICULAR.iter().find(|word| line.contains(**word));
                if let Some(word) = word.filter(|_| !is_comment) {
                    found.push(format!("{}:{number}: {word}", path.display()));
                }
            }
        }
    }

    #[test]
    fn statements_outside_this_folder_are_portable() {
        let mut found = Vec::new();
        look(&Path::new(env!("CARGO_MANIFEST_DIR")).join("src"), &mut found);
        assert!(found.is_empty(), "write it for all databases, or in `Dialect`: {found:#?}");
    }
}

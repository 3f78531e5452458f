//! The tables of an SQLite file and of PostgreSQL, which must be the same.

use crate::cluster;
use crate::support::*;

/// One line for each column: its type, whether it may be null, its default, its position in the
/// key.
const COLUMNS: [&str; 2] = [
    "SELECT t.name || '.' || c.name || ' ' || lower(c.type) \
        || CASE WHEN c.\"notnull\" = 1 OR c.pk > 0 THEN ' not null' ELSE '' END \
        || CASE WHEN c.hidden > 0 THEN ' generated' ELSE '' END \
        || coalesce(' default ' || c.dflt_value, '') || ' key ' || c.pk \
     FROM pragma_table_list t, pragma_table_xinfo(t.name) c \
     WHERE t.schema = 'main' AND t.type = 'table' AND t.name NOT LIKE 'sqlite%'",
    "SELECT t.relname || '.' || c.attname || ' ' \
        || CASE format_type(c.atttypid, -1) WHEN 'bigint' THEN 'integer' \
            WHEN 'double precision' THEN 'real' ELSE format_type(c.atttypid, -1) END \
        || CASE WHEN c.attnotnull THEN ' not null' ELSE '' END \
        || CASE WHEN c.attgenerated <> '' THEN ' generated' \
            ELSE coalesce(' default ' || replace(pg_get_expr(d.adbin, d.adrelid), '::text', ''), '') END \
        || ' key ' || coalesce(array_position(k.conkey, c.attnum), 0) \
     FROM pg_class t JOIN pg_attribute c ON c.attrelid = t.oid AND c.attnum > 0 \
        AND NOT c.attisdropped \
     LEFT JOIN pg_attrdef d ON d.adrelid = t.oid AND d.adnum = c.attnum \
     LEFT JOIN pg_constraint k ON k.conrelid = t.oid AND k.contype = 'p' \
     WHERE t.relkind = 'r' AND t.relnamespace = 'public'::regnamespace",
];

/// One line for each column that refers to another one.
const REFERENCES: [&str; 2] = [
    "SELECT t.name || '.' || r.\"from\" || ' to ' || r.\"table\" || '.' || r.\"to\" \
     FROM pragma_table_list t, pragma_foreign_key_list(t.name) r \
     WHERE t.schema = 'main' AND t.type = 'table'",
    "SELECT t.relname || '.' || c.attname || ' to ' || o.relname || '.' || oc.attname \
     FROM pg_constraint r, unnest(r.conkey, r.confkey) AS pair (own, other), pg_class t, \
        pg_class o, pg_attribute c, pg_attribute oc \
     WHERE r.contype = 'f' AND t.oid = r.conrelid AND o.oid = r.confrelid \
        AND c.attrelid = t.oid AND c.attnum = own AND oc.attrelid = o.oid AND oc.attnum = other",
];

/// One line for each index that was created by name, and for each constraint of uniqueness.
const INDEXES: [&str; 2] = [
    "SELECT t.name || ' ' || CASE i.origin WHEN 'c' THEN i.name ELSE \
        (SELECT group_concat(c.name) FROM pragma_index_info(i.name) c) END \
        || CASE i.\"unique\" WHEN 1 THEN ' unique' ELSE '' END \
        || CASE i.partial WHEN 1 THEN ' partial' ELSE '' END \
     FROM pragma_table_list t, pragma_index_list(t.name) i \
     WHERE t.schema = 'main' AND t.type = 'table' AND i.origin <> 'pk'",
    "SELECT t.relname || ' ' || CASE WHEN k.oid IS NULL THEN c.relname::text ELSE \
        (SELECT string_agg(a.attname, ',' ORDER BY array_position(k.conkey, a.attnum)) \
         FROM pg_attribute a WHERE a.attrelid = t.oid AND a.attnum = ANY (k.conkey)) END \
        || CASE WHEN i.indisunique THEN ' unique' ELSE '' END \
        || CASE WHEN i.indpred IS NOT NULL THEN ' partial' ELSE '' END \
     FROM pg_index i JOIN pg_class c ON c.oid = i.indexrelid JOIN pg_class t ON t.oid = i.indrelid \
     LEFT JOIN pg_constraint k ON k.conindid = i.indexrelid AND k.contype = 'u' \
     WHERE NOT i.indisprimary AND t.relnamespace = 'public'::regnamespace",
];

#[tokio::test]
async fn both_databases_have_the_same_tables() {
    if !cluster::is_wanted() {
        return;
    }
    let (file, server) = (Fixture::in_file().await, Fixture::new().await);
    for [of_file, of_server] in [COLUMNS, REFERENCES, INDEXES] {
        let [file, server] = [file.texts(of_file).await, server.texts(of_server).await];
        let lacks = |these: &[String], those: &[String]| -> Vec<String> {
            those.iter().filter(|line| !these.contains(line)).cloned().collect()
        };
        let (not_in_file, not_in_server) = (lacks(&file, &server), lacks(&server, &file));
        let same = not_in_file.is_empty() && not_in_server.is_empty() && file.len() == server.len();
        assert!(same, "only on the server: {not_in_file:#?}\nonly in the file: {not_in_server:#?}");
        assert!(file.len() > 40, "{} lines", file.len());
    }
}

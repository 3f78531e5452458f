//! The rooms of every folder that is checked, and what each may import.

/// A folder of sources whose rooms import one another in one direction only.
pub(super) struct Folder {
    /// Path in the repository.
    pub(super) path: &'static str,
    /// Each room, and the rooms that it imports from, all of which stand above it.
    pub(super) rooms: &'static [(&'static str, &'static [&'static str])],
}

impl Folder {
    /// The module that the folder is: the names below the crate's `src`.
    pub(super) fn modules(&self) -> impl Iterator<Item = &'static str> {
        self.path.split('/').skip_while(|name| *name != "src").skip(1)
    }

    /// The part of a path that is inside of the folder; `None` when it leads elsewhere.
    pub(super) fn inside<'p>(&self, path: &'p [String]) -> Option<&'p [String]> {
        let mut rest = path;
        for module in self.modules() {
            let (first, behind) = rest.split_first()?;
            if first != module {
                return None;
            }
            rest = behind;
        }
        Some(rest)
    }
}

/// Every folder that is checked.
pub(super) const FOLDERS: &[Folder] = &[
    Folder {
        path: "crates/carrick/src",
        rooms: &[
            ("system", &[]),
            ("cli", &["system"]),
            ("config", &["system", "cli"]),
            ("shell", &["cli"]),
            ("program", &["cli"]),
            ("games", &["system", "cli"]),
            ("computer", &["system", "cli", "shell", "games"]),
            ("lab", &["system", "cli"]),
            ("keep", &["system", "cli", "config", "shell"]),
            ("tasks", &["system", "cli", "config", "shell"]),
            ("mail", &["cli", "config", "shell"]),
            ("serve", &["system", "cli", "config"]),
        ],
    },
    Folder {
        path: "crates/carrick-lab/src",
        rooms: &[
            ("stats", &[]),
            ("play", &[]),
            ("arena", &["play"]),
            ("plan", &["stats", "play"]),
            ("run", &["stats", "play", "plan"]),
            ("report", &["stats", "plan", "run"]),
        ],
    },
    Folder {
        path: "crates/carrick-coach/src/puzzle",
        rooms: &[
            ("proof", &[]),
            ("mining", &["proof"]),
            ("collection", &["proof", "mining"]),
            ("tries", &["proof", "collection"]),
        ],
    },
    Folder {
        path: "crates/carrick-engine/src",
        rooms: &[
            ("portable", &[]),
            ("lockless", &[]),
            ("report", &[]),
            ("settings", &[]),
            ("ankor", &[]),
            ("playouts", &["portable", "report", "ankor"]),
            ("endgame", &["lockless", "report", "playouts"]),
            ("searchable", &["report", "settings", "playouts", "endgame"]),
            (
                "search",
                &[
                    "portable",
                    "lockless",
                    "report",
                    "settings",
                    "ankor",
                    "playouts",
                    "endgame",
                    "searchable",
                ],
            ),
            ("reference", &["portable", "report", "settings", "ankor", "playouts", "searchable"]),
            ("players", &["portable", "report", "settings", "searchable", "search"]),
            (
                "games",
                &[
                    "portable",
                    "settings",
                    "playouts",
                    "endgame",
                    "searchable",
                    "search",
                    "reference",
                ],
            ),
            (
                "arena",
                &[
                    "portable",
                    "settings",
                    "playouts",
                    "searchable",
                    "search",
                    "reference",
                    "players",
                ],
            ),
            (
                "any",
                &["report", "settings", "playouts", "searchable", "search", "players", "arena"],
            ),
        ],
    },
    Folder {
        path: "crates/carrick-engine/src/endgame",
        rooms: &[
            ("end_solver", &[]),
            ("proof_number", &[]),
            ("settled", &[]),
            ("last_cubes", &["end_solver", "proof_number"]),
        ],
    },
    Folder {
        path: "crates/carrick-engine/src/search",
        rooms: &[
            ("alpha_beta", &[]),
            ("evaluate", &[]),
            ("tree", &["evaluate"]),
            ("each_turn", &[]),
            ("engine", &["tree", "each_turn"]),
        ],
    },
    Folder {
        path: "crates/carrick-engine/src/players",
        rooms: &[
            ("choice", &[]),
            ("novice", &[]),
            ("opening", &["choice"]),
            ("level", &["novice", "opening"]),
            ("player", &["choice", "novice", "opening", "level"]),
        ],
    },
    Folder {
        path: "crates/carrick-games/src/ankor",
        rooms: &[
            ("facts", &[]),
            ("options", &[]),
            ("stack", &[]),
            ("illegal", &[]),
            ("turns", &["stack"]),
            ("board", &["options", "stack", "illegal", "turns"]),
            ("moving", &["illegal", "turns", "board"]),
            ("winning", &["stack", "board"]),
            ("symmetry", &["options", "turns", "board"]),
            ("actions", &["options", "turns", "board"]),
            ("notation", &["illegal", "turns", "board"]),
            ("drawing", &["board"]),
            ("setup", &["options", "stack", "turns", "board"]),
        ],
    },
    Folder {
        path: "crates/carrick-games/src/boche",
        rooms: &[
            ("facts", &[]),
            ("options", &[]),
            ("topology", &[]),
            ("rotation", &[]),
            ("surface", &["topology", "rotation"]),
            ("illegal", &["rotation"]),
            ("turns", &["rotation"]),
            ("board", &["options", "topology", "rotation", "surface", "illegal", "turns"]),
            ("winning", &["options", "topology", "board"]),
            ("symmetry", &["options", "rotation", "turns", "board"]),
            ("actions", &["options", "rotation", "turns", "board"]),
            ("notation", &["rotation", "illegal", "turns", "board"]),
            ("drawing", &["topology", "rotation", "turns", "board"]),
            ("setup", &["options", "rotation", "illegal", "turns", "board"]),
        ],
    },
    Folder {
        path: "crates/carrick-solve/src",
        rooms: &[
            ("sets", &[]),
            ("score", &[]),
            ("solution", &["score"]),
            ("report", &["score", "solution"]),
            ("table", &["score"]),
            ("kept", &["table"]),
            ("search", &["kept", "score", "solution"]),
            ("games", &["sets", "score", "table"]),
            ("strategy", &["table"]),
            ("connections", &["kept", "score", "solution", "table"]),
            ("any", &["score", "solution", "table", "games", "strategy"]),
            ("tables", &["score", "solution", "any"]),
            ("certificate", &["score", "table", "report", "any"]),
        ],
    },
    Folder {
        path: "crates/carrick-position/src",
        rooms: &[
            ("query", &[]),
            ("view", &[]),
            ("explain", &["query", "view"]),
            ("games", &["query", "view", "explain"]),
            ("build", &["query", "view", "explain"]),
        ],
    },
    Folder {
        path: "crates/carrick-service/src",
        rooms: &[
            ("people", &[]),
            ("state", &["people"]),
            ("command", &["people", "state"]),
            ("requests", &["people", "state", "command"]),
            ("effects", &["people", "state", "command", "requests"]),
            ("playing", &["people", "state", "command", "requests"]),
            ("reply", &["people", "state", "requests", "effects", "playing"]),
            ("help", &["command"]),
            ("exchange", &["people", "state", "command", "playing"]),
            (
                "decide",
                &["people", "state", "command", "requests", "effects", "playing", "reply", "help"],
            ),
        ],
    },
    Folder {
        path: "crates/carrick-service/src/command",
        rooms: &[
            ("parsed", &[]),
            ("language", &["parsed"]),
            ("spec", &["parsed", "language"]),
            ("groups", &["parsed", "language", "spec"]),
            ("table", &["parsed", "language", "spec", "groups"]),
            ("parse", &["parsed", "language", "table"]),
            ("field", &["parsed", "language", "table"]),
            ("usages", &["language", "table"]),
            ("redact", &["language", "table", "parse"]),
            ("retype", &["language", "table", "redact"]),
        ],
    },
    Folder {
        path: "crates/carrick-service/src/decide",
        rooms: &[
            ("case", &[]),
            ("looking", &["case"]),
            ("starting", &["case"]),
            ("playing", &["case"]),
            ("watching", &["case"]),
            ("talking", &["case"]),
            ("account", &["case"]),
            ("puzzles", &["case"]),
            ("follow_up", &["case"]),
            ("dispatch", &["case", "looking", "starting", "account", "follow_up"]),
            ("computer", &["dispatch"]),
            ("decline", &["case", "dispatch"]),
            ("due", &["starting", "playing", "puzzles", "follow_up", "dispatch"]),
            ("operator", &["case", "follow_up"]),
        ],
    },
    Folder {
        path: "crates/carrick-store/src",
        rooms: &[
            ("database", &[]),
            ("store", &["database"]),
            ("schedule", &["database", "store"]),
            ("people", &["database", "store"]),
            ("ratings", &["database", "store"]),
            ("boards", &["database", "store", "schedule", "ratings"]),
            ("mail", &["database", "store", "people"]),
            ("archive", &["database", "store", "schedule", "people", "ratings", "boards", "mail"]),
            (
                "transaction",
                &["database", "store", "schedule", "people", "ratings", "boards", "mail"],
            ),
        ],
    },
    Folder {
        path: "crates/carrick-store/src/database",
        rooms: &[
            ("location", &[]),
            ("page", &[]),
            ("dialect", &[]),
            ("migrations", &["dialect"]),
            ("connection", &["location", "dialect"]),
            ("columns", &["dialect", "connection"]),
            ("opening", &["location", "dialect", "migrations", "connection", "columns"]),
            ("plan", &["connection", "columns", "opening"]),
        ],
    },
    Folder {
        path: "crates/carrick-store/src/boards",
        rooms: &[
            ("change", &[]),
            ("select", &[]),
            ("watching", &["select"]),
            ("turns", &["select", "watching"]),
            ("lists", &[]),
            ("seek", &[]),
            ("hotseat", &[]),
            ("study", &[]),
        ],
    },
    Folder {
        path: "crates/carrick-server/src",
        rooms: &[
            ("limits", &[]),
            ("commands", &["limits"]),
            ("mail", &["limits", "commands"]),
            ("sweep", &["commands"]),
            ("metrics", &[]),
            ("computer", &["metrics"]),
            ("analyses", &["limits", "computer"]),
            ("feed", &[]),
            ("checkpoints", &[]),
        ],
    },
    Folder {
        path: "crates/carrick-web/src",
        rooms: &[
            ("site", &[]),
            ("network", &[]),
            ("app", &["site", "network"]),
            ("pages", &["site", "network", "app"]),
            ("sign_in", &["site", "app", "pages"]),
            ("cost", &[]),
            ("board", &["site", "app", "pages", "cost"]),
            ("puzzles", &["app", "pages"]),
            ("api", &["site", "network", "app", "pages", "cost", "board", "puzzles"]),
            (
                "routes",
                &["site", "network", "app", "pages", "sign_in", "cost", "board", "puzzles", "api"],
            ),
            ("guard", &["site", "network", "app", "pages", "api", "routes"]),
            ("serve", &["site", "network", "app", "pages", "api", "routes", "guard"]),
        ],
    },
    Folder {
        path: "crates/carrick-web/src/api",
        rooms: &[
            ("request", &[]),
            ("games", &["request"]),
            ("views", &["games"]),
            ("positions", &["request", "games"]),
            ("boards", &["request", "games", "views", "positions"]),
            ("people", &["request", "games", "views", "boards"]),
            ("router", &["games", "positions", "boards", "people"]),
            ("document", &["request", "router"]),
        ],
    },
    Folder {
        path: "crates/carrick-web/src/routes",
        rooms: &[
            ("shared", &[]),
            ("account", &[]),
            ("entrance", &["account"]),
            ("board", &["shared"]),
            ("preview", &["shared", "board"]),
            ("starting", &["shared", "board"]),
            ("lists", &["shared", "starting"]),
            ("learning", &["shared", "preview"]),
            ("offline", &["shared", "starting"]),
            ("analysis", &["shared"]),
            ("studies", &["shared", "preview"]),
            ("commands", &[]),
            ("mail", &[]),
            ("well_known", &[]),
        ],
    },
    Folder {
        path: "xtask/src",
        rooms: &[
            ("tools", &[]),
            ("packages", &["tools"]),
            ("wasm", &["tools", "packages"]),
            ("release", &["tools", "packages"]),
            ("rooms", &["tools"]),
            ("style", &["tools", "release"]),
            ("suites", &["tools"]),
            ("measure", &["tools"]),
            ("check", &["tools", "rooms", "style"]),
            ("ci", &["tools", "packages", "wasm", "release"]),
        ],
    },
];

//! The board's scripts and style sheet. The scripts import each other by the names they have here.

/// Every file of the board, by the name under which it is to be served, all in one folder.
pub const ASSETS: &[(&str, &[u8])] = &[
    ("board.css", include_bytes!("../../assets/board/board.css")),
    ("board.js", include_bytes!("../../assets/board/board.js")),
    ("input.js", include_bytes!("../../assets/board/input.js")),
    ("marks.js", include_bytes!("../../assets/board/marks.js")),
    ("motion.js", include_bytes!("../../assets/board/motion.js")),
    ("parts.js", include_bytes!("../../assets/board/parts.js")),
    ("position.js", include_bytes!("../../assets/board/position.js")),
    ("walk.js", include_bytes!("../../assets/board/walk.js")),
    ("zoom.js", include_bytes!("../../assets/board/zoom.js")),
];

//! Records of games, finished or running, in three forms. Reading a written record gives the same
//! record.
//!
//! * JSON contains everything: a game record 1-0-0 of AbstractPlay, whose schema allows other
//!   fields in the header (see [`Record::to_json`]).
//! * SGF contains everything: `FF[4]` with private `GM` numbers (see [`Record::to_sgf`]).
//! * A line contains only the game, its options, turns and result, and can be typed: `antipod
//!   -radius=6: f14 f10 e9 *`.
//!
//! [`Record::read`] tells them apart; [`pieces()`] finds the records in a text with many. Reading a
//! record plays it turn by turn: a [`Record`] contains only legal turns, in canonical form, and an
//! outcome that they led to or that the players could bring about. Errors give the place.
//!
//! ```
//! use carrick_games::records::Record;
//! let record = Record::read("anchor -size=3: c3 SWAP c1 pass pass")?;
//! assert_eq!(record.to_line(), "anchor -size=3: C3 swap C1 pass pass White+score\n");
//! let again = Record::read(&record.to_sgf())?;
//! assert_eq!(again, record);
//! assert_eq!(Record::read(&record.to_json())?, record);
//! assert_eq!(again.game().cells(), ["C1:White", "C3:Black"]);
//! # Ok::<(), carrick_games::records::RecordError>(())
//! ```

mod claim;
mod details;
mod error;
mod json;
mod line;
mod moment;
mod options;
mod pieces;
mod record;
mod replay;
mod sgf;
mod study;
mod text;

pub use details::{Clocks, Details, GameSite, PlayerDetails, Tournament};
pub use error::{RecordError, RecordFault, RecordPlace, TextPosition, TurnAt};
pub use moment::{Moment, NotAMoment};
pub use pieces::{PieceReader, PiecesError, RecordText, pieces, text_of};
pub use record::{Note, Record, RecordedTurn};
pub use study::{MAX_STUDY_BYTES, MAX_STUDY_TURNS, Study, StudyNode};
pub use text::{OneLine, Prose};

/// The version of the rules by which games are played today. Records of an older version would be
/// played by the older rules; those of a newer one are refused.
pub const RULES: u32 = 1;

/// Maximum length of a text, in bytes.
pub const MAX_BYTES: usize = 1 << 20;

/// Maximum number of turns in a record. The longest possible game is shorter: Ankor on the largest
/// board, with a hundred moves between any two cubes added and a pass after each.
pub const MAX_TURNS: usize = 50_000;

/// Maximum depth of nested variations in an SGF.
pub const MAX_DEPTH: usize = 1000;

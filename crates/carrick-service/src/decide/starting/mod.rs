//! Starting games: challenges, seeks, rematches, games against the computer, and who may ask for
//! one.

mod challenge;
mod computer;
mod invitations;
mod opening;
mod seeks;

pub(in crate::decide) use computer::PracticeChoices;
pub(in crate::decide) use seeks::{COMPUTER_WAITS, SeekOffer};

//! Recomputation of ratings.

use carrick_service::Replay;
use carrick_store::{Rebuilt, Store, StoreError};

/// Computes all ratings anew from the finished games, corrects what is stored where it is something
/// else, and tells what was. When nothing is wrong, nothing is written.
///
/// # Errors
/// When the database fails; then nothing was corrected.
pub async fn rebuild_ratings(store: &Store) -> Result<Rebuilt, StoreError> {
    store.rebuild_ratings(Replay::default()).await
}

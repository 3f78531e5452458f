//! Recomputation of ratings.

use carrick_service::Replay;
use carrick_store::{Rebuilt, Store, StoreError};

/// Recomputes all ratings from the finished games, corrects stored ones that differ, and reports
/// the differences. When nothing is wrong, nothing is written.
///
/// # Errors
/// When the database fails; then nothing was corrected.
pub async fn rebuild_ratings(store: &Store) -> Result<Rebuilt, StoreError> {
    store.rebuild_ratings(Replay::default()).await
}

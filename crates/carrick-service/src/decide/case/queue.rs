//! Bounds of the queues in which users wait for the computer.

use crate::command::Refusal;
use crate::state::QueueNow;

/// Maximum number of requests that one user waits for.
const MOST_OF_ASKER: u32 = 4;

/// Maximum of the requests from one network address, so that no address fills a queue.
const MOST_OF_PLACE: u32 = 8;

/// Bounds of one queue.
pub(in crate::decide) struct QueueBounds {
    /// The work that waits in it.
    pub(in crate::decide) what: &'static str,
    /// Maximum number of requests that wait in all.
    pub(in crate::decide) most: u32,
    /// Time after which a full queue has room again.
    pub(in crate::decide) wait: &'static str,
}

impl QueueBounds {
    /// Checks that there is room for a request that counts as `cost`.
    ///
    /// # Errors
    /// When too many wait: of this user, from this network address, or in all.
    pub(in crate::decide) fn must_have_room(
        &self,
        queue: &QueueNow,
        cost: u32,
    ) -> Result<(), Refusal> {
        let Self { what, most, wait } = *self;
        let QueueNow { waiting, of_asker, of_place, .. } = *queue;
        let full = if of_asker >= MOST_OF_ASKER {
            format!(
                "you are waiting for {of_asker} {what}, and the maximum is {MOST_OF_ASKER}; ask again \
                 when one of them is done"
            )
        } else if of_place + cost > MOST_OF_PLACE {
            let longer = match cost {
                1 => String::new(),
                cost => format!(" and this one counts as {cost},"),
            };
            format!(
                "{of_place} {what} asked for from your network address are waiting,{longer} and the \
                 maximum is {MOST_OF_PLACE}; ask again when one of them is done"
            )
        } else if waiting >= most {
            format!("{waiting} {what} are waiting, and the maximum is {most}; ask again in {wait}")
        } else {
            return Ok(());
        };
        Err(Refusal::new(full))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const BOUNDS: QueueBounds = QueueBounds { what: "reviews", most: 400, wait: "an hour" };

    #[test]
    fn no_user_and_no_network_address_fills_a_queue() {
        // Those of the user, of the address, and in all; how much the next one counts.
        for (of_asker, of_place, waiting, cost, said) in [
            (0, 0, 0, 1, ""),
            (3, 7, 399, 1, ""),
            (0, 0, 399, 8, ""),
            (4, 4, 4, 1, "you are waiting for 4 reviews"),
            (0, 8, 8, 1, "8 reviews asked for from your network address"),
            (0, 1, 1, 8, "this one counts as 8"),
            (0, 0, 400, 1, "400 reviews are waiting"),
        ] {
            let queue = QueueNow { waiting, of_asker, of_place, ahead: 0 };
            let refused =
                BOUNDS.must_have_room(&queue, cost).err().map(|refusal| refusal.to_string());
            let told = refused.unwrap_or_default();
            assert!(
                told.to_lowercase().contains(said) && told.is_empty() == said.is_empty(),
                "{queue:?}: {told}"
            );
        }
    }
}

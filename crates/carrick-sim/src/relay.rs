//! The relay that takes the server's emails: it may be away, postpone an email, or take one and
//! lose the answer.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use carrick_mail::outgoing::Composed;
use carrick_post::transport::{Carried, Carrier, Reason, SendError};
use fastrand::Rng;
use jiff::Timestamp;

use crate::machine::{Conductor, Faults, MachineClock, happens};

/// An email that the relay has taken.
#[derive(Debug, Clone)]
pub(crate) struct Taken {
    /// Its `Message-ID`, without brackets.
    pub(crate) id: String,
    pub(crate) to: String,
    pub(crate) text: String,
    pub(crate) at: Timestamp,
}

impl Taken {
    /// A field of its header; of a folded one, only the first line is returned.
    pub(crate) fn field(&self, name: &str) -> Option<String> {
        let head = self.text.split("\r\n\r\n").next()?.replace("\r\n ", " ");
        head.split("\r\n").find_map(|line| {
            let (found, value) = line.split_once(':')?;
            found.eq_ignore_ascii_case(name).then(|| value.trim().to_owned())
        })
    }
}

/// A relay, and the emails that it has taken. Clones share it.
#[derive(Debug, Clone)]
pub(crate) struct SimulatedRelay {
    conductor: Conductor,
    clock: MachineClock,
    state: Arc<Mutex<RelayState>>,
}

#[derive(Debug)]
struct RelayState {
    rng: Rng,
    faults: Faults,
    taken: Vec<Arc<Taken>>,
}

impl SimulatedRelay {
    pub(crate) fn new(conductor: Conductor, clock: MachineClock, rng: Rng, faults: Faults) -> Self {
        let state = RelayState { rng, faults, taken: Vec::new() };
        Self { conductor, clock, state: Arc::new(Mutex::new(state)) }
    }

    /// Makes it take every email from now on.
    pub(crate) fn calm(&self) {
        self.state().faults = Faults::default();
    }

    /// Number of emails that it has taken.
    pub(crate) fn count(&self) -> usize {
        self.state().taken.len()
    }

    /// The emails that it has taken, starting from the given one.
    pub(crate) fn taken(&self, from: usize) -> Vec<Arc<Taken>> {
        self.state().taken[from..].to_vec()
    }

    fn state(&self) -> MutexGuard<'_, RelayState> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Takes an email, or fails.
    fn take(&self, mail: &Composed) -> Result<(), SendError> {
        let mut state = self.state();
        let RelayState { rng, faults, taken } = &mut *state;
        if happens(rng, faults.absent) {
            return Err(SendError::Unreachable(Reason::new("no relay")));
        }
        if happens(rng, faults.put_off) {
            return Err(SendError::Later(Reason::new("451 not now")));
        }
        taken.push(Arc::new(Taken {
            id: mail.id.clone(),
            to: mail.to.to_string(),
            text: String::from_utf8_lossy(&mail.bytes).into_owned(),
            at: self.clock.now(),
        }));
        if happens(rng, faults.unheard) {
            return Err(SendError::Later(Reason::new("the connection broke")));
        }
        Ok(())
    }
}

impl Carrier for SimulatedRelay {
    fn carry<'c>(&'c self, mail: &'c Composed) -> Carried<'c> {
        Box::pin(async move {
            // However quickly an email was composed, the outcome of the previous one is recorded
            // first.
            tokio::task::yield_now().await;
            self.conductor.moment(format!("mail {} to {}", mail.id, mail.to)).await;
            let taken = self.take(mail);
            let how = match &taken {
                Ok(()) => "taken",
                Err(SendError::Unreachable(_)) => "no relay",
                Err(_) => "put off, or taken unheard",
            };
            self.conductor.moment(format!("mail {}: {how}", mail.id)).await;
            taken
        })
    }
}

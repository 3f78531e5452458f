//! Delivery of a message to one recipient: reading it and acting on its request.

use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::{Arc, mpsc};
use std::{fmt, thread};

use carrick_mail::Secret;
use carrick_mail::incoming::{Arrived, Asks, Envelope, Mail, Proof, Silence, Site, read};
use carrick_mail::lmtp::{LmtpDelivery, Status};
use carrick_server::{
    Failure, Gate, MailAsks, MailLimits, MailOutcome, Mailed, Metrics, SenderGroup, Strangers,
    stop, take_in,
};
use carrick_service::{Address, Refusal};
use carrick_store::{Committed, DeliveryId, Echo, Store};
use carrick_tokens::{BounceToken, EchoToken, Keyring, PuzzleToken, ReplyToken, UnsubscribeToken};
use jiff::Timestamp;
use tokio::sync::{OwnedSemaphorePermit, Semaphore, oneshot};

use crate::answers;

/// Messages larger than this, in bytes, are assembled and read by a separate
/// [reader](LargeMailReader).
const LARGE_BYTES: usize = 64 << 10;

type WallClock = Arc<dyn Fn() -> Timestamp + Send + Sync>;

/// Acts on the requests in messages. A clone shares its limits and its reader.
#[derive(Clone)]
pub struct MailReceiver {
    store: Store,
    limits: MailLimits,
    keys: Arc<Keyring>,
    site: Arc<Site>,
    clock: WallClock,
    large_mails: LargeMailReader,
    metrics: Option<Metrics>,
}

/// Outcome of a delivery.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Delivered {
    /// Its request was done or refused, and that is on the disk.
    Done(Committed),
    /// Its sender is unsubscribed.
    Stopped,
    /// It was a test email of the server to itself, and its findings were recorded.
    Echoed,
    /// An email of the server came back.
    CameBack,
    /// It gets no answer.
    Silent(Silence),
}

impl Delivered {
    /// Its outcome, for metrics.
    const fn outcome(&self) -> MailOutcome {
        match self {
            Self::Done(Committed { repeated: true, .. }) => MailOutcome::Repeated,
            Self::Done(Committed { refused: true, .. }) => MailOutcome::Refused,
            Self::Done(_) => MailOutcome::Done,
            Self::Stopped => MailOutcome::Stopped,
            Self::Echoed => MailOutcome::Echo,
            Self::CameBack => MailOutcome::Bounce,
            Self::Silent(_) => MailOutcome::Ignored,
        }
    }
}

impl MailReceiver {
    /// Creates a receiver of mail for a site. The number of passwords hashed at the same time is
    /// limited together with those behind the gate, but guesses by email are counted separately.
    /// The keys open the tokens in addresses; `clock` tells the time.
    pub fn new(
        store: Store,
        gate: &Gate,
        keys: Keyring,
        site: Site,
        clock: impl Fn() -> Timestamp + Send + Sync + 'static,
    ) -> Self {
        let keys = Arc::new(keys);
        let hashing = Arc::clone(&keys);
        Self {
            store,
            limits: MailLimits::beside(gate, move |group| fingerprint(&hashing, group)),
            keys,
            site: Arc::new(site),
            clock: Arc::new(clock),
            large_mails: LargeMailReader::new(),
            metrics: None,
        }
    }

    /// Counts emails by their outcome, if there are metrics.
    #[must_use]
    pub fn with_metrics(self, metrics: Option<Metrics>) -> Self {
        Self { metrics, ..self }
    }

    /// Sets the rate limits for emails from strangers.
    #[must_use]
    pub fn with_strangers(self, strangers: Strangers) -> Self {
        Self { limits: self.limits.with_strangers(strangers), ..self }
    }

    /// The addresses to which mail is delivered.
    #[must_use]
    pub fn site(&self) -> &Site {
        &self.site
    }

    /// Delivers a message to each of its recipients. If it fails for one of them, the relay may
    /// send it again to that one.
    pub async fn deliver_to_all(&self, delivery: LmtpDelivery) -> Vec<Status> {
        let LmtpDelivery { sender, recipients, message } = delivery;
        let permit = self.permit(message.len()).await;
        let message = Arc::new(message.into_bytes());
        let mut statuses = Vec::with_capacity(recipients.len());
        for recipient in recipients {
            let delivered = self.deliver_at(&permit, &message, &sender, &recipient).await;
            statuses.push(match delivered {
                Ok(_) => Status::Done,
                Err(error) => {
                    if !matches!(&error, Failure::Store(error) if error.is_in_the_log()) {
                        tracing::error!(%error, "an email could not be processed; the relay will send it again");
                    }
                    Status::Later
                }
            });
        }
        statuses
    }

    /// Delivers a message to one recipient. When this returns, its request has been processed and
    /// is on the disk, or never will be; delivering it again has no further effect.
    ///
    /// # Errors
    /// When the database fails. Nothing has happened, and the relay may send the message again.
    pub async fn deliver(
        &self,
        message: &Arc<Vec<u8>>,
        sender: &str,
        recipient: &str,
    ) -> Result<Delivered, Failure> {
        let permit = self.permit(message.len()).await;
        self.deliver_at(&permit, message, sender, recipient).await
    }

    /// The permit to read a large message; a small one needs none.
    async fn permit(&self, bytes: usize) -> Option<ReadingPermit> {
        if bytes <= LARGE_BYTES { None } else { self.large_mails.permit().await }
    }

    async fn deliver_at(
        &self,
        permit: &Option<ReadingPermit>,
        message: &Arc<Vec<u8>>,
        sender: &str,
        recipient: &str,
    ) -> Result<Delivered, Failure> {
        let delivered = match self.read(permit.clone(), message, sender, recipient).await {
            Ok(mail) => self.carry_out(mail).await?,
            Err(silence) => Delivered::Silent(silence),
        };
        if let Some(metrics) = &self.metrics {
            metrics.mail_received(delivered.outcome());
        }
        match &delivered {
            Delivered::Done(Committed { refused, repeated, .. }) => {
                tracing::info!(refused, repeated, "an email was processed");
            }
            Delivered::Echoed => tracing::info!("a test email came back"),
            Delivered::CameBack => tracing::info!("an email came back"),
            Delivered::Stopped => tracing::info!("an email unsubscribed a user"),
            Delivered::Silent(silence) => tracing::info!("an email gets no answer: {silence}"),
        }
        Ok(delivered)
    }

    async fn read(
        &self,
        permit: Option<ReadingPermit>,
        message: &Arc<Vec<u8>>,
        sender: &str,
        recipient: &str,
    ) -> Result<Mail, Silence> {
        let Some(permit) = permit else {
            return read(message, &Envelope { sender, recipient }, &self.site, &self.keys);
        };
        let (message, site, keys) =
            (Arc::clone(message), Arc::clone(&self.site), Arc::clone(&self.keys));
        let (sender, recipient) = (sender.to_owned(), recipient.to_owned());
        let reading = move || {
            let envelope = Envelope { sender: &sender, recipient: &recipient };
            read(&message, &envelope, &site, &keys)
        };
        self.large_mails.work(permit, reading).await
    }

    async fn carry_out(&self, mail: Mail) -> Result<Delivered, Failure> {
        let now = self.store.time((self.clock)());
        let asks = match &mail.asks {
            Asks::Echo { token, arrived } => {
                self.note_echo(token, *arrived, now).await?;
                return Ok(Delivered::Echoed);
            }
            Asks::Bounce { token, of_no_use } => {
                self.came_back(token, of_no_use.as_ref(), now).await?;
                return Ok(Delivered::CameBack);
            }
            Asks::Stop { token } => {
                self.stop(token, now).await?;
                return Ok(Delivered::Stopped);
            }
            Asks::Command { text, body } => {
                let body = body.as_ref().map(|body| body.reveal().to_owned());
                MailAsks::Command { text: text.reveal(), body }
            }
            Asks::Unclear(doubt) => MailAsks::Nothing(Refusal::in_words(doubt.to_string())),
            Asks::Reply { token, reply } => {
                match self.keys.open::<ReplyToken>(token.reveal(), now) {
                    Ok(token) => {
                        let order = answers::on_board(reply.as_ref(), &token);
                        let ReplyToken { board, seat, generation, .. } = token;
                        MailAsks::Turn { board, seat, generation, order }
                    }
                    Err(error) => match self.keys.open::<PuzzleToken>(token.reveal(), now) {
                        Ok(PuzzleToken { user, puzzle }) => {
                            let order = answers::on_puzzle(reply.as_ref(), puzzle.kind);
                            MailAsks::Puzzle { user, puzzle, order }
                        }
                        Err(_) => MailAsks::Nothing(answers::bad_token(error)),
                    },
                }
            }
        };
        let mailed = Mailed {
            id: mail.id,
            message_id: mail.message_id,
            from: mail.from,
            proved: mail.proof == Proof::Domain,
        };
        let done = take_in(&self.limits, &self.store, mailed, asks, now).await?;
        Ok(Delivered::Done(done))
    }

    /// Unsubscribes the user whom a token names; any other text changes nothing.
    async fn stop(&self, token: &Secret, now: Timestamp) -> Result<(), Failure> {
        if let Ok(token) = self.keys.open::<UnsubscribeToken>(token.reveal(), now) {
            stop(&self.store, token.user, token.from, true, now).await?;
        }
        Ok(())
    }

    /// Records that an email came back because its address accepts no mail; a report about
    /// something else or another address, or without a token, changes nothing.
    async fn came_back(
        &self,
        token: &Secret,
        of_no_use: Option<&Address>,
        now: Timestamp,
    ) -> Result<(), Failure> {
        if let (Ok(BounceToken { message, copy }), Some(address)) =
            (self.keys.open(token.reveal(), now), of_no_use)
        {
            let copy = DeliveryId { message: message.into(), copy: copy.into() };
            if self.store.came_back(copy, address, now).await? {
                tracing::warn!(
                    number = message,
                    copy = copy.copy,
                    "an address gets no more mail because mail came back"
                );
            }
        }
        Ok(())
    }

    /// Records the findings of a test email; an email without a token changes nothing.
    async fn note_echo(
        &self,
        token: &Secret,
        arrived: Arrived,
        now: Timestamp,
    ) -> Result<(), Failure> {
        if let Ok(EchoToken { number, .. }) = self.keys.open(token.reveal(), now) {
            let Arrived { forged, judged } = arrived;
            self.store.put_echo(number, Echo { forged, judged }, now).await?;
        }
        Ok(())
    }
}

impl fmt::Debug for MailReceiver {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("MailReceiver").field("site", &self.site).finish_non_exhaustive()
    }
}

// Keyed hashes of senders, by which rate limits count the answers to them.

/// Keyed hash of a group of senders, which does not reveal who they are.
pub(crate) fn fingerprint(keys: &Keyring, group: SenderGroup<'_>) -> String {
    let hash = |parts: &[&[u8]]| keys.fingerprint(&[&[b"answers".as_slice()], parts].concat());
    match group {
        SenderGroup::Address { address, proved } => {
            hash(&[&[u8::from(proved)], mailbox(address).as_bytes()])
        }
        SenderGroup::Domain(domain) => hash(&[b"domain", domain.as_bytes()]),
        SenderGroup::Player(player) => hash(&[player.as_str().as_bytes()]),
    }
}

/// Mailbox of an address: in lower case, and without the part after a `+`, which many servers let
/// their users choose.
fn mailbox(address: &Address) -> String {
    let address = address.as_str().to_ascii_lowercase();
    match address.split_once('@').map(|(local, domain)| (local.split_once('+'), domain)) {
        Some((Some((local, _)), domain)) if !local.is_empty() => format!("{local}@{domain}"),
        _ => address,
    }
}

// Reader of large messages: one at a time, on a separate thread.
//
// A hostile message costs some milliseconds and ten megabytes. If many threads took turns, each
// would keep the memory of its last message: for a hundred messages of a megabyte each, that was
// sixty megabytes more than they contained.

type ReadTask = Box<dyn FnOnce() + Send>;

/// Reads large messages one at a time. Clones share one thread, which ends with the last clone.
#[derive(Clone)]
pub(crate) struct LargeMailReader {
    free: Arc<Semaphore>,
    jobs: mpsc::Sender<ReadTask>,
}

/// The right to read a large message, held until the work is done even if no one waits for it any
/// longer.
pub(crate) type ReadingPermit = Arc<OwnedSemaphorePermit>;

impl LargeMailReader {
    pub(crate) fn new() -> Self {
        let (jobs, work) = mpsc::channel::<ReadTask>();
        let reading = move || work.into_iter().for_each(|job| job());
        if let Err(error) = thread::Builder::new().name("large mails".to_owned()).spawn(reading) {
            tracing::warn!(%error, "no thread for large emails; they are read together with the others");
        }
        Self { free: Arc::new(Semaphore::new(1)), jobs }
    }

    /// Waits until no other message is being read. The semaphore is never closed.
    pub(crate) async fn permit(&self) -> Option<ReadingPermit> {
        self.free.clone().acquire_owned().await.ok().map(Arc::new)
    }

    /// Runs work on the thread of large messages.
    ///
    /// # Panics
    /// When the work does.
    pub(crate) async fn work<T: Send + 'static>(
        &self,
        permit: ReadingPermit,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> T {
        let (tell, told) = oneshot::channel();
        let job: ReadTask = Box::new(move || {
            let done = catch_unwind(AssertUnwindSafe(work));
            drop(permit);
            // The caller may have stopped waiting.
            let _ = tell.send(done);
        });
        if let Err(mpsc::SendError(job)) = self.jobs.send(job) {
            job();
        }
        match told.await {
            Ok(Ok(done)) => done,
            Ok(Err(panic)) => resume_unwind(panic),
            // The thread reports every outcome; a job is dropped only when the program ends.
            Err(_) => std::future::pending().await,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn jobs_run_one_after_another_and_a_panic_ends_only_its_own_job() {
        let reader = LargeMailReader::new();
        let permit = reader.permit().await.unwrap();
        assert_eq!(reader.free.available_permits(), 0);
        assert_eq!(reader.work(permit, || 6 * 7).await, 42);
        let other = reader.clone();
        let faulty = tokio::spawn(async move {
            let permit = other.permit().await.unwrap();
            other.work(permit, || panic!("a fault")).await
        });
        assert!(faulty.await.is_err_and(|error| error.is_panic()));
        let permit = reader.permit().await.unwrap();
        let name = reader.work(permit, || thread::current().name().map(str::to_owned)).await;
        assert_eq!(name.as_deref(), Some("large mails"));
    }
}

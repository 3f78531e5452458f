//! The loop that sends the outbox, and a single pass of it.

use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::future::Future;
use std::pin::{Pin, pin};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use carrick_mail::outgoing::{Composed, Drawn};
use carrick_server::{Buckets, Rate};
use carrick_service::{BoardId, State};
use carrick_store::{
    AttemptOutcome, Delivery, DeliveryId, Outgoing, Route, SENT_WITHIN, SettledDelivery, Store,
    StoreError,
};
use jiff::{SignedDuration, Timestamp};
use tokio::sync::mpsc;
use tokio::task::JoinSet;
use tokio::time::{Instant, interval_at, timeout_at};

use crate::outbox::mail_writer::{MailWriter, needs};
use crate::outbox::{digest, route};
use crate::transport::{OpenTransport, SendError, Transport};

/// Rate of sending.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Pace {
    /// Number of emails to send at the same time, each on a separate connection.
    pub lines: u8,
    /// Maximum number of emails per minute to one domain.
    pub per_domain: u16,
}

impl Default for Pace {
    fn default() -> Self {
        Self { lines: 2, per_domain: 120 }
    }
}

/// Report on a pass of the loop.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Did {
    /// Number of emails that were sent.
    pub sent: u64,
    /// Emails that were not sent, each with its domain and the reason.
    pub failed: Vec<(DeliveryId, String, SendError)>,
}

/// Maximum number of messages that one transaction routes.
const HANDED_ON: u32 = 200;

/// Duration of a claim: how long emails wait if their process has died.
const CLAIMED_FOR: SignedDuration = SignedDuration::from_secs(30);

/// Interval at which claims are prolonged while a relay takes its time.
const PROLONGED_EVERY: Duration = Duration::from_secs(10);

/// Maximum number of deliveries that are claimed for each line.
const BATCH: u32 = 16;

/// Interval of looking for messages that other processes have put into the outbox.
const LOOK_EVERY: Duration = Duration::from_secs(1);

/// Time allowed for emails on their way when the program stops.
const FAREWELL: Duration = Duration::from_secs(3);

/// Maximum number of domains whose rate is tracked; emails to others are not counted.
const MOST_DOMAINS: usize = 10_000;

/// Sends the outbox of a store.
#[derive(Debug)]
pub struct Outbox<C> {
    store: Store,
    mail_writer: MailWriter,
    clock: C,
    random: fastrand::Rng,
    domains: Buckets<String>,
    transport: Transport,
    /// As many as the emails that can be sent at the same time, while none is on its way.
    lines: Vec<OpenTransport>,
    /// How many times in a row the relay was unavailable, and until when nothing is sent for that
    /// reason.
    absent: u32,
    rests_until: Option<Timestamp>,
}

impl<C> Outbox<C>
where
    C: Fn() -> Timestamp,
{
    /// Creates an outbox. `clock` tells the time; `random` spreads retries.
    #[must_use]
    pub fn new(
        store: Store,
        transport: Transport,
        mail_writer: MailWriter,
        pace: Pace,
        clock: C,
        random: fastrand::Rng,
    ) -> Self {
        let lines = (0..pace.lines.max(1)).map(|_| transport.line()).collect();
        let per_domain = pace.per_domain.max(1);
        let period = Duration::from_micros(60_000_000 / u64::from(per_domain));
        let domains = Buckets::new(Rate { burst: per_domain.into(), period }, MOST_DOMAINS);
        Self {
            store,
            mail_writer,
            clock,
            random,
            domains,
            transport,
            lines,
            absent: 0,
            rests_until: None,
        }
    }

    /// Sends queued and new messages until `stop` is ready. Calls `report` after every pass in
    /// which there was something to do.
    pub async fn run(
        &mut self,
        stop: impl Future<Output = ()>,
        mut report: impl FnMut(Result<Did, StoreError>),
    ) {
        let mut stop = pin!(stop);
        let mut commits = self.store.commits();
        loop {
            commits.mark_unchanged();
            let done = self.turn_until(stop.as_mut()).await;
            let (is_busy, stopped) = match done {
                Ok((did, stopped)) => {
                    let is_busy = did != Did::default();
                    if is_busy {
                        report(Ok(did));
                    }
                    (is_busy, stopped)
                }
                Err(error) => {
                    report(Err(error));
                    (false, false)
                }
            };
            if stopped {
                break;
            }
            if is_busy && self.rests_until.is_none() {
                continue;
            }
            tokio::select! {
                () = &mut stop => break,
                () = tokio::time::sleep(LOOK_EVERY) => {}
                Ok(()) = commits.changed() => {}
            }
        }
        self.close().await;
    }

    fn now(&self) -> Timestamp {
        self.store.time((self.clock)())
    }

    /// Closes the connections to the relay; the next email opens a new one.
    pub async fn close(&mut self) {
        for line in &mut self.lines {
            line.close().await;
        }
    }

    /// Sends what is due now, and returns when that is done.
    ///
    /// # Errors
    /// When the database fails. Emails that were sent but could not be recorded are sent again.
    pub async fn turn(&mut self) -> Result<Did, StoreError> {
        let never = pin!(std::future::pending());
        Ok(self.turn_until(never).await?.0)
    }

    /// Does one [`turn`](Self::turn), until `stop` is ready, and returns whether it stopped early.
    async fn turn_until<S>(&mut self, mut stop: Pin<&mut S>) -> Result<(Did, bool), StoreError>
    where
        S: Future<Output = ()>,
    {
        let now = self.now();
        let pages = self.mail_writer.pages.as_str();
        let pages = Some(pages).filter(|_| self.mail_writer.links_to_boards);
        self.store.make_digests(now, |due| digest::make(due, pages)).await?;
        let asked_since = now - route::ASK_AGAIN;
        let oldest = self.store.ago(SENT_WITHIN, now).await?;
        let route = |message: &Outgoing, user: Option<&_>, asked| match message.created < oldest {
            true => Route::Nowhere,
            false => route::route(message, user, asked, now),
        };
        self.store.hand_on(now, asked_since, HANDED_ON, route).await?;
        // If the clock is set back, the pause is over.
        if self
            .rests_until
            .is_some_and(|until| now < until && until.duration_since(now) <= route::MOST_REST)
        {
            return Ok((Did::default(), false));
        }
        self.rests_until = None;
        let batch = self.claim(now).await?;
        let mut did = Did::default();
        if batch.work.is_empty() {
            return Ok((did, false));
        }
        let how_many = self.lines.len();
        let mut claimed_until = batch.claimed_until;
        let mut sending = Sending::begin(&mut self.lines, &self.mail_writer, batch);
        let mut prolong = interval_at(Instant::now() + PROLONGED_EVERY, PROLONGED_EVERY);
        let noted = loop {
            let tried = tokio::select! {
                biased;
                tried = sending.next(stop.as_mut()) => tried,
                _ = prolong.tick() => {
                    let until = self.now() + CLAIMED_FOR;
                    let claims = self.store.prolong_claims(&sending.open, claimed_until, until);
                    // At worst, emails are sent twice, and the next renewal is soon.
                    if claims.await.is_ok() {
                        claimed_until = until;
                    }
                    continue;
                }
            };
            if tried.is_empty() {
                break Ok(());
            }
            if let Err(error) = self.note(tried, &mut did).await {
                break Err(error);
            }
        };
        let stopped = sending.farewell.is_some();
        // Whatever failed, the lines are kept.
        let (lines, left) = sending.end().await;
        self.lines.extend(lines);
        // A line that was abandoned in the middle of an email carries no other.
        self.lines.resize_with(how_many, || self.transport.line());
        noted?;
        let now = self.now();
        let untried = |id| SettledDelivery {
            id,
            verdict: AttemptOutcome::Untried { due: now, failure: None },
        };
        let left: Vec<SettledDelivery> = left.into_iter().map(untried).collect();
        if !left.is_empty() {
            self.store.settle(&left, now).await?;
        }
        Ok((did, stopped))
    }

    /// Claims deliveries that are due, as far as the pace of each domain allows, with everything
    /// needed to write them.
    async fn claim(&mut self, now: Timestamp) -> Result<DeliveryBatch, StoreError> {
        let resting: BTreeSet<String> = self.domains.empty(pacing(now)).cloned().collect();
        let most = BATCH * self.lines.len() as u32;
        let claimed_until = now + CLAIMED_FOR;
        let mut claimed = self.store.claim_deliveries(now, claimed_until, most, &resting).await?;
        let mut early = Vec::new();
        claimed.retain(|delivery| {
            let domain = delivery.to.domain().to_owned();
            let wait = self.domains.wait(&domain, 1, pacing(now));
            if wait > Duration::ZERO {
                let verdict = AttemptOutcome::Untried { due: now + wait, failure: None };
                early.push(SettledDelivery { id: delivery.id, verdict });
                return false;
            }
            self.domains.charge(&domain, 1, pacing(now));
            true
        });
        if !early.is_empty() {
            self.store.settle(&early, now).await?;
        }
        let mut answered = BTreeMap::new();
        for delivery in claimed.iter().filter(|delivery| delivery.message.answer) {
            let number = delivery.message.number;
            answered.insert(number, self.store.answered_by(number).await?);
        }
        let state = Arc::new(self.store.read(&needs(&claimed)).await?);
        Ok(DeliveryBatch { state, answered: Arc::new(answered), work: claimed, claimed_until })
    }

    /// Records the outcome of some tries.
    async fn note(&mut self, tried: Vec<Tried>, did: &mut Did) -> Result<(), StoreError> {
        let now = self.now();
        let mut settled = Vec::new();
        for Tried { delivery, outcome } in tried {
            let verdict = match outcome {
                Ok(()) => {
                    did.sent += 1;
                    self.absent = 0;
                    AttemptOutcome::Sent
                }
                Err(error) => {
                    if matches!(error, SendError::Unreachable(_)) && self.rests_until.is_none() {
                        self.absent += 1;
                        self.rests_until = Some(now + route::rest(self.absent, self.random.f64()));
                    }
                    let random = self.random.f64();
                    let verdict = route::verdict(&error, delivery.attempts, now, random);
                    did.failed.push((delivery.id, delivery.to.domain().to_owned(), error));
                    verdict
                }
            };
            settled.push(SettledDelivery { id: delivery.id, verdict });
        }
        self.store.settle(&settled, now).await
    }
}

/// Claimed deliveries, with the state needed to write them.
struct DeliveryBatch {
    state: Arc<State>,
    /// `Message-ID` of the email that each answer answers.
    answered: Arc<BTreeMap<i64, Option<String>>>,
    work: Vec<Delivery>,
    /// When the claims end unless they are renewed.
    claimed_until: Timestamp,
}

/// A delivery, and the outcome of sending it.
struct Tried {
    delivery: Delivery,
    outcome: Result<(), SendError>,
}

/// A batch on its way: all lines take from one queue.
struct Sending {
    queue: Arc<Queue>,
    lines: JoinSet<OpenTransport>,
    tried: mpsc::UnboundedReceiver<Tried>,
    /// Deliveries of unknown outcome.
    open: BTreeSet<DeliveryId>,
    /// How long to wait for emails on their way once the program stops.
    farewell: Option<Instant>,
}

impl Sending {
    fn begin(
        lines: &mut Vec<OpenTransport>,
        mail_writer: &MailWriter,
        batch: DeliveryBatch,
    ) -> Self {
        let open = batch.work.iter().map(|delivery| delivery.id).collect();
        let queue = Arc::new(Queue::of(batch.work));
        let (tell, tried) = mpsc::unbounded_channel();
        let mut tasks = JoinSet::new();
        for line in lines.drain(..) {
            let writer = Writer {
                mail_writer: mail_writer.clone(),
                state: Arc::clone(&batch.state),
                answered: Arc::clone(&batch.answered),
                drawn: Arc::default(),
            };
            tasks.spawn(send_all(line, writer, Arc::clone(&queue), tell.clone()));
        }
        Self { queue, lines: tasks, tried, open, farewell: None }
    }

    /// Deliveries that were tried since the last call. Empty when all were tried, or when `stop`
    /// was ready and those on their way have had their time.
    async fn next<S>(&mut self, stop: Pin<&mut S>) -> Vec<Tried>
    where
        S: Future<Output = ()>,
    {
        let first = match self.farewell {
            Some(until) => timeout_at(until, self.tried.recv()).await.ok().flatten(),
            None => tokio::select! {
                biased;
                first = self.tried.recv() => first,
                () = stop => {
                    self.queue.close();
                    let until = Instant::now() + FAREWELL;
                    self.farewell = Some(until);
                    timeout_at(until, self.tried.recv()).await.ok().flatten()
                }
            },
        };
        let mut tried: Vec<Tried> = first.into_iter().collect();
        while let Ok(more) = self.tried.try_recv() {
            tried.push(more);
        }
        for one in &tried {
            self.open.remove(&one.delivery.id);
        }
        tried
    }

    /// The lines, and the deliveries that were not tried to the end. Those on their way are
    /// abandoned.
    async fn end(mut self) -> (Vec<OpenTransport>, BTreeSet<DeliveryId>) {
        if !self.open.is_empty() {
            self.lines.abort_all();
        }
        let mut lines = Vec::new();
        while let Some(line) = self.lines.join_next().await {
            lines.extend(line.ok());
        }
        (lines, self.open)
    }
}

/// Sends the queue, one email after another, until it is empty or the relay is unavailable.
async fn send_all(
    mut line: OpenTransport,
    writer: Writer,
    queue: Arc<Queue>,
    tell: mpsc::UnboundedSender<Tried>,
) -> OpenTransport {
    while let Some(group) = queue.next() {
        for delivery in group {
            if queue.is_closed() {
                break;
            }
            let (delivery, written) = writer.clone().write(delivery).await;
            let outcome = match written {
                Ok(Some(mail)) => line.send(&mail).await,
                Ok(None) => Ok(()),
                Err(error) => Err(error),
            };
            if matches!(outcome, Err(SendError::Unreachable(_))) {
                // The relay is also unavailable for the others.
                queue.close();
            }
            // If no one listens any longer, the delivery was already returned.
            let _ = tell.send(Tried { delivery, outcome });
        }
    }
    line
}

/// Writes the emails of a batch.
#[derive(Clone)]
struct Writer {
    mail_writer: MailWriter,
    state: Arc<State>,
    answered: Arc<BTreeMap<i64, Option<String>>>,
    /// The last picture that this line has drawn.
    drawn: Arc<Mutex<Drawn>>,
}

impl Writer {
    /// Writes an email on a thread where drawing its picture delays nothing else.
    async fn write(self, delivery: Delivery) -> (Delivery, Result<Option<Composed>, SendError>) {
        let broken = |why: String| SendError::Never(crate::transport::Reason::new(&why));
        let kept = delivery.clone();
        let written = tokio::task::spawn_blocking(move || {
            let answered = self.answered.get(&kept.message.number).and_then(Option::as_deref);
            let mut drawn = self.drawn.lock().unwrap_or_else(PoisonError::into_inner);
            self.mail_writer.write(&mut drawn, &kept, &self.state, answered)
        });
        let written = match written.await {
            Ok(written) => written.map_err(|error| broken(format!("cannot be written: {error}"))),
            Err(_) => Err(broken("cannot be written: the program failed".to_owned())),
        };
        (delivery, written)
    }
}

/// The clock for the pace of domains. If it is set back, no domain waits longer than a minute.
fn pacing(now: Timestamp) -> Duration {
    Duration::try_from(now.duration_since(Timestamp::UNIX_EPOCH)).unwrap_or_default()
}

// Queue of deliveries, which several lines take from. Emails about one position of a board show the
// same picture, so one line takes them all and draws it once.

/// Deliveries that wait for a line.
#[derive(Debug)]
pub(super) struct Queue(Mutex<DeliveryGroups>);

#[derive(Debug)]
struct DeliveryGroups {
    waiting: VecDeque<Vec<Delivery>>,
    is_closed: bool,
}

impl Queue {
    /// A queue of these, in their order, except that all deliveries about one position of a board
    /// are together at the place of the first one.
    pub(super) fn of(deliveries: Vec<Delivery>) -> Self {
        let mut places: BTreeMap<(BoardId, Timestamp), usize> = BTreeMap::new();
        let mut waiting: VecDeque<Vec<Delivery>> = VecDeque::new();
        for delivery in deliveries {
            let message = &delivery.message;
            let moment = message.board.map(|board| (board, message.created));
            let next = waiting.len();
            let place = moment.map_or(next, |moment| *places.entry(moment).or_insert(next));
            match waiting.get_mut(place) {
                Some(group) => group.push(delivery),
                None => waiting.push_back(vec![delivery]),
            }
        }
        Self(Mutex::new(DeliveryGroups { waiting, is_closed: false }))
    }

    /// Takes the deliveries about the next position.
    pub(super) fn next(&self) -> Option<Vec<Delivery>> {
        self.groups().waiting.pop_front()
    }

    /// Closes the queue: no more deliveries may start.
    pub(super) fn close(&self) {
        let mut groups = self.groups();
        groups.waiting.clear();
        groups.is_closed = true;
    }

    /// Whether it is closed: then deliveries that were already taken may not start either.
    pub(super) fn is_closed(&self) -> bool {
        self.groups().is_closed
    }

    fn groups(&self) -> MutexGuard<'_, DeliveryGroups> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

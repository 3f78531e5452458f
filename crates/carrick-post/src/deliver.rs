//! One message to one recipient: read, and what it asks carried out.

use std::fmt;
use std::sync::Arc;

use carrick_mail::Secret;
use carrick_mail::incoming::{Arrived, Asks, Envelope, Mail, Proof, Silence, Site, read};
use carrick_mail::lmtp::{Delivery, Status};
use carrick_mail::reply::Reply;
use carrick_server::{Failure, Gate, MailAsks, MailGates, Mailed, Strangers, stop, take_in};
use carrick_service::{Address, Needs, Userid};
use carrick_store::{Committed, DeliveryId, Echo, Store};
use carrick_tokens::{BounceToken, EchoToken, Keyring, ReplyToken, UnsubscribeToken};
use jiff::Timestamp;

use crate::large_mail_reader::{LargeMailReader, ReadingPermit};
use crate::order;

/// Larger messages are put together, and read, by a [reader](LargeMailReader) of their own.
const LARGE_BYTES: usize = 64 << 10;

type Clock = Arc<dyn Fn() -> Timestamp + Send + Sync>;

/// Sees to it that what messages ask is done. A clone is the same one.
#[derive(Clone)]
pub struct Postman {
    store: Store,
    gates: MailGates,
    strangers: Strangers,
    keys: Arc<Keyring>,
    site: Arc<Site>,
    clock: Clock,
    large_mails: LargeMailReader,
}

/// What became of a message.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Delivered {
    /// What it asks is done, or refused, and on the disk.
    Done(Committed),
    /// Mails that its sender wanted no more are stopped.
    Stopped,
    /// The server had sent it to itself, and what arrived is noted.
    Echoed,
    /// A mail of the server's came back.
    CameBack,
    /// It was met with silence.
    Silent(Silence),
}

impl Postman {
    /// A postman for a site. As many passwords are hashed at once as behind the gate, and together
    /// with those there, but guesses by mail are counted by themselves. The keys open what came in
    /// addresses; `clock` tells the time.
    pub fn new(
        store: Store,
        gate: &Gate,
        keys: Keyring,
        site: Site,
        clock: impl Fn() -> Timestamp + Send + Sync + 'static,
    ) -> Self {
        Self {
            store,
            gates: MailGates::beside(gate),
            strangers: Strangers::default(),
            keys: Arc::new(keys),
            site: Arc::new(site),
            clock: Arc::new(clock),
            large_mails: LargeMailReader::new(),
        }
    }

    /// Sets the rate limits for mails of strangers.
    #[must_use]
    pub fn with_strangers(self, strangers: Strangers) -> Self {
        Self { strangers, ..self }
    }

    /// The addresses that mail is delivered to.
    #[must_use]
    pub fn site(&self) -> &Site {
        &self.site
    }

    /// Delivers a message to each of its recipients. What fails for one of them may come again for
    /// that one.
    pub async fn deliver_to_all(&self, delivery: Delivery) -> Vec<Status> {
        let Delivery { sender, recipients, message } = delivery;
        let permit = self.permit(message.len()).await;
        let message = Arc::new(message.into_bytes());
        let mut statuses = Vec::with_capacity(recipients.len());
        for recipient in recipients {
            let delivered = self.deliver_at(&permit, &message, &sender, &recipient).await;
            statuses.push(match delivered {
                Ok(_) => Status::Done,
                Err(error) => {
                    if !matches!(&error, Failure::Store(error) if error.is_in_the_log()) {
                        tracing::error!(%error, "a mail was not taken, and may come again");
                    }
                    Status::Later
                }
            });
        }
        statuses
    }

    /// Delivers a message to one recipient. When this returns, what it asks is done and on the
    /// disk, or never will be; a second time has no second effect.
    ///
    /// # Errors
    /// When the database fails. Nothing has happened; the message may come again.
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
        match &delivered {
            Delivered::Done(Committed { refused, repeated, .. }) => {
                tracing::info!(refused, repeated, "a mail was taken");
            }
            Delivered::Echoed => tracing::info!("a mail of our own came back"),
            Delivered::CameBack => tracing::info!("a mail came back"),
            Delivered::Stopped => tracing::info!("a mail stopped others"),
            Delivered::Silent(silence) => tracing::info!("a mail was met with silence: {silence}"),
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
        let now = (self.clock)();
        let proved = mail.proof == Proof::Domain;
        let mailed = |counted_as| Mailed {
            id: mail.id.clone(),
            message_id: mail.message_id.clone(),
            from: mail.from.clone(),
            proved,
            counted_as,
            domain: self.counted_as(&[b"domain", mail.from.domain().as_bytes()]),
            strangers: self.strangers,
        };
        let mailbox = mailbox(&mail.from);
        let of_address = || self.counted_as(&[&[u8::from(proved)], mailbox.as_bytes()]);
        let (mailed, asks) = match &mail.asks {
            Asks::Echo { token, arrived } => {
                self.note_echo(token, *arrived, now).await?;
                return Ok(Delivered::Echoed);
            }
            Asks::Bounce { token, is_of_no_use } => {
                self.came_back(token, *is_of_no_use, now).await?;
                return Ok(Delivered::CameBack);
            }
            Asks::Stop { token } => {
                self.stop(token, now).await?;
                return Ok(Delivered::Stopped);
            }
            Asks::Command { text, body } => {
                let body = body.as_ref().map(|body| body.reveal().to_owned());
                (mailed(of_address()), MailAsks::Command { text: text.reveal(), body })
            }
            Asks::Reply { token, reply } => {
                match self.keys.open::<ReplyToken>(token.reveal(), now) {
                    Ok(token) => match self.turn(&token, reply).await? {
                        Some((player, asks)) => {
                            (mailed(self.counted_as(&[player.as_str().as_bytes()])), asks)
                        }
                        None => {
                            (mailed(of_address()), MailAsks::Nothing(order::no_board(token.board)))
                        }
                    },
                    Err(error) => {
                        (mailed(of_address()), MailAsks::Nothing(order::bad_token(error)))
                    }
                }
            }
        };
        let done = take_in(&self.gates, &self.store, mailed, asks, now).await?;
        Ok(Delivered::Done(done))
    }

    /// What an answer to a turn's mail asks, and in whose name; nothing where there is no such
    /// board.
    async fn turn(
        &self,
        token: &ReplyToken,
        reply: &Reply,
    ) -> Result<Option<(Userid, MailAsks<'static>)>, Failure> {
        let board = token.board;
        let needs = Needs { boards: [board].into(), ..Needs::default() };
        let state = self.store.read(&needs).await?;
        let Some(record) = state.boards.get(&board) else { return Ok(None) };
        let player = record.players[token.seat.index()].clone();
        let order = order::of(reply, token);
        let generation = token.generation;
        Ok(Some((player.clone(), MailAsks::Turn { player, board, generation, order })))
    }

    /// Stops mails for whom a token names; whatever else came to such an address stops nothing.
    async fn stop(&self, token: &Secret, now: Timestamp) -> Result<(), Failure> {
        if let Ok(token) = self.keys.open::<UnsubscribeToken>(token.reveal(), now) {
            stop(&self.store, token.user, token.from, true, now).await?;
        }
        Ok(())
    }

    /// Notes that a mail came back because nobody takes any where it went; whatever else came to
    /// such an address is nothing.
    async fn came_back(
        &self,
        token: &Secret,
        is_of_no_use: bool,
        now: Timestamp,
    ) -> Result<(), Failure> {
        if let (Ok(BounceToken { message, copy }), true) =
            (self.keys.open(token.reveal(), now), is_of_no_use)
        {
            let copy = DeliveryId { message: message.into(), copy: copy.into() };
            if self.store.came_back(copy, now).await? {
                tracing::warn!(number = message, copy = copy.copy, "an address gets no more mail");
            }
        }
        Ok(())
    }

    /// Notes what arrived of a mail of our own; what others send to such an address is nothing.
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

    /// A name for those whose answers are counted together, that tells nobody who they are.
    fn counted_as(&self, parts: &[&[u8]]) -> String {
        self.keys.fingerprint(&[&[b"answers".as_slice()], parts].concat())
    }
}

/// The mailbox that an address leads to: what many servers let everybody add behind a `+` is left
/// out, and nobody tells capitals apart.
fn mailbox(address: &Address) -> String {
    let address = address.as_str().to_ascii_lowercase();
    match address.split_once('@').map(|(local, domain)| (local.split_once('+'), domain)) {
        Some((Some((local, _)), domain)) if !local.is_empty() => format!("{local}@{domain}"),
        _ => address,
    }
}

impl fmt::Debug for Postman {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Postman").field("site", &self.site).finish_non_exhaustive()
    }
}

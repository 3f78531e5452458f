//! Accounts: signing up, passwords, addresses, absences, settings, leaving.

use std::fmt::Write as _;

use carrick_games::{GameKind, Seat};
use jiff::{SignedDuration, Timestamp};

use crate::about::About;
use crate::command::check_new_name;
use crate::decide::context::{DecisionContext, answer_refusal, end, settings_changed, told};
use crate::effects::{Addressee, Decision, Event, Link, Message, UserEvent};
use crate::people::time::{current, left, left_sentence, longest, plus};
use crate::people::{
    Absence, AbsenceKind, Address, GameSettings, SettingCommand, SettingsPatch, UserSetting,
    UserSettings, Userid, must_be_a_person,
};
use crate::playing::{BoardInPlay, Snapshot};
use crate::refusal::{Refusal, Speech, Stock};
use crate::reply;
use crate::requests::Sender;
use crate::state::{BoardRecord, Ended, Ending, State, User, UserAddress};

// `signup`: a new account.

impl DecisionContext<'_> {
    pub(crate) fn signup(self, addresses: &[Address]) -> Result<Decision, Refusal> {
        let id = self.request.who().ok_or(Refusal::PasswordNeeded)?;
        if let Some(user) = self.state.users.get(id) {
            let same_password = user.password.is_some() && user.password == self.evidence.verified;
            return if same_password { Ok(welcome(user)) } else { Err(Refusal::NameTaken) };
        }
        let registration = self.evidence.registration;
        if registration.refusal().is_some() {
            return Err(Refusal::Registration(registration));
        }
        check_new_name(id)?;
        let mut addresses = addresses.to_vec();
        if let (Sender::Address(address), true) = (&self.request.sender, addresses.is_empty()) {
            addresses.push(address.clone());
        }
        let user = User {
            addresses: each_once(&[], addresses),
            ..User::new(id.clone(), self.now, self.evidence.hashed.clone())
        };
        let mut decision = welcome(&user);
        decision.messages.extend(letters(id, &user.addresses));
        decision.events.push(Event::UserJoined(user));
        Ok(decision)
    }
}

/// Decides whether a visitor who has not signed up plays under a guest's name. No one can challenge
/// a guest, or sign in as one.
#[must_use]
pub fn decide_guest(state: &State, guest: &Userid, now: Timestamp) -> Decision {
    if state.users.contains_key(guest) {
        return answer_refusal(None, None, Refusal::NameTaken);
    }
    let mut settings = UserSettings::default();
    for kind in GameKind::ALL {
        settings.set_game(kind, GameSettings { challenges: false, ..GameSettings::default() });
    }
    let mut decision =
        told(format!("Welcome to Carrick, {guest}"), "You play as a guest.\n".to_owned());
    let user = User { settings, ..User::new(guest.clone(), now, None) };
    decision.events.push(Event::UserJoined(user));
    decision
}

fn welcome(user: &User) -> Decision {
    let id = &user.id;
    let examples = [
        (format!("antipod computer {id} <password>"), "a game with the computer"),
        (format!("antipod seek {id} <password>"), "offers a game to anyone"),
        ("list".to_owned(), "running and open games"),
        ("help tutorial".to_owned(), "a first game, step by step"),
        ("help".to_owned(), "everything else"),
    ];
    let width = examples.iter().map(|(command, _)| command.len()).max().unwrap_or(0);
    let mut text = format!(
        "Welcome to Carrick, {id}.\n\nYour password goes into every command that acts for you. Type it where \
         these\nsay <password>:\n\n"
    );
    for (command, meaning) in examples {
        let _ = writeln!(text, "  {command:width$}  {meaning}");
    }
    if !user.addresses.is_empty() {
        let list: Vec<&str> = user.addresses.iter().map(|entry| entry.address.as_str()).collect();
        let list = list.join(", ");
        let _ = writeln!(text, "\nEmail goes to an address only once you confirm it: {list}");
    }
    told(format!("Welcome to Carrick, {id}"), text)
}

// Email addresses of an account.

/// How many addresses an account may have.
const MOST: u32 = 3;

/// How many addresses a user may be asked to confirm in a day. Each gets an email, and may be a
/// stranger's.
const ASKED: u32 = 10;

impl<'a> DecisionContext<'a> {
    /// `add uid pw address …`
    pub(crate) fn add_addresses(self, new: &[Address]) -> Result<Decision, Refusal> {
        let user = self.speaker()?;
        let mut all: Vec<Address> =
            user.addresses.iter().map(|entry| entry.address.clone()).collect();
        all.extend(new.iter().cloned());
        set(user, all, new, self.state.asked)
    }

    /// `change address uid pw address …`
    pub(crate) fn change_addresses(self, new: &[Address]) -> Result<Decision, Refusal> {
        set(self.speaker()?, new.to_vec(), new, self.state.asked)
    }
}

/// The addresses, without duplicates. Those that the account already has stay confirmed.
fn each_once(known: &[UserAddress], addresses: Vec<Address>) -> Vec<UserAddress> {
    let mut all: Vec<UserAddress> = Vec::new();
    for address in addresses {
        if all.iter().any(|entry| entry.address == address) {
            continue;
        }
        let known = known.iter().find(|entry| entry.address == address);
        all.push(known.cloned().unwrap_or(UserAddress {
            address,
            confirmed: false,
            returned: false,
        }));
    }
    all
}

/// Messages to the unconfirmed ones of these addresses, asking whether they are the user's.
fn letters<'a>(
    user: &'a Userid,
    addresses: impl IntoIterator<Item = &'a UserAddress>,
) -> impl Iterator<Item = Message> {
    let unconfirmed = addresses.into_iter().filter(|entry| !entry.confirmed);
    unconfirmed.map(move |entry| Message {
        to: Addressee::User(user.clone()),
        subject: format!("Is this the address of {user}?"),
        text: format!(
            "{user}, a player at Carrick, says that this address is theirs.\n\nIf that is you, the link \
             below confirms it, and email about your games will\ncome here. If not, do nothing, and \
             no more email will come.\n"
        ),
        board: None,
        link: Some(Link::Confirm(entry.address.clone())),
        about: About::default(),
    })
}

/// Sets the addresses, and asks the user to confirm those that were `named`: a user who names one
/// again wants another link. `asked` is the number of recent questions.
fn set(
    user: &User,
    addresses: Vec<Address>,
    named: &[Address],
    asked: u32,
) -> Result<Decision, Refusal> {
    let all = each_once(&user.addresses, addresses);
    if all.len() > MOST as usize {
        return Err(Refusal::Full {
            what: Stock::Addresses,
            count: u32::try_from(all.len()).unwrap_or(u32::MAX),
            most: MOST,
        });
    }
    let mut text = "Your email addresses:\n\n".to_owned();
    for entry in &all {
        let state = match (entry.confirmed, entry.returned) {
            (true, _) => "",
            (false, false) => " (used only once you confirm it)",
            (false, true) => " (email came back; used again once you confirm it)",
        };
        text.push_str(&format!("  {}{state}\n", entry.address));
    }
    let to_ask = all.iter().filter(|entry| named.contains(&entry.address));
    let letters: Vec<Message> = letters(&user.id, to_ask).collect();
    if !letters.is_empty() && asked as usize + letters.len() > ASKED as usize {
        return Err(Refusal::TooOften { what: Speech::AddressesAsked, most: ASKED });
    }
    let mut decision = told("Carrick: email addresses", text);
    if all != user.addresses || !letters.is_empty() {
        decision.events.push(Event::User(user.id.clone(), UserEvent::AddressesSet(all)));
    }
    decision.messages.extend(letters);
    Ok(decision)
}

// The command password: changing it, and a link that sets a new one.

impl DecisionContext<'_> {
    pub(crate) fn change_password(self) -> Result<Decision, Refusal> {
        let done = || told("Carrick: password changed", PASSWORD_CHANGED);
        let new = &self.evidence.new_verified;
        // `-` for another user does not count as a repetition: the answer would reveal whether a
        // guess is their password.
        let repeated = self.named().filter(|user| self.is_session_of(user)).is_some_and(|user| {
            new.is_some() && user.password == *new && self.evidence.verified.is_none()
        });
        if repeated {
            return Ok(done());
        }
        let user = self.speaker()?;
        let password = self.evidence.hashed.clone().ok_or(Refusal::NotHashed)?;
        let mut decision = done();
        let (user, keeps) = (user.id.clone(), self.evidence.keeps.clone());
        decision.events.push(Event::User(user, UserEvent::PasswordChanged { password, keeps }));
        Ok(decision)
    }

    /// `reset uid`: the answer is the same for every name.
    pub(crate) fn reset(self, id: &Userid) -> Decision {
        let mut decision = told(
            "Carrick: a new password",
            reply::wrapped(
                "If this user exists and has confirmed an email address, a link to set a new \
                 password goes there, at most once an hour. The administrator of this server can \
                 also make such a link.",
                0,
            ),
        );
        // If the clock was ahead at the last request and has been set back, no one has to wait
        // longer.
        let just_asked = |asked: Timestamp| (asked..asked + RESET_PAUSE).contains(&self.now);
        let user = self.state.users.get(id).filter(|user| {
            must_be_a_person(id).is_ok()
                && user.addresses.iter().any(|entry| entry.confirmed)
                && !user.reset_asked.is_some_and(just_asked)
        });
        if let Some(user) = user {
            let user = user.id.clone();
            decision.messages.push(Message {
                to: Addressee::User(user.clone()),
                subject: format!("A new password for {user}"),
                text: RESET_LETTER.to_owned(),
                board: None,
                link: Some(Link::Reset),
                about: About::default(),
            });
            decision.events.push(Event::User(user, UserEvent::ResetAsked(self.now)));
        }
        decision
    }
}

/// How long a user who asked for a link cannot get another.
const RESET_PAUSE: SignedDuration = SignedDuration::from_hours(1);

const RESET_LETTER: &str = "\
Someone, probably you, has asked for a new password for this account. The
link below sets one: for commands, for the web, or for both. If it was not
you, ignore this email, and nothing changes.
";

/// Answer to a change of the command password.
pub(crate) const PASSWORD_CHANGED: &str = "\
Your command password has been changed. API tokens and the address of your
feed are no longer valid, except those that you chose to keep.
";

// Settings: what a user is sent, how things are shown to them, and who may challenge them.

impl DecisionContext<'_> {
    pub(crate) fn change_settings(self, patch: &SettingsPatch) -> Result<Decision, Refusal> {
        let user = self.speaker()?;
        let mut settings = user.settings.clone();
        patch.apply(&mut settings);
        let (what, text) = match patch.by_own_command() {
            Some(command) => self.one_setting(&user.id, patch.kind(), command),
            None => ("settings", self.all_settings(patch, &settings)),
        };
        let about = patch.game.map_or("Carrick", GameKind::name);
        let mut decision = told(format!("{about}: {what}"), text);
        decision.events.extend(settings_changed(user, settings));
        Ok(decision)
    }

    /// The answer to `set`: every setting as it is now.
    fn all_settings(self, patch: &SettingsPatch, settings: &UserSettings) -> String {
        let mut text = String::new();
        for (head, kind) in [
            (Some("all games".to_owned()), None),
            (patch.game.map(|kind| kind.title().to_owned()), patch.game),
        ] {
            let Some(head) = head else { continue };
            let _ = writeln!(text, "In {head}:");
            let listed = UserSetting::ALL.iter().filter(|setting| patch.lists(setting));
            for setting in listed.filter(|setting| setting.is_of_game() == kind.is_some()) {
                let word = setting.word(settings, patch.kind());
                let _ = write!(text, "  {}={word}", setting.name);
                if setting.name == UserSetting::ZONE.name {
                    let _ = write!(text, " (it is {})", settings.zone.show(self.now));
                }
                text.push('\n');
            }
        }
        text
    }

    /// The title and text of the answer to a command that sets only one thing.
    fn one_setting(
        self,
        id: &Userid,
        kind: GameKind,
        command: SettingCommand,
    ) -> (&'static str, String) {
        let game = kind.title();
        match command {
            SettingCommand::News(true) => {
                ("news", "You get the news from the operators.\n".to_owned())
            }
            SettingCommand::News(false) => ("news", "You do not get the news.\n".to_owned()),
            SettingCommand::Notify(true) => {
                let text = format!(
                    "You get the final position of every game of {game} that ends. To stop \
                     that:\n\n  {kind} notify {id} <password> off\n"
                );
                ("notify", text)
            }
            SettingCommand::Notify(false) => {
                let text = format!(
                    "You are told about the end of your own games of {game} \
                                    only.\n"
                );
                ("notify", text)
            }
            SettingCommand::Watches(true) => {
                let text = format!(
                    "You get every turn of every board of {game}. To stop that:\n\n  \
                     {kind} unsubscribe all {id} <password>\n"
                );
                ("subscription", text)
            }
            SettingCommand::Watches(false) => {
                let text = format!(
                    "You get turns only of the boards of {game} that you play on or have \
                     subscribed to individually."
                );
                ("subscription", reply::wrapped(&text, 0))
            }
            SettingCommand::Challenges(true) => {
                ("challenges", format!("Other players may challenge you to {game}.\n"))
            }
            SettingCommand::Challenges(false) => {
                let nobody = format!(
                    "No one can challenge you to {game} now. Your games continue, and you can \
                     still challenge others, seek games and take seeks. To be challenged again:"
                );
                let nobody = reply::wrapped(&nobody, 0);
                ("challenges", format!("{nobody}\n  {kind} accept {id} <password>\n"))
            }
            SettingCommand::Limit(limit) => {
                let now = reply::boards(self.boards_in_play(id, kind));
                let text = match limit {
                    Some(limit) => format!(
                        "Your limit is {} of {game}; you play on {now} at present.\n",
                        reply::boards(limit)
                    ),
                    None => format!(
                        "You play as many boards of {game} as you like, {now} at present.\n"
                    ),
                };
                ("limit", text)
            }
        }
    }
}

// Vacations; signing off and on.

impl<'a> DecisionContext<'a> {
    /// `vacation uid pw days`: the days count from now, or from the start of the current vacation,
    /// so that a repeat changes nothing.
    pub(crate) fn vacation(self, days: u16) -> Result<Decision, Refusal> {
        let user = self.speaker()?;
        let (since, others) = self.beginning(user);
        let until = plus(since, SignedDuration::from_hours(24 * i64::from(days)));
        if until <= self.now {
            return Err(Refusal::VacationPassed);
        }
        if until > longest(&others, since) {
            return Err(Refusal::VacationUsedUp { left: left(&others, since) });
        }
        Ok(self.away(user, Absence { since, until, kind: AbsenceKind::Vacation, over: false }))
    }

    /// `signoff uid pw`: lasts until they sign on again, or their days of vacation are used up.
    pub(crate) fn signoff(self) -> Result<Decision, Refusal> {
        let user = self.speaker()?;
        let (since, others) = self.beginning(user);
        let until = longest(&others, since);
        if until < plus(since, SignedDuration::from_hours(24)) || until <= self.now {
            return Err(Refusal::NoDayLeft);
        }
        Ok(self.away(user, Absence { since, until, kind: AbsenceKind::SignedOff, over: false }))
    }

    /// `vacation uid pw off` and `signon uid pw`.
    pub(crate) fn back(self) -> Result<Decision, Refusal> {
        let user = self.speaker()?;
        let mut absences = user.absences.clone();
        let mut events = Vec::new();
        if let Some(absence) = absences.iter_mut().find(|absence| absence.covers(self.now)) {
            *absence = Absence { until: self.now, over: true, ..*absence };
            events.push(Event::User(user.id.clone(), UserEvent::AbsenceSet(*absence)));
        }
        let left = left_sentence(left(&absences, self.now));
        let text = format!("You are here: your clocks run.\n{left}\n");
        Ok(Decision { events, ..told("Carrick: you are here", text) })
    }

    /// When the absence that a command is about starts or started, and all other absences.
    fn beginning(self, user: &User) -> (jiff::Timestamp, Vec<Absence>) {
        let since = current(&user.absences, self.now).map_or(self.now, |absence| absence.since);
        let others = user.absences.iter().copied().filter(|absence| absence.since != since);
        (since, others.collect())
    }

    fn away(self, user: &'a User, absence: Absence) -> Decision {
        let (_, mut all) = self.beginning(user);
        all.push(absence);
        let reader = self.snapshot().reader_known(Some(user));
        let (since, until) = (reader.time(absence.since), reader.time(absence.until));
        let left = left_sentence(left(&all, self.now));
        let (subject, text) = if absence.kind == AbsenceKind::SignedOff {
            let text = format!(
                "You have signed off since {since}. Your clocks and reminders\nare stopped, and no \
                 one can challenge you, until you `signon`, or until\n{until}, when this year's \
                 vacation is used up.\n"
            );
            ("Carrick: signed off", text)
        } else {
            let text = format!(
                "Your vacation lasts from {since}\nto {until}. Until then your clocks and \
                 reminders are stopped.\n`vacation {} <password> off` ends it earlier.\n{left}\n",
                user.id
            );
            ("Carrick: vacation", text)
        };
        let event = Event::User(user.id.clone(), UserEvent::AbsenceSet(absence));
        let known = user.absences.contains(&absence);
        let events = if known { Vec::new() } else { vec![event] };
        Decision { events, ..told(subject, text) }
    }
}

// Deleting an account.

impl DecisionContext<'_> {
    /// `delete uid pw`
    pub(crate) fn delete(self) -> Result<Decision, Refusal> {
        let repeated = |user: &&User| {
            user.deleted.is_some() && self.is_session_of(user) && self.request.password().is_none()
        };
        if let Some(user) = self.named().filter(repeated) {
            return Ok(farewell(user));
        }
        let user = self.speaker()?;
        leave(self.snapshot(), user, farewell(user))
    }
}

/// Adds the consequences of a user's leaving to an answer. The state must hold their running
/// boards.
///
/// # Errors
/// When a board is damaged.
pub(crate) fn leave(
    snapshot: Snapshot<'_>,
    user: &User,
    mut decision: Decision,
) -> Result<Decision, Refusal> {
    // Each resignation is rated on top of the previous one.
    let mut state = snapshot.state.clone();
    for record in snapshot.state.boards.values() {
        let seat = Seat::BOTH.into_iter().find(|seat| record.players[seat.index()] == user.id);
        if let (Some(seat), None) = (seat, &record.ended) {
            let told = resign_for_good(snapshot, &mut state, record, seat)?;
            decision.events.extend(told.events);
            decision.messages.extend(told.messages);
        }
    }
    decision.events.push(Event::User(user.id.clone(), UserEvent::Deleted(snapshot.now)));
    Ok(decision)
}

/// Ends a board on which a player resigns because they leave; only the opponent is told.
fn resign_for_good(
    snapshot: Snapshot<'_>,
    state: &mut State,
    record: &BoardRecord,
    seat: Seat,
) -> Result<Decision, Refusal> {
    let mut table = BoardInPlay::new(record)?;
    let at = snapshot.now;
    let declines = !table.has_moved(seat);
    let ended = if declines {
        Some(Ended { ending: Ending::Declined(seat), at })
    } else {
        table.game.resign(seat);
        table.ended(at)
    };
    let mut record = record.clone();
    let events = ended.map(|ended| end(&state.ratings, &mut record, ended)).unwrap_or_default();
    for event in &events {
        state.apply(event, at);
    }
    let table = BoardInPlay::with(&record, table.game);
    let leaver = table.player(seat);
    let message = if declines {
        Message {
            to: Addressee::User(table.player(!seat).clone()),
            subject: format!("{} board {}: declined", record.id.kind, record.id.number),
            text: reply::wrapped(
                &format!(
                    "{leaver} has left the server before moving on {}. The board is gone, and \
                         no rating has changed.",
                    record.id
                ),
                0,
            ),
            board: Some(record.id),
            link: None,
            about: About::default(),
        }
    } else {
        reply::report(snapshot, &table, !seat, None)
            .below(&format!("{leaver} has left the server.\n\n"))
    };
    Ok(Decision { events, messages: vec![message], refusal: None })
}

fn farewell(user: &User) -> Decision {
    let id = &user.id;
    told(
        "Carrick: account deleted",
        reply::wrapped(
            &format!(
                "The account {id} is deleted. Your games are resigned. Passwords, email addresses, \
                 settings and everything you have written are erased. Only the name stays, in old \
                 games and with their ratings, and no one else can take it."
            ),
            0,
        ),
    )
}

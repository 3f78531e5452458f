//! Data export: everything stored about a user, as a single JSON document. It does not need to be
//! unpacked, and its games are records that can be imported elsewhere.

use axum::middleware::from_fn;
use std::collections::BTreeSet;
use std::fmt::Display;

use axum::Router;
use axum::body::{Body, Bytes};
use axum::extract::State;
use axum::http::header;
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use carrick_games::GameKind;
use carrick_lessons::Lesson;
use carrick_server::Cost;
use carrick_service::exchange::record_of;
use carrick_service::{
    BoardRecord, Letter, Needs, RatingRecord, Readers, State as Loaded, User, Userid,
};
use carrick_store::{Hotseat, KeptStudy, MOST_SESSIONS, RatedGame, StoreError};
use futures_util::stream::poll_fn;
use serde_json::{Value, json};
use tokio::sync::mpsc;

use crate::app::App;
use crate::cost::cost_of_replay;
use crate::guard::rate_limit;
use crate::pages::fault::Fault;
use crate::pages::session::{LessonProgress, Member, Payer};

pub(super) fn routes() -> Router<App> {
    Router::new().route("/account/export", get(export)).route_layer(from_fn(rate_limit::list))
}

async fn export(
    State(app): State<App>,
    Member(visitor): Member,
    payer: Payer,
) -> Result<Response, Fault> {
    let user = visitor.account(&app).await?;
    let head = head(&app, &user).await?;
    let (sender, mut receiver) = mpsc::channel(1);
    tokio::spawn(async move {
        let (text, is_first) = (format!("{head:#}"), true);
        let text = text.trim_end_matches(['}', '\n']).to_owned();
        ExportParts { app, payer, user: user.id, sender, text, is_first }.write().await;
    });
    let headers = [
        (header::CONTENT_TYPE, "application/json"),
        (header::CONTENT_DISPOSITION, "attachment; filename=\"carrick.json\""),
    ];
    let body = Body::from_stream(poll_fn(move |cx| receiver.poll_recv(cx)));
    Ok((headers, body).into_response())
}

/// Everything but the long lists.
async fn head(app: &App, user: &User) -> Result<Value, Fault> {
    let needs =
        Needs { users: [user.id.clone()].into(), seeks: GameKind::ALL.into(), ..Needs::default() };
    let state = app.store.read(&needs).await?;
    let mut data = account(user);
    data["seeks"] = seeks(&state, &user.id);
    let (sessions, tokens) = ways_in(app, &user.id).await?;
    data["sessions"] = sessions;
    data["tokens"] = tokens;
    let feed = app.store.feed_of(&user.id).await?;
    data["feed_made"] = feed.map(|at| at.to_string()).into();
    let factor = app.store.second_factor_of(&user.id).await?.filter(|one| one.since.is_some());
    data["second_factor"] = factor.map_or(Value::Null, |factor| {
        json!({
            "since": factor.since.map(|at| at.to_string()), "recovery_codes": factor.recovery_codes,
        })
    });
    data["lessons"] = lessons(app, &user.id).await?;
    data["puzzles"] = puzzles(app, &user.id).await?;
    let watched = app.store.watched_by(&user.id).await?;
    data["watches"] = watched.iter().map(|board| board.id.to_string()).collect();
    Ok(data)
}

/// Number of rows to read and keep in memory at a time.
const ROWS: u32 = 50;

/// Size at which a part is sent, in bytes.
const PART_BYTES: usize = 64 * 1024;

/// Maximum number of turns, and of boards, to read and keep in memory at a time.
const TURNS: u32 = 1000;
const BOARDS: usize = 20;

/// Number of bytes written for one unit of [`Cost`].
const BYTES_PER_COST: u32 = 4 * 1024;

/// The document in parts. Each is made when the previous one has been taken, so that only one or
/// two are in memory, however long the document is and however slowly it is read.
struct ExportParts {
    app: App,
    payer: Payer,
    user: Userid,
    sender: mpsc::Sender<Result<Bytes, Fault>>,
    text: String,
    is_first: bool,
}

/// Why the document ends early: its reader has left, or something failed.
enum End {
    Gone,
    Failed(Fault),
}

impl From<StoreError> for End {
    fn from(error: StoreError) -> Self {
        Self::Failed(error.into())
    }
}

impl ExportParts {
    /// Writes the document. If that fails, the answer is cut off, so that no one takes it for
    /// complete.
    async fn write(mut self) {
        if let Err(End::Failed(fault)) = self.all().await {
            tracing::error!(error = %fault, "an export broke off");
            let _ = self.sender.send(Err(fault)).await;
        }
    }

    async fn all(&mut self) -> Result<(), End> {
        self.ratings().await?;
        self.boards().await?;
        self.list("hotseats");
        for game in self.app.store.hotseats_of(&self.user).await? {
            self.item(hotseat(&game)).await?;
        }
        self.end();
        self.list("studies");
        for listed in self.app.store.studies_of(&self.user).await? {
            if let Some(kept) = self.app.store.study(&listed.address).await? {
                self.item(study(&kept)).await?;
            }
        }
        self.end();
        self.words().await?;
        self.text.push_str("\n}\n");
        self.send().await
    }

    fn list(&mut self, name: &str) {
        self.text.push_str(&format!(",\n  \"{name}\": ["));
        self.is_first = true;
    }

    async fn item(&mut self, item: impl Display) -> Result<(), End> {
        self.text.push_str(if self.is_first { "\n    " } else { ",\n    " });
        self.text.push_str(&item.to_string());
        self.is_first = false;
        if self.text.len() > PART_BYTES { self.send().await } else { Ok(()) }
    }

    fn end(&mut self) {
        self.text.push_str("\n  ]");
    }

    /// Charges the payer as soon as they can pay: an export continues as fast as their budget
    /// refills.
    async fn pay(&self, cost: Cost) {
        while let Err(too_many) = self.payer.pay(&self.app, cost) {
            tokio::time::sleep(too_many.wait).await;
        }
    }

    /// Sends what has been written, when it is paid for and the previous part has been taken.
    async fn send(&mut self) -> Result<(), End> {
        self.pay(Cost::try_from(self.text.len()).unwrap_or(Cost::MAX) / BYTES_PER_COST).await;
        let place = self.sender.reserve().await.map_err(|_| End::Gone)?;
        place.send(Ok(std::mem::take(&mut self.text).into()));
        Ok(())
    }

    async fn ratings(&mut self) -> Result<(), End> {
        self.list("ratings");
        for kind in GameKind::ALL {
            let Some(now) = self.app.store.last_rated(&self.user, kind, 1).await?.pop() else {
                continue;
            };
            self.item(json!({ "game": kind.name(), "now": rating(&now.after) })).await?;
        }
        self.end();
        self.list("rated_games");
        let mut behind = None;
        loop {
            let page = self.app.store.rated_page(&self.user, behind, ROWS).await?;
            for game in &page.rows {
                self.item(rated(game)).await?;
            }
            behind = page.rows.last().filter(|_| page.after).map(|last| (last.at, last.board));
            if behind.is_none() {
                break;
            }
        }
        self.end();
        Ok(())
    }

    async fn boards(&mut self) -> Result<(), End> {
        self.list("boards");
        let mut left = self.app.store.boards_of(&self.user).await?.into_iter().peekable();
        while left.peek().is_some() {
            let (mut boards, mut turns) = (BTreeSet::new(), 0);
            while boards.len() < BOARDS
                && let Some((board, ply)) =
                    left.next_if(|(_, ply)| turns == 0 || turns + ply <= TURNS)
            {
                boards.insert(board);
                turns += ply;
            }
            let state = self.app.store.read(&Needs { boards, ..Needs::default() }).await?;
            let user = self.user.clone();
            let written = move || -> Vec<String> {
                state.boards.values().map(|record| board(record, &user)).collect()
            };
            self.pay(2 * cost_of_replay([turns].into_iter())).await;
            let drawing = &self.app.drawing;
            for item in drawing.run_patiently(self.payer.address(), written).await {
                self.item(item).await?;
            }
        }
        self.end();
        Ok(())
    }

    /// The user's chat, messages and requests, and the answers and notices that they got.
    async fn words(&mut self) -> Result<(), End> {
        self.list("said");
        let mut after = None;
        loop {
            let said = self.app.store.said_by(&self.user, after, ROWS).await?;
            for (board, _, one) in &said {
                self.item(json!({
                    "board": board.to_string(), "ply": one.ply, "at": one.at.to_string(),
                    "text": one.text,
                }))
                .await?;
            }
            after = said.last().map(|(board, place, one)| (one.at, *board, *place));
            if said.len() < ROWS as usize {
                break;
            }
        }
        self.end();
        self.list("letters");
        let mut after = 0;
        loop {
            let letters = self.app.store.letters_by(&self.user, after, ROWS).await?;
            for (_, one) in &letters {
                self.item(letter(one)).await?;
            }
            after = letters.last().map_or(after, |(number, _)| *number);
            if letters.len() < ROWS as usize {
                break;
            }
        }
        self.end();
        self.list("inbox");
        let mut before = None;
        loop {
            let letters = self.app.store.inbox(&self.user, before, ROWS).await?;
            for one in &letters {
                let (at, from, text) = (one.at.to_string(), one.from.as_str(), &one.text);
                self.item(json!({ "at": at, "from": from, "text": text })).await?;
            }
            before = letters.last().map(|last| last.number);
            if letters.len() < ROWS as usize {
                break;
            }
        }
        self.end();
        self.list("commands");
        let mut after = 0;
        loop {
            let asked = self.app.store.asked_by(&self.user, after, ROWS).await?;
            for one in &asked {
                self.item(json!({
                    "at": one.at.to_string(), "command": one.command, "refused": one.refused,
                }))
                .await?;
            }
            after = asked.last().map_or(after, |last| last.number);
            if asked.len() < ROWS as usize {
                break;
            }
        }
        self.end();
        self.list("messages");
        let mut before = None;
        loop {
            let told = self.app.store.told(&self.user, before, ROWS).await?;
            for one in &told {
                let (at, subject, text) = (one.at.to_string(), &one.subject, &one.text);
                self.item(json!({ "at": at, "subject": subject, "text": text })).await?;
            }
            before = told.last().map(|last| last.number);
            if told.len() < ROWS as usize {
                break;
            }
        }
        self.end();
        Ok(())
    }
}

/// Titles of the finished steps of lessons.
async fn lessons(app: &App, user: &Userid) -> Result<Value, Fault> {
    let progress = LessonProgress::of_user(app, user).await?;
    let titles = |kind| -> Vec<&str> {
        let steps = Lesson::of(kind).steps.iter();
        steps.filter(|step| progress.has(kind, step)).map(|step| &*step.title).collect()
    };
    let each = GameKind::ALL.into_iter().map(|kind| (kind, titles(kind)));
    let some = each.filter(|(_, titles)| !titles.is_empty());
    Ok(Value::Object(some.map(|(kind, titles)| (kind.name().to_owned(), titles.into())).collect()))
}

/// Puzzles that the user solved or tried, and their ratings as a solver.
async fn puzzles(app: &App, user: &Userid) -> Result<Value, Fault> {
    let ratings = app.store.solver_ratings(user).await?;
    let mut data = serde_json::Map::new();
    for kind in GameKind::ALL {
        let tries = app.store.puzzle_tries(user, kind).await?;
        if tries.is_empty() {
            continue;
        }
        let of = |solved: bool| -> Vec<u32> {
            let wanted = tries.iter().filter(|(_, tried)| tried.solved == solved);
            wanted.map(|(&number, _)| number).collect()
        };
        let rating = ratings.get(&kind).map(|rating| rating.shown());
        let game = json!({ "rating": rating, "solved": of(true), "tried": of(false) });
        data.insert(kind.name().to_owned(), game);
    }
    Ok(Value::Object(data))
}

/// The account itself. For passwords it only says whether they are set.
fn account(user: &User) -> Value {
    let addresses = user
        .addresses
        .iter()
        .map(|entry| json!({ "address": entry.address.as_str(), "confirmed": entry.confirmed }));
    let absences = user.absences.iter().map(
        |absence| json!({ "since": absence.since.to_string(), "until": absence.until.to_string() }),
    );
    json!({
        "userid": user.id.as_str(),
        "joined": user.joined.to_string(),
        "operator": user.operator,
        "suspended": user.suspended.map(|at| at.to_string()),
        "has_command_password": user.password.is_some(),
        "reset_asked": user.reset_asked.map(|at| at.to_string()),
        "addresses": addresses.collect::<Value>(),
        "settings": user.settings,
        "no_mail_about": user.muted.iter().map(ToString::to_string).collect::<Value>(),
        "blocked": user.blocked.iter().map(Userid::to_string).collect::<Value>(),
        "vacations": absences.collect::<Value>(),
    })
}

fn rating(record: &RatingRecord) -> Value {
    let [won, drawn, lost] = record.games;
    json!({
        "rating": record.rating, "deviation": record.deviation, "volatility": record.volatility,
        "won": won, "drawn": drawn, "lost": lost,
    })
}

fn rated(game: &RatedGame) -> Value {
    json!({
        "board": game.board.to_string(), "at": game.at.to_string(), "after": rating(&game.after),
    })
}

/// A board with everything on it that only this player sees.
fn board(board: &BoardRecord, user: &Userid) -> String {
    let record = record_of(board).ok().map(|record| record.to_json_line());
    let game = record.as_deref().map_or("null", str::trim_end);
    let queued = board.seat_of(user).and_then(|seat| board.plans.queues[seat.index()].clone());
    let (board, queued) = (json!(board.id.to_string()), json!(queued));
    format!("{{\"board\":{board},\"game\":{game},\"queued\":{queued}}}")
}

fn hotseat(game: &Hotseat) -> Value {
    json!({
        "number": game.number, "game": game.kind.name(), "options": game.options,
        "turns": game.turns, "touched": game.touched.to_string(), "handed_in": game.handed_in,
        "resigned": game.resigned.map(|seat| seat.index() + 1),
    })
}

fn study(study: &KeptStudy) -> String {
    let is_whole = serde_json::from_str::<serde::de::IgnoredAny>(&study.body).is_ok();
    let tree = if is_whole { study.body.trim_end() } else { "null" };
    let (address, touched) = (json!(study.address), json!(study.touched.to_string()));
    format!("{{\"address\":{address},\"study\":{tree},\"touched\":{touched}}}")
}

fn seeks(state: &Loaded, user: &Userid) -> Value {
    let all = state.seeks.values().flat_map(|(seeks, _)| seeks.values());
    let mine = all.filter(|seek| seek.user == *user);
    mine.map(|seek| {
        json!({
            "game": seek.kind.name(), "number": seek.number, "options": seek.options,
            "left": seek.left,
        })
    })
    .collect()
}

async fn ways_in(app: &App, user: &Userid) -> Result<(Value, Value), Fault> {
    let sessions = app.store.sessions_of(user, app.now(), MOST_SESSIONS).await?;
    let sessions = sessions.iter().map(|session| {
        json!({
            "label": session.label, "created": session.created.to_string(),
            "seen": session.seen.to_string(), "expires": session.expires.to_string(),
        })
    });
    let tokens = app.store.api_tokens_of(user, app.now()).await?;
    let tokens = tokens.iter().map(|token| {
        json!({
            "name": token.name, "scopes": token.scopes.to_string(),
            "created": token.created.to_string(), "expires": token.expires.to_string(),
            "used": token.used.map(|at| at.to_string()),
        })
    });
    Ok((sessions.collect(), tokens.collect()))
}

fn letter(letter: &Letter) -> Value {
    let to: Vec<String> = match &letter.to {
        Readers::Users(users) => users.iter().map(Userid::to_string).collect(),
        Readers::News | Readers::Board(_) => vec!["everyone who reads the news".to_owned()],
    };
    json!({ "at": letter.at.to_string(), "to": to, "text": letter.text })
}

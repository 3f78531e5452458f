//! Data export: everything that is stored about a user, as one JSON document. It needs no program
//! to unpack, and its games are records that can be imported elsewhere.

use axum::Router;
use axum::extract::State;
use axum::http::header;
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use carrick_games::GameKind;
use carrick_lessons::Lesson;
use carrick_service::exchange::record_of;
use carrick_service::{
    BoardFilter, BoardRecord, Letter, Needs, PuzzleMail, RatingRecord, Readers, State as Loaded,
    User, Userid,
};
use carrick_store::{Hotseat, KeptStudy};
use jiff::Timestamp;
use serde_json::{Value, json};

use crate::app::App;
use crate::pages::fault::Fault;
use crate::pages::progress::Progress;
use crate::pages::session::Member;

pub(super) fn routes() -> Router<App> {
    Router::new().route("/account/export", get(export))
}

async fn export(State(app): State<App>, Member(visitor): Member) -> Result<Response, Fault> {
    let user = visitor.account(&app).await?;
    let all_boards = BoardFilter {
        kind: None,
        player: Some(user.id.clone()),
        running: true,
        ended_since: Some(Timestamp::MIN),
    };
    let needs = Needs { whole: vec![all_boards], seeks: GameKind::ALL.into(), ..Needs::default() };
    let state = app.store.read(&needs).await?;
    let mut data = account(&user);
    data["ratings"] = ratings(&app, &user.id, &state).await?;
    data["boards"] = state.boards.values().map(|record| board(record, &user.id)).collect();
    data["seeks"] = seeks(&state, &user.id);
    let (sessions, tokens) = ways_in(&app, &user.id).await?;
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
    data["lessons"] = lessons(&app, &user.id).await?;
    data["puzzles"] = puzzles(&app, &user.id).await?;
    let hotseats = app.store.hotseats_of(&user.id).await?;
    data["hotseats"] = hotseats.iter().map(hotseat).collect();
    let studies = app.store.studies_of(&user.id).await?;
    data["studies"] = studies.iter().map(study).collect();
    let watched = app.store.watched_by(&user.id).await?;
    data["watches"] = watched.iter().map(|board| board.id.to_string()).collect();
    words(&app, &user.id, &mut data).await?;
    let headers = [
        (header::CONTENT_TYPE, "application/json"),
        (header::CONTENT_DISPOSITION, "attachment; filename=\"carrick.json\""),
    ];
    Ok((headers, format!("{data:#}\n")).into_response())
}

/// Titles of the finished steps of lessons.
async fn lessons(app: &App, user: &Userid) -> Result<Value, Fault> {
    let progress = Progress::of_user(app, user).await?;
    let titles = |kind| -> Vec<&str> {
        let steps = Lesson::of(kind).steps.iter();
        steps.filter(|step| progress.has(kind, step)).map(|step| &*step.title).collect()
    };
    let each = GameKind::ALL.into_iter().map(|kind| (kind, titles(kind)));
    let some = each.filter(|(_, titles)| !titles.is_empty());
    Ok(Value::Object(some.map(|(kind, titles)| (kind.name().to_owned(), titles.into())).collect()))
}

/// Puzzles that were solved and tried, and ratings as a solver.
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

/// The account itself. Of passwords it says only whether they are set.
fn account(user: &User) -> Value {
    let addresses = user
        .addresses
        .iter()
        .map(|entry| json!({ "address": entry.address.as_str(), "confirmed": entry.confirmed }));
    let absences = user.absences.iter().map(
        |absence| json!({ "since": absence.since.to_string(), "until": absence.until.to_string() }),
    );
    let games = GameKind::ALL.map(|kind| {
        let choices = user.choices(kind);
        let display = user.display.get(&kind).copied().unwrap_or_default();
        json!({
            "game": kind.name(), "challenges": choices.challenges, "limit": choices.limit,
            "watches": choices.watches, "notify": choices.notify, "labels": display.labels,
            "all_turns": display.all_turns,
            "puzzles": choices.puzzles.map_or("off", PuzzleMail::word),
        })
    });
    json!({
        "userid": user.id.as_str(),
        "joined": user.joined.to_string(),
        "has_command_password": user.password.is_some(),
        "reset_asked": user.reset_asked.map(|at| at.to_string()),
        "addresses": addresses.collect::<Value>(),
        "mail": user.mailing().word(),
        "mail_kinds": {
            "turns": user.mail.turns, "reminders": user.mail.reminders,
            "letters": user.mail.letters, "pictures": user.mail.pictures.word(),
        },
        "no_mail_about": user.muted.iter().map(ToString::to_string).collect::<Value>(),
        "news": user.news,
        "zone": user.zone.name(),
        "appearance": user.appearance.map(|appearance| appearance.to_string()),
        "blocked": user.blocked.iter().map(Userid::to_string).collect::<Value>(),
        "vacations": absences.collect::<Value>(),
        "games": games,
    })
}

fn rating(record: &RatingRecord) -> Value {
    let [won, drawn, lost] = record.games;
    json!({
        "rating": record.rating, "deviation": record.deviation, "volatility": record.volatility,
        "won": won, "drawn": drawn, "lost": lost,
    })
}

async fn ratings(app: &App, user: &Userid, state: &Loaded) -> Result<Value, Fault> {
    let mut games = Vec::new();
    for kind in GameKind::ALL {
        let Some(now) = state.ratings.get(&(kind, user.clone())) else { continue };
        let history = app.store.last_rated(user, kind, u32::MAX).await?;
        let steps = history.iter().rev().map(|game| {
            json!({
                "board": game.board.to_string(), "at": game.at.to_string(),
                "after": rating(&game.after),
            })
        });
        let steps: Value = steps.collect();
        games.push(json!({ "game": kind.name(), "now": rating(now), "history": steps }));
    }
    Ok(games.into())
}

/// A board with everything that only this player sees of it.
fn board(board: &BoardRecord, user: &Userid) -> Value {
    let record = record_of(board).ok().map(|record| record.to_json());
    let record = record.and_then(|text| serde_json::from_str::<Value>(&text).ok());
    let seat = board.seat_of(user);
    let queued = seat.and_then(|seat| board.plans.queues[seat.index()].clone());
    json!({ "board": board.id.to_string(), "game": record, "queued": queued })
}

fn hotseat(game: &Hotseat) -> Value {
    json!({
        "number": game.number, "game": game.kind.name(), "options": game.options,
        "turns": game.turns, "touched": game.touched.to_string(), "handed_in": game.handed_in,
        "resigned": game.resigned.map(|seat| seat.index() + 1),
    })
}

fn study(study: &KeptStudy) -> Value {
    let tree = serde_json::from_str::<Value>(&study.body).ok();
    json!({ "address": study.address, "study": tree, "touched": study.touched.to_string() })
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
    let sessions = app.store.sessions_of(user, app.now()).await?;
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

/// The user's chat, letters and requests, and their answers and notices.
async fn words(app: &App, user: &Userid, data: &mut Value) -> Result<(), Fault> {
    let said = app.store.said_by(user).await?;
    data["said"] = said
        .iter()
        .map(|(board, one)| {
            json!({
                "board": board.to_string(), "ply": one.ply, "at": one.at.to_string(),
                "text": one.text,
            })
        })
        .collect();
    let letters = app.store.letters_by(user).await?;
    data["letters"] = letters.iter().filter_map(letter).collect();
    let asked = app.store.asked_by(user).await?;
    data["commands"] = asked
        .iter()
        .map(|one| {
            json!({ "at": one.at.to_string(), "command": one.command, "refused": one.refused })
        })
        .collect();
    let told = app.store.told(user, None, u32::MAX).await?;
    data["messages"] = told
        .iter()
        .rev()
        .map(|one| json!({ "at": one.at.to_string(), "subject": one.subject, "text": one.text }))
        .collect();
    Ok(())
}

/// A letter; chat of boards stands elsewhere.
fn letter(letter: &Letter) -> Option<Value> {
    let to: Vec<String> = match &letter.to {
        Readers::Users(users) => users.iter().map(Userid::to_string).collect(),
        Readers::News => vec!["everybody who reads the news".to_owned()],
        Readers::Board(_) => return None,
    };
    Some(json!({ "at": letter.at.to_string(), "to": to, "text": letter.text }))
}

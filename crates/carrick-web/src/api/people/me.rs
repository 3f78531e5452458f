//! The caller's own account.

use std::borrow::Cow;

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use carrick_games::GameKind;
use carrick_service::{
    Action, Needs, Scope, Scopes, SettingValues, SettingsPatch, User, UserSetting, UserSettings,
    Userid,
};
use carrick_store::{ReceivedLetter, SentMessage};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use utoipa::openapi::RefOr;
use utoipa::openapi::schema::{AdditionalProperties, ObjectBuilder, Schema, Type};
use utoipa::{IntoParams, PartialSchema, ToSchema};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::users::ScopeName;
use crate::api::boards::Call;
use crate::api::games::{GameName, GamePath};
use crate::api::people::users::UserPath;
use crate::api::request::{
    Acts, Ask, Body, Caller, IdempotencyKey, Mine, Named, Refused, limited, usual_limit,
};
use crate::app::App;
use crate::pages::fault::Fault;

pub(crate) fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(me, change))
        .routes(routes!(messages))
        .routes(routes!(inbox, mark_read))
        .routes(routes!(write))
        .routes(routes!(change_game))
        .routes(routes!(go_away, come_back))
        .routes(routes!(block, unblock))
}

/// Query of a list of messages.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
struct WantedMessages {
    /// Maximum number of messages.
    #[serde(default = "usual_limit")]
    #[param(minimum = 1, maximum = 200, default = 50)]
    limit: u32,
    /// Only messages before this number: `next` of the previous answer.
    #[param(minimum = 1, maximum = 9007199254740991_u64)]
    before: Option<u64>,
}

/// A page of your messages.
#[derive(Debug, Serialize, ToSchema)]
struct Messages {
    messages: Vec<MessageView>,
    /// Value of `before` for the next page; absent at the end.
    #[serde(skip_serializing_if = "Option::is_none")]
    next: Option<u64>,
}

/// A message: a challenge, an opponent's turn, the end of a game, or a message from another player.
#[derive(Debug, Serialize, ToSchema)]
struct MessageView {
    number: u64,
    #[schema(format = DateTime)]
    at: String,
    #[schema(example = "Antipod 101: your turn")]
    subject: String,
    text: String,
    /// The board it is about.
    #[serde(skip_serializing_if = "Option::is_none")]
    board: Option<BoardName>,
}

/// Path parameters of a board.
#[derive(Debug, Serialize, ToSchema)]
struct BoardName {
    game: GameName,
    number: u32,
}

/// Your account.
#[derive(Debug, Serialize, ToSchema)]
struct Me {
    #[schema(example = "camb")]
    userid: String,
    #[schema(format = DateTime)]
    joined: String,
    /// Scopes of the calling token.
    scopes: Vec<ScopeName>,
    #[serde(flatten)]
    settings: SharedSettings,
    /// End of your absence, during which your clocks are stopped; absent when you are not away.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(format = DateTime)]
    away_until: Option<String>,
    /// Users who can neither challenge you nor write to you.
    blocked: Vec<String>,
    games: Vec<GameChoices>,
}

/// Your preferences in a game.
#[derive(Debug, Serialize, ToSchema)]
struct GameChoices {
    game: GameName,
    #[serde(flatten)]
    settings: OwnSettings,
}

impl Me {
    fn new(user: &User, scopes: &Scopes, now: jiff::Timestamp) -> Self {
        let away = user.absences.iter().find(|absence| absence.covers(now));
        let games = GameKind::ALL.map(|kind| GameChoices {
            game: kind.into(),
            settings: OwnSettings(view(&user.settings, Some(kind))),
        });
        Self {
            userid: user.id.to_string(),
            joined: user.joined.to_string(),
            scopes: scopes.iter().map(Into::into).collect(),
            settings: SharedSettings(view(&user.settings, None)),
            away_until: away.map(|absence| absence.until.to_string()),
            blocked: user.blocked.iter().map(Userid::to_string).collect(),
            games: games.into(),
        }
    }
}

async fn load(app: &App, caller: &Caller) -> Result<Json<Me>, Refused> {
    let needs = Needs { users: [caller.user.clone()].into(), ..Needs::default() };
    let state = app.store.read(&needs).await?;
    let user = state.users.get(&caller.user).ok_or(Fault::PLAYER)?;
    Ok(Json(Me::new(user, &caller.scopes, app.now())))
}

// Settings as JSON, generated from their table.

/// Settings that all games share.
#[derive(Debug, Serialize)]
struct SharedSettings(Map<String, Value>);

/// Settings in a game.
#[derive(Debug, Serialize)]
struct OwnSettings(Map<String, Value>);

/// Changes to settings that all games share; fields that are left out stay as they are.
#[derive(Debug, Deserialize, Serialize)]
struct MeChanges(Map<String, Value>);

/// Changes to a game's settings; fields that are left out stay as they are.
#[derive(Debug, Deserialize, Serialize)]
struct GameChanges(Map<String, Value>);

/// The settings that all games share, or those of a single game.
fn settings_of(is_of_game: bool) -> impl Iterator<Item = &'static UserSetting> {
    UserSetting::ALL.iter().copied().filter(move |setting| setting.is_of_game() == is_of_game)
}

fn view(settings: &UserSettings, game: Option<GameKind>) -> Map<String, Value> {
    let kind = game.unwrap_or(GameKind::Ankor);
    let json = |setting: &'static UserSetting| {
        let word = setting.get(settings, kind)?;
        let value = match setting.values {
            SettingValues::Switch([_, on]) => (word == on).into(),
            SettingValues::Limit(_) => word.parse::<u32>().ok()?.into(),
            SettingValues::Choice(_) | SettingValues::Text { .. } => word.into(),
        };
        Some((setting.field.to_owned(), value))
    };
    settings_of(game.is_some()).filter_map(json).collect()
}

/// The changes of settings that a body asks for.
///
/// # Errors
/// If it names an unknown setting, or a value that the setting does not have.
fn patch(body: Map<String, Value>, game: Option<GameKind>) -> Result<SettingsPatch, Refused> {
    let mut patch = SettingsPatch::new(game);
    for (field, value) in body {
        let setting = settings_of(game.is_some()).find(|setting| setting.field == field);
        let Some(setting) = setting else {
            let names: Vec<_> = settings_of(game.is_some()).map(|setting| setting.field).collect();
            let sentence =
                format!("The body has an unknown field; the known ones are {}", names.join(", "));
            return Err(Refused::Malformed(sentence));
        };
        let word = match (setting.values, value) {
            (_, Value::Null) => continue,
            (SettingValues::Switch(words), Value::Bool(on)) => words[usize::from(on)].to_owned(),
            (SettingValues::Limit(_), Value::Number(number)) => match number.as_u64() {
                Some(0) => "none".to_owned(),
                _ => number.to_string(),
            },
            (SettingValues::Choice(_) | SettingValues::Text { .. }, Value::String(word)) => word,
            _ => return Err(Refused::Malformed(format!("{field} has the wrong type"))),
        };
        patch.set(setting, &word).map_err(|_| match setting.values {
            SettingValues::Text { .. } => Refused::Meaningless(setting.field, setting.usage()),
            _ => Refused::Malformed(format!("{field} {}", setting.takes())),
        })?;
    }
    Ok(patch)
}

/// Schema of the current settings, or of changes to them.
fn schema_of(is_of_game: bool, is_change: bool, about: &str) -> RefOr<Schema> {
    let mut schema = ObjectBuilder::new().description(Some(about));
    if is_change {
        let others = AdditionalProperties::<Schema>::FreeForm(false);
        schema = schema.additional_properties(Some(others));
    }
    for setting in settings_of(is_of_game) {
        let one = ObjectBuilder::new().description(Some(setting.about));
        let one = match setting.values {
            SettingValues::Switch(_) => one.schema_type(Type::Boolean),
            SettingValues::Choice(choices) => {
                let words = choices.iter().map(|(word, _)| *word);
                one.schema_type(Type::String).enum_values(Some(words))
            }
            SettingValues::Limit(most) => {
                one.schema_type(Type::Integer).minimum(Some(0)).maximum(Some(most)).examples([10])
            }
            SettingValues::Text { example, most, .. } => {
                one.schema_type(Type::String).max_length(Some(most)).examples([example])
            }
        };
        schema = schema.property(setting.field, one);
        let is_always_there = setting.get(&UserSettings::default(), GameKind::Ankor).is_some();
        if !is_change && is_always_there {
            schema = schema.required(setting.field);
        }
    }
    schema.into()
}

macro_rules! described {
    ($name:ident, $is_of_game:literal, $is_change:literal, $about:literal) => {
        impl PartialSchema for $name {
            fn schema() -> RefOr<Schema> {
                schema_of($is_of_game, $is_change, $about)
            }
        }

        impl ToSchema for $name {
            fn name() -> Cow<'static, str> {
                stringify!($name).into()
            }
        }
    };
}

described!(SharedSettings, false, false, "Settings that all games share.");
described!(OwnSettings, true, false, "Settings in a game.");
described!(
    MeChanges,
    false,
    true,
    "Changes to settings; fields that are left out stay as they are."
);
described!(
    GameChanges,
    true,
    true,
    "Changes to the settings of a game; fields that are left out stay as they are."
);

/// Your messages
///
/// Challenges, turns, results and messages from players, the latest first: everything that was also
/// emailed to you without your asking.
#[utoipa::path(get, path = "/me/messages", tag = "account", security(("token" = ["read"])),
    params(WantedMessages), responses((status = 200, description = "Messages", body = Messages), Mine))]
async fn messages(
    State(app): State<App>,
    caller: Caller,
    Ask(wanted): Ask<WantedMessages>,
) -> Result<Json<Messages>, Refused> {
    caller.may(Scope::Read)?;
    let limit = limited(wanted.limit)?;
    let told = app.store.told(&caller.user, wanted.before, limit).await?;
    let next = told.last().filter(|_| told.len() == limit as usize).map(|last| last.number);
    let view = |one: SentMessage| MessageView {
        number: one.number,
        at: one.at.to_string(),
        subject: one.subject,
        text: one.text,
        board: one.board.map(|id| BoardName { game: id.kind.into(), number: id.number }),
    };
    Ok(Json(Messages { messages: told.into_iter().map(view).collect(), next }))
}

/// A page of your inbox.
#[derive(Debug, Serialize, ToSchema)]
struct Inbox {
    letters: Vec<InboxLetter>,
    /// Value of `before` for the next page; absent at the end.
    #[serde(skip_serializing_if = "Option::is_none")]
    next: Option<u64>,
}

/// A message that another user wrote to you.
#[derive(Debug, Serialize, ToSchema)]
struct InboxLetter {
    number: u64,
    #[schema(format = DateTime)]
    at: String,
    /// The user who wrote it.
    #[schema(example = "camb")]
    from: String,
    text: String,
    /// Whether it is unread.
    unread: bool,
    /// Whether it is news, which an operator wrote to everyone who reads the news.
    news: bool,
}

/// Your inbox
///
/// Messages from other users, the latest first. Messages from users whom you block are left out.
#[utoipa::path(get, path = "/me/inbox", tag = "account", security(("token" = ["read"])),
    params(WantedMessages), responses((status = 200, description = "Messages", body = Inbox), Mine))]
async fn inbox(
    State(app): State<App>,
    caller: Caller,
    Ask(wanted): Ask<WantedMessages>,
) -> Result<Json<Inbox>, Refused> {
    caller.may(Scope::Read)?;
    let limit = limited(wanted.limit)?;
    let letters = app.store.inbox(&caller.user, wanted.before, limit).await?;
    let next = letters.last().filter(|_| letters.len() == limit as usize).map(|last| last.number);
    let view = |one: ReceivedLetter| InboxLetter {
        number: one.number,
        at: one.at.to_string(),
        from: one.from.to_string(),
        text: one.text,
        unread: one.unread,
        news: one.news,
    };
    Ok(Json(Inbox { letters: letters.into_iter().map(view).collect(), next }))
}

/// Messages that were read.
#[derive(Debug, Deserialize, Serialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct ReadLetters {
    /// Number of the last message that was read; all earlier ones also count as read.
    #[schema(minimum = 1, maximum = 9007199254740991_u64, example = 17)]
    up_to: u64,
}

/// Mark messages as read
#[utoipa::path(patch, path = "/me/inbox", tag = "account", security(("token" = ["account"])),
    request_body = ReadLetters,
    responses((status = 204, description = "The messages are marked as read"), Acts))]
async fn mark_read(
    State(app): State<App>,
    caller: Caller,
    Body(read): Body<ReadLetters>,
) -> Result<StatusCode, Refused> {
    caller.may(Scope::Account)?;
    app.store.letters_read(&caller.user, read.up_to).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// A message to write.
#[derive(Debug, Deserialize, Serialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct NewLetter {
    /// Up to 4,000 characters.
    #[schema(min_length = 1, max_length = 4000, example = "Would you like to play?")]
    text: String,
}

/// Write to a player
///
/// The message arrives in the user's inbox, and also by email if they want that.
#[utoipa::path(post, path = "/users/{userid}/letters", tag = "chat", security(("token" = ["chat"])),
    params(UserPath), request_body = NewLetter,
    responses((status = 204, description = "The message was sent"), Acts))]
async fn write(
    State(app): State<App>,
    caller: Caller,
    Named(path): Named<UserPath>,
    Body(new): Body<NewLetter>,
) -> Result<StatusCode, Refused> {
    caller.may(Scope::Chat)?;
    let to: Userid = path.userid.parse().map_err(|_| Fault::PLAYER)?;
    let call = Call { app: &app, caller: &caller, delivery: IdempotencyKey(None) };
    call.carry_out(Scope::Chat, Action::Message(vec![to]), Some(new.text)).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// An absence.
#[derive(Debug, Deserialize, Serialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct NewVacation {
    /// Number of days. If left out, you are away until you come back, and no one can challenge you
    /// until then.
    #[schema(minimum = 1, maximum = 30, example = 7)]
    days: Option<u16>,
}

/// Your account
#[utoipa::path(get, path = "/me", tag = "account", security(("token" = ["read"])),
    responses((status = 200, description = "Your account", body = Me), Mine))]
async fn me(State(app): State<App>, caller: Caller) -> Result<Json<Me>, Refused> {
    caller.may(Scope::Read)?;
    load(&app, &caller).await
}

/// Change settings
#[utoipa::path(patch, path = "/me", tag = "account", security(("token" = ["account"])),
    request_body = MeChanges,
    responses((status = 200, description = "Your account", body = Me), Acts))]
async fn change(
    State(app): State<App>,
    caller: Caller,
    Body(new): Body<MeChanges>,
) -> Result<Json<Me>, Refused> {
    caller.may(Scope::Account)?;
    save(&app, &caller, patch(new.0, None)?).await?;
    load(&app, &caller).await
}

/// Saves settings if any have changed.
async fn save(app: &App, caller: &Caller, patch: SettingsPatch) -> Result<(), Refused> {
    if !patch.is_empty() {
        let call = Call { app, caller, delivery: IdempotencyKey(None) };
        call.carry_out(Scope::Account, Action::ChangeSettings(patch), None).await?;
    }
    Ok(())
}

/// Change settings of a game
#[utoipa::path(patch, path = "/me/games/{game}", tag = "account", security(("token" = ["account"])),
    params(GamePath), request_body = GameChanges,
    responses((status = 200, description = "Your account", body = Me), Acts))]
async fn change_game(
    State(app): State<App>,
    caller: Caller,
    Named(path): Named<GamePath>,
    Body(new): Body<GameChanges>,
) -> Result<Json<Me>, Refused> {
    caller.may(Scope::Account)?;
    save(&app, &caller, patch(new.0, Some(path.game.into()))?).await?;
    load(&app, &caller).await
}

/// Go away
///
/// Stops your clocks, for up to 30 days a year.
#[utoipa::path(put, path = "/me/vacation", tag = "account", security(("token" = ["account"])),
    request_body = NewVacation,
    responses((status = 200, description = "Your account", body = Me), Acts))]
async fn go_away(
    State(app): State<App>,
    caller: Caller,
    Body(new): Body<NewVacation>,
) -> Result<Json<Me>, Refused> {
    caller.may(Scope::Account)?;
    if new.days.is_some_and(|days| !(1..=30).contains(&days)) {
        return Err(Refused::Malformed("days must be a whole number from 1 to 30".to_owned()));
    }
    let call = Call { app: &app, caller: &caller, delivery: IdempotencyKey(None) };
    let command = match new.days {
        Some(days) => Action::Vacation(Some(days)),
        None => Action::Signoff,
    };
    call.carry_out(Scope::Account, command, None).await?;
    load(&app, &caller).await
}

/// Come back
#[utoipa::path(delete, path = "/me/vacation", tag = "account", security(("token" = ["account"])),
    responses((status = 200, description = "Your account", body = Me), Acts))]
async fn come_back(State(app): State<App>, caller: Caller) -> Result<Json<Me>, Refused> {
    caller.may(Scope::Account)?;
    let call = Call { app: &app, caller: &caller, delivery: IdempotencyKey(None) };
    let command = Action::Vacation(None);
    call.carry_out(Scope::Account, command, None).await?;
    load(&app, &caller).await
}

/// Block a player
///
/// Blocked users can neither challenge you nor write to you.
#[utoipa::path(put, path = "/me/blocked/{userid}", tag = "account",
    security(("token" = ["account"])), params(UserPath),
    responses((status = 204, description = "Blocked"), Acts))]
async fn block(
    State(app): State<App>,
    caller: Caller,
    Named(path): Named<UserPath>,
) -> Result<StatusCode, Refused> {
    set_block(&app, &caller, &path, true).await
}

/// Unblock a player
#[utoipa::path(delete, path = "/me/blocked/{userid}", tag = "account",
    security(("token" = ["account"])), params(UserPath),
    responses((status = 204, description = "The player is not blocked"), Acts))]
async fn unblock(
    State(app): State<App>,
    caller: Caller,
    Named(path): Named<UserPath>,
) -> Result<StatusCode, Refused> {
    set_block(&app, &caller, &path, false).await
}

async fn set_block(
    app: &App,
    caller: &Caller,
    path: &UserPath,
    on: bool,
) -> Result<StatusCode, Refused> {
    caller.may(Scope::Account)?;
    let other: Userid = path.userid.parse().map_err(|_| Fault::PLAYER)?;
    let call = Call { app, caller, delivery: IdempotencyKey(None) };
    let command = Action::Block(other, on);
    call.carry_out(Scope::Account, command, None).await?;
    Ok(StatusCode::NO_CONTENT)
}

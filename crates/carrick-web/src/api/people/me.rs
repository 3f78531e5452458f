//! The caller's own account.

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use carrick_games::GameKind;
use carrick_service::{
    Action, Appearance, GameAction, Mailing, Needs, Pictures, PuzzleMail, Scope, Scopes, Setting,
    UnknownAppearance, User, Userid, Zone,
};
use carrick_store::SentMessage;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::users::ScopeName;
use crate::api::boards::Call;
use crate::api::games::{GameName, GamePath};
use crate::api::request::{
    Acts, Ask, Body, Caller, Delivery, Mine, Named, Refused, limited, usual_limit,
};
use crate::app::App;
use crate::pages::fault::Fault;

pub(crate) fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(me, change))
        .routes(routes!(messages))
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
    /// Only messages before the one of this number: `next` of the previous answer.
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

/// A message: a challenge, an opponent's turn, the end of a game, a letter.
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
    /// The time zone in which mails show times.
    #[schema(example = "Europe/Paris")]
    zone: String,
    /// How pages and boards look and sound, as words with dots between them, or `usual`; absent
    /// until you choose.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(example = "dark.wood.sound")]
    appearance: Option<String>,
    /// How often mail comes that does not answer yours: turns, reminders, letters, news.
    mail: MailingName,
    /// Whether turns on your boards are mailed.
    turn_mail: bool,
    /// Whether reminders of waiting turns are mailed.
    reminders: bool,
    /// Whether letters of other users are mailed.
    letters: bool,
    /// Which mails show the board as a picture too.
    pictures: PicturesName,
    /// Whether you get the news that operators broadcast.
    news: bool,
    /// End of your absence, during which your clocks stand still; absent when you are not away.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(format = DateTime)]
    away_until: Option<String>,
    /// Users who can neither challenge you nor write to you.
    blocked: Vec<String>,
    games: Vec<GameChoices>,
}

/// How often mail comes: one for each event, one a day with all events, or none.
#[derive(Debug, Clone, Copy, Deserialize, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
enum MailingName {
    Each,
    Daily,
    Never,
}

/// Which mails show the board as a picture too: all but the copy of your own turn, all, or none.
#[derive(Debug, Clone, Copy, Deserialize, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
enum PicturesName {
    Usual,
    All,
    None,
}

impl From<Pictures> for PicturesName {
    fn from(pictures: Pictures) -> Self {
        match pictures {
            Pictures::Usual => Self::Usual,
            Pictures::All => Self::All,
            Pictures::None => Self::None,
        }
    }
}

impl From<PicturesName> for Pictures {
    fn from(name: PicturesName) -> Self {
        match name {
            PicturesName::Usual => Self::Usual,
            PicturesName::All => Self::All,
            PicturesName::None => Self::None,
        }
    }
}

impl From<Mailing> for MailingName {
    fn from(mailing: Mailing) -> Self {
        match mailing {
            Mailing::Each => Self::Each,
            Mailing::Daily => Self::Daily,
            Mailing::Never => Self::Never,
        }
    }
}

impl From<MailingName> for Mailing {
    fn from(name: MailingName) -> Self {
        match name {
            MailingName::Each => Self::Each,
            MailingName::Daily => Self::Daily,
            MailingName::Never => Self::Never,
        }
    }
}

/// Your preferences in a game.
#[derive(Debug, Serialize, ToSchema)]
struct GameChoices {
    game: GameName,
    /// Whether others may challenge you.
    challenges: bool,
    /// Maximum number of boards on which you play; absent for no limit.
    #[serde(skip_serializing_if = "Option::is_none")]
    limit: Option<u32>,
    /// Whether you get a mail at each game's end.
    notify: bool,
    /// Whether you watch every board.
    watches: bool,
    /// Whether mailed boards have coordinates.
    labels: bool,
    /// Whether mails show all turns.
    all_turns: bool,
    /// How often the puzzle of the day is mailed to you.
    puzzles: PuzzleMailName,
}

/// How often the puzzle of the day is mailed: not at all, every day, on Mondays.
#[derive(Debug, Clone, Copy, Deserialize, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
enum PuzzleMailName {
    Off,
    Daily,
    Weekly,
}

impl From<Option<PuzzleMail>> for PuzzleMailName {
    fn from(chosen: Option<PuzzleMail>) -> Self {
        match chosen {
            None => Self::Off,
            Some(PuzzleMail::Daily) => Self::Daily,
            Some(PuzzleMail::Weekly) => Self::Weekly,
        }
    }
}

impl From<PuzzleMailName> for Option<PuzzleMail> {
    fn from(name: PuzzleMailName) -> Self {
        match name {
            PuzzleMailName::Off => None,
            PuzzleMailName::Daily => Some(PuzzleMail::Daily),
            PuzzleMailName::Weekly => Some(PuzzleMail::Weekly),
        }
    }
}

impl Me {
    fn new(user: &User, scopes: &Scopes, now: jiff::Timestamp) -> Self {
        let away = user.absences.iter().find(|absence| absence.covers(now));
        let games = GameKind::ALL.map(|kind| {
            let choices = user.settings.game(kind);
            GameChoices {
                game: kind.into(),
                challenges: choices.challenges,
                limit: choices.limit,
                notify: choices.notify,
                watches: choices.watches,
                labels: choices.labels,
                all_turns: choices.all_turns,
                puzzles: choices.puzzles.into(),
            }
        });
        Self {
            userid: user.id.to_string(),
            joined: user.joined.to_string(),
            scopes: scopes.iter().map(Into::into).collect(),
            zone: user.settings.zone.name().to_owned(),
            appearance: user.settings.appearance.map(|appearance| appearance.to_string()),
            mail: user.settings.mailing().into(),
            turn_mail: user.settings.turn_mail,
            reminders: user.settings.reminders,
            letters: user.settings.letters,
            pictures: user.settings.pictures.into(),
            news: user.settings.news,
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

/// Changes of settings; fields left out stay as they are.
#[derive(Debug, Deserialize, Serialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct MeChanges {
    /// A continent and a city, or UTC.
    #[schema(example = "Europe/Paris", max_length = 40)]
    zone: Option<String>,
    /// Words with dots between them, or `usual`.
    #[schema(example = "dark.wood.sound", max_length = 80)]
    appearance: Option<String>,
    mail: Option<MailingName>,
    #[schema(example = true)]
    turn_mail: Option<bool>,
    #[schema(example = true)]
    reminders: Option<bool>,
    #[schema(example = true)]
    letters: Option<bool>,
    pictures: Option<PicturesName>,
    #[schema(example = true)]
    news: Option<bool>,
}

/// Changes of a game's settings; fields left out stay as they are.
#[derive(Debug, Deserialize, Serialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct GameChanges {
    challenges: Option<bool>,
    /// 0 for no limit.
    #[schema(minimum = 0, maximum = 1000, example = 10)]
    limit: Option<u32>,
    notify: Option<bool>,
    watches: Option<bool>,
    labels: Option<bool>,
    all_turns: Option<bool>,
    puzzles: Option<PuzzleMailName>,
}

/// Your messages
///
/// Challenges, turns, results and letters, the latest first: everything that was also mailed to
/// you unasked.
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

/// An absence.
#[derive(Debug, Deserialize, Serialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct NewVacation {
    /// Number of days. If left out, you are away until you come back, and nobody can challenge you
    /// meanwhile.
    #[schema(minimum = 1, maximum = 30, example = 7)]
    days: Option<u16>,
}

#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Path)]
struct UserPath {
    #[param(pattern = "^[A-Za-z][A-Za-z0-9_]{1,19}$", example = "camb")]
    userid: String,
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
    let zone: Option<Zone> = new.zone.map(|zone| zone.parse()).transpose().map_err(|_| {
        let sentence = "zone is a continent and a city, such as Europe/Paris, or UTC";
        Refused::Meaningless("zone", sentence.to_owned())
    })?;
    let appearance: Option<Appearance> =
        new.appearance.map(|words| words.parse()).transpose().map_err(
            |unknown: UnknownAppearance| Refused::Meaningless("appearance", unknown.to_string()),
        )?;
    let call = || Call { app: &app, caller: &caller, delivery: Delivery(None) };
    let mail = new.mail.map(Into::into);
    let settings = [
        zone.map(Setting::Zone),
        appearance.map(Setting::Appearance),
        mail.map(Setting::Mail),
        new.turn_mail.map(Setting::TurnMail),
        new.reminders.map(Setting::Reminders),
        new.letters.map(Setting::Letters),
        new.pictures.map(|pictures| Setting::Pictures(pictures.into())),
    ];
    let settings: Vec<_> = settings.into_iter().flatten().collect();
    if !settings.is_empty() {
        // All games share these.
        let command = GameAction::Set(settings);
        call().of_game(Scope::Account, GameKind::Ankor, command, None).await?;
    }
    if let Some(on) = new.news {
        call().carry_out(Scope::Account, Action::News(on), None).await?;
    }
    load(&app, &caller).await
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
    if new.limit.is_some_and(|limit| limit > 1000) {
        let sentence = "limit is a whole number from 0 to 1000";
        return Err(Refused::Malformed(sentence.to_owned()));
    }
    let call = || Call { app: &app, caller: &caller, delivery: Delivery(None) };
    let mut commands = Vec::new();
    commands.extend(new.challenges.map(|on| GameAction::Challenges(on)));
    commands.extend(new.limit.map(|limit| GameAction::Limit(Some(limit).filter(|&most| most > 0))));
    commands.extend(new.notify.map(|on| GameAction::Notify(on)));
    commands.extend(new.watches.map(|on| GameAction::SubscribeAll(on)));
    let settings: Vec<_> = new
        .labels
        .map(Setting::Labels)
        .into_iter()
        .chain(new.all_turns.map(Setting::AllTurns))
        .chain(new.puzzles.map(|chosen| Setting::Puzzles(chosen.into())))
        .collect();
    if !settings.is_empty() {
        commands.push(GameAction::Set(settings));
    }
    for command in commands {
        call().of_game(Scope::Account, path.game.into(), command, None).await?;
    }
    load(&app, &caller).await
}

/// Go away
///
/// Your clocks stand still, for up to 30 days a year.
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
        return Err(Refused::Malformed("days is a whole number from 1 to 30".to_owned()));
    }
    let call = Call { app: &app, caller: &caller, delivery: Delivery(None) };
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
    let call = Call { app: &app, caller: &caller, delivery: Delivery(None) };
    let command = Action::Vacation(None);
    call.carry_out(Scope::Account, command, None).await?;
    load(&app, &caller).await
}

/// Block somebody
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

/// Unblock somebody
#[utoipa::path(delete, path = "/me/blocked/{userid}", tag = "account",
    security(("token" = ["account"])), params(UserPath),
    responses((status = 204, description = "Not blocked"), Acts))]
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
    let call = Call { app, caller, delivery: Delivery(None) };
    let command = Action::Block(other, on);
    call.carry_out(Scope::Account, command, None).await?;
    Ok(StatusCode::NO_CONTENT)
}

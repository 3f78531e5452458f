//! Well-known URLs: icons, `robots.txt`, `security.txt`, and the redirect to the page for changing
//! a password.

use std::sync::LazyLock;

use axum::Router;
use axum::extract::State;
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Redirect, Response};
use axum::routing::get;
use carrick_pictures::{PictureError, png};
use jiff::{SignedDuration, Timestamp};

use crate::app::App;
use crate::pages::fault::Fault;
use crate::site::assets;

pub(super) fn routes() -> Router<App> {
    Router::new()
        .route("/favicon.ico", get(favicon))
        .route("/apple-touch-icon.png", get(touch_icon))
        .route("/robots.txt", get(robots))
        .route("/.well-known/security.txt", get(security))
        .route(
            "/.well-known/change-password",
            get(async || Redirect::to("/account/security#web-password")),
        )
}

/// Widths of the pictures in `favicon.ico`, in pixels.
const ICON_WIDTHS_PX: [u8; 3] = [16, 32, 48];

/// Width of the icon for a phone's home screen, in pixels.
const TOUCH_WIDTH_PX: u32 = 180;

static FAVICON: LazyLock<Option<Vec<u8>>> = LazyLock::new(|| drawn(ico));
static TOUCH_ICON: LazyLock<Option<Vec<u8>>> = LazyLock::new(|| drawn(touch));

/// Renders the icon. If that fails, logs the error and returns `None`.
fn drawn(draw: fn(&str) -> Result<Vec<u8>, PictureError>) -> Option<Vec<u8>> {
    let icon = assets::text("icon.svg")?;
    draw(&icon).map_err(|error| tracing::error!(%error, "the icon cannot be drawn")).ok()
}

/// An ICO file: a header, an entry of 16 bytes for each picture, and the pictures as PNG.
fn ico(svg: &str) -> Result<Vec<u8>, PictureError> {
    let pictures: Vec<(u8, Vec<u8>)> = ICON_WIDTHS_PX
        .into_iter()
        .map(|width| Ok((width, png(svg, u32::from(width))?)))
        .collect::<Result<_, PictureError>>()?;
    let word = |number: usize| u16::try_from(number).unwrap_or(u16::MAX).to_le_bytes();
    let long = |number: usize| u32::try_from(number).unwrap_or(u32::MAX).to_le_bytes();
    let mut file = [word(0), word(1), word(pictures.len())].concat();
    let mut offset = 6 + 16 * pictures.len();
    for (width, picture) in &pictures {
        // Width, height, no palette, one plane, 32 bits a pixel.
        file.extend([*width, *width, 0, 0, 1, 0, 32, 0]);
        file.extend(long(picture.len()));
        file.extend(long(offset));
        offset += picture.len();
    }
    file.extend(pictures.into_iter().flat_map(|(_, picture)| picture));
    Ok(file)
}

/// The icon on an opaque background, because phones do not add one.
fn touch(svg: &str) -> Result<Vec<u8>, PictureError> {
    let inner = svg.replacen("<svg ", "<svg x=\"4\" y=\"4\" width=\"32\" height=\"32\" ", 1);
    let framed = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 40 40\">\
         <rect width=\"40\" height=\"40\" fill=\"#fbfaf7\"/>{inner}</svg>"
    );
    png(&framed, TOUCH_WIDTH_PX)
}

async fn favicon() -> Result<Response, Fault> {
    picture(&FAVICON, "image/vnd.microsoft.icon")
}

async fn touch_icon() -> Result<Response, Fault> {
    picture(&TOUCH_ICON, "image/png")
}

fn picture(bytes: &'static Option<Vec<u8>>, media_type: &'static str) -> Result<Response, Fault> {
    let bytes = bytes.as_deref().ok_or(Fault::PAGE)?;
    Ok((for_a_day(media_type), bytes).into_response())
}

const fn for_a_day(media_type: &'static str) -> [(header::HeaderName, HeaderValue); 2] {
    [
        (header::CONTENT_TYPE, HeaderValue::from_static(media_type)),
        (header::CACHE_CONTROL, HeaderValue::from_static("public, max-age=86400")),
    ]
}

const TEXT: &str = "text/plain; charset=utf-8";

/// `robots.txt`: search engines may index pages about games and players, but not a reader's
/// personal pages, pages that change something, or endless pages that are expensive to draw.
const ROBOTS: &str = "\
User-agent: *
Disallow: /account
Disallow: /api/v1/
Disallow: /bell
Disallow: /boards
Disallow: /change/
Disallow: /commands
Disallow: /confirm/
Disallow: /events
Disallow: /explore?
Disallow: /feeds/
Disallow: /hotseat/
Disallow: /inbox
Disallow: /join/
Disallow: /next
Disallow: /position
Disallow: /reset
Disallow: /search
Disallow: /sign-in
Disallow: /sign-up
Disallow: /stop/
Disallow: /watching
Disallow: /write
Disallow: /*/events
Disallow: /*/position
Disallow: /*/board.png
Disallow: /*?*ask=
Disallow: /*?*at=
Disallow: /*?*count=
Disallow: /*?*figure=
Disallow: /*?*options=
Disallow: /*?*turns=
Disallow: /*?*try=
";

async fn robots() -> Response {
    (for_a_day(TEXT), ROBOTS).into_response()
}

/// Lifetime of `security.txt`: RFC 9116 advises less than a year.
const HOLDS: SignedDuration = SignedDuration::from_hours(24 * 180);

/// `security.txt` (RFC 9116), with the administrator's contact. The program's authors cannot answer
/// for someone else's server, so without this setting there is no such file.
async fn security(State(app): State<App>) -> Response {
    let Some(contact) = &app.setup.security_contact else {
        let said = "The administrator of this site has not given a contact for security reports. To report a \
                    vulnerability in Carrick itself, see the file SECURITY.md in its source.\n";
        return (StatusCode::NOT_FOUND, [(header::CONTENT_TYPE, TEXT)], said).into_response();
    };
    let base = &app.setup.base_url;
    let mut text = format!("Contact: {contact}\nExpires: {}\n", expiry(app.now()));
    if base.is_secure() {
        text.push_str(&format!("Canonical: {base}/.well-known/security.txt\n"));
    }
    text.push_str(&format!("Preferred-Languages: en\nPolicy: {base}/about#security\n"));
    (for_a_day(TEXT), text).into_response()
}

/// Expiry as an RFC 3339 time. It stays the same for a whole day.
fn expiry(now: Timestamp) -> String {
    let at = now + HOLDS;
    format!("{}T00:00:00Z", at.strftime("%Y-%m-%d"))
}

//! How a reader wants pages and boards to look and sound. A user's choices are kept with the
//! account, a guest's and everybody else's in a cookie. Every page bears them from the start as
//! attributes of `<html>`, so that nothing changes while it loads.

use std::cell::Cell;
use std::ops::Deref;

use axum::extract::Request;
use axum::http::{HeaderMap, HeaderValue, header};
use axum::middleware::Next;
use axum::response::Response;
use carrick_pictures::Style;
use carrick_service::{Appearance, BoardSize, BoardView, Look, Remarks, Theme};

use crate::site::BaseUrl;

/// Name of the cookie. Scripts read and write it, too: it holds no secret.
const COOKIE: &str = "appearance";

/// Seconds for which browsers keep it: four hundred days, the most that they allow.
const KEPT_SECONDS: u32 = 400 * 24 * 3600;

tokio::task_local! {
    /// The reader's choices while their request is answered: first the cookie's, and the account's
    /// as soon as it is known.
    static READER: Cell<Shown>;
}

/// The choices of the reader for whom something is made, and what follows from them for pages.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct Shown(pub(crate) Appearance);

impl Deref for Shown {
    type Target = Appearance;

    fn deref(&self) -> &Appearance {
        &self.0
    }
}

impl Shown {
    /// The choices of the reader whose request is being answered; the usual ones elsewhere.
    pub(crate) fn of_reader() -> Self {
        READER.try_with(Cell::get).unwrap_or_default()
    }

    /// Notes the choices that the reader's account has: they count instead of the cookie's.
    pub(crate) fn note_account(kept: Appearance) {
        // Outside of a request nobody is shown anything.
        _ = READER.try_with(|reader| reader.set(Self(kept)));
    }

    /// Makes something for this reader on another thread, where their request is not known.
    pub(crate) fn within<T>(self, make: impl FnOnce() -> T) -> T {
        READER.sync_scope(Cell::new(self), make)
    }

    /// The `Set-Cookie` header that keeps the choices.
    pub(crate) fn cookie(self, base: &BaseUrl) -> HeaderValue {
        let secure = if base.is_secure() { "; Secure" } else { "" };
        let words = self.0;
        let line =
            format!("{COOKIE}={words}; Path=/; Max-Age={KEPT_SECONDS}; SameSite=Lax{secure}");
        // All words are plain ASCII, so this does not fail.
        HeaderValue::try_from(line).unwrap_or_else(|_| HeaderValue::from_static(COOKIE))
    }

    /// Schemes that the page supports, for browsers that ask before the style sheet is there.
    pub(crate) const fn scheme(&self) -> &'static str {
        match self.0.theme {
            Theme::System => "light dark",
            Theme::Light | Theme::Contrast => "light",
            Theme::Dark => "dark",
        }
    }

    /// Style of a board on a page.
    pub(crate) fn board(&self) -> Style {
        Style { theme: carrick_pictures::Theme::Page, labels: !self.bare, ..Style::default() }
    }

    /// Media query of pictures for dark pages.
    pub(crate) const fn dark(&self) -> &'static str {
        match self.0.theme {
            Theme::System => "(prefers-color-scheme: dark)",
            Theme::Dark => "all",
            Theme::Light | Theme::Contrast => "not all",
        }
    }

    /// The choices in a request's cookie.
    fn of_headers(headers: &HeaderMap) -> Self {
        let lines = headers.get_all(header::COOKIE).iter().filter_map(|value| value.to_str().ok());
        let mut pairs =
            lines.flat_map(|line| line.split(';')).filter_map(|pair| pair.split_once('='));
        let found = pairs.find(|(name, _)| name.trim() == COOKIE);
        Self(found.map_or_else(Appearance::default, |(_, words)| Appearance::lenient(words.trim())))
    }
}

/// Label of a choice of colours for pages.
pub(crate) const fn theme_label(theme: Theme) -> &'static str {
    match theme {
        Theme::System => "As my system",
        Theme::Light => "Light",
        Theme::Dark => "Dark",
        Theme::Contrast => "High contrast",
    }
}

/// Label of a choice of colours for boards.
pub(crate) const fn look_label(look: Look) -> &'static str {
    match look {
        Look::Paper => "Paper",
        Look::Wood => "Wood",
    }
}

/// Label of a height of boards.
pub(crate) const fn size_label(size: BoardSize) -> &'static str {
    match size {
        BoardSize::Large => "Large: as high as the window",
        BoardSize::Medium => "Medium",
        BoardSize::Small => "Small",
    }
}

/// Label of a way to draw boards.
pub(crate) const fn view_label(view: BoardView) -> &'static str {
    match view {
        BoardView::Flat => "Flat",
        BoardView::Solid => "In three dimensions, where there are scripts",
    }
}

/// Label of when boards remark on turns.
pub(crate) const fn remarks_label(remarks: Remarks) -> &'static str {
    match remarks {
        Remarks::Learning => "In my first games of each kind",
        Remarks::Wordy => "Always",
        Remarks::Terse => "Never, and without the aims",
    }
}

/// The choices in words, the usual ones left out; empty when all are usual.
pub(crate) fn in_words(chosen: &Appearance) -> String {
    let mut words = Vec::new();
    let mut say = |is_usual: bool, what: &str| {
        if !is_usual {
            words.push(what.to_lowercase());
        }
    };
    say(chosen.theme == Theme::default(), theme_label(chosen.theme));
    say(chosen.look == Look::default(), look_label(chosen.look));
    say(chosen.size == BoardSize::default(), &format!("{} boards", size_label(chosen.size)));
    say(chosen.view == BoardView::default(), "three dimensions");
    say(!chosen.bare, "no coordinates");
    say(!chosen.still, "no movement");
    say(!chosen.sound, "sounds");
    say(chosen.remarks != Remarks::Wordy, "remarks always");
    say(chosen.remarks != Remarks::Terse, "no remarks");
    words.join(", ")
}

/// Middleware: notes the reader's choices for the pages that are made for them.
pub(crate) async fn note(request: Request, next: Next) -> Response {
    let reader = Shown::of_headers(request.headers());
    READER.scope(Cell::new(reader), next.run(request)).await
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn choices_are_told_in_words() {
        let chosen: Appearance = "dark.wood.small.sound".parse().unwrap();
        assert_eq!(in_words(&chosen), "dark, wood, small boards, sounds");
        assert_eq!(in_words(&Appearance::default()), "");
    }

    #[test]
    fn the_cookie_comes_back_among_others() {
        let chosen = Shown("dark.sound".parse().unwrap());
        let base: BaseUrl = "https://a.example".parse().unwrap();
        let line = chosen.cookie(&base).to_str().unwrap().to_owned();
        assert!(line.ends_with("; SameSite=Lax; Secure"), "{line}");
        let mut headers = HeaderMap::new();
        let pair = line.split(';').next().unwrap();
        headers.insert(header::COOKIE, format!("session=1; {pair}; other=x").parse().unwrap());
        assert_eq!(Shown::of_headers(&headers), chosen);
    }
}

//! How a reader wants pages and boards to look and sound. It is kept in a cookie, and every page
//! bears it from the start as attributes of `<html>`, so that nothing changes while it loads.

use std::fmt;
use std::str::FromStr;

use axum::extract::Request;
use axum::http::{HeaderMap, HeaderValue, header};
use axum::middleware::Next;
use axum::response::Response;
use carrick_pictures::Style;

use crate::site::BaseUrl;

/// Name of the cookie. Scripts read and write it, too: it holds no secret.
const COOKIE: &str = "appearance";

/// Seconds for which browsers keep it: four hundred days, the most that they allow.
const KEPT_SECONDS: u32 = 400 * 24 * 3600;

tokio::task_local! {
    /// The reader's choices while their request is answered.
    static READER: Appearance;
}

/// A choice among a few, by words.
macro_rules! choice {
    ($(#[$about:meta])* $name:ident { $($(#[$note:meta])* $variant:ident = $word:literal, $label:literal;)+ }) => {
        $(#[$about])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
        pub(crate) enum $name { $($(#[$note])* $variant,)+ }

        impl $name {
            /// All choices, the usual one first.
            pub(crate) const ALL: &[Self] = &[$(Self::$variant,)+];

            /// The word in the cookie, in forms and in style sheets.
            pub(crate) const fn word(self) -> &'static str {
                match self { $(Self::$variant => $word,)+ }
            }

            /// The label in forms.
            pub(crate) const fn label(self) -> &'static str {
                match self { $(Self::$variant => $label,)+ }
            }

            /// The choice of a word.
            pub(crate) fn of(word: &str) -> Option<Self> {
                Self::ALL.iter().copied().find(|choice| choice.word() == word)
            }
        }
    };
}

choice! {
    /// Colours of pages.
    Theme {
        #[default]
        System = "system", "As my system";
        Light = "light", "Light";
        Dark = "dark", "Dark";
        Contrast = "contrast", "High contrast";
    }
}

choice! {
    /// Colours of boards.
    Look {
        #[default]
        Paper = "paper", "Paper";
        Wood = "wood", "Wood";
    }
}

choice! {
    /// Height of boards.
    Size {
        #[default]
        Large = "large", "Large: as high as the window";
        Medium = "medium", "Medium";
        Small = "small", "Small";
    }
}

choice! {
    /// How boards are drawn.
    View {
        #[default]
        Flat = "flat", "Flat";
        Solid = "solid", "In three dimensions, where there are scripts";
    }
}

/// A reader's choices. As text, the words of those that are not the usual ones:
/// `dark.wood.sound`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct Appearance {
    pub(crate) theme: Theme,
    pub(crate) look: Look,
    pub(crate) size: Size,
    pub(crate) view: View,
    /// Boards without row letters, numbers and names of spots.
    pub(crate) bare: bool,
    /// Turns are shown without movement.
    pub(crate) still: bool,
    /// Turns are heard.
    pub(crate) sound: bool,
    /// Boards without remarks on what a turn did.
    pub(crate) terse: bool,
}

impl Appearance {
    /// The choices of the reader whose request is being answered; the usual ones elsewhere.
    pub(crate) fn of_reader() -> Self {
        READER.try_with(|reader| *reader).unwrap_or_default()
    }

    /// Makes something for this reader on another thread, where their request is not known.
    pub(crate) fn within<T>(self, make: impl FnOnce() -> T) -> T {
        READER.sync_scope(self, make)
    }

    /// The `Set-Cookie` header that keeps the choices.
    pub(crate) fn cookie(&self, base: &BaseUrl) -> HeaderValue {
        let secure = if base.is_secure() { "; Secure" } else { "" };
        let line = format!("{COOKIE}={self}; Path=/; Max-Age={KEPT_SECONDS}; SameSite=Lax{secure}");
        // All words are plain ASCII, so this does not fail.
        HeaderValue::try_from(line).unwrap_or_else(|_| HeaderValue::from_static(COOKIE))
    }

    /// Schemes that the page supports, for browsers that ask before the style sheet is there.
    pub(crate) const fn scheme(&self) -> &'static str {
        match self.theme {
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
        match self.theme {
            Theme::System => "(prefers-color-scheme: dark)",
            Theme::Dark => "all",
            Theme::Light | Theme::Contrast => "not all",
        }
    }

    fn of_headers(headers: &HeaderMap) -> Self {
        let lines = headers.get_all(header::COOKIE).iter().filter_map(|value| value.to_str().ok());
        let mut pairs =
            lines.flat_map(|line| line.split(';')).filter_map(|pair| pair.split_once('='));
        let found = pairs.find(|(name, _)| name.trim() == COOKIE);
        found.map_or_else(Self::default, |(_, words)| words.trim().parse().unwrap_or_default())
    }
}

impl fmt::Display for Appearance {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut words = Vec::new();
        words.extend((self.theme != Theme::default()).then(|| self.theme.word()));
        words.extend((self.look != Look::default()).then(|| self.look.word()));
        words.extend((self.size != Size::default()).then(|| self.size.word()));
        words.extend((self.view != View::default()).then(|| self.view.word()));
        words.extend(self.bare.then_some("bare"));
        words.extend(self.still.then_some("still"));
        words.extend(self.sound.then_some("sound"));
        words.extend(self.terse.then_some("terse"));
        f.write_str(&words.join("."))
    }
}

impl FromStr for Appearance {
    type Err = std::convert::Infallible;

    /// Reads a cookie. Words that mean nothing here are left out: a later release may have written
    /// them.
    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let mut read = Self::default();
        for word in text.split('.') {
            if let Some(theme) = Theme::of(word) {
                read.theme = theme;
            } else if let Some(look) = Look::of(word) {
                read.look = look;
            } else if let Some(size) = Size::of(word) {
                read.size = size;
            } else if let Some(view) = View::of(word) {
                read.view = view;
            } else {
                match word {
                    "bare" => read.bare = true,
                    "still" => read.still = true,
                    "sound" => read.sound = true,
                    "terse" => read.terse = true,
                    _ => {}
                }
            }
        }
        Ok(read)
    }
}

/// Middleware: notes the reader's choices for the pages that are made for them.
pub(crate) async fn note(request: Request, next: Next) -> Response {
    let reader = Appearance::of_headers(request.headers());
    READER.scope(reader, next.run(request)).await
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(text: &str, canonical: &str) {
        let read: Appearance = text.parse().unwrap();
        assert_eq!(read.to_string(), canonical, "{text}");
        assert_eq!(canonical.parse(), Ok(read));
    }

    #[test]
    fn choices_are_kept_in_a_short_text() {
        check("", "");
        let all = "dark.wood.small.solid.bare.still.sound.terse";
        check(all, all);
        check("sound.contrast", "contrast.sound");
        check("system.paper.large.flat", "");
        check("dark.light", "light");
    }

    #[test]
    fn strange_cookies_do_no_harm() {
        check("neon..sound.\"><script>", "sound");
        check("dark=1", "");
    }

    #[test]
    fn the_cookie_comes_back_among_others() {
        let chosen = Appearance { theme: Theme::Dark, sound: true, ..Appearance::default() };
        let base: BaseUrl = "https://a.example".parse().unwrap();
        let line = chosen.cookie(&base).to_str().unwrap().to_owned();
        assert!(line.ends_with("; SameSite=Lax; Secure"), "{line}");
        let mut headers = HeaderMap::new();
        let pair = line.split(';').next().unwrap();
        headers.insert(header::COOKIE, format!("session=1; {pair}; other=x").parse().unwrap());
        assert_eq!(Appearance::of_headers(&headers), chosen);
    }
}

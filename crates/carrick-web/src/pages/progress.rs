//! Progress in the lessons: which steps a reader has finished. It is kept in a cookie, and with the
//! account of a reader who has one.

use std::collections::BTreeMap;

use axum::http::{HeaderMap, HeaderValue, header};
use carrick_games::GameKind;
use carrick_lessons::Step;
use carrick_service::Userid;

use super::fault::Fault;
use super::session::Visitor;
use crate::app::App;
use crate::site::BaseUrl;

/// Name of the cookie.
const NAME: &str = "learned";

/// Seconds for which the cookie is kept: a year.
const KEPT_SECONDS: u32 = 365 * 24 * 3600;

/// Finished steps of the lessons, each by the [number](Step::kept) that stays its own.
///
/// In the cookie each game has a hexadecimal number with a bit for each step: `ankor.3-boche.1`.
/// Parts that cannot be read count for nothing.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct Progress([u16; GameKind::ALL.len()]);

impl Progress {
    /// The progress that a request's cookie tells of.
    pub(crate) fn of(headers: &HeaderMap) -> Self {
        let lines = headers.get_all(header::COOKIE).iter().filter_map(|line| line.to_str().ok());
        let mut pairs =
            lines.flat_map(|line| line.split(';')).filter_map(|one| one.split_once('='));
        let found = pairs.find(|(name, _)| name.trim() == NAME);
        found.map_or(Self::default(), |(_, value)| Self::read(value.trim()))
    }

    /// The progress of a reader: that of their browser, and that of their account.
    ///
    /// # Errors
    /// When the database fails.
    pub(crate) async fn of_reader(
        app: &App,
        visitor: Option<&Visitor>,
        headers: &HeaderMap,
    ) -> Result<Self, Fault> {
        let mut progress = Self::of(headers);
        if let Some(user) = visitor.filter(|visitor| !visitor.guest) {
            let kept = Self::of_user(app, user.id()).await?;
            for (here, there) in progress.0.iter_mut().zip(kept.0) {
                *here |= there;
            }
        }
        Ok(progress)
    }

    /// The progress that is kept with an account.
    ///
    /// # Errors
    /// When the database fails.
    pub(crate) async fn of_user(app: &App, user: &Userid) -> Result<Self, Fault> {
        let mut progress = Self::default();
        for (kind, steps) in app.store.learned(user).await? {
            progress.0[kind as usize] = steps;
        }
        Ok(progress)
    }

    /// The finished steps of the games that have some: a bit for each step.
    pub(crate) fn steps(self) -> BTreeMap<GameKind, u16> {
        let all = GameKind::ALL.into_iter().map(|kind| (kind, self.0[kind as usize]));
        all.filter(|(_, steps)| *steps != 0).collect()
    }

    fn read(value: &str) -> Self {
        let mut progress = Self::default();
        for (game, steps) in value.split('-').filter_map(|part| part.split_once('.')) {
            let (Ok(kind), Ok(steps)) = (game.parse::<GameKind>(), u16::from_str_radix(steps, 16))
            else {
                continue;
            };
            progress.0[kind as usize] = steps;
        }
        progress
    }

    /// Whether a step is finished.
    pub(crate) fn has(self, kind: GameKind, step: &Step) -> bool {
        self.0[kind as usize] & bit(step.kept) != 0
    }

    /// Number of finished steps of a lesson.
    pub(crate) fn count(self, kind: GameKind, steps: &[Step]) -> usize {
        steps.iter().filter(|step| self.has(kind, step)).count()
    }

    /// The first step that is not finished, counted from 1.
    pub(crate) fn next(self, kind: GameKind, steps: &[Step]) -> Option<usize> {
        steps.iter().position(|step| !self.has(kind, step)).map(|index| index + 1)
    }

    /// The progress with one more finished step, by the number that keeps it.
    pub(crate) fn with(mut self, kind: GameKind, kept: u8) -> Self {
        self.0[kind as usize] |= bit(kept);
        self
    }

    /// The header that sets the cookie.
    pub(crate) fn cookie(self, base: &BaseUrl) -> HeaderValue {
        let secure = if base.is_secure() { "; Secure" } else { "" };
        let parts = self.steps().into_iter().map(|(kind, steps)| format!("{kind}.{steps:x}"));
        let value = parts.collect::<Vec<_>>().join("-");
        let line = format!(
            "{NAME}={value}; Path=/; Max-Age={KEPT_SECONDS}; HttpOnly; SameSite=Lax{secure}"
        );
        // Names of games and hexadecimal digits are valid in headers.
        HeaderValue::try_from(line).unwrap_or_else(|_| HeaderValue::from_static("learned="))
    }
}

/// Bit of a step that is kept by a number; 0 for a number that keeps none.
fn bit(kept: u8) -> u16 {
    let shift = kept.checked_sub(1).map(u32::from);
    shift.and_then(|shift| 1_u16.checked_shl(shift)).unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use carrick_lessons::Lesson;

    use super::*;

    #[test]
    fn what_is_set_comes_back() {
        let base: BaseUrl = "https://a.example".parse().unwrap();
        let progress = Progress::default()
            .with(GameKind::Ankor, 1)
            .with(GameKind::Ankor, 3)
            .with(GameKind::Anchor, 10)
            .with(GameKind::Boche, 99);
        let line = progress.cookie(&base).to_str().unwrap().to_owned();
        assert!(line.starts_with("learned=ankor.5-anchor.200; Path=/; "), "{line}");
        assert!(line.ends_with("; Secure"));
        let mut headers = HeaderMap::new();
        let pair = line.split(';').next().unwrap();
        headers.insert(header::COOKIE, format!("session=x; {pair}").parse().unwrap());
        assert_eq!(Progress::of(&headers), progress);
    }

    /// A step that is inserted or moved takes no progress from the others.
    #[test]
    fn progress_goes_by_the_numbers_that_steps_keep() {
        let numbered = |kept: u8| Step { kept, ..Lesson::of(GameKind::Ankor).steps[0].clone() };
        let progress = Progress::default().with(GameKind::Ankor, 1).with(GameKind::Ankor, 3);
        let check = |kept: &[u8], finished: &[bool], next: Option<usize>| {
            let steps: Vec<Step> = kept.iter().copied().map(numbered).collect();
            let found: Vec<bool> =
                steps.iter().map(|step| progress.has(GameKind::Ankor, step)).collect();
            assert_eq!(found, finished, "{kept:?}");
            let count = finished.iter().filter(|&&one| one).count();
            assert_eq!(progress.count(GameKind::Ankor, &steps), count, "{kept:?}");
            assert_eq!(progress.next(GameKind::Ankor, &steps), next, "{kept:?}");
        };
        check(&[1, 2, 3], &[true, false, true], Some(2));
        check(&[1, 3, 2], &[true, true, false], Some(3));
        check(&[1, 4, 3], &[true, false, true], Some(2));
        check(&[1, 3], &[true, true], None);
    }

    #[test]
    fn a_cookie_that_cannot_be_read_counts_for_nothing() {
        for value in ["", "chess.3", "ankor", "ankor.x", "ankor.fffff", "--", "."] {
            assert_eq!(Progress::read(value), Progress::default(), "{value}");
        }
        let some = Progress::read("chess.3-boche.2-ankor.");
        assert_eq!(some, Progress::default().with(GameKind::Boche, 2));
    }
}

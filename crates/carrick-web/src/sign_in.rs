//! Signing in: web passwords and second factors.
//!
//! Second factors: six digits from an authenticator app (TOTP, RFC 6238), or a recovery code.
//!
//! The secret shared with an app is derived from the site's keys and from random bytes stored with
//! the user, so the database alone is not enough to make codes. A recovery code is random, is shown
//! once, and is stored as a hash.

use std::fmt;

use carrick_games::GameKind;
use carrick_server::TurnedAway;
use carrick_service::command::field;
use carrick_service::{Password, Userid, hashing};
use carrick_store::TokenHash;
use carrick_tokens::Keyring;
use data_encoding::BASE32_NOPAD;
use jiff::Timestamp;
use qrcode_generator::qr::{Encoder, ErrorCorrection};
use totp_rs::{Builder, Totp};

use crate::app::App;
use crate::pages::fault::Fault;
use crate::site::SiteName;
use crate::site::address::{encode, hex, sha256};

/// Stems of common passwords, without digits and signs around them, and words of this site. Digits
/// that often replace letters are written as those letters.
const STEMS: &str = "\
    aaron abc abcd abcde abcdef abcdefg abcdefgh abcxyz access admin administrator alexander amanda america andrea andrew \
    angel angelina angels animal anthony apple arsenal asdf asdfasdf asdfgh asdfghjk asdfghjkl ashley asshole austin \
    awesome azerty azertyuiop babygirl badboy bailey banana barcelona baseball basketball batman beautiful benjamin \
    bestfriend bigboy bigdaddy birthday blessed blink bond brandon brooklyn bubbles buster butterfly calvin cameron \
    carlos carolina caroline carrick carrickgames changeit changeme charles charlie charlotte cheese chelsea chicken \
    chocolate christian christmas christopher cocacola computer connection consumer cookie corvette courtney cowboys \
    crystal danielle dallas daniel darkness david default diamond dolphin dragon eagles einstein elephant elizabeth \
    eminem emmanuel england everton fender ferrari flower football forever forgot france francis freedom friends fuckme \
    fuckoff fuckyou gabriel games gandalf gateway george ginger girlfriend goldfish google guest guitar hannah happiness \
    harley heaven hello helloworld hockey hollywood honda hunter iceman iloveu iloveyou internet isabella jackson jasmine \
    jasper jennifer jeremiah jessica jesus johnny jonathan jordan joseph joshua justin kawasaki killer kingdom kristina \
    lakers letmein letmeinnow liverpool london looking lovely loveme lovers loveyou madison maggie manchester margaret \
    marlboro martin master matrix matthew maverick melissa mercedes merlin metallica michael michelle microsoft midnight \
    minecraft monday monkey monster mother motorola mountain mustang myspace naruto natalie natasha newcastle newyork \
    nicholas nicole nintendo nothing orange pa passw passwd passwort password passwordpassword passpass patricia patrick \
    peanut pepper phoenix player playing playstation pokemon princess private purple pussycat qazwsx qazwsxedc qwer \
    qwert qwerty qwertyui qwertyuiop qwertz qwertzuiop rainbow ranger rebecca remember richard robert rockstar ronaldo \
    rosebud samantha samsung sandra scooby scorpion secret secure security september servant service shadow shannon \
    silver skateboard slipknot snoopy soccer softball sophie spiderman starwars stephanie steven strawberry sunflower \
    sunshine superman superstar swordfish sydney system taylor temppass tequila testing testtest thomas thunder tigers \
    tinkerbell trustno trustme twilight undertaker united unknown vanessa veronica victoria vincent webmaster welcome \
    welcomehome whatever william wilson winner winter wizard yamaha yankees zaqwsx zxcvbn zxcvbnm";

/// Whether a password is easily guessed: a common word or the user's own name, with any digits and
/// signs around it, or a run of neighbours on the keyboard or in the alphabet.
fn is_common(password: &str, user: &str) -> bool {
    let plain = password.to_lowercase();
    let bare = |text: &str| text.trim_matches(|c: char| !c.is_alphabetic()).to_owned();
    let spelt = |text: &str| text.chars().map(as_letter).collect::<String>();
    // Signs at the ends are additions, or stand for letters.
    let words = [plain.clone(), bare(&plain), bare(&spelt(&plain)), spelt(&bare(&plain))];
    let is_word = |word: &str| {
        word == user
            || word.replace(user, "").chars().count() < 4 && word.contains(user)
            || STEMS.split_whitespace().any(|stem| stem == word)
            || GameKind::ALL.iter().any(|game| game.name() == word)
    };
    words.iter().any(|word| is_word(word)) || is_run(&plain)
}

/// The letter that a digit or sign often stands for.
const fn as_letter(c: char) -> char {
    match c {
        '0' => 'o',
        '1' | '!' => 'i',
        '3' => 'e',
        '4' | '@' => 'a',
        '5' | '$' => 's',
        '7' => 't',
        _ => c,
    }
}

/// Rows of neighbouring characters.
const ROWS: [&str; 5] =
    ["01234567890", "abcdefghijklmnopqrstuvwxyz", "qwertyuiop", "asdfghjkl", "zxcvbnm"];

/// Whether most characters repeat one shortly before them, or are neighbours of the previous one.
fn is_run(text: &str) -> bool {
    let characters: Vec<char> = text.chars().collect();
    let follows = |place: usize| {
        let (before, now) = (characters[place - 1], characters[place]);
        let pair = |first: char, second: char| {
            ROWS.iter().any(|row| row.contains(&String::from_iter([first, second])))
        };
        now == before || pair(before, now) || pair(now, before)
    };
    let repeats = (1..=4).any(|step| {
        characters.len() > step
            && (step..characters.len()).all(|at| characters[at] == characters[at - step])
    });
    let steps = (1..characters.len()).filter(|&place| follows(place)).count();
    repeats || 4 * steps >= 3 * (characters.len().max(1) - 1)
}

/// A web password as it was typed. `Debug` does not show it.
#[derive(Clone)]
pub(crate) struct WebPassword(String);

/// Rule for web passwords.
const EXPECTED: &str = "A password has 8 to 128 characters of any kind.";

/// Rule for command passwords.
const EXPECTED_OF_COMMANDS: &str = "A command password has 4 to 64 characters and no spaces.";

/// Parses a new command password.
///
/// # Errors
/// A sentence for the user.
pub(crate) fn command_password(text: &str) -> Result<Password, &'static str> {
    field::new_password(text).map_err(|_| EXPECTED_OF_COMMANDS)
}

/// Refusal of a common password.
const COMMON: &str = "That password is too common. Try a few unrelated words.";

impl WebPassword {
    pub(crate) fn read(text: &str) -> Option<Self> {
        (8..=128).contains(&text.chars().count()).then(|| Self(text.to_owned()))
    }

    /// Parses a new web password of a user.
    ///
    /// # Errors
    /// A sentence for the user, when it is too short, too long or easily guessed.
    pub(crate) fn choose(text: &str, user: &Userid) -> Result<Self, &'static str> {
        let password = Self::read(text).ok_or(EXPECTED)?;
        if is_common(text, user.as_str()) { Err(COMMON) } else { Ok(password) }
    }

    /// The text, for deriving something from it.
    pub(crate) fn as_str(&self) -> &str {
        &self.0
    }

    /// Hashes it, in PHC format. `from` names the client in the queue for hashing.
    pub(crate) async fn hash(self, app: &App, from: &str) -> Result<String, Fault> {
        let mut salt = [0; 16];
        getrandom::fill(&mut salt).map_err(|_| Fault::RANDOM)?;
        let hashed = app.gate.hash(from, move || hashing::hash(self.0.as_bytes(), &salt));
        hashed.await?.ok_or(Fault::Failed("a password cannot be hashed"))
    }

    /// Whether it matches a hash. Takes just as long when there is no hash.
    ///
    /// # Errors
    /// When the queue for hashing is full, or the client cannot pay.
    pub(crate) async fn verify(
        self,
        app: &App,
        from: &str,
        stored: Option<String>,
    ) -> Result<bool, TurnedAway> {
        let known = stored.is_some();
        let stored = stored.unwrap_or_else(hashing::hash_of_nobody);
        let matches = app.gate.hash(from, move || hashing::verifies(&stored, self.0.as_bytes()));
        Ok(matches.await? && known)
    }
}

impl fmt::Debug for WebPassword {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("WebPassword(…)")
    }
}

/// Length of a secret: 160 bits, as RFC 4226 recommends.
const SECRET_BYTES: usize = 20;

/// Number of recovery codes in a new set.
const RECOVERY_CODES: usize = 8;

/// Length of a recovery code: 120 bits, too many to be guessed from a hash.
const RECOVERY_BYTES: usize = 15;

/// Secret that an authenticator app and the server share.
pub(crate) struct SharedSecret([u8; SECRET_BYTES]);

impl SharedSecret {
    /// Derives a user's secret from their stored random text.
    pub(crate) fn new(keys: &Keyring, user: &Userid, drawn: &str) -> Option<Self> {
        let parts = ["second factor", user.as_str(), drawn];
        let derived = keys.fingerprint(&parts.map(str::as_bytes)).to_ascii_uppercase();
        let bytes = BASE32_NOPAD.decode(derived.as_bytes()).ok()?;
        bytes.first_chunk().map(|bytes| Self(*bytes))
    }

    /// The secret in a form to type into an app: base 32, in groups of four letters.
    pub(crate) fn spelt(&self) -> String {
        grouped(&BASE32_NOPAD.encode(&self.0), " ")
    }

    /// The secret as an `otpauth:` link.
    pub(crate) fn link(&self, site: &SiteName, user: &Userid) -> String {
        let secret = BASE32_NOPAD.encode(&self.0);
        let issuer = encode(&site.to_string()).replace('/', "%2F");
        format!("otpauth://totp/{issuer}:{user}?secret={secret}&issuer={issuer}")
    }

    /// The time step of a code, if it is the current one or a neighbour; `None` for any other code.
    pub(crate) fn step(&self, code: &str, now: Timestamp) -> Option<u64> {
        self.totp()?.check(code, u64::try_from(now.as_second()).ok()?)
    }

    fn totp(&self) -> Option<Totp> {
        Builder::new().with_secret(self.0).build().ok()
    }
}

/// Draws the random text from which a new secret is derived.
pub(crate) fn draw() -> Result<String, Fault> {
    let mut bytes = [0; 16];
    getrandom::fill(&mut bytes).map_err(|_| Fault::RANDOM)?;
    Ok(hex(&bytes))
}

/// Draws a set of recovery codes, formatted for reading.
pub(crate) fn draw_recovery_codes() -> Result<Vec<String>, Fault> {
    let code = || {
        let mut bytes = [0; RECOVERY_BYTES];
        getrandom::fill(&mut bytes).map_err(|_| Fault::RANDOM)?;
        Ok(grouped(&BASE32_NOPAD.encode(&bytes).to_ascii_lowercase(), "-"))
    };
    std::iter::repeat_with(code).take(RECOVERY_CODES).collect()
}

/// Hash of a recovery code, however its groups were typed.
pub(crate) fn hash_of(code: &str) -> TokenHash {
    TokenHash(sha256(&plain(code)))
}

/// Checks a code that a user typed, and uses it up. A user without a second factor is never
/// admitted.
pub(crate) async fn admits(app: &App, user: &Userid, typed: &str) -> Result<bool, Fault> {
    let factor = app.store.second_factor_of(user).await?.filter(|factor| factor.since.is_some());
    let Some(factor) = factor else { return Ok(false) };
    let code = plain(typed);
    if code.len() != 6 {
        return Ok(app.store.use_recovery_code(user, &hash_of(&code)).await?);
    }
    let secret = SharedSecret::new(&app.setup.keys, &factor.drawn_for, &factor.drawn);
    match secret.and_then(|secret| secret.step(&code, app.now())) {
        Some(step) => Ok(app.store.use_step(user, step).await?),
        None => Ok(false),
    }
}

/// The letters and digits of a code, in lower case.
fn plain(code: &str) -> String {
    code.chars().filter(char::is_ascii_alphanumeric).collect::<String>().to_ascii_lowercase()
}

/// Letters in groups of four.
fn grouped(letters: &str, between: &str) -> String {
    let fours: Vec<&str> = (0..letters.len())
        .step_by(4)
        .filter_map(|start| letters.get(start..letters.len().min(start + 4)))
        .collect();
    fours.join(between)
}

/// QR code of a text as SVG: black on white in any theme, with the quiet zone of four modules.
pub(crate) fn qr_code(text: &str) -> Option<String> {
    let rows = Encoder::new(ErrorCorrection::Medium).encode_text(text).ok()?.to_matrix();
    let side = rows.len() + 8;
    let dark = rows.iter().zip(4..).flat_map(|(row, y)| {
        let cells = row.iter().zip(4..).filter(|(dark, _)| **dark);
        cells.map(move |(_, x)| format!("M{x} {y}h1v1h-1z"))
    });
    let path: String = dark.collect();
    Some(format!(
        "<svg class=\"qr\" viewBox=\"0 0 {side} {side}\" role=\"img\" aria-label=\"QR code\" \
         shape-rendering=\"crispEdges\"><path fill=\"#ffffff\" d=\"M0 0h{side}v{side}h-{side}z\"/>\
         <path fill=\"#000000\" d=\"{path}\"/></svg>"
    ))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn common_passwords_are_recognised() {
        for common in [
            "password",
            "Password1",
            "P@ssw0rd!",
            "12345678",
            "87654321",
            "11111111",
            "12341234",
            "qwertyuiop",
            "qwerty123",
            "abcd1234",
            "iloveyou2",
            "letmein!!",
            "carrick2026",
            "annabel1",
            "1annabel",
            "annabelannabel",
            "Annabel!",
            "aaaabbbb",
        ] {
            assert!(is_common(common, "annabel"), "{common}");
        }
        for fine in [
            "under the ann tree",
            "correct horse battery",
            "tulip and rose",
            "gq7-mmx2p",
            "annabel lee",
            "password of the week",
            "2008-05-01 noon",
            "ünder the tree",
        ] {
            assert!(!is_common(fine, "annabel"), "{fine}");
        }
    }

    /// The codes of RFC 6238, appendix B, cut to six digits.
    #[test]
    fn codes_match_the_standard() {
        let secret = SharedSecret(*b"12345678901234567890");
        for (second, code) in [
            (59, "287082"),
            (1_111_111_109, "081804"),
            (1_111_111_111, "050471"),
            (1_234_567_890, "005924"),
            (2_000_000_000, "279037"),
            (20_000_000_000, "353130"),
        ] {
            let at = |second| Timestamp::from_second(second).unwrap();
            let step = u64::try_from(second).unwrap() / 30;
            for near in [second - 30, second, second + 30] {
                assert_eq!(secret.step(code, at(near)), Some(step), "{code} at {near}");
            }
            for far in [(second - 61).max(0) + 3600, second + 61] {
                assert_eq!(secret.step(code, at(far)), None, "{code} at {far}");
            }
        }
    }

    #[test]
    fn a_secret_depends_on_its_user_and_its_random_text() {
        let keys = Keyring::new([7; 32]);
        let spelt = |user: &str, drawn: &str| {
            SharedSecret::new(&keys, &user.parse().unwrap(), drawn).unwrap().spelt()
        };
        let ann = spelt("ann", "1");
        assert_eq!(ann.split(' ').count(), 8, "{ann}");
        assert!([spelt("bob", "1"), spelt("ann", "2")].iter().all(|other| *other != ann));
        assert_eq!(ann, spelt("ann", "1"));
    }

    #[test]
    fn a_recovery_code_may_be_typed_in_any_way() {
        let code = draw_recovery_codes().unwrap().swap_remove(0);
        assert_eq!(code.len(), 29, "{code}");
        assert_eq!(hash_of(&code), hash_of(&format!(" {} ", code.replace('-', "").to_uppercase())));
    }
}

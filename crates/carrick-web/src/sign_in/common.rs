//! Common passwords, which are refused.

use carrick_games::GameKind;

/// Stems of common passwords, without digits and signs around them, and the words of this site.
/// Letters often written as digits stand as letters.
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
pub(crate) fn is_common(password: &str, user: &str) -> bool {
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

/// Whether most characters repeat the one before or one shortly before, or are its neighbour.
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_guessers_try_first() {
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
}

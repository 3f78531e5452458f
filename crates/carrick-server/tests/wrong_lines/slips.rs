//! Command lines with typical typing mistakes.

use carrick_service::command;
use fastrand::Rng;

/// Letters that stay in every password, mistyped or not, and occur in no other word.
pub(super) const MARK: &str = "zq";

/// The command passwords of the club, by userid.
pub(super) const PASSWORDS: [(&str, &str); 3] =
    [("alice", "alice-zq-pass-77"), ("bob", "Bob&zQ!88"), ("carol", "d4zq'carol")];

/// A new password, which no user has yet.
pub(super) const NEW_PASSWORD: &str = "zq-new+99";

/// Every line of the tables of right and wrong commands, with the club's names and passwords: first
/// the valid ones, then the others.
pub(super) fn corpus() -> [Vec<String>; 2] {
    let right = include_str!("../../../carrick-service/tests/right_commands.txt");
    let wrong = include_str!("../../../carrick-service/tests/wrong_commands.txt");
    let inputs = include_str!("../../../carrick/tests/data/wrong_inputs.txt");
    let commands = right.lines().chain(wrong.lines()).filter_map(|line| line.strip_prefix("> "));
    let typed = inputs.lines().filter(|line| !line.starts_with(['|', '#']));
    let typed = typed.filter_map(|line| line.split_once("> ").map(|(_, line)| line));
    let (right, wrong) =
        commands.chain(typed).map(of_the_club).partition(|line| command::parse(line).is_ok());
    [right, wrong]
}

fn of_the_club(line: &str) -> String {
    let words = line.split(' ').map(|word| match word.to_lowercase().as_str() {
        "ann" => "alice".to_owned(),
        "cid" => "carol".to_owned(),
        word if word.contains("alice-pass-77") || word.contains("hunter22") => {
            let [(_, password), ..] = PASSWORDS;
            word.replace("alice-pass-77", password).replace("hunter22", password)
        }
        "bob&pass!88" => PASSWORDS[1].1.to_owned(),
        "d4rk'carol" => PASSWORDS[2].1.to_owned(),
        "newpass99" | "hunter23" | "hun!er22" | "correct-horse" => NEW_PASSWORD.to_owned(),
        _ => word.to_owned(),
    });
    words.collect::<Vec<_>>().join(" ")
}

/// A line of the corpus, or a variant with a few slips; now and then an empty line.
pub(super) fn line([right, wrong]: &[Vec<String>; 2], random: &mut Rng) -> String {
    if random.u8(..) == 0 {
        return (0..random.usize(..80)).map(|_| random.char(..)).collect();
    }
    // Valid lines get further, so most variants start from them, with few slips.
    let corpus = if random.u8(..5) == 0 { wrong } else { right };
    let mut words: Vec<String> = any(corpus, random).split(' ').map(str::to_owned).collect();
    for _ in 0..*any(&[0, 0, 1, 1, 1, 2, 2, 4], random) {
        slip(&mut words, corpus, random);
    }
    words.join(" ")
}

fn slip(words: &mut Vec<String>, corpus: &[String], random: &mut Rng) {
    let at = random.usize(..words.len().max(1));
    if words.is_empty() {
        return words.push("help".to_owned());
    }
    match random.u8(..14) {
        0 => _ = words.remove(at),
        1 => words.insert(at, words[at].clone()),
        2 => {
            let other = random.usize(..words.len());
            words.swap(at, other);
        }
        3 => words[at] = some_word(corpus, random),
        4 => words.insert(at, some_word(corpus, random)),
        5 => words[at] = a_password(random),
        6 => words.insert(at, a_password(random)),
        7 => {
            let option = words.iter().position(|word| word.starts_with('-') && word.len() > 1);
            let moved = words.remove(option.unwrap_or(at));
            words.insert(random.usize(..=words.len()), moved);
        }
        8 => words[at] = any(&STRANGE, random).to_string(),
        9 => words[at] = (100 + random.u32(..12)).to_string(),
        10 => words[at] = any(&TURNS, random).to_string(),
        11 => words[at] = words[at].to_uppercase(),
        _ => typo(&mut words[at], random),
    }
}

/// Letters left out, doubled, exchanged, or others put in.
fn typo(word: &mut String, random: &mut Rng) {
    let mut letters: Vec<char> = word.chars().collect();
    if letters.is_empty() {
        return;
    }
    let at = random.usize(..letters.len());
    match random.u8(..5) {
        0 => _ = letters.remove(at),
        1 => letters.insert(at, letters[at]),
        2 if at > 0 => letters.swap(at - 1, at),
        3 => letters.insert(at, *any(&SIGNS, random)),
        _ => letters[at] = random.alphanumeric(),
    }
    // The mark stays, so that a password can be found wherever it appears.
    let typed: String = letters.into_iter().collect();
    if word.to_lowercase().contains(MARK) <= typed.to_lowercase().contains(MARK) {
        *word = typed;
    }
}

const SIGNS: [char; 16] = [
    '\'', '"', '\u{2019}', '\u{2033}', '\u{b4}', '-', '\u{2013}', '\u{2014}', ':', ';', '#', '=',
    '+', '\u{200b}', '\u{7}', '\u{130}',
];

const STRANGE: [&str; 16] = [
    "",
    "-",
    "--",
    "#",
    "#-1",
    "101#999999999999",
    "99999999999999999999",
    "-size=99999999999",
    "-size=",
    "--forfeittime=1e9",
    "\u{1b}[2J",
    "\0",
    "☃",
    "ß'''",
    "-1",
    "0x65",
];

const TURNS: [&str; 16] = [
    "d3", "d3-f4", "d3'''", "c:d4", "a:d3'", "f14", "a3+", "H9", "E5", "pass", "swap", "resign",
    "undo", "propose", "accept", "d4#3",
];

fn some_word(corpus: &[String], random: &mut Rng) -> String {
    let words: Vec<&str> = any(corpus, random).split(' ').collect();
    (*any(&words, random)).to_owned()
}

/// A password, as it is, in another case, or as a part of something else.
fn a_password(random: &mut Rng) -> String {
    let (_, password) = any(&PASSWORDS, random);
    match random.u8(..8) {
        0 => password.to_uppercase(),
        1 => format!("-{password}"),
        2 => format!("--level={password}"),
        3 => format!("d3#{password}"),
        4 => format!("{password}@example.org"),
        5 => NEW_PASSWORD.to_owned(),
        _ => (*password).to_owned(),
    }
}

fn any<'a, T>(choices: &'a [T], random: &mut Rng) -> &'a T {
    &choices[random.usize(..choices.len())]
}

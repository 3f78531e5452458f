//! Digest: a day's messages in one email.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use carrick_service::{Address, BoardId};
use carrick_store::{DueDigest, Outgoing};

use super::mail_writer::board_page_of;

/// Maximum size of the texts in a digest, in bytes; further messages appear only with their
/// Subjects.
const MOST_BYTES: usize = 100_000;

/// The line between two texts, as before a chat.
const RULE: &str = "************************************************************";

/// Subject, text and addresses of a digest; `None` if it no longer goes anywhere. Boards are linked
/// to their `pages` if players can open these.
pub(super) fn make(due: &DueDigest, pages: Option<&str>) -> Option<(String, String, Vec<Address>)> {
    let confirmed = due.user.addresses.iter().filter(|entry| entry.confirmed);
    let to: Vec<Address> = confirmed.map(|entry| entry.address.clone()).collect();
    let (subject, text) = digest(due, pages);
    (!to.is_empty() && due.user.deleted.is_none()).then_some((subject, text, to))
}

/// Subject and text of a digest. Of several messages about a board, it shows the last one, followed
/// by the players' words in all of them.
fn digest(due: &DueDigest, pages: Option<&str>) -> (String, String) {
    let mut boards: BTreeMap<BoardId, BoardDay<'_>> = BTreeMap::new();
    for message in &due.messages {
        if let Some(board) = message.board {
            let day = boards.entry(board).or_default();
            let (shown, said) = split(message);
            *day = BoardDay { last: message.number, shown, said: std::mem::take(&mut day.said) };
            day.said.extend(said);
        }
    }
    let count = due.messages.len();
    let things = if count == 1 { "message" } else { "messages" };
    let subject = format!("Carrick: {count} {things} of the day");
    let mut text = "What has happened since your last daily email:\n\n".to_owned();
    for message in &due.messages {
        let _ = writeln!(text, "  {}", message.subject);
    }
    let _ = write!(
        text,
        "\nYou get one email a day. To get one for each event:\n\n  \
         ankor set {} <password> mail=each\n",
        due.user.id
    );
    if let Some(BoardId { kind, number }) = boards.keys().next() {
        let _ = write!(
            text,
            "\nYou cannot play by answering this email. Send each turn in a separate email,\n\
             with a Subject such as\n\n  \
             {kind} move {number} {} <password> <turn>\n",
            due.user.id
        );
    }
    for message in &due.messages {
        let whole = match message.board.map(|board| &boards[&board]) {
            Some(day) if day.last != message.number => continue,
            Some(day) => day.text(),
            None => message.text.clone(),
        };
        if text.len() + whole.len() > MOST_BYTES {
            let _ = write!(text, "\n{RULE}\n\nThe rest is on the server.\n");
            break;
        }
        let _ = write!(text, "\n{RULE}\n\n{}\n\n{whole}", message.subject);
        if let Some((board, pages)) = message.board.zip(pages) {
            let _ = write!(text, "\n{}\n", board_page_of(pages, board));
        }
    }
    (subject, text)
}

/// A board's messages of a day.
#[derive(Default)]
struct BoardDay<'a> {
    /// The number of the last message about it.
    last: i64,
    /// The text of that message, without the players' words.
    shown: &'a str,
    /// The players' words in all of the messages, in order.
    said: Vec<&'a str>,
}

impl BoardDay<'_> {
    fn text(&self) -> String {
        let mut text = self.shown.to_owned();
        for said in &self.said {
            let _ = write!(text, "\n{said}");
        }
        text
    }
}

/// Splits a message about a board from the player's words below it.
fn split(Outgoing { text, about, .. }: &Outgoing) -> (&str, Option<&str>) {
    let rule = about.rule.as_ref();
    let parts = rule.and_then(|rule| Some((text.get(..rule.start)?, text.get(rule.end..)?)));
    parts.map_or((text, None), |(shown, said)| (shown, Some(said)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use carrick_games::GameKind;
    use carrick_service::{About, User};
    use carrick_store::Recipient;
    use expect_test::expect;

    fn message(number: i64, board: Option<u32>, subject: &str, text: &str) -> Outgoing {
        Outgoing {
            number,
            answer: false,
            to: Recipient::User("ann".parse().unwrap()),
            subject: subject.into(),
            text: text.into(),
            board: board.map(|number| BoardId { kind: GameKind::Ankor, number }),
            link: None,
            about: About::default(),
            plays: false,
            created: "2008-05-01T12:00:00Z".parse().unwrap(),
        }
    }

    fn due(messages: Vec<Outgoing>) -> DueDigest {
        let user = User::new("ann".parse().unwrap(), "2008-05-01T12:00:00Z".parse().unwrap(), None);
        DueDigest { user, messages }
    }

    #[test]
    fn the_last_word_on_each_board() {
        let (subject, text) = digest(
            &due(vec![
                message(1, Some(101), "ankor board 101: bob to move", "Turn 2\n"),
                message(2, Some(102), "ankor board 102: ann to move", "Turn 7\n"),
                message(3, None, "Message from bob", "bob writes to ann.\n"),
                message(4, Some(101), "ankor board 101: ann to move", "Turn 3\n"),
            ]),
            Some("https://carrick.example"),
        );
        assert_eq!(subject, "Carrick: 4 messages of the day");
        expect![[r#"
            What has happened since your last daily email:

              ankor board 101: bob to move
              ankor board 102: ann to move
              Message from bob
              ankor board 101: ann to move

            You get one email a day. To get one for each event:

              ankor set ann <password> mail=each

            You cannot play by answering this email. Send each turn in a separate email,
            with a Subject such as

              ankor move 101 ann <password> <turn>

            ************************************************************

            ankor board 102: ann to move

            Turn 7

            https://carrick.example/ankor/102

            ************************************************************

            Message from bob

            bob writes to ann.

            ************************************************************

            ankor board 101: ann to move

            Turn 3

            https://carrick.example/ankor/101
        "#]]
        .assert_eq(&text);
    }

    #[test]
    fn what_was_said_is_not_lost() {
        let said = |number, subject, turn: &str, words: &str| {
            let text = format!("{turn}\n\n{RULE}\n\nbob says:\n\n{words}\n");
            let mut message = message(number, Some(101), subject, &text);
            let start = turn.len() + 1;
            message.about.rule = Some(start..start + RULE.len() + 3);
            message
        };
        let (_, text) = digest(
            &due(vec![
                said(1, "ankor chat 101 bob", "Turn 2", "Hello!"),
                said(2, "ankor board 101: ann to move", "Turn 3", "Your turn."),
                message(3, Some(101), "Nag: ankor board 101", "Turn 3 still\n"),
            ]),
            None,
        );
        let end = text.split_once("Nag: ankor board 101\n\nTurn").unwrap().1;
        expect![[r#"
             3 still

            bob says:

            Hello!

            bob says:

            Your turn.
        "#]]
        .assert_eq(end);
    }

    #[test]
    fn a_busy_day_ends_somewhere() {
        let long = "x".repeat(30_000);
        let many = (0..9).map(|number| message(number, None, "News from bob", &long)).collect();
        let (_, text) = digest(&due(many), None);
        assert!(text.len() < MOST_BYTES + 2_000, "{}", text.len());
        assert!(text.ends_with("The rest is on the server.\n"));
    }
}

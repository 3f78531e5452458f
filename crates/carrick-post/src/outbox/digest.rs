//! The mail of a day: what has happened, in one text.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use carrick_service::{Address, BoardId};
use carrick_store::{DueDigest, Outgoing};

/// A mail of the day takes no more than so many bytes of texts; the rest is told by its Subjects.
const MOST_BYTES: usize = 100_000;

/// The line between two texts, as before a chat.
const RULE: &str = "************************************************************";

/// Subject and text of a mail of the day, and where it goes; nothing when it goes nowhere any more.
pub(super) fn make(due: &DueDigest) -> Option<(String, String, Vec<Address>)> {
    let confirmed = due.user.addresses.iter().filter(|entry| entry.confirmed);
    let to: Vec<Address> = confirmed.map(|entry| entry.address.clone()).collect();
    let (subject, text) = digest(due);
    (!to.is_empty() && due.user.deleted.is_none()).then_some((subject, text, to))
}

/// Subject and text of a mail of the day. Of several messages about a board the last one is shown whole.
fn digest(due: &DueDigest) -> (String, String) {
    let mut last: BTreeMap<BoardId, i64> = BTreeMap::new();
    for message in &due.messages {
        if let Some(board) = message.board {
            last.insert(board, message.number);
        }
    }
    let count = due.messages.len();
    let things = if count == 1 { "message" } else { "messages" };
    let subject = format!("Carrick: {count} {things} of the day");
    let mut text = "What has happened since the last mail of the day:\n\n".to_owned();
    for message in &due.messages {
        let _ = writeln!(text, "  {}", message.subject);
    }
    let _ = write!(
        text,
        "\nYou get one mail a day. To get one for each thing that happens:\n\n  \
         ankor set {} password mail=each\n",
        due.user.id
    );
    let is_last =
        |message: &&Outgoing| message.board.is_none_or(|board| last[&board] == message.number);
    for message in due.messages.iter().filter(is_last) {
        if text.len() + message.text.len() > MOST_BYTES {
            let _ = write!(text, "\n{RULE}\n\nThe rest is on the server.\n");
            break;
        }
        let _ = write!(text, "\n{RULE}\n\n{}\n\n{}", message.subject, message.text);
    }
    (subject, text)
}

#[cfg(test)]
mod tests {
    use super::*;
    use carrick_games::GameKind;
    use carrick_service::User;
    use carrick_store::Recipient;
    use expect_test::expect;

    fn message(number: i64, board: Option<u32>, subject: &str, text: &str) -> Outgoing {
        Outgoing {
            number,
            answer: false,
            digest: false,
            to: Recipient::User("ann".parse().unwrap()),
            subject: subject.into(),
            text: text.into(),
            board: board.map(|number| BoardId { kind: GameKind::Ankor, number }),
            link: None,
            created: "2008-05-01T12:00:00Z".parse().unwrap(),
        }
    }

    fn due(messages: Vec<Outgoing>) -> DueDigest {
        let user = User::new("ann".parse().unwrap(), "2008-05-01T12:00:00Z".parse().unwrap(), None);
        DueDigest { user, messages }
    }

    #[test]
    fn the_last_word_on_each_board() {
        let (subject, text) = digest(&due(vec![
            message(1, Some(101), "ankor board 101: bob to move", "Turn 2\n"),
            message(2, Some(102), "ankor board 102: ann to move", "Turn 7\n"),
            message(3, None, "Message from bob", "bob writes to ann.\n"),
            message(4, Some(101), "ankor board 101: ann to move", "Turn 3\n"),
        ]));
        assert_eq!(subject, "Carrick: 4 messages of the day");
        expect![[r#"
            What has happened since the last mail of the day:

              ankor board 101: bob to move
              ankor board 102: ann to move
              Message from bob
              ankor board 101: ann to move

            You get one mail a day. To get one for each thing that happens:

              ankor set ann password mail=each

            ************************************************************

            ankor board 102: ann to move

            Turn 7

            ************************************************************

            Message from bob

            bob writes to ann.

            ************************************************************

            ankor board 101: ann to move

            Turn 3
        "#]]
        .assert_eq(&text);
    }

    #[test]
    fn a_busy_day_ends_somewhere() {
        let long = "x".repeat(30_000);
        let many = (0..9).map(|number| message(number, None, "News from bob", &long)).collect();
        let (_, text) = digest(&due(many));
        assert!(text.len() < MOST_BYTES + 2_000, "{}", text.len());
        assert!(text.ends_with("The rest is on the server.\n"));
    }
}

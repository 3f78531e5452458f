//! Answers to emails about turns, each of which reads its board once, in the transaction that plays
//! it. So it applies to the current player and the current board.

use carrick_games::Seat;
use carrick_server::{Incoming, handle};
use carrick_service::{Event, Sender, UserEvent};
use carrick_store::{Settings, StoreError};
use futures_util::future::join;
use tokio::runtime::Handle;
use tokio::sync::oneshot;
use tokio::task::JoinHandle;

use super::office::{BOARD, Office, name};

/// An office whose database can be read only in the transactions that write, while `reader` is
/// held.
struct WithoutReaders {
    office: Office,
    release: std::sync::mpsc::Sender<()>,
    reader: JoinHandle<Result<(), StoreError>>,
}

impl WithoutReaders {
    /// Takes the only reader once `before` is over.
    async fn open(before: impl AsyncFnOnce(&Office)) -> Self {
        let office = Office::open_with(&Settings { readers: 1, ..Settings::default() }).await;
        before(&office).await;
        let (release, released) = std::sync::mpsc::channel::<()>();
        let (held, is_held) = oneshot::channel();
        let (store, runtime) = (office.store.clone(), Handle::current());
        let reader = tokio::task::spawn_blocking(move || {
            let mut held = Some(held);
            runtime.block_on(store.each_board(&[BOARD.kind], |_, _| {
                let _ = held.take().map(|held| held.send(()));
                // An error means that the test has failed and ended.
                let _ = released.recv();
                Ok::<(), StoreError>(())
            }))
        });
        is_held.await.unwrap();
        Self { office, release, reader }
    }

    async fn close(self) -> Office {
        drop(self.release);
        self.reader.await.unwrap().unwrap();
        self.office
    }
}

fn answer(said: &str) -> String {
    format!("From: x@example.net\nSubject: Re: ankor board 101: ann to move\n\n{said}\n")
}

#[tokio::test]
async fn an_answer_reads_nothing_outside_of_its_transaction() {
    let mut address = String::new();
    let closed = WithoutReaders::open(async |office: &Office| {
        address = office.play_address(Seat::First).await;
    });
    let closed = closed.await;
    let done = closed.office.done(&address, &answer("b2")).await;
    assert!(!done.refused, "{done:?}");
    assert_eq!(closed.close().await.turns().await, ["b2"]);
}

/// The new name reaches the writer first, the answer second; both share a commit.
#[tokio::test]
async fn an_answer_that_crosses_a_new_name_uses_it() {
    let mut address = String::new();
    let closed = WithoutReaders::open(async |office: &Office| {
        address = office.play_address(Seat::First).await;
        assert!(office.done(&address, &answer("z8")).await.refused);
        assert_eq!(office.sent().await, ["ann: ankor board 101: error"]);
    });
    let closed = closed.await;
    let renamed = Event::User(name("ann"), UserEvent::Renamed(name("anna")));
    let wrong = answer("z9");
    let (rename, mail) = (closed.office.happens(renamed), closed.office.done(&address, &wrong));
    let ((), done) = join(rename, mail).await;
    assert!(done.refused && done.messages[0].text.contains("\nAnkor board 101: anna"), "{done:?}");
    let office = closed.close().await;
    assert_eq!(office.sent().await, ["anna: ankor board 101: error"]);
    let log = "SELECT count(*) FROM requests WHERE sender = 'anna' AND command LIKE 'ankor%z9'";
    assert_eq!(office.number(log).await, 1);
    // The answers to her are counted under her old name.
    let senders = "SELECT count(DISTINCT sender) FROM mails";
    assert_eq!(office.number(senders).await, 2);
    assert!(!office.done(&address, &answer("b2")).await.refused);
    assert_eq!(office.number(senders).await, 2);
    assert_eq!(office.turns().await, ["b2"]);
}

#[tokio::test]
async fn an_answer_that_crosses_a_resignation_learns_how_the_game_ended() {
    let mut address = String::new();
    let closed = WithoutReaders::open(async |office: &Office| {
        for (seat, turn) in [(Seat::First, "b2"), (Seat::Second, "c2")] {
            let address = office.play_address(seat).await;
            assert!(!office.done(&address, &answer(turn)).await.refused);
        }
        address = office.play_address(Seat::First).await;
        office.forget_outbox().await;
    });
    let closed = closed.await;
    let turn = answer("c3");
    let sender = Sender::User(name("bob"));
    let resign = Incoming { sender, text: "ankor resign 101 bob -", body: None, id: None };
    let resigning = handle(&closed.office.store, None, resign, closed.office.now());
    let (resigned, done) = join(resigning, closed.office.done(&address, &turn)).await;
    assert!(!resigned.unwrap().refused);
    let text = &done.messages[0].text;
    assert!(done.refused && text.contains("resign"), "{text}");
    let office = closed.close().await;
    assert_eq!(office.turns().await, ["b2", "c2"]);
}

#[tokio::test]
async fn an_answer_about_a_missing_board_gets_a_refusal_at_the_senders() {
    let office = Office::open().await;
    let mut token = office.token(Seat::First, 0, carrick_tokens::Powers::TO_MOVE);
    token.board.number = 999;
    let done = office.done(&office.address_of(&token), &answer("b2")).await;
    let [told] = done.messages.as_slice() else { panic!("{done:?}") };
    assert!(told.text.contains("here is no Ankor board 999 any more"), "{}", told.text);
    assert!(done.refused);
    assert_eq!(office.sent().await, ["x@example.net: Carrick: error"]);
}

//! Mail that comes back: after three reports on different days that an address accepts no mail, the
//! user is asked to confirm it again.

use carrick_post::Delivered;
use carrick_server::{Incoming, handle};
use carrick_service::{Address, Sender};
use carrick_store::{Outgoing, Route};
use carrick_tokens::BounceToken;
use jiff::SignedDuration;

use super::office::Office;

/// Sends an email to Bob. Returns the address to which it comes back.
async fn mails_bob(office: &Office, number: u32) -> String {
    let address: Address = "bob@example.org".parse().unwrap();
    let body = Some(format!("This is letter {number}."));
    let sender = Sender::User("ann".parse().unwrap());
    let incoming = Incoming { sender, text: "message ann - bob", body, id: None };
    let done = handle(&office.store, None, incoming, office.now()).await.unwrap();
    assert!(!done.refused, "{:?}", done.messages);
    let message = office.waiting().await.into_iter().find(is_to_bob).unwrap();
    let route = |_: &Outgoing, _: Option<&_>, _| Route::Addresses(vec![address.clone()]);
    office.store.hand_on(office.now(), office.now(), 1000, route).await.unwrap();
    let message = u32::try_from(message.number).unwrap();
    let token = office.keys.seal(&BounceToken { message, copy: 0 });
    office.site.bounce_address(&token)
}

fn is_to_bob(message: &Outgoing) -> bool {
    matches!(&message.to, carrick_store::Recipient::User(user) if user.as_str() == "bob")
}

/// A report about Bob as Postfix writes it, in its essential parts.
fn report(status: &str) -> String {
    report_about("bob@example.org", status)
}

fn report_about(address: &str, status: &str) -> String {
    format!(
        "From: Mail Delivery System <MAILER-DAEMON@mx.example.org>\nAuto-Submitted: auto-replied\n\
         Content-Type: multipart/report; report-type=delivery-status; boundary=\"x\"\n\n--x\n\
         Content-Type: message/delivery-status\n\nReporting-MTA: dns; mx.example.org\n\n\
         Final-Recipient: rfc822; {address}\nAction: failed\nStatus: {status}\n--x--\n"
    )
}

/// Whether Bob's address is confirmed, and whether mail came back from it.
async fn state(office: &Office) -> (bool, bool) {
    let address = office.user("bob").await.addresses.remove(0);
    (address.confirmed, address.returned)
}

#[tokio::test]
async fn three_reports_about_three_emails_close_an_address() {
    let office = Office::open().await;
    office.forget_outbox().await;
    let first = mails_bob(&office, 1).await;
    let second = mails_bob(&office, 2).await;
    let third = mails_bob(&office, 3).await;
    let fourth = mails_bob(&office, 4).await;
    for (to, status) in [
        (&first, "5.1.1"),
        // The same again, and reports that say nothing about other emails.
        (&first, "5.1.1"),
        (&third, "5.2.2"),
        (&third, "4.4.1"),
        (&second, "5.1.1"),
        // No one can invent one.
        (&"bounce+abc234@carrick.example".to_owned(), "5.1.1"),
        (&first.replace("bounce+", "bounce+a"), "5.1.1"),
    ] {
        assert_eq!(office.deliver(to, &report(status)).await, Delivered::CameBack);
        assert_eq!(state(&office).await, (true, false), "{status}");
    }
    // The end of Bob's forwarding; he has read the email.
    for to in [&first, &second, &third] {
        office.deliver(to, &report_about("bob@elsewhere.example", "5.1.1")).await;
    }
    // Three at the same time: perhaps the server there has a fault.
    office.deliver(&third, &report("5.1.1")).await;
    assert_eq!(state(&office).await, (true, false));
    office.later(SignedDuration::from_hours(23));
    office.deliver(&third, &report("5.1.1")).await;
    assert_eq!(state(&office).await, (true, false));
    office.later(SignedDuration::from_hours(1));
    office.deliver(&fourth, &report_about("bob@elsewhere.example", "5.1.1")).await;
    assert_eq!(state(&office).await, (true, false));
    office.deliver(&fourth, &report_about("Bob@Example.ORG", "5.1.1")).await;
    assert_eq!(state(&office).await, (false, true));
    assert!(office.waiting().await.is_empty(), "nobody is told by mail that mail comes back");
    let (user, address) = ("bob".parse().unwrap(), "bob@example.org".parse().unwrap());
    office.store.confirm_address(&user, &address).await.unwrap();
    assert_eq!(state(&office).await, (true, false));
    office.deliver(&third, &report("5.1.1")).await;
    assert_eq!(state(&office).await, (true, false), "the count begins again");
}

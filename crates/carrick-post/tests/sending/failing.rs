//! Relays that fail in every way, and a program that dies.

use std::future::ready;
use std::sync::Arc;
use std::sync::atomic::{AtomicI32, Ordering};

use carrick_post::outbox::Did;
use carrick_post::transport::{Login, Relay, Security, SendError, Transport};
use carrick_store::{
    ConnectionPermit, ConnectionStep, Interceptor, InterceptorFuture, MailQueueSizes, Order,
};
use jiff::SignedDuration;

use super::club::Club;
use super::peer::Does::{Drops, Says, Sleeps, Takes};
use super::peer::{Does, Peer, SmtpStep};

/// A club with one queued email: a message from Ann to Bob.
async fn club() -> Club {
    let club = Club::new().await;
    club.writes("ann", "bob", "Shall we play?").await;
    club
}

async fn waiting(club: &Club) -> MailQueueSizes {
    club.store.waiting_mail().await.unwrap()
}

/// The relay fails once with an email that it would accept: the email comes later, and is the same.
async fn comes_later(does: Does) {
    let club = club().await;
    let peer = Peer::new([does.clone()]).await;
    let mut outbox = club.outbox_to(&peer);
    let did = outbox.turn().await.unwrap();
    assert_eq!(did.sent, 0, "{does:?}");
    assert!(matches!(did.failed[..], [(_, _, SendError::Later(_))]), "{does:?}: {did:?}");
    assert_eq!(Club::sends_all(&mut outbox).await, Did::default(), "{does:?}: too early");
    club.wait(SignedDuration::from_mins(2));
    assert_eq!(Club::sends_all(&mut outbox).await.sent, 1, "{does:?}");
    let now = waiting(&club).await;
    assert_eq!((now.waiting, now.dead), (0, 0), "{does:?}");
    let taken = peer.taken();
    assert!(taken.windows(2).all(|pair| pair[0] == pair[1]), "{does:?}: the same mail twice");
}

#[tokio::test(flavor = "multi_thread")]
async fn temporary_failures_pass() {
    for step in [SmtpStep::Rcpt, SmtpStep::Data, SmtpStep::End] {
        // The relay was available when the email was started: its replies after that are about this
        // email.
        comes_later(Says(step, "421 4.7.0 deferred")).await;
        comes_later(Says(step, "454 4.7.1 not for them")).await;
        comes_later(Says(step, "530 5.7.0 who are you?")).await;
    }
    for step in [SmtpStep::Mail, SmtpStep::Rcpt, SmtpStep::Data, SmtpStep::End] {
        comes_later(Says(step, "451 4.3.0 not now")).await;
        comes_later(Drops(step)).await;
        comes_later(Sleeps(step)).await;
    }
    comes_later(Drops(SmtpStep::Middle)).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_unavailable_relay_is_waited_for_however_long() {
    for does in [
        Drops(SmtpStep::Greeting),
        Sleeps(SmtpStep::Greeting),
        Says(SmtpStep::Greeting, "554 go away"),
        Says(SmtpStep::Mail, "421 closing"),
        Says(SmtpStep::Mail, "530 5.7.0 authentication required"),
    ] {
        let club = club().await;
        let peer = Peer::new(vec![does.clone(); 12]).await;
        let mut outbox = club.outbox_to(&peer);
        for round in 0..12 {
            let did = outbox.turn().await.unwrap();
            let absent = matches!(did.failed[..], [(_, _, SendError::Unreachable(_))]);
            assert!(absent, "{does:?} in round {round}: {did:?}");
            // During the pause, no relay is contacted.
            let before = peer.connections();
            assert_eq!(outbox.turn().await.unwrap(), Did::default());
            assert_eq!(peer.connections(), before);
            club.wait(SignedDuration::from_mins(10));
        }
        assert_eq!(outbox.turn().await.unwrap().sent, 1, "{does:?}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_permanently_refused_email_is_given_up_until_an_operator_requeues_it() {
    let club = club().await;
    let peer = Peer::new([Says(SmtpStep::Rcpt, "550 5.1.1 no such user")]).await;
    let mut outbox = club.outbox_to(&peer);
    assert_eq!(Club::sends_all(&mut outbox).await.sent, 0);
    club.wait(SignedDuration::from_hours(100));
    assert_eq!(outbox.turn().await.unwrap(), Did::default());
    let dead = club.store.dead_letters().await.unwrap();
    let [letter] = &dead[..] else { panic!("{dead:?}") };
    assert_eq!((letter.to.as_str(), letter.attempts), ("bob@bob.example", 1));
    assert!(
        letter.failure.contains("550") && letter.failure.contains("no such user"),
        "{letter:?}"
    );
    assert_eq!(letter.subject, "Message from ann");
    let number = letter.id.message;
    assert_eq!(club.store.requeue(Some(number + 1), club.now()).await.unwrap(), 0);
    assert_eq!(club.store.requeue(Some(number), club.now()).await.unwrap(), 1);
    assert_eq!(outbox.turn().await.unwrap().sent, 1);
    assert_eq!(club.store.dead_letters().await.unwrap(), []);
}

#[tokio::test(flavor = "multi_thread")]
async fn an_email_that_never_passes_is_given_up_after_three_days() {
    let club = club().await;
    let peer = Peer::new(vec![Says(SmtpStep::End, "452 4.2.2 full"); 100]).await;
    let mut outbox = club.outbox_to(&peer);
    let start = club.now();
    while waiting(&club).await.dead == 0 {
        outbox.turn().await.unwrap();
        club.wait(SignedDuration::from_mins(15));
    }
    let hours = club.now().duration_since(start).as_hours();
    assert!((48..=96).contains(&hours), "{hours} hours");
    let dead = club.store.dead_letters().await.unwrap();
    assert_eq!(dead[0].attempts, 24);
}

#[tokio::test(flavor = "multi_thread")]
async fn one_bad_address_keeps_no_other_from_its_email() {
    let club = Club::new().await;
    club.does_as("bob", "add bob - second@other.example").await;
    club.confirm("bob", "second@other.example").await;
    club.writes("ann", "bob", "Two copies").await;
    let peer = Peer::new([Says(SmtpStep::Rcpt, "450 later"), Takes]).await;
    let mut outbox = club.outbox_to(&peer);
    let did = Club::sends_all(&mut outbox).await;
    assert_eq!((did.sent, did.failed.len()), (1, 1));
    club.wait(SignedDuration::from_mins(2));
    assert_eq!(Club::sends_all(&mut outbox).await.sent, 1);
    let mut to: Vec<String> = peer.taken().into_iter().map(|mail| mail.to).collect();
    to.sort();
    assert_eq!(to, ["bob@bob.example", "second@other.example"], "each once");
}

/// Lets one commit fail, after a number of others.
#[derive(Debug)]
struct FailingCommit(AtomicI32);

impl Interceptor for FailingCommit {
    fn permit(&self, _: bool) -> InterceptorFuture<'_, ConnectionPermit> {
        Box::pin(ready(Box::new(()) as ConnectionPermit))
    }

    fn step(&self, step: ConnectionStep) -> InterceptorFuture<'_, Order> {
        let fails = step == ConnectionStep::Commit && self.0.fetch_sub(1, Ordering::SeqCst) == 0;
        Box::pin(ready(if fails { Order::Fail } else { Order::Go }))
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn whichever_commit_fails_the_same_outbox_sends_the_email_later() {
    for commit in 0.. {
        let club = club().await;
        let failing = Arc::new(FailingCommit(AtomicI32::new(commit)));
        club.store.intercept(failing.clone());
        let peer = Peer::new([]).await;
        let mut outbox = club.outbox_to(&peer);
        let first = outbox.turn().await;
        let has_failed = failing.0.load(Ordering::SeqCst) < 0;
        assert_eq!(first.is_err(), has_failed, "commit {commit}");
        // Long enough for the claim on the email to expire.
        club.wait(SignedDuration::from_secs(31));
        Club::sends_all(&mut outbox).await;
        assert_eq!(waiting(&club).await.waiting, 0, "commit {commit}");
        let taken = peer.taken();
        assert!(!taken.is_empty() && taken.iter().all(|mail| *mail == taken[0]), "{commit}");
        if !has_failed {
            assert!(commit >= 3, "it is handed on, claimed and noted");
            break;
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_clock_that_is_set_back_delays_no_email() {
    let club = club().await;
    let peer = Peer::new([Drops(SmtpStep::Greeting)]).await;
    let mut outbox = club.outbox_to(&peer);
    assert_eq!(outbox.turn().await.unwrap().failed.len(), 1);
    club.wait(SignedDuration::from_hours(-5));
    club.writes("ann", "bob", "What time is it?").await;
    assert_eq!(Club::sends_all(&mut outbox).await.sent, 1);
}

/// At one address, the relay closes the connection each time: that email is counted, delayed and
/// given up, and all others are sent.
#[tokio::test(flavor = "multi_thread")]
async fn an_email_at_which_the_relay_hangs_up_delays_no_other() {
    for does in [
        Does::HangsUpOn("bob", "421 4.7.0 [TS01] Messages temporarily deferred"),
        Does::HangsUpOn("bob", "454 4.7.1 Relay access denied"),
    ] {
        let club = club().await;
        for letter in 0..11 {
            club.writes("bob", "ann", &format!("Letter {letter}")).await;
        }
        let peer = Peer::new([does.clone()]).await;
        let mut outbox = club.outbox_to(&peer);
        let did = outbox.turn().await.unwrap();
        assert_eq!((did.sent, did.failed.len()), (11, 1), "{does:?}: {did:?}");
        assert_eq!(Club::sends_all(&mut outbox).await, Did::default(), "{does:?}: too early");
        while waiting(&club).await.dead == 0 {
            club.wait(SignedDuration::from_mins(30));
            outbox.turn().await.unwrap();
        }
        assert_eq!(club.store.dead_letters().await.unwrap()[0].attempts, 24, "{does:?}");
    }
}

/// If the relay refuses the sender as if it were closing, it cannot be distinguished from an
/// unavailable relay, but the email goes to the end of the queue.
#[tokio::test(flavor = "multi_thread")]
async fn an_email_before_which_the_relay_hangs_up_comes_after_the_others() {
    let club = club().await;
    club.writes("bob", "ann", "Another letter").await;
    let peer = Peer::new([Says(SmtpStep::Mail, "421 closing")]).await;
    let pace = carrick_post::outbox::Pace { lines: 1, ..Default::default() };
    let mut outbox = club.outbox_with(Club::relay(&peer), pace);
    assert_eq!(outbox.turn().await.unwrap().sent, 0);
    club.wait(SignedDuration::from_mins(1));
    assert_eq!(outbox.turn().await.unwrap().sent, 2);
    let to: Vec<String> = peer.taken().into_iter().map(|mail| mail.to).collect();
    assert_eq!(to, ["ann@ann.example", "bob@bob.example"]);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_crash_between_sending_and_recording_sends_the_same_email_again() {
    let club = club().await;
    let peer = Peer::new([]).await;
    // A process that claims and dies has recorded nothing; the relay has accepted the email.
    let dying = club.store.clone();
    let now = club.now();
    let until = now + SignedDuration::from_secs(30);
    let mut first = club.outbox_to(&peer);
    first.turn().await.unwrap();
    club.forget_that_it_was_sent().await;
    assert!(dying.claim_deliveries(now, until, 10, &Default::default()).await.unwrap().len() == 1);
    let mut second = club.outbox_to(&peer);
    assert_eq!(second.turn().await.unwrap(), Did::default(), "it is still claimed");
    club.wait(SignedDuration::from_secs(31));
    assert_eq!(second.turn().await.unwrap().sent, 1);
    let taken = peer.taken();
    assert_eq!(taken.len(), 2);
    assert_eq!(taken[0], taken[1], "the same Message-ID, date and text");
}

/// While a relay takes its time, no other process sends the emails on their way.
#[tokio::test(flavor = "multi_thread")]
async fn a_process_renews_its_own_claim() {
    let club = club().await;
    let peer = Peer::new([]).await;
    let mut outbox = club.outbox_to(&peer);
    outbox.turn().await.unwrap();
    club.forget_that_it_was_sent().await;
    let until = club.now() + SignedDuration::from_secs(30);
    let claimed =
        club.store.claim_deliveries(club.now(), until, 10, &Default::default()).await.unwrap();
    let claimed = claimed.iter().map(|delivery| delivery.id).collect();
    let later = until + SignedDuration::from_secs(20);
    club.store.prolong_claims(&claimed, until, later).await.unwrap();
    club.wait(SignedDuration::from_secs(31));
    assert_eq!(outbox.turn().await.unwrap(), Did::default(), "it is still claimed");
    // A process was away for so long that another one has its claim by now.
    let never = later + SignedDuration::from_hours(1);
    club.store.prolong_claims(&claimed, until, never).await.unwrap();
    club.wait(SignedDuration::from_secs(20));
    assert_eq!(outbox.turn().await.unwrap().sent, 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_stopping_program_returns_its_claims() {
    let club = club().await;
    for number in 0..5 {
        club.writes("bob", "ann", &format!("Letter {number}")).await;
    }
    let peer = Peer::new([Takes, Sleeps(SmtpStep::Data)]).await;
    let mut outbox = club.outbox_to(&peer);
    let (tell, told) = tokio::sync::oneshot::channel::<()>();
    let watcher = peer.clone();
    let watching = tokio::spawn(async move {
        // The first is accepted, the second is on its way.
        while watcher.taken().is_empty() {
            tokio::task::yield_now().await;
        }
        let _ = tell.send(());
    });
    outbox.run(async { _ = told.await }, |did| drop(did.unwrap())).await;
    watching.await.unwrap();
    let left = waiting(&club).await;
    assert!(left.waiting >= 4, "{left:?}");
    assert!(
        left.next.unwrap() <= club.now() + SignedDuration::from_mins(2),
        "nothing stays claimed"
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn a_maildir_gets_each_email_once() {
    let club = club().await;
    let folder = club.folder.path().join("mail");
    let mut outbox = club.outbox_with(Transport::Maildir(folder.clone()), Default::default());
    assert_eq!(outbox.turn().await.unwrap().sent, 1);
    club.forget_that_it_was_sent().await;
    assert_eq!(outbox.turn().await.unwrap().sent, 1);
    let names = |part: &str| std::fs::read_dir(folder.join(part)).unwrap().count();
    assert_eq!((names("new"), names("tmp")), (1, 0));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_maildir_is_private_and_an_older_one_becomes_private() {
    use std::fs::{self, Permissions};
    use std::os::unix::fs::PermissionsExt as _;
    let mode = |path: &std::path::Path| fs::metadata(path).unwrap().permissions().mode() & 0o777;
    let club = club().await;
    let [new, old] = ["new mail", "old mail"].map(|name| club.folder.path().join(name));
    fs::create_dir_all(old.join("new")).unwrap();
    let letter = old.join("new/letter");
    fs::write(&letter, "a letter").unwrap();
    for (path, open) in [(&old, 0o755), (&old.join("new"), 0o755), (&letter, 0o644)] {
        fs::set_permissions(path, Permissions::from_mode(open)).unwrap();
    }
    for folder in [&new, &old] {
        let mut outbox = club.outbox_with(Transport::Maildir(folder.clone()), Default::default());
        assert_eq!(outbox.turn().await.unwrap().sent, 1);
        club.forget_that_it_was_sent().await;
        for part in ["", "new", "tmp", "cur"] {
            assert_eq!(mode(&folder.join(part)), 0o700, "{part}");
        }
        for mail in fs::read_dir(folder.join("new")).unwrap() {
            assert_eq!(mode(&mail.unwrap().path()), 0o600);
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_domain_gets_no_more_than_its_pace() {
    let club = Club::new().await;
    for number in 0..7 {
        club.writes("ann", "bob", &format!("Letter {number}")).await;
    }
    club.writes("bob", "ann", "Another domain").await;
    let peer = Peer::new([]).await;
    let pace = carrick_post::outbox::Pace { lines: 1, per_domain: 3 };
    let mut outbox = club.outbox_with(Club::relay(&peer), pace);
    let to_bob = || peer.taken().iter().filter(|mail| mail.to.starts_with("bob")).count();
    assert_eq!(Club::sends_all(&mut outbox).await.sent, 4, "three to bob, one to ann");
    assert_eq!(to_bob(), 3);
    club.wait(SignedDuration::from_secs(20));
    Club::sends_all(&mut outbox).await;
    assert_eq!(to_bob(), 4, "one more in a third of a minute");
    club.wait(SignedDuration::from_mins(2));
    Club::sends_all(&mut outbox).await;
    assert_eq!(to_bob(), 7);
    assert_eq!(peer.connections(), 1, "one connection carries them all");
}

/// Whether mail goes to Bob, who wrote nothing.
async fn goes_to_bob(club: &Club, peer: &Peer) -> bool {
    let of_bob = || {
        let taken = peer.taken();
        taken.iter().filter(|mail| mail.text.contains("\nTo: bob@bob.example")).count()
    };
    let before = of_bob();
    club.does_as("ann", "ankor challenge -size=3 ann bob").await;
    Club::sends_all(&mut club.outbox_to(peer)).await;
    of_bob() > before
}

/// An address that does not exist, according to the relay, gets two more emails, and then none
/// until it is confirmed again.
#[tokio::test(flavor = "multi_thread")]
async fn an_address_that_does_not_exist_gets_no_more_mail_until_it_is_confirmed_again() {
    let club = Club::new().await;
    club.does_as("ann", "ankor set ann - mail=never").await;
    let nobody = Says(SmtpStep::Rcpt, "550 5.1.1 no such user");
    let full = Says(SmtpStep::Rcpt, "552 5.2.2 mailbox full");
    let peer = Peer::new([full.clone(), full.clone(), full, nobody.clone(), nobody.clone()]).await;
    for letter in 0..5 {
        club.writes("ann", "bob", &format!("Number {letter}.")).await;
        Club::sends_all(&mut club.outbox_to(&peer)).await;
        club.wait(SignedDuration::from_hours(24));
    }
    assert!(goes_to_bob(&club, &peer).await, "two may be a mistake, and a full mailbox is none");
    let peer = Peer::new([nobody]).await;
    assert!(!goes_to_bob(&club, &peer).await);
    assert!(!goes_to_bob(&club, &peer).await, "the relay would take it, and is not asked");
    let [(user, address)] = &club.store.returned_addresses().await.unwrap()[..] else { panic!() };
    assert_eq!((user.as_str(), address.as_str()), ("bob", "bob@bob.example"));
    // It gets a question when Bob wants that, and then mail goes there as before.
    club.does_as("bob", "add bob - bob@bob.example").await;
    Club::sends_all(&mut club.outbox_to(&peer)).await;
    let asked = peer.taken();
    assert!(
        asked.iter().any(|mail| mail.text.contains("Is this the address of bob?")),
        "{asked:?}"
    );
    club.confirm("bob", "bob@bob.example").await;
    assert!(goes_to_bob(&club, &peer).await);
    assert!(club.store.returned_addresses().await.unwrap().is_empty());
}

/// Refusals of the sender, the text or the relay itself are not about an address.
#[tokio::test(flavor = "multi_thread")]
async fn a_relay_that_refuses_something_else_closes_no_address() {
    for (step, said) in [
        (SmtpStep::Mail, "550 5.1.1 no such user"),
        (SmtpStep::Mail, "550 5.1.2 carrick.example: domain not found"),
        (SmtpStep::Mail, "550 5.1.1 <bounce+x@carrick.example>: unknown user"),
        (SmtpStep::Mail, "501 5.1.3 Bad address syntax"),
        (SmtpStep::Mail, "550 5.2.1 the account is disabled"),
        (SmtpStep::Rcpt, "550 5.2.1 account disabled for outgoing mail"),
        (SmtpStep::Rcpt, "550 5.1.2 no route, smarthost not found"),
        (SmtpStep::Rcpt, "550 5.1.1 <games@carrick.example>: no such user"),
        (SmtpStep::Data, "550 5.2.1 the account is disabled"),
        (SmtpStep::End, "550 5.1.1 message refused"),
        (SmtpStep::End, "550 5.1.1 no such user"),
    ] {
        let club = Club::new().await;
        let peer = Peer::new(vec![Says(step, said); 4]).await;
        for letter in 0..4 {
            club.writes("ann", "bob", &format!("Number {letter}.")).await;
            let did = Club::sends_all(&mut club.outbox_to(&peer)).await;
            assert!(matches!(did.failed[..], [(_, _, SendError::Never(_))]), "{said}: {did:?}");
            club.wait(SignedDuration::from_hours(24));
        }
        assert!(club.store.returned_addresses().await.unwrap().is_empty(), "{step:?} {said}");
        assert!(goes_to_bob(&club, &peer).await, "{step:?} {said}");
    }
}

/// A relay that repeats its input: no part of the password is kept or shown.
#[tokio::test(flavor = "multi_thread")]
async fn a_relay_that_repeats_the_password_is_not_quoted() {
    let club = club().await;
    let login = Login { user: "carrick".to_owned(), password: "tulip-of-may".to_owned() };
    for said in [
        "535 5.7.8 what is tulip-of-may?",
        "535 5.7.8 no AUTH PLAIN AGNhcnJpY2sAdHVsaXAtb2YtbWF5",
        "535 5.7.8 no dHVsaXAtb2YtbWF5",
    ] {
        let peer = Peer::new([Says(SmtpStep::Login, said)]).await;
        let relay =
            Relay::new("localhost", peer.port(), "c.example", Security::Plain, Some(login.clone()));
        let mut outbox = club.outbox_with(Transport::Relay(relay.unwrap()), Default::default());
        let did = outbox.turn().await.unwrap();
        let [(_, _, SendError::Unreachable(reason))] = &did.failed[..] else { panic!("{did:?}") };
        assert!(
            reason.as_str().starts_with("localhost: the relay refused the sign-in: "),
            "{reason}"
        );
        assert!(reason.as_str().contains('…'), "{reason}");
        assert_eq!(waiting(&club).await.failure.as_deref(), Some(reason.as_str()));
        for secret in ["tulip", "dHVsaX", "AGNhcn"] {
            assert!(!format!("{did:?}").contains(secret), "{did:?}");
        }
        club.wait(SignedDuration::from_mins(10));
    }
}

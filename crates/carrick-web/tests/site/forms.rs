//! Every command has a form or a link.

use std::collections::BTreeMap;

use carrick_server::administer;
use carrick_service::AdminAction;
use carrick_service::command::usages;

use super::play::game;
use super::support::{Browser, Site};

/// The start of a command in `help commands`; the page with its form or link, and for whom; and the
/// form or link.
const FORMS: &str = r#"
help                    | cyd | /commands              | ALL COMMANDS
list                    | cyd | /games                 | href="/antipod/101"
all show                | cyd | /players/ann           | href="/antipod/101"
puzzle                  | cyd | /puzzles               | href="/puzzles/boche/today"
<game> help             | cyd | /rules                 | href="/rules/antipod"
<game> standings        | cyd | /standings/antipod     | <h1>Standings of Antipod
<game> history          | cyd | /players/ann           | href="/antipod/102"
<game> games            | cyd | /games?game=antipod    | href="/antipod/101"
<game> show             | cyd | /antipod/101?at=0      | After turn 0 of 1
<game> showas           | bob | /boards                | <a class="row" href="/antipod/101"
<game> preview          | bob | /antipod/101           | name="try"
<game> challenge        | cyd | /new/antipod           | value="person"
<game> rematch          | bob | /antipod/102           | action="/antipod/102/rematch"
<game> counter          | bob | /new/anchor?counter=101 | name="counter"
<game> invite           | cyd | /new/antipod           | value="link"
<game> seek             | cyd | /new/antipod           | value="anyone"
<game> take seek        | cyd | /seeks                 | action="/seeks/antipod/1/take"
<game> computer         | cyd | /new/antipod           | value="computer"
<game> accept           | cyd | /account               | name="ankor.challenges"
<game> reject           | cyd | /account               | name="ankor.challenges"
<game> limit            | cyd | /account               | name="ankor.limit"
<game> move             | bob | /antipod/101           | action="/antipod/101/turn"
<game> resign           | ann | /antipod/101           | value="resign"
<game> swap             | bob | /anchor/101            | value="swap"
<game> queue            | ann | /antipod/101           | action="/antipod/101/queue"
<game> submit           | bob | /antipod/101?try=c4    | class="confirm"
<game> confirm          | bob | /antipod/101?try=c4    | class="confirm"
<game> set              | cyd | /account               | name="ankor.labels"
<game> subscribe        | cyd | /anchor/101            | action="/anchor/101/watch"
<game> unsubscribe      | cyd | /antipod/101           | name="off"
<game> retry            | bob | /antipod/102           | action="/antipod/102/retry"
<game> review           | bob | /antipod/102           | action="/antipod/102/review"
<game> notify           | cyd | /account               | name="ankor.notify"
<game> hint             | cyd | /antipod/103           | action="/antipod/103/hint"
<game> chat             | bob | /antipod/101           | action="/antipod/101/chat"
message                 | cyd | /players/ann           | href="/write?to=ann"
broadcast               | cyd | /write                 | value="broadcast"
news                    | cyd | /account/mail          | action="/account/news"
block                   | cyd | /account               | action="/account/block"
multiple                | cyd | /commands              | name="body"
signup                  |     | /sign-up               | action="/sign-up"
add                     | cyd | /account/mail          | action="/account/addresses"
change address          | cyd | /account/mail          | action="/account/addresses"
change password         | cyd | /account/security      | action="/account/command-password"
delete                  | cyd | /account/data          | action="/account/delete"
signoff                 | cyd | /account               | value="signoff"
signon                  | dan | /account               | I am back
reset                   |     | /sign-in               | href="/reset"
vacation                | cyd | /account               | action="/account/vacation"
"#;

#[tokio::test]
async fn every_command_has_a_form_or_a_link() {
    let site = Site::new().await;
    let mut people = BTreeMap::new();
    for name in ["ann", "bob", "cyd", "dan"] {
        let mut browser = site.browser();
        browser.sign_up(name).await.is(303);
        people.insert(name, browser);
    }
    let action = AdminAction::SetOperator { user: "cyd".parse().unwrap(), on: true };
    assert!(!administer(&site.store, action, site.now()).await.unwrap().refused);
    dan_is_offered_no_news(&people["dan"]).await;
    let mut post = async |who: &str, path: &str, fields: &[(&str, &str)]| {
        people.get_mut(who).unwrap().post(path, fields).await.is(303);
    };
    for path in ["/antipod/101", "/antipod/102"] {
        post("ann", "/new/antipod/challenge", &[("opponent", "bob")]).await;
        post("ann", &format!("{path}/turn"), &[("turn", "c3")]).await;
    }
    post("bob", "/antipod/101/answer", &[("answer", "accept")]).await;
    post("bob", "/antipod/102/turn", &[("turn", "c4")]).await;
    post("ann", "/antipod/102/act", &[("action", "resign"), ("generation", "2")]).await;
    post("cyd", "/antipod/102/retry", &[("turn", "1"), ("level", "novice1")]).await;
    post("ann", "/new/antipod/seek", &[("count", "1")]).await;
    post("ann", "/new/anchor/challenge", &[("opponent", "bob"), ("-pie", "swap")]).await;
    let first = game(&site, "/anchor/101").await.legal().swap_remove(0);
    post("ann", "/anchor/101/turn", &[("turn", &first)]).await;
    post("cyd", "/antipod/101/watch", &[]).await;
    post("dan", "/account/vacation", &[("what", "signoff")]).await;

    let rows = FORMS.trim().lines().map(|row| row.split('|').map(str::trim).collect::<Vec<_>>());
    let forms: Vec<_> = rows.collect();
    for usage in usages() {
        let is_of = |name: &str| {
            usage.strip_prefix(name).is_some_and(|rest| rest.is_empty() || rest.starts_with(' '))
        };
        // The longest match, because `add` is not the form of an `add` with another word.
        let form = forms.iter().filter(|form| is_of(form[0])).max_by_key(|form| form[0].len());
        let Some([_, who, path, there]) = form.map(Vec::as_slice) else {
            panic!("no form for: {usage}");
        };
        let nobody = site.browser();
        let page = people.get(who).unwrap_or(&nobody).get(path).await;
        assert!(page.text.contains(there), "{usage}: {there} is not on {path}:\n{}", page.text);
    }
    // A player who signed off returns with the button.
    let dan = people.get_mut("dan").unwrap();
    dan.post("/account/vacation", &[("what", "off")]).await.is(303);
    dan.get("/account").await.says("value=\"signoff\"");
}

/// Only operators see the form for news.
async fn dan_is_offered_no_news(dan: &Browser<'_>) {
    let page = dan.get("/write").await;
    assert!(!page.text.contains("value=\"broadcast\""), "{}", page.text);
}

#[tokio::test]
async fn a_message_reaches_its_reader() {
    let site = Site::new().await;
    let (mut ann, mut bob) = (site.browser(), site.browser());
    ann.sign_up("ann").await.is(303);
    bob.sign_up("bob").await.is(303);
    ann.post("/write", &[("to", ""), ("text", "hello")]).await.is(422).says("hello</textarea>");
    ann.post("/write", &[("to", "nobody_here"), ("text", "hello")]).await.is(422);
    let letter = [("to", "bob"), ("text", "shall we play?"), ("what", "message")];
    site.confirm_address("bob").await;
    ann.post("/write", &letter).await.is(200).says("Sent to bob");
    let letters = site.store.pending(100).await.unwrap();
    assert!(letters.iter().any(|letter| letter.text.contains("shall we play?")), "{letters:?}");
}

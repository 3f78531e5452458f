//! Second factors: setting up, signing in with a code, recovery codes.

use carrick_service::{AdminAction, Userid};
use data_encoding::BASE32_NOPAD;
use jiff::SignedDuration;
use totp_rs::Builder;

use super::support::{Browser, Site, fields, password};

/// An authenticator app with the secret of a page.
struct App([u8; 20]);

impl App {
    fn reads(page: &str) -> Self {
        let spelt = page.split("<p><code>").nth(1).unwrap().split('<').next().unwrap();
        let bytes = BASE32_NOPAD.decode(spelt.replace(' ', "").as_bytes()).unwrap();
        Self(bytes.try_into().unwrap())
    }

    fn shows(&self, site: &Site) -> String {
        let totp = Builder::new().with_secret(self.0).build().unwrap();
        totp.generate(site.now().as_second().try_into().unwrap()).to_string()
    }
}

fn recovery_codes(page: &str) -> Vec<String> {
    let codes = page.split("<li><code>").skip(1);
    codes.map(|code| code.split('<').next().unwrap().to_owned()).collect()
}

/// Sets up a second factor; returns the app and the recovery codes.
async fn set_up(site: &Site, browser: &mut Browser<'_>, name: &str) -> (App, Vec<String>) {
    let page = browser.post("/account/factor", &[("current", &password(name))]).await;
    page.is(200).says("aria-label=\"QR code\"").says("otpauth://totp/");
    let app = App::reads(&page.text);
    let page = browser.post("/account/factor/begin", &[("code", &app.shows(site))]).await;
    (app, recovery_codes(&page.is(200).text))
}

/// Signs in up to the code; returns the fields of its form.
async fn first_step(browser: &mut Browser<'_>, name: &str) -> String {
    let signing = [("user", name), ("password", &password(name)), ("to", "/watching")];
    let page = browser.post("/sign-in", &signing).await;
    page.is(200).says("autocomplete=\"one-time-code\"");
    assert!(page.headers.get("set-cookie").is_none(), "no session yet");
    fields(&page.text)["token"].clone()
}

async fn second_step(browser: &mut Browser<'_>, token: &str, code: &str) -> u16 {
    let code = [("token", token), ("code", code), ("to", "/watching")];
    browser.post("/sign-in/code", &code).await.status.as_u16()
}

#[tokio::test]
async fn a_second_factor_requires_a_code_that_works_once() {
    let site = Site::new().await;
    let (mut home, mut library) = (site.browser(), site.browser());
    home.sign_up("ann").await.is(303);
    library.post("/sign-in", &[("user", "ann"), ("password", &password("ann"))]).await.is(303);
    home.post("/account/factor", &[("current", "not the one")]).await.is(422);
    // No code is requested until one has been shown.
    home.post("/account/factor", &[("current", &password("ann"))]).await.is(200);
    home.post("/account/factor/begin", &[("code", "000000")])
        .await
        .is(422)
        .says("That code is wrong");
    let (app, codes) = set_up(&site, &mut home, "ann").await;
    assert_eq!(codes.len(), 8);
    home.get("/account/security").await.is(200).says("8 recovery codes are left");
    library.get("/account").await.is(303);

    let token = first_step(&mut library, "ann").await;
    let code = app.shows(&site);
    assert_eq!(second_step(&mut library, &token, &code).await, 422, "it was used during setup");
    site.later(SignedDuration::from_secs(60));
    let code = app.shows(&site);
    assert_eq!(second_step(&mut library, &token, "12345").await, 422);
    assert_eq!(
        second_step(&mut library, &token, &format!(" {} {} ", &code[..3], &code[3..])).await,
        303
    );
    library.get("/account").await.is(200);
    let mut thief = site.browser();
    let token = first_step(&mut thief, "ann").await;
    assert_eq!(second_step(&mut thief, &token, &code).await, 422, "seen over the shoulder");
    assert_eq!(second_step(&mut thief, "", &code).await, 400);
    site.later(SignedDuration::from_mins(11));
    let code = app.shows(&site);
    assert_eq!(second_step(&mut thief, &token, &code).await, 400, "the first step is too long ago");
}

#[tokio::test]
async fn a_recovery_code_lets_in_once() {
    let site = Site::new().await;
    let mut home = site.browser();
    home.sign_up("ann").await.is(303);
    let (_, codes) = set_up(&site, &mut home, "ann").await;
    let mut library = site.browser();
    let token = first_step(&mut library, "ann").await;
    let typed = codes[3].to_uppercase().replace('-', " ");
    assert_eq!(second_step(&mut library, &token, &typed).await, 303);
    assert_eq!(second_step(&mut site.browser(), &token, &typed).await, 422);
    library.get("/account/security").await.is(200).says("7 recovery codes are left");
    // The database contains only hashes of the codes.
    let export = library.get("/account/export").await;
    let data: serde_json::Value = serde_json::from_str(&export.text).unwrap();
    assert_eq!(data["second_factor"]["recovery_codes"], 7);
    assert!(codes.iter().all(|code| !export.text.contains(code.as_str())));
}

#[tokio::test]
async fn guessing_codes_is_limited() {
    let site = Site::new().await;
    let mut home = site.browser();
    home.sign_up("ann").await.is(303);
    let (app, _) = set_up(&site, &mut home, "ann").await;
    let mut thief = site.browser();
    let token = first_step(&mut thief, "ann").await;
    let mut last = 0;
    for guess in 0..6 {
        last = second_step(&mut thief, &token, &format!("00000{guess}")).await;
    }
    assert_eq!(last, 429);
    site.later(SignedDuration::from_mins(6));
    let token = first_step(&mut thief, "ann").await;
    assert_eq!(second_step(&mut thief, &token, &app.shows(&site)).await, 303);
}

#[tokio::test]
async fn removing_a_second_factor_needs_both_and_a_link_does_not_bypass_it() {
    let site = Site::new().await;
    let mut home = site.browser();
    home.sign_up("ann").await.is(303);
    let (app, codes) = set_up(&site, &mut home, "ann").await;
    site.later(SignedDuration::from_mins(1));
    let right = password("ann");
    for (current, code) in [("not the one", codes[0].as_str()), (&right, "123456"), (&right, "")] {
        let both = [("current", current), ("code", code)];
        home.post("/account/factor/end", &both).await.is(422);
        home.post("/account/factor/codes", &both).await.is(422);
    }
    home.post("/account/factor", &[("current", &right)]).await.is(422).says("turn it off");

    let mut stranger = site.browser();
    let path = super::accounts::ask_for_link(&site, "ann").await;
    let page = stranger.post(&path, &[("password", "a wholly new password")]).await;
    page.is(200).says("one-time-code");
    stranger.get("/account").await.is(303);
    site.later(SignedDuration::from_hours(1));
    let token = fields(&page.text)["token"].clone();
    assert_eq!(second_step(&mut stranger, &token, &codes[0]).await, 400);

    let signing = [("user", "ann"), ("password", "a wholly new password")];
    let token = fields(&home.post("/sign-in", &signing).await.text)["token"].clone();
    assert_eq!(second_step(&mut home, &token, &app.shows(&site)).await, 303);
    let both = [("current", "a wholly new password"), ("code", codes[1].as_str())];
    let renewed = home.post("/account/factor/codes", &both).await;
    let new = recovery_codes(&renewed.is(200).text);
    home.post("/account/factor/end", &both).await.is(422);
    let both = [("current", "a wholly new password"), ("code", new[0].as_str())];
    home.post("/account/factor/end", &both).await.is(303);
    site.browser().post("/sign-in", &signing).await.is(303);
}

/// Performs an operator's action.
async fn administer(site: &Site, action: AdminAction) {
    assert!(!carrick_server::administer(&site.store, action, site.now()).await.unwrap().refused);
}

#[tokio::test]
async fn an_operator_suspends_renames_and_takes_away_a_lost_second_factor() {
    let site = Site::new().await;
    let (mut home, mut library) = (site.browser(), site.browser());
    home.sign_up("ann").await.is(303);
    let (app, _) = set_up(&site, &mut home, "ann").await;
    let [ann, anna] = ["ann", "anna"].map(|name| name.parse::<Userid>().unwrap());

    // A suspended user is signed out and cannot sign in.
    administer(&site, AdminAction::Suspend(ann.clone())).await;
    home.get("/account").await.is(303);
    let signing = [("user", "ann"), ("password", &*password("ann"))];
    home.post("/sign-in", &signing).await.is(403).says("This account is suspended");
    administer(&site, AdminAction::Restore(ann.clone())).await;

    // Sessions and codes still belong to the user with the former name.
    site.later(SignedDuration::from_secs(60));
    let token = first_step(&mut home, "ann").await;
    assert_eq!(second_step(&mut home, &token, &app.shows(&site)).await, 303);
    administer(&site, AdminAction::Rename { user: ann, to: anna.clone() }).await;
    home.get("/account").await.is(200).says("anna");
    assert_eq!(home.get("/players/ann").await.location(), "/players/anna");
    site.later(SignedDuration::from_secs(60));
    let signing = [("user", "anna"), ("password", &*password("ann")), ("to", "/watching")];
    let page = library.post("/sign-in", &signing).await;
    let token = fields(&page.is(200).text)["token"].clone();
    assert_eq!(second_step(&mut library, &token, &app.shows(&site)).await, 303);

    administer(&site, AdminAction::EndSessions(anna.clone())).await;
    library.get("/account").await.is(303);
    home.get("/account").await.is(303);
    administer(&site, AdminAction::ResetSecondFactor(anna)).await;
    library.post("/sign-in", &signing).await.is(303);
}

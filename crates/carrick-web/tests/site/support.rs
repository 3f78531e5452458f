//! Test support: a site, and browsers for it.

use std::collections::BTreeMap;
use std::net::{IpAddr, SocketAddr};
use std::sync::{Arc, Mutex};

use axum::Router;
use axum::body::Body;
use axum::extract::ConnectInfo;
use axum::http::{HeaderMap, Method, Request, StatusCode, header};
use carrick_server::{Feed, Strength, Worker};
use carrick_service::{Decision, Event, Needs, Sender, State, UserAddress, UserEvent, Userid};
use carrick_store::{LogEntry, Most, NewApiToken, Settings, Store, TokenHash};
use carrick_tokens::Keyring;
use carrick_web::{App, Contact, Identity, SiteSetup, router};
use jiff::{SignedDuration, Timestamp};
use sha2::{Digest as _, Sha256};
use tower::ServiceExt as _;

pub(crate) const BASE: &str = "https://carrick.example";

/// A site with a separate database, and with a clock that the test moves.
pub(crate) struct Site {
    pub(crate) store: Store,
    pub(crate) keys: Keyring,
    pub(crate) feed: Feed,
    pub(crate) app: App,
    router: Router,
    now: Arc<Mutex<Timestamp>>,
    folder: tempfile::TempDir,
}

impl Site {
    pub(crate) async fn new() -> Self {
        Self::made(None, &Settings::default()).await
    }

    /// A site whose operator has named a contact for security reports.
    pub(crate) async fn with_contact(contact: Contact) -> Self {
        Self::made(Some(contact), &Settings::default()).await
    }

    /// A site whose database is opened with these settings.
    pub(crate) async fn with(settings: &Settings) -> Self {
        Self::made(None, settings).await
    }

    async fn made(security_contact: Option<Contact>, settings: &Settings) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("carrick.db");
        let store = Store::open(&path, settings).await.unwrap();
        let feed = Feed::of(store.clone()).await.unwrap();
        let start: Timestamp = "2008-05-01T12:00:00Z".parse().unwrap();
        let now = Arc::new(Mutex::new(start));
        let clock = now.clone();
        let keys = Keyring::new([7; 32]);
        let setup = SiteSetup {
            base_url: BASE.parse().unwrap(),
            on_lan: false,
            trusted_proxies: Default::default(),
            security_contact,
            keys: keys.clone(),
        };
        // No two requests have the same time.
        let tick = move || {
            let mut now = clock.lock().unwrap();
            *now += SignedDuration::from_millis(1);
            *now
        };
        let steady = now.clone();
        let steady = Arc::new(move || {
            let since = steady.lock().unwrap().duration_since(Timestamp::UNIX_EPOCH);
            since.unsigned_abs()
        });
        let app = App::new(store.clone(), feed.clone(), setup, Arc::new(tick)).timed(steady);
        Self { router: router(app.clone()), app, store, keys, feed, now, folder }
    }

    /// The site with a name and links of its operator.
    pub(crate) fn with_identity(mut self, identity: Identity) -> Self {
        self.app = self.app.with_identity(identity);
        self.router = router(self.app.clone());
        self
    }

    /// Makes a token of a user.
    pub(crate) async fn token(&self, user: &str, scopes: &str) -> String {
        let digits: String = (0..64).map(|_| format!("{:x}", fastrand::u8(..16))).collect();
        let token = format!("carrick_{digits}");
        let hash = Sha256::digest(&token).iter().map(|byte| format!("{byte:02x}")).collect();
        let new = NewApiToken {
            user: user.parse().unwrap(),
            hash: TokenHash(hash),
            name: "test".to_owned(),
            scopes: scopes.parse().unwrap(),
            created: self.now(),
            expires: self.now() + SignedDuration::from_hours(1),
        };
        self.store
            .add_api_token(&new, Most { of_user: 1000, from_place: 1000 })
            .await
            .unwrap()
            .unwrap();
        token
    }

    /// The database as another program opens it.
    pub(crate) async fn other_program(&self) -> Store {
        Store::open(self.folder.path().join("carrick.db"), &Settings::default()).await.unwrap()
    }

    pub(crate) fn later(&self, time: SignedDuration) {
        *self.now.lock().unwrap() += time;
    }

    pub(crate) fn now(&self) -> Timestamp {
        *self.now.lock().unwrap()
    }

    pub(crate) fn browser(&self) -> Browser<'_> {
        self.browser_at("192.0.2.1")
    }

    /// A browser at a network address.
    pub(crate) fn browser_at(&self, address: &str) -> Browser<'_> {
        Browser {
            site: self,
            cookie: None,
            address: (address.parse::<IpAddr>().unwrap(), 4000).into(),
        }
    }

    pub(crate) async fn send(&self, request: Request<Body>) -> axum::response::Response {
        self.router.clone().oneshot(request).await.unwrap()
    }

    /// Gives a user a confirmed email address.
    pub(crate) async fn confirm_address(&self, user: &str) {
        let user: Userid = user.parse().unwrap();
        let needs = Needs { users: [user.clone()].into(), ..Needs::default() };
        let entry = LogEntry {
            id: None,
            at: self.now(),
            sender: Sender::User(user.clone()),
            command: "confirm".to_owned(),
            reply_to: None,
        };
        let address = UserAddress {
            address: format!("{user}@example.org").parse().unwrap(),
            confirmed: true,
            returned: false,
        };
        let decide = move |_: &State| Decision {
            events: vec![Event::User(user.clone(), UserEvent::AddressesSet(vec![address.clone()]))],
            ..Decision::default()
        };
        self.store.transaction(&needs, &entry, decide).await.unwrap();
    }

    /// Lets the computer answer everything that it is asked.
    pub(crate) async fn let_computer_answer(&self) {
        let now = self.now.clone();
        let clock = move || *now.lock().unwrap() + SignedDuration::from_micros(500);
        let strength = Strength { nodes: 20, threads: 1, ..Strength::default() };
        let worker = Worker::new(self.store.clone(), strength, clock);
        worker.run_once(1, |done| _ = done.unwrap(), |_, _| {}).await.unwrap();
    }
}

/// Response to a request.
pub(crate) struct Answer {
    pub(crate) status: StatusCode,
    pub(crate) headers: HeaderMap,
    pub(crate) text: String,
}

impl Answer {
    /// The redirect's target.
    pub(crate) fn location(&self) -> &str {
        self.headers.get(header::LOCATION).map_or("", |value| value.to_str().unwrap())
    }

    #[track_caller]
    pub(crate) fn says(&self, part: &str) -> &Self {
        assert!(self.text.contains(part), "{part:?} is not in:\n{}", self.text);
        self
    }

    #[track_caller]
    pub(crate) fn is(&self, status: u16) -> &Self {
        assert_eq!(self.status.as_u16(), status, "{}", self.text);
        self
    }
}

/// A browser without scripts.
pub(crate) struct Browser<'a> {
    pub(crate) site: &'a Site,
    pub(crate) cookie: Option<String>,
    address: SocketAddr,
}

impl Browser<'_> {
    /// Body of a response that is not text.
    pub(crate) async fn get_bytes(&self, path: &str) -> Vec<u8> {
        let request = Request::get(path)
            .header(header::HOST, "carrick.example")
            .extension(ConnectInfo(self.address));
        let answer = self.site.send(request.body(Body::empty()).unwrap()).await;
        axum::body::to_bytes(answer.into_body(), 1 << 22).await.unwrap().to_vec()
    }

    pub(crate) async fn get(&self, path: &str) -> Answer {
        let mut request = Request::get(path)
            .header(header::HOST, "carrick.example")
            .extension(ConnectInfo(self.address));
        if let Some(cookie) = &self.cookie {
            request = request.header(header::COOKIE, cookie);
        }
        let mut answer =
            Self::read(self.site.send(request.body(Body::empty()).unwrap()).await).await;
        answer.text = answer.text.replace("&#39;", "'");
        answer
    }

    /// Sends a form and keeps the cookie from the answer; does not follow redirects.
    pub(crate) async fn post(&mut self, path: &str, fields: &[(&str, &str)]) -> Answer {
        let encode = |text: &str| -> String {
            let is_plain = |byte: u8| byte.is_ascii_graphic() && !b"%&=+#".contains(&byte);
            let one = |byte: u8| match is_plain(byte) {
                true => char::from(byte).to_string(),
                false => format!("%{byte:02X}"),
            };
            text.bytes().map(one).collect()
        };
        let body: Vec<String> = fields
            .iter()
            .map(|(name, value)| format!("{}={}", encode(name), encode(value)))
            .collect();
        let mut request = Request::builder()
            .method(Method::POST)
            .uri(path)
            .header(header::HOST, "carrick.example")
            .header(header::ORIGIN, BASE)
            .header("sec-fetch-site", "same-origin")
            .header(header::USER_AGENT, "Mozilla/5.0 (X11; Linux x86_64) Firefox/140.0")
            .header(header::CONTENT_TYPE, "application/x-www-form-urlencoded")
            .extension(ConnectInfo(self.address));
        if let Some(cookie) = &self.cookie {
            request = request.header(header::COOKIE, cookie);
        }
        let answer =
            Self::read(self.site.send(request.body(body.join("&").into()).unwrap()).await).await;
        if let Some(set) = answer.headers.get(header::SET_COOKIE) {
            let pair = set.to_str().unwrap().split(';').next().unwrap();
            self.cookie = (!pair.ends_with('=')).then(|| pair.to_owned());
        }
        answer
    }

    pub(crate) async fn sign_up(&mut self, name: &str) -> Answer {
        self.post("/sign-up", &[("user", name), ("password", &password(name))]).await
    }

    pub(crate) async fn read(response: axum::response::Response) -> Answer {
        let (parts, body) = response.into_parts();
        let bytes = axum::body::to_bytes(body, 1 << 22).await.unwrap();
        let text = String::from_utf8_lossy(&bytes).into_owned();
        Answer { status: parts.status, headers: parts.headers, text }
    }
}

/// A user's web password, blank included.
pub(crate) fn password(name: &str) -> String {
    format!("ünder the {name} tree")
}

/// Values of an attribute in all tags that start with this text.
pub(crate) fn attributes(html: &str, start: &str, name: &str) -> Vec<String> {
    let mut found = Vec::new();
    for tag in html.split(start).skip(1) {
        let tag = tag.split('>').next().unwrap();
        if let Some(value) = tag.split(&format!("{name}=\"")).nth(1) {
            found
                .push(value.split('"').next().unwrap().replace("&amp;", "&").replace("&#38;", "&"));
        }
    }
    found
}

/// Fields of all forms by name, for a page with one of each.
pub(crate) fn fields(html: &str) -> BTreeMap<String, String> {
    html.split("<input ")
        .skip(1)
        .filter_map(|tag| {
            let tag = format!("<input {}", tag.split('>').next()?);
            let name = attributes(&tag, "<input", "name").pop()?;
            Some((name, attributes(&tag, "<input", "value").pop().unwrap_or_default()))
        })
        .collect()
}

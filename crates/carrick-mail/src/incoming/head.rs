//! Head of a message: its sender, and whether that is a person.

use carrick_service::Address;
use mail_parser::{Address as Addresses, HeaderName, Message, MessageParser, MimeHeaders};

use crate::Doubt;
use crate::incoming::parts::body_start;
use crate::incoming::{Arrived, Envelope, MAX_HEADER_BYTES, Silence, Site, decode};

/// A head that may be answered.
pub(super) struct Head<'a> {
    bytes: &'a [u8],
    fields: Message<'a>,
}

/// Fields that may occur only once in a head (RFC 5322 section 3.6); if one occurs twice, two
/// programs may each trust a different one.
const ONCE: [HeaderName<'_>; 8] = [
    HeaderName::From,
    HeaderName::Sender,
    HeaderName::ReplyTo,
    HeaderName::Subject,
    HeaderName::Date,
    HeaderName::MessageId,
    HeaderName::ContentType,
    HeaderName::ContentTransferEncoding,
];

impl<'a> Head<'a> {
    pub(super) fn read(message: &'a [u8]) -> Result<Self, Silence> {
        let bytes = &message[..body_start(message)];
        if bytes.len() > MAX_HEADER_BYTES {
            return Err(Silence::LongHead);
        }
        let fields = MessageParser::default().parse_headers(bytes).ok_or(Silence::NoHead)?;
        let count = |name| fields.headers().iter().filter(|field| field.name == name).count();
        if ONCE.into_iter().any(|name| count(name) > 1) {
            return Err(Silence::Ambiguous);
        }
        Ok(Self { bytes, fields })
    }

    /// The only address in `From`.
    pub(super) fn from(&self) -> Result<Address, Silence> {
        let list = self.fields.from().ok_or(Silence::NoSender)?;
        let mut addresses = list.iter();
        let (Some(one), None) = (addresses.next(), addresses.next()) else {
            return Err(Silence::NoSender);
        };
        let raw = self.value_of("from").unwrap_or_default();
        let written = one.address().unwrap_or_default();
        // Another address that another reader may find, such as the program that judged the domain.
        if brackets(&raw) > 1 || plain_address(&raw) != Some(written) {
            return Err(Silence::NoSender);
        }
        written.parse().map_err(|_| Silence::NoSender)
    }

    pub(super) fn subject(&self) -> &str {
        self.fields.subject().unwrap_or_default()
    }

    /// The Subject as a command, which must be complete.
    pub(super) fn command(&self) -> Result<String, Doubt> {
        decode::words(self.bytes_of(&HeaderName::Subject))
    }

    /// The `Date` as written.
    pub(super) fn date(&self) -> &[u8] {
        self.bytes_of(&HeaderName::Date)
    }

    fn bytes_of(&self, name: &HeaderName<'_>) -> &[u8] {
        let field = self.fields.headers().iter().find(|field| field.name == *name);
        let range = field.map(|field| field.offset_start as usize..field.offset_end as usize);
        range.and_then(|range| self.bytes.get(range)).unwrap_or_default()
    }

    /// The `Message-ID` without its brackets, if it can be repeated in an answer's head.
    pub(super) fn message_id(&self) -> Option<&str> {
        let id = self.fields.message_id()?;
        let is_plain = id.bytes().all(|byte| byte.is_ascii_graphic() && !b"<>\"".contains(&byte));
        (is_plain && (3..=250).contains(&id.len()) && id.contains('@')).then_some(id)
    }

    /// Checks that a person wrote it, and not a sender whom the server must not answer (RFC 3834
    /// section 2).
    pub(super) fn check_sender(
        &self,
        envelope: &Envelope<'_>,
        from: &Address,
        site: &Site,
    ) -> Result<(), Silence> {
        if is_daemon(envelope.sender)
            || is_daemon(from.as_str())
            || self.value_of("return-path").is_some_and(|path| path.trim() == "<>")
        {
            return Err(Silence::Bounce);
        }
        let own_id = self.fields.message_id().and_then(|id| id.rsplit_once('@'));
        if own_id.is_some_and(|(_, host)| host.eq_ignore_ascii_case(site.host()))
            || site.recipient(from.as_str()).is_some()
            || site.recipient(envelope.sender).is_some()
        {
            return Err(Silence::Own);
        }
        let content = self.fields.content_type();
        if content.is_some_and(|kind| {
            kind.subtype().is_some_and(|kind| kind.eq_ignore_ascii_case("report"))
        }) {
            return Err(Silence::Bounce);
        }
        self.raw_fields().find_map(|(name, value)| self.machine(&name, &value)).map_or(Ok(()), Err)
    }

    /// Whether a field shows that a machine or a list sent the message.
    fn machine(&self, name: &str, value: &str) -> Option<Silence> {
        let value = value.trim().to_ascii_lowercase();
        let word = value.split([';', ' ', '(', '\r', '\n']).next().unwrap_or_default();
        match name {
            "auto-submitted" if word != "no" => Some(Silence::AutoSubmitted),
            "x-autoreply"
            | "x-autorespond"
            | "x-autoresponder"
            | "x-auto-reply-from"
            | "x-failed-recipients" => Some(Silence::AutoSubmitted),
            // Exchange also puts parts of it into emails that people write.
            "x-auto-response-suppress" if value.contains("all") => Some(Silence::AutoSubmitted),
            "precedence" if matches!(word, "bulk" | "junk") => Some(Silence::Bulk),
            "precedence" if word == "auto_reply" => Some(Silence::AutoSubmitted),
            "precedence" if word == "list" => Some(Silence::List),
            // Some services also add `List-Unsubscribe` to what people write.
            "list-id" | "list-post" | "list-help" | "list-subscribe" | "list-owner"
            | "list-archive" | "mailing-list" => Some(Silence::List),
            "subject"
                if ABSENT
                    .iter()
                    .any(|notice| self.subject().to_lowercase().starts_with(notice)) =>
            {
                Some(Silence::AutoSubmitted)
            }
            _ => None,
        }
    }

    /// The relay's proof of the domain in `From`, if the sender wrote to this server. In an answer
    /// to someone else it proves nothing, even if the email is genuine: the other person may have
    /// chosen its Subject, and passed it on.
    pub(super) fn proof(&self, from: &Address, site: &Site) -> Result<Proof, Silence> {
        let values: Vec<_> = self.authentication_results().collect();
        let domain = from.as_str().rsplit_once('@').map_or("", |(_, domain)| domain);
        match dmarc(values.iter().map(AsRef::as_ref), site.relay.as_deref(), domain) {
            Dmarc::Pass if self.is_to(site) => Ok(Proof::Domain),
            Dmarc::Pass | Dmarc::Silent => Ok(Proof::Nothing),
            Dmarc::Fail => Err(Silence::Forged),
        }
    }

    /// Whether an address of the server is in `To` or `Cc`. A repeated field proves nothing: a
    /// signature may cover one of them, and anyone who passes on a message can add the other.
    fn is_to(&self, site: &Site) -> bool {
        [HeaderName::To, HeaderName::Cc].into_iter().any(|name| {
            let mut fields = self.fields.headers().iter().filter(|field| field.name == name);
            let (Some(field), None) = (fields.next(), fields.next()) else { return false };
            let mut written = field.value.as_address().into_iter().flat_map(Addresses::iter);
            written.any(|to| to.address().is_some_and(|to| site.recipient(to).is_some()))
        })
    }

    /// Looks for `Authentication-Results` in the relay's name: the field that the server itself has
    /// forged, and the relay's own.
    pub(super) fn arrived(&self, site: &Site) -> Arrived {
        let (mut forged, mut judged) = (false, false);
        for value in self.authentication_results() {
            let is_forged = value.contains(FORGED);
            forged |= is_forged;
            let relay = site.relay.as_deref();
            judged |= !is_forged && relay.is_some_and(|relay| is_of(&value, relay));
        }
        Arrived { forged, judged }
    }

    /// The values of `Authentication-Results`. A field with a space before its colon does not
    /// count, because a relay may not recognise its name and let it pass.
    fn authentication_results(&self) -> impl Iterator<Item = std::borrow::Cow<'a, str>> {
        const NAME: &str = "authentication-results";
        let fields = self.fields.headers().iter().zip(self.raw_fields());
        fields.filter_map(|(field, (name, value))| {
            let colon = self.bytes.get(field.offset_field as usize + NAME.len());
            (name == NAME && colon == Some(&b':')).then_some(value)
        })
    }

    fn value_of(&self, name: &str) -> Option<std::borrow::Cow<'a, str>> {
        self.raw_fields().find(|field| field.0 == name).map(|field| field.1)
    }

    /// Every field as written: its name in lower case, its value still folded.
    fn raw_fields(&self) -> impl Iterator<Item = (String, std::borrow::Cow<'a, str>)> {
        self.fields.headers().iter().map(|field| {
            let range = field.offset_start as usize..field.offset_end as usize;
            let value = String::from_utf8_lossy(self.bytes.get(range).unwrap_or_default());
            (field.name.as_str().to_ascii_lowercase(), value)
        })
    }
}

/// The address in a field of one of the forms `address` and `name <address>`, either with a comment
/// after it, and with nothing but spaces around the address.
fn plain_address(raw: &str) -> Option<&str> {
    let mut field = raw.trim();
    if let Some(inner) = field.strip_suffix(')') {
        let (before, comment) = inner.rsplit_once('(')?;
        if comment.contains([')', '\\']) {
            return None;
        }
        field = before.trim_end();
    }
    let address = match field.strip_suffix('>') {
        Some(inner) => inner.rsplit_once('<')?.1.trim(),
        None => field,
    };
    let is_one_word = address.bytes().all(|byte| byte.is_ascii_graphic() && !b"()".contains(&byte));
    is_one_word.then_some(address)
}

/// The number of brackets that open an address, as any reader may see it: brackets in quotation
/// marks do not count if nothing in them looks like an address.
fn brackets(raw: &str) -> usize {
    let (mut outside, mut inside, mut is_quoted) = (0, 0, false);
    for letter in raw.chars() {
        match letter {
            '"' => is_quoted = !is_quoted,
            '<' if is_quoted => inside += 1,
            '<' => outside += 1,
            _ => {}
        }
    }
    let is_plain = !is_quoted && !raw.contains('\\') && raw.matches('@').count() == 1;
    if is_plain { outside } else { outside + inside }
}

/// How the Subjects of automatic replies (absence notices) begin, for those without a field that
/// shows it.
const ABSENT: [&str; 12] = [
    "automatic reply",
    "auto-reply",
    "autoreply",
    "auto:",
    "out of office",
    "automatische antwort",
    "abwesenheitsnotiz",
    "réponse automatique",
    "respuesta automática",
    "risposta automatica",
    "automatisch antwoord",
    "автоответ",
];

/// Addresses that send without reading; an empty one is that of every bounce.
fn is_daemon(address: &str) -> bool {
    let local =
        address.trim_matches(['<', '>']).rsplit_once('@').map_or(address, |(local, _)| local);
    let local = local.to_ascii_lowercase();
    address.trim_matches(['<', '>']).is_empty()
        || ["mailer-daemon", "postmaster", "no-reply", "noreply", "do-not-reply", "donotreply"]
            .contains(&local.as_str())
        || local.starts_with("owner-")
        || ["-request", "-bounces", "-bounce"].iter().any(|end| local.ends_with(end))
        || local.contains("-bounces+")
}

// `Authentication-Results` (RFC 8601): the relay's verdict on a sender, by DMARC.
//
// Anyone can write such a field into a message. Only fields with the name of the configured relay
// count, because the relay removes that name from incoming messages; all others are ignored. If
// fields with that name disagree, nothing is proved.

/// Proof of the address in `From`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Proof {
    /// Nothing.
    Nothing,
    /// Its domain sent the message: DMARC passes for exactly this domain.
    Domain,
}

/// Result of DMARC for a domain, from all fields together.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Dmarc {
    /// Nothing, or nothing consistent.
    Silent,
    Pass,
    Fail,
}

/// Reads the values of all the fields, for the domain in `From`.
pub(super) fn dmarc<'a>(
    fields: impl Iterator<Item = &'a str>,
    relay: Option<&str>,
    domain: &str,
) -> Dmarc {
    let Some(relay) = relay else { return Dmarc::Silent };
    let mut passed = false;
    let mut doubtful = false;
    for field in fields {
        let Some(clauses) = clauses_of(field, relay) else { continue };
        for clause in clauses {
            match clause.first().map(String::as_str) {
                Some("dmarc=fail") => return Dmarc::Fail,
                Some("dmarc=pass") if names(&clause, domain) => passed = true,
                Some(result) if result.starts_with("dmarc=") => doubtful = true,
                _ => {}
            }
        }
    }
    if passed && !doubtful { Dmarc::Pass } else { Dmarc::Silent }
}

/// The domain for which the server forges a pass when it tests itself.
pub(crate) const FORGED: &str = "forged.invalid";

/// Whether a field has the relay's name.
pub(super) fn is_of(field: &str, relay: &str) -> bool {
    clauses_of(field, relay).is_some()
}

/// Whether a result names a domain once, and no other domain.
fn names(clause: &[String], domain: &str) -> bool {
    let mut about = clause.iter().filter_map(|word| word.strip_prefix("header.from="));
    about.next().is_some_and(|named| named.eq_ignore_ascii_case(domain)) && about.next().is_none()
}

/// Whether a field starts with the relay's name as relays write it, with nothing before it but the
/// whitespace of RFC 5322. Relays are told to remove fields that start this way; they would not
/// remove a name in quotes, after a comment or after other whitespace.
fn begins_with(field: &str, relay: &str) -> bool {
    let is_blank = |letter| matches!(letter, ' ' | '\t' | '\r' | '\n');
    let rest = field.trim_start_matches(is_blank);
    let (name, rest) = rest.split_at_checked(relay.len()).unwrap_or_default();
    name.eq_ignore_ascii_case(relay) && rest.starts_with(|next| is_blank(next) || next == ';')
}

/// The results in a field, each as its words in lower case, if the relay wrote it.
fn clauses_of(field: &str, relay: &str) -> Option<Vec<Vec<String>>> {
    if !begins_with(field, relay) {
        return None;
    }
    let mut clauses = words(field)?.into_iter();
    let head = clauses.next()?;
    let is_version = |word: &String| word.bytes().all(|byte| byte.is_ascii_digit());
    let is_ours = match head.as_slice() {
        [name] => name.eq_ignore_ascii_case(relay),
        [name, version] => name.eq_ignore_ascii_case(relay) && is_version(version),
        _ => false,
    };
    is_ours.then(|| clauses.collect())
}

/// Splits at `;` and whitespace, outside of quotes; leaves out comments, and joins words around `=`
/// and in properties. `None` if quotes or comments do not end.
fn words(field: &str) -> Option<Vec<Vec<String>>> {
    let mut clauses = vec![vec![]];
    let mut word = String::new();
    let mut letters = field.chars();
    let (mut comments, mut is_quoted) = (0_u32, false);
    while let Some(letter) = letters.next() {
        match letter {
            '\\' if is_quoted || comments > 0 => {
                let escaped = letters.next()?;
                if comments == 0 {
                    word.push(escaped.to_ascii_lowercase());
                }
            }
            '"' if comments == 0 => is_quoted = !is_quoted,
            _ if is_quoted => word.push(letter.to_ascii_lowercase()),
            '(' => comments += 1,
            ')' if comments > 0 => comments -= 1,
            _ if comments > 0 => {}
            ';' => {
                end_word(&mut word, &mut clauses);
                clauses.push(vec![]);
            }
            _ if letter.is_whitespace() => end_word(&mut word, &mut clauses),
            _ => word.push(letter.to_ascii_lowercase()),
        }
    }
    end_word(&mut word, &mut clauses);
    (!is_quoted && comments == 0).then_some(clauses)
}

/// Ends a word, or joins it to the previous one if there is a `=` between them.
fn end_word(word: &mut String, clauses: &mut [Vec<String>]) {
    if word.is_empty() {
        return;
    }
    let Some(clause) = clauses.last_mut() else { return };
    match clause.last_mut() {
        Some(before) if before.ends_with('=') || word.starts_with('=') => before.push_str(word),
        _ => clause.push(word.clone()),
    }
    word.clear();
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(fields: &[&str], expected: Dmarc) {
        let found = dmarc(fields.iter().copied(), Some("mx.carrick.example"), "example.org");
        assert_eq!(found, expected, "{fields:?}");
    }

    #[test]
    fn verdicts_of_the_relay() {
        let pass = "mx.carrick.example; dmarc=pass (p=none dis=none) header.from=example.org";
        check(&[pass], Dmarc::Pass);
        check(
            &[
                "MX.carrick.example 1;\r\n\tspf=pass smtp.mailfrom=x.org;\r\n dmarc = pass header.from=\"Example.ORG\"",
            ],
            Dmarc::Pass,
        );
        check(
            &[
                "mx.carrick.example (us; really); dkim=pass (a \\) b) header.d=x; dmarc=pass header.from=example.org",
            ],
            Dmarc::Pass,
        );
        check(&["mx.carrick.example; dmarc=fail header.from=example.org"], Dmarc::Fail);
        check(&[pass, "mx.carrick.example; dmarc=fail header.from=example.org"], Dmarc::Fail);
        check(&["mx.carrick.example; none"], Dmarc::Silent);
        check(&["mx.carrick.example; spf=pass; dkim=pass header.d=example.org"], Dmarc::Silent);
        check(&[], Dmarc::Silent);
    }

    #[test]
    fn fields_that_prove_nothing() {
        for field in [
            "mx.forger.example; dmarc=pass header.from=example.org",
            "x mx.carrick.example; dmarc=pass header.from=example.org",
            "mx.carrick.example.forger.example; dmarc=pass header.from=example.org",
            "(x) mx.carrick.example; dmarc=pass header.from=example.org",
            "\"mx.carrick.example\"; dmarc=pass header.from=example.org",
            "mx.carrick.\\example; dmarc=pass header.from=example.org",
            "\u{a0}mx.carrick.example; dmarc=pass header.from=example.org",
            "\u{b}mx.carrick.example; dmarc=pass header.from=example.org",
            "mx.carrick.example(x); dmarc=pass header.from=example.org",
            "(mx.carrick.example; dmarc=pass header.from=example.org)",
            "other; mx.carrick.example; dmarc=pass header.from=example.org",
            "mx.carrick.example; dmarc=pass",
            "mx.carrick.example; dmarc=pass header.from=sub.example.org",
            "mx.carrick.example; dmarc=pass header.from=example.org header.from=other.org",
            "mx.carrick.example; dmarc=pass header.from=other.org",
            "mx.carrick.example; spf=pass reason=\"; dmarc=pass header.from=example.org\"",
            "mx.carrick.example; spf=pass (dmarc=pass header.from=example.org)",
            "mx.carrick.example; dmarc=none header.from=example.org",
            "mx.carrick.example; dmarc=passable header.from=example.org",
            "mx.carrick.example; dmarc=pass header.from=example.org (",
            "mx.carrick.example; dmarc=pass header.from=example.org \"",
            "mx.carrick.example dmarc=pass header.from=example.org",
            "",
            ";",
        ] {
            check(&[field], Dmarc::Silent);
        }
        let pass = "mx.carrick.example; dmarc=pass header.from=example.org";
        check(&[pass, "mx.carrick.example; dmarc=pass header.from=other.org"], Dmarc::Silent);
        assert_eq!(dmarc([pass].into_iter(), None, "example.org"), Dmarc::Silent);
    }
}

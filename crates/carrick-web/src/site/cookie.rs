//! The session cookie.

use axum::http::{HeaderMap, HeaderValue, header};

use crate::site::BaseUrl;

/// Days without use after which a session ends.
pub(crate) const DAYS: i64 = 60;

/// Name of the cookie. The prefix `__Host-` makes browsers bind it to this host and to TLS; a
/// plain LAN site cannot use it.
const fn name(base: &BaseUrl) -> &'static str {
    if base.is_secure() { "__Host-session" } else { "session" }
}

/// The session token of a request.
pub(crate) fn token(headers: &HeaderMap, base: &BaseUrl) -> Option<String> {
    let cookies = headers.get_all(header::COOKIE).iter().filter_map(|value| value.to_str().ok());
    let mut pairs = cookies.flat_map(|line| line.split(';')).filter_map(|one| one.split_once('='));
    let (_, token) = pairs.find(|(found, _)| found.trim() == name(base))?;
    let token = token.trim();
    (token.len() == 64 && token.bytes().all(|byte| byte.is_ascii_hexdigit()))
        .then(|| token.to_owned())
}

/// The header that sets or removes the session cookie.
pub(crate) fn set(base: &BaseUrl, token: Option<&str>) -> HeaderValue {
    let secure = if base.is_secure() { "; Secure" } else { "" };
    let seconds = token.map_or(0, |_| DAYS * 24 * 3600);
    let line = format!(
        "{}={}; Path=/; Max-Age={seconds}; HttpOnly; SameSite=Lax{secure}",
        name(base),
        token.unwrap_or_default()
    );
    // The token is hexadecimal and the rest fixed, so this does not fail.
    HeaderValue::try_from(line).unwrap_or_else(|_| HeaderValue::from_static("session="))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_set_comes_back() {
        let token_text = "ab".repeat(32);
        for (base, start) in
            [("https://a.example", "__Host-session="), ("http://10.0.0.1:8010", "session=")]
        {
            let base: BaseUrl = base.parse().unwrap();
            let line = set(&base, Some(&token_text)).to_str().unwrap().to_owned();
            assert!(line.starts_with(start), "{line}");
            assert_eq!(line.contains("; Secure"), base.is_secure());
            assert!(line.contains("; HttpOnly; SameSite=Lax"));
            let mut headers = HeaderMap::new();
            let pair = line.split(';').next().unwrap();
            headers.insert(header::COOKIE, format!("theme=dark; {pair}").parse().unwrap());
            assert_eq!(token(&headers, &base), Some(token_text.clone()));
            headers.insert(header::COOKIE, format!("{start}short").parse().unwrap());
            assert_eq!(token(&headers, &base), None);
        }
    }
}

//! Form fields and query parameters.

use std::convert::Infallible;

use axum::Form;
use axum::extract::{FromRequest, FromRequestParts, Query, Request};
use axum::http::request::Parts;

use super::fault::Fault;

/// Form fields, in their order.
#[derive(Debug, Clone, Default)]
pub(crate) struct Fields(Vec<(String, String)>);

impl Fields {
    /// A field's text without blanks around it; empty when it was not filled in.
    pub(crate) fn text(&self, name: &str) -> &str {
        self.raw(name).trim()
    }

    /// A field's text as it was typed.
    pub(crate) fn raw(&self, name: &str) -> &str {
        self.0.iter().find(|(found, _)| found == name).map_or("", |(_, value)| value)
    }

    /// A field's text when it is one word, as the command language splits words.
    pub(crate) fn word(&self, name: &str) -> Option<&str> {
        let text = self.text(name);
        (!text.is_empty() && !text.chars().any(|c| c.is_whitespace() || c.is_control()))
            .then_some(text)
    }

    /// Whether a form has such a field, filled in or not.
    pub(crate) fn has(&self, name: &str) -> bool {
        self.0.iter().any(|(found, _)| found == name)
    }

    /// A number from a hidden field; `None` when the form has none.
    ///
    /// # Errors
    /// When it is no number. Then the form is not as the page made it, and its guard is unknown.
    pub(crate) fn hidden_number(&self, name: &str) -> Result<Option<u32>, Fault> {
        let text = self.text(name);
        if text.is_empty() { Ok(None) } else { text.parse().map(Some).map_err(|_| Fault::FORM) }
    }

    /// All values of a field, such as check boxes of one name.
    pub(crate) fn all<'f>(&'f self, name: &'f str) -> impl Iterator<Item = &'f str> {
        self.0.iter().filter(move |(found, _)| found == name).map(|(_, value)| value.trim())
    }

    /// All fields with their values, as a text that no other fields have.
    pub(crate) fn content(&self) -> String {
        format!("{:?}", self.0)
    }

    /// Whether a check box was ticked.
    pub(crate) fn ticked(&self, name: &str) -> bool {
        !self.text(name).is_empty()
    }
}

/// Extractor: query parameters of a page.
#[derive(Debug, Clone, Default)]
pub(crate) struct QueryFields(pub(crate) Fields);

impl<S: Send + Sync> FromRequest<S> for Fields {
    type Rejection = Fault;

    async fn from_request(request: Request, state: &S) -> Result<Self, Fault> {
        let form = Form::<Vec<(String, String)>>::from_request(request, state).await;
        match form {
            Ok(Form(fields)) => Ok(Self(fields)),
            Err(_) => Err(Fault::Bad("This form could not be read; it may be too long.")),
        }
    }
}

impl<S: Send + Sync> FromRequestParts<S> for QueryFields {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Infallible> {
        let query = Query::<Vec<(String, String)>>::from_request_parts(parts, state).await;
        Ok(Self(query.map(|Query(fields)| Fields(fields)).unwrap_or_default()))
    }
}

//! Token between the two steps of signing in: first password, then one-time code.

use carrick_service::Userid;
use jiff::Timestamp;

use crate::Token;
use crate::bytes::{PayloadReader, put_user};

/// Proves that its bearer has entered a user's password, but has not entered a code yet.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StepToken {
    /// User whose password was entered.
    pub user: Userid,
    /// Expiry, to the second.
    pub expires: Timestamp,
}

impl Token for StepToken {
    const PURPOSE: &'static str = "second step";

    fn write(&self, out: &mut Vec<u8>) {
        put_user(&self.user, out);
        out.extend(self.expires.as_second().to_be_bytes());
    }

    fn read(bytes: &[u8]) -> Option<Self> {
        let mut bytes = PayloadReader(bytes);
        let token = Self { user: bytes.user()?, expires: bytes.second()? };
        bytes.0.is_empty().then_some(token)
    }

    fn expires(&self) -> Option<Timestamp> {
        Some(self.expires)
    }
}

//! Remarks on boards, and subscriptions to them.

pub(crate) mod remark;
pub(crate) mod subscription;

pub use self::remark::Remark;

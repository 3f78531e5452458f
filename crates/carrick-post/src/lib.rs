//! The mail's edge: LMTP on sockets, what a mail asks carried out, the outbox sent.

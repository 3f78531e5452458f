//! Tests of the coach.

mod analysis;

//! Shapes on boards: cubes and their depth, stones, discs, the globe.

pub(crate) mod cubes;
pub(crate) mod stones;

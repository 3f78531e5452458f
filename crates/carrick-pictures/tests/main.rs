//! Integration tests in one program, which is linked only once and runs its tests in parallel.

mod figures;
mod gallery;
mod heat;
mod ownership;
mod pictures;
mod properties;
mod raster;
mod support;

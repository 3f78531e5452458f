//! Integration tests, in one program: it is linked once, and its tests share the cores.

mod figures;
mod gallery;
mod heat;
mod laws;
mod ownership;
mod pictures;
mod raster;
mod support;

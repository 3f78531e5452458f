//! Integration tests, in one program: it is linked once, and its tests share the cores.

mod figures;
mod gallery;
mod heat;
mod ownership;
mod pictures;
mod properties;
mod raster;
mod support;

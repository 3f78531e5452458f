//! Has the files of the folder `engine` embedded again when `cargo xtask wasm` has written them.

fn main() {
    println!("cargo::rerun-if-changed=engine");
}

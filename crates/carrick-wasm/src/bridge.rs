//! The functions that JavaScript calls through wasm-bindgen.

use wasm_bindgen::prelude::wasm_bindgen;

#[wasm_bindgen]
extern "C" {
    /// Time since the worker started, in milliseconds.
    #[wasm_bindgen(js_namespace = performance)]
    fn now() -> f64;
}

/// See [`position`](crate::position()).
#[wasm_bindgen]
#[must_use]
pub fn position(query: &str) -> String {
    crate::position(query)
}

/// See [`turn`](crate::turn()). The search stops after a number of milliseconds, which may be
/// infinite.
#[wasm_bindgen]
#[must_use]
pub fn turn(question: &str, milliseconds: f64) -> String {
    let end = now() + milliseconds;
    crate::turn(question, &|| now() >= end)
}

/// See [`report`](crate::report()).
#[wasm_bindgen]
#[must_use]
pub fn report(question: &str) -> String {
    crate::report(question)
}

/// See [`judge`](crate::judge()).
#[wasm_bindgen]
#[must_use]
pub fn judge(question: &str) -> String {
    crate::judge(question)
}

/// See [`solve`](crate::solve()).
#[wasm_bindgen]
#[must_use]
pub fn solve(question: &str) -> String {
    crate::solve(question)
}

/// See [`RunningAnalysis`](crate::RunningAnalysis).
#[wasm_bindgen]
#[derive(Debug)]
pub struct Analysing(Result<crate::RunningAnalysis, Option<String>>);

#[wasm_bindgen]
impl Analysing {
    /// See [`RunningAnalysis::new`](crate::RunningAnalysis::new).
    #[wasm_bindgen(constructor)]
    pub fn new(question: &str) -> Self {
        Self(crate::RunningAnalysis::new(question).map_err(Some))
    }

    /// See [`RunningAnalysis::step`](crate::RunningAnalysis::step). If the question was invalid,
    /// the first call returns its problem.
    pub fn step(&mut self) -> Option<String> {
        match &mut self.0 {
            Ok(analysing) => analysing.step(),
            Err(problem) => problem.take(),
        }
    }
}

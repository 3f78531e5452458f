//! Settings of the computer's thinking, which servers and workers share.

use std::path::PathBuf;

use anyhow::{Context as _, Result};

use super::File;
use crate::cli::{TablesArguments, ThinkingMemory, thinking_memory};

/// How the computer thinks.
#[derive(Debug)]
pub(crate) struct Thinking {
    /// Maximum number of threads, if given.
    pub(crate) threads: Option<usize>,
    /// Memory limit of all searches together, in bytes, if given.
    pub(crate) bytes: Option<usize>,
    /// Folder with tables of solved boards, if given.
    pub(crate) tables: Option<PathBuf>,
}

impl Thinking {
    /// Merges flags and file; flags win.
    ///
    /// # Errors
    /// When the file allows too little memory.
    pub(crate) fn of(
        threads: Option<usize>,
        memory: &ThinkingMemory,
        tables: &TablesArguments,
        file: &mut File,
    ) -> Result<Self> {
        let in_file = file.thinking_memory.map(thinking_memory).transpose();
        let in_file = in_file.map_err(anyhow::Error::msg).context("thinking_memory")?;
        Ok(Self {
            threads: threads.or(file.threads),
            bytes: memory.mebibytes.or(in_file).map(|mebibytes| mebibytes << 20),
            tables: tables.tables.clone().or_else(|| file.tables.take()),
        })
    }
}

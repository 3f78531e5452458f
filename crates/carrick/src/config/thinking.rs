//! Settings of the computer's thinking, which servers and workers share.

use std::path::PathBuf;

use anyhow::{Context as _, Result, bail};
use carrick_cli::tables::TablesArguments;

use super::File;
use crate::cli::{ThinkingMemory, number_of_threads, thinking_memory};
use crate::system::memory_mebibytes;

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
    /// When the file allows no threads, too little memory, or more than there is.
    pub(crate) fn of(
        threads: Option<usize>,
        memory: &ThinkingMemory,
        tables: &TablesArguments,
        file: &mut File,
    ) -> Result<Self> {
        let in_file = file.thinking_memory.map(thinking_memory).transpose();
        let in_file = in_file.map_err(anyhow::Error::msg).context("thinking_memory")?;
        let threads_in_file = file.threads.map(number_of_threads).transpose();
        let threads_in_file = threads_in_file.map_err(anyhow::Error::msg).context("threads")?;
        let has = memory_mebibytes();
        let asked = memory.mebibytes.or(in_file);
        if let Some((asked, has)) = asked.zip(has).filter(|(asked, has)| asked > has) {
            bail!("thinking_memory is {asked} MiB, but this program may use {has} MiB in all");
        }
        let mebibytes = asked.or(has.map(usual_memory));
        Ok(Self {
            threads: threads.or(threads_in_file),
            bytes: mebibytes.map(|mebibytes| mebibytes << 20),
            tables: tables.tables.clone().or_else(|| file.tables.take()),
        })
    }
}

/// Memory of the searches by default, in MiB: a quarter of all memory, from 64 to 256.
const fn usual_memory(has: usize) -> usize {
    match has / 4 {
        ..64 => 64,
        quarter @ 64..256 => quarter,
        256.. => 256,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_small_machine_thinks_with_less_memory() {
        for (has, usual) in [(100, 64), (128, 64), (512, 128), (1024, 256), (65_536, 256)] {
            assert_eq!(usual_memory(has), usual, "{has}");
        }
    }
}

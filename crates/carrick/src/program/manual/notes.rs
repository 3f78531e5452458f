//! The notes below a subcommand's options, as a section of a man page.

use clap_mangen::roff::{Roff, roman};

/// A section with notes. Lines that are indented are examples, and keep their form.
pub(super) fn notes(text: &str) -> Roff {
    let mut roff = Roff::new();
    roff.control("SH", ["NOTES"]);
    let mut in_example = false;
    for line in text.lines() {
        let is_example = line.starts_with("  ");
        if line.trim().is_empty() {
            if !in_example {
                roff.control("PP", []);
            }
            continue;
        }
        if is_example != in_example {
            begin_or_end(is_example, &mut roff);
        }
        roff.text([roman(line.trim_start())]);
        in_example = is_example;
    }
    if in_example {
        begin_or_end(false, &mut roff);
    }
    roff
}

/// Begins or ends lines that are printed as they stand.
fn begin_or_end(begins: bool, roff: &mut Roff) {
    if begins {
        roff.control("RS", ["4"]).control("nf", []);
    } else {
        roff.control("fi", []).control("RE", []).control("PP", []);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn examples_keep_their_lines() {
        let roff = notes("Words\ngo on.\n\n  carrick serve\n  .hidden\n\nMore.").to_roff();
        assert_eq!(
            roff,
            ".SH NOTES\nWords\ngo on.\n.PP\n.RS 4\n.nf\ncarrick serve\n\\&.hidden\n.fi\n.RE\n.PP\nMore.\n"
        );
    }
}

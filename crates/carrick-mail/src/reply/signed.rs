//! Texts signed in the clear (RFC 9580 section 7): the signed text is read, and the signature is
//! not looked at.

use crate::Doubt;

const BEGIN: &str = "-----BEGIN PGP SIGNED MESSAGE-----";
const SIGNATURE: &str = "-----BEGIN PGP SIGNATURE-----";
const END: &str = "-----END PGP SIGNATURE-----";

/// The lines without the armor that signing has put around and into them, if it is whole.
pub(super) fn without_armor(lines: Vec<&str>) -> Result<Vec<&str>, Doubt> {
    if !lines.contains(&BEGIN) {
        return Ok(lines);
    }
    if !lines.contains(&END) {
        return Err(Doubt::Quotation);
    }
    let mut part = ArmorPart::Outside;
    let mut said = Vec::with_capacity(lines.len());
    for line in lines {
        part = match (part, line) {
            (ArmorPart::Outside, BEGIN) => ArmorPart::Head,
            (ArmorPart::Head, "") => ArmorPart::Inside,
            (ArmorPart::Inside, SIGNATURE) => ArmorPart::Signature,
            (ArmorPart::Signature, END) => ArmorPart::Outside,
            (ArmorPart::Inside, _) => {
                // Lines that begin with a dash were given another one.
                said.push(line.strip_prefix("- ").unwrap_or(line));
                ArmorPart::Inside
            }
            (ArmorPart::Outside, _) => {
                said.push(line);
                ArmorPart::Outside
            }
            (part @ (ArmorPart::Head | ArmorPart::Signature), _) => part,
        };
    }
    Ok(said)
}

/// Part of a signed text.
enum ArmorPart {
    Outside,
    /// Above the blank line.
    Head,
    Inside,
    Signature,
}

//! Texts signed in the clear (RFC 9580 section 7): the signature is not looked at, and what is
//! signed is read.

const BEGIN: &str = "-----BEGIN PGP SIGNED MESSAGE-----";
const SIGNATURE: &str = "-----BEGIN PGP SIGNATURE-----";
const END: &str = "-----END PGP SIGNATURE-----";

/// The lines without what signing has put round and into them.
pub(super) fn without_armor(lines: Vec<&str>) -> Vec<&str> {
    if !lines.contains(&BEGIN) {
        return lines;
    }
    let mut place = Place::Outside;
    let mut said = Vec::with_capacity(lines.len());
    for line in lines {
        place = match (place, line) {
            (Place::Outside, BEGIN) => Place::Head,
            (Place::Head, "") => Place::Inside,
            (Place::Inside, SIGNATURE) => Place::Signature,
            (Place::Signature, END) => Place::Outside,
            (Place::Inside, _) => {
                // Lines that begin with a dash were given another one.
                said.push(line.strip_prefix("- ").unwrap_or(line));
                Place::Inside
            }
            (Place::Outside, _) => {
                said.push(line);
                Place::Outside
            }
            (place @ (Place::Head | Place::Signature), _) => place,
        };
    }
    said
}

/// Where in such a text.
enum Place {
    Outside,
    /// Above the blank line.
    Head,
    Inside,
    Signature,
}

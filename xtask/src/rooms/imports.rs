//! The paths that a source imports or uses from its own crate, wherever they stand in it.

use proc_macro2::{Delimiter, TokenStream, TokenTree};

/// Every path that begins with `crate`, `self` or `super`, as the names from the crate's root on;
/// `None` when the text is not Rust. `module` is the module that the text is.
///
/// Comments and items for tests alone are left out, and so are places of visibility, such as
/// `pub(in crate::people)`.
pub(super) fn imports(text: &str, module: &[String]) -> Option<Vec<Vec<String>>> {
    let mut found = Vec::new();
    scan(text.parse().ok()?, module, &mut found);
    Some(found)
}

fn scan(stream: TokenStream, module: &[String], found: &mut Vec<Vec<String>>) {
    let tokens: Vec<TokenTree> = stream.into_iter().collect();
    let mut rest = &tokens[..];
    while let Some(first) = rest.first() {
        if let Some(behind) = behind_test(rest) {
            rest = behind;
            continue;
        }
        if let [TokenTree::Ident(word), TokenTree::Ident(name), TokenTree::Group(body), ..] = rest
            && word == "mod"
        {
            let inner = [module, &[name.to_string()]].concat();
            scan(body.stream(), &inner, found);
            rest = &rest[3..];
            continue;
        }
        if is_root(first) && is_separator(&rest[1..]) {
            rest = path(rest, &[], &mut |names| found.push(absolute(names, module)));
            continue;
        }
        if let TokenTree::Group(group) = first
            && !is_visibility(group)
        {
            scan(group.stream(), module, found);
        }
        rest = &rest[1..];
    }
}

/// The tokens behind an item that is there for tests alone, if one begins here.
fn behind_test(tokens: &[TokenTree]) -> Option<&[TokenTree]> {
    let [TokenTree::Punct(mark), TokenTree::Group(attribute), item @ ..] = tokens else {
        return None;
    };
    let is_test = attribute.stream().to_string().replace(' ', "") == "cfg(test)";
    let is_end = |token: &TokenTree| match token {
        TokenTree::Group(group) => group.delimiter() == Delimiter::Brace,
        TokenTree::Punct(mark) => mark.as_char() == ';',
        TokenTree::Ident(_) | TokenTree::Literal(_) => false,
    };
    if mark.as_char() != '#' || !is_test {
        return None;
    }
    let end = item.iter().position(is_end).map_or(item.len(), |end| end + 1);
    Some(&item[end..])
}

/// Reads the path that begins here, and of a `use` with braces every path in it; returns the tokens
/// behind it.
fn path<'t>(
    mut tokens: &'t [TokenTree],
    before: &[String],
    tell: &mut dyn FnMut(&[String]),
) -> &'t [TokenTree] {
    let mut names = before.to_vec();
    loop {
        match tokens {
            [TokenTree::Ident(name), behind @ ..] => {
                names.push(name.to_string());
                tokens = behind;
            }
            [TokenTree::Punct(mark), behind @ ..] if mark.as_char() == '*' => {
                names.push("*".to_owned());
                tell(&names);
                return behind;
            }
            [TokenTree::Group(group), behind @ ..] if group.delimiter() == Delimiter::Brace => {
                let inner: Vec<TokenTree> = group.stream().into_iter().collect();
                let is_comma = |token: &TokenTree| matches!(token, TokenTree::Punct(mark) if mark.as_char() == ',');
                for part in inner.split(is_comma).filter(|part| !part.is_empty()) {
                    path(part, &names, tell);
                }
                return behind;
            }
            // Arguments of types.
            _ => {
                tell(&names);
                return tokens;
            }
        }
        if !is_separator(tokens) {
            tell(&names);
            return tokens;
        }
        tokens = &tokens[2..];
    }
}

/// A path from the crate's root on.
fn absolute(names: &[String], module: &[String]) -> Vec<String> {
    let mut root = module.to_vec();
    let mut names = names;
    while let [first, behind @ ..] = names {
        match first.as_str() {
            "crate" => root.clear(),
            "super" => _ = root.pop(),
            "self" => {}
            _ => break,
        }
        names = behind;
    }
    // `use crate::people::{self, Userid}`
    let names = names.strip_suffix(&["self".to_owned()]).unwrap_or(names);
    [&root, names].concat()
}

fn is_root(token: &TokenTree) -> bool {
    matches!(token, TokenTree::Ident(word) if word == "crate" || word == "self" || word == "super")
}

/// Whether `::` stands here.
fn is_separator(tokens: &[TokenTree]) -> bool {
    let is_colon =
        |token: &TokenTree| matches!(token, TokenTree::Punct(mark) if mark.as_char() == ':');
    matches!(tokens, [one, other, ..] if is_colon(one) && is_colon(other))
}

/// Whether a group is the place in `pub(in crate::people)`.
fn is_visibility(group: &proc_macro2::Group) -> bool {
    let first = group.stream().into_iter().next();
    matches!(first, Some(TokenTree::Ident(word)) if word == "in")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(text: &str, expected: &[&str]) {
        let module = ["people".to_owned(), "names".to_owned()];
        let found = imports(text, &module).expect("Rust");
        let found: Vec<_> = found.iter().map(|path| path.join("::")).collect();
        assert_eq!(found, expected, "{text}");
    }

    #[test]
    fn paths_are_named_from_the_root_on() {
        check("use crate::state::{Board, seek::*};", &["state::Board", "state::seek::*"]);
        check("use super::{self, ids::Userid};", &["people", "people::ids::Userid"]);
        check("pub use self::list::List as Names;", &["people::names::list::List"]);
        check("use std::fmt; use carrick_games::Seat;", &[]);
        check("for x in crate::state::all::<u8>() {}", &["state::all"]);
        check("vec![super::super::state::EMPTY]", &["state::EMPTY"]);
    }

    #[test]
    fn comments_texts_visibility_and_tests_are_left_out() {
        check("/// [`crate::state`]\n// crate::state::X\nconst A: &str = \"crate::state\";", &[]);
        check("pub(in crate::people) fn f() {} pub(super) fn g() {} pub(crate) fn h() {}", &[]);
        let tests = "#[cfg(test)] mod tests { use crate::state::X; } use crate::help::Y;";
        check(tests, &["help::Y"]);
        check("#[cfg(test)] use crate::state::X; #[cfg(unix)] use crate::help::Y;", &["help::Y"]);
        assert_eq!(imports("fn f( {", &[]), None);
    }
}

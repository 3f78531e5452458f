//! Modules of the board as one script: on a slow network the number of files that a page waits for
//! costs more than their size.
//!
//! Each imported module becomes a function that is called at once and returns what it exports;
//! the main one stays a module, so that others can import it. Comments that fill lines are left
//! out. The modules are our own, and written so that this is enough: imports and exports begin
//! lines, and no two modules import each other.

use std::collections::BTreeMap;

/// The module of this name with all that it imports, as one module; `None` if a module is missing
/// or has an import of another form.
///
/// ```text
/// import { half } from "./numbers.js";      const $numbers = (() => {
/// export const quarter = half / 2;          const half = 0.5;
///                                           return { half };
///                                           })();
///                                           const { half } = $numbers;
///                                           export const quarter = half / 2;
/// ```
pub(super) fn bundle(main: &str, modules: &BTreeMap<&str, &str>) -> Option<String> {
    let mut order = Vec::new();
    visit(main, modules, &mut order, 0)?;
    let mut whole = String::new();
    for name in order.into_iter().filter(|&name| name != main) {
        let Module { body, exports } = Module::read(modules.get(name)?)?;
        let variable = variable(name);
        whole.push_str(&format!("const {variable} = (() => {{\n{body}"));
        whole.push_str(&format!("return {{ {} }};\n}})();\n", exports.join(", ")));
    }
    let text: String = lines(modules.get(main)?)
        .map(|line| Some(import(line)?.unwrap_or_else(|| line.to_owned()) + "\n"))
        .collect::<Option<_>>()?;
    Some(whole + &text)
}

/// Maximum depth of imports: deeper ones go in a circle.
const DEEP: usize = 16;

/// Adds a module to the order, behind all that it imports.
fn visit<'a>(
    name: &'a str,
    modules: &BTreeMap<&'a str, &'a str>,
    order: &mut Vec<&'a str>,
    depth: usize,
) -> Option<()> {
    if order.contains(&name) {
        return Some(());
    }
    let text: &'a str = modules.get(name).filter(|_| depth < DEEP)?;
    for line in lines(text) {
        if let Some(import) = Import::of(line)? {
            visit(import.file, modules, order, depth + 1)?;
        }
    }
    order.push(name);
    Some(())
}

/// The variable that holds the exports of a module.
fn variable(file: &str) -> String {
    format!("${}", file.trim_end_matches(".js").replace('-', "_"))
}

/// An import: the bound names, and the file.
struct Import<'a> {
    names: &'a str,
    file: &'a str,
}

impl<'a> Import<'a> {
    /// The import that a line is; `Some(None)` for other lines, and `None` for an import that is
    /// written in another way.
    #[allow(clippy::option_option)]
    fn of(line: &'a str) -> Option<Option<Self>> {
        let Some(rest) = line.strip_prefix("import ") else { return Some(None) };
        let (names, file) = rest.split_once(" from \"./")?;
        Some(Some(Self { names, file: file.strip_suffix("\";")? }))
    }
}

/// A line's import as a declaration.
#[allow(clippy::option_option)]
fn import(line: &str) -> Option<Option<String>> {
    let Some(Import { names, file }) = Import::of(line)? else { return Some(None) };
    let bound = names.strip_prefix("* as ").map_or_else(|| names.replace(" as ", ": "), Into::into);
    Some(Some(format!("const {bound} = {};", variable(file))))
}

/// A module as the body of a function, and the names that it exports.
struct Module {
    body: String,
    exports: Vec<String>,
}

impl Module {
    fn read(text: &str) -> Option<Self> {
        let (mut body, mut exports) = (String::new(), Vec::new());
        for line in lines(text) {
            let exported = line.strip_prefix("export ");
            if let Some(declared) = exported {
                exports.push(declared_name(declared)?);
            }
            body.push_str(&import(line)?.unwrap_or_else(|| exported.unwrap_or(line).to_owned()));
            body.push('\n');
        }
        Some(Self { body, exports })
    }
}

/// The name that a declaration binds: that of a constant, a function or a class.
fn declared_name(declared: &str) -> Option<String> {
    let declared = declared.strip_prefix("async ").unwrap_or(declared);
    let (kind, rest) = declared.split_once(' ')?;
    let end = rest.find(|character: char| !character.is_alphanumeric() && character != '_')?;
    ["const", "function", "class"].contains(&kind).then(|| rest[..end].to_owned())
}

/// Lines of a module without those that a comment fills, and without empty ones.
fn lines(text: &str) -> impl Iterator<Item = &str> {
    let mut inside = false;
    text.lines().filter(move |line| {
        let line = line.trim();
        let begins = line.starts_with("/**") && !line.contains("*/");
        let (was_inside, ends) = (inside, line.ends_with("*/"));
        inside = begins || inside && !ends;
        let one_line = line.starts_with("//") || line.starts_with("/**") && ends;
        !(line.is_empty() || begins || was_inside || one_line)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    const MODULES: [(&str, &str); 3] = [
        (
            "main.js",
            "// A page.\nimport { half as share } from \"./numbers.js\";\nimport * as words from \"./words.js\";\nexport const said = words.say(share);\n",
        ),
        ("numbers.js", "/**\n * A half.\n */\nexport const half = 0.5;\n"),
        (
            "words.js",
            "import { half } from \"./numbers.js\";\n\n/** Says it. */\nexport function say(share) {\n  return share === half ? \"half\" : \"other\"; // as it is\n}\n",
        ),
    ];

    #[test]
    fn modules_become_one() {
        let whole = bundle("main.js", &BTreeMap::from(MODULES)).unwrap();
        assert_eq!(
            whole,
            "const $numbers = (() => {\nconst half = 0.5;\nreturn { half };\n})();\n\
             const $words = (() => {\nconst { half } = $numbers;\nfunction say(share) {\n  \
             return share === half ? \"half\" : \"other\"; // as it is\n}\nreturn { say };\n})();\n\
             const { half: share } = $numbers;\nconst words = $words;\n\
             export const said = words.say(share);\n"
        );
    }

    #[test]
    fn modules_that_are_missing_or_go_in_a_circle_are_refused() {
        let mut modules = BTreeMap::from(MODULES);
        modules.insert(
            "numbers.js",
            "import { say } from \"./words.js\";\nexport const half = 0.5;\n",
        );
        assert_eq!(bundle("main.js", &modules), None);
        modules.remove("numbers.js");
        assert_eq!(bundle("main.js", &modules), None);
    }
}

//! Pages of `docs/findings`, with their plots and figures: what they contain and where they are.

/// A file of the folder, with its name.
macro_rules! file {
    ($name:expr) => {
        ($name, include_str!(concat!("../../../../../docs/findings/", $name)))
    };
}

/// A page of the findings.
#[derive(Debug)]
pub(in crate::routes) struct Finding {
    /// Name in URLs.
    pub(in crate::routes) name: &'static str,
    /// Its content, in a sentence for search engines.
    pub(in crate::routes) about: &'static str,
    pub(in crate::routes) markdown: &'static str,
}

macro_rules! finding {
    ($name:literal, $about:literal) => {
        Finding { name: $name, about: $about, markdown: file!(concat!($name, ".md")).1 }
    };
}

/// The page that lists them.
pub(in crate::routes) const OVERVIEW: Finding = finding!(
    "README",
    "What games between computer players say about the four games, each answer with its conditions."
);

/// The pages that it lists.
pub(in crate::routes) const FINDINGS: &[Finding] = &[
    finding!(
        "ankor-draws",
        "How much of Ankor is drawn, by which rule, and which option cures it."
    ),
    finding!(
        "boche-last-cube",
        "Whether the last cube and the first choice balance each other out in Boche."
    ),
    finding!("antipod-size", "Who is ahead in Antipod, by how much, and at which size least."),
    finding!(
        "anchor-first-move",
        "What the first move, both pie rules and a handicap stone are worth in Anchor."
    ),
    finding!("solved", "Exact values of the smallest boards of the four games."),
];

/// Plots and tables of figures.
pub(in crate::routes) const FINDING_FILES: &[(&str, &str)] = &[
    file!("anchor-first-move.csv"),
    file!("anchor-first-move.svg"),
    file!("anchor-mirror.csv"),
    file!("ankor-draws.csv"),
    file!("ankor-draws.svg"),
    file!("antipod-size.csv"),
    file!("antipod-size-strong.csv"),
    file!("antipod-size.svg"),
    file!("boche-last-cube.csv"),
    file!("boche-last-cube-strong.csv"),
    file!("boche-last-cube.svg"),
];

/// Paths of the pages.
pub(in crate::routes) fn finding_pages() -> impl Iterator<Item = String> {
    let each = FINDINGS.iter().map(|finding| format!("/findings/{}", finding.name));
    std::iter::once("/findings".to_owned()).chain(each)
}

/// Paths of the plots on the pages.
pub(in crate::routes) fn finding_plots() -> impl Iterator<Item = String> {
    let plots = FINDING_FILES.iter().filter(|(name, _)| name.ends_with(".svg"));
    plots.map(|(name, _)| format!("/findings/{name}"))
}

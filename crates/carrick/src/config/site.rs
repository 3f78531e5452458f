//! Section `[site]` of the configuration file: the site's name, and the links of its operator.

use anyhow::{Context as _, Result};
use carrick_web::{FootLink, Identity};
use serde::Deserialize;

/// Name of the site, and links at the foot of every page.
#[derive(Debug, Default, Deserialize)]
#[serde(try_from = "Section")]
pub(crate) struct Site(pub(crate) Identity);

/// The section as it is written.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Section {
    name: Option<String>,
    #[serde(default)]
    links: Vec<Link>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Link {
    text: String,
    url: String,
}

impl Section {
    fn identity(self) -> Result<Identity> {
        let name = self.name.map(|name| name.parse()).transpose().context("name")?;
        let link =
            |Link { text, url }| FootLink::new(&text, &url).with_context(|| format!("{text:?}"));
        let links = self.links.into_iter().map(link).collect::<Result<_>>();
        Ok(Identity::new(name.unwrap_or_default(), links.context("links")?)?)
    }
}

impl TryFrom<Section> for Site {
    type Error = String;

    fn try_from(section: Section) -> Result<Self, String> {
        section.identity().map(Self).map_err(|error| format!("{error:#}"))
    }
}

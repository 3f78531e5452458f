//! A study's tree as rows: each variation in a row, indented below the one that it leaves.

use carrick_games::records::Study;

/// A variation from where it branches off.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Row {
    /// How deep it is nested: 0 for the main line, 5 for what is deeper as well.
    pub(super) depth: usize,
    /// Its name; empty for none.
    pub(super) name: String,
    pub(super) turns: Vec<Turn>,
}

/// A turn in a row.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Turn {
    pub(super) node: usize,
    /// Number of the turn in the game.
    pub(super) number: usize,
    pub(super) turn: String,
    /// Whether it is the one that is shown.
    pub(super) here: bool,
    pub(super) has_comment: bool,
}

/// All variations: the main line first, each before those that leave it.
pub(super) fn rows(study: &Study, here: Option<usize>) -> Vec<Row> {
    let mut rows = Vec::new();
    // First node of a row, its number and its depth; the next one is at the end.
    let mut open: Vec<(usize, usize, usize)> = Vec::new();
    let branch = |parent, number, depth, open: &mut Vec<_>| {
        let others: Vec<usize> = study.children(parent).skip(1).collect();
        open.extend(others.into_iter().rev().map(|node| (node, number, depth)));
    };
    branch(None, 1, 1, &mut open);
    open.extend(study.children(None).next().map(|node| (node, 1, 0)));
    while let Some((first, start, depth)) = open.pop() {
        let follow = |&node: &usize| study.children(Some(node)).next();
        let line: Vec<usize> = std::iter::successors(Some(first), follow).collect();
        let turn = |(index, &node): (usize, &usize)| {
            let known = &study.nodes()[node];
            Turn {
                node,
                number: start + index,
                turn: known.turn.clone(),
                here: here == Some(node),
                has_comment: !known.comment.is_empty(),
            }
        };
        rows.push(Row {
            depth: depth.min(5),
            name: study.nodes()[first].name.to_string(),
            turns: line.iter().enumerate().map(turn).collect(),
        });
        for (index, &node) in line.iter().enumerate().rev() {
            branch(Some(node), start + index + 1, depth + 1, &mut open);
        }
    }
    rows
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_variation_has_a_row_below_the_one_it_leaves() {
        let game = Study::read(
            "{\"study\":1,\"game\":\"antipod\",\"options\":\"-radius=4\",\"nodes\":[\
             {\"parent\":null,\"turn\":\"f4\"},{\"parent\":0,\"turn\":\"e3\"},\
             {\"parent\":1,\"turn\":\"c4\"},{\"parent\":2,\"turn\":\"b3\"},\
             {\"parent\":2,\"turn\":\"d5\"},{\"parent\":0,\"turn\":\"c4\",\"name\":\"corner\"}]}",
        )
        .unwrap();
        let shown: Vec<(usize, usize, String)> = rows(&game, Some(4))
            .into_iter()
            .map(|row| {
                let turns: Vec<String> = row.turns.iter().map(|turn| turn.turn.clone()).collect();
                (row.depth, row.turns[0].number, turns.join(" "))
            })
            .collect();
        let is = |depth, number, turns: &str| (depth, number, turns.to_owned());
        assert_eq!(shown, [is(0, 1, "f4 e3 c4 b3"), is(1, 2, "c4"), is(1, 4, "d5")]);
    }
}

// The group under the pointer or the keyboard's focus lights up: an outline surrounds it.

/** @typedef {import("./types.js").Group} Group */
/** @typedef {import("./types.js").Position} Position */
/** @typedef {import("./marks.js").Marks} Marks */

/** Paths of outlines, which are needed at every movement. @type {WeakMap<Group, Path2D>} */
const paths = new WeakMap();

const pen = document.createElement("canvas").getContext("2d");

/**
 * Whether an outline surrounds a point of the picture.
 * @param {Group} group
 * @param {{ x: number, y: number }} at
 */
function surrounds(group, at) {
  if (!group.outline) return false;
  const path = paths.get(group) ?? new Path2D(group.outline);
  paths.set(group, path);
  return pen?.isPointInPath(path, at.x, at.y, "evenodd") ?? false;
}

/**
 * The group at an element of the picture. A cube of Boche shows paint of several groups, so the one
 * at the point counts.
 * @param {Position} position
 * @param {string | undefined} id
 * @param {{ x: number, y: number } | undefined} at
 * @returns {Group | undefined}
 */
export function groupAt(position, id, at) {
  if (position.game === "boche") return at && position.groups.find((group) => surrounds(group, at));
  return id ? position.groups.find((group) => group.ids.includes(id)) : undefined;
}

/**
 * Marks the groups that the last turn enclosed.
 * @param {Marks} marks
 * @param {Position} position
 */
export function enclose(marks, position) {
  for (const id of position.last?.enclosed ?? []) {
    const group = position.groups.find((group) => group.ids.includes(id));
    if (group?.outline) marks.outline("enclosed", "enclosed", group.outline);
  }
}

/**
 * Lights a group up, and no other; `undefined` lights none.
 * @param {Marks} marks
 * @param {Group | undefined} group
 */
export function light(marks, group) {
  if (group === marks.group) return;
  marks.group = group;
  marks.clear("group");
  if (group?.outline) marks.outline("group", "group", group.outline);
  // A single stone needs no mark.
  else if (group && group.size > 1) marks.rings("group", "group", group.ids, 0.47);
}

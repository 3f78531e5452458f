// The position endpoint's answers, as the server describes them (crate carrick-web,
// position::view).

/**
 * @typedef {"light" | "dark"} Colour
 * @typedef {{ seat: 1 | 2, colour: Colour, name: string }} Mover
 * @typedef {{ from: string, to: string }} Drop
 * @typedef {{ turn: string, said: string, landed: string[], remarks?: string[], left?: string, dropped?: Drop[], enclosed?: string[] }} LastTurn
 * @typedef {{ said: string, turns: string[], ids: string[], warns: boolean }} Teaching
 * @typedef {object} Spot
 * @property {string} id
 * @property {string} place
 * @property {string} label
 * @property {number} x
 * @property {number} y
 * @property {number} [level]
 * @property {Colour} [holds]
 * @property {string} [twin]
 * @property {boolean} [hidden]
 * @property {string} [turn]
 * @property {string[]} [to]
 * @property {string} [rotations]
 * @property {string} [why]
 * @typedef {{ turn: string, label: string, why?: string }} Other
 * @typedef {{ id: string, place: string, turn: string }} Target
 * @typedef {{ id: string, why: string }} Refused
 * @typedef {{ turn: string, letter: string, said: string, svg: string, paint: Paint }} Choice
 * @typedef {object} Selection
 * @property {string} place
 * @property {string} id
 * @property {string} said
 * @property {Target[]} [to]
 * @property {Refused[]} [refused]
 * @property {Choice[]} [choices]
 * @typedef {{ colour: Colour, size: number, said: string, ids: string[], outline?: string }} Group
 * @typedef {{ totals: [number, number], said: string }} Count
 * @typedef {{ kind: string, ids: string[] }} Proof
 * @typedef {{ winner?: Colour, reason: string, by_rules: boolean, said: string, explained: string, proof?: Proof }} Ending
 * @typedef {{ show: string, label: string, means: string }} Overlay
 * @typedef {{ nearest: Colour, joins: [boolean, boolean, boolean] }} Paint
 * @typedef {{ id: string, cell: [number, number, number], paint?: Paint }} PileCell
 * @typedef {{ form: "pile", size: number, cells: PileCell[] }} Pile
 * @typedef {{ ids: string[], at: [number, number, number] }} GlobePoint
 * @typedef {{ form: "globe", radius: number, points: GlobePoint[], lines: [number, number][] }} Globe
 * @typedef {{ connected: [string, string][], adjacent: [string, string][], tips: { id: string, sides: number }[] }} Links
 * @typedef {object} Position
 * @property {string} game
 * @property {string} title
 * @property {string} options
 * @property {number} [generation] of a board
 * @property {string[]} turns
 * @property {number} ply
 * @property {string[]} then
 * @property {number} number
 * @property {Mover} [to_move]
 * @property {string} said
 * @property {string} [phase]
 * @property {LastTurn} [last]
 * @property {Teaching} [teaching] the computer's remark, in a teaching game
 * @property {string[]} [noted] ids of the elements that notes in the picture mark
 * @property {Spot[]} spots
 * @property {Other[]} others
 * @property {Selection} [selection]
 * @property {Group[]} groups
 * @property {Count} [count]
 * @property {[number, number]} [hands]
 * @property {Ending} [ending]
 * @property {number} levels
 * @property {Overlay[]} overlays
 * @property {number} unit
 * @property {number} reach diameter of the smallest target, as a share of the unit
 * @property {string} svg
 * @property {Links} [links]
 * @property {Pile | Globe} [solid]
 */

/**
 * A mark that the page draws on a place, or from one to another. `kind` is a class of the style
 * sheet.
 * @typedef {{ shape: "ring" | "cross", kind: string, id: string }
 *   | { shape: "arrow", from: string, to: string }} Mark
 */

export {};

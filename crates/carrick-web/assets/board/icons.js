// Icons of the controls around a board, drawn on a grid of 24 by 24.

const SVG = "http://www.w3.org/2000/svg";

/** The lines of each icon, as path data. */
const LINES = {
  connected: "M8.2 15.8l7.6-7.6M3.5 18a3 3 0 1 0 6 0a3 3 0 1 0-6 0M14.5 6a3 3 0 1 0 6 0a3 3 0 1 0-6 0",
  adjacent: "M9 15l.1-.1M12 12l.1-.1M15 9l.1-.1M3.5 18a3 3 0 1 0 6 0a3 3 0 1 0-6 0M14.5 6a3 3 0 1 0 6 0a3 3 0 1 0-6 0",
  tips: "M4 4v16M20 12H8M12.5 7L7.5 12l5 5",
  sizes: "M3 12a9 9 0 1 0 18 0a9 9 0 1 0-18 0M9.4 8h5.2l-3 3.3c2 0 3.3 1 3.3 2.5s-1.3 2.5-3 2.5c-1.2 0-2.1-.5-2.7-1.3",
  territory: "M4 4h16v16H4zM12 4v16M4 12h16M6.3 8h3.4M8 6.3v3.4M14.3 16h3.4",
  coordinates: "M4 17l3.2-9h.6L11 17M5.2 14h4.6M14.5 10l2.5-2v9M14.5 17h5",
  remarks: "M4 5h16v11h-8.5L8 20v-4H4zM8 9h8M8 12.3h5",
  sound: "M4 9.5v5h3.5L12 18.5v-13L7.5 9.5zM15.5 9a4.2 4.2 0 0 1 0 6M18 6.3a8 8 0 0 1 0 11.4",
  silence: "M4 9.5v5h3.5L12 18.5v-13L7.5 9.5zM16 9.5l5 5M21 9.5l-5 5",
  magnify: "M4 10.5a6.5 6.5 0 1 0 13 0a6.5 6.5 0 1 0-13 0M15.3 15.3L20.5 20.5M10.5 7.5v6M7.5 10.5h6",
  whole: "M4 10.5a6.5 6.5 0 1 0 13 0a6.5 6.5 0 1 0-13 0M15.3 15.3L20.5 20.5M7.5 10.5h6",
  explore: "M6 20V4M6 12c0 5 9 2 9 7M3 7l3-3l3 3M12 17l3 3l3-3",
  first: "M6 5v14M18 5.5v13L9.5 12z",
  back: "M16 5.5v13L7.5 12z",
  forward: "M8 5.5v13L16.5 12z",
  last: "M18 5v14M6 5.5v13L14.5 12z",
  left: "M5 8.5h9.5a5 5 0 0 1 0 10H8M9 4.5l-4 4l4 4",
  right: "M19 8.5H9.5a5 5 0 0 0 0 10H16M15 4.5l4 4l-4 4",
  higher: "M12 20V8M7 12.5l5-5l5 5M5 4h14",
  lower: "M12 4v12M7 11.5l5 5l5-5M5 20h14",
  nearer: "M12 5v14M5 12h14",
  farther: "M5 12h14",
  reset: "M4 11.5L12 4.5l8 7M6.5 10v9.5h11V10",
};

/** @typedef {keyof typeof LINES} Icon */

/** Whether there is an icon of this name. @param {string} name @returns {name is Icon} */
export const isIcon = (name) => name in LINES;

/** The icon of a control, which already has a name. @param {Icon} name */
export function icon(name) {
  const svg = document.createElementNS(SVG, "svg");
  svg.setAttribute("class", "icon-sign");
  svg.setAttribute("viewBox", "0 0 24 24");
  svg.setAttribute("aria-hidden", "true");
  const path = document.createElementNS(SVG, "path");
  path.setAttribute("d", LINES[name]);
  svg.append(path);
  return svg;
}

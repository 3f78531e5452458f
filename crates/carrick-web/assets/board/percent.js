// Shares in %, formatted as the program formats them.

/** An estimated share, which is never shown as certain. @param {number} share */
export function percent(share) {
  if (share >= 0.995) return "over 99 %";
  return share < 0.005 ? "under 1 %" : `${Math.round(100 * share)} %`;
}

/** The number on a place of a map, from 1 to 99, for the same reason. @param {number} share */
export const spotted = (share) => Math.min(99, Math.max(1, Math.round(100 * share)));

// Test support: boards in three dimensions.

import assert from "node:assert/strict";

/** Result of a function of the board in three dimensions. */
export async function ask(page, question, given) {
  const solid = await page.evaluateHandle(async () => (await import("/board.js")).boards[0].solid);
  return solid.evaluate(question, given);
}

/** Waits until a board in three dimensions is shown and has stopped moving. */
export async function stands(page) {
  await page.locator(".is-solid canvas").waitFor();
  await page.evaluate(async () => {
    const script = document.querySelector('script[src$="/board.js"]');
    const [board] = (await import(script.src)).boards;
    const still = () => board.solid?.seen && !board.waiting && board.solid.stage.frame === 0;
    while (!still()) await new Promise(requestAnimationFrame);
  });
}

/** Shows the board in three dimensions. */
export async function turnsSolid(page) {
  await page.click("[data-view=solid]");
  await stands(page);
}

/** Where in the window a place can be hit. */
export async function at(page, id) {
  await page.locator(".solid-stage").evaluate((stage) => stage.scrollIntoView({ block: "center" }));
  await ask(page, (solid, id) => solid.reveal(id), id);
  await stands(page);
  const found = await ask(page, (solid, id) => {
    const { left, top } = solid.stage.canvas.getBoundingClientRect();
    const { x, y } = solid.whereIs(id);
    // Well within the place, because clicks have whole pixels.
    const about = [[0, 0], [3, 0], [-3, 0], [0, 3], [0, -3]];
    const within = ([x, y]) => about.every(([right, down]) => solid.placeAt({ clientX: x + right, clientY: y + down }) === id);
    const rings = Array.from({ length: 10 }, (_, ring) => Array.from({ length: 8 }, (_, way) => [4 * ring * Math.cos(way), 4 * ring * Math.sin(way)]));
    return rings.flat().map(([right, down]) => [left + x + right, top + y + down]).find(within);
  }, id);
  assert.ok(found, `${id} is seen nowhere`);
  return found;
}

// Plays matches at once on a server of boardgame.io, each move as soon as the one before is
// answered, by the messages that its own client sends. Arguments: port, number of matches, moves
// before the measurement, moves in it. Says "ready" after the former, begins the latter with a line
// of input, and writes one line of JSON. Ends when its input does. Fails unless each answer has the
// stone and a higher _stateID.
import { createInterface } from "node:readline";
import { io } from "socket.io-client";

const [port, matches, before, measured] = process.argv.slice(2).map(Number);

function connect(match) {
  const socket = io(`http://127.0.0.1:${port}/stones`, { transports: ["websocket"], forceNew: true });
  return new Promise((resolve, reject) => {
    socket.on("connect_error", reject);
    socket.on("connect", () => socket.emit("sync", match, "0", undefined, 2));
    socket.once("sync", (_, { state }) => resolve({ socket, match, stateID: state._stateID, moves: 0 }));
  });
}

function move(game) {
  const [cell, playerID] = [game.moves, String(game.moves % 2)];
  const payload = { type: "place", args: [cell], playerID };
  return new Promise((resolve, reject) => {
    game.socket.once("update", (_, state) => {
      if (!(state._stateID > game.stateID) || state.G.cells[cell] !== playerID) {
        reject(new Error(`${JSON.stringify(state.G)} after ${cell} by ${playerID}`));
      }
      game.stateID = state._stateID;
      game.moves += 1;
      resolve();
    });
    game.socket.emit("update", { type: "MAKE_MOVE", payload }, game.stateID, game.match, playerID);
  });
}

async function play(game, moves, times) {
  for (let n = 0; n < moves; n += 1) {
    const start = performance.now();
    await move(game);
    times.push(performance.now() - start);
  }
}

const games = await Promise.all(Array.from({ length: matches }, (_, n) => connect(`match${n}`)));
await Promise.all(games.map((game) => play(game, before, [])));
process.stdout.write("ready\n");
const input = createInterface({ input: process.stdin });
await new Promise((resolve) => input.once("line", resolve));
const times = [];
const start = performance.now();
await Promise.all(games.map((game) => play(game, measured, times)));
const seconds = (performance.now() - start) / 1000;
process.stdout.write(`${JSON.stringify({ seconds, times })}\n`);
input.once("close", () => process.exit(0));

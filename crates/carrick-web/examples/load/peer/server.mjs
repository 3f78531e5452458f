// A server of boardgame.io with its storage in memory, until it is killed. Its game is the least
// that is one: two players put stones in turn, each on a free cell. Says its port.
import { createRequire } from "node:module";

const { Server } = createRequire(import.meta.url)("boardgame.io/server");

const CELLS = 121;

const stones = {
  name: "stones",
  setup: () => ({ cells: Array(CELLS).fill(null) }),
  turn: { minMoves: 1, maxMoves: 1 },
  moves: {
    place: ({ G, playerID }, cell) => {
      if (G.cells[cell] !== null) return "INVALID_MOVE";
      G.cells[cell] = playerID;
    },
  },
};

// Its log of requests is not what is measured.
console.log = () => {};
const server = Server({ games: [stones], origins: ["http://127.0.0.1"] });
const { appServer } = await server.run({ port: 0, lobbyConfig: { apiPort: 0 } });
process.stdout.write(`${appServer.address().port}\n`);

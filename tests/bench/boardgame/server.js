/* A card game of boardgame.io for four, with hands that only their players see: `node server.js PORT [FOLDER]`.
   Matches are kept in memory, or in files of a folder. */

const { PlayerView, TurnOrder } = require("boardgame.io/core");
const { FlatFile, Server } = require("boardgame.io/server");

const SUITS = ["C", "D", "S", "B"];
const RANKS = ["A", "2", "3", "4", "5", "6", "7", "F", "C", "R"];
const PACK = SUITS.flatMap((suit) => RANKS.map((rank) => rank + suit));

function deal(G, random) {
  const cards = random.Shuffle(PACK);
  G.players = Object.fromEntries([0, 1, 2, 3].map((seat) => [seat, cards.slice(10 * seat, 10 * seat + 10)]));
  G.trick = [];
  G.tricks = [];
}

const cards = {
  name: "cards",
  disableUndo: true,
  setup: ({ random }) => {
    const G = { deals: 0 };
    deal(G, random);
    return G;
  },
  playerView: PlayerView.STRIP_SECRETS,
  turn: { minMoves: 1, maxMoves: 1, order: TurnOrder.DEFAULT },
  moves: {
    play: {
      client: false,
      move: ({ G, playerID, random }, place) => {
        const [card] = G.players[playerID].splice(place, 1);
        G.trick.push({ seat: Number(playerID), card });
        if (G.trick.length < 4) return;
        G.tricks.push(G.trick);
        G.trick = [];
        if (G.tricks.length < 10) return;
        G.deals += 1;
        deal(G, random);
      },
    },
  },
};

const [port, folder] = process.argv.slice(2);
Server({ games: [cards], origins: false, ...(folder ? { db: new FlatFile({ dir: folder }) } : {}) }).run(
  Number(port),
);

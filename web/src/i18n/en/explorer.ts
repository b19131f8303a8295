import type { Source } from "../../explorer/source";

/** The texts of the opening explorer. */
export const explorer = {
  title: "Opening explorer",
  titleOf: (game: string) => `${game}: openings`,
  show: "Opening explorer",
  help: "What was played in this position, and how those games ended.",
  source: "Games",
  sources: {
    book: "Self-play book",
    people: "Players",
    bots: "Bots",
    server: "All games on this server",
    import: "Imported games",
  } satisfies Record<Source, string>,
  rating: "Rating",
  anyRating: "Any rating",
  above: (rating: number) => `${rating} and above`,
  loading: "Looking up the position…",
  offline: "You are offline. The self-play book works without a connection.",
  bookMissing: "The book is not on this device yet. Go online once to load it.",
  over: "The game is over.",
  none: "None of these games reached this position.",
  notInBook: "This position is not in the book.",
  noBook: "There is no book for this variant.",
  total: (games: number) => (games === 1 ? "1 game" : `${games.toLocaleString("en")} games`),
  effort: (games: string, nodes: string, values: string) =>
    `${games} games the computer played against itself, ${nodes} nodes per move; estimates from ${values} nodes.`,
  searched: (nodes: string) => `Estimates from ${nodes} nodes on this device.`,
  deals: (count: number) => `Each deal is an opening of its own. The book contains deals 1 to ${count}:`,
  deal: (seed: number) => `Deal ${seed}`,
  moves: "Moves, most frequent first",
  results: (first: string, a: string, draws: string, second: string, b: string) =>
    `${first} won ${a}, draws ${draws}, ${second} won ${b}`,
  move: (sentence: string, games: string, results: string, value: string) =>
    `${sentence}: ${games}; ${results}${value === "" ? "" : `; ${value}`}`,
  start: "Back to the start",
  back: "Previous move",
  analyse: "Analyse",
  lead: "Select a move in the list or play on the board to see what follows.",
};

export type ExplorerTexts = typeof explorer;

/** The registry of games: every folder beside this file is a game. No list is kept by hand. */
import type { About, GameBoard } from "../board/types";
import type { Lesson } from "../learn/lesson";

export interface GameAbout extends About {
  /** The name of the folder, which is the id of the game in addresses and for the rules. */
  readonly id: string;
}

const abouts = import.meta.glob<About>("./*/about.ts", { eager: true, import: "about" });
const gameBoards = import.meta.glob<GameBoard>("./*/index.ts", { import: "gameBoard" });
const lessons = import.meta.glob<Lesson>("./*/lesson.ts", { import: "lesson" });

/** The games in the order of the home page. */
export const GAMES: readonly GameAbout[] = Object.entries(abouts)
  .map(([path, about]) => ({ id: path.split("/")[1] ?? "", ...about }))
  .sort((one, two) => one.order - two.order);

export const GAME_IDS: readonly string[] = GAMES.map(({ id }) => id);

/** The game that is selected by default. */
export const DEFAULT_GAME = GAME_IDS[0] ?? "";

/** Loads the board of a game. */
export const loadGameBoard = (id: string): Promise<GameBoard> | undefined =>
  gameBoards[`./${id}/index.ts`]?.();

/** Loads the lesson of a game, if it has one. */
export const loadLesson = (id: string): Promise<Lesson> | undefined => lessons[`./${id}/lesson.ts`]?.();

/** The games are the folders beside this file: what is in each is found by its name, and no list is kept by hand. */
import type { About, GameView } from "../board/types";
import type { Lesson } from "../learn/lesson";

export interface GameAbout extends About {
  /** The name of the folder, and of the game in addresses and for the rules. */
  readonly id: string;
}

const abouts = import.meta.glob<About>("./*/about.ts", { eager: true, import: "about" });
const views = import.meta.glob<GameView>("./*/index.ts", { import: "view" });
const lessons = import.meta.glob<Lesson>("./*/lesson.ts", { import: "lesson" });

/** The games in the order of the home page. */
export const GAMES: readonly GameAbout[] = Object.entries(abouts)
  .map(([path, about]) => ({ id: path.split("/")[1] ?? "", ...about }))
  .sort((one, two) => one.order - two.order);

export const GAME_IDS: readonly string[] = GAMES.map(({ id }) => id);

/** The game that is chosen where nobody has chosen one. */
export const DEFAULT_GAME = GAME_IDS[0] ?? "";

/** The board of a game, loaded when it is needed. */
export const loadView = (id: string): Promise<GameView> | undefined => views[`./${id}/index.ts`]?.();

/** The lesson of a game, if it has one. */
export const loadLesson = (id: string): Promise<Lesson> | undefined => lessons[`./${id}/lesson.ts`]?.();

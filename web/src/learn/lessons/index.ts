import type { Lesson } from "../lesson";

/** The lessons of the games, each loaded when it is needed. */
const LESSONS: Readonly<Record<string, () => Promise<Lesson>>> = {
  siam: async () => (await import("./siam")).lesson,
  samliam: async () => (await import("./samliam")).lesson,
  saigon: async () => (await import("./saigon")).lesson,
  palam: async () => (await import("./palam")).lesson,
};

/** How many steps each has, so that progress can be told before a lesson is loaded. A test compares. */
export const STEPS: Readonly<Record<string, number>> = { siam: 9, samliam: 8, saigon: 8, palam: 8 };

export function loadLesson(game: string): Promise<Lesson> | undefined {
  return LESSONS[game]?.();
}

import type { GameView } from "../board/types";

/** The boards, each loaded when it is needed. A fifth game is one more line here. */
const VIEWS: Readonly<Record<string, () => Promise<GameView>>> = {
  siam: async () => (await import("./siam")).siam,
  samliam: async () => (await import("./samliam")).samliam,
  saigon: async () => (await import("./saigon")).saigon,
  palam: async () => (await import("./palam")).palam,
};

export const GAME_IDS = Object.keys(VIEWS);

export function loadView(id: string): Promise<GameView> | undefined {
  return VIEWS[id]?.();
}

import { read, write } from "./storage";

export type Theme = "auto" | "light" | "dark";
export type BoardTheme = "teak" | "bamboo" | "slate" | "contrast";
/** How long the scenes on the board take. */
export type Pace = "normal" | "fast";
/** How the list of moves is written: with piece symbols, in notation or in sentences. */
export type MoveStyle = "symbols" | "notation" | "sentences";

interface Settings {
  theme: Theme;
  board: BoardTheme;
  /** High contrast for pages and boards, also without the system's setting. */
  contrast: boolean;
  sound: boolean;
  /** From 0 to 1. */
  volume: number;
  vibration: boolean;
  pace: Pace;
  moveStyle: MoveStyle;
  confirm: boolean;
  legal: boolean;
  threats: boolean;
  perfectPlay: boolean;
  /** Whether the opening explorer is open beside an analysis. */
  explorer: boolean;
  /** Whether the coach watches games against the computer on this device. */
  coach: boolean;
  coordinates: boolean;
}

const DEFAULTS: Settings = {
  theme: "auto",
  board: "teak",
  contrast: false,
  sound: true,
  volume: 0.6,
  vibration: true,
  pace: "normal",
  moveStyle: "symbols",
  confirm: false,
  legal: true,
  threats: false,
  perfectPlay: false,
  explorer: false,
  coach: false,
  coordinates: true,
};

/** The settings saved on this device. Earlier versions saved `perfectPlay` as `truth`. */
function load(): Settings {
  const { truth, ...saved } = read<Partial<Settings> & { truth?: boolean }>("settings") ?? {};
  return { ...DEFAULTS, ...(truth !== undefined && { perfectPlay: truth }), ...saved };
}

export const settings = $state<Settings>(load());

/** Saves the settings and applies the themes whenever they change. Called once, when the page starts. */
export function watchSettings(): void {
  $effect.root(() => {
    $effect(() => {
      write("settings", $state.snapshot(settings));
      const { dataset } = document.documentElement;
      dataset["theme"] = settings.theme;
      dataset["board"] = settings.board;
      dataset["contrast"] = settings.contrast ? "more" : "auto";
    });
  });
}

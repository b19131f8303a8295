import type { BoardTheme, MoveStyle, Pace, Theme } from "../../settings.svelte";

/** The texts of the settings. */
export const settings = {
  title: "Settings",
  lead: "Saved on this device.",
  look: "Appearance",
  language: "Language",
  theme: "Theme",
  themes: { auto: "System", light: "Light", dark: "Dark" } satisfies Record<Theme, string>,
  board: "Board",
  boards: { teak: "Teak", bamboo: "Bamboo", slate: "Slate", contrast: "High contrast" } satisfies Record<
    BoardTheme,
    string
  >,
  contrast: "High contrast everywhere",
  contrastHelp: "Black on white or white on black, for pages and boards.",
  coordinates: "Coordinates",
  coordinatesHelp: "Letters and numbers at the edge of the board.",
  soundTitle: "Sound and vibration",
  sound: "Sounds",
  volume: "Volume",
  vibration: "Vibration",
  vibrationHelp: "A short vibration when a piece lands, on phones that support it.",
  playing: "Playing",
  pace: "Pace",
  paces: { normal: "Normal", fast: "Fast" } satisfies Record<Pace, string>,
  paceHelp: "How quickly the computer answers.",
  moveStyle: "Move list",
  moveStyles: { symbols: "Symbols", notation: "Notation", sentences: "Sentences" } satisfies Record<
    MoveStyle,
    string
  >,
  confirm: "Confirm moves",
  confirmHelp: "A move is shown first and played when you confirm it.",
  legal: "Show legal moves",
  legalHelp: "Marks where the chosen piece can go.",
  threats: "Show threats",
  threatsHelp: "Marks what could be won on the next move. Not in rated games.",
};

export type SettingsTexts = typeof settings;

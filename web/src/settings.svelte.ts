import { read, write } from "./storage";

export type Theme = "auto" | "light" | "dark";

interface Settings {
  theme: Theme;
  sound: boolean;
  confirm: boolean;
  legal: boolean;
  threats: boolean;
  perfectPlay: boolean;
  coordinates: boolean;
}

const DEFAULTS: Settings = {
  theme: "auto",
  sound: true,
  confirm: false,
  legal: true,
  threats: false,
  perfectPlay: false,
  coordinates: true,
};

/** The settings saved on this device. Earlier versions saved `perfectPlay` as `truth`. */
function load(): Settings {
  const { truth, ...saved } = read<Partial<Settings> & { truth?: boolean }>("settings") ?? {};
  return { ...DEFAULTS, ...(truth !== undefined && { perfectPlay: truth }), ...saved };
}

export const settings = $state<Settings>(load());

/** Saves the settings and applies the theme whenever they change. Called once, when the page starts. */
export function watchSettings(): void {
  $effect.root(() => {
    $effect(() => {
      write("settings", $state.snapshot(settings));
      document.documentElement.dataset["theme"] = settings.theme;
    });
  });
}

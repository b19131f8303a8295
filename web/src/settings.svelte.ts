import { read, write } from "./storage";

export type Theme = "auto" | "light" | "dark";

interface Choices {
  theme: Theme;
  sound: boolean;
  confirm: boolean;
  legal: boolean;
  threats: boolean;
  truth: boolean;
  coordinates: boolean;
}

const usual: Choices = {
  theme: "auto",
  sound: true,
  confirm: false,
  legal: true,
  threats: false,
  truth: false,
  coordinates: true,
};

/** What the person prefers, kept on this device. */
export const settings = $state<Choices>({ ...usual, ...read<Partial<Choices>>("settings") });

/** Keeps the settings and makes them visible; called once by the page. */
export function keepSettings(): void {
  $effect.root(() => {
    $effect(() => {
      write("settings", $state.snapshot(settings));
      document.documentElement.dataset["theme"] = settings.theme;
    });
  });
}

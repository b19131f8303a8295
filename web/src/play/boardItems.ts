import { Keyboard, TriangleAlert } from "lucide";
import { i18n } from "../i18n/index.svelte";
import { settings } from "../settings.svelte";
import type { MenuItem } from "./ActionMenu.svelte";

/** What the line below a board offers on large screens as icons, as items of the menu. */
export function boardItems(hasThreats: boolean, typeMove: (() => void) | undefined): readonly MenuItem[] {
  const t = i18n.t.board;
  const threats: MenuItem = {
    icon: TriangleAlert,
    label: t.threats,
    isOn: settings.threats,
    onclick: () => (settings.threats = !settings.threats),
  };
  return [
    ...(hasThreats ? [threats] : []),
    ...(typeMove ? [{ icon: Keyboard, label: t.type.open, onclick: typeMove }] : []),
  ];
}

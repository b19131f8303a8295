/** Notifications that concern other pages than the current one, and which of them were seen. */
import { SvelteSet } from "svelte/reactivity";
import { lobby } from "../net/lobby.svelte";
import { me } from "../net/me.svelte";
import { notificationsFor } from "../net/notifications";
import { router } from "../router.svelte";

const seen = new SvelteSet<string>();
const here = $derived(`/${router.parts.slice(0, 2).join("/")}`);
const all = $derived(notificationsFor(me.id, lobby.games.values(), lobby.started, lobby.own.values()));
const elsewhere = $derived(all.filter(({ address }) => address !== here));
const unread = $derived(here === "/lobby" ? [] : elsewhere.filter(({ key }) => !seen.has(key)));

export const notifications = {
  get all(): typeof elsewhere {
    return elsewhere;
  },

  get count(): number {
    return elsewhere.length;
  },

  /** Notifications not seen yet; none on the lobby page, which lists everything. */
  get unread(): typeof unread {
    return unread;
  },

  dismiss(): void {
    for (const { key } of elsewhere) seen.add(key);
  },

  /** Marks what the current page shows as seen. */
  markSeen(): void {
    const shown = here === "/lobby" ? all : all.filter(({ address }) => address === here);
    for (const { key, kind, address } of shown) {
      seen.add(key);
      if (kind === "started") lobby.started.delete(address.slice("/game/".length));
    }
  },
};

/** What waits for the visitor on other pages than this one, and what of it they have been told. */
import { SvelteSet } from "svelte/reactivity";
import { lobby } from "../net/lobby.svelte";
import { me } from "../net/me.svelte";
import { waitingFor } from "../net/waiting";
import { router } from "../router.svelte";

const told = new SvelteSet<string>();
const here = $derived(`/${router.parts.slice(0, 2).join("/")}`);
const all = $derived(waitingFor(me.id, lobby.games.values(), lobby.begun, lobby.own.values()));
const elsewhere = $derived(all.filter(({ address }) => address !== here));
const fresh = $derived(here === "/lobby" ? [] : elsewhere.filter(({ key }) => !told.has(key)));

export const waiting = {
  get count(): number {
    return elsewhere.length;
  },

  /** What nobody has told them yet. The lobby tells it all. */
  get fresh(): typeof fresh {
    return fresh;
  },

  dismiss(): void {
    for (const { key } of elsewhere) told.add(key);
  },

  /** What they see on this page is no news later on. */
  arrive(): void {
    const seen = here === "/lobby" ? all : all.filter(({ address }) => address === here);
    for (const { key, kind, address } of seen) {
      told.add(key);
      if (kind === "begun") lobby.begun.delete(address.slice("/game/".length));
    }
  },
};

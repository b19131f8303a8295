/** The current user. Asking does not create a guest. */
import type { Lang } from "../i18n/index.svelte";
import { api } from "./api";
import type { MeView } from "./schema";

class CurrentUser {
  account = $state.raw<MeView>();
  /** The error if the user could not be loaded. */
  error = $state.raw<unknown>();
  #loading: Promise<void> | undefined;

  get id(): string | null {
    return this.account?.id ?? null;
  }

  /** The account name; undefined for guests. */
  get name(): string | undefined {
    return this.account?.name ?? undefined;
  }

  /** The generated name of a guest, which others see. */
  guestName(lang: Lang): string | undefined {
    return this.account?.guest_name?.[lang];
  }

  /** What the avatar is chosen by; the same for everybody who sees the user. */
  get avatarSeed(): string | null {
    return this.name ?? this.guestName("en") ?? this.id;
  }

  get hasAccount(): boolean {
    return this.name !== undefined;
  }

  /** Loads the user unless known; concurrent calls share one request. */
  async load(): Promise<void> {
    if (this.id !== null) return;
    this.#loading ??= this.reload().finally(() => (this.#loading = undefined));
    await this.#loading;
  }

  /** Fails if the server cannot be reached: the user is still logged in then. */
  async logOut(): Promise<void> {
    await api.logOut();
    await this.reload();
  }

  async reload(): Promise<void> {
    try {
      this.account = await api.account();
      this.error = undefined;
    } catch (problem) {
      // The user stays unknown and can be loaded again.
      this.error = problem;
    }
  }
}

export const me = new CurrentUser();

/** The current user. Asking does not create a guest. */
import { api } from "./api";
import type { Account } from "./wire";

class Me {
  account = $state.raw<Account>();
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

  get hasAccount(): boolean {
    return this.name !== undefined;
  }

  /** Loads the user unless known; concurrent calls share one request. */
  async load(): Promise<void> {
    if (this.id !== null) return;
    this.#loading ??= this.reload().finally(() => (this.#loading = undefined));
    await this.#loading;
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

export const me = new Me();

/** Who one is for the server. Nobody becomes a guest by being asked. */
import { api } from "./api";
import type { Account } from "./wire";

class Me {
  account = $state.raw<Account>();
  /** Why the server could not be asked. */
  error = $state.raw<unknown>();
  #loading: Promise<void> | undefined;

  get id(): string | null {
    return this.account?.id ?? null;
  }

  /** The name of the account; nothing for guests. */
  get name(): string | undefined {
    return this.account?.name ?? undefined;
  }

  get hasAccount(): boolean {
    return this.name !== undefined;
  }

  /** Asks the server, until one is somebody; whoever comes meanwhile waits for the same answer. */
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
      // Without the server one is nobody, and can ask again.
      this.error = problem;
    }
  }
}

export const me = new Me();

/** A request that a form or a button makes: whether it is running, and the error of the last one. */
export class RequestState {
  isBusy = $state(false);
  error = $state.raw<unknown>();

  /** Runs a request and returns whether it succeeded. */
  async run(request: () => Promise<unknown>): Promise<boolean> {
    this.isBusy = true;
    this.error = undefined;
    try {
      await request();
      return true;
    } catch (error) {
      this.error = error;
      return false;
    } finally {
      this.isBusy = false;
    }
  }
}

/** A seed for a random deal and for the choices of the computer. */
export const newSeed = (): number => Math.floor(Math.random() * 2 ** 32);

/** The seed of a deal that a user has entered; a new one if the text is not a number of at most ten digits. */
export const parseSeed = (text: string): number =>
  /^\d{1,10}$/.test(text.trim()) ? Number(text) : newSeed();

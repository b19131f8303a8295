/** A seed for a random deal and for the choices of the computer. */
export const newSeed = (): number => Math.floor(Math.random() * 2 ** 32);

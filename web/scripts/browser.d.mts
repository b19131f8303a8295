/** The path of the browser. */
export const CHROMIUM: string;

/** Which games the explorer counts. */
export type Source = "book" | "people" | "bots" | "server" | "import";

export const SOURCES: readonly Source[] = ["book", "people", "bots", "server", "import"];

/** The sources of the server that each choice stands for. Imported games may be invented, so they are apart. */
export const SERVER_SOURCES: Readonly<Record<Exclude<Source, "book">, string>> = {
  people: "people",
  bots: "bots",
  server: "people,bots,computer",
  import: "import",
};

/** The smallest ratings that can be chosen: the bands by which the server counts. */
export const RATINGS: readonly number[] = [1200, 1400, 1600, 1800, 2000, 2200];

/** Whether the players of a source have ratings. */
export const hasRatings = (source: Source): boolean => source === "people" || source === "bots";

/** A source that was stored on this device, perhaps by another version. */
export const sourceOf = (stored: unknown): Source => SOURCES.find((source) => source === stored) ?? "book";

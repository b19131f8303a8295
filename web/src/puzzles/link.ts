import type { Puzzle } from "../rules/puzzle";

/** The query of a link to a position, without the moves. */
export function positionQuery({
  variants,
  position,
}: Pick<Puzzle, "variants" | "position">): URLSearchParams {
  const query = new URLSearchParams({ position });
  if (variants.length > 0) query.set("variant", variants.join(","));
  return query;
}

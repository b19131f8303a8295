import type { InsightMark } from "../rules/insight";
import type { ReviewedMove } from "../rules/types";
import type { Comment, Shape } from "../rules/types";

/** The symbol of a numeric annotation glyph. */
const SYMBOLS: Readonly<Record<number, string>> = {
  1: "!",
  2: "?",
  3: "!!",
  4: "??",
  5: "!?",
  6: "?!",
  7: "□",
};

export const nagSymbol = (nag: number | undefined): string => SYMBOLS[nag ?? 0] ?? "";

const NAGS: Readonly<Partial<Record<ReviewedMove["label"], number>>> = {
  only: 7,
  inaccuracy: 6,
  mistake: 2,
  "missed-win": 2,
  blunder: 4,
};

/** The glyph of a label. */
export const labelNag = (label: ReviewedMove["label"]): number | undefined => NAGS[label];

/** The glyph of a reviewed move; derived from the label if missing, as in reviews of the server. */
export const nagOf = ({ nag, label }: ReviewedMove): number | undefined => nag ?? labelNag(label);

export const isBad = (label: ReviewedMove["label"]): boolean =>
  label === "inaccuracy" || label === "mistake" || label === "blunder" || label === "missed-win";

/** The glyphs that a user can give to a move. */
export const GLYPHS = [3, 1, 5, 6, 2, 4] as const;

export type Glyph = (typeof GLYPHS)[number];

/** Glyphs 1 to 7 assess a move, and a move has one of them. */
export const isMoveAssessment = (nag: number): boolean => nag >= 1 && nag <= 7;

/** The glyphs with another move assessment; `undefined` for none. */
export const withMoveAssessment = (nags: readonly number[], assessment: number | undefined): number[] => [
  ...(assessment === undefined ? [] : [assessment]),
  ...nags.filter((nag) => !isMoveAssessment(nag)),
];

/** The texts of comments, which are shown and edited as one. */
export const commentText = (comments: readonly Comment[]): string =>
  comments.flatMap(({ text }) => (text === undefined || text === "" ? [] : [text])).join("\n\n");

export const shapesOf = (comments: readonly Comment[]): readonly Shape[] =>
  comments.flatMap(({ shapes }) => shapes ?? []);

/** The comments as one with another text and other shapes. Clock and evaluation stay. */
export function withComment(
  comments: readonly Comment[],
  { text = commentText(comments), shapes = shapesOf(comments) }: Pick<Comment, "text" | "shapes">,
): Comment[] {
  const clock = comments.find((comment) => comment.clock !== undefined)?.clock;
  const evaluation = comments.find((comment) => comment.eval !== undefined)?.eval;
  const comment: Comment = {
    ...(text.trim() === "" ? {} : { text }),
    ...(clock === undefined ? {} : { clock }),
    ...(evaluation === undefined ? {} : { eval: evaluation }),
    ...(shapes.length > 0 ? { shapes } : {}),
  };
  return Object.keys(comment).length > 0 ? [comment] : [];
}

/** Draws a shape; the same one once more removes it, and another colour replaces it. */
export function withShape(shapes: readonly Shape[], shape: Shape): Shape[] {
  const isSame = (other: Shape) => other.at === shape.at && other.to === shape.to;
  const others = shapes.filter((other) => !isSame(other));
  return shapes.some((other) => isSame(other) && other.color === shape.color) ? others : [...others, shape];
}

/** Shapes as marks on the board. */
export const shapeMarks = (shapes: readonly Shape[]): InsightMark[] =>
  shapes.map(({ color, at, to }) => ({
    at,
    kind: to === undefined ? "circle" : "line",
    owner: null,
    text: "",
    color,
    ...(to === undefined ? {} : { to }),
  }));

/** Conditional moves: lines played on the board become branches of a tree. */
import type { Seat } from "../rules/types";
import type { Branch } from "./schema";

/** A move and its player. */
export interface LineMove {
  readonly move: string;
  readonly by: Seat;
}

/** The moves of a line as pairs of opponent's moves and replies; undefined if it does not end with a reply. */
function turns(line: readonly LineMove[], you: Seat): { if: string[]; then: string[] }[] | undefined {
  const parts: { if: string[]; then: string[] }[] = [];
  for (const { move, by } of line) {
    const last = parts.at(-1);
    if (by === you) last?.then.push(move);
    else if (!last || last.then.length > 0) parts.push({ if: [move], then: [] });
    else last.if.push(move);
  }
  return line.at(-1)?.by === you && line[0]?.by !== you ? parts : undefined;
}

const isSame = (a: readonly string[], b: readonly string[]) =>
  a.length === b.length && a.every((move, index) => move === b[index]);

/** The tree with a line added. It replaces an earlier reply to the same moves. */
export function withLine(
  branches: readonly Branch[],
  line: readonly LineMove[],
  you: Seat,
): Branch[] | undefined {
  const parts = turns(line, you);
  return parts && grown(branches, parts);
}

function grown(branches: readonly Branch[], parts: readonly { if: string[]; then: string[] }[]): Branch[] {
  const [first, ...rest] = parts;
  if (!first) return [...branches];
  const old = branches.find((branch) => isSame(branch.if, first.if));
  const saved = old && isSame(old.then, first.then) ? (old.next ?? []) : [];
  const next = grown(saved, rest);
  const branch: Branch = next.length > 0 ? { ...first, next } : first;
  return old ? branches.map((other) => (other === old ? branch : other)) : [...branches, branch];
}

/** All lines of a tree, from its root. */
export function lines(branches: readonly Branch[]): (readonly Branch[])[] {
  return branches.flatMap((branch): (readonly Branch[])[] =>
    branch.next && branch.next.length > 0 ? lines(branch.next).map((line) => [branch, ...line]) : [[branch]],
  );
}

/** The tree without a line. Moves shared with other lines stay. */
export function withoutLine(branches: readonly Branch[], line: readonly Branch[]): Branch[] {
  const [first, ...rest] = line;
  return branches.flatMap((branch): Branch[] => {
    if (branch !== first) return [branch];
    if (rest.length === 0) return [];
    const next = withoutLine(branch.next ?? [], rest);
    return next.length > 0 ? [{ ...branch, next }] : [];
  });
}

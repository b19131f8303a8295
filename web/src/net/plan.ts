/** Conditional moves: lines played on the board become branches of a plan. */
import type { Seat } from "../rules/types";
import type { Branch } from "./protocol";

/** A move and its player. */
export interface Step {
  readonly move: string;
  readonly by: Seat;
}

/** The moves of a line as pairs of opponent's moves and replies; undefined if it does not end with a reply. */
function turns(line: readonly Step[], you: Seat): { if: string[]; then: string[] }[] | undefined {
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

/** The plan with a line added. It replaces an earlier reply to the same moves. */
export function withLine(plan: readonly Branch[], line: readonly Step[], you: Seat): Branch[] | undefined {
  const parts = turns(line, you);
  return parts && grown(plan, parts);
}

function grown(plan: readonly Branch[], parts: readonly { if: string[]; then: string[] }[]): Branch[] {
  const [first, ...rest] = parts;
  if (!first) return [...plan];
  const old = plan.find((branch) => isSame(branch.if, first.if));
  const saved = old && isSame(old.then, first.then) ? (old.next ?? []) : [];
  const next = grown(saved, rest);
  const branch: Branch = next.length > 0 ? { ...first, next } : first;
  return old ? plan.map((other) => (other === old ? branch : other)) : [...plan, branch];
}

/** All lines of a plan, from its root. */
export function lines(plan: readonly Branch[]): (readonly Branch[])[] {
  return plan.flatMap((branch): (readonly Branch[])[] =>
    branch.next && branch.next.length > 0 ? lines(branch.next).map((line) => [branch, ...line]) : [[branch]],
  );
}

/** The plan without a line. Moves shared with other lines stay. */
export function withoutLine(plan: readonly Branch[], line: readonly Branch[]): Branch[] {
  const [first, ...rest] = line;
  return plan.flatMap((branch): Branch[] => {
    if (branch !== first) return [branch];
    if (rest.length === 0) return [];
    const next = withoutLine(branch.next ?? [], rest);
    return next.length > 0 ? [{ ...branch, next }] : [];
  });
}

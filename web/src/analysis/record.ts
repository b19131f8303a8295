/** Conversion of game records of the rules library from and to move trees. */
import type { GameRecord, RecordPly } from "../rules/types";
import { withMoveAssessment } from "./annotations";
import type { Branch, Tree } from "./tree";

/** Lines that begin with the same move are merged into one branch. */
function merged(branches: readonly Branch[]): Branch[] {
  const result: Branch[] = [];
  for (const branch of branches) {
    const at = result.findIndex((other) => other.move === branch.move);
    const known = result[at];
    if (known) result[at] = { ...branch, ...known, next: merged([...known.next, ...branch.next]) };
    else result.push(branch);
  }
  return result;
}

function lines(moves: readonly RecordPly[]): Branch[] {
  const [ply, ...rest] = moves;
  if (!ply) return [];
  const { variations, ...bare } = ply;
  const others = (variations ?? []).flatMap((variation) => {
    const [first, ...siblings] = lines(variation.moves);
    if (!first) return [];
    return [variation.comments ? { ...first, before: variation.comments } : first, ...siblings];
  });
  return merged([{ ...bare, next: lines(rest) }, ...others]);
}

export const treeOf = (record: GameRecord): Tree => ({
  next: lines(record.moves),
  ...(record.comments.length > 0 ? { comments: record.comments } : {}),
});

function plies(next: readonly Branch[]): RecordPly[] {
  const result: RecordPly[] = [];
  for (let choices = next; choices[0]; choices = choices[0].next) {
    const [main, ...others] = choices;
    const variations = others.map(({ before, ...branch }) => ({
      ...(before ? { comments: before } : {}),
      moves: [bare(branch), ...plies(branch.next)],
    }));
    result.push({ ...bare(main), ...(variations.length > 0 ? { variations } : {}) });
  }
  return result;
}

function bare({ move, nags, comments }: Branch): RecordPly {
  return { move, ...(nags ? { nags } : {}), ...(comments ? { comments } : {}) };
}

/** A record with the moves of a tree, and annotations of main line moves by index. */
export function recordOf(
  base: GameRecord,
  tree: Tree,
  nagAt: (index: number) => number | undefined,
): GameRecord {
  const moves = plies(tree.next).map((ply, index) => {
    const nag = nagAt(index);
    return nag === undefined ? ply : { ...ply, nags: withMoveAssessment(ply.nags ?? [], nag) };
  });
  return { ...base, comments: tree.comments ?? base.comments, moves };
}

import { diffArrays } from 'diff';
import { Fragment, type Node } from '@tiptap/pm/model';
import type { Transaction } from '@tiptap/pm/state';
import { cutUnspaced } from '#lib/transcript/text/cut-unspaced';

/* Changes a monologue's content by the smallest edits, so carets, selections and others' undo history stay. */

/** Above this number of pieces, one edit replaces everything. */
const manyPieces = 4000;

interface Unit {
  key: string;
  size: number;
}

/** Changes the content that begins at `start` from `was` to `now`. */
export function patchContent(tr: Transaction, start: number, was: Fragment, now: Fragment): void {
  for (const { from, to, slice } of differences(was, now).toReversed()) {
    replaceDifference(tr, start + from, was.cut(from, to), slice);
  }
}

interface Difference {
  from: number;
  to: number;
  slice: Fragment;
}

function differences(was: Fragment, now: Fragment): Difference[] {
  const [before, after] = [toUnits(was), toUnits(now)];
  if (before.length + after.length > manyPieces) return [{ from: 0, to: was.size, slice: now }];
  const found: Difference[] = [];
  let [at, taken] = [0, 0];
  let open: Difference | undefined;
  for (const part of diffArrays(before, after, { comparator: (a, b) => a.key === b.key })) {
    const size = part.value.reduce((sum, unit) => sum + unit.size, 0);
    if (!part.added && !part.removed) {
      at += size;
      taken += size;
      open = undefined;
      continue;
    }
    if (open === undefined) found.push((open = { from: at, to: at, slice: Fragment.empty }));
    if (part.removed) open.to = at += size;
    if (part.added) {
      open.slice = open.slice.append(now.cut(taken, taken + size));
      taken += size;
    }
  }
  return found;
}

/** Replaces only the part that differs. */
function replaceDifference(tr: Transaction, at: number, was: Fragment, now: Fragment): void {
  const start = was.findDiffStart(now);
  if (start === null) return;
  const end = was.findDiffEnd(now);
  if (end === null) return;
  const overlap = Math.max(0, start - Math.min(end.a, end.b));
  const [a, b] = [end.a + overlap, end.b + overlap];
  const part = now.cut(start, b);
  if (part.size === 0) tr.delete(at + start, at + a);
  else tr.replaceWith(at + start, at + a, part);
}

function toUnits(content: Fragment): Unit[] {
  const units: Unit[] = [];
  content.forEach((node: Node) => {
    if (node.isText) {
      for (const text of (node.text ?? '').match(/\s+|\S+/gu)?.flatMap(cutUnspaced) ?? []) {
        units.push({ key: text, size: text.length });
      }
    } else units.push({ key: `\0${JSON.stringify(node.attrs)}`, size: node.nodeSize });
  });
  return units;
}

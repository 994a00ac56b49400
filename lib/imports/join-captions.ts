import { createMostSharedFinder } from '#lib/imports/find-most-shared';
import type { NewMonologue } from '#lib/revisions/changes/keep-ids';
import { maxMonologueLength, toText, type Edit, type Piece } from '#lib/transcript/edit';

/** Captions of one speaker that lie in one paragraph of the transcript are one. */
export function joinCaptions(
  captions: ReadonlyArray<NewMonologue & { isCaption: boolean }>,
  base: Edit,
): NewMonologue[] {
  const findMostShared = createMostSharedFinder(base);
  const parts: NewMonologue[] = [];
  let last: { part: NewMonologue; source: string | undefined; length: number } | undefined;
  for (const { isCaption, ...part } of captions) {
    const source = findMostShared(part)?.id ?? last?.source;
    const length = toText(part.content).length + 1;
    if (
      isCaption &&
      last !== undefined &&
      last.source === source &&
      last.part.speaker === part.speaker &&
      last.length + length < maxMonologueLength
    ) {
      last.part.content = joinContents(last.part.content, part.content);
      last.part.to = part.to;
      last.length += length;
      continue;
    }
    parts.push(part);
    last = isCaption ? { part, source, length } : undefined;
  }
  return parts;
}

function joinContents(before: readonly Piece[], after: readonly Piece[]): Piece[] {
  const [last, first] = [before.at(-1), after[0]];
  if (last !== undefined && first !== undefined && 'text' in last && 'text' in first) {
    return [...before.slice(0, -1), { text: `${last.text} ${first.text}` }, ...after.slice(1)];
  }
  return [...before, { text: ' ' }, ...after];
}

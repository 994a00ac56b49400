import {
  indexById,
  sortMonologues,
  toText,
  type Edit,
  type EditedMonologue,
  type EditedSpeaker,
  type Piece,
} from '#lib/transcript/edit';

/**
 * Completes an import with facts of the old transcript that files can't carry: times of paragraphs with unchanged text,
 * words under tags, empty paragraphs, and speakers who say nothing.
 */
export function completeEdit(
  imported: readonly EditedMonologue[],
  { base, speakers }: { base: Edit; speakers: readonly EditedSpeaker[] },
): Omit<Edit, 'revision'> {
  const before = indexById(base.monologues);
  const kept = imported.map((monologue) => complete(monologue, before.get(monologue.id)));
  const ids = new Set(imported.map(({ id }) => id));
  const empty = base.monologues.filter(({ id, content }) => !ids.has(id) && toText(content).trim() === '');
  const monologues = [...kept, ...empty];
  const [spoke, speak] = [base.monologues, monologues].map(
    (all) => new Set(all.map(({ speaker }) => speaker)),
  );
  return {
    speakers: speakers.filter(({ id }) => speak?.has(id) === true || spoke?.has(id) !== true),
    monologues: empty.length === 0 ? monologues : sortMonologues(monologues),
  };
}

function complete(monologue: EditedMonologue, old: EditedMonologue | undefined): EditedMonologue {
  if (old === undefined || old === monologue) return monologue;
  const { place, speaker } = monologue;
  const isSame = toWrittenKey(old.content) === toWrittenKey(monologue.content);
  // An empty range belongs to an earlier recognition.
  if (isSame && old.from < old.to) return { ...old, place, speaker };
  const isSetByHand =
    monologue.startMs === undefined && old.startMs !== undefined && old.from === monologue.from;
  return {
    ...monologue,
    ...(isSetByHand && { startMs: old.startMs }),
    content: withNotes(monologue.content, old.content),
  };
}

/** Restores the words that tags stood for if the text has the same tags as before. */
function withNotes(content: readonly Piece[], old: readonly Piece[]): Piece[] {
  const [tags, oldTags] = [content, old].map((pieces) => pieces.filter((piece) => 'tag' in piece));
  const isSame = tags?.length === oldTags?.length && tags?.every(({ tag }, i) => oldTags?.[i]?.tag === tag);
  if (isSame !== true) return [...content];
  let next = 0;
  return content.map((piece) => ('tag' in piece ? (oldTags?.[next++] ?? piece) : piece));
}

/** The text with normalized white space, which files and formats may change. */
function toWrittenKey(content: readonly Piece[]): string {
  return toText(content).normalize('NFC').replaceAll(/\s+/gu, ' ').trim();
}

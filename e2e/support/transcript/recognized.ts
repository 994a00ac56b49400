import * as fc from 'fast-check';
import { mergeRecognition } from '#lib/revisions/recognitions/merge-recognition';
import type { AddedRecognition, Recognized } from '#lib/revisions/recognitions/recognized';
import { applyChange, toText, type Edit } from '#lib/transcript/edit';
import type { Span } from '#lib/transcript/align/word-range';
import type { MachineWord } from '#lib/transcript/model';
import type { RecognitionConflict } from '#lib/transcript/review/find-conflicts';

/* Recognitions and the transcripts that result from them, for tests. */

/** Makes a recognition of these turns by three speakers, with a word every 300 ms from the beginning. */
export function makeRecognized(turns: ReadonlyArray<{ speaker: number; text: string }>): Recognized {
  const words: Recognized['words'] = [];
  const monologues = turns.map(({ speaker, text }, id) => {
    const from = words.length;
    for (const word of text.split(' ').filter(Boolean)) {
      words.push({ text: word, startMs: words.length * 300, endMs: words.length * 300 + 250 });
    }
    return { id, speaker, from, to: words.length };
  });
  const speakers = [0, 1, 2].map((id) => ({ id, name: `Speaker ${id + 1}` }));
  return { words, speakers, monologues };
}

const words = fc.array(fc.constantFrom('a', 'b', 'c', 'dd', 'ee', 'ff'), { maxLength: 8 });

/** Generates up to six turns of a few words that often repeat. */
export const recognizedTurns = fc
  .array(fc.record({ speaker: fc.nat(2), text: words.map((all) => all.join(' ')) }), {
    minLength: 1,
    maxLength: 6,
  })
  .map(makeRecognized);

/** A transcript after a recognition was added, and all its machine words. */
export interface Renewed {
  edit: Omit<Edit, 'revision'>;
  words: MachineWord[];
  recognized: Recognized;
  conflicts: RecognitionConflict[];
}

/**
 * Returns a transcript that came from the recognition `before`, after a later recognition; undefined if that changes
 * nothing.
 */
export function renew(
  before: Recognized,
  latest: Edit,
  after: Recognized,
  passage: Span | null = null,
): Renewed | undefined {
  const input = toInput(before, latest, after);
  return toRenewed(before.words, latest, mergeRecognition({ ...input, passage }));
}

/** Returns the input of the thread function that adds a recognition. */
export function toInput(before: Recognized, latest: Edit, after: Recognized) {
  const { words, speakers, monologues } = before;
  const edited = latest.revision === 0 ? { speakers, monologues } : latest;
  return {
    source: {
      revision: latest.revision,
      words: JSON.stringify(words),
      speakers: JSON.stringify(edited.speakers),
      monologues: JSON.stringify(edited.monologues),
    },
    inUse: { firstWord: 0, endWord: words.length, speakers, monologues },
    recognized: JSON.stringify(after),
  };
}

/** Returns the transcript with the added recognition. */
export function toRenewed(
  words: readonly MachineWord[],
  latest: Edit,
  added: AddedRecognition | undefined,
): Renewed | undefined {
  if (added === undefined) return undefined;
  const recognized = JSON.parse(added.recognized) as Recognized;
  const { change, conflicts } = added;
  return {
    ...{ edit: applyChange(latest, change), words: [...words, ...recognized.words] },
    ...{ recognized, conflicts },
  };
}

/** Returns each paragraph with the name of its speaker. */
export const getTurns = ({ monologues, speakers }: Omit<Edit, 'revision'>): string[] =>
  monologues.map(
    ({ speaker, content }) => `${speakers.find(({ id }) => id === speaker)?.name}: ${toText(content)}`,
  );

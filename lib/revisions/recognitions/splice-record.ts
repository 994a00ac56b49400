import type { RecognitionNote, RecognitionRecord } from '#lib/recognition/record';
import type { Span } from '#lib/transcript/align/word-range';

/** The record of a recognition of which a passage was recognized again: what it says of that passage is what the second one says. */
export function spliceRecord(
  earlier: RecognitionRecord,
  heard: RecognitionRecord,
  passage: Span,
): RecognitionRecord {
  const { notUnderstood: _, languageDoubtful: __, passages = [], ...rest } = earlier;
  const notUnderstood = spliceSpans(earlier.notUnderstood, heard.notUnderstood, passage);
  const languageDoubtful = spliceSpans(earlier.languageDoubtful, heard.languageDoubtful, passage);
  const spans: Partial<Record<RecognitionNote, readonly Span[]>> = {
    'speech-not-understood': notUnderstood,
    'language-doubtful': languageDoubtful,
  };
  const notes = [...new Set([...earlier.notes, ...heard.notes])].filter(
    (note) => spans[note]?.length !== 0 && (note !== 'speakers-failed' || earlier.notes.includes(note)),
  );
  const { engineId, model, language } = heard;
  const { startMs, endMs } = passage;
  const isElsewhere = (span: Span): boolean => span.startMs < startMs || span.endMs > endMs;
  const all = [...passages.filter(isElsewhere), { startMs, endMs, engineId, model, language }];
  return {
    ...rest,
    words: earlier.words === heard.words ? earlier.words : joinTimings(earlier.words, heard.words),
    notes,
    ...(notUnderstood.length > 0 && { notUnderstood }),
    ...(languageDoubtful.length > 0 && { languageDoubtful }),
    passages: all.toSorted((a, b) => a.startMs - b.startMs),
  };
}

function joinTimings(...timings: Array<RecognitionRecord['words']>): RecognitionRecord['words'] {
  return timings.includes('spread') || timings.includes('mixed') ? 'mixed' : 'aligned';
}

/** The spans outside the passage, and the others within it. */
function spliceSpans(
  earlier: readonly Span[] = [],
  heard: readonly Span[] = [],
  { startMs, endMs }: Span,
): Span[] {
  const outside = earlier.flatMap((span) => [
    { startMs: span.startMs, endMs: Math.min(span.endMs, startMs) },
    { startMs: Math.max(span.startMs, endMs), endMs: span.endMs },
  ]);
  const inside = heard.map((span) => ({
    startMs: Math.max(span.startMs, startMs),
    endMs: Math.min(span.endMs, endMs),
  }));
  return [...outside, ...inside]
    .filter((span) => span.startMs < span.endMs)
    .toSorted((a, b) => a.startMs - b.startMs);
}

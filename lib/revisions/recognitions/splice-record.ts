import type { RecognitionNote, RecognitionRecord } from '#lib/recognition/record';
import type { Span } from '#lib/transcript/align/word-range';

/** Merges the record of a passage that was recognized again into that of the whole recognition. */
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
  const all = [...cutOut(passages, passage), { startMs, endMs, engineId, model, language }];
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

/** Returns the earlier spans outside the passage and the new ones inside it. */
function spliceSpans(earlier: readonly Span[] = [], heard: readonly Span[] = [], passage: Span): Span[] {
  const inside = heard.map(({ startMs, endMs }) => ({
    startMs: Math.max(startMs, passage.startMs),
    endMs: Math.min(endMs, passage.endMs),
  }));
  return [...cutOut(earlier, passage), ...inside.filter(isLong)].toSorted((a, b) => a.startMs - b.startMs);
}

/** Cuts the passage out of the spans. A span that encloses it becomes two. */
function cutOut<Part extends Span>(spans: readonly Part[], { startMs, endMs }: Span): Part[] {
  return spans
    .flatMap((span) => [
      { ...span, endMs: Math.min(span.endMs, startMs) },
      { ...span, startMs: Math.max(span.startMs, endMs) },
    ])
    .filter(isLong);
}

const isLong = ({ startMs, endMs }: Span): boolean => startMs < endMs;

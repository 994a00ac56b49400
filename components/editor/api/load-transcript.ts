import type { Edit } from '#lib/transcript/edit';
import type { MachineWord } from '#lib/transcript/model';
import type { TranscriptLock } from '#components/editor/sync/lock/acquire-transcript-lock.ts';
import { createEditorClient, type RequestResult } from './editor-client';

/** The data that an editor opens with. */
export interface LoadedTranscript {
  words: readonly MachineWord[];
  edit: Edit;
  /** This tab's lock on the transcript, where it may be edited. */
  lock?: TranscriptLock;
}

/**
 * The machine words on the wire: starts are differences to the previous one; confidences are hundredths, or null.
 */
interface Columns {
  texts: string[];
  startMs: number[];
  durationMs: number[];
  confidence: Array<number | null>;
}

/** Fetches the machine words and the latest edit. */
export async function loadTranscript(
  address: string,
  signal: AbortSignal,
): Promise<RequestResult<LoadedTranscript>> {
  const api = createEditorClient(address);
  const [words, edit] = await Promise.all([
    api.requestJson<Columns>('words', { signal }),
    api.requestJson<Edit>('edit', { signal }),
  ]);
  if ('error' in words) return words;
  if ('error' in edit) return edit;
  // From here to `transcript-ready` is what the editor itself takes to open.
  performance.mark('transcript-data');
  return { value: { words: toWords(words.value), edit: edit.value } };
}

function toWords({ texts, startMs, durationMs, confidence }: Columns): MachineWord[] {
  let start = 0;
  return texts.map((text, i) => {
    start += startMs[i] ?? 0;
    const times = { startMs: start, endMs: start + (durationMs[i] ?? 0) };
    const hundredths = confidence[i] ?? null;
    return { text, ...times, ...(hundredths !== null && { confidence: hundredths / 100 }) };
  });
}

import type { Edit } from '#lib/transcript/edit';
import type { MachineWord } from '#lib/transcript/model';
import type { TranscriptLock } from '#components/editor/sync/lock/acquire-transcript-lock.ts';
import { createEditorClient, type RequestResult } from './editor-client';
import { completeWords, loadWords } from './load-words';

/** The data that an editor opens with. */
export interface LoadedTranscript {
  /** Grows when words are added to the job: see `completeWords`. */
  words: MachineWord[];
  edit: Edit;
  /** This tab's lock on the transcript, if the person can edit it. */
  lock?: TranscriptLock;
}

/** Fetches the machine words and the latest edit. */
export async function loadTranscript(
  address: string,
  signal: AbortSignal,
): Promise<RequestResult<LoadedTranscript>> {
  const api = createEditorClient(address);
  const [words, edit] = await Promise.all([
    loadWords(api, 0, signal),
    api.requestJson<Edit>('edit', { signal }),
  ]);
  if ('error' in words) return words;
  if ('error' in edit) return edit;
  // Words may have been added between the two answers.
  const error = await completeWords(words.value, edit.value.monologues, (from) =>
    loadWords(api, from, signal),
  );
  if (error !== undefined) return { error };
  // From this mark to `transcript-ready` is the editor's own opening time.
  performance.mark('transcript-data');
  return { value: { words: words.value, edit: edit.value } };
}

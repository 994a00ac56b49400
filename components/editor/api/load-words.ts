import type { EditedMonologue } from '#lib/transcript/edit';
import type { MachineWord } from '#lib/transcript/model';
import type { EditorClient, RequestError, RequestResult } from './editor-client';

/** Machine words on the wire: starts are deltas to the previous word; confidences are hundredths, or null. */
interface Columns {
  texts: string[];
  startMs: number[];
  durationMs: number[];
  confidence: Array<number | null>;
}

/** Fetches the machine words from an index on. */
export async function loadWords(
  api: EditorClient,
  from: number,
  signal: AbortSignal,
): Promise<RequestResult<MachineWord[]>> {
  const path = from === 0 ? 'words' : `words?from=${from}`;
  const result = await api.requestJson<Columns>(path, { signal });
  return 'error' in result ? result : { value: toWords(result.value) };
}

/** Appends the referenced words of later recognitions to `words` in place. Returns why they could not be loaded. */
export async function completeWords(
  words: MachineWord[],
  monologues: ReadonlyArray<Pick<EditedMonologue, 'to'>>,
  load: (from: number) => Promise<RequestResult<MachineWord[]>>,
): Promise<RequestError | undefined> {
  const from = words.length;
  if (!monologues.some(({ to }) => to > from)) return undefined;
  const result = await load(from);
  if ('error' in result) return result.error;
  // Another request may have appended some of them in the meantime.
  for (const word of result.value.slice(words.length - from)) words.push(word);
  return undefined;
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

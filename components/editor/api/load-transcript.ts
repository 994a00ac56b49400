import type { Edit } from '#lib/transcript/edit';
import type { MachineWord } from '#lib/transcript/model';

/** What an editor begins with. */
export interface LoadedTranscript {
  words: readonly MachineWord[];
  edit: Edit;
}

/** The machine words as they are sent: starts are differences to the one before, confidences hundredths, null where there is none. */
interface Columns {
  texts: string[];
  startMs: number[];
  durationMs: number[];
  confidence: Array<number | null>;
}

/** Fetches the machine words and the latest edit. Throws when either cannot be had, with the reason in words if told. */
export async function loadTranscript(address: string, signal: AbortSignal): Promise<LoadedTranscript> {
  const [words, edit] = await Promise.all([
    fetchJson(`${address}/words`, signal),
    fetchJson(`${address}/edit`, signal),
  ]);
  // From here to `transcript-ready` is what the editor itself takes to open.
  performance.mark('transcript-data');
  return { words: toWords(words as Columns), edit: edit as Edit };
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

async function fetchJson(address: string, signal: AbortSignal): Promise<unknown> {
  const response = await fetch(address, { signal, headers: { accept: 'application/json' } });
  if (!response.ok) throw new Error(`${response.status}`);
  return response.json();
}

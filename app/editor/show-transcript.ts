import type { ShownMonologue } from '#components/editor/transcript-text';
import type { PageDatabase } from '#lib/api/page-database';
import { readTranscript } from '#lib/transcripts/read-transcript';
import { toClock } from '#lib/transcripts/to-plain-text';

/** The monologues of a transcribed job as the page shows them. */
export async function showTranscript(
  db: PageDatabase,
  job: { accountId: string; jobId: string },
): Promise<ShownMonologue[]> {
  const { monologues } = await readTranscript(db, job);
  return monologues.map(({ id, speaker, words }) => ({
    id,
    speaker: speaker.name,
    at: toClock(words[0]?.startMs ?? 0),
    startMs: words[0]?.startMs ?? 0,
    text: words.map((word) => word.text).join(' '),
  }));
}

import { z } from 'zod';
import { reading, tool } from '#lib/api/mcp/tool';
import { cutVersion, writePassage, type CutVersion } from '#lib/api/mcp/tools/cut-transcript';
import { givenCursor, givenJobId, nextCursor, toEditorUrl } from '#lib/api/mcp/tools/shapes';
import { getJob } from '#lib/jobs/read/get-job';
import { invalidParameter } from '#lib/refusal';
import { findVersion } from '#lib/revisions/transcript-source';
import { withVersion } from '#lib/revisions/with-version';

const output = z.object({
  job_id: z.string(),
  name: z.string(),
  duration_seconds: z.int().optional().describe('Length of the whole recording.'),
  speakers: z.array(z.string()).describe('The names of all speakers.'),
  passages: z
    .array(
      z.object({
        speaker: z.string(),
        start_seconds: z.number(),
        end_seconds: z.number(),
        text: z.string(),
      }),
    )
    .describe('What was said, in order.'),
  next_cursor: nextCursor,
  editor_url: z
    .string()
    .describe('Opens the editor where these passages begin. Add ?t=SECONDS for another time.'),
});

/** Reads the transcript of a job in pages. */
export const getTranscript = tool({
  name: 'get_transcript',
  title: 'Read a transcript',
  description:
    'Returns the transcript of a transcribed job with speakers and times. A long transcript is returned in pages: continue ' +
    'with next_cursor until there is none, or read only part of the recording with start_seconds and end_seconds. To find ' +
    'where something was said, use search_transcripts first.',
  scope: 'read',
  annotations: reading,
  input: z.object({
    job_id: givenJobId,
    start_seconds: z.number().min(0).max(1e9).optional().describe('Only what is said from this time on.'),
    end_seconds: z.number().min(0).max(1e9).optional().describe('Only what is said before this time.'),
    max_characters: z
      .int()
      .min(500)
      .max(100_000)
      .default(12_000)
      .describe('Maximum length of a page. A minute of speech is about 1,000 characters.'),
    version: z
      .enum(['latest', 'machine'])
      .default('latest')
      .describe('latest includes all corrections by people, machine is the original.'),
    cursor: givenCursor,
  }),
  output,
  async run({ db, accountId, mode, request: { signal } }, given) {
    const reference = { accountId, mode, jobId: given.job_id };
    const job = await getJob(db, reference);
    const position = readCursor(given.cursor);
    // All pages are of the same version.
    const revision = position?.revision ?? (given.version === 'machine' ? 0 : job.latestRevision);
    const version = await findVersion(db, reference, revision);
    const { start_seconds: start = 0, end_seconds: end = Infinity } = given;
    const cut = {
      ...{ fromWord: position?.word ?? 0, maxCharacters: given.max_characters },
      ...{ startMs: start * 1000, endMs: end * 1000 },
    };
    const work = { name: 'cut-transcript', here: cutVersion, input: { cut } } as const;
    const written = await withVersion(db, version, work, { accountId, signal });
    const { speakers, passages, next } = JSON.parse(Buffer.from(written).toString()) as CutVersion;
    const cursor = next === undefined ? undefined : `${revision}-${next}`;
    const structured: z.input<typeof output> = {
      job_id: job.id,
      name: job.name,
      duration_seconds: job.durationSeconds === null ? undefined : Math.ceil(job.durationSeconds),
      speakers,
      passages: passages.map(({ speaker, startMs, endMs, text }) => ({
        ...{ speaker, text },
        ...{ start_seconds: startMs / 1000, end_seconds: endMs / 1000 },
      })),
      next_cursor: cursor,
      editor_url: toEditorUrl(job.id, passages[0]?.startMs),
    };
    const lines = passages.length === 0 ? ['There is no speech here.'] : passages.map(writePassage);
    if (cursor !== undefined) lines.push(`The transcript continues: cursor "${cursor}".`);
    return { structured, text: lines.join('\n') };
  },
});

function readCursor(cursor: string | undefined): { revision: number; word: number } | undefined {
  if (cursor === undefined) return undefined;
  const [, revision, word] = /^(\d{1,9})-(\d{1,9})$/.exec(cursor) ?? [];
  if (revision !== undefined && word !== undefined) return { revision: Number(revision), word: Number(word) };
  throw invalidParameter('cursor', "This cursor doesn't belong to this transcript.");
}

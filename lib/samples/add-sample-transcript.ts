import { and, eq } from 'drizzle-orm';
import { jobs } from '#drizzle/schema/jobs';
import { machineTranscripts } from '#drizzle/schema/machine-transcripts';
import { revisions } from '#drizzle/schema/revisions';
import type { Tx } from '#lib/db/connect';
import { newId } from '#lib/ids/new-id';
import { machineSpeakers } from '#lib/recognition/words/build-monologues';
import { indexTexts } from '#lib/revisions/texts/index-texts';
import { prepareChange } from '#lib/revisions/changes/prepare-change';
import { beginHistory, writeRevision } from '#lib/revisions/write-revision';
import { listSampleEdits, sampleRecord, sampleSeconds, sampleWords } from '#lib/samples/sample-transcript';
import { builtInKeys } from '#lib/storage/built-in-files';
import { machineEdit } from '#lib/transcript/edit';
import * as texts from '#messages/sample-transcript';

/** Gives a new account a free finished sample transcript in its language, once. The API doesn't show it. */
export async function addSampleTranscript(tx: Tx, { accountId }: { accountId: string }): Promise<void> {
  const jobId = newId();
  const now = new Date();
  const transcript = {
    words: sampleWords,
    speakers: [...machineSpeakers],
    monologues: [{ id: 0, speaker: 0, from: 0, to: sampleWords.length }],
  };
  await tx.insert(jobs).values({
    id: jobId,
    accountId,
    origin: 'sample',
    status: 'transcribed',
    name: texts.name(),
    mediaKey: builtInKeys.sampleMedia,
    renditionKey: builtInKeys.sampleRendition,
    renditionType: 'audio/mp4',
    peaksKey: builtInKeys.samplePeaks,
    renditionAskedAt: now,
    durationSeconds: sampleSeconds,
    priceCents: 0,
    progress: 1,
    recognition: sampleRecord,
    startedAt: now,
    endedAt: now,
  });
  await tx.insert(machineTranscripts).values({ jobId, ...transcript });
  await indexTexts(tx, { jobId, monologues: machineEdit(transcript).monologues });
  await beginHistory(tx, { jobId, base: 0 });
  for (const [base, change] of listSampleEdits(texts.speaker()).entries()) {
    await writeRevision(tx, {
      ...{ accountId, jobId, base },
      change: prepareChange(change),
      author: { kind: 'guest', name: 'Longhand' },
    });
  }
  await tx
    .update(revisions)
    .set({ name: texts.version() })
    .where(and(eq(revisions.jobId, jobId), eq(revisions.number, 2)));
}

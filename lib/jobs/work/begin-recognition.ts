import { and, eq, sql } from 'drizzle-orm';
import { jobs } from '#drizzle/schema/jobs';
import { recognizedPieces } from '#drizzle/schema/recognized-pieces';
import type { Db } from '#lib/db/connect';
import type { RecognitionRecord } from '#lib/recognition/record';

/**
 * Records how a job in progress is recognized, and whether its recording has a picture. Deletes pieces of an earlier
 * run with another engine, model, language, track, vocabulary size or translation, as a transcript must come from a
 * single engine.
 */
export async function beginRecognition(
  db: Db,
  { jobId, record, hasPicture }: { jobId: string; record: RecognitionRecord; hasPicture: boolean },
): Promise<void> {
  await db.transaction(async (tx) => {
    const [job] = await tx
      .select({ earlier: jobs.recognition })
      .from(jobs)
      .where(and(eq(jobs.id, jobId), eq(jobs.status, 'in_progress')))
      .for('update');
    if (job === undefined) return;
    const differs = job.earlier !== null && getIdentity(job.earlier) !== getIdentity(record);
    if (differs) await tx.delete(recognizedPieces).where(eq(recognizedPieces.jobId, jobId));
    await tx
      .update(jobs)
      .set({ recognition: record, hasPicture, ...(differs && { progress: sql`0` }) })
      .where(eq(jobs.id, jobId));
  });
}

/** Returns a key of the settings that two runs must share for their pieces to form one transcript. */
function getIdentity(record: RecognitionRecord): string {
  const { engineId, model, version, options, translatedFrom, tracks = [] } = record;
  const isTranslation = translatedFrom !== undefined;
  const used = tracks.filter((track) => track.used).map(({ number, center }) => [number, center]);
  return JSON.stringify([
    engineId,
    model,
    version,
    options.language,
    options.vocabulary,
    isTranslation,
    used,
  ]);
}

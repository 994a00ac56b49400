import type { Db } from '#lib/db/connect';
import type { Job } from '#lib/jobs/job';
import type { Recognition } from '#lib/recognition/recognition';
import type { Sound } from '#lib/recognition/recognize-recording';
import type { RecognitionRecord } from '#lib/recognition/record';
import { readRecord, readWordsInUse } from '#lib/revisions/recognitions/recognition-in-use';
import type { Recognized } from '#lib/revisions/recognitions/recognized';

/**
 * Tells the speakers apart in the transcript that a run is of: its words in use with other speakers, and their record. Throws an
 * `EngineFailure` where that can't be done, and the signal's reason when aborted.
 */
export async function separateSpeakers(
  { db, recognition }: { db: Db; recognition: Recognition },
  { recognizes, recognitionOptions }: Job,
  sound: Sound,
  signal: AbortSignal,
): Promise<Recognized & { recognition?: RecognitionRecord }> {
  const reference = { jobId: recognizes ?? '' };
  const words = await readWordsInUse(db, reference);
  const asked = recognitionOptions?.speakers;
  const speakers = asked === undefined || asked === 'off' ? 'auto' : asked;
  const { speakersBy, ...separated } = await recognition.separateSpeakers(sound, { words, speakers }, signal);
  const record = await readRecord(db, reference);
  if (record === null) return separated;
  const notes = record.notes.filter((note) => note !== 'speakers-failed');
  const options = { ...record.options, speakers };
  return { ...separated, recognition: { ...record, options, notes, speakersBy } };
}

import { trySubmit } from '#app/(account)/jobs/try-submit';
import { offerRecognition } from '#app/(account)/offer-recognition';
import type { Session } from '#app/session';
import type { SubmitResult } from '#components/jobs/live/jobs-query.ts';
import type { Recognizable } from '#components/recognition/again/again-choices.ts';
import { emptyDraft, type Draft } from '#components/recognition/resolve-choices.ts';
import { parseRecognition } from '#lib/api/submission/submission-options';
import { priceCents } from '#lib/billing/price';
import { readAccount } from '#lib/billing/read-account';
import type { Job } from '#lib/jobs/job';
import { readJobs } from '#lib/jobs/read/read-jobs';
import { checkRecognition } from '#lib/jobs/submit/check-recognition';
import { canRecognizeAgain, recognizeAgain } from '#lib/jobs/submit/recognize-again';
import { Refusal } from '#lib/refusal';
import { env } from '#lib/settings/env';
import { openStorage } from '#lib/storage/open-storage';

type Who = Pick<Session, 'db' | 'accountId'>;

/** Those of the jobs that can be recognized again, with the price of all and the options that a single one was submitted with. */
export async function readRecognizable({ db, accountId }: Who, jobIds: string[]): Promise<Recognizable> {
  const [jobs, { balanceCents }, offer] = await Promise.all([
    findAble({ db, accountId }, jobIds),
    readAccount(db, { accountId }),
    offerRecognition(),
  ]);
  const [only] = jobs.length === 1 ? jobs : [];
  return {
    jobIds: jobs.map(({ id }) => id),
    name: only?.name,
    draft: only === undefined ? emptyDraft : toDraft(only),
    cents: getPrice(jobs),
    balanceCents,
    offer,
  };
}

/** All or none, as far as the balance and the choices go. Gives no job for one that was just recognized with the same choices. */
export async function recognizeAll(
  { db, accountId }: Who,
  jobIds: string[],
  given: Record<string, unknown>,
): Promise<SubmitResult> {
  const jobs = await findAble({ db, accountId }, jobIds);
  const { balanceCents } = await readAccount(db, { accountId });
  if (getPrice(jobs) > balanceCents) return { kind: 'out-of-credit', balanceCents };
  const settings = { ...env(), storage: openStorage() };
  return trySubmit(async () => {
    const { recognition, faults } = parseRecognition(JSON.stringify(given));
    if (faults !== undefined) throw new Refusal({ kind: 'invalid-parameters', parameters: faults });
    for (const { recognitionOptions } of jobs) {
      const { engine: _, ...first } = recognitionOptions ?? {};
      await checkRecognition({ ...first, ...recognition });
    }
    const able = new Set(jobs.map(({ id }) => id));
    const started: string[] = [];
    // Those first that are refused: nothing has begun by then.
    for (const jobId of jobIds.toSorted((a, b) => Number(able.has(a)) - Number(able.has(b)))) {
      const run = await recognizeAgain(db, { accountId, jobId, origin: 'site', recognition }, settings);
      if (run.status === 'in_progress') started.push(run.id);
    }
    return started;
  });
}

async function findAble({ db, accountId }: Who, jobIds: string[]): Promise<Job[]> {
  const found = await readJobs(db, { accountId, jobIds });
  return found.map(({ job }) => job).filter(canRecognizeAgain);
}

function getPrice(jobs: readonly Job[]): number {
  const { priceCentsPerMinute } = env();
  return jobs.reduce((sum, job) => sum + priceCents(job.durationSeconds ?? 0, priceCentsPerMinute), 0);
}

/** The form's fields as a job was submitted, but for the engine: another one is most often why it is recognized again. */
function toDraft({ recognitionOptions }: Job): Draft {
  const { language, speakers, vocabulary = [], audioTracks } = recognitionOptions ?? {};
  const tracks = Array.isArray(audioTracks) ? audioTracks[0] : audioTracks;
  return {
    ...{ language, speakers, engine: undefined, vocabulary: vocabulary.join('\n') },
    audioTracks: tracks === 'auto' ? undefined : tracks,
  };
}

import { trySubmit } from '#app/(account)/jobs/try-submit';
import { offerRecognition } from '#app/(account)/offer-recognition';
import type { Session } from '#app/session';
import type { SubmitResult } from '#components/jobs/live/jobs-query.ts';
import type { Recognizable } from '#components/recognition/again/again-choices.ts';
import { emptyDraft, type Draft } from '#components/recognition/resolve-choices.ts';
import { parseRecognition } from '#lib/api/submission/submission-options';
import { getRate, priceCents } from '#lib/billing/price';
import { readAccount } from '#lib/billing/read-account';
import type { Job } from '#lib/jobs/job';
import { readJobs } from '#lib/jobs/read/read-jobs';
import { checkRecognition } from '#lib/jobs/submit/check-recognition';
import { canRecognizeAgain, recognizeAgain, type AgainOptions } from '#lib/jobs/submit/recognize-again';
import { Refusal } from '#lib/refusal';
import { env } from '#lib/settings/env';
import { openStorage } from '#lib/storage/open-storage';

type Part = Pick<AgainOptions, 'task' | 'passage'>;
type Who = Pick<Session, 'db' | 'accountId'>;

/** The jobs that can be recognized again, with the total price and, for a single one, its options. */
export async function readRecognizable(
  { db, accountId }: Who,
  jobIds: string[],
  part: Part,
): Promise<Recognizable> {
  const [jobs, { balanceCents }, offer] = await Promise.all([
    findAble({ db, accountId }, jobIds),
    readAccount(db, { accountId }),
    offerRecognition(),
  ]);
  const [only] = jobs.length === 1 ? jobs : [];
  return {
    jobIds: jobs.map(({ id }) => id),
    name: only?.name,
    draft: only === undefined ? emptyDraft : toDraft(only, part),
    cents: getPrice(jobs, part),
    balanceCents,
    offer,
  };
}

/** Starts all or none, as far as balance and choices go. Skips jobs just recognized with the same choices. */
export async function recognizeAll(
  { db, accountId }: Who,
  jobIds: string[],
  { chosen, ...part }: Part & { chosen: Record<string, unknown> },
): Promise<SubmitResult> {
  const jobs = await findAble({ db, accountId }, jobIds);
  const { balanceCents } = await readAccount(db, { accountId });
  if (getPrice(jobs, part) > balanceCents) return { kind: 'out-of-credit', balanceCents };
  const settings = { ...env(), storage: openStorage() };
  return trySubmit(async () => {
    const { recognition, faults } = parseRecognition(JSON.stringify(chosen));
    if (faults !== undefined) throw new Refusal({ kind: 'invalid-parameters', parameters: faults });
    for (const { recognitionOptions } of jobs) {
      const { engine: _, ...first } = recognitionOptions ?? {};
      await checkRecognition({ ...first, ...recognition });
    }
    const able = new Set(jobs.map(({ id }) => id));
    const started: string[] = [];
    // Jobs that will be refused come first, before anything has started.
    for (const jobId of jobIds.toSorted((a, b) => Number(able.has(a)) - Number(able.has(b)))) {
      const asked = { accountId, jobId, origin: 'site', recognition, ...part } as const;
      const run = await recognizeAgain(db, asked, settings);
      if (run.status === 'in_progress') started.push(run.id);
    }
    return started;
  });
}

async function findAble({ db, accountId }: Who, jobIds: string[]): Promise<Job[]> {
  const found = await readJobs(db, { accountId, jobIds });
  return found.map(({ job }) => job).filter(canRecognizeAgain);
}

function getPrice(jobs: readonly Job[], { task = 'recognize', passage }: Part): number {
  const rate = getRate(task, env());
  const seconds = passage && (passage.endMs - passage.startMs) / 1000;
  return jobs.reduce((sum, job) => sum + priceCents(seconds ?? job.durationSeconds ?? 0, rate), 0);
}

/**
 * The form's values from the job's options, without the engine, since changing it is the usual reason for recognizing
 * again. For a passage, the number of speakers is unknown; if only speakers are separated, separation can't be off.
 */
function toDraft({ recognitionOptions }: Job, { task, passage }: Part): Draft {
  const { language, speakers: known, vocabulary = [], audioTracks } = recognitionOptions ?? {};
  const tracks = Array.isArray(audioTracks) ? audioTracks[0] : audioTracks;
  const isOther = task === 'speakers' ? known === 'off' : passage !== undefined && known !== 'off';
  const speakers = isOther ? undefined : known;
  return {
    ...{ language, speakers, engine: undefined, vocabulary: vocabulary.join('\n') },
    audioTracks: tracks === 'auto' ? undefined : tracks,
  };
}

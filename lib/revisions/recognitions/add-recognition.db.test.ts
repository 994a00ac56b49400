import assert from 'node:assert/strict';
import { test } from 'node:test';
import { eq } from 'drizzle-orm';
import { jobs } from '#drizzle/schema/jobs';
import { machineTranscripts } from '#drizzle/schema/machine-transcripts';
import { readSeed } from '#e2e/support/seed';
import { randomFrom } from '#e2e/support/transcript/random-speech';
import { ledgerLines } from '#e2e/support/read-rows';
import { makeAccount } from '#e2e/support/make-account';
import { makeRecord } from '#e2e/support/recognition-record';
import { insertTranscribed, putting, saying } from '#e2e/support/transcribed-job';
import { useOwnDatabase } from '#e2e/support/use-own-database';
import { waitFor } from '#e2e/support/wait';
import { database } from '#lib/db/database';
import { cancelJob } from '#lib/endings/cancel-job';
import { completeJob } from '#lib/endings/complete-job';
import type { JobReference } from '#lib/jobs/job';
import { getJob } from '#lib/jobs/read/get-job';
import { submitJob } from '#lib/jobs/submit/submit-job';
import type { Submission } from '#lib/jobs/submit/submission';
import type { Recognized } from '#lib/revisions/recognitions/recognized';
import { listRevisions } from '#lib/revisions/list-revisions';
import { readEdit, readRevision } from '#e2e/support/read-edit';
import { readTranscript } from '#lib/revisions/read-transcript';
import { measureReview } from '#lib/revisions/review/measure-review';
import { readConflicts } from '#lib/revisions/review/read-conflicts';
import { saveReview } from '#lib/revisions/review/save-review';
import { restoreRevision } from '#lib/revisions/restore-revision';
import { saveEdit } from '#lib/revisions/save-edit';
import { toText, type Edit } from '#lib/transcript/edit';
import type { WordRange } from '#lib/transcript/align/word-range';
import type { NumberRange } from '#lib/transcript/number-ranges';

await useOwnDatabase();
const { db } = database();
const author = { kind: 'owner', name: 'Ann' } as const;
const record = makeRecord({ model: 'better-model', language: 'de' });

/** Makes a transcribed job with its first record. */
async function makeTranscribed() {
  const accountId = await makeAccount(db, { balanceCents: 1000 });
  return insertTranscribed(db, {
    accountId,
    durationSeconds: 60,
    recognition: makeRecord({ model: 'first-model' }),
  });
}

async function submitRun(
  { accountId, jobId }: JobReference,
  part: Pick<Submission, 'task' | 'passage'> = {},
): Promise<string> {
  const media = { key: 'copy', bytes: 1, fileName: 'a.wav', durationSeconds: 60 };
  const submission = { accountId, media, recognizes: jobId, ...part };
  return (await submitJob(db, submission, { priceCentsPerMinute: 25 })).job.id;
}

async function complete(runId: string, recognized: Recognized): Promise<void> {
  assert.equal(await completeJob(db, { jobId: runId, recognition: record, ...recognized }), true);
}

/** Reads the job's machine transcript, with each word mapped by `change`. */
async function recognizeWith(jobId: string, change: (text: string) => string): Promise<Recognized> {
  const [machine] = await db.select().from(machineTranscripts).where(eq(machineTranscripts.jobId, jobId));
  assert.ok(machine);
  const { words, speakers, monologues } = machine;
  return {
    speakers,
    monologues,
    words: words
      .slice(0, 60)
      .map((word) => ({ ...word, text: change(word.text), startMs: word.startMs + 1 })),
  };
}

const getTexts = ({ monologues }: Pick<Edit, 'monologues'>): string[] =>
  monologues.map(({ content }) => toText(content));

test('a later recognition is the next revision with its times and its record, and the first one stays the machine’s', async () => {
  const job = await makeTranscribed();
  const [machine, before] = [await readRevision(db, job, 0), await readTranscript(db, job, 'machine')];
  const runId = await submitRun(job);
  const better = await recognizeWith(job.jobId, (text) => text.toUpperCase());
  await complete(runId, better);
  const edit = await readEdit(db, job);
  assert.equal(edit.revision, 1);
  assert.deepEqual(
    getTexts(edit),
    getTexts(machine).map((text) => text.toUpperCase()),
  );
  const { monologues } = await readTranscript(db, job, 'latest');
  assert.deepEqual(
    monologues.flatMap(({ words }) => words.map(({ text, startMs }) => [text, startMs])),
    better.words.map(({ text, startMs }) => [text, startMs]),
  );
  assert.deepEqual((await readTranscript(db, job, 'machine')).monologues, before.monologues);
  assert.deepEqual(await readRevision(db, job, 0), machine);
  assert.equal((await getJob(db, job)).recognition?.model, 'better-model');
  const { revisions } = await listRevisions(db, job);
  assert.deepEqual(revisions[0]?.summary, [{ kind: 'recognized', engine: 'better-model' }]);
  // Its recording and its search text belong to the other job.
  const run = await getJob(db, { ...job, jobId: runId });
  assert.deepEqual([run.status, run.mediaKey, run.renditionAskedAt], ['transcribed', null, null]);
  assert.deepEqual(await ledgerLines(db, job.accountId), [
    'credit 1000',
    'hold -25',
    'release 25',
    'charge -25',
  ]);
});

test('what people changed is kept, the same recognition again changes nothing, and restoring takes all of it back', async () => {
  const job = await makeTranscribed();
  const machine = await readEdit(db, job);
  const corrected = toText(machine.monologues[1]?.content ?? []).replace(/\S+$/, 'corrected');
  const named = machine.speakers.with(0, { id: 0, name: 'Ann' });
  const change = putting([saying(machine.monologues[1], corrected)], { speakers: named });
  await saveEdit(db, { ...job, base: 0, change, author });
  const saved = await readEdit(db, job);
  const better = await recognizeWith(job.jobId, (text) =>
    text.replace(/^./, (letter) => letter.toUpperCase()),
  );
  for (const revision of [2, 2]) {
    await complete(await submitRun(job), better);
    const edit = await readEdit(db, job);
    assert.equal(edit.revision, revision);
    assert.match(getTexts(edit)[1] ?? '', /[A-Z].* corrected$/);
    assert.deepEqual(edit.speakers, named);
  }
  const restored = { ...job, base: 2, restoredFrom: 1, author };
  assert.deepEqual(await restoreRevision(db, restored), { kind: 'saved', revision: 3 });
  assert.deepEqual({ ...(await readEdit(db, job)), revision: 1 }, saved);
  assert.equal((await getJob(db, job)).recognition?.model, 'first-model');
  // From here on, a later recognition replaces the first one.
  await complete(await submitRun(job), better);
  assert.match(getTexts(await readEdit(db, job))[1] ?? '', /[A-Z].* corrected$/);
  assert.equal((await getJob(db, job)).recognition?.model, 'better-model');
});

test('a corrected word that is heard otherwise again is a conflict until it is accepted, and again where its version is restored', async () => {
  const job = await makeTranscribed();
  const { monologues } = await readEdit(db, job);
  const text = toText(monologues[1]?.content ?? []).replace(/\S+$/, 'corrected');
  await saveEdit(db, { ...job, base: 0, change: putting([saying(monologues[1], text)]), author });
  await complete(await submitRun(job), await recognizeWith(job.jobId, (text) => text));
  assert.deepEqual(await readConflicts(db, job), [], 'what is heard as before is no conflict');
  const { words: heard, ...others } = await recognizeWith(job.jobId, (text) => `${text}x`);
  // Leaves nothing else to review.
  const sure = heard.map((word) => ({ ...word, confidence: 1 }));
  await complete(await submitRun(job), { ...others, words: sure });
  const [conflict, ...more] = await readConflicts(db, job);
  assert.ok(conflict);
  assert.deepEqual([conflict.text, conflict.to - conflict.from, more], ['corrected', 1, []]);
  const measure = async () => {
    await measureReview(db, job);
    return (await getJob(db, job)).reviewedShare;
  };
  assert.equal(await measure(), 0);
  const toWords = (all: readonly WordRange[]) => all.map(({ from, to }): NumberRange => [from, to]);
  const nothing = { words: [], pauses: [] };
  await saveReview(db, job, { accept: { words: toWords([conflict]), pauses: [] }, withdraw: nothing });
  assert.equal(await measure(), 1);
  // When the same words are recognized at other times, it stays the only conflict, and settled.
  const later = sure.map((word) => ({ ...word, startMs: word.startMs + 1 }));
  await complete(await submitRun(job), { ...others, words: later });
  const carried = (await readConflicts(db, job)).filter(({ from }) => from > conflict.from);
  assert.deepEqual(
    carried.map((each) => each.text),
    ['corrected'],
  );
  assert.equal(await measure(), 1);
  const base = (await readEdit(db, job)).revision;
  await restoreRevision(db, { ...job, base, restoredFrom: 1, author });
  await restoreRevision(db, { ...job, base: base + 1, restoredFrom: base, author });
  assert.equal(await measure(), 1);
  await saveReview(db, job, { accept: nothing, withdraw: { words: toWords(carried), pauses: [] } });
  assert.equal(await measure(), 0);
});

test('what two people write anywhere while recognitions are added is kept, in any order', async () => {
  const job = await makeTranscribed();
  const random = randomFrom(readSeed('LONGHAND_TEST_RECOGNITION_SEED'));
  const work = { isDone: false };
  const written: string[] = [];
  const keepWriting = async (person: string): Promise<void> => {
    for (let i = 0; !work.isDone; i += 1) {
      const { revision: base, monologues } = await readEdit(db, job);
      const at = Math.floor(random() * monologues.length);
      const words = toText(monologues[at]?.content ?? []).split(' ');
      const own = `${person}${i}`;
      const text = words.toSpliced(Math.floor(random() * (words.length + 1)), 0, own).join(' ');
      const change = putting([saying(monologues[at], text)]);
      const { kind } = await saveEdit(db, { ...job, base, change, author });
      if (kind === 'saved') written.push(own);
    }
  };
  const people = [keepWriting('ann'), keepWriting('ben')];
  for (const mark of ['A', 'B', 'C']) {
    const saves = written.length;
    await complete(await submitRun(job), await recognizeWith(job.jobId, (text) => `${text}${mark}`));
    await waitFor('other saves', () => written.length > saves + 4 || undefined);
  }
  work.isDone = true;
  await Promise.all(people);
  const text = getTexts(await readEdit(db, job))
    .join(' ')
    .split(' ');
  assert.deepEqual(
    written.filter((own) => !text.includes(own)),
    [],
  );
});

test('one that was canceled changes nothing, one in the trash is renewed, and without the job the run stands for itself', async () => {
  const job = await makeTranscribed();
  const canceled = await submitRun(job);
  await cancelJob(db, { ...job, jobId: canceled });
  const better = await recognizeWith(job.jobId, (text) => `${text}x`);
  assert.equal(await completeJob(db, { jobId: canceled, recognition: record, ...better }), false);
  assert.equal((await readEdit(db, job)).revision, 0);
  const late = await submitRun(job);
  await db.update(jobs).set({ trashedAt: new Date() }).where(eq(jobs.id, job.jobId));
  await complete(late, better);
  assert.equal((await getJob(db, { ...job, within: 'trash' })).latestRevision, 1);
  const orphan = await submitRun(job);
  await db.delete(jobs).where(eq(jobs.id, job.jobId));
  await complete(orphan, better);
  const run = await getJob(db, { ...job, jobId: orphan });
  assert.deepEqual([run.status, run.recognizes, run.mediaKey], ['transcribed', null, 'copy']);
  assert.notEqual(run.renditionAskedAt, null);
});

/** The words of a job's transcript with their times. */
async function readTimedWords(job: JobReference): Promise<Array<[string, number, number]>> {
  const { monologues } = await readTranscript(db, job, 'latest');
  return monologues.flatMap(({ words }) =>
    words.map(({ text, startMs, endMs }): [string, number, number] => [text, startMs, endMs]),
  );
}

test('a passage alone has new words, and all around it stays as it is, with what people changed; restoring takes it back', async () => {
  const job = await makeTranscribed();
  const machine = await readEdit(db, job);
  const corrected = toText(machine.monologues[0]?.content ?? []).replace(/^\S+/, 'Corrected');
  await saveEdit(db, {
    ...job,
    base: 0,
    change: putting([saying(machine.monologues[0], corrected)]),
    author,
  });
  const saved = await readEdit(db, job);
  const before = await readTimedWords(job);
  const all = await recognizeWith(job.jobId, (text) => text.toUpperCase());
  const words = all.words.slice(12, 15);
  const passage = { startMs: words[0]?.startMs ?? 0, endMs: (words[2]?.endMs ?? 0) + 10 };
  const heard = {
    words,
    speakers: all.speakers.slice(0, 1),
    monologues: [{ id: 0, speaker: 0, from: 0, to: 3 }],
  };
  for (const revision of [2, 2]) {
    await complete(await submitRun(job, { passage }), heard);
    assert.equal((await readEdit(db, job)).revision, revision);
  }
  const edit = await readEdit(db, job);
  assert.deepEqual(
    edit.monologues.map(({ id, speaker }) => [id, speaker]),
    saved.monologues.map(({ id, speaker }) => [id, speaker]),
  );
  const own = words.map(({ text, startMs, endMs }) => [text, startMs, endMs]);
  assert.deepEqual(await readTimedWords(job), [...before.slice(0, 12), ...own, ...before.slice(15)]);
  const { revisions } = await listRevisions(db, job);
  assert.deepEqual(revisions[0]?.summary, [{ kind: 'recognized', engine: 'better-model', passage }]);
  const { recognition } = await getJob(db, job);
  const known = { ...passage, engineId: 'pocketsphinx', model: 'better-model', language: 'de' };
  assert.deepEqual([recognition?.model, recognition?.passages], ['first-model', [known]]);
  const [row] = await db.select().from(machineTranscripts).where(eq(machineTranscripts.jobId, job.jobId));
  assert.deepEqual(
    row?.words.slice(60).map(({ language }) => language),
    before.map((_, i) => (i >= 12 && i < 15 ? 'de' : undefined)),
  );
  const restored = { ...job, base: 2, restoredFrom: 1, author };
  assert.deepEqual(await restoreRevision(db, restored), { kind: 'saved', revision: 3 });
  assert.deepEqual({ ...(await readEdit(db, job)), revision: 1 }, saved);
  assert.equal((await getJob(db, job)).recognition?.passages, undefined);
});

test('other speakers change no word, and keep those whom people chose', async () => {
  const job = await makeTranscribed();
  const machine = await readEdit(db, job);
  const [first] = machine.monologues;
  assert.ok(first);
  const speakers = machine.speakers.with(2, { id: 2, name: 'Ben' });
  const change = putting([{ ...first, speaker: 2 }], { speakers });
  await saveEdit(db, { ...job, base: 0, change, author });
  const before = await readTimedWords(job);
  const { words } = await recognizeWith(job.jobId, (text) => text);
  // One voice until the middle of the second paragraph, then another.
  const heard = {
    words: words.map((word) => ({ ...word, startMs: word.startMs - 1 })),
    speakers: [0, 1].map((id) => ({ id, name: `Speaker ${id + 1}` })),
    monologues: [
      { id: 0, speaker: 0, from: 0, to: 15 },
      { id: 1, speaker: 1, from: 15, to: 60 },
    ],
  };
  const runId = await submitRun(job, { task: 'speakers' });
  await complete(runId, heard);
  const edit = await readEdit(db, job);
  assert.deepEqual(await readTimedWords(job), before);
  assert.equal(edit.monologues[0]?.speaker, 2);
  assert.deepEqual(
    edit.monologues.slice(1).map(({ content }) => toText(content)),
    [words.slice(10, 15), words.slice(15)].map((part) => part.map(({ text }) => text).join(' ')),
  );
  const { revisions } = await listRevisions(db, job);
  assert.deepEqual(revisions[0]?.summary, [{ kind: 'separatedSpeakers' }]);
  await complete(await submitRun(job, { task: 'speakers' }), heard);
  assert.equal((await readEdit(db, job)).revision, edit.revision);
});

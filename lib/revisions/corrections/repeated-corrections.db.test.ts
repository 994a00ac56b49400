import assert from 'node:assert/strict';
import { test } from 'node:test';
import { eq, sql } from 'drizzle-orm';
import { corrections } from '#drizzle/schema/corrections';
import { jobs } from '#drizzle/schema/jobs';
import { machineTranscripts } from '#drizzle/schema/machine-transcripts';
import { makeAccount } from '#e2e/support/make-account';
import { listPayloads } from '#e2e/support/read-rows';
import { insertTranscribed, putting, refused, saying } from '#e2e/support/transcribed-job';
import { withTestTransaction } from '#e2e/support/with-test-transaction';
import { readVocabulary, saveVocabulary } from '#lib/accounts/settings/vocabulary';
import { listEvents } from '#lib/audit/list-events';
import type { Tx } from '#lib/db/connect';
import { maxVocabulary } from '#lib/recognition/options/options';
import {
  addToVocabulary,
  dismissCorrection,
  undoDecision,
} from '#lib/revisions/corrections/decide-corrections';
import { listRepeated } from '#lib/revisions/corrections/list-repeated';
import { noteCorrections } from '#lib/revisions/corrections/note-corrections';
import { readEdit } from '#e2e/support/read-edit';
import { restoreRevision } from '#lib/revisions/restore-revision';
import { saveEdit } from '#lib/revisions/save-edit';

const author = { kind: 'owner', name: 'Ann' } as const;

/** Makes a transcript in which each recognized text was corrected to its pair, and stores the corrections. */
async function insertCorrected(
  db: Tx,
  pairs: Array<[heard: string, corrected: string]>,
  values: Partial<typeof jobs.$inferInsert> = {},
): Promise<{ accountId: string; jobId: string }> {
  const job = await insertTranscribed(db, values);
  const turns = pairs.map(([heard]) => heard.split(' '));
  const words = turns
    .flat()
    .map((text, i) => ({ text, startMs: i * 500, endMs: i * 500 + 400, confidence: 0.9 }));
  let from = 0;
  const monologues = turns.map(({ length }, id) => ({ id, speaker: 0, from, to: (from += length) }));
  await db
    .update(machineTranscripts)
    .set({ words, monologues })
    .where(eq(machineTranscripts.jobId, job.jobId));
  const edit = await readEdit(db, job);
  const change = putting(pairs.map(([, text], i) => saying(edit.monologues[i], text)));
  await saveEdit(db, { ...job, base: 0, change, author });
  await noteCorrections(db, job);
  return job;
}

const said: Array<[string, string]> = [
  ['yes has ford came', 'yes Hasford came'],
  ['then hazard left', 'then Hasford left'],
];
const list = async (db: Tx, job: { accountId: string }) =>
  (await listRepeated(db, job)).map(({ phrase, count, transcripts }) => [phrase, count, transcripts]);

test('what was corrected in two transcripts or three places is offered, with what was heard and where', () =>
  withTestTransaction(async (db) => {
    const first = await insertCorrected(db, said, { name: 'One.mp3' });
    const { accountId } = first;
    assert.deepEqual(await listRepeated(db, first), []);
    const second = await insertCorrected(db, [['so has ford said', 'so Hasford said']], {
      accountId,
      name: 'Two.mp3',
    });
    assert.deepEqual(await listRepeated(db, first), [
      {
        ...{ phrase: 'Hasford', heard: ['has ford', 'hazard'], count: 3, transcripts: 2 },
        places: [
          { jobId: first.jobId, name: 'One.mp3', startMs: 500, endMs: 1400 },
          { jobId: second.jobId, name: 'Two.mp3', startMs: 500, endMs: 1400 },
          { jobId: first.jobId, name: 'One.mp3', startMs: 2500, endMs: 2900 },
        ],
      },
    ]);
    const thrice = await insertCorrected(db, [...said, ['for has forth sake', 'for Hasford’s sake']]);
    assert.deepEqual(await list(db, thrice), [['Hasford', 3, 1]]);
  }));

test('words that are mostly heard rightly, parts of longer names and a term in one place are not offered', () =>
  withTestTransaction(async (db) => {
    const known = Array.from({ length: 3 }, (): [string, string] => ['we met Hasford', 'we met Hasford']);
    const job = await insertCorrected(db, [...said, ['so hazard said', 'so Hasford said'], ...known]);
    assert.deepEqual(await list(db, job), []);
    const parks = Array.from({ length: 3 }, (): [string, string] => [
      'in nor land parking',
      'in Norland Park',
    ]);
    assert.deepEqual(await list(db, await insertCorrected(db, parks)), [['Norland Park', 3, 1]]);
    const term: [string, string] = ['take met foreman now', 'take metformin now'];
    const once = await insertCorrected(db, [term]);
    await insertCorrected(db, [term], once);
    assert.deepEqual(await list(db, once), []);
    await insertCorrected(db, [term], once);
    assert.deepEqual(await list(db, once), [['metformin', 3, 3]]);
  }));

test('a phrase is added once, noted in the log, and offered no more; undo takes it out again', () =>
  withTestTransaction(async (db) => {
    const job = await insertCorrected(db, [...said, ...said]);
    const { accountId } = job;
    await saveVocabulary(db, { accountId, vocabulary: ['Barton'] });
    const choice = { accountId, phrase: 'Hasford' };
    for (let times = 0; times < 2; times += 1) {
      await addToVocabulary(db, choice);
      assert.deepEqual(await readVocabulary(db, job), ['Barton', 'Hasford']);
      assert.deepEqual(await list(db, job), []);
    }
    const events = await listEvents(db, { accountId, limit: 10 });
    assert.equal(events.filter(({ action }) => action === 'settings.updated').length, 2);
    // If removed by hand, it isn't offered again, either.
    await saveVocabulary(db, { accountId, vocabulary: ['Barton'] });
    assert.deepEqual(await list(db, job), []);
    await saveVocabulary(db, { accountId, vocabulary: ['Barton', 'Hasford'] });
    for (const isRemoved of [true, false]) {
      assert.equal(await undoDecision(db, choice), isRemoved);
      assert.deepEqual(await readVocabulary(db, job), ['Barton']);
      assert.deepEqual(await list(db, job), [['Hasford', 4, 1]]);
    }
  }));

test('what is in the vocabulary is not offered, and adding it changes nothing that undo would take out', () =>
  withTestTransaction(async (db) => {
    const job = await insertCorrected(db, [...said, ...said]);
    const { accountId } = job;
    await saveVocabulary(db, { accountId, vocabulary: ['hasford'] });
    assert.deepEqual(await list(db, job), []);
    await addToVocabulary(db, { accountId, phrase: 'Hasford' });
    assert.equal(await undoDecision(db, { accountId, phrase: 'Hasford' }), false);
    assert.deepEqual(await readVocabulary(db, job), ['hasford']);
  }));

test('a full vocabulary refuses another phrase, which stays offered', () =>
  withTestTransaction(async (db) => {
    const job = await insertCorrected(db, [...said, ...said]);
    const { accountId } = job;
    const vocabulary = Array.from({ length: maxVocabulary }, (_, i) => `term ${i}`);
    await saveVocabulary(db, { accountId, vocabulary });
    await refused('invalid-parameters', () => addToVocabulary(db, { accountId, phrase: 'Hasford' }));
    assert.deepEqual(await readVocabulary(db, job), vocabulary);
    assert.deepEqual(await list(db, job), [['Hasford', 4, 1]]);
  }));

test('a dismissed phrase stays dismissed, however it is written and wherever it is corrected next', () =>
  withTestTransaction(async (db) => {
    const job = await insertCorrected(db, [...said, ...said]);
    const { accountId } = job;
    await dismissCorrection(db, { accountId, phrase: 'HASFORD' });
    await dismissCorrection(db, { accountId, phrase: 'Hasford' });
    await insertCorrected(db, [...said, ...said], { accountId });
    assert.deepEqual(await list(db, job), []);
    assert.equal(await undoDecision(db, { accountId, phrase: 'Hasford' }), false);
    assert.deepEqual(await list(db, job), [['Hasford', 8, 2]]);
  }));

test('offers are an account’s own: another one sees and decides nothing of them', () =>
  withTestTransaction(async (db) => {
    const job = await insertCorrected(db, [...said, ...said]);
    const other = { accountId: await makeAccount(db) };
    assert.deepEqual(await list(db, other), []);
    await dismissCorrection(db, { ...other, phrase: 'Hasford' });
    assert.equal(await undoDecision(db, { ...other, phrase: 'Hasford' }), false);
    assert.deepEqual(await list(db, job), [['Hasford', 4, 1]]);
  }));

test('a transcript in the trash counts when it is restored, a deleted one never', () =>
  withTestTransaction(async (db) => {
    const job = await insertCorrected(db, [...said, ...said]);
    const isJob = eq(jobs.id, job.jobId);
    await db.update(jobs).set({ trashedAt: new Date() }).where(isJob);
    assert.deepEqual(await list(db, job), []);
    await db.update(jobs).set({ trashedAt: null }).where(isJob);
    assert.deepEqual(await list(db, job), [['Hasford', 4, 1]]);
    await db.delete(jobs).where(isJob);
    const isOwn = eq(corrections.accountId, job.accountId);
    assert.equal(await db.$count(corrections, isOwn), 0);
    await noteCorrections(db, job);
    assert.deepEqual(await list(db, job), []);
  }));

test('each save has the corrections of what is in use noted, once for all that come one after the other', () =>
  withTestTransaction(async (db) => {
    const job = await insertCorrected(db, [...said, ...said]);
    assert.deepEqual(await listPayloads(db, 'note-corrections'), [{ jobId: job.jobId }]);
    await restoreRevision(db, { ...job, base: 1, restoredFrom: 0, author });
    assert.deepEqual(await listPayloads(db, 'note-corrections'), [{ jobId: job.jobId }]);
    await noteCorrections(db, job);
    assert.deepEqual(await list(db, job), []);
  }));

test('jobs of the sandbox teach nothing', () =>
  withTestTransaction(async (db) => {
    const job = await insertCorrected(db, [...said, ...said], { mode: 'test' });
    assert.deepEqual(await list(db, job), []);
  }));

test('of very many corrections the newest count', () =>
  withTestTransaction(async (db) => {
    const job = await insertCorrected(db, [...said, ...said]);
    const { accountId } = job;
    const other = await insertTranscribed(db, { accountId });
    await db.execute(sql`
      insert into corrections (job_id, account_id, key, phrase, is_name, count, known, heard, places, found_at)
      select ${other.jobId}, ${accountId}, 'k' || i, 'K' || i, true, 1, 0, '["x"]', '[]', now() + interval '1 hour'
      from generate_series(1, 20000) as i`);
    assert.deepEqual(await list(db, job), []);
  }));

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { makeAccount } from '#e2e/support/make-account';
import { makeRecord } from '#e2e/support/recognition-record';
import { useOwnDatabase } from '#e2e/support/use-own-database';
import { saveVocabulary } from '#lib/accounts/settings/vocabulary';
import { database } from '#lib/db/database';
import { completeJob } from '#lib/endings/complete-job';
import { submitJob } from '#lib/jobs/submit/submit-job';
import { listRevisions } from '#lib/revisions/list-revisions';
import { readEdit, readRevision } from '#e2e/support/read-edit';
import { restoreRevision } from '#lib/revisions/restore-revision';
import { toText } from '#lib/transcript/edit';

await useOwnDatabase();
const { db } = database();
const by = { kind: 'command_line' } as const;
const author = { kind: 'owner', name: 'Ann' } as const;

/** Makes a job of an account with this vocabulary, in which this text was recognized word by word. */
async function transcribe(vocabulary: string[], text: string) {
  const accountId = await makeAccount(db, { balanceCents: 1000 });
  await saveVocabulary(db, { accountId, vocabulary, by });
  const media = { key: 'none', bytes: 1, fileName: 'a.wav', durationSeconds: 60 };
  const { job } = await submitJob(db, { accountId, media }, { priceCentsPerMinute: 25 });
  const words = text
    .split(' ')
    .map((word, i) => ({ text: word, startMs: 500 * i, endMs: 500 * i + 400, confidence: 0.5 }));
  const heard = {
    words,
    speakers: [{ id: 0, name: 'Speaker 1' }],
    monologues: [{ id: 0, speaker: 0, from: 0, to: words.length }],
  };
  const recognition = makeRecord({ language: 'en' });
  assert.equal(await completeJob(db, { jobId: job.id, recognition, ...heard }), true);
  return { accountId, jobId: job.id };
}

const getText = async (reading: ReturnType<typeof readEdit>): Promise<string> =>
  (await reading).monologues.map(({ content }) => toText(content)).join(' ');

test('an entry that says so is written where it was heard, told in the history, and restoring undoes it', async () => {
  const heard = 'We met shiver on, and shivawn’s mother.';
  const job = await transcribe(['Siobhan ~~ shivawn, shiver on'], heard);
  assert.equal(await getText(readEdit(db, job)), 'We met Siobhan, and Siobhan’s mother.');
  assert.equal(await getText(readRevision(db, job, 0)), heard);
  const { revisions } = await listRevisions(db, job);
  assert.deepEqual(revisions[0]?.summary, [{ kind: 'written', count: 2 }]);
  await restoreRevision(db, { ...job, base: 1, restoredFrom: 0, author });
  assert.equal(await getText(readEdit(db, job)), heard);
});

test('without two tildes nothing is written, nor where nothing sounds like the entry', async () => {
  for (const entry of ['Siobhan ~ shivawn', 'Kubernetes ~~']) {
    const { revision } = await readEdit(db, await transcribe([entry], 'We met shivawn there.'));
    assert.equal(revision, 0);
  }
});

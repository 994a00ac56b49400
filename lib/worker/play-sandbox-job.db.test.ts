import assert from 'node:assert/strict';
import { test } from 'node:test';
import { makeAccount } from '#e2e/support/make-account';
import { makeJob, type MadeJob } from '#e2e/support/make-job';
import { readLedger } from '#e2e/support/read-rows';
import { withTestTransaction } from '#e2e/support/with-test-transaction';
import type { Db } from '#lib/db/connect';
import { submitSandboxJob } from '#lib/jobs/sandbox/submit-sandbox-job';
import { getJob } from '#lib/jobs/read/get-job';
import type { Job } from '#lib/jobs/job';
import { readTranscript } from '#lib/revisions/read-transcript';
import { toPlainText } from '#lib/exports/text/to-plain-text';
import { playSandboxJob } from '#lib/worker/play-sandbox-job';

async function play(db: Db, accountId: string, made: MadeJob): Promise<Job> {
  const { id: jobId } = await makeJob(db, accountId, { mode: 'test', mediaKey: null, ...made });
  await playSandboxJob(db, jobId);
  const job = await getJob(db, { accountId, jobId });
  await playSandboxJob(db, jobId);
  assert.deepEqual(await getJob(db, { accountId, jobId }), job, 'it may be repeated');
  return job;
}

test('a job of the sandbox is transcribed, always with the same words, for nothing', () =>
  withTestTransaction(async (db) => {
    const accountId = await makeAccount(db, { balanceCents: 0 });
    const texts: string[] = [];
    for (const name of ['a.wav', 'b.wav']) {
      const { id: jobId, status } = await play(db, accountId, { name });
      assert.equal(status, 'transcribed');
      texts.push(toPlainText(await readTranscript(db, { accountId, jobId }, 'machine')));
    }
    assert.match(texts[0] ?? '', /transcript of a job in the sandbox/);
    assert.equal(texts[0], texts[1]);
    assert.deepEqual(await readLedger(db, accountId), []);
  }));

test('a script makes a job fail with each reason, by the name or the metadata', () =>
  withTestTransaction(async (db) => {
    const accountId = await makeAccount(db, { balanceCents: 0 });
    const reasons = ['download_failure', 'invalid_media', 'insufficient_balance', 'unspecified'] as const;
    for (const reason of reasons) {
      for (const script of [
        { name: `fail:${reason} delay:0s.wav` },
        { metadata: `delay:0s, fail:${reason}` },
      ]) {
        const job = await play(db, accountId, script);
        assert.deepEqual([job.status, job.failure], ['failed', reason]);
        assert.ok(job.failureDetail);
      }
    }
    assert.deepEqual(await readLedger(db, accountId), []);
  }));

test('a job in silence has no words', () =>
  withTestTransaction(async (db) => {
    const accountId = await makeAccount(db, { balanceCents: 100_00 });
    const { id: jobId } = await play(db, accountId, { name: 'silence.wav' });
    assert.deepEqual((await readTranscript(db, { accountId, jobId }, 'machine')).monologues, []);
  }));

test('a run of a passage has the words there', () =>
  withTestTransaction(async (db) => {
    const accountId = await makeAccount(db);
    const { id: jobId } = await play(db, accountId, { passage: { startMs: 600, endMs: 1500 } });
    const { monologues } = await readTranscript(db, { accountId, jobId }, 'machine');
    assert.deepEqual(
      monologues.flatMap(({ words }) => words.map(({ text, startMs }) => [text, startMs])),
      [
        ['the', 600],
        ['transcript', 900],
        ['of', 1200],
      ],
    );
  }));

test('a text that was submitted with a recording is its transcript, with times', () =>
  withTestTransaction(async (db) => {
    const accountId = await makeAccount(db, { balanceCents: 0 });
    const transcript = [
      { speaker: 'Ann', content: [{ text: 'Hello ' }, { tag: '[laughs]' }, { text: ' there.' }] },
      { speaker: 'Ben', content: [{ text: 'Good morning.' }] },
    ];
    const media = { mediaUrl: 'https://a.example/talk.mp3' };
    const submit = (metadata: string) =>
      submitSandboxJob(
        db,
        { accountId, media, metadata, task: 'align', transcript },
        { maxUploadBytes: 1000, idempotency: undefined },
      );
    const { job } = await submit('order 1');
    await playSandboxJob(db, job.id);
    const read = await readTranscript(db, { accountId, jobId: job.id }, 'machine');
    assert.equal(
      toPlainText(read),
      'Ann:    00:00    Hello [laughs] there.\n\nBen:    00:00    Good morning.\n',
    );
    assert.equal(read.monologues[0]?.words[1]?.isTag, true);
    const { job: silent } = await submit('silence');
    await playSandboxJob(db, silent.id);
    const failed = await getJob(db, { accountId, jobId: silent.id });
    assert.deepEqual([failed.status, failed.failure], ['failed', 'invalid_media']);
    assert.match(failed.failureDetail ?? '', /^The transcript has too little in common .* 0% of the words/);
  }));

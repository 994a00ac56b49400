import assert from 'node:assert/strict';
import { test } from 'node:test';
import { makeAccount } from '#e2e/support/make-account';
import { makeJob } from '#e2e/support/make-job';
import { makeRecord } from '#e2e/support/recognition-record';
import { withTestTransaction } from '#e2e/support/with-test-transaction';
import { beginRecognition } from '#lib/jobs/work/begin-recognition';
import { getJob } from '#lib/jobs/read/get-job';
import { storePiece, readPieces } from '#lib/jobs/work/recognized-pieces';
import type { RecognitionRecord } from '#lib/recognition/record';

const record = makeRecord({ speed: null });

const piece = { index: 0, startMs: 0, endMs: 100, words: [], progress: 0.5 };

test('what was recognized stays when the work begins again in the same way', () =>
  withTestTransaction(async (db) => {
    const accountId = await makeAccount(db);
    const { id: jobId } = await makeJob(db, accountId);
    await beginRecognition(db, { jobId, record, hasPicture: false });
    await storePiece(db, { jobId, ...piece });
    await beginRecognition(db, { jobId, record: { ...record, speakersBy: 'voice' }, hasPicture: false });
    assert.equal((await readPieces(db, { jobId })).length, 1);
    const job = await getJob(db, { accountId, jobId });
    assert.deepEqual([job.recognition?.speakersBy, job.progress, job.hasPicture], ['voice', 0.5, false]);
  }));

test('a piece is kept with how its words got their times; a worker of the version before tells nothing of it', () =>
  withTestTransaction(async (db) => {
    const { id: jobId } = await makeJob(db, await makeAccount(db));
    await storePiece(db, { jobId, ...piece, timing: 'aligned', score: -20.5 });
    await storePiece(db, { jobId, ...piece, index: 1 });
    const stored = (await readPieces(db, { jobId })).map(({ timing, score }) => [timing, score]);
    assert.deepEqual(stored, [
      ['aligned', -20.5],
      [null, null],
    ]);
  }));

test('what another engine, model, language or vocabulary recognized, or a transcription, is dropped, of this job alone', () =>
  withTestTransaction(async (db) => {
    const accountId = await makeAccount(db);
    const other = await makeJob(db, accountId);
    await storePiece(db, { jobId: other.id, ...piece });
    const changes: Partial<RecognitionRecord>[] = [
      { engineId: 'openai' },
      { model: 'b' },
      { version: '2' },
      { translatedFrom: null },
      { options: { ...record.options, language: 'de' } },
      { options: { ...record.options, vocabulary: 3 } },
    ];
    for (const change of changes) {
      const { id: jobId } = await makeJob(db, accountId);
      await beginRecognition(db, { jobId, record, hasPicture: false });
      await storePiece(db, { jobId, ...piece });
      await beginRecognition(db, { jobId, record: { ...record, ...change }, hasPicture: true });
      assert.deepEqual(await readPieces(db, { jobId }), []);
      assert.equal((await getJob(db, { accountId, jobId })).progress, 0);
    }
    assert.equal((await readPieces(db, { jobId: other.id })).length, 1);
  }));

test('a job that has ended keeps its record', () =>
  withTestTransaction(async (db) => {
    const accountId = await makeAccount(db);
    const { id: jobId } = await makeJob(db, accountId, { status: 'transcribed' });
    await beginRecognition(db, { jobId, record, hasPicture: false });
    assert.equal((await getJob(db, { accountId, jobId })).recognition, null);
  }));

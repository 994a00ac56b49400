import assert from 'node:assert/strict';
import { test } from 'node:test';
import { eq } from 'drizzle-orm';
import { machineTranscripts } from '#drizzle/schema/machine-transcripts';
import { makeAccount } from '#e2e/support/make-account';
import { makeJob } from '#e2e/support/make-job';
import { putting, saying } from '#e2e/support/transcribed-job';
import { withTestTransaction } from '#e2e/support/with-test-transaction';
import { readEdit } from '#e2e/support/read-edit';
import { readTranscript } from '#lib/revisions/read-transcript';
import { saveEdit } from '#lib/revisions/save-edit';
import { joinWords } from '#lib/transcript/text/join-words';
import { splitWords } from '#lib/transcript/text/split-words';

test('after an edit only the words that stand as they were heard have the machine’s confidence', () =>
  withTestTransaction(async (db) => {
    const accountId = await makeAccount(db);
    const { id: jobId } = await makeJob(db, accountId, { words: 'he was not an illness' });
    const job = { accountId, jobId };
    const [before] = await db.select().from(machineTranscripts).where(eq(machineTranscripts.jobId, jobId));
    const words = (before?.words ?? []).map((word, i) => ({
      ...word,
      confidence: 0.9 - i / 10,
      ...(i === 4 && { language: 'de' }),
    }));
    await db.update(machineTranscripts).set({ words }).where(eq(machineTranscripts.jobId, jobId));

    const heard = async (version: 'machine' | 'latest') =>
      (await readTranscript(db, job, version)).monologues.flatMap(({ words: all }) =>
        all.map(({ text, confidence, language }) => [text, confidence?.toFixed(1), language]),
      );
    const machine = [
      ['he', '0.9', undefined],
      ['was', '0.8', undefined],
      ['not', '0.7', undefined],
      ['an', '0.6', undefined],
      ['illness', '0.5', 'de'],
    ];
    assert.deepEqual(await heard('latest'), machine);

    const [first] = (await readEdit(db, job)).monologues;
    const change = putting([saying(first, 'He was, surely not an ill-ness.')]);
    await saveEdit(db, { ...job, base: 0, change, author: { kind: 'owner', name: 'Ann' } });
    assert.deepEqual(await heard('latest'), [
      ['He', undefined, undefined],
      ['was,', undefined, undefined],
      ['surely', undefined, undefined],
      ['not', '0.7', undefined],
      ['an', '0.6', undefined],
      ['ill-ness.', undefined, 'de'],
    ]);
    assert.deepEqual(await heard('machine'), machine);
  }));

test('words stand as the recognizer spaced them, and after an edit as someone wrote them', () =>
  withTestTransaction(async (db) => {
    const accountId = await makeAccount(db);
    const { id: jobId } = await makeJob(db, accountId, { words: 'x' });
    const job = { accountId, jobId };
    const text = '« Oui\u202f! » 使用Longhand 很好。他说：“你好。” สวัสดีครับ วันนี้';
    const words = splitWords(text).map(({ text, gap }, i) => ({
      ...{ text, startMs: i * 1000, endMs: i * 1000 + 900 },
      ...(gap !== undefined && { gap }),
    }));
    const monologues = [{ id: 0, speaker: 0, from: 0, to: words.length }];
    await db.update(machineTranscripts).set({ words, monologues }).where(eq(machineTranscripts.jobId, jobId));
    const read = async () => joinWords((await readTranscript(db, job, 'latest')).monologues[0]?.words ?? []);
    assert.equal(await read(), text);

    const [first] = (await readEdit(db, job)).monologues;
    const written = text.replace('很好', '真的 很好').replace('Oui', 'Mais oui');
    const change = putting([saying(first, written)]);
    await saveEdit(db, { ...job, base: 0, change, author: { kind: 'owner', name: 'Ann' } });
    assert.equal(await read(), written);
    const kept = (await readTranscript(db, job, 'latest')).monologues[0]?.words;
    assert.equal(
      kept?.find(({ text }) => text === 'Longhand')?.startMs,
      2000,
      'a word beside another script',
    );
  }));

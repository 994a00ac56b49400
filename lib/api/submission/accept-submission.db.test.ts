import assert from 'node:assert/strict';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { test } from 'node:test';
import { listFiles } from '#e2e/support/list-files';
import { makeAccount } from '#e2e/support/make-account';
import { readCents } from '#e2e/support/read-rows';
import { makeTestFolder } from '#e2e/support/temporary-folder';
import { waitFor } from '#e2e/support/wait';
import { withSettings } from '#e2e/support/with-settings';
import { withTestTransaction } from '#e2e/support/with-test-transaction';
import type { ApiMode } from '#lib/accounts/api-keys/api-key';
import { acceptSubmission } from '#lib/api/submission/accept-submission';
import { optionRules } from '#lib/api/v1/contract';
import type { Tx } from '#lib/db/connect';
import type { Job } from '#lib/jobs/job';
import { measuringQueue } from '#lib/jobs/submit/measure-media';

/* What becomes of an upload while no tool can be had: the account's turn is taken by something that doesn't end. */

const dataDir = await makeTestFolder();

const withDatabase = (body: (db: Tx) => Promise<void>) =>
  withSettings({ dataDir }, () => withTestTransaction(body));

/** A WAV file of 16 kHz, mono, that lasts a tenth of a second. */
function wav(): Blob {
  const header = Buffer.from(
    '52494646a40c000057415645666d74201000000001000100803e0000007d00000200100064617461800c0000',
    'hex',
  );
  return new Blob([header, Buffer.alloc(3200)], { type: 'audio/wav' });
}

interface Asked {
  accountId: string;
  mode?: ApiMode;
  idempotencyKey?: string;
  signal?: AbortSignal;
}

function submit(db: Tx, { accountId, mode = 'live', idempotencyKey, signal }: Asked): Promise<Job> {
  const body = new FormData();
  body.set('media', wav(), 'talk.wav');
  const request = new Request('http://longhand.example/v1/jobs', {
    method: 'POST',
    body,
    ...(idempotencyKey && { headers: { 'idempotency-key': idempotencyKey } }),
    ...(signal && { signal }),
  });
  return acceptSubmission({ db, accountId, mode, request }, optionRules);
}

/** Runs the body while nothing of the account can be measured. */
async function withoutTools(accountId: string, body: () => Promise<void>): Promise<void> {
  let release = (): void => {};
  const blocked = measuringQueue().run(accountId, () => new Promise<void>((resolve) => (release = resolve)));
  try {
    await body();
    assert.equal(measuringQueue().countWaiting(), 0);
  } finally {
    release();
    await blocked;
  }
}

test('an account that can’t pay for a minute is refused without a tool, and its upload is gone', () =>
  withDatabase(async (db) => {
    const accountId = await makeAccount(db, { balanceCents: 24 });
    await withoutTools(accountId, () =>
      assert.rejects(submit(db, { accountId }), { reason: { kind: 'out-of-credit', balanceCents: 24 } }),
    );
    assert.deepEqual(await listFiles(path.join(dataDir, 'media')), []);
  }));

test('an upload in the sandbox is not measured', () =>
  withDatabase(async (db) => {
    const accountId = await makeAccount(db);
    await withoutTools(accountId, async () => {
      assert.equal((await submit(db, { accountId, mode: 'test' })).name, 'talk.wav');
    });
    assert.deepEqual(await listFiles(path.join(dataDir, 'media')), []);
  }));

test('a repeated submission gives the first job without a tool, also when the balance is gone', () =>
  withDatabase(async (db) => {
    const accountId = await makeAccount(db, { balanceCents: 25 });
    const first = await submit(db, { accountId, idempotencyKey: 'once' });
    assert.deepEqual([first.durationSeconds, await readCents(db, accountId)], [0.1, 0]);
    await withoutTools(accountId, async () => {
      assert.equal((await submit(db, { accountId, idempotencyKey: 'once' })).id, first.id);
    });
    assert.deepEqual(await listFiles(path.join(dataDir, 'media')), [first.mediaKey]);
    await rm(path.join(dataDir, 'media'), { recursive: true });
  }));

test('a client that disconnects leaves the queue, and leaves no file', () =>
  withDatabase(async (db) => {
    const accountId = await makeAccount(db, { balanceCents: 25 });
    const gone = new AbortController();
    await withoutTools(accountId, async () => {
      const refused = assert.rejects(submit(db, { accountId, signal: gone.signal }), { name: 'AbortError' });
      await waitFor('its place in the queue', async () => measuringQueue().countWaiting() === 1 || undefined);
      gone.abort();
      await refused;
    });
    assert.deepEqual(await listFiles(path.join(dataDir, 'media')), []);
    assert.equal(await readCents(db, accountId), 25);
  }));

/** Submits a file whose part declares this type, or none. */
async function submitAs(db: Tx, accountId: string, file: Blob, type?: string): Promise<Job> {
  const head = '--b\r\nContent-Disposition: form-data; name="media"; filename="talk.txt"';
  const declared = type === undefined ? '' : `\r\nContent-Type: ${type}`;
  const request = new Request('http://longhand.example/v1/jobs', {
    method: 'POST',
    headers: { 'content-type': 'multipart/form-data; boundary=b' },
    body: new Blob([`${head}${declared}\r\n\r\n`, file, '\r\n--b--\r\n']),
  });
  return acceptSubmission({ db, accountId, mode: 'live', request }, optionRules);
}

test('where nothing says what a file is, its bytes do: a recording is taken, and anything else refused', () =>
  withDatabase(async (db) => {
    const accountId = await makeAccount(db, { balanceCents: 100 });
    const refused = {
      reason: {
        kind: 'unsupported-media-content-type',
        currentValue: 'application/octet-stream',
        isByContent: true,
      },
    };
    const others = ['Dear Sir,\n'.repeat(99), '#EXTM3U\nhttp://a.example/b.ts\n', '%PDF-1.7\n\0\0'];
    for (const type of [undefined, '', 'application/octet-stream', 'Application/Octet-Stream; x=1']) {
      assert.equal((await submitAs(db, accountId, wav(), type)).durationSeconds, 0.1, type);
      await rm(path.join(dataDir, 'media'), { recursive: true });
      const [other = ''] = others.splice(0, 1);
      if (other !== '') await assert.rejects(submitAs(db, accountId, new Blob([other]), type), refused);
      assert.deepEqual(await listFiles(path.join(dataDir, 'media')), []);
    }
    assert.equal(await readCents(db, accountId), 0);
  }));

test('a recording that is damaged, or declared to be one, is a job that fails, not refused', () =>
  withDatabase(async (db) => {
    const accountId = await makeAccount(db, { balanceCents: 75 });
    const cut = new Blob([Buffer.from('\0\0\0\x18ftypmp42\0\0\0\0mp42isom\0\0\0\x08free', 'latin1')]);
    for (const [file, type] of [
      [cut, undefined],
      [new Blob(['']), undefined],
      [new Blob(['Dear Sir']), 'audio/wav'],
    ] as const) {
      assert.equal((await submitAs(db, accountId, file, type)).durationSeconds, null);
    }
    await rm(path.join(dataDir, 'media'), { recursive: true });
  }));

/** Has the price of a minute held for another job. */
async function spend(db: Tx, accountId: string): Promise<void> {
  const request = new Request('http://longhand.example/v1/jobs', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ media_url: 'https://media.example/a.mp3' }),
  });
  await acceptSubmission({ db, accountId, mode: 'live', request }, optionRules);
}

test('what the balance no longer pays when its turn to be measured comes is refused without a tool', () =>
  withDatabase(async (db) => {
    const accountId = await makeAccount(db, { balanceCents: 25 });
    let release = (): void => {};
    const blocked = measuringQueue().run(
      accountId,
      () => new Promise<void>((resolve) => (release = resolve)),
    );
    const waiting = submit(db, { accountId });
    await waitFor('its place in the queue', async () => measuringQueue().countWaiting() === 1 || undefined);
    await spend(db, accountId);
    // A tool would miss it.
    await rm(path.join(dataDir, 'media'), { recursive: true });
    const refused = assert.rejects(waiting, { reason: { kind: 'out-of-credit', balanceCents: 0 } });
    release();
    await blocked;
    await refused;
  }));

test('an upload whose turn does not come in time is refused for the balance, where that is gone by then', (t) =>
  withDatabase(async (db) => {
    const accountId = await makeAccount(db, { balanceCents: 25 });
    let release = (): void => {};
    const blocked = measuringQueue().run(
      accountId,
      () => new Promise<void>((resolve) => (release = resolve)),
    );
    t.mock.timers.enable({ apis: ['setTimeout'] });
    const waiting = submit(db, { accountId });
    const refused = assert.rejects(waiting, { reason: { kind: 'out-of-credit', balanceCents: 0 } });
    while (measuringQueue().countWaiting() === 0) await new Promise((resolve) => setImmediate(resolve));
    await spend(db, accountId);
    t.mock.timers.tick(60_000);
    await refused;
    release();
    await blocked;
    assert.deepEqual(await listFiles(path.join(dataDir, 'media')), []);
  }));

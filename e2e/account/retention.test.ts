import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { deleteAccount } from '#lib/accounts/delete-account';
import { setRetention } from '#lib/accounts/settings/retention';
import { connect, type Connection } from '#lib/db/connect';
import { makeClient, type Client } from '#e2e/support/client';
import { readClips } from '#e2e/support/speech';
import { useLonghand, type SharedLonghand } from '#e2e/support/start-longhand';
import { waitFor } from '#e2e/support/wait';

/* Removal after the retention period and with an account, including from storage. */

let longhand: SharedLonghand;
let account: { id: string; apiKey: string; password: string };
let client: Client;
let connection: Connection;
let clip: string;
let young: EndedJob;

before(async () => {
  longhand = await useLonghand();
  account = await longhand.createAccount();
  client = makeClient(longhand, account.apiKey);
  connection = connect(longhand.databaseUrl, { max: 1 });
  clip = (await readClips())[1]?.file ?? '';
});
after(async () => {
  await connection?.close();
  await longhand?.stop();
});

/** A transcribed job with its files: the recording, its rendition and its waveform. */
interface EndedJob {
  id: string;
  files: string[];
}

/** Makes a job that ended this many days ago. */
async function makeEndedJob(daysAgo: number): Promise<EndedJob> {
  const { id } = await client.submitFile(clip, 'audio/wav');
  await client.ended(id);
  const [keys] = await waitFor('the rendition', async () => {
    const made = await longhand.sql<Array<Record<'media_key' | 'rendition_key' | 'peaks_key', string>>>`
      select media_key, rendition_key, peaks_key from jobs where id = ${id} and rendition_key is not null`;
    return made.length > 0 ? made : undefined;
  });
  await longhand.sql`update jobs set ended_at = now() - ${daysAgo} * interval '1 day' where id = ${id}`;
  return { id, files: Object.values(keys ?? {}).map(getMediaPath) };
}

/** Returns the path of a stored object. */
const getMediaPath = (key: string) => path.join(longhand.dataDir, 'media', key.slice(0, 2), key);

/** Runs the nightly task, and waits until it has ended. */
async function night(): Promise<void> {
  const [task] = await longhand.sql<Array<{ id: string }>>`
    select id from graphile_worker.add_job('apply-retention', '{}'::json, queue_name => 'nights of tests')`;
  await waitFor('the nightly task', async () => {
    const left = await longhand.sql`select id from graphile_worker.jobs where id = ${task?.id ?? ''}`;
    return left.length === 0 ? true : undefined;
  });
}

/** Waits until all scheduled removals of these files are done. */
async function removals(files: string[]): Promise<void> {
  const keys = files.map((file) => path.basename(file));
  await waitFor('the removals', async () => {
    const left = await longhand.sql`
      select job.id from graphile_worker._private_jobs as job
      where payload ->> 'mediaKey' = any(${keys}) limit 1`;
    return left.length === 0 ? true : undefined;
  });
}

test('recordings go after their days and whole jobs after theirs; what is younger stays', async () => {
  const [oldest, older, youngest] = await Promise.all([makeEndedJob(31), makeEndedJob(8), makeEndedJob(6)]);
  young = youngest;
  const all = [...oldest.files, ...older.files, ...young.files];
  assert.equal(new Set(all).size, 9);
  const stored = () => all.filter((file) => existsSync(file));
  await night();
  await removals(all);
  assert.deepEqual(stored(), all, 'nothing is removed that nobody asked for');

  const { id: accountId } = account;
  await setRetention(connection.db, {
    accountId,
    keepOriginalsDays: null,
    keepMediaDays: 7,
    keepJobsDays: 30,
  });
  // The second night must change nothing.
  for (const _ of ['first', 'second']) {
    await night();
    await removals(all);
    assert.deepEqual(stored(), young.files);
    assert.equal((await client.request(`/jobs/${oldest.id}`)).status, 404);
    for (const { id } of [older, young]) assert.match(await client.text(id), /young man/);
  }
});

test('what an account had in storage goes with it, of a job that is being transcribed, too', async () => {
  const { files } = young;
  const { id } = await client.submitFile(clip, 'audio/wav', { engine: 'pocketsphinx' });
  const [job] = await longhand.sql<Array<{ media_key: string }>>`select media_key from jobs where id = ${id}`;
  const all = [...files, getMediaPath(job?.media_key ?? '')];
  assert.ok(all.every((file) => existsSync(file)));
  await deleteAccount(connection.db, { accountId: account.id, password: account.password });
  assert.equal((await client.request('/account')).status, 401);
  await waitFor('the files to be gone', () => (all.some((file) => existsSync(file)) ? undefined : true));
});

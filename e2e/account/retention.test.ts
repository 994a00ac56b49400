import assert from 'node:assert/strict';
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { deleteAccount } from '#lib/accounts/delete-account';
import { setRetention } from '#lib/accounts/retention';
import { connect, type Connection } from '#lib/db/connect';
import { Refusal } from '#lib/refusal';
import { clientOf, type Client } from '../client';
import { readClips } from '../speech';
import { startLonghand, type Longhand } from '../start-longhand';
import { waitFor } from '../support/wait';

/* What is removed after a time, and what goes with an account. */

let longhand: Longhand;
let account: { id: string; apiKey: string; password: string };
let client: Client;
let connection: Connection;
let clip: string;

before(async () => {
  longhand = await startLonghand();
  account = await longhand.createAccount();
  client = clientOf(longhand, account.apiKey);
  connection = connect(longhand.databaseUrl, { max: 1 });
  clip = (await readClips())[1]?.file ?? '';
});
after(async () => {
  await connection?.close();
  await longhand?.stop();
});

/** A transcribed job that ended this many days ago, with its rendition and its waveform. */
async function jobOf(daysAgo: number): Promise<string> {
  const { id } = await client.submitFile(clip, 'audio/wav');
  await client.ended(id);
  await waitFor('the rendition', async () => {
    const [job] = await longhand.sql`select id from jobs where id = ${id} and rendition_key is not null`;
    return job;
  });
  await longhand.sql`update jobs set ended_at = now() - ${daysAgo} * interval '1 day' where id = ${id}`;
  return id;
}

/** Of each job there are three: the recording, its rendition and its waveform. */
async function files(): Promise<number> {
  const folder = path.join(longhand.dataDir, 'media');
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).length;
}

async function night(): Promise<void> {
  const nights = () => longhand.output().split('removed what is kept no longer').length;
  const before = nights();
  await longhand.sql`select graphile_worker.add_job('apply-retention', '{}'::json)`;
  await waitFor('the nightly task', () => (nights() > before ? true : undefined));
}

const filesToBe = (count: number) =>
  waitFor(`${count} files`, async () => ((await files()) === count ? true : undefined));

test('recordings go after their days and whole jobs after theirs; what is younger stays', async () => {
  const [oldest, older, young] = [await jobOf(31), await jobOf(8), await jobOf(6)];
  await night();
  assert.equal(await files(), 9, 'nothing is removed that nobody asked for');

  const { id: accountId } = account;
  await setRetention(connection.db, { accountId, keepMediaDays: 7, keepJobsDays: 30 });
  await night();
  await filesToBe(3);
  assert.equal((await client.request(`/jobs/${oldest}`)).status, 404);
  for (const id of [older, young]) assert.match(await client.text(id), /young man/);
  await night();
  await filesToBe(3);
});

test('days that are no whole number from 1 to 3650 are refused', async () => {
  for (const keepMediaDays of [0, -1, 1.5, 3651, Number.NaN]) {
    const asked = setRetention(connection.db, { accountId: account.id, keepMediaDays, keepJobsDays: null });
    await assert.rejects(asked, Refusal, String(keepMediaDays));
  }
});

test('an account is deleted with the right password only, and with all that it had', async () => {
  const accountId = account.id;
  await assert.rejects(deleteAccount(connection.db, { accountId, password: 'wrong' }), Refusal);
  assert.equal((await client.request('/account')).status, 200);
  // One that is still being transcribed goes, too.
  const { id } = await client.submitFile(clip, 'audio/wav');
  await deleteAccount(connection.db, { accountId, password: account.password });
  assert.equal((await client.request('/account')).status, 401);
  await filesToBe(0);
  const left = await longhand.sql`
    select id from jobs where account_id = ${accountId}
    union all select id from api_keys where account_id = ${accountId}
    union all select id::text from ledger_entries where account_id = ${accountId}
    union all select job_id from machine_transcripts where job_id = ${id}
    union all select job_id from recognised_pieces where job_id = ${id}`;
  assert.deepEqual([...left], []);
});

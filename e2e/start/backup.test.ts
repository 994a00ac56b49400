import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, test } from 'node:test';
import postgres from 'postgres';
import { makeClient, type Client } from '#e2e/support/client';
import { createEditorClient } from '#e2e/support/editor/editor-client';
import { makeSounds, type Sounds } from '#e2e/support/faults/make-sounds';
import { startRecognizer, type Recognizer } from '#e2e/support/faults/start-recognizer';
import { assertLedgerAddsUp } from '#e2e/support/ledger';
import { runNode } from '#e2e/support/run-process';
import { signInForCookies } from '#e2e/support/sign-in';
import {
  freePort,
  launch,
  startLonghand,
  type Launched,
  type Longhand,
  type TestAccount,
} from '#e2e/support/start-longhand';
import { createDatabase, type TestDatabase } from '#e2e/support/test-database';
import { saying } from '#e2e/support/transcribed-job';
import { waitFor } from '#e2e/support/wait';
import { readManifest } from '#lib/backup/manifest';
import { isBuiltIn } from '#lib/storage/built-in-files';

/*
 * A service is backed up while jobs are submitted and transcribed, and restored as another one: with another database,
 * folder and port. Everything from before the backup must be there.
 */

// Only with --all: backs up and restores a whole service.

/** In this test, rows are only ever added to these tables. */
const unchanging = [
  'ledger_entries',
  'machine_transcripts',
  'revisions',
  'revision_monologues',
  'transcript_texts',
];

let folder: string;
let sounds: Sounds;
let recognizer: Recognizer;
let longhand: Longhand;
let account: TestAccount;
let client: Client;
let cookie: string;
let jobId: string;
let runningId: string;
let known: Record<string, string[]>;
let backupOutput: string;

let database: TestDatabase;
let restored: postgres.Sql;
let environment: Record<string, string>;
let other: Launched | undefined;

before(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'longhand-backup-'));
  sounds = await makeSounds();
  recognizer = await startRecognizer({ short: true });
  // More than the long recording has pieces, so that others are recognized while it is held back.
  longhand = await startLonghand({ ...recognizer.settings, LONGHAND_OPENAI_IN_FLIGHT: '16' });
  account = await longhand.createAccount();
  client = makeClient(longhand, account.apiKey);
  cookie = await signInForCookies(longhand, account);
  jobId = (await client.submitFile(sounds.short, 'audio/wav')).id;
  await client.ended(jobId);
  await editTranscript();
  await backUpUnderLoad();
  await restoreElsewhere();
});
after(async () => {
  await other?.end('SIGTERM');
  other?.forget();
  await restored?.end();
  await database?.drop();
  await longhand?.stop();
  await recognizer?.stop();
  await sounds?.remove();
  await rm(folder, { recursive: true, force: true });
});

async function editTranscript(): Promise<void> {
  const editor = createEditorClient(longhand, jobId, { cookie });
  const { monologues } = await editor.read();
  const answer = await editor.save(0, { put: [saying(monologues[0], 'Corrected by hand.')] });
  assert.equal(answer.status, 200, await answer.text());
}

/** Backs up while one job is being recognized, and others are submitted and end. */
async function backUpUnderLoad(): Promise<void> {
  const release = recognizer.holdBack(1);
  runningId = (await client.submitFile(sounds.long, 'audio/wav')).id;
  await waitFor('its first piece', async () => {
    const [piece] = await longhand.sql`select from recognised_pieces where job_id = ${runningId}`;
    return piece;
  });
  const ended = new AbortController();
  const submit = async () => {
    while (!ended.signal.aborted) await client.ended((await client.submitFile(sounds.short, 'audio/wav')).id);
  };
  const load = submit();
  try {
    known = await readUnchanging(longhand.sql);
    const backup = runNode(['bin/cli.mjs', 'backup', path.join(folder, 'backup')], {
      DATABASE_URL: longhand.databaseUrl,
      LONGHAND_DATA_DIR: longhand.dataDir,
    });
    const { code, output } = await backup.ended;
    assert.equal(code, 0, output);
    backupOutput = output;
  } finally {
    release();
    ended.abort();
    await load;
  }
}

async function restoreElsewhere(): Promise<void> {
  database = await createDatabase(undefined, { tables: 'none' });
  const port = String(await freePort());
  environment = {
    ...recognizer.settings,
    DATABASE_URL: database.url,
    LONGHAND_DATA_DIR: path.join(folder, 'data'),
    LONGHAND_MODEL: 'pocketsphinx',
    LONGHAND_REQUESTS_PER_MINUTE: '100000',
    PORT: port,
  };
  const { code, output } = await restore();
  assert.equal(code, 0, output);
  restored = postgres(database.url, { max: 2, onnotice: () => {} });
}

const restore = (...flags: string[]) =>
  runNode(['bin/cli.mjs', 'restore', path.join(folder, 'backup'), ...flags], environment).ended;

/** Reads the rows of each table that only grows, and the jobs that have ended, as text. */
async function readUnchanging(sql: postgres.Sql): Promise<Record<string, string[]>> {
  const read: Record<string, string[]> = {};
  for (const table of unchanging) {
    const rows = await sql<{ row: string }[]>`select t::text as row from ${sql(table)} t`;
    read[table] = rows.map(({ row }) => row);
  }
  const jobs = await sql<{ row: string }[]>`
    select concat_ws(' ', id, account_id, status, name, media_key, price_cents, created_at, ended_at) as row
    from jobs where status <> 'in_progress'`;
  read['jobs'] = jobs.map(({ row }) => row);
  return read;
}

test('the backup says what it holds, and that it holds the secret', () => {
  assert.match(backupOutput, /^Backed up: transcripts \d+, media \d+, /m);
  assert.match(backupOutput, /installation's secret/);
});

test('every transcript, revision, ledger row and ended job from before the backup is restored', async () => {
  const found = await readUnchanging(restored);
  for (const [table, rows] of Object.entries(known)) {
    assert.ok(rows.length > 0, table);
    const there = new Set(found[table]);
    assert.deepEqual(
      rows.filter((row) => !there.has(row)),
      [],
      table,
    );
  }
  await assertLedgerAddsUp(restored);
});

test('every medium of the restored jobs is there, byte for byte', async () => {
  const { missingMedia } = await readManifest(path.join(folder, 'backup'));
  assert.deepEqual(missingMedia, []);
  const rows = await restored<{ key: string }[]>`
    select key from jobs, unnest(array[media_key, rendition_key, peaks_key]) as key where key is not null`;
  const keys = rows.map(({ key }) => key).filter((key) => !isBuiltIn(key));
  assert.ok(keys.length > 1);
  for (const key of keys) {
    const file = path.join('media', key.slice(0, 2), key);
    const [original, copy] = await Promise.all([
      readFile(path.join(longhand.dataDir, file)),
      readFile(path.join(folder, 'data', file)),
    ]);
    assert.ok(original.equals(copy), key);
  }
});

test('the restored service opens the transcript with the old key and the old sign-in', async () => {
  other = await launch({ ...process.env, ...environment });
  const baseUrl = `http://127.0.0.1:${environment['PORT']}`;
  const there = makeClient({ baseUrl }, account.apiKey);
  const [original, copy] = await Promise.all(
    [client, there].map(async (asker) => {
      const headers = { accept: 'text/plain' };
      return (await asker.request(`/jobs/${jobId}/transcript?version=latest`, { headers })).text();
    }),
  );
  assert.equal(copy, original);
  assert.match(copy ?? '', /Corrected by hand\./);
  const edits = [longhand, { baseUrl }].map((server) => createEditorClient(server, jobId, { cookie }).read());
  const [here, elsewhere] = await Promise.all(edits);
  assert.deepEqual(elsewhere, here);
});

test('jobs that were waiting or running are finished by the restored service', async () => {
  const there = makeClient({ baseUrl: `http://127.0.0.1:${environment['PORT']}` }, account.apiKey);
  const rows = await restored<{ id: string }[]>`select id from jobs where account_id = ${account.id}`;
  assert.ok(rows.some(({ id }) => id === runningId));
  for (const { id } of rows) assert.equal((await there.ended(id)).status, 'transcribed', id);
  await assertLedgerAddsUp(restored);
});

test('nothing is restored over a service that runs', async () => {
  const { code, output } = await restore('--replace', '--yes');
  assert.equal(code, 1, output);
  assert.match(output, /Longhand is running with the data in .+: stop it first/);
});

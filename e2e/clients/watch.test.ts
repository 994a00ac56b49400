import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { copyFile, mkdir, mkdtemp, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { writeRecordings } from '#e2e/support/clients/recordings';
import { startGate } from '#e2e/support/clients/start-gate';
import { runNode } from '#e2e/support/run-process';
import { useLonghand, type SharedLonghand } from '#e2e/support/start-longhand';
import { waitFor } from '#e2e/support/wait';

/* The command line's watched folder, from its source, while the connection and the disk have faults. */

let longhand: SharedLonghand;
let folder = '';

before(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'longhand-watch-'));
  longhand = await useLonghand();
});
after(async () => {
  await longhand?.stop();
  await rm(folder, { recursive: true, force: true });
});

test('a watched folder outlives a broken download and a disk that is away, and hidden folders stay at home', async () => {
  const account = await longhand.createAccount();
  const gate = await startGate(longhand.baseUrl);
  const [first = '', second = '', third = ''] = await writeRecordings(folder, 3);
  const watched = path.join(folder, 'watched');
  const hidden = path.join(watched, '.stversions', 'inside');
  await mkdir(hidden, { recursive: true });
  await copyFile(first, path.join(watched, 'first.wav'));
  await copyFile(third, path.join(hidden, 'third.wav'));
  gate.cutTranscript();
  const program = ['--import=tsx', 'clients/typescript/src/longhand.ts'];
  const watching = runNode([...program, 'watch', watched, '--recursive', '--settle', '0'], {
    LONGHAND_API_KEY: account.apiKey,
    LONGHAND_URL: gate.url,
    XDG_STATE_HOME: folder,
  });
  const waitForResult = (name: string) =>
    waitFor(name, () => (existsSync(path.join(watched, name)) ? true : undefined));
  const waitForOutput = (text: RegExp) =>
    waitFor(String(text), () => (text.test(watching.output()) ? true : undefined));
  await waitForOutput(/first\.wav: failed\. The connection broke within an answer\.\n.*will be tried again/);
  await waitForResult('first.txt');

  await rename(watched, `${watched}-away`);
  await waitForOutput(/A folder can't be read: ENOENT/);
  await rename(second, path.join(`${watched}-away`, 'second.wav'));
  await rename(`${watched}-away`, watched);
  await waitForResult('second.txt');

  watching.kill('SIGINT');
  assert.equal((await watching.ended).code, 130);
  await gate.close();
  const rows = await longhand.sql`select name from jobs where account_id = ${account.id} order by name`;
  assert.deepEqual(
    rows.map(({ name }) => String(name)),
    ['first.wav', 'second.wav'],
  );
  assert.equal(existsSync(path.join(hidden, 'third.txt')), false);
});

import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { before, test } from 'node:test';
import { promisify } from 'node:util';
import type { Page } from 'playwright';
import { findProgram } from '#bin/find-program.mjs';
import { freshPage } from '#e2e/support/browser';
import { makeSandboxKey } from '#e2e/support/make-sandbox-key';
import { signInContext } from '#e2e/support/sign-in';
import { makeTestFolder } from '#e2e/support/temporary-folder';
import { useSite } from '#e2e/support/use-site';

/* The quickstart's programs, as shown on its page, run against this server. */

const samples = [
  { language: 'curl', file: 'transcribe.sh', program: 'sh', parameters: [] },
  { language: 'Node.js', file: 'transcribe.mjs', program: process.execPath, parameters: [] },
  // Setup installs the sample's imports for Debian's own interpreter.
  { language: 'Python', file: 'transcribe.py', program: '/usr/bin/python3', parameters: [] },
  { language: 'Go', file: 'transcribe.go', program: 'go', parameters: ['run'] },
];

const site = useSite({ keepsOpen: true });
/** Shows the quickstart. */
let page: Page;
const folder = await makeTestFolder();
let testKey: string;
let liveKey: string;

before(async () => {
  const account = await site.longhand.createAccount();
  liveKey = account.apiKey;
  testKey = await makeSandboxKey(site.longhand, account.id, 'submit');
  page = await freshPage(site.browser);
  await signInContext(page.context(), site.longhand, account);
  await page.goto(`${site.longhand.baseUrl}/developers/quickstart`);
});

for (const { language, file, program, parameters } of samples) {
  // Go takes half a gigabyte, so setup doesn't install it.
  const skip = language === 'Go' && findProgram('go') === undefined ? 'Go is not installed here' : false;
  test(`the sample in ${language} prints the transcript of a recording`, { skip }, async () => {
    await page.getByRole('link', { name: language, exact: true }).click();
    const text = await page.getByLabel(file, { exact: true }).innerText();
    await writeFile(path.join(folder, file), text);
    const run = [...parameters, path.join(folder, file), path.resolve('public/sample.mp3')];
    const env = { ...process.env, GOCACHE: folder, LONGHAND_API_KEY: testKey };
    const { stdout } = await promisify(execFile)(program, run, { env });
    assert.match(stdout, /This is the transcript of a job in the sandbox/);
  });
}

test('programs that speak another API find it at the address that is shown for them', async () => {
  const shown = page.getByRole('region', { name: 'Programs that speak another API' }).getByRole('listitem');
  const read = (name: string) => shown.filter({ hasText: name }).locator('code').innerText();
  const authorization = `Bearer ${liveKey}`;
  const ask = (address: string) => fetch(address, { headers: { authorization } });
  const begin = {
    method: 'POST',
    headers: {
      authorization,
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
    },
    body: JSON.stringify({
      ...{ jsonrpc: '2.0', id: 1, method: 'initialize' },
      params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'test', version: '1' } },
    }),
  };
  const answers = [
    await ask(`${await read('OpenAI')}/models`),
    await ask(`${await read('Rev AI')}/speechtotext/v1/account`),
    await ask(`${await read('Whisper ASR')}/health`),
    await fetch(await read('MCP'), begin),
  ];
  assert.deepEqual(
    answers.map(({ status }) => status),
    [200, 200, 200, 200],
  );
  assert.match(await (answers[0]?.text() ?? ''), /"object":"list"/);
  assert.match(await (answers[1]?.text() ?? ''), /"email"/);
  assert.match(await (answers[3]?.text() ?? ''), /"serverInfo"/);
});

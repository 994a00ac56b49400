import assert from 'node:assert/strict';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, test } from 'node:test';
import { freshPage } from '#e2e/support/browser';
import { soundIsReady, soundWhere } from '#e2e/support/editor/sound';
import { connectMcp, type Called, type McpClient } from '#e2e/support/mcp/connect-client';
import { signInContext } from '#e2e/support/sign-in';
import { readClips } from '#e2e/support/speech';
import { useSite } from '#e2e/support/use-site';

/*
 * The official client with the whole service, used like a language model would: a real recording on the test's own web
 * server.
 */
// Only with --all: the interface of one kind of client.

interface Account {
  email: string;
  password: string;
  apiKey: string;
}

const site = useSite({ keepsOpen: true });
let files: Server;
let mediaUrl: string;
let account: Account;
let mine: McpClient;
let jobId = '';

before(async () => {
  const clip = await readFile((await readClips())[1]?.file ?? '');
  files = createServer((_request, response) => {
    response.setHeader('content-type', 'audio/wav').end(clip);
  }).listen(0, '127.0.0.1');
  await once(files, 'listening');
  mediaUrl = `http://127.0.0.1:${(files.address() as AddressInfo).port}/young-man.wav`;
  account = await site.longhand.createAccount(1_00);
  mine = await connectMcp(site.longhand, account.apiKey);
});
after(async () => {
  await mine?.close();
  files?.close();
});

const getQuotes = ({ structured }: Called) => structured['quotes'] as Array<Record<string, unknown>>;

test('a recording is priced, submitted by its URL, waited for, and read', async () => {
  assert.equal(mine.client.getServerVersion()?.name, 'longhand');
  const price = await mine.call('estimate_price', { duration_seconds: 3 });
  assert.deepEqual([price.structured['price_usd'], price.structured['balance_usd']], [0.25, 1]);

  const given = { media_url: mediaUrl, idempotency_key: 'young-man' };
  const submitted = await mine.call('submit_recording', given);
  assert.equal(submitted.isError, false, submitted.text);
  jobId = String(submitted.structured['id']);
  assert.equal((await mine.call('submit_recording', given)).structured['id'], jobId);
  let job = submitted;
  while (job.structured['status'] === 'in_progress')
    job = await mine.call('get_job', { job_id: jobId, wait_seconds: 45 });
  assert.equal(job.structured['status'], 'transcribed', job.text);
  assert.equal(job.structured['editor_url'], `${site.longhand.baseUrl}/editor/${jobId}`);

  const transcript = await mine.call('get_transcript', { job_id: jobId });
  assert.match(transcript.text, /^\[0:00\] Speaker 1: .*young man/);
  const after = await mine.call('estimate_price', { media_url: mediaUrl });
  assert.deepEqual(
    [after.structured['balance_usd'], after.structured['earlier_job_id'], after.structured['price_usd']],
    [0.75, jobId, 0.25],
  );
});

test('what was said is quoted with a link that opens the editor at that moment', async () => {
  const [quote] = getQuotes(await mine.call('search_transcripts', { query: 'young man' }));
  assert.match(String(quote?.['quote']), /young man/);
  assert.equal(quote?.['speaker'], 'Speaker 1');
  const start = Number(quote?.['start_seconds']);
  assert.ok(start > 0 && start < 3, `${start}`);
  const page = await freshPage(site.browser);
  await signInContext(page.context(), site.longhand, account);
  await page.goto(String(quote?.['url']));
  await soundIsReady(page);
  await soundWhere(page, 'the moment', ({ at }) => Math.abs(at - start) < 0.3);
});

test('a wrong key gets no connection, and one without balance is told what is missing', async () => {
  await assert.rejects(connectMcp(site.longhand, 'lh_live_wrong'), /401|API key/);
  const { apiKey } = await site.longhand.createAccount(5);
  const poor = await connectMcp(site.longhand, apiKey);
  const refused = await poor.call('submit_recording', { media_url: mediaUrl });
  assert.equal(refused.isError, true);
  assert.match(refused.text, /\$0\.20 is missing/);
  assert.deepEqual((await poor.call('list_jobs')).structured['jobs'], []);
  await poor.close();
});

test('twenty clients of two accounts at once see what is theirs, and nothing else', async () => {
  const other = await site.longhand.createAccount(1_00);
  const use = async (apiKey: string) => {
    const { call, close } = await connectMcp(site.longhand, apiKey);
    const found = await Promise.all([
      call('search_transcripts', { query: 'young man' }),
      call('list_jobs'),
      call('get_job', { job_id: jobId }),
      call('get_transcript', { job_id: jobId }),
    ]);
    await close();
    const [search, list, job, transcript] = found;
    const jobs = list.structured['jobs'] as unknown[];
    return [getQuotes(search).length, jobs.length, job.isError, transcript.isError];
  };
  const keys = Array.from({ length: 20 }, (_, n) => (n % 2 === 0 ? account : other).apiKey);
  const seen = await Promise.all(keys.map(use));
  assert.deepEqual(
    seen,
    keys.map((key) => (key === account.apiKey ? [1, 1, false, false] : [0, 0, true, true])),
  );
});

test('on the wire there are errors of the dialect, never pages', async () => {
  const headers = {
    authorization: `Bearer ${account.apiKey}`,
    'content-type': 'application/json',
    accept: 'application/json, text/event-stream',
  };
  const list = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' });
  const rows: Array<[method: string, path: string, status: number]> = [
    ['POST', '/mcp/', 200],
    ['POST', '/mcp?x=1', 200],
    ['POST', '/mcp/x', 404],
    ['POST', '/MCP', 404],
    ['POST', '//mcp', 200],
    ['POST', '/mcp.rsc', 404],
    ['GET', '/mcp', 405],
    ['DELETE', '/mcp/', 405],
  ];
  for (const [method, path, status] of rows) {
    const body = method === 'POST' ? { body: list } : {};
    const answer = await fetch(`${site.longhand.baseUrl}${path}`, { method, headers, ...body });
    assert.equal(answer.status, status, `${method} ${path}`);
    assert.equal(((await answer.json()) as { jsonrpc: string }).jsonrpc, '2.0', path);
  }
  const foreign = { ...headers, origin: 'https://evil.example' };
  const refused = await fetch(`${site.longhand.baseUrl}/mcp`, {
    method: 'POST',
    headers: foreign,
    body: list,
  });
  assert.equal(refused.status, 403);
  const options = { method: 'OPTIONS', headers: { origin: 'https://evil.example' } };
  const preflight = await fetch(`${site.longhand.baseUrl}/mcp`, options);
  assert.equal(preflight.headers.get('access-control-allow-origin'), null);
});

import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { note } from '#e2e/bench/note';
import type { FaultRun } from '#e2e/support/faults/fault-run';
import { formatDelays, percentile } from '#e2e/support/faults/percentile';
import { readKeptMb, reportsMemory } from '#e2e/support/faults/kept-memory';
import { startVictim } from '#e2e/support/faults/start-victim';
import {
  apiRequests,
  assertApiAnswer,
  sendToApi,
  type ApiRequest,
} from '#e2e/support/malformed/api-requests';
import {
  assertPageAnswer,
  pageRequests,
  readActions,
  readPaths,
  sendBytes,
  writeRequest,
  type PageRequest,
  type Site,
} from '#e2e/support/malformed/page-requests';
import { readRemains } from '#e2e/support/malformed/read-remains';
import { signInForCookies } from '#e2e/support/sign-in';
import { waitFor } from '#e2e/support/wait';

const ofEachKind = 10;

/** Below the two minutes after which the server cuts off requests that it has forgotten to answer. */
const hangMs = 60_000;

/** The memory that the web server may keep per request. A leaked request's head alone takes more. */
const maxKeptKb = 0.5;

/** Tables in which no request may leave anything behind. A signed-in user may well create a key, or top up. */
const tables = new Set([
  ...['jobs', 'deleted_jobs', 'idempotency_keys', 'callbacks', 'recognised_pieces'],
  ...['machine_transcripts', 'transcript_texts', 'revisions'],
]);

/** Sends thousands of malformed requests to the API and to pages and actions. */
export async function sendMalformed({ random, short }: FaultRun): Promise<void> {
  const total = short ? 400 : 48_000;
  const seed = Math.floor(random() * 2 ** 31);
  const victim = await startVictim(reportsMemory);
  const { longhand } = victim;
  try {
    const account = await longhand.createAccount();
    const cookie = await signInForCookies(longhand, account);
    const realId = await victim.submit(victim.sounds.short);
    // One of the actions creates a job from the sample recording, once per account.
    await longhand.sql`update accounts set sample_job_id = ${realId} where id = ${account.id}`;
    await victim.client.ended(realId);
    const { baseUrl } = longhand;
    const { apiKey } = victim.client;
    const site = { baseUrl, cookie, paths: await readPaths(), actions: await readActions() };
    const pids = () => Promise.all(['app/server.js', 'worker/main.js'].map((name) => longhand.findPid(name)));
    const remains = () => readRemains(longhand, (table) => tables.has(table));
    const [processes, before] = [await pids(), await remains()];
    const delays: number[] = [];
    const statuses = new Map<string, number>();
    const timed = async <Answer>(answer: Promise<Answer>): Promise<Answer> => {
      const began = performance.now();
      const given = await answer;
      delays.push(performance.now() - began);
      return given;
    };
    const count = (status: string) => statuses.set(status, (statuses.get(status) ?? 0) + 1);
    const askApi = async (asked: ApiRequest) => {
      const answer = await timed(sendToApi({ baseUrl, apiKey, realId }, asked));
      count(String(answer.status || 'none'));
      assertApiAnswer(asked, answer);
    };
    const askSite = async (asked: PageRequest) => {
      const written = writeRequest(site, asked);
      const answer = await timed(sendBytes(site, written.bytes));
      count(answer.split(' ')[1] ?? 'none');
      assertPageAnswer(written, answer);
    };
    const web = processes[0] ?? 0;
    // Each page is loaded on its first request; code is compiled, and bounded caches fill, over the first 20,000.
    await Promise.all(site.paths.map((path) => openPage(site, path, realId)));
    const warmAt = total / 2;
    let warmMb = Number.NaN;
    for (let sent = 0; sent < total; sent += 2 * ofEachKind) {
      if (sent === warmAt) warmMb = await readKeptMb(longhand, web);
      const options = { numRuns: ofEachKind, seed: seed + sent };
      await Promise.all([
        ...fc.sample(apiRequests, options).map(askApi),
        ...fc.sample(pageRequests, options).map(askSite),
      ]);
    }
    const endMb = await readKeptMb(longhand, web);
    const complaints = longhand.output().split('\n');
    assert.deepEqual(
      complaints.filter((line) => /unhandled|uncaught|"level":(50|60)/i.test(line)),
      [],
    );
    assert.deepEqual(await pids(), processes);
    await waitFor('the files and rows to be as before', async () =>
      JSON.stringify(await remains()) === JSON.stringify(before) ? true : undefined,
    );
    await victim.check();
    const answers = [...statuses].map(([status, n]) => `${n} × ${status}`);
    note(`${total} malformed requests: answers`, answers.join(', '), 'no 5xx');
    note('… answered after', formatDelays(delays), 'within 60 s', percentile(delays, 1) < hangMs);
    const keptKb = ((endMb - warmMb) * 1024) / (total - warmAt);
    note(
      '… kept by the web server for each request',
      `${keptKb.toFixed(2)} KB, ${warmMb.toFixed(0)} to ${endMb.toFixed(0)} MB`,
      `below ${maxKeptKb} KB`,
      keptKb < maxKeptKb,
    );
  } finally {
    await victim.stop();
  }
}

/** Opens a page or route of the build, with this job's id for its parameters. */
async function openPage({ baseUrl, cookie }: Site, path: string, jobId: string): Promise<void> {
  const target = path.replaceAll(/\[{1,2}[^\]]+\]{1,2}/g, jobId);
  const lines = [`GET ${target} HTTP/1.1`, `Host: ${new URL(baseUrl).host}`, 'Connection: close'];
  await sendBytes({ baseUrl }, Buffer.from([...lines, `Cookie: ${cookie}`, '', ''].join('\r\n')));
}

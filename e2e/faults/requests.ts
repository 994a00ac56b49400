import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { note } from '#e2e/bench/note';
import { residentMb } from '#e2e/bench/watch-memory';
import type { FaultRun } from '#e2e/support/faults/fault-run';
import { formatDelays, percentile } from '#e2e/support/faults/percentile';
import { noteMemory, type MemoryLook } from '#e2e/support/faults/note-memory';
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
} from '#e2e/support/malformed/page-requests';
import { readRemains } from '#e2e/support/malformed/read-remains';
import { signInForCookies } from '#e2e/support/sign-in';
import { waitFor } from '#e2e/support/wait';

const ofEachKind = 10;

/** The server cuts off after two minutes what it has forgotten to answer. */
const hangMs = 60_000;

/** Memory is measured from here on, as a share of the whole. */
const warmUp = 0.4;

/** What no request may leave behind. Who is signed in may well make a key, or top up. */
const tables = new Set([
  ...['jobs', 'deleted_jobs', 'idempotency_keys', 'callbacks', 'recognised_pieces'],
  ...['machine_transcripts', 'transcript_texts', 'revisions'],
]);

/** Thousands of malformed requests, to the API and to pages and actions. */
export async function sendMalformed({ random, short }: FaultRun): Promise<void> {
  const total = short ? 400 : 12_000;
  const seed = Math.floor(random() * 2 ** 31);
  const victim = await startVictim();
  const { longhand } = victim;
  try {
    const cookie = await signInForCookies(longhand, await longhand.createAccount());
    const realId = await victim.submit(victim.sounds.short);
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
    const began = performance.now();
    const looks: MemoryLook[] = [];
    for (let sent = 0; sent < total; sent += 2 * ofEachKind) {
      const options = { numRuns: ofEachKind, seed: seed + sent };
      await Promise.all([
        ...fc.sample(apiRequests, options).map(askApi),
        ...fc.sample(pageRequests, options).map(askSite),
      ]);
      const mb = await residentMb(processes[0] ?? 0);
      looks.push({ minutes: (performance.now() - began) / 60_000, mb });
    }
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
    noteMemory(looks, warmUp);
  } finally {
    await victim.stop();
  }
}

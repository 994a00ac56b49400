import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { Agent, get, type IncomingMessage } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { note } from '#e2e/bench/note';
import { makeSharedTranscript, type SharedTranscript } from '#e2e/support/editor/editor';
import type { FaultRun } from '#e2e/support/faults/fault-run';
import { onVictim } from '#e2e/support/faults/on-victim';
import { formatDelays, percentile } from '#e2e/support/faults/percentile';
import { pipelineRequests } from '#e2e/support/faults/pipeline-requests';
import {
  readMetrics,
  startMeasuredVictim,
  type MeasuredVictim,
} from '#e2e/support/faults/start-measured-victim';
import { sumSamples } from '#e2e/support/read-metrics';
import { signInForCookies } from '#e2e/support/sign-in';
import { waitFor } from '#e2e/support/wait';
import { apiKeyChecksum } from '#lib/accounts/api-keys/api-keys';
import { newToken } from '#lib/ids/link-token';

const connections = 20;
const askEveryMs = 100;
const maxP95Ms = 250;
const maxWorstMs = 1000;

/**
 * The streams that the owner and the guests of one network may have open, and the failed lookups it may cause: beyond
 * these limits, nothing reaches the database.
 */
const maxStreams = { owner: 50, guests: 200 };
const maxMisses = 300;

/**
 * Opens streams as a guest and as a signed-in user, more than anyone needs, from the first revision on, and sends
 * forged keys and links, pipelined on a few connections, while another account requests its job.
 */
export function floodAsStrangers(run: FaultRun, given?: MeasuredVictim): Promise<void> {
  return onVictim(
    given,
    () => startMeasuredVictim(run),
    (victim) => flood(victim, run),
  );
}

async function flood(victim: MeasuredVictim, { short }: FaultRun): Promise<void> {
  const { longhand, client, sounds } = victim;
  const [streams, requests] = short ? [140, 2000] : [1000, 10_000];
  const id = await victim.submit(sounds.short);
  await client.ended(id);
  const made = await makeSharedTranscript(longhand, { words: short ? 2000 : 20_000, monologues: 200 });
  const asking = askOften(() => client.request(`/jobs/${id}`));
  try {
    await asking.until(short ? 2 : 50);
    const alone = asking.take();
    const opened = await openStreams(longhand.baseUrl, made, streams);
    const before = await countMissing(victim);
    const began = performance.now();
    const statuses = await pipelineRequests(longhand.baseUrl, forge(longhand.baseUrl, requests), {
      connections,
    });
    await asking.until(short ? 2 : 50);
    // The limit applies to each minute.
    const maxMissing = maxMisses * (2 + Math.floor((performance.now() - began) / 60_000));
    const missing = (await countMissing(victim)) - before;
    const beside = asking.take();
    opened.close();
    check({ streams, requests, statuses, opened, missing, maxMissing });
    const [p95, worst] = [percentile(beside, 0.95), percentile(beside, 1)];
    note(
      `Another account beside ${streams} streams, ${requests} refused requests`,
      formatDelays(beside),
      `p95 ${maxP95Ms} ms, at most ${maxWorstMs} ms`,
      p95 <= maxP95Ms && worst <= maxWorstMs,
    );
    note('… the same, alone', formatDelays(alone), '');
    note('… of these, looked up in the database', `${missing}`, `at most ${maxMissing}`);
    note(
      '… streams open, refused',
      `${opened.statuses['200'] ?? 0}, ${opened.statuses['429'] ?? 0}`,
      `${countOpen(streams)} open`,
    );
  } finally {
    await asking.stop();
    await longhand.sql`delete from jobs where id = ${made.jobId}`;
  }
}

function check({
  streams,
  requests,
  statuses,
  opened,
  missing,
  maxMissing,
}: {
  streams: number;
  requests: number;
  statuses: Record<string, number>;
  opened: { statuses: Record<string, number> };
  missing: number;
  maxMissing: number;
}): void {
  // Requests of strangers wait for each other, but not forever: then they get 503.
  const refusals = ['401', '404', '429', '503'].map((status) => statuses[status] ?? 0);
  const refused = refusals.reduce((sum, count) => sum + count, 0);
  assert.equal(refused, requests, JSON.stringify(statuses));
  assert.ok((statuses['429'] ?? 0) >= requests - maxMissing, JSON.stringify(statuses));
  const open = countOpen(streams);
  assert.deepEqual(opened.statuses, { 200: open, 429: streams - open });
  assert.ok(missing <= maxMissing, `${missing} forged keys and links were looked up`);
}

/** Returns the number of these streams that are allowed, half of them the owner's. */
function countOpen(streams: number): number {
  return Math.min(streams / 2, maxStreams.owner) + Math.min(streams / 2, maxStreams.guests);
}

/** Opens streams of a transcript from its first revision on: half of them as its guest, half as its owner. */
async function openStreams(
  baseUrl: string,
  made: SharedTranscript,
  count: number,
): Promise<{ statuses: Record<string, number>; close: () => void }> {
  const cookie = await signInForCookies(made.longhand, made.account);
  const token = made.sharedUrl.slice(made.sharedUrl.lastIndexOf('/') + 1);
  const agent = new Agent({ maxSockets: Infinity });
  const answers: IncomingMessage[] = [];
  // Look both up first, so that they are known.
  for (const ref of [token, made.jobId]) {
    const answer = await fetch(`${baseUrl}/editor/data/${ref}/changes?since=0`, { headers: { cookie } });
    await answer.arrayBuffer();
  }
  const open = async (n: number): Promise<void> => {
    const [ref, headers] = n % 2 === 0 ? [token, {}] : [made.jobId, { cookie }];
    const asked = get(`${baseUrl}/editor/data/${ref}/events?since=0`, { agent, headers });
    const [answer] = (await once(asked, 'response')) as [IncomingMessage];
    answer.on('error', () => {});
    answers.push(answer.resume());
  };
  await Promise.all(Array.from({ length: count }, (_, n) => open(n)));
  const statuses: Record<string, number> = {};
  for (const { statusCode = 0 } of answers) statuses[statusCode] = (statuses[statusCode] ?? 0) + 1;
  return { statuses, close: () => agent.destroy() };
}

/** Returns requests with distinct keys and links that look like real ones. */
function forge(baseUrl: string, count: number): string[] {
  const { host } = new URL(baseUrl);
  return Array.from({ length: count }, (_, n) => {
    const random = newToken();
    const key = `lh_live_${random}${apiKeyChecksum(random)}`;
    const [path, more] =
      n % 4 === 3
        ? [`/editor/data/${newToken()}/changes?since=0`, '']
        : ['/v1/jobs', `authorization: Bearer ${key}\r\n`];
    return `GET ${path} HTTP/1.1\r\nhost: ${host}\r\n${more}x-salt: ${randomBytes(4).toString('hex')}\r\n\r\n`;
  });
}

interface Asking {
  /** Returns the milliseconds of the answers since the last call. */
  take: () => number[];
  /** Waits for this many more answers. */
  until: (more: number) => Promise<void>;
  stop: () => Promise<void>;
}

function askOften(ask: () => Promise<Response>): Asking {
  let delays: number[] = [];
  let answered = 0;
  const over = new AbortController();
  const loop = async (): Promise<void> => {
    while (!over.signal.aborted) {
      const began = performance.now();
      const answer = await ask();
      await answer.arrayBuffer();
      assert.equal(answer.status, 200);
      delays.push(performance.now() - began);
      answered += 1;
      await sleep(askEveryMs);
    }
  };
  // A failed request ends the waiting, and is thrown at the stop.
  const asking = loop().finally(() => over.abort());
  asking.catch(() => {});
  return {
    take: () => delays.splice(0),
    async until(more) {
      const enough = answered + more;
      await waitFor('answers', () => (over.signal.aborted || answered >= enough ? true : undefined));
    },
    stop: () => {
      over.abort();
      return asking;
    },
  };
}

/** Returns the number of nonexistent keys and links that were looked up in the database. */
async function countMissing(victim: MeasuredVictim): Promise<number> {
  const samples = await readMetrics(victim);
  return sumSamples(samples, 'longhand_credentials_looked_up_total', { result: 'missing' }) ?? 0;
}

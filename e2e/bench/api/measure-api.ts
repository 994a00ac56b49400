import { makeClient } from '#e2e/support/client';
import type { Longhand } from '#e2e/support/start-longhand';
import { note } from '#e2e/bench/note';
import { signInForCookies } from '#e2e/support/sign-in';
import { measureLoad, type Load, type Measured } from './measure-load';
import { openStreams } from './open-streams';
import { startBareHandler } from './start-bare-handler';

const jobCount = 1000;
/** Both servers are measured in alternation, so that other load on the machine affects both. */
const turns = 3;
const secondsPerTurn = 5;
const streams = 500;
/** People have the page open in several tabs. */
const streamsOfAccount = 5;

/**
 * Measures the API's requests per second and latency, beside a bare handler with the same queries. The servers,
 * PostgreSQL and the clients all run on this machine.
 */
export async function measureApi(longhand: Longhand): Promise<void> {
  const account = await longhand.createAccount(1_000_000_00);
  const { id } = account;
  await longhand.sql`
    insert into jobs (id, account_id, status, name, media_url, duration_seconds, price_cents, metadata, created_at)
    select 'speed' || n || 'x' || ${id}, ${id}, 'transcribed', n || '.wav', 'http://x.example/', 60, 0, 'ref-' || n,
      now() - n * interval '1 second'
    from generate_series(1, ${jobCount}) as n`;
  await longhand.sql`analyze jobs`;
  const headers = { authorization: `Bearer ${account.apiKey}` };
  // In production, the server has rendered a page, which makes later requests slower (Node 20).
  await (await fetch(longhand.baseUrl)).text();
  const bare = await startBareHandler(longhand.databaseUrl);
  const servers = {
    bare: { baseUrl: bare.baseUrl, pid: bare.pid },
    longhand: { baseUrl: longhand.baseUrl, pid: await longhand.findPid('app/server.js') },
  };
  try {
    for (const [figure, path] of [
      ['GET job', `/v1/jobs/speed1x${id}`],
      ['List of 10', '/v1/jobs?limit=10'],
    ] as const) {
      const load = ({ baseUrl, pid }: { baseUrl: string; pid: number }, seconds = secondsPerTurn): Load => ({
        ...{ url: `${baseUrl}${path}`, pid, seconds, headers },
      });
      await measureLoad(load(servers.bare, 2));
      await measureLoad(load(servers.longhand, 2));
      const measured: Record<'bare' | 'longhand', Measured[]> = { bare: [], longhand: [] };
      for (let turn = 0; turn < turns; turn += 1) {
        measured.bare.push(await measureLoad(load(servers.bare)));
        measured.longhand.push(await measureLoad(load(servers.longhand)));
      }
      const [least, ours] = [sum(measured.bare), sum(measured.longhand)];
      const ratio = ours.requests / ours.seconds / (least.requests / least.seconds);
      note(`${figure}, bare handler`, describe(least), '');
      note(figure, describe(ours), '');
      note(`${figure}: of the bare handler's requests`, ratio.toFixed(2), 'at least 0.6');
      note(`${figure}: of the bare handler's p99`, (ours.p99 / least.p99).toFixed(2), 'at most 2');
    }
  } finally {
    await bare.stop();
  }
  const cookies = await signInMany(longhand);
  const server: Server = { ...servers.longhand, headers, accountId: id, cookies };
  const get = { ...server, url: `${server.baseUrl}/v1/jobs/speed1x${id}`, seconds: secondsPerTurn };
  await measureBesideStreams('GET job', get, server);
  await measureSubmissions(longhand, server);
}

/** Longhand's web server, and the credentials of the requests to it. */
interface Server extends Pick<Load, 'pid' | 'headers'> {
  baseUrl: string;
  accountId: string;
  /** The sessions' cookies for event streams. */
  cookies: string[];
}

/** A session cookie for each event stream. */
async function signInMany(longhand: Longhand): Promise<string[]> {
  const cookies: string[] = [];
  while (cookies.length < streams) {
    const cookie = await signInForCookies(longhand, await longhand.createAccount());
    cookies.push(...Array.from({ length: streamsOfAccount }, () => cookie));
  }
  return cookies;
}

/** Measures the load alone and beside others' open event streams, in alternation. */
async function measureBesideStreams(
  figure: string,
  load: Load,
  { baseUrl, cookies }: Server,
): Promise<Measured> {
  const measured: Record<'alone' | 'beside', Measured[]> = { alone: [], beside: [] };
  for (let turn = 0; turn < turns; turn += 1) {
    measured.alone.push(await measureLoad(load));
    const opened = await openStreams(baseUrl, cookies);
    measured.beside.push(await measureLoad(load));
    opened.close();
  }
  const [alone, beside] = [sum(measured.alone), sum(measured.beside)];
  const ratio = beside.requests / beside.seconds / (alone.requests / alone.seconds);
  const times = (beside.p99 / alone.p99).toFixed(2);
  note(
    `${figure} beside ${streams} event streams`,
    `${ratio.toFixed(2)} of the requests, ${times} of the p99`,
    'as many',
  );
  return alone;
}

/** Measures submissions while the worker is idle, as it may run on another machine. */
async function measureSubmissions(longhand: Longhand, server: Server): Promise<void> {
  const { baseUrl, pid, headers, accountId } = server;
  const client = makeClient(longhand, headers['authorization']?.slice('Bearer '.length) ?? '');
  const worker = await longhand.findPid('lib/worker/main.js');
  process.kill(worker, 'SIGSTOP');
  try {
    await client.submitUrl('http://x.example/a.wav');
    const body = JSON.stringify({ media_url: 'http://x.example/a.wav', metadata: 'speed' });
    const load: Load = {
      ...{ url: `${baseUrl}/v1/jobs`, pid, seconds: secondsPerTurn, method: 'POST', body },
      headers: { ...headers, 'content-type': 'application/json' },
    };
    const alone = await measureBesideStreams('Submit by URL', load, server);
    note('Submit by URL', describe(alone), 'at least 300 a second');
  } finally {
    // Removes the jobs, so that they don't affect later measurements.
    await longhand.sql`
      delete from graphile_worker._private_jobs where payload ->> 'jobId' in
        (select id from jobs where account_id = ${accountId})`;
    await longhand.sql`delete from jobs where account_id = ${accountId}`;
    process.kill(worker, 'SIGCONT');
  }
}

/** Sums all turns; latencies are the median turn's. */
function sum(turns: Measured[]): Measured {
  const total = (pick: (turn: Measured) => number) => turns.reduce((sum, turn) => sum + pick(turn), 0);
  const median = (pick: (turn: Measured) => number) =>
    turns.map(pick).toSorted((a, b) => a - b)[Math.floor(turns.length / 2)] ?? Number.NaN;
  return {
    requests: total(({ requests }) => requests),
    seconds: total(({ seconds }) => seconds),
    p50: median(({ p50 }) => p50),
    p99: median(({ p99 }) => p99),
    cpuSeconds: total(({ cpuSeconds }) => cpuSeconds),
  };
}

function describe({ requests, seconds, p50, p99, cpuSeconds }: Measured): string {
  const perSecond = Math.round(requests / seconds);
  const cpuMs = ((cpuSeconds / requests) * 1000).toFixed(2);
  return `${perSecond}/s, p50 ${p50} ms, p99 ${p99} ms, ${cpuMs} ms of processor`;
}

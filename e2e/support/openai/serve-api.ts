import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { after } from 'node:test';
import { and, desc, eq, sql } from 'drizzle-orm';
import OpenAI from 'openai';
import { noteClientAddress } from '#app/http/client-address';
import { observeRequest } from '#app/http/observe-request';
import { refuseUnreadable } from '#app/http/refuse-unreadable';
import { findRoute } from '#app/http/routes/find-route';
import { serveRoute } from '#app/http/routes/serve-route';
import { idempotencyKeys } from '#drizzle/schema/idempotency-keys';
import { jobs } from '#drizzle/schema/jobs';
import { anyEmail } from '#e2e/support/make-account';
import { useOwnDatabase } from '#e2e/support/use-own-database';
import { waitFor } from '#e2e/support/wait';
import { createApiKey } from '#lib/accounts/api-keys/api-keys';
import { createAccount } from '#lib/accounts/create-account';
import { database, type Db } from '#lib/db/database';
import { buildMonologues } from '#lib/recognition/words/build-monologues';
import { recognitionFailed, type Failure } from '#lib/jobs/failures/failure-details';
import { storePiece } from '#lib/jobs/work/recognized-pieces';
import type { MachineWord } from '#lib/transcript/model';
import { completeJob } from '#lib/endings/complete-job';
import { failJob } from '#lib/endings/fail-job';

/** The interval between the starts of a test's words, and the length of a piece of its recordings. */
const wordMs = 500;
const pieceMs = 10_000;

/**
 * Serves the routes of the API, with `useOwnDatabase`, an account for the tests of a file, and OpenAI's own client, but
 * without Next and without a worker: the test decides how a job ends.
 */
export async function serveApi() {
  await useOwnDatabase();
  const baseUrl = (): string => `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const db = (): Db => database().db;
  const account = await makeKeyedAccount(db());
  const ask = (path: string, init: RequestInit = {}, apiKey = account.keys.test): Promise<Response> => {
    const headers = new Headers(init.headers);
    if (!headers.has('authorization')) headers.set('authorization', `Bearer ${apiKey}`);
    return fetch(`${baseUrl()}${path}`, { ...init, headers });
  };
  let files = 0;
  const api = {
    ask,
    /** Sends a request without a key. */
    askKeyless: (path: string, init: RequestInit = {}) => fetch(`${baseUrl()}${path}`, init),
    db,
    baseUrl,
    account,
    /** Returns OpenAI's client, unchanged except for the address. */
    client: (apiKey = account.keys.test) => new OpenAI({ apiKey, baseURL: `${baseUrl()}/v1`, maxRetries: 0 }),
    /** Returns a file whose name and content differ from all before, unless they are given. */
    file: ({ content = `sound ${(files += 1)}`, name = `talk-${files}.wav` } = {}) =>
      new File([content], name),
    /** Requests a transcription with these fields; a list sets several of one name. */
    post: (fields: Record<string, string | string[] | File>, apiKey = account.keys.test): Promise<Response> =>
      ask('/v1/audio/transcriptions', { method: 'POST', body: toForm(fields) }, apiKey),
    /** Sends a file as `audio_file`, or none, as clients of the Whisper ASR webservice do. */
    send: (target: string, file: File | null = api.file(), init: RequestInit = {}): Promise<Response> =>
      ask(target, { method: 'POST', body: toForm(file === null ? {} : { audio_file: file }), ...init }),
    /** Waits for the job of a file, and returns its id. */
    findJob: ({ name }: File): Promise<string> =>
      waitFor('a job', async () => {
        const ofName = and(eq(jobs.accountId, account.id), eq(jobs.name, name));
        const newestFirst = desc(jobs.createdAt);
        const [newest] = await db().select().from(jobs).where(ofName).orderBy(newestFirst).limit(1);
        return newest?.id;
      }),
    newestJob: async () => {
      const ofAccount = eq(jobs.accountId, account.id);
      const [newest] = await db().select().from(jobs).where(ofAccount).orderBy(desc(jobs.createdAt)).limit(1);
      return newest;
    },
    /** Waits until there are more than this many jobs, and returns the id of the newest. */
    newJob: (before: number): Promise<string> =>
      waitFor('another job', async () =>
        (await api.countJobs()) > before ? (await api.newestJob())?.id : undefined,
      ),
    countJobs: (): Promise<number> => db().$count(jobs, eq(jobs.accountId, account.id)),
    /** Stores these words as the piece with this index. */
    hear: (jobId: string, index: number, text: string) =>
      storePiece(db(), {
        ...{ jobId, index, startMs: index * pieceMs, endMs: (index + 1) * pieceMs, progress: 0.1 },
        words: toMachineWords(text, index * pieceMs),
      }),
    /** Completes a job with these words, each speaker's in a separate piece. */
    complete: async (jobId: string, ...texts: string[]) => {
      const spoken = texts.map((text, i) => toMachineWords(text, i * pieceMs));
      const words = spoken.flat();
      const wordSpeakers = spoken.flatMap((piece, speaker) => piece.map(() => speaker));
      const speakers = texts.map((_, id) => ({ id, name: `Speaker ${id + 1}` }));
      const monologues = buildMonologues(words, wordSpeakers);
      await completeJob(db(), { jobId, words, speakers, monologues });
    },
    trash: (jobId: string) => db().update(jobs).set({ trashedAt: new Date() }).where(eq(jobs.id, jobId)),
    /** Makes a job this many minutes old, and its end too if it has ended. */
    age: async (jobId: string, minutes: number) => {
      const then = sql`now() - make_interval(mins => ${minutes})`;
      await db().update(idempotencyKeys).set({ createdAt: then }).where(eq(idempotencyKeys.jobId, jobId));
      const endedAt = sql`case when ${jobs.endedAt} is not null then ${then} end`;
      await db().update(jobs).set({ createdAt: then, endedAt }).where(eq(jobs.id, jobId));
    },
    fail: (jobId: string, failure: Failure) => failJob(db(), { jobId, ...failure }),
    /**
     * Returns the answer to a request, or undefined once it has made a job, which is then failed so that the same
     * request makes another one.
     */
    askUntilJob: async (path: string, init: RequestInit): Promise<Response | undefined> => {
      const left = new AbortController();
      const before = await api.countJobs();
      const answered = ask(path, { ...init, signal: left.signal });
      const made = waitFor('a job', async () =>
        left.signal.aborted || (await api.countJobs()) > before ? left : undefined,
      );
      const first = await Promise.race([answered, made]);
      const answer = first instanceof Response ? first : undefined;
      // A successful answer may last until the job ends.
      const text = answer?.ok === false ? await answer.text() : null;
      left.abort();
      await answered.catch(() => {});
      if (answer === undefined) await api.fail((await api.newestJob())?.id ?? '', recognitionFailed);
      return answer && new Response(text, answer);
    },
  };
  // As long as the service keeps connections: a test that takes a while before its next request must not meet a
  // connection that is just closing.
  const server = http.createServer({ keepAliveTimeout: 75_000 }, (request, response) => {
    const route = findRoute(request);
    noteClientAddress(request);
    observeRequest({ request, response }, route?.route, () => {
      if (route !== undefined) void serveRoute(route, { request, response });
      else if (!refuseUnreadable(request, response)) response.writeHead(421).end();
    });
  });
  await new Promise<void>((ready) => void server.listen(0, '127.0.0.1', () => ready()));
  after(() => {
    server.closeAllConnections();
    server.close();
  });
  return api;
}

async function makeKeyedAccount(db: Db) {
  const email = anyEmail();
  const { id, apiKey } = await createAccount(db, { email, balanceCents: 100_00 });
  const makeKey = async (mode: 'live' | 'test', scope: 'read' | 'everything') =>
    (await createApiKey(db, { accountId: id, name: 'a key', mode, scope, expiresAt: null })).apiKey;
  const keys = {
    live: apiKey,
    test: await makeKey('test', 'everything'),
    read: await makeKey('live', 'read'),
  };
  return { id, email, keys };
}

function toForm(fields: Record<string, string | string[] | File>): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) {
    if (value instanceof File) form.append(name, value, value.name);
    else for (const one of [value].flat()) form.append(name, one);
  }
  return form;
}

function toMachineWords(text: string, fromMs: number): MachineWord[] {
  return text.split(' ').map((word, i) => ({
    ...{ text: word, confidence: 0.5 },
    ...{ startMs: fromMs + i * wordMs, endMs: fromMs + i * wordMs + 400 },
  }));
}

import assert from 'node:assert/strict';
import { readdir } from 'node:fs/promises';
import { connect as openSocket } from 'node:net';
import path from 'node:path';
import { after, before, test } from 'node:test';
import * as fc from 'fast-check';
import { contract } from '#lib/api/v1/contract';
import { connect } from '#lib/db/connect';
import { startLonghand, worksOnNothing, type Longhand } from '#e2e/support/start-longhand';
import { makeJob } from '#e2e/support/make-job';
import { ceilingMs, waitFor } from '#e2e/support/wait';

/*
 * Malformed requests to every operation of the contract, written to sockets as they are: no client library would
 * send most of them. FUZZ_SEED repeats a run.
 */

const seed = Number(process.env['FUZZ_SEED'] || 20_261_121);
const requestsAtOnce = 10;
const requests = 5000;

let longhand: Longhand;
let apiKey: string;
let realId: string;

before(async () => {
  longhand = await startLonghand({ LONGHAND_REQUESTS_PER_MINUTE: '0' });
  const account = await longhand.createAccount();
  ({ apiKey } = account);
  const connection = connect(longhand.databaseUrl, { max: 1 });
  realId = (await makeJob(connection.db, account.id, { words: 'there was a young man' })).id;
  await connection.close();
});
after(() => longhand?.stop());

interface Asked {
  method: string;
  target: string;
  headers: Array<[string, string]>;
  body: Buffer;
}

/** What is written instead of an id in the path, so that the real one is known only when the requests are sent. */
const placeOfRealId = 'real-id';

const odd = fc.constantFrom(
  ...[
    '',
    '.',
    '..',
    '%',
    '%2',
    '%00',
    '%2F',
    '%2e%2e',
    '%ff',
    '%F0%9F%8E%A4',
    '🎤',
    '\u0000',
    '\\',
    ';',
    '[',
    '{}',
  ],
  ...[
    "'",
    '"',
    '<b>',
    '-->',
    'null',
    '__proto__',
    'constructor',
    '-1',
    '1e9',
    '٣',
    'a'.repeat(65),
    'a'.repeat(3000),
  ],
);
const text = fc.oneof(
  odd,
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.string({ unit: 'grapheme', maxLength: 10 }),
);
const id = fc.oneof(
  fc.constant(placeOfRealId),
  fc.stringMatching(/^[\w-]{1,64}$/),
  odd,
  text.map(encodeURIComponent),
);

/** Methods that change something never come with a real id. */
const method = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom('GET', 'POST', 'DELETE') },
  {
    weight: 1,
    arbitrary: fc.constantFrom('PUT', 'PATCH', 'HEAD', 'OPTIONS', 'PROPFIND', 'TRACE', 'get', 'FOO', ''),
  },
);

const revision = fc.constantFrom('/v1', '/v1', '/api/v1');

const operation = fc.constantFrom(...Object.values(contract));

const query = fc
  .array(
    fc.tuple(
      fc.oneof(fc.constantFrom('limit', 'starting_after', 'version', 'limit[]', 'id'), text),
      fc.oneof(fc.constantFrom('0', '-5', '1001', '99999999999', 'latest', 'machine', placeOfRealId), text),
    ),
    { maxLength: 4 },
  )
  .chain((pairs) =>
    fc.constantFrom(
      pairs.map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`).join('&'),
      pairs.map(([name, value]) => `${name}=${value}`).join('&'),
    ),
  );

const contentType = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom('application/json', 'multipart/form-data; boundary=b') },
  {
    weight: 1,
    arbitrary: fc.oneof(
      fc.constantFrom(
        'multipart/form-data',
        'application/json; charset=latin1',
        'multipart/form-data; boundary="',
      ),
      fc.constantFrom('application/json;', 'text/plain', 'application/x-www-form-urlencoded', ',', ';', '/'),
      text,
    ),
  },
);

const accept = fc.oneof(
  fc.constantFrom(
    '*/*',
    'text/html',
    'text/vtt',
    'application/pdf',
    'text/*;q=0',
    'a/b;q=x',
    ',,',
    '*',
    'text',
  ),
  text,
);

const header = fc.oneof(
  accept.map((value): [string, string] => ['Accept', value]),
  text.map((value): [string, string] => ['Idempotency-Key', value]),
  text.map((value): [string, string] => ['If-Match', value]),
  fc.constantFrom<[string, string]>(
    ['Range', 'bytes=0-'],
    ['Next-Action', 'x'],
    ['RSC', '1'],
    ['Next-Router-Prefetch', '1'],
    ['X-HTTP-Method-Override', 'DELETE'],
    ['X-Forwarded-Host', '<b>'],
    ['X-Middleware-Subrequest', 'x'],
    ['Expect', '100-continue'],
    ['Content-Encoding', 'gzip'],
    ['Upgrade', 'websocket'],
    ['Cookie', '__prerender_bypass=x'],
    ['Origin', 'null'],
    ['Host', ''],
  ),
);

/** Any JSON, and nearly right options; none of them names media that would be accepted. */
const json = fc.oneof(
  fc.json(),
  fc
    .record(
      {
        media_url: fc.oneof(
          fc.constantFrom('', 'x', 'ftp://a.example/x', 'http://10.0.0.1/', 'http://[::1]/'),
          fc.jsonValue(),
        ),
        callback_url: fc.oneof(text, fc.jsonValue()),
        metadata: fc.oneof(text, fc.jsonValue(), fc.constant('x'.repeat(300))),
        options: fc.jsonValue(),
      },
      { requiredKeys: [] },
    )
    .filter(
      ({ media_url: url }) => typeof url !== 'string' || !URL.canParse(url) || !/^https?:\/\/[^1[]/.test(url),
    )
    .map((value) => JSON.stringify(value)),
  fc.string({ unit: 'binary' }),
);

const multipart = fc
  .array(
    fc.record({
      start: fc.constantFrom('--b\r\n', '--b\r\n', '--b\n', '--c\r\n', ''),
      disposition: fc.oneof(
        fc.constantFrom(
          'form-data; name="media"',
          'form-data; name="media"; filename="a.wav"',
          'form-data; name=options',
        ),
        text.map((name) => `form-data; name="${name}"; filename="${name}"`),
        text,
      ),
      type: fc.oneof(fc.constantFrom('audio/wav', 'text/html', 'application/json'), text),
      content: fc.oneof(json, fc.constant('x'.repeat(70_000))),
    }),
    { maxLength: 4 },
  )
  .map((parts) =>
    parts
      .map(({ start, disposition, type, content }) =>
        [start, `Content-Disposition: ${disposition}\r\nContent-Type: ${type}\r\n\r\n`, content, '\r\n'].join(
          '',
        ),
      )
      .join(''),
  )
  // Without the last boundary no upload is whole, so none is accepted.
  .map((body) => body.replaceAll('--b--', ''));

const body = fc.oneof(
  json.map((body) => Buffer.from(body)),
  multipart.map((body) => Buffer.from(body)),
  fc.uint8Array({ maxLength: 200 }).map((bytes) => Buffer.from(bytes)),
  fc.constant(Buffer.alloc(0)),
);

const length = fc.oneof(
  { weight: 8, arbitrary: fc.constant(undefined) },
  { weight: 1, arbitrary: fc.constantFrom('0', '5', '100000', '-1', 'x', '99999999999999999999') },
);

const asked: fc.Arbitrary<Asked> = fc
  .record({
    revision,
    operation,
    verb: fc.option(method, { nil: undefined, freq: 3 }),
    id,
    tail: fc.oneof(
      { weight: 5, arbitrary: fc.constant('') },
      { weight: 1, arbitrary: text.map((path) => `/${path}`) },
    ),
    query,
    contentType,
    headers: fc.array(header, { maxLength: 3 }),
    body,
    length,
  })
  .map(({ revision, operation, verb, id, tail, query, contentType, headers, body, length }) => {
    const method = verb ?? operation.method;
    const changes = method !== 'GET' && method !== 'HEAD';
    const shownId = changes && id === placeOfRealId ? 'unknown' : id;
    return {
      method,
      target: `${revision}${operation.path.replace('{id}', () => shownId)}${tail}${query === '' ? '' : `?${query}`}`,
      headers: [
        ['Content-Type', contentType],
        ...headers,
        ['Content-Length', length ?? String(body.length)],
      ] as Array<[string, string]>,
      body,
    };
  });

interface Answer {
  status: number;
  type: string;
  location: string;
  text: string;
}

/**
 * Sends the request. Of one that announces more than it has, our half of the connection is closed as soon as the
 * server has answered another one that came later: until then it waits for the rest.
 */
function send({ method, target, headers, body }: Asked): Promise<Answer> {
  const lines = [
    `${method} ${target.replaceAll(placeOfRealId, realId)} HTTP/1.1`,
    'Host: 127.0.0.1',
    `Authorization: Bearer ${apiKey}`,
    'Connection: close',
    ...headers.map(([name, value]) => `${name}: ${value}`),
  ];
  return new Promise((resolve, reject) => {
    const signal = AbortSignal.timeout(ceilingMs);
    const socket = openSocket({ port: Number(new URL(longhand.baseUrl).port), host: '127.0.0.1', signal });
    const chunks: Buffer[] = [];
    socket.on('data', (chunk: Buffer) => chunks.push(chunk));
    socket.on('error', (error: NodeJS.ErrnoException) => {
      if (signal.aborted) reject(new Error(`no answer to ${JSON.stringify([...lines, String(body)])}`));
      // What the server's parser refuses is reset while it is still being sent.
      else if (error.code !== 'ECONNRESET' && error.code !== 'EPIPE') reject(error);
    });
    socket.on('close', () => resolve(parseAnswer(Buffer.concat(chunks).toString())));
    const isCut = headers.some(([name, value]) => name === 'Content-Length' && Number(value) > body.length);
    socket.write(Buffer.concat([Buffer.from(`${lines.join('\r\n')}\r\n\r\n`), body]));
    if (isCut) fetch(`${longhand.baseUrl}/v1/account`).then(() => socket.end(), reject);
  });
}

function parseAnswer(received: string): Answer {
  const answer = received.replace(/^HTTP\/1\.1 100 Continue\r\n\r\n/, '');
  const [head = '', ...rest] = answer.split('\r\n\r\n');
  const body = rest.join('\r\n\r\n');
  return {
    status: Number(head.split(' ')[1] ?? 0),
    type: /^content-type: *([^;\r\n]*)/im.exec(head)?.[1] ?? '',
    location: /^location: *([^\r\n]*)/im.exec(head)?.[1] ?? '',
    text: /^transfer-encoding: chunked/im.test(head)
      ? body.replace(/^[0-9a-f]+\r\n|\r\n0?(\r\n)*$/gi, '')
      : body,
  };
}

function assertProper(asked: Asked, { status, type, location, text }: Answer): void {
  const { method, target, headers } = asked;
  const summary = `${method} ${target} ${JSON.stringify(headers)}: ${status} ${type} ${location} ${text.slice(0, 200)}`;
  assert.ok(status < 500, summary);
  assert.doesNotMatch(type, /html/i, summary);
  assert.doesNotMatch(text, /<!doctype|<html/i, summary);
  if (status < 300 || method === 'HEAD') return;
  // Node's parser answers 400 without a word, or closes the connection.
  if (status === 0 || (text === '' && (status === 400 || status === 431))) return;
  // Next leads to the usual spelling of a path, and to that of its own requests.
  if (status === 307 || status === 308) return assert.match(location, /^\/(api\/)?v1([/?]|$)/, summary);
  const isEarlier = target.startsWith('/api/') || status === 401;
  const isMessage = isEarlier && type === 'application/json' && /^\{"message":"[^"]/.test(text);
  assert.ok(type === 'application/problem+json' || isMessage, summary);
}

/** What there is of files, rows and money. The log of API requests has a row for each: it is there for that. */
async function remains(): Promise<Record<string, unknown>> {
  await worksOnNothing(longhand);
  const folder = path.join(longhand.dataDir, 'media');
  // Nothing may have been stored yet.
  const files = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  const { sql } = longhand;
  const tables = await sql<Array<{ name: string }>>`
    select table_name as name from information_schema.tables
    where table_schema = 'public' and table_name <> 'api_requests' order by 1`;
  const counts: Record<string, unknown> = { files: files.filter((file) => file.isFile()).length };
  for (const { name } of tables) {
    const [row] = await sql<Array<{ n: number }>>`select count(*)::int as n from ${sql(name)}`;
    counts[name] = row?.n;
  }
  const [account] = await sql`select sum(balance_cents)::int as cents from accounts`;
  return { ...counts, ...account };
}

test(`5,000 malformed requests (seed ${seed}) are refused as an API does, and leave nothing behind`, async () => {
  const before = await remains();
  const statuses = new Map<number, number>();
  const batch = fc.array(asked, { minLength: requestsAtOnce, maxLength: requestsAtOnce });
  await fc.assert(
    fc.asyncProperty(batch, async (batch) => {
      const answers = await Promise.all(batch.map(send));
      for (const [i, answer] of answers.entries()) {
        statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1);
        const asked = batch[i];
        if (asked !== undefined) assertProper(asked, answer);
      }
    }),
    { seed, numRuns: requests / requestsAtOnce, endOnFailure: true, includeErrorInReport: true },
  );
  console.log(`seed ${seed}: ${JSON.stringify(Object.fromEntries(statuses))}`);
  assert.doesNotMatch(longhand.output(), /met a defect|unhandled|uncaught/i);
  await waitFor('the files and rows to be as before', async () =>
    JSON.stringify(await remains()) === JSON.stringify(before) ? true : undefined,
  );
});

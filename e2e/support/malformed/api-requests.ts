import assert from 'node:assert/strict';
import { connect as openSocket } from 'node:net';
import * as fc from 'fast-check';
import { contract } from '#lib/api/v1/contract';
import { ceilingMs } from '#e2e/support/wait';

/*
 * Malformed requests to every operation of the contract, written to raw sockets: no client library would send most of
 * them.
 */

/** The target of the requests: the address, the key, and a job of its account. */
interface Service {
  baseUrl: string;
  apiKey: string;
  realId: string;
}

/** A request to the API, as written to a socket. */
export interface ApiRequest {
  method: string;
  target: string;
  headers: Array<[string, string]>;
  body: Buffer;
}

/** A placeholder for a real id in the path, which is known only when the requests are sent. */
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

/** Methods; those that change anything never get a real id. */
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

/** Any JSON, and nearly valid options; none of them names media that would be accepted. */
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
  // Without the closing boundary no upload is complete, so none is accepted.
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

/** Malformed requests to every operation of the contract. None of them changes the existing job. */
export const apiRequests: fc.Arbitrary<ApiRequest> = fc
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

/** A parsed answer. */
export interface ApiAnswer {
  status: number;
  type: string;
  location: string;
  text: string;
}

/**
 * Sends the request. If it announces more than it has, our half of the connection is closed as soon as the server has
 * answered a later request: until then it waits for the rest.
 */
export function sendToApi(
  { baseUrl, apiKey, realId }: Service,
  { method, target, headers, body }: ApiRequest,
): Promise<ApiAnswer> {
  const lines = [
    `${method} ${target.replaceAll(placeOfRealId, realId)} HTTP/1.1`,
    'Host: 127.0.0.1',
    `Authorization: Bearer ${apiKey}`,
    'Connection: close',
    ...headers.map(([name, value]) => `${name}: ${value}`),
  ];
  return new Promise((resolve, reject) => {
    const signal = AbortSignal.timeout(ceilingMs);
    const socket = openSocket({ port: Number(new URL(baseUrl).port), host: '127.0.0.1', signal });
    const chunks: Buffer[] = [];
    socket.on('data', (chunk: Buffer) => chunks.push(chunk));
    socket.on('error', (error: NodeJS.ErrnoException) => {
      if (signal.aborted) reject(new Error(`no answer to ${JSON.stringify([...lines, String(body)])}`));
      // The server resets a request that its parser refuses, even while it is being sent.
      else if (error.code !== 'ECONNRESET' && error.code !== 'EPIPE') reject(error);
    });
    socket.on('close', () => resolve(parseAnswer(Buffer.concat(chunks).toString())));
    const isCut = headers.some(([name, value]) => name === 'Content-Length' && Number(value) > body.length);
    socket.write(Buffer.concat([Buffer.from(`${lines.join('\r\n')}\r\n\r\n`), body]));
    if (isCut) fetch(`${baseUrl}/v1/account`).then(() => socket.end(), reject);
  });
}

function parseAnswer(received: string): ApiAnswer {
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

/** Fails unless the answer is one of the API, without a defect. */
export function assertApiAnswer(asked: ApiRequest, { status, type, location, text }: ApiAnswer): void {
  const { method, target, headers } = asked;
  const summary = `${method} ${target} ${JSON.stringify(headers)}: ${status} ${type} ${location} ${text.slice(0, 200)}`;
  assert.ok(status < 500, summary);
  assert.doesNotMatch(type, /html/i, summary);
  assert.doesNotMatch(text, /<!doctype|<html/i, summary);
  if (status < 300 || method === 'HEAD') return;
  // Node's parser answers 400 without a body, or closes the connection.
  if (status === 0 || (text === '' && (status === 400 || status === 431))) return;
  // Next redirects to the usual spelling of a path, and to that of its own requests.
  if (status === 307 || status === 308) return assert.match(location, /^\/(api\/)?v1([/?]|$)/, summary);
  const isEarlier = target.startsWith('/api/') || status === 401;
  const isMessage = isEarlier && type === 'application/json' && /^\{"message":"[^"]/.test(text);
  assert.ok(type === 'application/problem+json' || isMessage, summary);
}

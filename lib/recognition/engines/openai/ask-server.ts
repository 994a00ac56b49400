import { STATUS_CODES } from 'node:http';
import { Agent } from 'undici';
import { explainNetworkError } from '#lib/net/explain-network-error';
import { readRetryAfter } from '#lib/net/answer-headers/read-retry-after';
import type { Upload } from '#lib/recognition/engines/openai/build-upload';
import type { Endpoint } from '#lib/recognition/engines/openai/server';

/** The outcome of a request. `cause` is for the log: it names the server and contains no secrets. */
export type Answer =
  | { kind: 'body'; body: string; contentType: string }
  /** The server works but rejects this request: a format, a language, a size. */
  | { kind: 'refused'; cause: string }
  /** The server asks to retry later. */
  | { kind: 'busy'; cause: string; askedRestMs: number }
  /** The server responded with an internal error. */
  | { kind: 'error'; cause: string }
  | { kind: 'failed'; cause: string }
  /** All servers of this setup would fail: the key or the model is wrong. */
  | { kind: 'misconfigured'; cause: string };

/** The maximum response length. The words of half a minute take about 20 kB. */
const maxBytes = 4 * 1024 ** 2;
const connectMs = 10_000;
/** Caps a quoted server message. */
const maxMessage = 300;

/**
 * Sends one request and reads the whole response, without following redirects. Throws the reason of `signal`, which
 * aborts at once, and returns any other outcome. Uses a new connection per request: a piece takes far longer than
 * connecting, and a kept-alive connection may break at the next use.
 */
export async function askServer(
  server: Endpoint,
  { upload, key, signal }: { upload: Upload; key: string | undefined; signal: AbortSignal },
): Promise<Answer> {
  signal.throwIfAborted();
  const agent = new Agent({
    connect: { timeout: connectMs },
    maxResponseSize: maxBytes,
    // The signal enforces the timeout.
    headersTimeout: 0,
    bodyTimeout: 0,
  });
  // Unlike a request's own signal, this also aborts connecting.
  const stop = () => void agent.destroy();
  signal.addEventListener('abort', stop, { once: true });
  try {
    const { statusCode, headers, body } = await agent.request({
      origin: server.url.origin,
      path: `${server.url.pathname}${server.url.search}`,
      method: 'POST',
      headers: {
        ...authorize(server.url, key),
        accept: 'application/json, text/plain',
        'accept-encoding': 'identity',
        'content-type': upload.contentType,
        'user-agent': 'Longhand',
      },
      body: upload.body,
    });
    const text = new TextDecoder('utf-8', { fatal: statusCode === 200 }).decode(await body.arrayBuffer());
    const header = (name: string) => [headers[name] ?? []].flat()[0];
    const answered = { status: statusCode, body: text, header, settings: server.settings };
    return judge(answered, (said) => explain(server, said, key));
  } catch (error) {
    signal.throwIfAborted();
    return { kind: 'failed', cause: explain(server, inWords(error), key) };
  } finally {
    signal.removeEventListener('abort', stop);
    void agent.destroy();
  }
}

function authorize(url: URL, key: string | undefined): Record<string, string> {
  if (key !== undefined) return { authorization: `Bearer ${key}` };
  if (url.username === '') return {};
  const credentials = `${decodeURIComponent(url.username)}:${decodeURIComponent(url.password)}`;
  return { authorization: `Basic ${Buffer.from(credentials).toString('base64')}` };
}

interface Answered {
  status: number;
  body: string;
  header: (name: string) => string | undefined;
  settings: string;
}

function judge({ status, body, header, settings }: Answered, say: (said: string) => string): Answer {
  if (status === 200) return { kind: 'body', body, contentType: header('content-type') ?? '' };
  const answered = `answered ${status} ${STATUS_CODES[status] ?? ''}`.trimEnd();
  const cause = say(`${answered}: ${readMessage(body)}`);
  const askedRestMs = readRetryAfter(header('retry-after'));
  if ((status === 429 || status === 503) && askedRestMs !== undefined) {
    return { kind: 'busy', cause, askedRestMs };
  }
  if (status >= 300 && status < 400)
    return { kind: 'failed', cause: say(`${answered}: redirects are not followed`) };
  if (status === 401 || status === 403)
    return { kind: 'misconfigured', cause: `${cause} (the key is LONGHAND_OPENAI_KEY)` };
  if (status === 404) {
    return { kind: 'misconfigured', cause: `${cause} (see ${settings})` };
  }
  if (status === 500) return { kind: 'error', cause };
  if (status === 408 || status === 429 || (status > 500 && status !== 501) || status < 300)
    return { kind: 'failed', cause };
  return { kind: 'refused', cause };
}

/** Returns the message of an error in OpenAI's or FastAPI's shape, or else the start of the body. */
function readMessage(body: string): string {
  const found = /"(?:message|detail|error)"\s*:\s*("(?:[^"\\]|\\.)*")/.exec(body)?.[1];
  try {
    if (found !== undefined) return String(JSON.parse(found));
  } catch {
    // Not JSON.
  }
  return body;
}

function inWords(error: unknown): string {
  if (error instanceof TypeError) return 'responded with something that is not text';
  const explained = explainNetworkError(error)?.inWords;
  return explained ?? (error instanceof Error ? error.message : 'the request failed');
}

/** Returns one line that names the server, with the key redacted, as a server's message may repeat it. */
function explain({ name }: Endpoint, said: string, key: string | undefined): string {
  const safe = key === undefined || key === '' ? said : said.replaceAll(key, '[key]');
  const line = safe.replaceAll(/[\s\p{Cc}]+/gu, ' ').trim();
  return `${name}: ${line.length > maxMessage ? `${line.slice(0, maxMessage)}…` : line}`;
}

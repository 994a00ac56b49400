import { STATUS_CODES } from 'node:http';
import { Agent } from 'undici';
import { explainNetworkError } from '#lib/net/explain-network-error';
import { readRetryAfter } from '#lib/net/answer-headers/read-retry-after';
import type { Upload } from '#lib/recognition/engines/openai/build-upload';
import type { Endpoint } from '#lib/recognition/engines/openai/server';

/** The outcome of one request. `cause` is for the log: it names the server and has no secrets. */
export type Answer =
  | { kind: 'body'; body: string; contentType: string }
  /** The server has no fault, but does not take this request: a format, a language, a size. */
  | { kind: 'refused'; cause: string }
  /** It wants to be left alone for so long. */
  | { kind: 'busy'; cause: string; askedRestMs: number }
  /** An error of its own, in a server that was there to tell. */
  | { kind: 'error'; cause: string }
  | { kind: 'failed'; cause: string }
  /** No server of this setup can be used: the key or the model is wrong. */
  | { kind: 'misconfigured'; cause: string };

/** The longest answer that is read; the words of half a minute have some 20 kB. */
const maxBytes = 4 * 1024 ** 2;
const connectMs = 10_000;
/** The longest part of a server's own message that is repeated. */
const maxMessage = 300;

/**
 * Sends one request and reads the whole answer. Follows no redirect. `signal` ends it at once, and its reason is thrown;
 * whatever else happens is an answer. Each request has a connection of its own: a piece lasts far longer than connecting,
 * and a connection kept open may break just when it is used again.
 */
export async function askServer(
  server: Endpoint,
  { upload, key, signal }: { upload: Upload; key: string | undefined; signal: AbortSignal },
): Promise<Answer> {
  signal.throwIfAborted();
  const agent = new Agent({
    connect: { timeout: connectMs },
    maxResponseSize: maxBytes,
    // The signal brings the deadline.
    headersTimeout: 0,
    bodyTimeout: 0,
  });
  // Unlike a request's own signal this ends connecting too.
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

/** The message of an error in OpenAI's shape, of FastAPI's, or the start of whatever came. */
function readMessage(body: string): string {
  const found = /"(?:message|detail|error)"\s*:\s*("(?:[^"\\]|\\.)*")/.exec(body)?.[1];
  try {
    if (found !== undefined) return String(JSON.parse(found));
  } catch {
    // Not JSON after all.
  }
  return body;
}

function inWords(error: unknown): string {
  if (error instanceof TypeError) return 'responded with something that is not text';
  const explained = explainNetworkError(error)?.inWords;
  return explained ?? (error instanceof Error ? error.message : 'the request failed');
}

/** One line that names the server; a server may repeat the key in its message, so it is taken out. */
function explain({ name }: Endpoint, said: string, key: string | undefined): string {
  const safe = key === undefined || key === '' ? said : said.replaceAll(key, '[key]');
  const line = safe.replaceAll(/[\s\p{Cc}]+/gu, ' ').trim();
  return `${name}: ${line.length > maxMessage ? `${line.slice(0, maxMessage)}…` : line}`;
}

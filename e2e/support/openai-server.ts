import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type OutgoingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { readUpload, type Upload } from './read-upload';

export type { Upload };

/** Answers one request, or leaves it unanswered. */
export type Behavior = (upload: Upload, response: ServerResponse) => void | Promise<void>;

/**
 * A server on loopback with OpenAI's `/v1/audio/transcriptions`, and optionally `/v1/audio/translations`, that
 * misbehaves on command.
 */
export interface OpenAiServer {
  /** The base address, for `LONGHAND_OPENAI_URLS`. */
  readonly url: string;
  /** All valid uploads, in order of arrival. */
  readonly uploads: readonly Upload[];
  /** The errors of requests that were no valid uploads. */
  readonly faults: readonly string[];
  /** The number of current requests, and the most at a time. */
  readonly inFlight: number;
  readonly maxInFlight: number;
  /** Answers the next requests with these behaviors, one each, before all others. */
  next(...behaviors: Behavior[]): void;
  /** Answers all requests from now on with this behavior, unless `next` has one. */
  always(behavior: Behavior): void;
  /** Refuses new connections, and closes the open ones. */
  stop(): Promise<void>;
  /** Accepts connections again, at the same address. */
  start(): Promise<void>;
}

/**
 * Starts a server that recognizes `makeWords` in each piece, with times, as OpenAI answers. With `key` it requires that
 * key; with `translates` it returns `makeEnglish` for each piece sent for translation.
 */
export async function startOpenAiServer(
  options: { key?: string; model?: string; version?: string; translates?: boolean } = {},
): Promise<OpenAiServer> {
  const uploads: Upload[] = [];
  const faults: string[] = [];
  const queue: Behavior[] = [];
  let always: Behavior = recognizeAs();
  let [inFlight, maxInFlight, port] = [0, 0, 0];

  const refusal = ({ headers, fields, path }: Upload): Behavior | undefined => {
    const isThere =
      path === '/v1/audio/transcriptions' || (options.translates === true && isTranslation(path));
    if (!isThere) return fail(404, 'Not Found');
    const given = headers.authorization ?? '';
    if (options.key !== undefined && given !== `Bearer ${options.key}`) {
      return fail(401, `Incorrect API key provided: ${given}`);
    }
    const model = fields['model']?.[0] ?? '';
    if (options.model !== undefined && model !== options.model) {
      return fail(404, `The model \`${model}\` does not exist.`);
    }
    return undefined;
  };
  const server = createServer(async (request, response) => {
    if (request.method === 'GET') {
      // As vLLM does, unlike others.
      const isKnown = request.url === '/version' && options.version !== undefined;
      return sendJson(response, isKnown ? 200 : 404, { version: options.version });
    }
    inFlight += 1;
    maxInFlight = Math.max(maxInFlight, inFlight);
    response.once('close', () => (inFlight -= 1));
    try {
      const upload = await readUpload(request);
      uploads.push(upload);
      await (refusal(upload) ?? queue.shift() ?? always)(upload, response);
    } catch (error) {
      faults.push(String(error));
      response.writeHead(400).end(String(error));
    }
  });
  const start = async () => {
    server.listen(port, '127.0.0.1');
    await once(server, 'listening');
    port = (server.address() as AddressInfo).port;
  };
  await start();
  return {
    get url() {
      return `http://127.0.0.1:${port}/v1`;
    },
    uploads,
    faults,
    get inFlight() {
      return inFlight;
    },
    get maxInFlight() {
      return maxInFlight;
    },
    next: (...behaviors) => void queue.push(...behaviors),
    always: (behavior) => void (always = behavior),
    start,
    stop: async () => {
      if (!server.listening) return;
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}

/** Returns the words that the server recognizes in a piece: unique to the piece, one per second, with punctuation. */
export function makeWords({ pcm, seconds }: Pick<Upload, 'pcm' | 'seconds'>): string[] {
  const name = createHash('sha256').update(pcm).digest('hex').slice(0, 8);
  const count = Math.max(1, Math.round(seconds));
  return Array.from({ length: count }, (_, i) => (i === count - 1 ? `last-${name}.` : `Word${i}-${name},`));
}

/** Returns the server's translation of a piece: its words, each marked as English. */
export function makeEnglish(upload: Pick<Upload, 'pcm' | 'seconds'>): string[] {
  return makeWords(upload).map((word) => `English-${word}`);
}

function isTranslation(path: string): boolean {
  return path === '/v1/audio/translations';
}

/**
 * Recognizes a piece and answers in the requested format: words with times and without punctuation (as OpenAI does), or
 * as given by `as`: segments with `"words": null` (vLLM, speaches), or text alone. OpenAI's translations have segments
 * at most.
 */
export function recognizeAs(as: 'words' | 'segments' | 'text' = 'words', say = makeWords): Behavior {
  return (upload, response) => {
    const translates = isTranslation(upload.path);
    const words = (translates ? makeEnglish : say)(upload);
    const text = words.join(' ');
    const format = upload.fields['response_format']?.[0] ?? 'json';
    if (format === 'text') return void response.writeHead(200, { 'content-type': 'text/plain' }).end(text);
    if (format !== 'verbose_json' || as === 'text') return sendJson(response, 200, { text });
    const step = upload.seconds / words.length;
    const timed = words.map((word, i) => ({
      word: word.replaceAll(/[.,]/g, ''),
      start: i * step,
      end: (i + 1) * step,
    }));
    const isWanted =
      as === 'words' && !translates && upload.fields['timestamp_granularities[]']?.includes('word');
    return sendJson(response, 200, {
      task: translates ? 'translate' : 'transcribe',
      language: 'english',
      duration: upload.seconds,
      text,
      words: isWanted ? timed : null,
      segments: [
        { id: 0, start: 0, end: upload.seconds, text: ` ${text}`, avg_logprob: -0.1, compression_ratio: 1.2 },
      ],
    });
  };
}

/** Answers with an error in OpenAI's shape. */
export function fail(status: number, message: string, headers: OutgoingHttpHeaders = {}): Behavior {
  return (_, response) => sendJson(response, status, { error: { message, type: 'error' } }, headers);
}

/** Answers with an error if one of these formats is requested, otherwise as `or` does. */
export function refuseFormats(
  formats: readonly string[],
  status = 400,
  or: Behavior = recognizeAs(),
): Behavior {
  return (upload, response) => {
    const format = upload.fields['response_format']?.[0] ?? 'json';
    const granular =
      upload.fields['timestamp_granularities[]'] === undefined ? format : `${format} with words`;
    if (!formats.includes(format) && !formats.includes(granular)) return or(upload, response);
    return fail(status, `Currently do not support ${granular}`)(upload, response);
  };
}

/** Accepts the piece and never answers. */
export const hang: Behavior = () => {};

/** Accepts the piece and closes the connection. */
export const die: Behavior = (_, response) => void response.destroy();

/** Closes the connection in the middle of its answer. */
export const breakOff: Behavior = (_, response) => {
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': 1000 });
  response.write('{"text": "Half an', () => response.destroy());
};

/** Sends these bytes as a successful answer. */
export function send(body: string | Buffer, contentType = 'application/json'): Behavior {
  return (_, response) => void response.writeHead(200, { 'content-type': contentType }).end(body);
}

/** Sends an endless answer, as fast as it is read. */
export const sendWithoutEnd: Behavior = (_, response) => {
  response.writeHead(200, { 'content-type': 'application/json' });
  const chunk = 'a'.repeat(64 * 1024);
  const more = () => {
    while (!response.destroyed && response.write(chunk));
  };
  response.on('drain', more);
  more();
};

/** Redirects to another address. */
export function redirect(to: string): Behavior {
  return (_, response) => void response.writeHead(307, { location: to }).end();
}

/** Holds every piece until `release` is called, then answers as `or` does: a slow server without a clock. */
export function hold(or: Behavior = recognizeAs()): { behavior: Behavior; release: () => void } {
  let release: () => void = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  return {
    behavior: async (upload, response) => {
      await released;
      await or(upload, response);
    },
    release,
  };
}

function sendJson(
  response: ServerResponse,
  status: number,
  body: unknown,
  headers: OutgoingHttpHeaders = {},
) {
  response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body));
}

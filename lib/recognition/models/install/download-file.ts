import { open, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { EnvHttpProxyAgent, request, type Dispatcher } from 'undici';
import { explainNetworkError } from '#lib/net/explain-network-error';
import { ModelProblem } from '#lib/recognition/models/model-problem';
import { formatBytes } from '#lib/recognition/models/format-bytes';

/*
 * A download is a growing file beside a note of its source. It is kept when the connection breaks or the process ends,
 * and the next attempt requests the rest (`Range`) if the server's file is unchanged (`If-Range`, RFC 9110 section
 * 13.1.5). A server without range support sends everything again.
 */

/** The timeout for the first response: whether there is a network is known within seconds. */
const firstAnswerMs = 4500;
const laterAnswerMs = 30_000;
const silenceMs = 30_000;
const maxRedirects = 5;
/** Consecutive attempts without progress after which a download fails. The next command resumes it. */
const maxFruitlessTries = 3;

export interface DownloadOptions {
  /** The file's length in bytes. A response with another length is rejected before its body is read. */
  bytes: number;
  signal: AbortSignal;
  /** Reports the downloaded bytes after each chunk. */
  onBytes?: ((done: number) => void) | undefined;
}

/**
 * Downloads to `file`, resuming an earlier attempt, with the operator's proxy settings (`HTTPS_PROXY` and others).
 * `joined` is true if several responses were joined. Throws a `ModelProblem` that says what is wrong, and the signal's
 * reason when aborted, and keeps the file for the next attempt. Rethrows disk errors.
 */
export async function downloadFile(
  url: string,
  file: string,
  options: DownloadOptions,
): Promise<{ joined: boolean }> {
  let joined = (await readLength(file)) > 0;
  const agent = new EnvHttpProxyAgent({ bodyTimeout: silenceMs, headersTimeout: laterAnswerMs });
  try {
    let fruitless = 0;
    let wasAnswered = false;
    const onAnswer = () => {
      wasAnswered = true;
    };
    for (let attempts = 0; ; attempts++) {
      const before = await readLength(file);
      if (before === options.bytes) return { joined };
      joined ||= before > 0;
      try {
        const answerMs = attempts === 0 ? firstAnswerMs : laterAnswerMs;
        await transfer(url, file, { ...options, agent, answerMs, onAnswer });
      } catch (error) {
        options.signal.throwIfAborted();
        const reason = error instanceof Interrupted ? error.message : explainNetworkError(error)?.inWords;
        if (reason === undefined) throw error;
        fruitless = (await readLength(file)) > before ? 0 : fruitless + 1;
        // Without any response there is no network, so waiting is pointless.
        if (!wasAnswered || fruitless >= maxFruitlessTries) throw giveUp(url, reason, error);
        await sleep(fruitless * 500, undefined, { signal: options.signal });
      }
    }
  } finally {
    await agent.destroy();
  }
}

/** Removes a download and its note. */
export async function forgetDownload(file: string): Promise<void> {
  await Promise.all([file, notePath(file)].map((path) => rm(path, { force: true })));
}

/** The response ended before the file did. */
class Interrupted extends Error {}

function giveUp(url: string, reason: string, cause: unknown): ModelProblem {
  return new ModelProblem(`Can't reach ${new URL(url).host}: ${reason}`, {
    cause,
    isUnreachable: true,
  });
}

interface Transfer extends DownloadOptions {
  agent: Dispatcher;
  answerMs: number;
  onAnswer: () => void;
}

async function transfer(url: string, file: string, options: Transfer): Promise<void> {
  const note = await readNote(file);
  const have = note?.url === url ? await readLength(file) : 0;
  const headers: Record<string, string> = { 'accept-encoding': 'identity' };
  if (have > 0) {
    headers['range'] = `bytes=${have}-`;
    if (note?.validator !== undefined) headers['if-range'] = note.validator;
  }
  const answer = await ask(url, headers, options);
  options.onAnswer();
  const start = readStart(answer, { url, have, bytes: options.bytes });
  if (start === undefined) {
    await answer.body.dump();
    await forgetDownload(file);
    throw new Interrupted('The server sent a different part of the file than requested.');
  }
  if (start === 0) await writeFile(notePath(file), JSON.stringify({ url, validator: getValidator(answer) }));
  await receive(answer, file, start, options);
}

/** Returns the offset of the response's body in the file; undefined to restart because it can't be used. */
function readStart(
  { statusCode, headers }: Dispatcher.ResponseData,
  { url, have, bytes }: { url: string; have: number; bytes: number },
): number | undefined {
  const refuse = (length: number) => {
    const found = `${formatBytes(length)} (${length} bytes)`;
    return new ModelProblem(`${url} has ${found} instead of ${bytes} bytes: it is not the published file.`);
  };
  if (statusCode === 200) {
    const length = Number(headers['content-length'] ?? bytes);
    if (length !== bytes) throw refuse(length);
    return 0;
  }
  if (statusCode === 206) {
    const [, start, total] = /^bytes (\d+)-\d+\/(\d+|\*)$/.exec(String(headers['content-range'])) ?? [];
    if (total !== undefined && total !== '*' && Number(total) !== bytes) throw refuse(Number(total));
    return Number(start) === have && have > 0 ? have : undefined;
  }
  if (statusCode === 416 && have > 0) return undefined;
  if (statusCode === 404 || statusCode === 410) {
    throw new ModelProblem(`${url} doesn't exist (${statusCode}). Is LONGHAND_MODELS_URL right?`);
  }
  throw new ModelProblem(`${url} returned ${statusCode}. Try again later.`);
}

/** Returns the response after redirects, which GitHub releases have. */
async function ask(
  url: string,
  headers: Record<string, string>,
  { agent, answerMs, signal }: Transfer,
): Promise<Dispatcher.ResponseData> {
  let address = url;
  for (let redirects = 0; redirects <= maxRedirects; redirects++) {
    const deadline = new AbortController();
    const clock = setTimeout(
      () => deadline.abort(new DOMException('no answer', 'TimeoutError')),
      redirects === 0 ? answerMs : laterAnswerMs,
    );
    try {
      const answer = await request(address, {
        dispatcher: agent,
        headers,
        signal: AbortSignal.any([signal, deadline.signal]),
      });
      const location = answer.headers['location'];
      if (answer.statusCode < 300 || answer.statusCode >= 400 || typeof location !== 'string') return answer;
      await answer.body.dump();
      address = new URL(location, address).href;
    } finally {
      clearTimeout(clock);
    }
  }
  throw new ModelProblem(`${url} redirects endlessly.`);
}

async function receive(
  { body }: Dispatcher.ResponseData,
  file: string,
  start: number,
  { bytes, onBytes, signal }: DownloadOptions,
): Promise<void> {
  const handle = await open(file, start === 0 ? 'w' : 'r+');
  let done = start;
  try {
    for await (const chunk of body as AsyncIterable<Buffer>) {
      signal.throwIfAborted();
      if (done + chunk.length > bytes) throw new ModelProblem(`The server sends more than ${bytes} bytes.`);
      let written = 0;
      while (written < chunk.length) {
        written += (await handle.write(chunk, written, chunk.length - written, done + written)).bytesWritten;
      }
      done += chunk.length;
      onBytes?.(done);
    }
  } finally {
    body.destroy();
    await handle.close();
  }
  if (done < bytes) throw new Interrupted('The connection was lost.');
}

const notePath = (file: string) => `${file}.json`;

/** Returns a validator for this exact version of the file. Weak entity tags don't qualify. */
function getValidator({ headers }: Dispatcher.ResponseData): string | undefined {
  const { etag, 'last-modified': modified } = headers;
  if (typeof etag === 'string' && !etag.startsWith('W/')) return etag;
  return typeof modified === 'string' ? modified : undefined;
}

async function readNote(file: string): Promise<{ url: string; validator?: string } | undefined> {
  try {
    const note: unknown = JSON.parse(await readFile(notePath(file), 'utf8'));
    if (typeof note !== 'object' || note === null || !('url' in note) || typeof note.url !== 'string')
      return undefined;
    const validator =
      'validator' in note && typeof note.validator === 'string' ? { validator: note.validator } : {};
    return { url: note.url, ...validator };
  } catch {
    return undefined;
  }
}

async function readLength(file: string): Promise<number> {
  return (await stat(file).catch(() => undefined))?.size ?? 0;
}

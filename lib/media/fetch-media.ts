import { open, rm, type FileHandle } from 'node:fs/promises';
import { STATUS_CODES } from 'node:http';
import { pipeline, Readable } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import { createBrotliDecompress, createUnzip } from 'node:zlib';
import { DownloadFailure } from '#lib/media/download-failure';
import { explainPeerError } from '#lib/net/explain-network-error';
import type { MakeConnector } from '#lib/net/guarded-agent';
import { guardedRequest, type GuardedAnswer, type RequestLimits } from '#lib/net/guarded-request';
import type { NetPolicy } from '#lib/net/net-policy';
import type { RequestHeaders } from '#lib/net/request-headers';
import { readFileName } from '#lib/net/answer-headers/read-file-name';
import type { Resolver } from '#lib/net/resolve-host';
import { findTypeByEnding } from '#lib/recording-formats';
import { withSpan } from '#lib/tracing/with-span';

/** Download options, all with defaults. `totalMs` covers all attempts. */
export interface FetchOptions {
  policy: NetPolicy;
  maxBytes: number;
  /** Sent only to the URL's origin. */
  headers?: RequestHeaders;
  signal?: AbortSignal | undefined;
  limits?: Partial<Omit<RequestLimits, 'maxBytes'>>;
  /** Milliseconds before each retry. */
  pausesMs?: readonly number[];
  resolver?: Resolver;
  makeConnector?: MakeConnector;
}

/** The length, and the server's name and type for the file. The media type is lowercase and without parameters. */
export interface FetchedMedia {
  bytes: number;
  fileName?: string;
  mediaType?: string;
}

/** The same limit as browsers (Fetch, HTTP-redirect fetch). */
const maxRedirects = 20;
const pausesMs = [1000, 4000];
const limits = { connectMs: 10_000, firstByteMs: 30_000, idleMs: 30_000, totalMs: 2 * 3600_000 };
const startBytes = 512;

/** The state of a download, including all that resuming the same file needs. */
interface Download {
  file: FileHandle;
  bytes: number;
  start: Buffer;
  totalBytes?: number | undefined;
  validator?: string | undefined;
  fileName?: string | undefined;
  mediaType?: string | undefined;
  /** The file's compression, although the request accepts none: some storage keeps files compressed. */
  coding?: string | undefined;
}

/**
 * Streams the media file at an untrusted URL into `destinationPath`, replacing an existing file, in up to three
 * attempts. Resumes an interrupted attempt if the server supports it. Throws `DownloadFailure`, or the signal's reason
 * when aborted, and leaves no file behind. Rethrows disk errors. May be repeated.
 */
export async function fetchMedia(
  url: string,
  destinationPath: string,
  options: FetchOptions,
): Promise<FetchedMedia> {
  options.signal?.throwIfAborted();
  const file = await open(destinationPath, 'w');
  try {
    const { bytes, fileName, mediaType } = await download(url, file, options);
    await file.close();
    return { bytes, ...(fileName && { fileName }), ...(mediaType && { mediaType }) };
  } catch (error) {
    await file.close().catch(() => {});
    await rm(destinationPath, { force: true });
    options.signal?.throwIfAborted();
    throw error;
  }
}

async function download(url: string, file: FileHandle, options: FetchOptions): Promise<Download> {
  const got: Download = { file, bytes: 0, start: Buffer.alloc(0) };
  const within = { ...limits, ...options.limits };
  const endsAt = performance.now() + within.totalMs;
  for (const pauseMs of [...(options.pausesMs ?? pausesMs), undefined]) {
    try {
      const totalMs = Math.max(1, endsAt - performance.now());
      await attempt(url, got, options, { ...within, totalMs, maxBytes: options.maxBytes });
      return got;
    } catch (error) {
      // Other errors are local, such as a full disk.
      if (!(error instanceof DownloadFailure)) throw error;
      if (error.prospect === 'lasting' || pauseMs === undefined) throw error;
      await pause(pauseMs, undefined, { signal: options.signal });
    }
  }
  return got;
}

async function attempt(
  url: string,
  got: Download,
  options: FetchOptions,
  limits: RequestLimits,
): Promise<void> {
  const { policy, signal, resolver, makeConnector } = options;
  const headers = { accept: '*/*', 'user-agent': 'Longhand', ...resuming(got) };
  const request = {
    ...{ policy, limits, maxRedirects, headers, signal, resolver, makeConnector },
    originHeaders: options.headers,
  };
  const server = URL.canParse(url) && { 'server.address': new URL(url).hostname };
  const attributes = { 'http.request.method': 'GET', ...server };
  await withSpan('GET recording', { kind: 'client', attributes }, async ({ note }) => {
    const answer = await guardedRequest(url, request).catch((error: unknown) => {
      throw asFailure(error, options);
    });
    note({ 'http.response.status_code': answer.status });
    try {
      await accept(answer, got, { asked: url, maxBytes: options.maxBytes });
      await receive(answer, got, options);
    } finally {
      answer.body.destroy();
      note({ 'http.response.body.size': got.bytes });
    }
  });
}

function resuming({ bytes, validator, totalBytes }: Download): Record<string, string> {
  if (bytes === 0 || (validator ?? totalBytes) === undefined) return {};
  return { range: `bytes=${bytes}-`, ...(validator !== undefined && { 'if-range': validator }) };
}

/** Prepares `got` for the response's first byte, or throws if the response isn't the file. */
async function accept(
  { url, status, headers }: GuardedAnswer,
  got: Download,
  { asked, maxBytes }: { asked: string; maxBytes: number },
): Promise<void> {
  const isRest = got.bytes > 0 && status === 206 && continues(headers['content-range'], got);
  if (!isRest && !isWhole(status, headers['content-range'])) {
    if (got.bytes === 0 || (status !== 206 && status !== 416)) throw badStatus(status, headers);
    await startOver(got);
    throw new DownloadFailure('The file changed while it was being downloaded.', 'passing');
  }
  if (isRest) return;
  await startOver(got);
  got.coding = readCoding(headers['content-encoding']);
  // A weak ETag doesn't promise identical bytes, so it can't be used to resume.
  const etag = headers['etag']?.startsWith('"') === true ? headers['etag'] : undefined;
  const validator = etag ?? headers['last-modified'];
  // It is sent back in a header, which allows only these characters.
  const canResume = got.coding === undefined && validator !== undefined && /^[\x20-\x7e]+$/.test(validator);
  got.validator = canResume ? validator : undefined;
  const length = headers['content-length'] ?? '';
  got.totalBytes = got.coding === undefined && /^\d+$/.test(length) ? Number(length) : undefined;
  got.fileName = readFileName(headers['content-disposition']) ?? nameByRedirect(asked, url);
  got.mediaType = headers['content-type']?.split(';')[0]?.trim().toLowerCase();
  if ((got.totalBytes ?? 0) > maxBytes) throw tooLarge(maxBytes);
}

/** True if the response is the whole file: any success with a body, or a range from the first byte to the last. */
function isWhole(status: number, contentRange: string | undefined): boolean {
  if (status !== 206) return status >= 200 && status < 300 && status !== 204 && status !== 205;
  const [, last, total] = /^bytes 0-(\d+)\/(\d+)$/i.exec(contentRange ?? '') ?? [];
  return last !== undefined && Number(last) + 1 === Number(total);
}

/** The file name that a short link or a download script redirects to, if the link itself has none. */
function nameByRedirect(asked: string, answered: string): string | undefined {
  const [from, to] = [asked, answered].map((url) => new URL(url).pathname.split('/').at(-1) ?? '');
  if (from === undefined || to === undefined || from === to) return undefined;
  if (findTypeByEnding(from) !== undefined || findTypeByEnding(to) === undefined) return undefined;
  try {
    return decodeURIComponent(to);
  } catch {
    return to;
  }
}

function badStatus(status: number, headers: Record<string, string>): DownloadFailure {
  if (status >= 300 && status < 400 && headers['location'] !== undefined) {
    return new DownloadFailure(`The URL redirects more than ${maxRedirects} times.`, 'lasting');
  }
  if (status === 206) return new DownloadFailure('The server sent only part of the file.', 'lasting');
  const isPassing = status >= 500 || status === 408 || status === 429;
  const answered = `The server responded with ${status} ${STATUS_CODES[status] ?? ''}`.trim();
  return new DownloadFailure(`${answered}.`, isPassing ? 'passing' : 'lasting');
}

function continues(contentRange: string | undefined, { bytes, totalBytes, validator }: Download): boolean {
  const [, first, total] = /^bytes (\d+)-\d+\/(\d+|\*)$/.exec(contentRange ?? '') ?? [];
  if (Number(first) !== bytes) return false;
  // Without a validator, only the length tells whether it is the same file.
  return totalBytes === undefined || total === '*' ? validator !== undefined : Number(total) === totalBytes;
}

async function startOver(got: Download): Promise<void> {
  if (got.bytes > 0) await got.file.truncate(0);
  got.bytes = 0;
  got.start = Buffer.alloc(0);
}

async function receive({ body }: GuardedAnswer, got: Download, options: FetchOptions): Promise<void> {
  const { maxBytes } = options;
  const pieces = readBody(body, options);
  for await (const chunk of got.coding === undefined ? pieces : decompress(pieces, got.coding)) {
    if (got.bytes + chunk.length > maxBytes) throw tooLarge(maxBytes);
    await writeAll(got.file, chunk, got.bytes);
    got.bytes += chunk.length;
    if (got.start.length < startBytes) {
      got.start = Buffer.concat([got.start, chunk]).subarray(0, startBytes);
      if (got.start.length === startBytes) refuseHtml(got);
    }
  }
  if (got.bytes === 0) throw new DownloadFailure('The file is empty.', 'lasting');
  refuseHtml(got);
  if (got.bytes < (got.totalBytes ?? 0)) throw new DownloadFailure('The connection was lost.', 'passing');
}

/** Streams a response body. Wraps network errors as the server's. */
async function* readBody(body: AsyncIterable<Buffer>, options: FetchOptions): AsyncGenerator<Buffer> {
  try {
    yield* body;
  } catch (error) {
    throw asFailure(error, options);
  }
}

/** Returns the content coding to decode; undefined if there is none. */
function readCoding(header = ''): string | undefined {
  const coding = header.trim().toLowerCase();
  if (/^(x-)?gzip$|^deflate$|^br$/.test(coding)) return coding;
  if (/gzip|deflate|compress|zstd|\bbr\b/.test(coding)) throw compressed(coding);
  return undefined;
}

async function* decompress(pieces: AsyncIterable<Buffer>, coding: string): AsyncGenerator<Buffer> {
  const decoder = coding === 'br' ? createBrotliDecompress() : createUnzip();
  pipeline(Readable.from(pieces), decoder, () => {});
  try {
    yield* decoder as AsyncIterable<Buffer>;
  } catch (error) {
    throw error instanceof DownloadFailure ? error : compressed(coding, error);
  }
}

function compressed(coding: string, cause?: unknown): DownloadFailure {
  return new DownloadFailure(`The server sends the file compressed (${coding}).`, 'lasting', { cause });
}

/** A single write may be partial. */
async function writeAll(file: FileHandle, chunk: Buffer, position: number): Promise<void> {
  for (let written = 0; written < chunk.length;) {
    const { bytesWritten } = await file.write(chunk, written, chunk.length - written, position + written);
    written += bytesWritten;
  }
}

function refuseHtml({ start, mediaType }: Download): void {
  const isText = start.every((byte) => byte > 8);
  const saysHtml = mediaType === 'text/html' || mediaType === 'application/xhtml+xml';
  const looksHtml = /^\uFEFF?\s*<(!doctype html|html|head|body)\b/i.test(start.toString('utf8'));
  if (isText && (saysHtml || looksHtml)) {
    const hint = 'The URL leads to a web page, not a media file. Use the URL of the file itself.';
    throw new DownloadFailure(hint, 'lasting');
  }
}

/** Wraps a network error in `DownloadFailure` and returns a local error unchanged. */
function asFailure(error: unknown, { signal, maxBytes }: FetchOptions): unknown {
  signal?.throwIfAborted();
  const networkError = explainPeerError(error);
  if (networkError === undefined) return error;
  if ((error as { code?: string }).code === 'UND_ERR_RES_EXCEEDED_MAX_SIZE') return tooLarge(maxBytes, error);
  return new DownloadFailure(networkError.inWords, networkError.prospect, { cause: error });
}

function tooLarge(maxBytes: number, cause?: unknown): DownloadFailure {
  const limit = maxBytes.toLocaleString('en');
  return new DownloadFailure(`The file is larger than ${limit} bytes.`, 'lasting', { cause });
}

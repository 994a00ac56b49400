import { once } from 'node:events';
import { Readable } from 'node:stream';
import type { ReadableStream as BodyStream } from 'node:stream/web';
import { Dicer } from '@fastify/busboy';
import { parse as parseContentType } from 'content-type';
import { describePart, type PartHeader } from '#lib/api/describe-part';
import { drainBody } from '#lib/api/drain-body';
import { maxJsonBytes } from '#lib/api/read-text';
import type { ParsedOptions, SubmissionOptions } from '#lib/api/submission-options';
import { findRecognitionFaults } from '#lib/jobs/submit/check-recognition';
import { countUploadBegun, countUploadBytes, countUploadEnded } from '#lib/metrics/metrics';
import { isAcceptedMediaType } from '#lib/media/media-types';
import type { RecognitionOptions } from '#lib/recognition/options/options';
import { Refusal, type FaultyParameters } from '#lib/refusal';
import { TooLarge, type Storage } from '#lib/storage/storage';

/** What a multipart body may have beside its file. */
const maxOverheadBytes = 1024 * 1024;
const maxParts = 40;

/** The parts of a multipart submission: the file, stored, and the options. */
export interface Upload {
  media: { key: string; bytes: number; fileName: string };
  options: Omit<SubmissionOptions, 'media_url'>;
  recognition: RecognitionOptions | undefined;
}

/** Reads the options of an upload in the manner of one revision of the API. */
export type ParseOptions = (json: string | undefined) => ParsedOptions;

/** What has been found in the body so far. */
interface Findings {
  parts: number;
  media?: { part: Readable; saving: Promise<Upload['media']> };
  /** The text of the options; undefined when there is too much of it. */
  options?: Promise<string | undefined>;
  faults: FaultyParameters;
  /** Why the rest is not to be read. */
  stopped?: Error;
}

type Save = (file: Readable) => Promise<{ key: string; bytes: number }>;

/**
 * Streams a multipart body: the part `media` straight into storage, in constant memory, and the part `options`
 * beside it, in either order; `parseOptions` is given its text, or undefined when it is missing. A refusal ends the
 * reading within 32 MiB or 2 s, and nothing stays in storage.
 */
export async function readUpload(
  request: Request,
  storage: Storage,
  { maxBytes, parseOptions }: { maxBytes: number; parseOptions: ParseOptions },
): Promise<Upload> {
  const announced = Number(request.headers.get('content-length') ?? 0);
  if (announced > maxBytes + maxOverheadBytes) throw new Refusal({ kind: 'payload-too-large', maxBytes });
  const findings: Findings = { parts: 0, faults: {} };
  try {
    await readParts(request, findings, { maxBytes, save: (file) => storage.save(file, { maxBytes }) });
    return await conclude(findings, parseOptions);
  } catch (error) {
    const saved = await findings.media?.saving.catch(() => undefined);
    if (saved !== undefined) await storage.remove(saved.key);
    if (error instanceof TooLarge) throw new Refusal({ kind: 'payload-too-large', maxBytes });
    throw error;
  }
}

async function readParts(
  request: Request,
  findings: Findings,
  { maxBytes, save }: { maxBytes: number; save: Save },
): Promise<void> {
  const dicer = new Dicer({ boundary: readBoundary(request) });
  const body = request.body === null ? Readable.from([]) : Readable.fromWeb(request.body as BodyStream);
  const stop = (reason: Error): void => {
    findings.stopped ??= reason;
    dicer.destroy(reason);
  };
  dicer.on('part', (part) => {
    // Without a listener the error of a cut body would end the process; whoever reads the part learns of it.
    part.on('error', () => {});
    findings.parts += 1;
    if (findings.parts > maxParts) stop(faulty('media', `A multipart body has ${maxParts} parts at most.`));
    part.once('header', (header) => takePart(part, header as PartHeader, { findings, save, stop }));
  });
  try {
    const chunks = body.iterator({ destroyOnReturn: false });
    await parseAll(limited(chunks, findings, maxBytes), dicer);
  } catch (error) {
    findings.media?.part.destroy(error instanceof Error ? error : new Error(String(error)));
    await drainBody(body);
    if (findings.stopped !== undefined) throw findings.stopped;
    if (error instanceof Refusal || error instanceof TooLarge) throw error;
    throw faulty('media', 'The multipart body ends too early or is malformed.');
  }
}

/** Passes a body on as long as it is no larger than it may be. */
async function* limited(
  chunks: AsyncIterable<Uint8Array>,
  findings: Findings,
  maxBytes: number,
): AsyncGenerator<Uint8Array> {
  let bytes = 0;
  for await (const chunk of chunks) {
    // Asked before the chunk is parsed: the media may begin in it.
    if (findings.media === undefined && bytes > maxOverheadBytes) {
      throw faulty('media', `The media part does not begin within the first ${maxOverheadBytes} bytes.`);
    }
    bytes += chunk.length;
    if (bytes > maxBytes + maxOverheadBytes) throw new TooLarge(`more than ${maxBytes} bytes`);
    yield chunk;
  }
}

/**
 * Feeds the parser. It is no stream that could end a pipeline: after the last boundary it says `finish` without
 * having called back for the chunk that this was in (@fastify/busboy 3.2.6).
 */
async function parseAll(chunks: AsyncIterable<Uint8Array>, dicer: Dicer): Promise<void> {
  let isFinished = false;
  const finished = new Promise<void>((resolve, reject) => {
    dicer.on('finish', () => {
      isFinished = true;
      resolve();
    });
    dicer.on('error', reject);
  });
  finished.catch(() => {});
  for await (const chunk of chunks) {
    // What follows the last boundary is read, for the sender waits to be heard out, and ignored.
    if (!isFinished && !dicer.write(chunk)) await Promise.race([once(dicer, 'drain'), finished]);
  }
  dicer.end();
  await finished;
}

interface Taking {
  findings: Findings;
  save: Save;
  stop: (reason: Error) => void;
}

/** Every part has to be read, otherwise the parser waits forever. */
function takePart(part: Readable, header: PartHeader, { findings, save, stop }: Taking): void {
  const { name, fileName, mediaType } = describePart(header);
  if (findings.stopped !== undefined || (name !== 'media' && name !== 'options')) {
    part.resume();
  } else if (name === 'options') {
    const isFirst = findings.options === undefined;
    if (!isFirst) findings.faults['options'] = ['A submission has one options part.'];
    const text = readText(part);
    text.catch(() => {});
    if (isFirst) findings.options = text;
  } else {
    const refusal = explainRefusal(fileName, mediaType, findings);
    if (refusal !== undefined) {
      part.resume();
      stop(refusal);
      return;
    }
    countUploadBegun('api');
    const saving = save(part).then((saved) => {
      countUploadEnded('api');
      countUploadBytes('api', saved.bytes);
      return { ...saved, fileName };
    });
    findings.media = { part, saving };
    saving.catch(stop);
  }
}

async function readText(part: Readable): Promise<string | undefined> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of part as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes <= maxJsonBytes) chunks.push(chunk);
  }
  return bytes <= maxJsonBytes ? Buffer.concat(chunks).toString('utf8') : undefined;
}

function readBoundary(request: Request): string {
  try {
    const { boundary } = parseContentType(request.headers.get('content-type') ?? '').parameters;
    if (boundary !== undefined && boundary !== '') return boundary;
  } catch {
    // Said below.
  }
  throw faulty('Content-Type', 'The multipart content type names no boundary.');
}

function explainRefusal(fileName: string, mediaType: string, { media }: Findings): Refusal | undefined {
  if (media !== undefined) return faulty('media', 'A submission has one media part.');
  // Nothing but dots, blanks and what parts the folders of a path is no name.
  if (/^[./\\\s\p{Cc}]*$/u.test(fileName)) return new Refusal({ kind: 'media-missing-filename' });
  if (!isAcceptedMediaType(mediaType)) {
    return new Refusal({ kind: 'unsupported-media-content-type', currentValue: mediaType.slice(0, 255) });
  }
  return undefined;
}

async function conclude({ media, options, faults }: Findings, parseOptions: ParseOptions): Promise<Upload> {
  if (media === undefined) faults['media'] = ['The media part is required.'];
  const json = await options;
  if (options !== undefined && json === undefined) {
    faults['options'] = [`The options have ${maxJsonBytes} bytes at most.`];
  }
  const parsed = 'options' in faults ? undefined : parseOptions(json);
  Object.assign(faults, parsed?.faults);
  if (media === undefined || Object.keys(faults).length > 0) {
    Object.assign(faults, await findRecognitionFaults(parsed?.recognition));
    throw new Refusal({ kind: 'invalid-parameters', parameters: faults });
  }
  return { media: await media.saving, options: parsed?.options ?? {}, recognition: parsed?.recognition };
}

function faulty(parameter: string, message: string): Refusal {
  return new Refusal({ kind: 'invalid-parameters', parameters: { [parameter]: [message] } });
}

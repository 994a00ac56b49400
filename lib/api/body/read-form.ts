import type { Hash } from 'node:crypto';
import { once } from 'node:events';
import { Readable } from 'node:stream';
import type { ReadableStream as BodyStream } from 'node:stream/web';
import { Dicer } from '@fastify/busboy';
import { parse as parseDisposition } from 'content-disposition';
import { parse as parseContentType } from 'content-type';
import { decodeText, drainBody, maxJsonBytes } from '#lib/api/body/read-body';
import { countUploadBegun, countUploadBytes, countUploadEnded } from '#lib/metrics/metrics';
import { decodeEncodedWords } from '#lib/net/file-names/decode-encoded-words';
import { decodeName } from '#lib/net/file-names/decode-name';
import { invalidParameter, Refusal } from '#lib/refusal';
import { TooLarge, type Storage } from '#lib/storage/storage';

/** Maximum size of a multipart body apart from its file. */
const maxOverheadBytes = 1024 * 1024;

/** An uploaded file in storage. */
export interface SavedFile {
  key: string;
  bytes: number;
  fileName: string;
  /** The type declared by the sender. */
  mediaType: string | undefined;
}

/** Rules for the parts of a form. */
export interface FormRules {
  /** Maximum size of the file. */
  maxBytes: number;
  maxParts: number;
  /** The field of the file, which is streamed into storage. */
  fileField: string;
  /** True to read the part of this name as text; all others are skipped. */
  isText: (name: string) => boolean;
  /** Updated with the bytes of the file. */
  digest?: Hash | undefined;
  /** The field of an optional second, smaller file; left out if none is allowed. */
  secondFile?: { field: string; maxBytes: number } | undefined;
  /** Called when a file begins; returns the error to refuse it with, or undefined to accept it. */
  refuseFile: (file: { fileName: string; mediaType: string | undefined }) => Error | undefined;
  /** Returns the error to throw as soon as such a part contains more than blanks; left out if no field is refused. */
  refuseField?: (name: string) => Error | undefined;
}

/** The contents of a form: its file, while it is being stored, and each field's texts, undefined if too long. */
export interface Form {
  file: Promise<SavedFile> | undefined;
  /** Deleted from storage once `conclude` has ended. */
  secondFile: Promise<SavedFile> | undefined;
  texts: ReadonlyMap<string, ReadonlyArray<Promise<string | undefined>>>;
}

interface SavingFile {
  part: Readable;
  saving: Promise<SavedFile>;
}

/** The parts of the body so far. */
interface Findings {
  parts: number;
  file?: SavingFile;
  secondFile?: SavingFile;
  /** Bytes of the second file read so far. */
  secondBytes: number;
  texts: Map<string, Array<Promise<string | undefined>>>;
  textBytes: number;
  /** The reason to stop reading. */
  stopped?: Error;
}

/** The headers of a part of a multipart body, by name in lower case. */
type PartHeader = Record<string, string[] | undefined>;

type Save = (
  file: Readable,
  limits: { maxBytes: number; digest?: Hash | undefined },
) => Promise<{ key: string; bytes: number }>;

/** Streams a form: files into storage, texts to `conclude`. A refusal stops within 32 MiB or 2 s and stores nothing. */
export async function readForm<Result>(
  request: Request,
  storage: Storage,
  rules: FormRules,
  conclude: (form: Form) => Promise<Result>,
): Promise<Result> {
  const { maxBytes, secondFile } = rules;
  const announced = Number(request.headers.get('content-length') ?? 0);
  if (announced > maxBytes + (secondFile?.maxBytes ?? 0) + maxOverheadBytes) throw tooLarge(maxBytes);
  const findings: Findings = { parts: 0, secondBytes: 0, texts: new Map(), textBytes: 0 };
  const remove = async (file: SavingFile | undefined): Promise<void> => {
    const saved = await file?.saving.catch(() => undefined);
    if (saved !== undefined) await storage.remove(saved.key);
  };
  try {
    const save: Save = async (file, limits) => {
      try {
        return await storage.save(file, limits);
      } catch (error) {
        throw error instanceof TooLarge ? tooLarge(limits.maxBytes) : error;
      }
    };
    await readParts(request, findings, { rules, save });
    const { file, secondFile: second, texts } = findings;
    return await conclude({ file: file?.saving, secondFile: second?.saving, texts });
  } catch (error) {
    await remove(findings.file);
    throw error instanceof TooLarge ? tooLarge(maxBytes) : error;
  } finally {
    await remove(findings.secondFile);
  }
}

function tooLarge(maxBytes: number): Refusal {
  return new Refusal({ kind: 'payload-too-large', maxBytes });
}

async function readParts(
  request: Request,
  findings: Findings,
  { rules, save }: { rules: FormRules; save: Save },
): Promise<void> {
  const { fileField, maxParts } = rules;
  const dicer = new Dicer({ boundary: readBoundary(request) });
  const body = request.body === null ? Readable.from([]) : Readable.fromWeb(request.body as BodyStream);
  const stop = (reason: Error): void => {
    findings.stopped ??= reason;
    dicer.destroy(reason);
  };
  dicer.on('part', (part) => {
    // An error event without a listener would crash the process when the body is cut off; the part's reader reports it.
    part.on('error', () => {});
    findings.parts += 1;
    if (findings.parts > maxParts)
      stop(invalidParameter(fileField, `A multipart body is limited to ${maxParts} parts.`));
    part.once('header', (header) => takePart(part, header as PartHeader, { findings, rules, save, stop }));
  });
  try {
    const chunks = body.iterator({ destroyOnReturn: false });
    await parseAll(limited(chunks, findings, rules), dicer);
  } catch (error) {
    for (const file of [findings.file, findings.secondFile]) {
      file?.part.destroy(error instanceof Error ? error : new Error(String(error)));
    }
    await drainBody(body);
    if (findings.stopped !== undefined) throw findings.stopped;
    if (error instanceof Refusal || error instanceof TooLarge) throw error;
    throw invalidParameter(fileField, 'The multipart body is incomplete or malformed.');
  }
}

/** Passes a body on within its size limit. */
async function* limited(
  chunks: AsyncIterable<Uint8Array>,
  findings: Findings,
  { maxBytes, fileField }: FormRules,
): AsyncGenerator<Uint8Array> {
  let bytes = 0;
  for await (const chunk of chunks) {
    // Checked before parsing the chunk, in which the file may begin.
    const others = bytes - findings.secondBytes;
    if (findings.file === undefined && others > maxOverheadBytes) {
      throw invalidParameter(
        fileField,
        `The ${fileField} part must begin within the first ${maxOverheadBytes} bytes.`,
      );
    }
    bytes += chunk.length;
    if (bytes > maxBytes + maxOverheadBytes + findings.secondBytes)
      throw new TooLarge(`more than ${maxBytes} bytes`);
    yield chunk;
  }
}

/** Feeds the parser, which can't end a pipeline: it emits `finish` without a callback (@fastify/busboy 3.2.6). */
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
    // Drains everything after the last boundary: the sender waits until all of it is read.
    if (!isFinished && !dicer.write(chunk)) await Promise.race([once(dicer, 'drain'), finished]);
  }
  dicer.end();
  await finished;
}

interface Taking {
  findings: Findings;
  rules: FormRules;
  save: Save;
  stop: (reason: Error) => void;
}

/** Every part must be consumed, or the parser waits forever. */
function takePart(part: Readable, header: PartHeader, { findings, rules, save, stop }: Taking): void {
  const { name, fileName, mediaType } = describePart(header);
  const refusedField = name === undefined ? undefined : rules.refuseField?.(name);
  if (refusedField !== undefined) {
    part.on('data', (chunk: Buffer) => {
      if (/\S/.test(chunk.toString('latin1'))) stop(refusedField);
    });
    return;
  }
  const isFile = name === rules.fileField;
  const isSecondFile = name !== undefined && name === rules.secondFile?.field;
  const isKnown = isFile || isSecondFile || (name !== undefined && rules.isText(name));
  if (findings.stopped !== undefined || name === undefined || !isKnown) {
    part.resume();
  } else if (isSecondFile) {
    if (findings.secondFile !== undefined) {
      part.resume();
      stop(invalidParameter(name, `Send exactly one ${name} part.`));
      return;
    }
    const counted = Readable.from(countBytes(part, findings), { objectMode: false });
    const saving = save(counted, { maxBytes: rules.secondFile?.maxBytes ?? 0 }).then((saved) => ({
      ...saved,
      ...{ fileName, mediaType },
    }));
    findings.secondFile = { part, saving };
    saving.catch(stop);
  } else if (isFile) {
    const isSecond = findings.file !== undefined;
    const refusal = isSecond
      ? invalidParameter(name, `Send exactly one ${name} part.`)
      : rules.refuseFile({ fileName, mediaType });
    if (refusal !== undefined) {
      part.resume();
      stop(refusal);
      return;
    }
    countUploadBegun('api');
    const { maxBytes, digest } = rules;
    const saving = save(part, { maxBytes, digest }).then((saved) => {
      countUploadEnded('api');
      countUploadBytes('api', saved.bytes);
      return { ...saved, fileName, mediaType };
    });
    findings.file = { part, saving };
    saving.catch(stop);
  } else {
    const text = readText(part, findings);
    text.catch(() => {});
    findings.texts.set(name, [...(findings.texts.get(name) ?? []), text]);
  }
}

async function* countBytes(part: Readable, findings: Findings): AsyncGenerator<Buffer> {
  for await (const chunk of part as AsyncIterable<Buffer>) {
    findings.secondBytes += chunk.length;
    yield chunk;
  }
}

/** All texts of a form together are limited to the maximum size of JSON. */
async function readText(part: Readable, findings: Findings): Promise<string | undefined> {
  const chunks: Buffer[] = [];
  let isWhole = true;
  for await (const chunk of part as AsyncIterable<Buffer>) {
    findings.textBytes += chunk.length;
    isWhole &&= findings.textBytes <= maxJsonBytes;
    if (isWhole) chunks.push(chunk);
  }
  return isWhole ? decodeText(Buffer.concat(chunks)) : undefined;
}

function readBoundary(request: Request): string {
  try {
    const { boundary } = parseContentType(request.headers.get('content-type') ?? '').parameters;
    if (boundary !== undefined && boundary !== '') return boundary;
  } catch {
    // Reported below.
  }
  throw invalidParameter('Content-Type', 'The multipart Content-Type has no boundary.');
}

/** A part's field name, file name (empty if missing) and media type, as browsers, curl and mail programs write them. */
function describePart(header: PartHeader): {
  name: string | undefined;
  fileName: string;
  mediaType: string | undefined;
} {
  const [disposition = ''] = header['content-disposition'] ?? [];
  const [mediaType] = header['content-type'] ?? [];
  const written = decodeName(Buffer.from(disposition, 'latin1')).replaceAll('\\"', '%22');
  const { type, parameters } = parseDisposition(written, { multipart: true });
  return {
    name: type === 'form-data' ? parameters['name'] : undefined,
    fileName: decodeEncodedWords(parameters['filename'] ?? ''),
    mediaType: mediaType?.split(';', 1)[0]?.trim().toLowerCase() || undefined,
  };
}

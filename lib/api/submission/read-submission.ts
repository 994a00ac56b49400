import { createHash, createHmac, type Hash } from 'node:crypto';
import { maxJsonBytes, readMediaType, readText } from '#lib/api/body/read-body';
import { isUndeclared, readUpload } from '#lib/api/submission/read-upload';
import {
  parseOptionsOfUpload,
  parseOptionsWithUrl,
  toDraft,
  type Draft,
  type OptionRules,
} from '#lib/api/submission/submission-options';
import { readTranscriptPart } from '#lib/imports/read-transcript-part';
import { env } from '#lib/settings/env';
import { readSecret } from '#lib/settings/secret';
import { findRecognitionFaults } from '#lib/jobs/submit/check-recognition';
import type { Idempotency } from '#lib/jobs/submit/idempotency';
import type { RecognitionOptions } from '#lib/recognition/options/options';
import { invalidParameter, Refusal, type FaultyParameters } from '#lib/refusal';
import type { Storage } from '#lib/storage/storage';

/** A parsed submission. `idempotency` is set if the client sent an Idempotency-Key. */
export interface ReadSubmission {
  draft: Draft;
  idempotency: Idempotency | undefined;
  /** True if the client didn't declare its file's type: a file that isn't a recording is refused then. */
  isUndeclared?: boolean;
}

/** Reads a submission, storing an uploaded file. Refuses as "Submit job" in the specification, leaving no file. */
export async function readSubmission(
  request: Request,
  { storage, accountId }: { storage: Storage; accountId: string },
  rules: OptionRules,
): Promise<ReadSubmission> {
  const key = readIdempotencyKey(request);
  const { draft, mediaSha256, ...said } = await readDraft(request, {
    ...{ storage, accountId, rules },
    digest: key === undefined ? undefined : createHash('sha256'),
  });
  if (key === undefined) return { draft, idempotency: undefined, ...said };
  const { media, callbackUrl, metadata, recognition, ...others } = draft;
  const source = 'key' in media ? [media.fileName, mediaSha256] : [media.mediaUrl];
  const requestSha256 = createHash('sha256')
    // Unset options are left out, so that a request keeps the hash from before those options existed.
    .update(JSON.stringify([...source, callbackUrl, metadata, ...(recognition ? [recognition] : [])]))
    .update(Object.keys(others).length === 0 ? '' : await digestSecretly(others))
    .digest('hex');
  return { draft, idempotency: { key, requestSha256 }, ...said };
}

/** Headers may contain a weak password, which the stored hash must not reveal. */
async function digestSecretly(options: object): Promise<string> {
  const secret = await readSecret(env());
  return createHmac('sha256', secret).update(JSON.stringify(options)).digest('hex');
}

/** Reads the client's idempotency key; undefined without one. Refuses an invalid one. */
export function readIdempotencyKey(request: Request): string | undefined {
  const key = request.headers.get('idempotency-key');
  if (key === null) return undefined;
  if (/^[\x21-\x7e]{1,255}$/.test(key)) return key;
  throw invalidParameter('Idempotency-Key', 'An idempotency key must be 1 to 255 visible ASCII characters.');
}

interface ReadingOptions {
  storage: Storage;
  accountId: string;
  rules: OptionRules;
  digest: Hash | undefined;
}

async function readDraft(
  request: Request,
  options: ReadingOptions,
): Promise<{ draft: Draft; mediaSha256?: string | undefined; isUndeclared?: boolean }> {
  switch (readMediaType(request)) {
    case 'application/json':
      return { draft: await readJson(request, options.rules) };
    case 'multipart/form-data':
      return {
        ...(await readMultipart(request, options)),
        mediaSha256: options.digest?.digest('hex'),
      };
    default:
      throw invalidParameter('Content-Type', 'Content-Type must be application/json or multipart/form-data.');
  }
}

async function readJson(request: Request, rules: OptionRules): Promise<Draft> {
  const text = await readText(request, { maxBytes: maxJsonBytes });
  const { options, faults, recognition } = parseOptionsWithUrl(text, rules);
  if (faults !== undefined) throw await refuseOptions(faults, recognition);
  const { media_url: mediaUrl } = options;
  if (typeof mediaUrl !== 'string') throw new Error('options were parsed without a media_url');
  return toDraft({ mediaUrl }, options, recognition);
}

/** Returns a refusal with these faults and those of options that no engine supports. */
export async function refuseOptions(
  faults: FaultyParameters,
  recognition: RecognitionOptions | undefined,
): Promise<Refusal> {
  const parameters = { ...faults, ...(await findRecognitionFaults(recognition)) };
  return new Refusal({ kind: 'invalid-parameters', parameters });
}

async function readMultipart(
  request: Request,
  { storage, accountId, rules, digest }: ReadingOptions,
): Promise<{ draft: Draft; isUndeclared: boolean }> {
  const owner = { accountId, signal: request.signal };
  const { media, transcript, options, recognition } = await readUpload(request, storage, {
    ...{ maxBytes: env().maxUploadBytes, digest },
    parseOptions: (json) => parseOptionsOfUpload(json, rules),
    transcript: rules.transcript && {
      ...rules.transcript,
      read: (file) => readTranscriptPart(file, owner),
    },
  });
  const { mediaType, ...stored } = media;
  const draft = {
    ...toDraft({ ...stored, durationSeconds: undefined }, options, recognition),
    ...(transcript && { task: 'align' as const, transcript }),
  };
  return { draft, isUndeclared: isUndeclared(mediaType) };
}

import { createHash } from 'node:crypto';
import type { Readable } from 'node:stream';
import { readForm, type Form, type FormRules, type SavedFile } from '#lib/api/body/read-form';
import { setJobHeaders } from '#lib/api/dialects/set-job-headers';
import { submitDraft } from '#lib/api/submission/submit-draft';
import type { ApiMode } from '#lib/accounts/api-keys/api-key';
import type { Db } from '#lib/db/connect';
import type { RecognitionOptions } from '#lib/recognition/options/options';
import { env } from '#lib/settings/env';
import { openStorage } from '#lib/storage/open-storage';
import type { Storage } from '#lib/storage/storage';

/** For how long after its end a job answers the same bytes with the same options, in seconds. */
const repeatSeconds = 3600;

/** Who asks, and with what. */
export interface FileRequest {
  db: Db;
  accountId: string;
  mode: ApiMode;
  request: Request;
  /** What the answer carries, whatever it is. */
  answerHeaders: Record<string, string>;
}

/** A file that is stored, what is asked of recognition, and what the answer is to hold. */
export interface Concluded<Options> {
  file: SavedFile;
  requested: Options;
  recognition: RecognitionOptions | undefined;
}

/** How a dialect takes a file. */
export interface FileRules<Options> {
  /** What its jobs are remembered by; two uses that make something else of the same file have different ones. */
  name: string;
  form: Omit<FormRules, 'maxBytes'>;
  /** What is stored of a file as it arrives, where that is not the file as it is. */
  rewrite?: ((file: Readable) => Readable) | undefined;
  conclude: (form: Form) => Promise<Concluded<Options>>;
}

/**
 * Turns a multipart request into an ordinary job, or finds the job of the same bytes with the same options that is in progress, or
 * ended in the last hour. Once the body is here whole, the job comes to be even if the client goes away. From then on, the answer
 * names it. Throws what the rules throw, or a `Refusal`.
 */
export async function acceptFile<Options>(
  { db, accountId, mode, request, answerHeaders }: FileRequest,
  { name, form, rewrite, conclude }: FileRules<Options>,
): Promise<{ jobId: string; requested: Options }> {
  const digest = createHash('sha256');
  const storage = openStorage();
  const hashing: Storage = {
    ...storage,
    save: (source, limits) => storage.save(rewrite?.(source) ?? source, { ...limits, digest }),
  };
  const rules = { ...form, maxBytes: env().maxUploadBytes };
  const { file, requested, recognition } = await readForm(request, hashing, rules, conclude);
  const draft = { media: { ...file, durationSeconds: undefined }, recognition };
  const requestSha256 = createHash('sha256')
    // In the sandbox, a file's name says what becomes of its job.
    .update(JSON.stringify([digest.digest('hex'), recognition ?? null, mode === 'test' ? file.fileName : '']))
    .digest('hex');
  const idempotency = {
    // No key of a client holds a blank.
    ...{ key: `${name} ${requestSha256}`, requestSha256 },
    derived: { validSeconds: repeatSeconds },
  };
  const { id } = await submitDraft({ db, accountId, mode }, { draft, idempotency });
  setJobHeaders(answerHeaders, id);
  return { jobId: id, requested };
}

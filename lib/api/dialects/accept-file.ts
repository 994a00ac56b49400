import { createHash } from 'node:crypto';
import type { Readable } from 'node:stream';
import { readForm, type Form, type FormRules, type SavedFile } from '#lib/api/body/read-form';
import { submitDraft } from '#lib/api/submission/submit-draft';
import type { ApiMode } from '#lib/accounts/api-keys/api-key';
import type { Db } from '#lib/db/connect';
import type { RecognitionOptions } from '#lib/recognition/options/options';
import { env } from '#lib/settings/env';
import { openStorage } from '#lib/storage/open-storage';
import type { Storage } from '#lib/storage/storage';

/** Seconds after a job's end in which the same bytes with the same options get its result. */
const repeatSeconds = 3600;

/** A request with a file, and its account. */
export interface FileRequest {
  db: Db;
  accountId: string;
  mode: ApiMode;
  request: Request;
  /** Response headers, also for errors. */
  answerHeaders: Record<string, string>;
}

/** A stored file, its recognition options and the options for the response. */
export interface Concluded<Options> {
  file: SavedFile;
  requested: Options;
  recognition: RecognitionOptions | undefined;
}

/** A dialect's rules for the file of a request. */
export interface FileRules<Options> {
  /** Prefix of the idempotency key, distinct for each use that turns the same file into something else. */
  name: string;
  form: Omit<FormRules, 'maxBytes'>;
  /** Converts a file while it arrives; leave out to store it unchanged. */
  rewrite?: ((file: Readable) => Readable) | undefined;
  conclude: (form: Form) => Promise<Concluded<Options>>;
}

/**
 * Turns a multipart request into an ordinary job, or finds the job of the same bytes and options that is in progress or
 * ended in the last hour. Once the whole body has arrived, the job is created even if the client disconnects. From then
 * on, response headers name the job. Throws what the rules throw, or a `Refusal`.
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
    // In the sandbox, the file's name determines the job's result.
    .update(JSON.stringify([digest.digest('hex'), recognition ?? null, mode === 'test' ? file.fileName : '']))
    .digest('hex');
  const idempotency = {
    // Clients' keys can't contain a blank.
    ...{ key: `${name} ${requestSha256}`, requestSha256 },
    derived: { validSeconds: repeatSeconds },
  };
  const { id } = await submitDraft({ db, accountId, mode }, { draft, idempotency });
  setJobHeaders(answerHeaders, id);
  return { jobId: id, requested };
}

/** Adds response headers with the job's id and its address in the editor, also for errors. */
function setJobHeaders(answerHeaders: Record<string, string>, jobId: string): void {
  answerHeaders['x-longhand-job'] = jobId;
  answerHeaders['x-longhand-editor'] = `${env().baseUrl}/editor/${jobId}`;
}

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

/** For how long after its end a job answers the same bytes with the same options, in seconds. */
const repeatSeconds = 3600;

/** A request with a file, and the account that it is for. */
export interface FileRequest {
  db: Db;
  accountId: string;
  mode: ApiMode;
  request: Request;
  /** Headers of the answer, also if it is an error. */
  answerHeaders: Record<string, string>;
}

/** A file that is stored, what is asked of recognition, and what the answer is to hold. */
export interface Concluded<Options> {
  file: SavedFile;
  requested: Options;
  recognition: RecognitionOptions | undefined;
}

/** A dialect's rules for the file of a request. */
export interface FileRules<Options> {
  /** Prefix of the idempotency key. Two uses that turn the same file into different things need different names. */
  name: string;
  form: Omit<FormRules, 'maxBytes'>;
  /** Converts a file as it arrives; leave out to store it unchanged. */
  rewrite?: ((file: Readable) => Readable) | undefined;
  conclude: (form: Form) => Promise<Concluded<Options>>;
}

/**
 * Turns a multipart request into an ordinary job, or finds the job of the same bytes with the same options that is in progress, or
 * ended in the last hour. Once the whole body has arrived, the job is created even if the client disconnects. From then on, the answer
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

/** Has the answer to a request name the job it has come to, and where that job's transcript is edited, whatever it answers. */
function setJobHeaders(answerHeaders: Record<string, string>, jobId: string): void {
  answerHeaders['x-longhand-job'] = jobId;
  answerHeaders['x-longhand-editor'] = `${env().baseUrl}/editor/${jobId}`;
}

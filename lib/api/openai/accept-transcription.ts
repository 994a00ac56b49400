import { createHash } from 'node:crypto';
import { chooseRecognition } from '#lib/api/openai/choose-recognition';
import { repeatSeconds } from '#lib/api/openai/contract';
import { badField } from '#lib/api/openai/errors';
import { isKnownField, readWishes, refuseField } from '#lib/api/openai/read-wishes';
import type { Wishes } from '#lib/api/openai/wishes';
import { readForm, type Form, type SavedFile } from '#lib/api/body/read-form';
import { readMediaType } from '#lib/api/body/read-media-type';
import { isFileName } from '#lib/api/read-upload';
import { submitDraft } from '#lib/api/submit-draft';
import type { ApiMode } from '#lib/accounts/api-keys/api-key';
import type { Db } from '#lib/db/connect';
import { database } from '#lib/db/database';
import { readOffer } from '#lib/jobs/engines/read-offer';
import type { Idempotency } from '#lib/jobs/submit/idempotency';
import type { RecognitionOptions } from '#lib/recognition/options/options';
import { env } from '#lib/settings/env';
import type { Storage } from '#lib/storage/storage';
import { openStorage } from '#lib/storage/open-storage';

/** Every keyword and language has a part of its own. */
const maxParts = 600;

/** What a request was accepted as: its job, and what its answer is to hold. */
export interface Accepted {
  jobId: string;
  wishes: Wishes;
}

/**
 * Turns a request into an ordinary job, or finds the job of the same bytes with the same wishes of the last hour. Once the
 * body is here whole, the job comes to be even if the client goes away. Throws an `OpenAiError` or a `Refusal`.
 */
export async function acceptTranscription({
  db,
  accountId,
  mode,
  request,
}: {
  db: Db;
  accountId: string;
  mode: ApiMode;
  request: Request;
}): Promise<Accepted> {
  if (readMediaType(request) !== 'multipart/form-data') {
    throw badField('Content-Type', 'The content type is multipart/form-data.');
  }
  const digest = createHash('sha256');
  const storage = openStorage();
  const hashing: Storage = {
    ...storage,
    save: (source, limits) => storage.save(source, { ...limits, digest }),
  };
  const rules = {
    ...{ maxBytes: env().maxUploadBytes, maxParts, fileField: 'file' },
    ...{ isText: isKnownField, refuseFile, refuseField },
  };
  const { file, wishes, recognition } = await readForm(request, hashing, rules, conclude);
  const draft = { media: { ...file, durationSeconds: undefined }, recognition };
  const idempotency = deriveKey(digest.digest('hex'), recognition, mode === 'test' ? file.fileName : '');
  const { id } = await submitDraft({ db, accountId, mode }, { draft, idempotency });
  return { jobId: id, wishes };
}

/** What a file is, is seen from what it holds. */
function refuseFile({ fileName }: { fileName: string }): Error | undefined {
  if (isFileName(fileName)) return undefined;
  return badField('file', 'file is an uploaded file with a name.', 'missing_file_name');
}

async function conclude({
  file,
  texts,
}: Form): Promise<{ file: SavedFile; wishes: Wishes; recognition: RecognitionOptions | undefined }> {
  const fields: Array<[string, string]> = [];
  for (const [name, parts] of texts) {
    for (const part of parts) {
      const text = await part;
      if (text === undefined) throw badField(name, 'The fields of the form are too long.');
      fields.push([name, text]);
    }
  }
  const wishes = readWishes(fields);
  if (file === undefined) throw badField('file', 'file is required.', 'missing_required_parameter');
  const recognition = chooseRecognition(wishes, await readOffer(() => database().db, env()));
  return { file: await file, wishes, recognition };
}

/** No key of a client holds a blank. In the sandbox, a file's name says what becomes of its job. */
function deriveKey(
  bytesSha256: string,
  recognition: RecognitionOptions | undefined,
  name: string,
): Idempotency {
  const requestSha256 = createHash('sha256')
    .update(JSON.stringify([bytesSha256, recognition ?? null, name]))
    .digest('hex');
  return { key: `openai ${requestSha256}`, requestSha256, derived: { validSeconds: repeatSeconds } };
}

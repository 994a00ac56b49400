import { acceptFile, type Concluded, type FileRequest } from '#lib/api/dialects/accept-file';
import { chooseRecognition } from '#lib/api/openai/choose-recognition';
import { badField } from '#lib/api/openai/errors';
import {
  isKnownField,
  readRequestOptions,
  refuseField,
  isTranslationField,
  readTranslationOptions,
} from '#lib/api/openai/read-request-options';
import type { RequestOptions } from '#lib/api/openai/contract';
import type { Form } from '#lib/api/body/read-form';
import { readMediaType } from '#lib/api/body/read-body';
import { isFileName } from '#lib/api/submission/read-upload';
import { database } from '#lib/db/database';
import { readOffer } from '#lib/jobs/engines/read-offer';
import { env } from '#lib/settings/env';

/** Each keyword and language has its own part. */
const maxParts = 600;

/** An accepted request: its job, and the options for the response. */
export interface Accepted {
  jobId: string;
  requested: RequestOptions;
}

/** The allowed fields of a request, and how they are parsed. */
const readings = {
  transcription: { isText: isKnownField, refuseField, readRequestOptions },
  translation: {
    isText: isTranslationField,
    refuseField: undefined,
    readRequestOptions: readTranslationOptions,
  },
};

type Reading = (typeof readings)[keyof typeof readings];

/** Turns a request into a job like `acceptFile`. Throws a `DialectError` or a `Refusal`. */
export async function acceptTranscription(
  asked: FileRequest,
  what: keyof typeof readings,
): Promise<Accepted> {
  if (readMediaType(asked.request) !== 'multipart/form-data') {
    throw badField('Content-Type', 'Content-Type must be multipart/form-data.');
  }
  const reading = readings[what];
  const { isText, refuseField } = reading;
  const form = { maxParts, fileField: 'file', isText, refuseFile, ...(refuseField && { refuseField }) };
  return acceptFile(asked, { name: 'openai', form, conclude: (form) => conclude(form, reading) });
}

/** Checks only the name: a file's type is detected from its content. */
function refuseFile({ fileName }: { fileName: string }): Error | undefined {
  if (isFileName(fileName)) return undefined;
  return badField('file', 'file must be an uploaded file with a name.', 'missing_file_name');
}

async function conclude(
  { file, texts }: Form,
  { readRequestOptions }: Reading,
): Promise<Concluded<RequestOptions>> {
  const fields: Array<[string, string]> = [];
  for (const [name, parts] of texts) {
    for (const part of parts) {
      const text = await part;
      if (text === undefined) throw badField(name, 'The form fields are too long.');
      fields.push([name, text]);
    }
  }
  const requested = readRequestOptions(fields);
  if (file === undefined) throw badField('file', 'file is required.', 'missing_required_parameter');
  const recognition = chooseRecognition(requested, await readOffer(() => database().db, env()));
  return { file: await file, requested, recognition };
}

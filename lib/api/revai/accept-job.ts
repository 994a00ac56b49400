import type { ApiMode } from '#lib/accounts/api-keys/api-key';
import { readForm, type Form } from '#lib/api/body/read-form';
import { maxJsonBytes, readJsonBody, readMediaType } from '#lib/api/body/read-body';
import type { ReadSubmission } from '#lib/api/submission/read-submission';
import { isFileName } from '#lib/api/submission/read-upload';
import { badParameters } from '#lib/api/revai/errors';
import { readOptions } from '#lib/api/revai/read-options';
import { parseJson } from '#lib/api/submission/submission-options';
import { submitDraft } from '#lib/api/submission/submit-draft';
import type { Db } from '#lib/db/connect';
import { findRecognitionFaults } from '#lib/jobs/submit/check-recognition';
import type { Job } from '#lib/jobs/job';
import { env } from '#lib/settings/env';
import { openStorage } from '#lib/storage/open-storage';

type Draft = ReadSubmission['draft'];

const maxParts = 40;

/** Turns a submission, JSON or multipart, into an ordinary job. Throws a `DialectError` or a `Refusal`. */
export async function acceptJob({
  request,
  ...caller
}: {
  db: Db;
  accountId: string;
  mode: ApiMode;
  request: Request;
}): Promise<Job> {
  const draft = await readDraft(request);
  return submitDraft(caller, { draft, idempotency: undefined }, request.signal);
}

async function readDraft(request: Request): Promise<Draft> {
  switch (readMediaType(request)) {
    case 'application/json': {
      const { source, submission } = readOptions(await readJsonBody(request), { isUpload: false });
      if (source === undefined) throw new Error('options were read without a source');
      const { mediaUrl, mediaHeaders } = source;
      return { media: { mediaUrl }, mediaHeaders, ...submission };
    }
    case 'multipart/form-data':
      return readMultipart(request);
    default:
      throw badParameters({
        'Content-Type': ['Content-Type must be application/json or multipart/form-data.'],
      });
  }
}

/** A file's type is detected from its content. */
function readMultipart(request: Request): Promise<Draft> {
  const rules = {
    ...{ maxBytes: env().maxUploadBytes, maxParts, fileField: 'media' },
    isText: (name: string) => name === 'options',
    refuseFile: ({ fileName }: { fileName: string }) =>
      isFileName(fileName) ? undefined : badParameters({ media: ['The media part needs a file name.'] }),
  };
  return readForm(request, openStorage(), rules, conclude);
}

async function conclude({ file, texts }: Form): Promise<Draft> {
  const { submission } = readOptions(parse(await readText(texts)), { isUpload: true });
  if (file === undefined) throw badParameters({ media: ['The media part is required.'] });
  const faults = await findRecognitionFaults(submission.recognition);
  if (Object.keys(faults).length > 0) throw badParameters(faults);
  return { media: { ...(await file), durationSeconds: undefined }, ...submission };
}

async function readText(texts: Form['texts']): Promise<string> {
  const [options, ...others] = texts.get('options') ?? [];
  if (others.length > 0) throw badParameters({ options: ['Send exactly one options part.'] });
  if (options === undefined) return '{}';
  const text = await options;
  if (text === undefined) throw badParameters({ options: [`options is limited to ${maxJsonBytes} bytes.`] });
  return text;
}

function parse(json: string): Record<string, unknown> {
  const parsed = parseJson(json);
  if (parsed.faults !== undefined) throw badParameters(parsed.faults);
  return parsed.value;
}

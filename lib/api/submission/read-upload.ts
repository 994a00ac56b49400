import { maxJsonBytes } from '#lib/api/body/read-body';
import { readForm, type Form, type SavedFile } from '#lib/api/body/read-form';
import type { ParsedOptions, SubmissionOptions } from '#lib/api/submission/submission-options';
import { findRecognitionFaults } from '#lib/jobs/submit/check-recognition';
import { isAcceptedMediaType } from '#lib/media/media-types';
import type { RecognitionOptions } from '#lib/recognition/options/options';
import { undeclaredType } from '#lib/recording-formats';
import { Refusal, type FaultyParameters } from '#lib/refusal';
import type { Storage } from '#lib/storage/storage';

const maxParts = 40;

/** The parts of a multipart submission: the file, stored, and the options. */
export interface Upload {
  media: SavedFile;
  options: Omit<SubmissionOptions, 'media_url'>;
  recognition: RecognitionOptions | undefined;
}

/** Reads the options of an upload in the manner of one revision of the API. */
export type ParseOptions = (json: string | undefined) => ParsedOptions;

/** Streams a form: `media` into storage, `options` to `parseOptions`. A refusal stops within 32 MiB or 2 s. */
export async function readUpload(
  request: Request,
  storage: Storage,
  { maxBytes, parseOptions }: { maxBytes: number; parseOptions: ParseOptions },
): Promise<Upload> {
  const rules = {
    ...{ maxBytes, maxParts, fileField: 'media', refuseFile },
    isText: (name: string) => name === 'options',
  };
  return readForm(request, storage, rules, (form) => conclude(form, parseOptions));
}

function refuseFile({ fileName, mediaType }: Pick<SavedFile, 'fileName' | 'mediaType'>): Refusal | undefined {
  if (!isFileName(fileName)) return new Refusal({ kind: 'media-missing-filename' });
  if (isUndeclared(mediaType) || isAcceptedMediaType(mediaType)) return undefined;
  return new Refusal({ kind: 'unsupported-media-content-type', currentValue: mediaType.slice(0, 255) });
}

/** True if the sender doesn't declare a type (RFC 7578, 4.4; RFC 9110, 8.3), so that the bytes decide. */
export function isUndeclared(mediaType: string | undefined): mediaType is undefined | typeof undeclaredType {
  return mediaType === undefined || mediaType === undeclaredType;
}

/** True if a text names a file: more than dots, blanks and the separators of a path. */
export function isFileName(text: string): boolean {
  return !/^[./\\\s\p{Cc}]*$/u.test(text);
}

async function conclude({ file, texts }: Form, parseOptions: ParseOptions): Promise<Upload> {
  const [options, ...others] = texts.get('options') ?? [];
  const faults: FaultyParameters = {};
  if (others.length > 0) faults['options'] = ['Send exactly one options part.'];
  if (file === undefined) faults['media'] = ['The media part is required.'];
  const json = await options;
  if (options !== undefined && json === undefined) {
    faults['options'] = [`options is limited to ${maxJsonBytes} bytes.`];
  }
  const parsed = 'options' in faults ? undefined : parseOptions(json);
  Object.assign(faults, parsed?.faults);
  if (file === undefined || Object.keys(faults).length > 0) {
    Object.assign(faults, await findRecognitionFaults(parsed?.recognition));
    throw new Refusal({ kind: 'invalid-parameters', parameters: faults });
  }
  return { media: await file, options: parsed?.options ?? {}, recognition: parsed?.recognition };
}

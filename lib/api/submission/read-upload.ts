import type { Hash } from 'node:crypto';
import { maxJsonBytes } from '#lib/api/body/read-body';
import { readForm, type Form, type SavedFile } from '#lib/api/body/read-form';
import type { ParsedOptions, SubmissionOptions } from '#lib/api/submission/submission-options';
import type { GivenParagraphs } from '#lib/jobs/read/read-given-transcript';
import { findRecognitionFaults } from '#lib/jobs/submit/check-recognition';
import { isAcceptedMediaType } from '#lib/media/media-types';
import type { RecognitionOptions } from '#lib/recognition/options/options';
import { undeclaredType } from '#lib/recording-formats';
import { Refusal, type FaultyParameters } from '#lib/refusal';
import type { Storage } from '#lib/storage/storage';

const maxParts = 40;

/** The parts of a multipart submission: the stored file, its text, and the options. */
export interface Upload {
  media: SavedFile;
  transcript: GivenParagraphs | undefined;
  options: Omit<SubmissionOptions, 'media_url'>;
  recognition: RecognitionOptions | undefined;
}

/** Parses the options of an upload by the rules of one revision of the API. */
export type ParseOptions = (json: string | undefined) => ParsedOptions;

interface UploadRules {
  maxBytes: number;
  /** Updated with the bytes of the media. */
  digest?: Hash | undefined;
  parseOptions: ParseOptions;
  /** Left out if the part `transcript` is ignored. */
  transcript?: { maxBytes: number; read: (file: string) => Promise<GivenParagraphs> } | undefined;
}

/**
 * Streams a form: `media` into storage, `options` to `parseOptions`, and `transcript`, once complete, to its `read`. A
 * refusal stops within 32 MiB or 2 s.
 */
export async function readUpload(
  request: Request,
  storage: Storage,
  { maxBytes, digest, parseOptions, transcript }: UploadRules,
): Promise<Upload> {
  const rules = {
    ...{ maxBytes, maxParts, digest, fileField: 'media', refuseFile },
    isText: (name: string) => name === 'options',
    secondFile: transcript && { field: 'transcript', maxBytes: transcript.maxBytes },
  };
  return readForm(request, storage, rules, async ({ secondFile, ...form }) => {
    const readGiven = async (): Promise<GivenParagraphs | undefined> => {
      if (secondFile === undefined || transcript === undefined) return undefined;
      return storage.withLocalFile((await secondFile).key, transcript.read);
    };
    return conclude(form, { parseOptions, readGiven });
  });
}

function refuseFile({ fileName, mediaType }: Pick<SavedFile, 'fileName' | 'mediaType'>): Refusal | undefined {
  if (!isFileName(fileName)) return new Refusal({ kind: 'media-missing-filename' });
  if (isUndeclared(mediaType) || isAcceptedMediaType(mediaType)) return undefined;
  return new Refusal({ kind: 'unsupported-media-content-type', currentValue: mediaType.slice(0, 255) });
}

/** True if the sender declares no type (RFC 7578, 4.4; RFC 9110, 8.3), so that the content decides. */
export function isUndeclared(mediaType: string | undefined): mediaType is undefined | typeof undeclaredType {
  return mediaType === undefined || mediaType === undeclaredType;
}

/** True if a text is a file name: more than dots, blanks and path separators. */
export function isFileName(text: string): boolean {
  return !/^[./\\\s\p{Cc}]*$/u.test(text);
}

interface Readers {
  parseOptions: ParseOptions;
  readGiven: () => Promise<GivenParagraphs | undefined>;
}

async function conclude(
  { file, texts }: Pick<Form, 'file' | 'texts'>,
  { parseOptions, readGiven }: Readers,
): Promise<Upload> {
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
  const given = await readGiven().catch((error: unknown) => {
    if (!(error instanceof Refusal) || error.reason.kind !== 'invalid-parameters') throw error;
    Object.assign(faults, error.reason.parameters);
    return undefined;
  });
  if (file === undefined || Object.keys(faults).length > 0) {
    Object.assign(faults, await findRecognitionFaults(parsed?.recognition));
    throw new Refusal({ kind: 'invalid-parameters', parameters: faults });
  }
  return {
    ...{ media: await file, transcript: given },
    ...{ options: parsed?.options ?? {}, recognition: parsed?.recognition },
  };
}

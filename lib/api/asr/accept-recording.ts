import type { Readable } from 'node:stream';
import { badFile, fileField, invalid } from '#lib/api/asr/errors';
import type { RequestOptions } from '#lib/api/asr/read-request-options';
import { wrapSamples } from '#lib/api/asr/wrap-samples';
import { acceptFile, type Concluded, type FileRequest } from '#lib/api/dialects/accept-file';
import type { Form, SavedFile } from '#lib/api/body/read-form';
import { readMediaType } from '#lib/api/body/read-body';
import { isFileName } from '#lib/api/submission/read-upload';
import { database } from '#lib/db/database';
import { readOffer, type RecognitionOffer } from '#lib/jobs/engines/read-offer';
import { mediaName } from '#lib/jobs/submit/media-name';
import type { RecognitionOptions } from '#lib/recognition/options/options';
import { env } from '#lib/settings/env';

const maxParts = 40;

/** Rules for turning a recording into a job. */
export interface RecordingRules {
  /** Prefix of the idempotency key, as in `FileRules`. */
  name: string;
  /** Appended to the recording's name to form the job's name. */
  nameSuffix?: string;
  /** Seconds of raw samples to keep; unlimited if left out. */
  maxSeconds?: number;
  choose: (offer: RecognitionOffer) => RecognitionOptions | undefined;
  /** Replaces a file that isn't raw samples. */
  replace?: (file: SavedFile) => Promise<SavedFile>;
}

/** The file name given by the sender. */
interface Named {
  fileName: string;
}

/** Turns a request into a job, like `acceptFile`. Throws a `DialectError` or a `Refusal`. */
export async function acceptRecording(
  asked: FileRequest,
  requested: RequestOptions,
  { name, nameSuffix = '', maxSeconds, choose, replace }: RecordingRules,
): Promise<{ jobId: string } & Named> {
  if (readMediaType(asked.request) !== 'multipart/form-data') throw missing;
  const conclude = async ({ file }: Form): Promise<Concluded<Named>> => {
    if (file === undefined) throw missing;
    const recognition = choose(await readOffer(() => database().db, env()));
    const saved = await file;
    const fileName = nameRecording(saved, requested, nameSuffix);
    const kept = requested.encode && replace !== undefined ? await replace(saved) : saved;
    return { file: { ...kept, fileName }, requested: { fileName: saved.fileName }, recognition };
  };
  const wrap = (samples: Readable): Readable => wrapSamples(samples, { maxSeconds });
  const { jobId, requested: named } = await acceptFile(asked, {
    name,
    form: { maxParts, fileField, isText: () => false, refuseFile },
    rewrite: requested.encode ? undefined : wrap,
    conclude,
  });
  return { jobId, ...named };
}

const missing = invalid(badFile('Field required', 'missing'));

function refuseFile({ fileName }: { fileName: string }): Error | undefined {
  return isFileName(fileName) ? undefined : invalid(badFile('Value should be a file with a name.'));
}

/** Bazarr names every file `audio_file`, and may pass the video's name. Raw samples have become a WAV file. */
function nameRecording({ fileName }: SavedFile, { name, encode }: RequestOptions, suffix: string): string {
  const base = mediaName({ fileName: name || fileName });
  const [, stem = '', extension = ''] = /^(.+?)(\.\w{1,5})?$/s.exec(base) ?? [];
  return `${stem}${suffix}${encode ? extension : '.wav'}`;
}

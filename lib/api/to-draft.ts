import type { SubmissionOptions } from '#lib/api/submission-options';
import type { Asked, Submission } from '#lib/jobs/submit/submit-job';
import type { RecognitionOptions } from '#lib/recognition/options/options';

/** A submission as the client sent it, without whose it is; media that came with it have not been measured. */
export type Draft = Omit<Submission, 'accountId'>;

/** The submission of this media with options as they were read. What is not asked for is left out. */
export function toDraft(
  media: Draft['media'],
  options: SubmissionOptions,
  recognition: RecognitionOptions | undefined,
): Draft {
  return {
    media,
    callbackUrl: options.callback_url ?? undefined,
    metadata: options.metadata ?? undefined,
    ...toAsked(options, recognition),
    ...(options.media_url_headers && { mediaHeaders: options.media_url_headers }),
    ...(options.callback_headers && { callbackHeaders: options.callback_headers }),
  };
}

/** What these options ask of a job, however its recording comes. */
export function toAsked(options: SubmissionOptions, recognition: RecognitionOptions | undefined): Asked {
  return {
    recognition,
    ...(options.name && { name: options.name }),
    ...(options.delete_after_seconds && { deleteAfterSeconds: options.delete_after_seconds }),
    ...toTextOptions(options),
  };
}

function toTextOptions(options: SubmissionOptions): Pick<Asked, 'textOptions'> {
  const { filter_profanity, remove_disfluencies, skip_punctuation } = options;
  if (!filter_profanity && !remove_disfluencies && !skip_punctuation) return {};
  return {
    textOptions: {
      ...(filter_profanity && { filterProfanity: true }),
      ...(remove_disfluencies && { removeDisfluencies: true }),
      ...(skip_punctuation && { skipPunctuation: true }),
    },
  };
}

import { z } from 'zod';
import { recognition } from '#lib/api/v1/recognition-schemas';
import { maxDeleteAfterSeconds, minDeleteAfterSeconds } from '#lib/jobs/retention/delete-after';
import { maxNameLength } from '#lib/jobs/submit/media-name';
import { headerLimits } from '#lib/net/request-headers';
import { maxAudioTrack, maxPhrase, maxSpeakers, maxVocabulary } from '#lib/recognition/options/options';
import { maxLanguageTag } from '#lib/recognition/options/parse-options';

/** The schemas of the wire, in wire names. Descriptions appear in the API reference. */

export const jobId = z
  .string()
  .regex(/^[A-Za-z0-9_-]{1,64}$/, 'A job ID must be 1 to 64 letters, digits, - or _.')
  .describe('Identifier of the job.');

const timestamp = z.iso.datetime({ precision: 3 }).describe('ISO-8601 in UTC.');

export const job = z.strictObject({
  id: jobId,
  status: z.enum(['in_progress', 'transcribed', 'failed']).describe('Current status.'),
  created_on: timestamp.describe('When the job was created.'),
  name: z.string().describe('The `name` that was submitted, otherwise the name of the provided file.'),
  callback_url: z.url().optional().describe('URL called when the job completes.'),
  metadata: z.string().optional().describe('Metadata given at submission.'),
  duration_seconds: z.int().nonnegative().optional().describe('Duration of the media, rounded up.'),
  web_url: z.url().optional().describe('URL of the editor. Present once the job is transcribed.'),
  failure: z
    .enum(['unspecified', 'download_failure', 'insufficient_balance', 'invalid_media'])
    .optional()
    .describe('Failure reason. Present when the status is failed.'),
  failure_detail: z.string().optional().describe('Human-readable reason for the failure.'),
  last_modified_on: timestamp
    .optional()
    .describe('When the transcript was last modified in the editor. Left out until it is.'),
  delete_after_seconds: z
    .int()
    .optional()
    .describe('Seconds from the end of the job until it is deleted. Present if the submission set it.'),
  task: z
    .enum(['align'])
    .optional()
    .describe(
      'Present as `align` if the submission had a `transcript`: nothing is recognized, and its words are timed.',
    ),
  recognizes: jobId
    .optional()
    .describe('The job whose transcript it renews. Present if `recognizeJob` created the job.'),
});

/** A job as returned by reading it, with optional details. */
export const jobToRead = job.extend({
  recognition: recognition
    .optional()
    .describe('Engine, model, language, options and speed. Present with `include=recognition`, once known.'),
});

export const jobQuery = z.object({
  include: z
    .literal('recognition', 'include must be recognition.')
    .optional()
    .describe('`recognition` adds the member of that name to the response.'),
});

export const engine = z.strictObject({
  id: z.string().describe('The value for `engine` in a submission.'),
  engine: z.string().describe('Name of the engine.'),
  model: z.string().describe('The model that it uses.'),
  version: z.string().describe('Version of the program that runs the model.'),
  default: z.boolean().describe('True if it is used when a submission has no options.'),
  words: z
    .enum(['timed', 'spread'])
    .describe('`timed` when the engine times each word, `spread` when times are estimates.'),
  confidence: z.boolean().describe('True if each word has a confidence.'),
  vocabulary: z.boolean().describe('True if it supports a `vocabulary`.'),
  languages: z
    .array(z.string())
    .optional()
    .describe('The languages it understands, as BCP 47 tags. Left out if the engine doesn’t list them.'),
  detects_language: z.boolean().describe('True if it detects the language.'),
  punctuated: z.boolean().describe('True if its text has sentence case and punctuation.'),
  max_piece_seconds: z
    .number()
    .positive()
    .describe('The longest piece of audio it processes at once, in seconds. Recordings may be longer.'),
  speakers: z.boolean().describe('True if speakers can be identified.'),
});

export const engineList = z.array(engine).describe('Engines in order of preference, the default first.');

export const jobList = z.array(job).describe('Jobs, latest first.');

const seconds = z.number().nonnegative();

export const speaker = z.strictObject({
  id: z.int().describe('Speaker id, counted from 0.'),
  name: z.string().describe('Speaker name as labeled in the transcript.'),
});

export const element = z.strictObject({
  type: z
    .enum(['text', 'tag'])
    .describe('`text` is a word with its punctuation, `tag` is non-speech such as `<laugh>`.'),
  value: z.string().describe('Text of the element.'),
  ts: seconds.describe('Start: seconds from the start of the media, two decimals.'),
  end_ts: seconds.describe('End: seconds from the start of the media, two decimals.'),
});

export const monologue = z.strictObject({
  id: z.int().describe('Monologue id.'),
  speaker: z.int().describe('Id of the speaker of the monologue.'),
  speaker_name: z.string().describe('Name of the speaker.'),
  elements: z.array(element).describe('Words and tags in order.'),
});

export const transcript = z.strictObject({
  speakers: z.array(speaker).describe('Speakers in the transcript.'),
  monologues: z.array(monologue).describe('Monologues in order.'),
});

export const richElement = element.extend({
  speaker: z.int().describe('Id of the speaker.'),
  confidence: z
    .number()
    .min(0)
    .max(1)
    .optional()
    .describe(
      'Confidence in the word, 0 to 1: the engine’s own, or from a comparison with a second model. Left out for words ' +
        'that were corrected or added, for tags, and if there is none.',
    ),
  language: z
    .string()
    .optional()
    .describe('Language of the word as a BCP 47 tag. Left out for tags, and if unknown.'),
});

export const richMonologue = monologue.extend({
  elements: z.array(richElement).describe('Words and tags in order.'),
});

export const richTranscript = z.strictObject({
  speakers: z.array(speaker).describe('Speakers in the transcript.'),
  monologues: z.array(richMonologue).describe('Monologues in order.'),
  recognition: recognition
    .optional()
    .describe('Engine, model, language, options and speed. Left out if unknown.'),
});

export const account = z.strictObject({
  balance: z.number().nonnegative().describe('Available balance in US dollars, to whole cents.'),
  email: z.string().describe('Email address of the account.'),
});

const phrases = z.array(z.string().max(maxPhrase)).max(maxVocabulary);

export const standingVocabulary = z.strictObject({
  vocabulary: phrases.describe(
    'Words and phrases, in the order given. A tilde between spaces introduces spellings of how one sounds: ' +
      '`Siobhan ~ shivawn, chevonne`. With two tildes, words that sound like it are replaced, as the first edit of a new transcript.',
  ),
});

export const shareResult = z.strictObject({
  editor_url: z.url().describe('Transcript editor URL with full permissions.'),
});

export const callbackTry = z.strictObject({
  started_on: timestamp.describe('When the attempt began.'),
  duration_ms: z
    .int()
    .nonnegative()
    .describe('Milliseconds until the response, or until the attempt failed.'),
  status: z.int().optional().describe('Status of the response. Left out if there was none.'),
  reason: z.string().describe('Human-readable result.'),
  answer: z.string().describe('The first kilobyte of the response, as text.'),
});

export const callback = z.strictObject({
  url: z.url().describe('The `callback_url` of the job.'),
  state: z
    .enum(['pending', 'delivered', 'given_up'])
    .describe('`pending` until it is `delivered` or no more attempts are made.'),
  webhook_id: z
    .string()
    .optional()
    .describe('The `webhook-id` header of each attempt. Left out until the job has ended.'),
  next_try_on: timestamp
    .optional()
    .describe('Time of the next attempt. Present while pending, once the job has ended.'),
  given_up_because: z.string().optional().describe('Human-readable reason why no more attempts are made.'),
  tries: z.array(callbackTry).describe('The latest attempts, newest first, at most 100.'),
});

/** The response to a request without a valid API key. */
export const denied = z.strictObject({
  message: z.string().describe('Human-readable message.'),
});

const address = z.url().max(1024);
const headers = z.record(z.string().max(headerLimits.name), z.string().max(headerLimits.value)).optional();

/** Options of a submission whose media is uploaded with it. */
export const uploadOptions = z
  .object({
    callback_url: address.optional().describe('http or https URL to call when the job completes.'),
    metadata: z
      .string()
      .max(256)
      .optional()
      .describe('Custom text, returned with the job. At most 256 characters.'),
    language: z
      .string()
      .max(maxLanguageTag)
      .optional()
      .describe('Language of the recording: a BCP 47 tag such as `en` or `pt-BR`, or `auto` to detect it.'),
    speakers: z
      .union([z.enum(['off', 'auto']), z.int().min(1).max(maxSpeakers)])
      .optional()
      .describe('Identifies speakers: `off`, `auto`, or the number of speakers.'),
    vocabulary: phrases
      .optional()
      .describe(
        'Words and phrases that are likely, such as names, in the form of the account’s vocabulary, which they supplement.',
      ),
    engine: z
      .string()
      .optional()
      .describe('Id of an engine from `GET /v1/engines`. Default: the first one that supports the options.'),
    audio_tracks: z
      .union([z.enum(['auto', 'all']), z.array(z.int().min(1).max(maxAudioTrack)).min(1).max(maxAudioTrack)])
      .optional()
      .describe(
        'Which audio tracks to recognize: `auto` for those with speech, `all`, or their numbers, counted from 1. The job fails if the media has no track of that number.',
      ),
    name: z
      .string()
      .min(1)
      .max(maxNameLength)
      .optional()
      .describe('Name of the job. Default: the name of the file.'),
    delete_after_seconds: z
      .int()
      .min(minDeleteAfterSeconds)
      .max(maxDeleteAfterSeconds)
      .optional()
      .describe('Deletes the job, its media and its transcript this many seconds after it completes.'),
    callback_headers: headers.describe(
      `Headers to send with the callback, such as \`Authorization\`: at most ${headerLimits.count}. They are never returned, and are removed once the callback is delivered or abandoned.`,
    ),
    filter_profanity: z
      .boolean()
      .optional()
      .describe('Replaces all but the first letter of offensive words with asterisks.'),
    remove_disfluencies: z.boolean().optional().describe('Leaves out sounds of hesitation, such as `um`.'),
    skip_punctuation: z.boolean().optional().describe('Leaves out punctuation. Upper and lower case stay.'),
  })
  .meta({ examples: [{ metadata: 'order 4711' }] });

/** The options of a submission without an upload. */
export const submissionOptions = uploadOptions.extend({
  media_url: address.describe('http or https URL that the media is fetched from.'),
  media_url_headers: headers.describe(
    `Headers to send when fetching the media, such as \`Authorization\`: at most ${headerLimits.count}. They are never returned, never sent to another origin after a redirect, and are removed once the media is fetched.`,
  ),
});

/** Known clients nest the options below a member of that name; the reference names it `options` in its errors. */
export const jsonSubmission = z
  .union([submissionOptions, z.object({ options: submissionOptions })])
  .describe('The options of the submission, at the top level or in a member named `options`.');

/** Makes it safe to retry a submission. */
export const idempotencyKey = z
  .string()
  .regex(/^[\x21-\x7e]{1,255}$/)
  .optional()
  .describe(
    'Any text, new for each submission. For 24 hours, the same key with the same request returns the first job again, without a second charge.',
  );

/** The parts of a submission with an upload. */
export const multipartSubmission = z.object({
  media: z
    .file()
    .describe(
      'The audio or video file. Needs a file name and one of the accepted media types. Without a type, or as `application/octet-stream`, its bytes decide.',
    ),
  transcript: z
    .file()
    .optional()
    .describe(
      'The text of the recording, in a format that `putTranscript` accepts, up to 50 MB. Nothing is recognized then.',
    ),
  options: uploadOptions.optional(),
});

export const listQuery = z.object({
  limit: z
    .string()
    .regex(/^-?\d{1,9}$/, 'limit must be a whole number.')
    .transform(Number)
    .pipe(z.int().min(1, 'The min value for limit is 1').max(1000, 'The max value for limit is 1000'))
    .default(100)
    .describe('Page size, 1 to 1000.'),
  starting_after: jobId.optional().describe('The page begins after this job.'),
});

export const transcriptQuery = z.object({
  version: z
    .enum(['latest', 'machine'], 'version must be latest or machine.')
    .default('latest')
    .describe('`latest` includes all changes by editors, `machine` is the original.'),
});
